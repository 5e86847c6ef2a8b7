// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostElements limits the elements of a vector that is loaded one by one.
const mostElements = 4

// loadMarks are the metadata of a load that hold for its parts.
var loadMarks = []string{"tbaa", "noalias", "alias.scope", "invariant.load", "nontemporal"}

// ElementLoads loads the elements of vectors of which only elements are used, as of __half2 and float2. LLVM's vectoriser
// takes no loop over work-items in which a value is a vector; loads of neighbouring elements become ones of all lanes' vectors.
//
//	%v = load <2 x half>, ptr %p
//	%a = extractelement <2 x half> %v, i64 1
//
// becomes
//
//	%q = getelementptr inbounds half, ptr %p, i64 1
//	%a = load half, ptr %q
func ElementLoads(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.Load && llvm.GetTypeKind(llvm.TypeOf(i)) == llvm.VectorKind {
				loadElements(u, i)
			}
		}
	}
	return nil
}

// loadElements replaces a load of a vector if only its elements are used.
func loadElements(u *ir.Unit, load llvm.Value) {
	n, t := llvm.GetVectorSize(llvm.TypeOf(load)), llvm.GetElementType(llvm.TypeOf(load))
	switch llvm.GetTypeKind(t) {
	case llvm.HalfKind, llvm.FloatKind, llvm.DoubleKind:
	default:
		return
	}
	users := ir.Users(load)
	isOther := func(x llvm.Value) bool {
		if llvm.IsAInstruction(x) == 0 || ir.Opcode(x) != llvm.ExtractElement {
			return true
		}
		k := llvm.GetOperand(x, 1)
		return llvm.IsAConstantInt(k) == 0 || llvm.ConstIntGetZExtValue(k) >= uint64(n)
	}
	if n > mostElements || len(users) == 0 || llvm.GetVolatile(load) || llvm.GetOrdering(load) != 0 || slices.ContainsFunc(users, isOther) {
		return
	}
	b, size := u.Before(load), uint32(llvm.StoreSizeOfType(u.Layout, t))
	elements := make([]llvm.Value, n)
	for _, x := range users {
		k := llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 1))
		if elements[k] == 0 {
			p, align := llvm.GetOperand(load, 0), llvm.GetAlignment(load)
			if k > 0 {
				p, align = llvm.BuildInBoundsGEP2(b, t, p, []llvm.Value{u.I64(k)}, ""), min(align, size)
			}
			e := llvm.BuildLoad2(b, t, p, "")
			llvm.SetAlignment(e, align)
			for _, mark := range loadMarks {
				if m := llvm.GetMetadata(load, u.MDKind(mark)); m != 0 {
					llvm.SetMetadata(e, u.MDKind(mark), m)
				}
			}
			elements[k] = e
		}
		ir.Replace(x, elements[k])
	}
	ir.Erase(load)
}
