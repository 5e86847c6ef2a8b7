// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestAdmit: templates from disk may only do what the query asked for.
func TestAdmit(t *testing.T) {
	d := &Driver{LLVM: &LLVM{Bin: "/opt/llvm/bin", Clang: "/opt/llvm/bin/clang", Major: 22}}
	t.Setenv("PATH", "/opt/tools:relative:/usr/bin")
	cases := []struct {
		asked, argv []string
		want        bool
	}{
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "-emit-obj"}, true},
		{nil, []string{"/usr/bin/ld", "-plugin", "/opt/llvm/bin/../lib/LLVMgold.so", "-plugin-opt=mcpu=x86-64", "-Bstatic"}, true},
		{nil, []string{"/opt/tools/x86_64-linux-gnu-ld.bfd", "-o", "a.out"}, true},
		{nil, []string{"llvm-spirv-22", "in", "-o", "out"}, true},
		{nil, []string{"/bin/sh", "-c", "id"}, false},
		{nil, []string{"sh", "-c", "id"}, false},
		{nil, []string{"/tmp/clang", "-cc1"}, false},
		{nil, []string{"relative/ld"}, false},
		{nil, []string{"/opt/llvm/bin/../../../tmp/ld"}, false},
		{nil, nil, false},
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "-load", "/tmp/x.so"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "-fpass-plugin=/tmp/x.so"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "-fplugin=/opt/llvm/../../tmp/x.so"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "-mllvm", "-load=/tmp/x.so"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-cc1", "@/tmp/args"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-B/tmp", "x.c"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-ccc-install-dir", "/tmp", "x.c"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "--config", "/tmp/x.cfg", "x.c"}, false},
		{nil, []string{"/opt/llvm/bin/clang", "-Wl,-plugin,/tmp/x.so", "x.c"}, false},
		{nil, []string{"/usr/bin/ld", "--plugin=/tmp/x.so"}, false},
		{nil, []string{"/opt/llvm/bin/clang-linker-wrapper", "--linker-path=/tmp/ld"}, false},
		{[]string{"-fpass-plugin=/tmp/x.so"}, []string{"/opt/llvm/bin/clang", "-cc1", "-fpass-plugin=/tmp/x.so"}, true},
		{[]string{"-Xclang", "-load", "-Xclang", "/tmp/x.so"}, []string{"/opt/llvm/bin/clang", "-cc1", "-load", "/tmp/x.so"}, true},
		{[]string{"-Wl,-plugin,/tmp/x.so"}, []string{"/usr/bin/ld", "-plugin", "/tmp/x.so"}, true},
		{[]string{"--ld-path=/tmp/linker"}, []string{"/tmp/linker", "a.o"}, true},
		{[]string{"-DA=/tmp/x"}, []string{"/usr/bin/ld", "-plugin", "/tmp/y.so"}, false},
	}
	for _, c := range cases {
		got := d.admit(&Query{Args: c.asked}, &Template{Commands: [][]string{c.argv}})
		if got != c.want {
			t.Errorf("%q, asked with %q: admitted is %v, want %v", c.argv, c.asked, got, c.want)
		}
	}
}

// TestForgedTemplate: a template in the cache that names a program of its own is rejected, and so
// is one in a file that others can write to; clang is asked again.
func TestForgedTemplate(t *testing.T) {
	llvm, err := FindLLVM("")
	if err != nil {
		t.Fatal(err)
	}
	d := &Driver{LLVM: llvm, Dir: filepath.Join(t.TempDir(), "lines")}
	q := &Query{Args: []string{"-c", InToken(0), "-o", OutToken}, Exts: []string{".c"}, OutExt: ".o", Files: []string{"x.c"}}
	right, err := d.Template(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := filepath.Glob(filepath.Join(d.Dir, "*", "*.json"))
	if len(kept) != 1 {
		t.Fatalf("kept: %v", kept)
	}
	forge := func(mode os.FileMode, argv ...string) {
		t.Helper()
		data, err := json.Marshal(&Template{Key: right.Key, Commands: [][]string{argv}})
		if err == nil {
			err = os.WriteFile(kept[0], data, mode)
		}
		if err == nil {
			err = os.Chmod(kept[0], mode)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Template(context.Background(), q)
		if err != nil || len(got.Commands) != 1 || !slices.Equal(got.Commands[0], right.Commands[0]) {
			t.Errorf("forged %q with mode %o: %v, %v", argv, mode, got, err)
		}
	}
	forge(0o600, "/bin/sh", "-c", "id")
	forge(0o600, llvm.Clang, "-cc1", "-load", "/tmp/x.so")
	forge(0o666, llvm.Clang, "-cc1", "-version")
}
