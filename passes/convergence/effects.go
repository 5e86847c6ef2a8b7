// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ExchangeEffects gives shuffles and ballots attributes by which LLVM deletes those whose result
// nothing needs. Libraries exchange empty types: the shuffles of their padding keep lanes apart
// that a branch separates only for these, and each is a synchronisation point. Memory counts as
// read, so no store moves from one side of an exchange to the other.
//
//	declare i32 @_Z17sub_group_shufflejj(i32, i32) convergent
//
// becomes
//
//	declare i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind willreturn memory(read)
func ExchangeEffects(u *ir.Unit) error {
	reads := llvm.Attribute(0)
	for _, f := range collectives(u) {
		if name, _ := ir.MangledName(f.Name()); name != "sub_group_shuffle" && name != "sub_group_ballot" {
			continue
		}
		if reads == 0 {
			a, err := readsMemory(u)
			if err != nil {
				return err
			}
			reads = a
		}
		u.AddAttr(f, llvm.FunctionIndex, "nounwind")
		u.AddAttr(f, llvm.FunctionIndex, "willreturn")
		llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, reads)
	}
	return nil
}

// readsMemory returns the attribute memory(read), whose value depends on the release of LLVM.
func readsMemory(u *ir.Unit) (llvm.Attribute, error) {
	const name = "__gohip.reads"
	if err := u.LinkText("define void @" + name + "() memory(read) {\n  ret void\n}\n"); err != nil {
		return 0, err
	}
	f := llvm.GetNamedFunction(u.Mod, name)
	a := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("memory"))
	llvm.DeleteFunction(f)
	return a, nil
}
