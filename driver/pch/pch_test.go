// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLeadingIncludes(t *testing.T) {
	const hip = "#include <hip/hip_runtime.h>"
	tests := []struct{ src, want string }{
		{hip + "\nint x;\n", hip},
		{"// c\n/* d\n */ #include <cstdio>\n" + hip + " // why\nint x;\n", "#include <cstdio>|" + hip},
		{hip + "\n#include \"a.h\"\n#include <vector>\n", hip},
		{"#include <cstdio>\nint x;\n" + hip + "\n", ""},
		{"#define N 1\n" + hip + "\n", ""},
		{"#ifdef A\n" + hip + "\n#endif\n", ""},
		{"#include <a>/* x\n*/\n" + hip + "\n", ""},
		{"/* not closed\n" + hip + "\n", ""},
		{"// joined \\\n" + hip + "\n" + hip + "\n", ""},
		{hip, ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(leadingIncludes(tt.src), "|"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestShared(t *testing.T) {
	const hip = "#include <hip/hip_runtime.h>"
	for _, tt := range []struct{ run, want string }{
		{hip, hip},
		{hip + "|#include <vector>", hip},
		{"#include <cstdio>|" + hip + "|#include <vector>", "#include <cstdio>|" + hip},
	} {
		if got := strings.Join(shared(strings.Split(tt.run, "|")), "|"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.run, got, tt.want)
		}
	}
}

// Headers count that the compile read and the precompiled header has not.
func TestFurther(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	in, more := file("in.h", "123"), file("more h.h", "12345")
	base := filepath.Join(dir, "base")
	text := file("base.h", "1")
	file("base.d", "pch: "+in+" "+text+"\n")
	deps := file("a.d", "a.o: "+in+" \\\n "+strings.ReplaceAll(more, " ", `\ `)+" "+text+" "+filepath.Join(dir, "gone.h")+"\n")
	if got := further(deps, base); got != 5 {
		t.Errorf("got %d bytes, want 5", got)
	}
	if got := further("", base); got != 0 {
		t.Errorf("without a dependency file: %d bytes", got)
	}
}

// A text that is there keeps its modification time.
func TestRemember(t *testing.T) {
	base := filepath.Join(t.TempDir(), "base")
	if remembered(base) {
		t.Error("remembered before")
	}
	remember(base, "first")
	remember(base, "second")
	if got, err := os.ReadFile(base + ".h"); err != nil || string(got) != "first" || !remembered(base) {
		t.Errorf("%q, %v", got, err)
	}
}
