// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// OddFloat builds the float to which a double, or each of a vector, is rounded to odd: towards zero
// and, if it is not exact, with the last bit set. A narrower format can be rounded from it as if from
// the double (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms
// using rounding to odd", 2008).
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
//	%result = bitcast i32 %bits to float
func (u *Unit) OddFloat(v llvm.Value) llvm.Value {
	b, wide := u.B, llvm.TypeOf(v)
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
	return llvm.BuildBitCast(b, bits, float, "")
}
