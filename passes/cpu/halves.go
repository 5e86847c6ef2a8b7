// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HalfConversions converts double to half by way of float on x86, which has no instruction for it:
// LLVM would call a function for each element, and __hfma needs it. So that the result is not rounded
// twice, the float is rounded to odd (Boldo and Melquiond, "Emulation of a FMA and correctly rounded
// sums: proved algorithms using rounding to odd", 2008): towards zero and, if it is not exact, with the
// last bit set.
//
//	%h = fptrunc double %v to half
//
// becomes
//
//	%f = fptrunc double %v to float
//	%back = fpext float %f to double
//	%inexact = fcmp one double %back, %v              ; false for NaN
//	%magnitude = shl i64 (bitcast double %v), 1       ; without the sign
//	%of.back = shl i64 (bitcast double %back), 1
//	%away = icmp ugt i64 %of.back, %magnitude
//	%one = zext i1 %away to i32
//	%down = sub i32 (bitcast float %f), %one
//	%odd = or i32 %down, 1
//	%bits = select i1 %inexact, i32 %odd, i32 (bitcast float %f)
//	%h = fptrunc float (bitcast i32 %bits) to half
func HalfConversions(u *ir.Unit) error {
	if !strings.HasPrefix(llvm.GetTarget(u.Mod), "x86_64") {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) != llvm.FPTrunc {
				continue
			}
			to, from := llvm.TypeOf(i), llvm.TypeOf(llvm.GetOperand(i, 0))
			if element(to) == llvm.HalfKind && element(from) == llvm.DoubleKind {
				throughFloat(u, i)
			}
		}
	}
	return nil
}

// element returns the kind of a type's elements.
func element(t llvm.Type) llvm.TypeKind {
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		t = llvm.GetElementType(t)
	}
	return llvm.GetTypeKind(t)
}

func throughFloat(u *ir.Unit, i llvm.Value) {
	b, v := u.Before(i), llvm.GetOperand(i, 0)
	wide := llvm.TypeOf(v)
	like := func(t llvm.Type) llvm.Type {
		if llvm.GetTypeKind(wide) == llvm.VectorKind {
			return llvm.VectorType(t, llvm.GetVectorSize(wide))
		}
		return t
	}
	float, i32, i64 := like(llvm.FloatTypeInContext(u.Ctx)), like(u.IntType(32)), like(u.IntType(64))
	one := func(t llvm.Type) llvm.Value {
		return llvm.BuildSub(b, llvm.ConstNull(t), llvm.ConstAllOnes(t), "") // t may be a vector
	}
	f := llvm.BuildFPTrunc(b, v, float, "")
	back := llvm.BuildFPExt(b, f, wide, "")
	inexact := llvm.BuildFCmp(b, llvm.RealONE, back, v, "")
	magnitude := func(d llvm.Value) llvm.Value {
		return llvm.BuildShl(b, llvm.BuildBitCast(b, d, i64, ""), one(i64), "")
	}
	away := llvm.BuildICmp(b, llvm.IntUGT, magnitude(back), magnitude(v), "")
	bits := llvm.BuildBitCast(b, f, i32, "")
	down := llvm.BuildSub(b, bits, llvm.BuildZExt(b, away, i32, ""), "")
	odd := llvm.BuildOr(b, down, one(i32), "")
	bits = llvm.BuildSelect(b, inexact, odd, bits, "")
	h := llvm.BuildFPTrunc(b, llvm.BuildBitCast(b, bits, float, ""), llvm.TypeOf(i), "")
	llvm.ReplaceAllUsesWith(i, h)
	ir.Erase(i)
}
