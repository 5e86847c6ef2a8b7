// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Initialisers gives variables a type whose values LLVM prints correctly. It prints half and bfloat as
// double, which PTX does not take for their 16 bits, and vectors of booleans as if each had a byte.
//
//	@h = addrspace(1) global half 0xH3E00
//	@m = addrspace(1) global { <8 x i1>, i32 } { <8 x i1> <i1 true, i1 false, i1 true, …>, i32 7 }
//
// becomes
//
//	@h = addrspace(1) global i16 15872
//	@m = addrspace(1) global <{ [1 x i8], [3 x i8], i32 }> <{ [1 x i8] c"\05", [3 x i8] zeroinitializer, i32 7 }>
func Initialisers(u *ir.Unit) error {
	for _, g := range u.Globals() {
		value := llvm.GetInitializer(g)
		if value == 0 {
			continue
		}
		printed := value
		switch t := llvm.TypeOf(value); {
		case isShort(t):
			printed = llvm.ConstBitCast(value, u.IntType(16))
		case holdsBitVector(u, t):
			printed = withoutBitVectors(u, value)
		}
		if printed == value {
			continue
		}
		n := replacement(u, g, printed, llvm.GetPointerAddressSpace(llvm.TypeOf(g)))
		llvm.SetAlignment(n, max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.Layout, llvm.TypeOf(value))))
		llvm.ReplaceAllUsesWith(g, n)
		llvm.DeleteGlobal(g)
	}
	return nil
}

func isShort(t llvm.Type) bool {
	k := llvm.GetTypeKind(t)
	return k == llvm.HalfKind || k == llvm.BFloatKind
}

func holdsBitVector(u *ir.Unit, t llvm.Type) bool {
	switch llvm.GetTypeKind(t) {
	case llvm.ArrayKind:
		return holdsBitVector(u, llvm.GetElementType(t))
	case llvm.StructKind:
		for k := range llvm.CountStructElementTypes(t) {
			if holdsBitVector(u, llvm.StructGetTypeAtIndex(t, k)) {
				return true
			}
		}
	}
	return u.IsBitVector(t)
}

// withoutBitVectors returns a constant with the same bytes: vectors of bits are arrays of bytes, and
// structures that hold them packed, with their padding.
func withoutBitVectors(u *ir.Unit, c llvm.Value) llvm.Value {
	t := llvm.TypeOf(c)
	if !holdsBitVector(u, t) {
		return c
	}
	if bytes, ok := u.BitVector(c); ok {
		bytes = append(bytes, make([]byte, llvm.ABISizeOfType(u.Layout, t)-uint64(len(bytes)))...)
		return llvm.ConstStringInContext2(u.Ctx, &bytes[0], uint64(len(bytes)), true)
	}
	if llvm.GetTypeKind(t) == llvm.ArrayKind {
		n := llvm.GetArrayLength2(t)
		list := make([]llvm.Value, n)
		for k := range list {
			list[k] = withoutBitVectors(u, llvm.GetAggregateElement(c, uint32(k)))
		}
		if n == 0 {
			return c
		}
		return llvm.ConstArray2(llvm.TypeOf(list[0]), &list[0], n)
	}
	var list []llvm.Value
	end := uint64(0)
	pad := func(to uint64) {
		if to > end {
			list = append(list, llvm.ConstNull(llvm.ArrayType2(u.Types.I8, to-end)))
		}
	}
	for k := range llvm.CountStructElementTypes(t) {
		pad(llvm.OffsetOfElement(u.Layout, t, k))
		e := withoutBitVectors(u, llvm.GetAggregateElement(c, k))
		list = append(list, e)
		end = llvm.OffsetOfElement(u.Layout, t, k) + llvm.ABISizeOfType(u.Layout, llvm.TypeOf(e))
	}
	pad(llvm.ABISizeOfType(u.Layout, t))
	return llvm.ConstStructInContext(u.Ctx, list, true)
}
