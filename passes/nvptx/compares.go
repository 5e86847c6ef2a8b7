// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

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
//
// Comparisons that LLVM zero-extends are left alone, because the difference is up to three instructions
// more: those of a byte from memory that nothing takes to be signed. So are those with constants from
// 0 to 127, which are the same number however they are extended, and below every negative byte.
func UnsignedCompares(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			switch {
			case llvm.GetInstructionOpcode(x) == llvm.ICmp:
				if p := llvm.GetICmpPredicate(x); p >= llvm.IntUGT && p <= llvm.IntULE && isByte(llvm.GetOperand(x, 0)) && !isZeroExtended(x) {
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

// isZeroExtended reports whether zero-extension of the two operands of an instruction gives the same
// as what LLVM and ptxas make of it. LLVM sign-extends both operands or none.
func isZeroExtended(x llvm.Value) bool {
	for i := range uint32(2) {
		v := llvm.GetOperand(x, i)
		if llvm.IsAConstantInt(v) != 0 && llvm.ConstIntGetZExtValue(v) < 128 {
			return true
		}
		if llvm.IsAInstruction(v) != 0 && llvm.GetInstructionOpcode(v) == llvm.Load && !slices.ContainsFunc(ir.Users(v), takesSigned) {
			return true
		}
	}
	return false
}

// minima has the intrinsics on bytes that take one of two operands, with the comparison by which they take the
// first one.
var minima = map[string]llvm.IntPredicate{
	"llvm.umin.i8": llvm.IntULT,
	"llvm.umax.i8": llvm.IntUGT,
}

// takesSigned reports whether an instruction takes a byte to be signed, so that LLVM may sign-extend it.
func takesSigned(x llvm.Value) bool {
	if llvm.IsAInstruction(x) == 0 {
		return true
	}
	switch llvm.GetInstructionOpcode(x) {
	case llvm.SExt, llvm.SIToFP, llvm.AShr, llvm.SDiv, llvm.SRem:
		return true
	case llvm.ICmp:
		return llvm.GetICmpPredicate(x) >= llvm.IntSGT
	case llvm.Call:
		// A function may take it sign-extended, and signed minima extend it.
		f := ir.Callee(x)
		if f == 0 {
			return true
		}
		_, unsigned := minima[f.Name()]
		return !unsigned
	}
	return false
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
	if f == 0 {
		return
	}
	p, ok := minima[f.Name()]
	if !ok || isZeroExtended(x) {
		return
	}
	less := byDifference(u, p, x)
	ir.Replace(x, llvm.BuildSelect(u.Before(x), less, llvm.GetOperand(x, 0), llvm.GetOperand(x, 1), ""))
}
