// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package amdgcn

import (
	"testing"

	"gohipcc/passes/ir"
	"gohipcc/passes/ir/irtest"
	"gohipcc/passes/llvm"
)

// TestFunctions: library functions get the processor of the program's functions, those with one
// keep theirs, and declarations get none.
func TestFunctions(t *testing.T) {
	u := irtest.Parse(t, `
declare void @declared()
define void @first() "target-cpu"="gfx90a" { ret void }
define void @own() "target-cpu"="gfx1100" { ret void }
define void @library() { ret void }
`)
	if err := Functions(u); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"first": "gfx90a", "own": "gfx1100", "library": "gfx90a", "declared": ""} {
		got := ""
		if a := llvm.GetStringAttributeAtIndex(llvm.GetNamedFunction(u.Mod, name), llvm.FunctionIndex, "target-cpu"); a != 0 {
			n := new(uint32)
			got = llvm.CopyString(llvm.GetStringAttributeValue(a, n), uint64(*n))
		}
		if got != want {
			t.Errorf("%s is for %q, want %q", name, got, want)
		}
	}
}

// TestSymbols: symbols that are not internal to the module are visible to the loader.
func TestSymbols(t *testing.T) {
	u := irtest.Parse(t, `
define amdgpu_kernel void @kernel() { ret void }
define internal void @helper() { ret void }
`)
	u.Target = &ir.Target{Constant: ConstantSpace}
	if err := Symbols(u); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]uint32{"kernel": protectedVisibility, "helper": 0} {
		if got := uint32(llvm.GetVisibility(llvm.GetNamedFunction(u.Mod, name))); got != want {
			t.Errorf("%s: visibility %d, want %d", name, got, want)
		}
	}
}

// TestWholeRegisters: a function without features gets those of the target machine too, and other
// generations have no such feature.
func TestWholeRegisters(t *testing.T) {
	for processor, want := range map[string]string{"gfx1100": "+cumode,-real-true16", "gfx1030": ""} {
		u := irtest.Parse(t, `define void @f() { ret void }`)
		u.Opts.CPU, u.Opts.Features = processor, "+cumode"
		if err := WholeRegisters(u); err != nil {
			t.Fatal(err)
		}
		got := ""
		if a := llvm.GetStringAttributeAtIndex(llvm.GetNamedFunction(u.Mod, "f"), llvm.FunctionIndex, "target-features"); a != 0 {
			n := new(uint32)
			got = llvm.CopyString(llvm.GetStringAttributeValue(a, n), uint64(*n))
		}
		if got != want {
			t.Errorf("on %s a function has %q, want %q", processor, got, want)
		}
	}
}
