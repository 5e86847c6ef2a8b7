// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"math"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// WideConversions computes conversions between integers of 65 to 128 bits and floating point by those of
// 64 bits, for devices that have the integers: LLVM calls functions of a C library.
//
//	%d = uitofp i128 %x to double
//
// becomes
//
//	%n = call i128 @llvm.ctlz.i128(i128 (or i128 %x, 1), i1 false)
//	%s = shl i128 %x, %n
//	%top = trunc i128 (lshr i128 %s, 64) to i64
//	%cut = icmp ne i64 (trunc i128 %s to i64), 0
//	%odd = or i64 %top, (zext i1 %cut to i64)         ; rounds as the whole value would
//	%d = fmul double (uitofp i64 %odd to double), 2^(64 - %n)
//
// and
//
//	%x = fptoui double %d to i128
//
// becomes
//
//	%h = fptoui double (fmul double %d, 2^-64) to i64
//	%l = fptoui double (%d - 2^64 * (uitofp i64 %h to double)) to i64
//	%x = or i128 (shl i128 (zext i64 %h to i128), 64), (zext i64 %l to i128)
func WideConversions(u *ir.Unit) error {
	for _, f := range u.Functions() {
		if signed, ok := IsSaturating(f); ok && wideInteger(llvm.GetReturnType(llvm.GlobalGetValueType(f))) {
			for _, call := range ir.Users(f) {
				saturateConversion(u, call, signed)
			}
			llvm.DeleteFunction(f)
		}
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch op := llvm.GetInstructionOpcode(i); op {
			case llvm.SIToFP, llvm.UIToFP:
				if wideInteger(llvm.TypeOf(llvm.GetOperand(i, 0))) {
					fromWide(u, i, op == llvm.SIToFP)
				}
			case llvm.FPToSI, llvm.FPToUI:
				if wideInteger(llvm.TypeOf(i)) {
					toWide(u, i, op == llvm.FPToSI)
				}
			}
		}
	}
	return nil
}

func wideInteger(t llvm.Type) bool {
	return llvm.GetTypeKind(t) == llvm.IntegerKind && llvm.GetIntTypeWidth(t) > 64 && llvm.GetIntTypeWidth(t) <= 128
}

// negativeIf negates an integer if a condition is true.
func negativeIf(b llvm.Builder, negative, x llvm.Value) llvm.Value {
	return llvm.BuildSelect(b, negative, llvm.BuildSub(b, llvm.ConstNull(llvm.TypeOf(x)), x, ""), x, "")
}

func fromWide(u *ir.Unit, i llvm.Value, signed bool) {
	b, x, to := u.Before(i), llvm.GetOperand(i, 0), llvm.TypeOf(i)
	wide, format := u.IntType(128), formatOf(to)
	constant := func(v uint64) llvm.Value { return llvm.ConstInt(wide, v, false) }
	float, exponent, fraction, bias := llvm.FloatTypeInContext(u.Ctx), u.Types.I32, uint64(23), uint64(127)
	if format.double {
		float, exponent, fraction, bias = u.Types.Double, u.Types.I64, 52, 1023
	}
	var negative llvm.Value
	if signed {
		x = llvm.BuildSExt(b, x, wide, "")
		negative = llvm.BuildICmp(b, llvm.IntSLT, x, constant(0), "")
		x = negativeIf(b, negative, x)
	} else {
		x = llvm.BuildZExt(b, x, wide, "")
	}
	zeros := llvm.GetNamedFunction(u.Mod, "llvm.ctlz.i128")
	if zeros == 0 {
		zeros = llvm.AddFunction(u.Mod, "llvm.ctlz.i128", llvm.FunctionType(wide, []llvm.Type{wide, u.Types.I1}, false))
	}
	one := llvm.BuildOr(b, x, constant(1), "") // so that 127 bits at most are zero
	n := llvm.BuildCall2(b, llvm.GlobalGetValueType(zeros), zeros, []llvm.Value{one, llvm.ConstInt(u.Types.I1, 0, false)}, "")
	s := llvm.BuildShl(b, x, n, "")
	cut := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildTrunc(b, s, u.Types.I64, ""), u.I64(0), "")
	top := llvm.BuildTrunc(b, llvm.BuildLShr(b, s, constant(64), ""), u.Types.I64, "")
	top = llvm.BuildOr(b, top, llvm.BuildZExt(b, cut, u.Types.I64, ""), "")
	r := llvm.BuildCast(b, llvm.UIToFP, top, float, "")
	power := llvm.BuildSub(b, llvm.ConstInt(exponent, bias+64, false), llvm.BuildTrunc(b, n, exponent, ""), "")
	power = llvm.BuildShl(b, power, llvm.ConstInt(exponent, fraction, false), "")
	r = llvm.BuildBinOp(b, llvm.FMul, r, llvm.BuildBitCast(b, power, float, ""), "")
	if signed {
		r = llvm.BuildSelect(b, negative, llvm.BuildFNeg(b, r, ""), r, "")
	}
	if to != float {
		r = llvm.BuildFPTrunc(b, r, to, "")
	}
	ir.Replace(i, r)
}

func toWide(u *ir.Unit, i llvm.Value, signed bool) {
	b, d, to := u.Before(i), llvm.GetOperand(i, 0), llvm.TypeOf(i)
	wide, double := u.IntType(128), u.Types.Double
	if llvm.TypeOf(d) != double {
		d = llvm.BuildFPExt(b, d, double, "")
	}
	number := func(e int) llvm.Value { return floatFormat{true, 53}.constant(u, math.Ldexp(1, e), double) }
	var negative llvm.Value
	if signed {
		negative = llvm.BuildFCmp(b, llvm.RealOLT, d, llvm.ConstNull(double), "")
		d = llvm.BuildSelect(b, negative, llvm.BuildFNeg(b, d, ""), d, "")
	}
	h := llvm.BuildCast(b, llvm.FPToUI, llvm.BuildBinOp(b, llvm.FMul, d, number(-64), ""), u.Types.I64, "")
	upper := llvm.BuildBinOp(b, llvm.FMul, llvm.BuildCast(b, llvm.UIToFP, h, double, ""), number(64), "")
	l := llvm.BuildCast(b, llvm.FPToUI, llvm.BuildBinOp(b, llvm.FSub, d, upper, ""), u.Types.I64, "")
	x := llvm.BuildShl(b, llvm.BuildZExt(b, h, wide, ""), llvm.ConstInt(wide, 64, false), "")
	x = llvm.BuildOr(b, x, llvm.BuildZExt(b, l, wide, ""), "")
	if signed {
		x = negativeIf(b, negative, x)
	}
	if to != wide {
		x = llvm.BuildTrunc(b, x, to, "")
	}
	ir.Replace(i, x)
}
