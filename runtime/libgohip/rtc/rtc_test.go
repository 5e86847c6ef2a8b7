// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rtc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranslate checks that hiprtc's options are translated to gohipcc's, that targets of other
// vendors are dropped, and that the device's own target is the default.
func TestTranslate(t *testing.T) {
	tests := []struct {
		given, arch string
		want        string
		rdc         bool
	}{
		{"-O2", "", "-O2", false},
		{"-O2", "gfx90a", "-O2 --offload-arch=gfx90a", false},
		{"--gpu-architecture=gfx1100", "gfx90a", "--offload-arch=gfx1100", false},
		{"-arch=sm_70 --std=c++17", "gfx90a", "-std=c++17 --offload-arch=gfx90a", false},
		{"--std c++14 -fgpu-rdc", "", "-std=c++14", true},
		{"-rdc=true --relocatable-device-code=false", "", "", true},
	}
	for _, tt := range tests {
		got, rdc := translate(strings.Fields(tt.given), tt.arch)
		if strings.Join(got, " ") != tt.want || rdc != tt.rdc {
			t.Errorf("%q for %q: %q, %v, want %q, %v", tt.given, tt.arch, got, rdc, tt.want, tt.rdc)
		}
	}
}

// TestLower checks that the names are in the initialiser, in the order of the expressions; an
// initialiser with fewer names is rejected.
func TestLower(t *testing.T) {
	const ir = "@other = global i32 0\n" +
		"@_ZN12_GLOBAL__N_1L17" + namesVariable + "E = internal constant [2 x ptr] [ptr @_Z1kIfEvPT_, ptr @\"odd name\"], align 16\n"
	p := &Program{Expressions: []string{"k<float>", "&odd"}}
	if !p.lower([]byte(ir)) || p.Lowered["k<float>"] != "_Z1kIfEvPT_" || p.Lowered["&odd"] != "odd name" {
		t.Errorf("%q", p.Lowered)
	}
	p = &Program{Expressions: []string{"a", "b", "c"}}
	if p.lower([]byte(ir)) {
		t.Errorf("three names of two: %q", p.Lowered)
	}
}

// TestHeaderNames checks that a header outside the program's own folder is an error.
func TestHeaderNames(t *testing.T) {
	prefix := t.TempDir()
	if err := os.Mkdir(filepath.Join(prefix, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(prefix, "bin", "gohipcc"), []byte("#!/bin/sh\necho compiled\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOHIP_PATH", prefix)
	p := &Program{Source: "int x;", Name: "a.hip", Headers: map[string]string{"../out.h": ""}}
	if err := p.Compile(nil, ""); err != ErrInput || !strings.Contains(p.Log, "out.h") || strings.Contains(p.Log, "compiled") {
		t.Errorf("%v, %q", err, p.Log)
	}
}

// A source that cannot be written is an error that says why.
func TestUnwritableSource(t *testing.T) {
	dir := t.TempDir()
	p := &Program{Headers: map[string]string{"a.hip/x.h": ""}}
	if err := os.WriteFile(filepath.Join(dir, "a.hip"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.writeSources(dir, filepath.Join(dir, "a.hip"), "int x;"); err != ErrCreation || !strings.Contains(p.Log, "not a directory") {
		t.Errorf("%v, %q", err, p.Log)
	}
}
