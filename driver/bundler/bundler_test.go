// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bundler

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRoundTrip: unbundling returns what was bundled, plain and compressed.
func TestRoundTrip(t *testing.T) {
	for _, more := range []string{"", "-compress"} {
		dir := t.TempDir()
		in := map[string]string{"host": "host code", "gfx90a": "gfx90a code", "spirv": strings.Repeat("spirv code ", 100)}
		for name, data := range in {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		targets := "-targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx90a,hip-spirv64----generic"
		run(t, 0, "-type=bc", targets, "-input="+dir+"/host", "-input="+dir+"/gfx90a", "-input="+dir+"/spirv", "-output="+dir+"/b", more)
		run(t, 0, "-unbundle", "-type=bc", targets, "-input="+dir+"/b", "-output="+dir+"/h", "-output="+dir+"/g", "-output="+dir+"/s")
		for name, from := range map[string]string{"h": "host", "g": "gfx90a", "s": "spirv"} {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != in[from] {
				t.Errorf("%s: %q came back as %q, %v", more, in[from], got, err)
			}
		}
	}
}

// run runs the command and returns its messages.
func run(t *testing.T, want int, args ...string) string {
	t.Helper()
	argv := []string{"clang-offload-bundler"}
	for _, a := range args {
		if a != "" {
			argv = append(argv, a)
		}
	}
	var out, err bytes.Buffer
	if got := Main(argv, &out, &err); got != want {
		t.Errorf("%q: exit status %d, want %d: %s", argv, got, want, &err)
	}
	return err.String()
}

// TestBadInput: every malformed command or bundle is an error with a message, and no output
// appears.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	magic := "__CLANG_OFFLOAD_BUNDLE__"
	files := map[string]string{
		"empty":     "",
		"magic":     magic,
		"many":      magic + "\xff\xff\xff\xff\xff\xff\xff\xff",
		"far":       magic + "\x01\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f\x10\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00host",
		"ccob":      "CCOB\x02\x00\x01\x00garbage that is no zstd frame",
		"short":     "CCOB",
		"badobject": "\x7fELF\x02\x01\x01",
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	device := "-targets=hipv4-amdgcn-amd-amdhsa--gfx90a"
	for name := range files {
		for _, kind := range []string{"o", "bc", "a"} {
			if msg := run(t, 1, "-unbundle", "-type="+kind, device, "-input="+filepath.Join(dir, name), "-output="+out); msg == "" {
				t.Errorf("%s as %s: no message", name, kind)
			}
			if _, err := os.Stat(out); err == nil {
				t.Errorf("%s as %s: there is an output", name, kind)
				os.Remove(out)
			}
		}
	}
	for _, args := range [][]string{
		{},
		{"-type=o", device},
		{"-type=o", device, "-input=" + dir + "/missing", "-output=" + out},
		{"-type=nonsense", device, "-input=" + dir + "/empty", "-output=" + out},
		{"-type=o", "-targets=", "-input=" + dir + "/empty", "-output=" + out},
		{"-type=o", device + ",hip-spirv64----generic", "-input=" + dir + "/empty", "-output=" + out},
		{"-no-such-option"},
	} {
		if msg := run(t, 1, args...); msg == "" {
			t.Errorf("%q: no message", args)
		}
	}
}
