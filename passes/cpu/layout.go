// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FixLayout makes addresses and variables independent of the layout of types with integers of more
// than 64 bits. The front end laid them out for spirv64, aligned to 8 bytes as on the host; the
// data layout of the processor aligns them to 16.
//
//	%s = alloca { i32, i90 }, align 8
//	%p = getelementptr { i32, i90 }, ptr %s, i64 %i, i32 1
//
// becomes
//
//	%s = alloca [24 x i8], align 8
//	%o = mul i64 %i, 24
//	%0 = getelementptr i8, ptr %s, i64 %o
//	%p = getelementptr i8, ptr %0, i64 8
func FixLayout(u *ir.Unit) error {
	var bad ir.Problems
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.GetElementPtr:
				switch {
				case !hasWideInteger(llvm.GetGEPSourceElementType(i)):
				case llvm.GetTypeKind(llvm.TypeOf(i)) == llvm.VectorKind:
					bad.Addf("%s computes a vector of addresses of integers of more than 64 bits, for which there is no code on a processor", u.Where(i))
				default:
					byteOffsets(u, i)
				}
			case llvm.Alloca:
				if t := llvm.GetAllocatedType(i); hasWideInteger(t) {
					size := llvm.ArrayType2(u.Types.I8, llvm.ABISizeOfType(u.Layout, t))
					a := llvm.BuildArrayAlloca(u.Before(i), size, llvm.GetOperand(i, 0), "")
					llvm.SetAlignment(a, llvm.GetAlignment(i))
					ir.Replace(i, a)
				}
			}
		}
	}
	return bad.Err()
}

// hasWideInteger reports whether a type is or has an integer of more than 64 bits.
func hasWideInteger(t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		return llvm.GetIntTypeWidth(t) > 64
	case llvm.ArrayKind, llvm.VectorKind:
		return hasWideInteger(llvm.GetElementType(t))
	case llvm.StructKind:
		for n := range llvm.CountStructElementTypes(t) {
			if hasWideInteger(llvm.StructGetTypeAtIndex(t, n)) {
				return true
			}
		}
	}
	return false
}

// byteOffsets replaces a GEP by GEPs of byte offsets.
func byteOffsets(u *ir.Unit, gep llvm.Value) {
	b := u.Before(gep)
	build := llvm.BuildGEP2
	if llvm.IsInBounds(gep) {
		build = llvm.BuildInBoundsGEP2
	}
	p := llvm.GetOperand(gep, 0)
	step := func(offset llvm.Value) { p = build(b, u.Types.I8, p, []llvm.Value{offset}, "") }
	t := llvm.GetGEPSourceElementType(gep)
	for n := range llvm.GetNumIndices(gep) {
		index := llvm.GetOperand(gep, n+1)
		if n > 0 && llvm.GetTypeKind(t) == llvm.StructKind {
			field := uint32(llvm.ConstIntGetZExtValue(index))
			if o := llvm.OffsetOfElement(u.Layout, t, field); o != 0 {
				step(u.I64(o))
			}
			t = llvm.StructGetTypeAtIndex(t, field)
			continue
		}
		if n > 0 {
			t = llvm.GetElementType(t)
		}
		if llvm.IsAConstantInt(index) != 0 && llvm.IsNull(index) {
			continue
		}
		switch w := llvm.GetIntTypeWidth(llvm.TypeOf(index)); {
		case w < 64:
			index = llvm.BuildSExt(b, index, u.Types.I64, "")
		case w > 64:
			index = llvm.BuildTrunc(b, index, u.Types.I64, "")
		}
		step(llvm.BuildMul(b, index, u.I64(llvm.ABISizeOfType(u.Layout, t)), ""))
	}
	ir.Replace(gep, p)
}
