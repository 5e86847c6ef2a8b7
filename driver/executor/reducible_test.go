// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/driver/files"
	"gohipcc/fatbin"
	"gohipcc/toolchains/step"
)

// TestCodeSteps: code generation from optimised bitcode keeps the options of the code generator.
func TestCodeSteps(t *testing.T) {
	dir := t.TempDir()
	module, other, object := filepath.Join(dir, "a.bc"), filepath.Join(dir, "b.bc"), filepath.Join(dir, "c.o")
	for name, data := range map[string]string{module: "BC\xc0\xde", other: "BC\xc0\xde", object: "\x7fELF"} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compile := step.Parse(strings.Fields("clang -cc1 -triple amdgcn-amd-amdhsa -emit-obj -O3 -mllvm -x=1 -mlink-builtin-bitcode l.bc -I d -D X=1 " +
		"-dependency-file a.d -MT a.o -ffast-math -target-cpu gfx90a -include-pch p -o a.o -x hip a.hip")).(*step.CC1)
	for _, c := range []struct {
		got  step.Step
		want string
	}{
		{codeFrom(compile, "m.bc"), "clang -cc1 -triple amdgcn-amd-amdhsa -emit-obj -O3 -mllvm -x=1 -ffast-math -target-cpu gfx90a -o a.o -disable-llvm-passes -x ir m.bc"},
		{imageFrom(step.Parse([]string{"lld", "-flavor", "gnu", "-m", "elf64_amdgpu", "-shared", "--lto-partitions=8", "-plugin-opt=mcpu=gfx90a", "-plugin-opt=O3", "--lto-CGO3", "-o", "out", module, other, object}).(*step.ImageLink), "m.bc", []string{module, other, object}),
			"lld -flavor gnu -m elf64_amdgpu -shared --lto-partitions=8 -plugin-opt=mcpu=gfx90a -plugin-opt=O0 --lto-CGO3 -o out m.bc " + object},
		{imageFrom(step.Parse([]string{"lld", "-flavor", "gnu", "-m", "elf64_amdgpu", "-shared", "-plugin-opt=O1", "-o", "out", "a.a"}).(*step.ImageLink), "m.bc", []string{object, module}),
			"lld -flavor gnu -m elf64_amdgpu -shared -plugin-opt=O0 -o out m.bc " + object + " --lto-CGO2"},
	} {
		if got := strings.Join(c.got.Argv(), " "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestMembers: archives are replaced by their members, unless they cannot be read.
func TestMembers(t *testing.T) {
	dir := t.TempDir()
	good, cut := filepath.Join(dir, "good.a"), filepath.Join(dir, "cut.a")
	var archive bytes.Buffer
	if err := fatbin.WriteArchive(&archive, []fatbin.MemberInput{{Name: "a.o", Data: []byte("BC\xc0\xde")}, {Name: "b.o", Data: []byte("other")}}); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{good: archive.Bytes(), cut: archive.Bytes()[:archive.Len()-3]} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := &Executor{build: &files.Build{TempDir: dir}}
	got := x.members([]string{"c.o", good, cut})
	if len(got) != 4 || got[0] != "c.o" || !isBitcode(got[1]) || isBitcode(got[2]) || got[3] != cut {
		t.Errorf("%q", got)
	}
}
