// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// contractFlag is LLVM-C's LLVMFastMathAllowContract.
const contractFlag = 1 << 5

// Contract contracts multiplications and the additions that use them into fused operations where
// the source allows it, as HIP does by default. SPIR-V allows or forbids contraction per kernel,
// which would also contract the device library's arithmetic that relies on separate roundings. So
// contraction happens here, per instruction, and kernels keep the execution mode ContractionOff.
// The result is OpenCL's mad: a device without a fused instruction multiplies and adds.
//
//	%m = fmul contract float %a, %b
//	%r = fadd contract float %m, %c
//
// becomes
//
//	%r = call contract float @llvm.fmuladd.f32(float %a, float %b, float %c)
func Contract(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	// Fusing erases the product, which may come later in the order of the blocks.
	var sums []llvm.Value
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch llvm.GetInstructionOpcode(i) {
			case llvm.FAdd, llvm.FSub:
				if llvm.GetFastMathFlags(i)&contractFlag != 0 {
					sums = append(sums, i)
				}
			}
		}
	}
	for _, i := range sums {
		fuse(u, i, llvm.GetInstructionOpcode(i) == llvm.FSub)
	}
	return nil
}

// product returns v if it is a multiplication that may be contracted with its only user.
func product(v llvm.Value) bool {
	if ir.Opcode(v) != llvm.FMul || llvm.IsAInstruction(v) == 0 || llvm.GetFastMathFlags(v)&contractFlag == 0 {
		return false
	}
	first := llvm.GetFirstUse(v)
	return first != 0 && llvm.GetNextUse(first) == 0
}

func fuse(u *ir.Unit, i llvm.Value, subtract bool) {
	x, y := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
	b := u.Before(i)
	neg := func(v llvm.Value) llvm.Value { return llvm.BuildFNeg(b, v, "") }
	var mul, add, p, q llvm.Value
	switch {
	case product(x):
		mul, add = x, y
		p, q = llvm.GetOperand(x, 0), llvm.GetOperand(x, 1)
		if subtract {
			add = neg(add)
		}
	case product(y):
		mul, add = y, x
		p, q = llvm.GetOperand(y, 0), llvm.GetOperand(y, 1)
		if subtract {
			p = neg(p)
		}
	default:
		return
	}
	t := llvm.TypeOf(i)
	suffix := map[llvm.TypeKind]string{llvm.HalfKind: "f16", llvm.BFloatKind: "bf16", llvm.FloatKind: "f32", llvm.DoubleKind: "f64"}[llvm.ScalarKind(t)]
	if n := lanes(t); n > 0 {
		suffix = fmt.Sprintf("v%d%s", n, suffix)
	}
	name := "llvm.fmuladd." + suffix
	fma := llvm.GetNamedFunction(u.Mod, name)
	if fma == 0 {
		fma = llvm.AddFunction(u.Mod, name, llvm.FunctionType(t, []llvm.Type{t, t, t}, false))
	}
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(fma), fma, []llvm.Value{p, q, add}, "")
	llvm.SetFastMathFlags(c, llvm.GetFastMathFlags(i))
	ir.Replace(i, c)
	ir.Erase(mul)
}
