// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestParse: a step knows its files, renders the command it was parsed from, and renames files
// without touching arguments that only look like them.
func TestParse(t *testing.T) {
	tests := []struct {
		command, kind, in, out string
		renamed                string // inputs to I, outputs to O
	}{
		{"clang -cc1 -triple spirv64 -emit-obj -cuid=1 -DX=-o -fcuda-include-gpubinary a.hipfb -dependency-file a.d -o a.o -x hip a.hip",
			"*step.CC1", "a.hip a.hipfb", "a.o",
			"clang -cc1 -triple spirv64 -emit-obj -cuid=1 -DX=-o -fcuda-include-gpubinary I -dependency-file O -o O -x hip I"},
		{"clang -cc1 -triple=spirv64-amd-amdhsa -emit-obj l.bc -o a.out", "*step.CC1", "l.bc", "a.out", "clang -cc1 -triple=spirv64-amd-amdhsa -emit-obj I -o O"},
		{"clang -cc1as -filetype obj -o a.o a.s", "*step.CC1", "a.s", "a.o", "clang -cc1as -filetype obj -o O I"},
		{"clang-offload-bundler -type=o -targets=host-x,hip-y -input=/dev/null -input=y.out -output=a.hipfb", "*step.Bundle", "/dev/null y.out", "a.hipfb",
			"clang-offload-bundler -type=o -targets=host-x,hip-y -input=I -input=I -output=O"},
		{"clang-offload-bundler-22 --unbundle --type=o --targets=host-x,hip-y --input=a.o --output=h.o --output=y.o", "*step.Unbundle", "a.o", "h.o y.o",
			"clang-offload-bundler-22 --unbundle --type=o --targets=host-x,hip-y --input=I --output=O --output=O"},
		{"lld -flavor gnu -m elf64_amdgpu -plugin-opt=mcpu=gfx90a -o a.out a.o", "*step.ImageLink", "a.o", "a.out", "lld -flavor gnu -m elf64_amdgpu -plugin-opt=mcpu=gfx90a -o O I"},
		{"ld -o app -L/x -lm -rpath /r a.o", "*step.HostLink", "a.o", "app", "ld -o O -L/x -lm -rpath /r I"},
		{"llvm-ar rcsD lib.a a.o b.o", "*step.Archive", "a.o b.o", "lib.a", "llvm-ar rcsD O I I"},
		{"clang -target x -o e.o -x assembler e.mcin -c", "*step.Assemble", "e.mcin", "e.o", "clang -target x -o O -x assembler I -c"},
		{"llvm-offload-binary -o a.out --image=file=a.bc,triple=t", "*step.Tool", "a.bc t", "a.out", "llvm-offload-binary -o O --image=file=I,triple=I"},
	}
	for _, tt := range tests {
		argv := strings.Fields(tt.command)
		s := Parse(argv)
		if got := fmt.Sprintf("%T", s); got != tt.kind {
			t.Errorf("%s: it is a %s", tt.command, got)
		}
		if got := s.Argv(); !slices.Equal(got, argv) {
			t.Errorf("%s: rendered as %q", tt.command, got)
		}
		if got := strings.Join(s.Inputs(), " "); got != tt.in {
			t.Errorf("%s: inputs %s, want %s", tt.command, got, tt.in)
		}
		if got := strings.Join(s.Outputs(), " "); got != tt.out {
			t.Errorf("%s: outputs %s, want %s", tt.command, got, tt.out)
		}
		r := s.Rename(func(string) string { return "I" }, func(string) string { return "O" })
		if got := strings.Join(r.Argv(), " "); got != tt.renamed {
			t.Errorf("%s: renamed to\n%s, want\n%s", tt.command, got, tt.renamed)
		}
		if got := s.Argv(); !slices.Equal(got, argv) {
			t.Errorf("%s: renaming a copy changed it to %q", tt.command, got)
		}
	}
}

// TestCC1Edit: options are inserted before the language and the source.
func TestCC1Edit(t *testing.T) {
	c := Parse(strings.Fields("clang -cc1 -triple t -S -o a.s -x hip a.hip")).(*CC1)
	d := c.Clone()
	d.Emit("b.bc", "-S", "-emit-llvm-bc", "-disable-llvm-passes")
	d.Append(Sep("-include", "p.h"))
	d.Drop(func(a Arg) bool { return a.Name == "-triple" })
	if got, want := strings.Join(d.Argv(), " "), "clang -cc1 -emit-llvm-bc -disable-llvm-passes -o b.bc -include p.h -x hip a.hip"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := strings.Join(c.Argv(), " "); got != "clang -cc1 -triple t -S -o a.s -x hip a.hip" {
		t.Errorf("the step that was copied is now %s", got)
	}
}
