// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// TotalDivision defines integer division for every divisor. GPUs return some value; a CPU raises an
// exception for a division by zero, and for the smallest number divided by -1.
//
//	%q = sdiv i32 %a, %b
//
// becomes
//
//	%zero = icmp eq i32 %b, 0
//	%minus = icmp eq i32 %b, -1
//	%least = icmp eq i32 %a, -2147483648
//	%over = and i1 %minus, %least
//	%bad = or i1 %zero, %over
//	%d = select i1 %bad, i32 1, i32 %b
//	%q = sdiv i32 %a, %d
func TotalDivision(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch op := ir.Opcode(i); op {
			case llvm.SDiv, llvm.SRem:
				total(u, i, true)
			case llvm.UDiv, llvm.URem:
				total(u, i, false)
			}
		}
	}
	return nil
}

func total(u *ir.Unit, i llvm.Value, signed bool) {
	a, d := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
	if llvm.IsConstant(d) {
		if llvm.IsAConstantInt(d) != 0 && !llvm.IsNull(d) && d != llvm.ConstAllOnes(llvm.TypeOf(d)) {
			return
		}
	}
	t := llvm.TypeOf(d)
	b := u.Before(i)
	bad := llvm.BuildICmp(b, llvm.IntEQ, d, llvm.ConstNull(t), "")
	one := llvm.BuildSub(b, llvm.ConstNull(t), llvm.ConstAllOnes(t), "") // t may be a vector
	if signed {
		minus := llvm.BuildICmp(b, llvm.IntEQ, d, llvm.ConstAllOnes(t), "")
		// Only zero and the smallest number equal their own negation.
		negative := llvm.BuildICmp(b, llvm.IntSLT, llvm.BuildSub(b, llvm.ConstNull(t), a, ""), llvm.ConstNull(t), "")
		least := llvm.BuildAnd(b, negative, llvm.BuildICmp(b, llvm.IntSLT, a, llvm.ConstNull(t), ""), "")
		bad = llvm.BuildOr(b, bad, llvm.BuildAnd(b, minus, least, ""), "")
	}
	llvm.SetOperand(i, 1, llvm.BuildSelect(b, bad, one, d, ""))
}
