// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package options

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		line   string
		inputs string
		output string
		archs  string
	}{
		{"a.hip", "a.hip", "", ""},
		{"-o x a.hip", "a.hip", "x", ""},
		{"-ox a.hip b.o", "a.hip b.o", "x", ""},
		{"-I inc -isystem sys -Xclang -foo a.hip", "a.hip", "", ""},
		{"-Iinc -DX=1 -include pre.h a.hip", "a.hip", "", ""},
		{"--offload-arch=gfx90a,gfx1100 -offload-arch=gfx942 a.hip", "a.hip", "", "gfx90a,gfx1100 gfx942"},
		{"-offload-host-only -offload-compress -offload-arch=gfx90a a.hip", "a.hip", "", "gfx90a"},
		{"-no-offload-arch=gfx90a -no-offload-new-driver -offloadx a.hip", "a.hip", "", ""},
		{"-o offload -ooffload-arch a.hip", "a.hip", "offload-arch", ""},
		{"--amdgpu-target=gfx90a,gfx906 -use_fast_math -use-staticlib a.hip --hipcc-func-supp", "a.hip", "", "gfx90a,gfx906"},
		{"--cuda-gpu-arch=gfx90a -Xarch_device -O3 a.hip", "a.hip", "", "gfx90a"},
		{"-mllvm -x -target x86_64-linux-gnu a.hip", "a.hip", "", ""},
		{"-Xoffload-linker foo a.hip -- -b.hip", "a.hip ./-b.hip", "", ""},
		{"-o-b @none -- @b.hip -", "./@none ./@b.hip -", "./-b", ""},
		{"-x hip - ", "-", "", ""},
		{"-L lib -l foo -Wl,-rpath,x a.o", "a.o", "", ""},
		{"-MD -MF a.d -MT a.o -c a.hip", "a.hip", "", ""},
	}
	for _, tt := range tests {
		a, err := Parse(strings.Fields(tt.line))
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		var in []string
		for _, arg := range a.List {
			if arg.Input {
				in = append(in, arg.Words[0])
			}
		}
		out, _ := a.Value("o")
		if got := strings.Join(in, " "); got != tt.inputs || out != tt.output || strings.Join(a.Values("offload-arch"), " ") != tt.archs {
			t.Errorf("%s: inputs %q, output %q, archs %q", tt.line, got, out, a.Values("offload-arch"))
		}
	}
	if _, err := Parse([]string{"a.hip", "-o"}); err == nil || !strings.Contains(err.Error(), "'-o' is missing") {
		t.Errorf("-o without a value: %v", err)
	}
}

// TestFor: a compilation sees the options of -Xarch_ that name it, in their places.
func TestFor(t *testing.T) {
	a, err := Parse(strings.Fields("-O2 -g -Xarch_device -O3 -Xarch_sm_80 -g0 -Xarch_host -fsanitize=thread -Xarch_device -mllvm a.hip"))
	if err != nil {
		t.Fatal(err)
	}
	if a.Has("sanitize", "g0") {
		t.Error("the command line has options of a compilation")
	}
	tests := []struct{ names, level, debug string }{
		{"device", "3", "g"},
		{"device sm_80", "3", "g0"},
		{"host", "2", "g"},
		{"gfx90a", "2", "g"},
	}
	for _, tt := range tests {
		got := a.For(func(name string) bool { return slices.Contains(strings.Fields(tt.names), name) })
		if level, _ := got.Value("O"); level != tt.level || got.LastOf("g", "g0") != tt.debug {
			t.Errorf("%s: -O%s and -%s, want -O%s and -%s", tt.names, level, got.LastOf("g", "g0"), tt.level, tt.debug)
		}
		if got.Has("sanitize") != (tt.names == "host") {
			t.Errorf("%s: it has -fsanitize=%s", tt.names, got.Values("sanitize"))
		}
		if len(got.List) != len(a.List) {
			t.Errorf("%s: %d arguments, want %d", tt.names, len(got.List), len(a.List))
		}
	}
}

// TestDocumented checks that --help and the manual page have the options that clang does not have.
func TestDocumented(t *testing.T) {
	clangs := strings.Fields("-MJ -nohipwrapperinc --cuda-path= --ptxas-path= -Xcuda-ptxas -ccc-print-phases -ccc-print-bindings")
	for _, page := range []string{"../cli/root.go", "../../docs/gohipcc.1"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range options {
			name := strings.TrimSuffix(o.name, "=")
			has := regexp.MustCompile(regexp.QuoteMeta(name) + `(\W|$)`).Match(text)
			if o.Use == Ours && !slices.Contains(clangs, o.name) && !has {
				t.Errorf("%s does not mention %s", page, o.name)
			}
		}
	}
}
