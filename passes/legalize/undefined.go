// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// UndefinedMembers gives structures and arrays that are undefined members of a constant zero as
// their value. The front end leaves padding undefined, as that after bit-fields, and the SPIR-V
// backend cannot translate such members.
//
//	@t = addrspace(2) constant [1 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 51, [3 x i8] undef }]
//
// becomes
//
//	@t = addrspace(2) constant [1 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 51, [3 x i8] zeroinitializer }]
func UndefinedMembers(u *ir.Unit) error {
	for _, g := range u.Globals() {
		if init := llvm.GetInitializer(g); init != 0 {
			if c := defineMembers(init); c != init {
				llvm.SetInitializer(g, c)
			}
		}
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			for k := range uint32(llvm.GetNumOperands(i)) {
				v := llvm.GetOperand(i, k)
				if llvm.IsConstant(v) && memberCount(llvm.TypeOf(v)) > 0 {
					if c := defineMembers(v); c != v {
						llvm.SetOperand(i, k, c)
					}
				}
			}
		}
	}
	return nil
}

// defineMembers returns a constant whose undefined structures and arrays, at any depth below c, are
// zero; c itself if it has none.
func defineMembers(c llvm.Value) llvm.Value {
	t := llvm.TypeOf(c)
	if memberCount(t) == 0 || llvm.IsUndef(c) || llvm.IsNull(c) {
		return c
	}
	if llvm.GetTypeKind(t) == llvm.ArrayKind && memberCount(llvm.GetElementType(t)) == 0 {
		return c // of scalars, which may be undefined
	}
	changed := false
	members := make([]llvm.Value, memberCount(t))
	for k := range members {
		old := llvm.GetAggregateElement(c, uint32(k))
		members[k] = defineMembers(old)
		if llvm.IsUndef(old) && memberCount(llvm.TypeOf(old)) > 0 {
			members[k] = llvm.ConstNull(llvm.TypeOf(old))
		}
		changed = changed || members[k] != old
	}
	switch {
	case !changed:
		return c
	case llvm.GetTypeKind(t) == llvm.ArrayKind:
		return llvm.ConstArray2(llvm.GetElementType(t), &members[0], uint64(len(members)))
	}
	return llvm.ConstNamedStruct(t, members)
}
