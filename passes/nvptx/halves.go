// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"math"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// powers has the library's powers of a constant, by name, and the constant's logarithm to base two.
var powers = map[string]float64{"__ocml_exp_f32": math.Log2E, "__ocml_exp2_f32": 1, "__ocml_exp10_f32": math.Ln10 * math.Log2E}

// HalfPowers computes powers of halves or bfloats that become such numbers again by the approximate instruction, before
// the function for float is inlined. The errors of the instruction and of the product are less than a hundredth of
// the result's last place.
//
//	%x = fpext half %h to float
//	%e = call float @__ocml_exp_f32(float %x)
//	%r = fptrunc float %e to half
//
// becomes
//
//	%x = fpext half %h to float
//	%m = fmul float %x, 1.442695
//	%e = call float @llvm.nvvm.ex2.approx.ftz.f32(float %m)
//	%r = fptrunc float %e to half
//
// Bfloats that are subnormal floats are not flushed.
func HalfPowers(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	float := llvm.FloatTypeInContext(u.Ctx)
	kind := ".f32"
	if u.Lib.Major < 22 {
		kind = ".f"
	}
	for _, f := range u.Functions() {
		factor := powers[f.Name()]
		if factor == 0 {
			continue
		}
		for _, call := range ir.Users(f) {
			if !ir.IsCall(call) || ir.Callee(call) != f {
				continue
			}
			x := llvm.GetOperand(call, 0)
			name := "llvm.nvvm.ex2.approx"
			switch {
			case wasHalf(u, x) && becomesHalf(u, call):
				name += ".ftz"
			case !wasBfloat(u, x) || !becomesBfloat(u, call):
				continue
			}
			u.Before(call)
			if factor != 1 {
				x = llvm.BuildBinOp(u.B, llvm.FMul, x, llvm.ConstBitCast(u.I32(uint64(math.Float32bits(float32(factor)))), float), "")
			}
			ir.Replace(call, ofFloats(u, name+kind, x))
		}
	}
	return nil
}

// wasHalf reports whether a float was a half.
func wasHalf(u *ir.Unit, x llvm.Value) bool {
	return ir.Opcode(x) == llvm.FPExt && llvm.TypeOf(llvm.GetOperand(x, 0)) == llvm.HalfTypeInContext(u.Ctx)
}

// becomesHalf reports whether a float becomes a half, and has no other use.
func becomesHalf(u *ir.Unit, x llvm.Value) bool {
	users := ir.Users(x)
	return len(users) > 0 && !slices.ContainsFunc(users, func(v llvm.Value) bool {
		return ir.Opcode(v) != llvm.FPTrunc || llvm.TypeOf(v) != llvm.HalfTypeInContext(u.Ctx)
	})
}

// wasBfloat reports whether a float was a bfloat, which may be the upper half of an integer.
func wasBfloat(u *ir.Unit, x llvm.Value) bool {
	switch ir.Opcode(x) {
	case llvm.FPExt:
		return llvm.TypeOf(llvm.GetOperand(x, 0)) == llvm.BFloatTypeInContext(u.Ctx)
	case llvm.BitCast:
		v := llvm.GetOperand(x, 0)
		op := ir.Opcode(v)
		if llvm.TypeOf(v) != u.Types.I32 || op != llvm.Shl && op != llvm.And {
			return false
		}
		k := llvm.GetOperand(v, 1)
		return llvm.IsAConstantInt(k) != 0 && llvm.ConstIntGetSExtValue(k) == map[llvm.Opcode]int64{llvm.Shl: 16, llvm.And: -0x10000}[op]
	}
	return false
}

// becomesBfloat reports whether a float becomes a bfloat, perhaps together with another, and has no other use.
func becomesBfloat(u *ir.Unit, x llvm.Value) bool {
	users := ir.Users(x)
	return len(users) > 0 && !slices.ContainsFunc(users, func(v llvm.Value) bool {
		if ir.Opcode(v) == llvm.Call && ir.Callee(v) != 0 {
			name := ir.Callee(v).Name()
			return name != convertsPair && name != "llvm.is.constant.f32"
		}
		return ir.Opcode(v) != llvm.FPTrunc || llvm.TypeOf(v) != llvm.BFloatTypeInContext(u.Ctx)
	})
}

// HalfDivisions divides halves by the approximate reciprocal and one correction in float. LLVM divides in float, exactly,
// and ptxas has a function for that.
//
//	%q = fdiv half %a, %b
//
// becomes
//
//	%x = fpext half %a to float
//	%y = fpext half %b to float
//	%r = call float @llvm.nvvm.rcp.approx.ftz.f(float %y)
//	%p = fmul float %x, %r
//	%n = fneg float %p
//	%e = call float @llvm.fma.f32(float %n, float %y, float %x)
//	%c = call float @llvm.fma.f32(float %e, float %r, float %p)
//	%d = fcmp one float %e, 0.0
//	%f = select i1 %d, float %c, float %p
//	%q = fptrunc float %f to half
//
// No float is beyond its range. The quotient of two numbers of eleven bits is at least 2^-23 of itself away from where
// the rounding to half changes, unless it is there, and the corrected one is closer to the exact one. The
// rest is zero or no number where the product needs no correction: zeros keep their signs, and infinity remains.
//
// The square root of a half that becomes a half is the approximate one with a correction by the reciprocal root, that of a
// bfloat the approximate one: its error is less than 2^-22 of the result, and that is at least 2^-20 of
// itself away from where the rounding to bfloat changes.
func HalfDivisions(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	half := llvm.HalfTypeInContext(u.Ctx)
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if replaceRoot(u, i) || ir.Opcode(i) != llvm.FDiv || llvm.ScalarType(llvm.TypeOf(i)) != half {
				continue
			}
			a, b := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
			u.Before(i)
			if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.VectorKind {
				ir.Replace(i, divideHalves(u, a, b))
				continue
			}
			q := llvm.GetPoison(llvm.TypeOf(i))
			for k := range llvm.GetVectorSize(llvm.TypeOf(i)) {
				at := u.I32(uint64(k))
				e := divideHalves(u, llvm.BuildExtractElement(u.B, a, at, ""), llvm.BuildExtractElement(u.B, b, at, ""))
				q = llvm.BuildInsertElement(u.B, q, e, at, "")
			}
			ir.Replace(i, q)
		}
	}
	return nil
}

// divideHalves builds the quotient of two halves.
func divideHalves(u *ir.Unit, a, b llvm.Value) llvm.Value {
	float := llvm.FloatTypeInContext(u.Ctx)
	x, y := llvm.BuildFPExt(u.B, a, float, ""), llvm.BuildFPExt(u.B, b, float, "")
	r := ofFloats(u, "llvm.nvvm.rcp.approx.ftz.f", y)
	p := llvm.BuildBinOp(u.B, llvm.FMul, x, r, "")
	e := ofFloats(u, "llvm.fma.f32", llvm.BuildFNeg(u.B, p, ""), y, x)
	corrected := ofFloats(u, "llvm.fma.f32", e, r, p)
	rest := llvm.BuildFCmp(u.B, llvm.RealONE, e, llvm.ConstNull(float), "")
	return llvm.BuildFPTrunc(u.B, llvm.BuildSelect(u.B, rest, corrected, p, ""), llvm.TypeOf(a), "")
}

// replaceRoot replaces the square root of a half that becomes a half, or of a bfloat that becomes a bfloat.
func replaceRoot(u *ir.Unit, i llvm.Value) bool {
	if ir.Opcode(i) != llvm.Call || ir.Callee(i) == 0 {
		return false
	}
	float := llvm.FloatTypeInContext(u.Ctx)
	x := llvm.GetOperand(i, 0)
	switch ir.Callee(i).Name() {
	case "llvm.sqrt.f16":
		u.Before(i)
		ir.Replace(i, llvm.BuildFPTrunc(u.B, rootOfHalf(u, llvm.BuildFPExt(u.B, x, float, "")), llvm.TypeOf(i), ""))
	case "llvm.sqrt.f32":
		u.Before(i)
		switch {
		case wasHalf(u, x) && becomesHalf(u, i):
			ir.Replace(i, rootOfHalf(u, x))
		case wasBfloat(u, x) && becomesBfloat(u, i):
			ir.Replace(i, ofFloats(u, "llvm.nvvm.sqrt.approx.f", x))
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// rootOfHalf builds the square root of a half: the approximate one and a correction.
func rootOfHalf(u *ir.Unit, x llvm.Value) llvm.Value {
	float := llvm.FloatTypeInContext(u.Ctx)
	s := ofFloats(u, "llvm.nvvm.sqrt.approx.ftz.f", x)
	e := ofFloats(u, "llvm.fma.f32", llvm.BuildFNeg(u.B, s, ""), s, x)
	half := llvm.BuildBinOp(u.B, llvm.FMul, e, llvm.ConstBitCast(u.I32(uint64(math.Float32bits(0.5))), float), "")
	corrected := ofFloats(u, "llvm.fma.f32", half, ofFloats(u, "llvm.nvvm.rsqrt.approx.ftz.f", x), s)
	return llvm.BuildSelect(u.B, llvm.BuildFCmp(u.B, llvm.RealONE, e, llvm.ConstNull(float), ""), corrected, s, "")
}

// ofFloats builds the call of an intrinsic function of floats.
func ofFloats(u *ir.Unit, name string, args ...llvm.Value) llvm.Value {
	float := llvm.FloatTypeInContext(u.Ctx)
	callee := u.RuntimeFunction(name, float, slices.Repeat([]llvm.Type{float}, len(args))...)
	return llvm.BuildCall2(u.B, llvm.GlobalGetValueType(callee), callee, args, "")
}
