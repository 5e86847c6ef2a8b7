// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompile: the command line that gohipcc gives makes a file with the module in it, others and the
// device that is none do not.
func TestCompile(t *testing.T) {
	dir := t.TempDir()
	module := []byte("\x03\x02\x23\x07 the module")
	in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, module, 0o644); err != nil {
		t.Fatal(err)
	}
	line := "compile -spirv_input -output_no_suffix -device pvc -file " + in + " -output " + out
	for _, c := range []struct{ line, says string }{
		{"", "does not know"},
		{strings.Replace(line, "compile", "link", 1), "does not know"},
		{strings.Replace(line, "-spirv_input", "-llvm_input", 1), "does not know"},
		{strings.Replace(line, "-output_no_suffix", "", 1), "does not know"},
		{strings.Replace(line, "pvc", "cri", 1), "Could not determine device target: cri"},
		{strings.Replace(line, in, in+".none", 1), "no such file"},
	} {
		if err := compile(strings.Fields(c.line)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.line, err, c.says)
		}
		if _, err := os.Stat(out + ".bin"); err == nil {
			t.Errorf("%q wrote a file", c.line)
		}
	}
	if err := compile(strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(out + ".bin")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	section := f.Section(".spv")
	if section == nil || f.Section(".shstrtab") == nil || f.Machine != 205 {
		t.Fatalf("%v, sections %v", f.Machine, f.Sections)
	}
	if data, err := section.Data(); err != nil || !bytes.Equal(data, module) {
		t.Errorf("%q, %v", data, err)
	}
}
