// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"math"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ConstantPowers computes powers with the exponents 0, 1/2, 1, 2 and -1 without the library's function, which LLVM
// does only for the C library's. The results are the same or closer: each is rounded once at most.
//
//	%a = call double @__ocml_pow_f64(double %x, double 2.0)
//	%b = call float @__ocml_pown_f32(float %x, i32 -1)
//	%c = call float @__ocml_pow_f32(float %x, float 0.5)
//
// becomes
//
//	%a = fmul double %x, %x
//	%b = fdiv float 1.0, %x
//	%root = call float @__ocml_sqrt_f32(float %x)
//	%abs = call float @llvm.fabs.f32(float %root)    ; the root of -0 is -0
//	%least = fcmp oeq float %x, -inf
//	%c = select i1 %least, float +inf, float %abs
func ConstantPowers(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Functions() {
		name := f.Name()
		if name != fastPower && (!strings.HasPrefix(name, "__ocml_pow_f") && !strings.HasPrefix(name, "__ocml_pown_f") || strings.HasSuffix(name, "f16")) {
			continue
		}
		for _, call := range ir.Users(f) {
			if ir.IsCall(call) && ir.Callee(call) == f {
				constantPower(u, call)
			}
		}
	}
	return nil
}

// fastPower is __powf, to which -ffast-math turns powf.
const fastPower = "__gohip_fast_pow_f32"

func constantPower(u *ir.Unit, call llvm.Value) {
	x, y := llvm.GetOperand(call, 0), llvm.GetOperand(call, 1)
	number := func(v float64) llvm.Value { return formatOf(llvm.TypeOf(x)).constant(u, v, llvm.TypeOf(x)) }
	is := func(n int64) bool {
		if llvm.IsAConstantInt(y) != 0 {
			return llvm.ConstIntGetSExtValue(y) == n
		}
		return y == number(float64(n))
	}
	var r llvm.Value
	switch b := u.Before(call); {
	case is(0):
		r = number(1)
	case is(1):
		r = x
	case is(2):
		r = llvm.BuildBinOp(b, llvm.FMul, x, x, "")
	case y == number(0.5) && ir.Callee(call).Name() != fastPower:
		r = squareRoot(u, x, number(math.Inf(1)), number(math.Inf(-1)))
	case is(-1):
		r = llvm.BuildBinOp(b, llvm.FDiv, number(1), x, "")
	default:
		return
	}
	if op := ir.Opcode(r); (op == llvm.FMul || op == llvm.FDiv) && r != x && llvm.CanValueUseFastMathFlags(call) {
		llvm.SetFastMathFlags(r, llvm.GetFastMathFlags(call))
	}
	ir.Replace(call, r)
}

// squareRoot builds x to the power of 1/2.
func squareRoot(u *ir.Unit, x, most, least llvm.Value) llvm.Value {
	t, suffix := llvm.TypeOf(x), "f32"
	if formatOf(t).double {
		suffix = "f64"
	}
	one := func(name string, v llvm.Value) llvm.Value {
		f := u.RuntimeFunction(name+suffix, t, t)
		return llvm.BuildCall2(u.B, llvm.GlobalGetValueType(f), f, []llvm.Value{v}, "")
	}
	root := one("llvm.fabs.", one("__ocml_sqrt_", x))
	return llvm.BuildSelect(u.B, llvm.BuildFCmp(u.B, llvm.RealOEQ, x, least, ""), most, root, "")
}
