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

// HalfPowers computes powers of halves that become halves again by the approximate instruction, before the function
// for float is inlined. The errors of the instruction and of the product are less than a hundredth of a half's
// last place.
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
func HalfPowers(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	float, half := llvm.FloatTypeInContext(u.Ctx), llvm.HalfTypeInContext(u.Ctx)
	name := "llvm.nvvm.ex2.approx.ftz.f32"
	if u.Lib.Major < 22 {
		name = "llvm.nvvm.ex2.approx.ftz.f"
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
			x, users := llvm.GetOperand(call, 0), ir.Users(call)
			becomes := func(v llvm.Value) bool { return ir.Opcode(v) == llvm.FPTrunc && llvm.TypeOf(v) == half }
			if ir.Opcode(x) != llvm.FPExt || llvm.TypeOf(llvm.GetOperand(x, 0)) != half || slices.ContainsFunc(users, func(v llvm.Value) bool { return !becomes(v) }) {
				continue
			}
			u.Before(call)
			if factor != 1 {
				x = llvm.BuildBinOp(u.B, llvm.FMul, x, llvm.ConstBitCast(u.I32(uint64(math.Float32bits(float32(factor)))), float), "")
			}
			callee := u.RuntimeFunction(name, float, float)
			ir.Replace(call, llvm.BuildCall2(u.B, llvm.GlobalGetValueType(callee), callee, []llvm.Value{x}, ""))
		}
	}
	return nil
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
func HalfDivisions(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	half := llvm.HalfTypeInContext(u.Ctx)
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) != llvm.FDiv || scalar(llvm.TypeOf(i)) != half {
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
	call := func(name string, args ...llvm.Value) llvm.Value {
		callee := u.RuntimeFunction(name, float, slices.Repeat([]llvm.Type{float}, len(args))...)
		return llvm.BuildCall2(u.B, llvm.GlobalGetValueType(callee), callee, args, "")
	}
	x, y := llvm.BuildFPExt(u.B, a, float, ""), llvm.BuildFPExt(u.B, b, float, "")
	r := call("llvm.nvvm.rcp.approx.ftz.f", y)
	p := llvm.BuildBinOp(u.B, llvm.FMul, x, r, "")
	e := call("llvm.fma.f32", llvm.BuildFNeg(u.B, p, ""), y, x)
	corrected := call("llvm.fma.f32", e, r, p)
	rest := llvm.BuildFCmp(u.B, llvm.RealONE, e, llvm.ConstNull(float), "")
	return llvm.BuildFPTrunc(u.B, llvm.BuildSelect(u.B, rest, corrected, p, ""), llvm.TypeOf(a), "")
}
