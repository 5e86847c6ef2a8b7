// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ConstantPowers computes powers with the exponents 0, 1, 2 and -1 without the library's function, which LLVM does
// only for the C library's. The results are the same or closer: each is one operation at most.
//
//	%a = call double @__ocml_pow_f64(double %x, double 2.0)
//	%b = call float @__ocml_pown_f32(float %x, i32 -1)
//
// becomes
//
//	%a = fmul double %x, %x
//	%b = fdiv float 1.0, %x
func ConstantPowers(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Functions() {
		name := f.Name()
		if !strings.HasPrefix(name, "__ocml_pow_f") && !strings.HasPrefix(name, "__ocml_pown_f") || strings.HasSuffix(name, "f16") {
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
	case is(-1):
		r = llvm.BuildBinOp(b, llvm.FDiv, number(1), x, "")
	default:
		return
	}
	if llvm.IsAInstruction(r) != 0 && r != x && llvm.CanValueUseFastMathFlags(call) {
		llvm.SetFastMathFlags(r, llvm.GetFastMathFlags(call))
	}
	ir.Replace(call, r)
}
