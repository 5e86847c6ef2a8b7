// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// TestFindInstalled: if GOHIP_PATH is set, no other place is searched; otherwise the gohipcc on
// PATH is found through the links that lead to its installation.
func TestFindInstalled(t *testing.T) {
	prefix, links, empty := t.TempDir(), t.TempDir(), t.TempDir()
	bin := filepath.Join(prefix, "bin", "gohipcc")
	if err := os.MkdirAll(filepath.Dir(bin), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bin, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin, filepath.Join(links, "gohipcc")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ variable, path, found, missed string }{
		{prefix, empty, bin, ""},
		{"", links, bin, ""},
		{empty, links, "", filepath.Join(empty, "bin", "gohipcc")},
		{"", empty, "", "on PATH"},
	} {
		t.Setenv("GOHIP_PATH", tt.variable)
		t.Setenv("PATH", tt.path)
		p, err := FindInstalled()
		switch {
		case tt.found != "" && (err != nil || p.Self != tt.found || p.Root != prefix):
			t.Errorf("GOHIP_PATH=%s PATH=%s: %v, %v, want %s", tt.variable, tt.path, p, err, tt.found)
		case tt.found == "" && (err == nil || !strings.Contains(err.Error(), tt.missed) || !strings.Contains(err.Error(), "set GOHIP_PATH")):
			t.Errorf("GOHIP_PATH=%s PATH=%s: %v, %v, want %q to be missed", tt.variable, tt.path, p, err, tt.missed)
		}
	}
}

// installed makes an installation with some device libraries, which are empty.
func installed(t *testing.T, libs ...string) *Prefix {
	t.Helper()
	p := &Prefix{Root: t.TempDir()}
	for _, name := range append([]string{"."}, libs...) {
		if err := os.MkdirAll(filepath.Dir(p.DeviceLib(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if name == "." {
			continue
		}
		if err := os.WriteFile(p.DeviceLib(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestMissingDeviceLibrary: a link of every family fails, and names the library, if the installation
// lacks it. A processor with warps of 64 lanes must not be linked with the library for 32 alone.
func TestMissingDeviceLibrary(t *testing.T) {
	for _, tt := range []struct {
		arch, missing string
		have          []string
	}{
		{"spirv64", "hipspv-spirv64-unknown-unknown.bc", nil},
		{"x86-64-v3", "gohip-cpu.bc", nil},
		{"x86-64-v3:wavefrontsize64+", "gohip-cpu-wave64.bc", []string{"gohip-cpu.bc"}},
		{"pvc", "gohip-spir64_gen.bc", nil},
		{"sm_80", "gohip-nvptx64-math.bc", []string{"gohip-nvptx64.bc"}},
	} {
		target, err := ForArch(tt.arch)
		if err != nil {
			t.Fatal(err)
		}
		b := &Build{Prefix: installed(t, tt.have...), Flags: noFlags{}}
		var missing *clang.MissingError
		if err := target.Link(b, target.Arch, &step.DeviceLink{Emit: "spirv"}); !errors.As(err, &missing) || !strings.Contains(missing.What, tt.missing) {
			t.Errorf("%s: %v, want an error that names %s", tt.arch, err, tt.missing)
		}
		b.Prefix = installed(t, append(tt.have, tt.missing)...)
		if err := target.Link(b, target.Arch, &step.DeviceLink{Emit: "spirv"}); err != nil {
			t.Errorf("%s: %v", tt.arch, err)
		}
	}
}
