// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package irtest provides modules of LLVM IR to the tests of passes, without a pipeline.
package irtest

import (
	"testing"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Parse reads LLVM IR as text into a unit without a code generator.
func Parse(t testing.TB, text string) *ir.Unit {
	t.Helper()
	lib, err := llvm.Open("")
	if err != nil {
		t.Fatal(err)
	}
	u := &ir.Unit{Opts: &ir.Options{}, Target: &ir.Target{}, Lib: lib, Ctx: llvm.ContextCreate()}
	u.Init()
	if u.Mod, err = u.Parse(t.Name(), []byte(text), false); err != nil {
		t.Fatal(err)
	}
	u.Layout = llvm.CreateTargetData(llvm.GetDataLayoutStr(u.Mod))
	return u
}

// Value returns the instruction or the parameter with a name, of a function.
func Value(t testing.TB, u *ir.Unit, function, name string) llvm.Value {
	t.Helper()
	f := llvm.GetNamedFunction(u.Mod, function)
	if f == 0 {
		t.Fatalf("no function %s", function)
	}
	for _, v := range append(ir.Params(f), ir.Instructions(f)...) {
		if v.Name() == name {
			return v
		}
	}
	t.Fatalf("no %%%s in %s", name, function)
	return 0
}
