// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pch

import (
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
