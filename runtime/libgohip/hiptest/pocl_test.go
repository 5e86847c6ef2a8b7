// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"gohipcc/internal/testtree"
)

// TestSpecialisation: of the programs that run in this process's place, llvm-spirv alone is answered for, and only
// about SPIR-V that has no specialisation constants.
func TestSpecialisation(t *testing.T) {
	dir, p := t.TempDir(), testtree.Prefix(t)
	file := func(name string, mode os.FileMode, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	spirv := func(words ...uint32) []byte {
		var b []byte
		for _, w := range append([]uint32{0x07230203, 0x10200, 0, 9, 0}, words...) {
			b = binary.NativeEndian.AppendUint32(b, w)
		}
		return b
	}
	const capability, specConstant = 2<<16 | 17, 4<<16 | 50
	source := file("runs.c", 0o644, []byte("#include <unistd.h>\nint hipGetDeviceCount(int *);\n"+
		"int main(int argc, char **argv) {\n  if (argc < 2) return hipGetDeviceCount(&argc);\n  return execv(argv[1], argv + 1);\n}\n"))
	bin := filepath.Join(dir, "runs")
	run(t, nil, "cc", source, "-o", bin, "-L"+p+"/lib", "-lgohip", "-Wl,-rpath,"+p+"/lib")
	script := []byte("#!/bin/sh\necho ran $# $OWN\n")
	tool, other := file("llvm-spirv-18", 0o755, script), file("other", 0o755, script)
	plain, special := file("plain", 0o644, spirv(capability, 4)), file("special", 0o644, spirv(capability, 4, specConstant, 1, 2, 3))
	const none = "Number of scalar specialization constants in the module = 0\n"
	for _, c := range []struct {
		want string
		argv []string
	}{
		{none, []string{tool, "--spec-const-info", plain}},
		{"ran 2 own\n", []string{tool, "--spec-const-info", special}},
		{"ran 2 own\n", []string{tool, "--spec-const-info", source}},
		{"ran 2 own\n", []string{tool, "--spec-const-info", "missing"}},
		{"ran 2 own\n", []string{tool, "-r", plain}},
		{"ran 3 own\n", []string{tool, "--spec-const-info", plain, "-r"}},
		{"ran 0 own\n", []string{tool}},
		{"ran 2 own\n", []string{other, "--spec-const-info", plain}},
	} {
		if out := run(t, []string{"OWN=own"}, bin, c.argv...); out != c.want {
			t.Errorf("%q: %q, want %q", c.argv, out, c.want)
		}
	}
}
