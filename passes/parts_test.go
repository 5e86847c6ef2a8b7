// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// three is a module of three kernels, with variables that two, one and no kernel use.
const three = `
target triple = "spirv64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
@counter = internal addrspace(1) global i32 0
@visible = addrspace(1) externally_initialized global i32 7
@unused = addrspace(1) externally_initialized global i32 9
@once = internal addrspace(1) global i32 0
@0 = internal addrspace(1) global i32 5
@s = internal addrspace(3) global [32 x i32] poison
define internal spir_func void @both() noinline {
  %a = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  %b = atomicrmw add ptr addrspace(1) @0, i32 1 monotonic
  ret void
}
define spir_kernel void @k1(ptr addrspace(1) %p) {
  call void @both()
  %v = load i32, ptr addrspace(1) @visible
  store i32 %v, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(3) @s
  ret void
}
define spir_kernel void @k2(ptr addrspace(1) %p, i64 %i) {
  call void @both()
  %o = atomicrmw add ptr addrspace(1) @once, i32 5 monotonic
  store i32 %o, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @k3(ptr addrspace(1) %p, i16 %i) {
  store i16 %i, ptr addrspace(1) %p
  ret void
}
`

// linkThree links three with instructions per part and more IR, and returns the symbols of the image by name.
func linkThree(t *testing.T, size, more string) map[string][]elf.Symbol {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "three.ll"), filepath.Join(dir, "three.so")
	if err := os.WriteFile(in, []byte(three+more), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := deviceLink(t, "--target=x86_64-unknown-linux-gnu", "--emit=shared", "--part-size="+size, "-O2", "-o", out, in); status != 0 {
		t.Fatal(stderr)
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	symbols := map[string][]elf.Symbol{}
	for _, s := range list {
		symbols[s.Name] = append(symbols[s.Name], s)
	}
	section := f.Section(".gohip")
	if section == nil {
		t.Fatal("the image has no records")
	}
	records, err := section.Data()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`".name":"k1"`, `".name":"k2"`, `".name":"k3"`, `".group_segment_fixed_size":128`, `".name":"visible"`, "v1 module"} {
		if n := strings.Count(string(records), want); n != 1 {
			t.Errorf("the records have %d times %s, want 1:\n%s", n, want, records)
		}
	}
	return symbols
}

// TestParts: kernels that are compiled in parts share their variables.
func TestParts(t *testing.T) {
	objects := func(s map[string][]elf.Symbol) map[string]int {
		n := map[string]int{}
		for name, list := range s {
			for _, x := range list {
				if x.Section == elf.SHN_UNDEF {
					t.Errorf("%s is undefined", name)
				}
				if elf.ST_TYPE(x.Info) == elf.STT_OBJECT {
					n[name]++
				}
			}
		}
		return n
	}
	for _, c := range []struct {
		size, more string
		both       int // copies of the function that two kernels call
	}{
		{"0", "", 1},
		{"1", "", 2},
		{"1000", "", 1},
		// A function has one address.
		{"1", "@f = addrspace(1) externally_initialized global ptr @both\n", 1},
	} {
		s := linkThree(t, c.size, c.more)
		if n := len(s["both"]); n != c.both {
			t.Errorf("parts of %s: %d copies of the function, want %d", c.size, n, c.both)
		}
		n := objects(s)
		for _, name := range []string{"counter", "visible", "unused", "once"} {
			if n[name] != 1 {
				t.Errorf("parts of %s: %d variables %s, want 1", c.size, n[name], name)
			}
		}
		for _, name := range []string{"visible", "unused", "k1", "k2", "k3"} {
			if len(s[name]) != 1 || elf.ST_VISIBILITY(s[name][0].Other) == elf.STV_HIDDEN || elf.ST_BIND(s[name][0].Info) != elf.STB_GLOBAL {
				t.Errorf("parts of %s: %s is not a symbol of the image: %v", c.size, name, s[name])
			}
		}
	}
}
