// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// UnsignedCompares takes unsigned comparisons, minima and maxima of bytes by the sign of a difference of 32
// bits. LLVM compares bytes that are known to be sign-extended as 16 bits, with the constant sign-extended, too,
//
//	ld.param.s8 %rs3, [a];
//	setp.lt.u16 %p3, %rs3, -7;
//
// for which ptxas compares the register, sign-extended to 32 bits, with 65529. LLVM makes the same of
// a comparison of zero-extended bytes. So
//
//	%c = icmp ult i8 %a, -7
//
// becomes
//
//	%x = zext i8 %a to i32
//	%d = sub i32 %x, 249
//	%c = icmp slt i32 %d, 0
func UnsignedCompares(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			switch {
			case llvm.GetInstructionOpcode(x) == llvm.ICmp:
				if p := llvm.GetICmpPredicate(x); p >= llvm.IntUGT && p <= llvm.IntULE && isByte(llvm.GetOperand(x, 0)) {
					ir.Replace(x, byDifference(u, p, x))
				}
			case ir.IsCall(x):
				replaceMinimum(u, x)
			}
		}
	}
	return nil
}

func isByte(v llvm.Value) bool {
	t := llvm.TypeOf(v)
	return llvm.GetTypeKind(t) == llvm.IntegerKind && llvm.GetIntTypeWidth(t) == 8
}

// byDifference compares the first two operands of an instruction.
func byDifference(u *ir.Unit, p llvm.IntPredicate, x llvm.Value) llvm.Value {
	b := u.Before(x)
	l, r := llvm.BuildZExt(b, llvm.GetOperand(x, 0), u.Types.I32, ""), llvm.BuildZExt(b, llvm.GetOperand(x, 1), u.Types.I32, "")
	signed := p + llvm.IntSGT - llvm.IntUGT
	return llvm.BuildICmp(b, signed, llvm.BuildSub(b, l, r, ""), u.I32(0), "")
}

func replaceMinimum(u *ir.Unit, x llvm.Value) {
	f := ir.Callee(x)
	if f == 0 || !isByte(x) {
		return
	}
	var p llvm.IntPredicate
	switch f.Name() {
	case "llvm.umin.i8":
		p = llvm.IntULT
	case "llvm.umax.i8":
		p = llvm.IntUGT
	default:
		return
	}
	less := byDifference(u, p, x)
	ir.Replace(x, llvm.BuildSelect(u.Before(x), less, llvm.GetOperand(x, 0), llvm.GetOperand(x, 1), ""))
}
