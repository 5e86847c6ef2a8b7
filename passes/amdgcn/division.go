// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package amdgcn

import (
	"math/bits"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// NarrowQuotients is the ID of a workaround in the ledger of passes.
const NarrowQuotients = "amdgcn-narrow-quotients"

// Quotients mends the divisions that the AMDGPU backend does with fewer bits than their type has.
//
// It extends the sign of as many bits of a signed quotient as the operands have, but -(-128) has one more:
//
//	%q = sdiv i32 %a, %b
//
// becomes
//
//	%quotient = sdiv i32 %a, %b
//	%minus = icmp eq i32 %b, -1
//	%negative = sub i32 0, %a
//	%q = select i1 %minus, i32 %negative, i32 %quotient
//
// Numbers of at most 24 bits it divides in floating point, which is exact for 22 bits and a sign. Those that may have more
// become numbers of more than 24:
//
//	%r = urem i32 %a, %b
//
// becomes
//
//	%dividend = shl i32 %a, 8
//	%divisor = shl i32 %b, 8
//	%scaled = urem i32 %dividend, %divisor
//	%r = lshr i32 %scaled, 8
func Quotients(u *ir.Unit) error {
	if u.Without(NarrowQuotients) {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, q := range ir.Instructions(f) {
			op := ir.Opcode(q)
			if op < llvm.UDiv || op > llvm.SRem || op == llvm.FDiv || llvm.IsConstant(llvm.GetOperand(q, 1)) || isWide(u, q) {
				continue
			}
			u.Before(q)
			if inexact(q) {
				scale(u, q)
			} else if op == llvm.SDiv && ir.Opcode(llvm.GetOperand(q, 1)) != llvm.ZExt {
				selectNegative(u, q)
			}
		}
	}
	return nil
}

// isWide reports whether LLVM knows nothing about the bits of an operand. Interprocedural passes know something about
// the arguments of functions.
func isWide(u *ir.Unit, q llvm.Value) bool {
	for _, v := range ir.Operands(q) {
		if llvm.IsAArgument(v) != 0 && u.IsKernel(llvm.GetParamParent(v)) ||
			ir.Opcode(v) == llvm.Load && llvm.GetMetadata(v, llvm.GetMDKindIDInContext(u.Ctx, "range")) == 0 {
			return true
		}
	}
	return false
}

// inexact reports whether the operands may be taken for numbers of at most 24 bits that are too large for a float's.
func inexact(q llvm.Value) bool {
	if llvm.GetTypeKind(llvm.TypeOf(q)) != llvm.IntegerKind || llvm.GetIntTypeWidth(llvm.TypeOf(q)) < 32 {
		return false
	}
	a, b := llvm.GetOperand(q, 0), llvm.GetOperand(q, 1)
	if op := ir.Opcode(q); op == llvm.SDiv || op == llvm.SRem {
		return max(signedBits(a), signedBits(b)) == 24
	}
	n := max(unsignedBits(a, 0), unsignedBits(b, 0))
	return n == 23 || n == 24
}

// scale divides numbers with eight more bits, which are the same for the quotient.
func scale(u *ir.Unit, q llvm.Value) {
	eight := llvm.ConstInt(llvm.TypeOf(q), 8, false)
	n := llvm.InstructionClone(q)
	llvm.SetOperand(n, 0, llvm.BuildShl(u.B, llvm.GetOperand(q, 0), eight, "dividend"))
	llvm.SetOperand(n, 1, llvm.BuildShl(u.B, llvm.GetOperand(q, 1), eight, "divisor"))
	llvm.InsertIntoBuilderWithName(u.B, n, "scaled")
	switch ir.Opcode(q) {
	case llvm.URem:
		n = llvm.BuildLShr(u.B, n, eight, "")
	case llvm.SRem:
		n = llvm.BuildAShr(u.B, n, eight, "")
	case llvm.SDiv:
		n = negative(u, q, n)
	}
	ir.Replace(q, n)
}

func selectNegative(u *ir.Unit, q llvm.Value) {
	n := llvm.InstructionClone(q)
	llvm.InsertIntoBuilderWithName(u.B, n, "quotient")
	ir.Replace(q, negative(u, q, n))
}

// negative chooses between a quotient and the negative dividend of q.
func negative(u *ir.Unit, q, quotient llvm.Value) llvm.Value {
	t := llvm.TypeOf(q)
	minus := llvm.BuildICmp(u.B, llvm.IntEQ, llvm.GetOperand(q, 1), llvm.ConstAllOnes(t), "minus")
	opposite := llvm.BuildSub(u.B, llvm.ConstNull(t), llvm.GetOperand(q, 0), "negative")
	return llvm.BuildSelect(u.B, minus, opposite, quotient, "")
}

// signedBits is how many bits LLVM needs for a number and its sign, at most.
func signedBits(v llvm.Value) uint32 {
	w := llvm.GetIntTypeWidth(llvm.TypeOf(v))
	n := w
	switch ir.Opcode(v) {
	case llvm.SExt:
		return signedBits(llvm.GetOperand(v, 0))
	case llvm.AShr:
		if by := llvm.GetOperand(v, 1); llvm.IsAConstantInt(by) != 0 {
			n = w - min(uint32(llvm.ConstIntGetZExtValue(by)), w-1)
		}
	}
	return min(n, unsignedBits(v, 0)+1)
}

// maxDepth is how far LLVM looks for what is known about a number.
const maxDepth = 6

// unsignedBits is how many bits LLVM needs for a number without a sign, at most.
func unsignedBits(v llvm.Value, depth int) uint32 {
	w := llvm.GetIntTypeWidth(llvm.TypeOf(v))
	if llvm.IsAConstantInt(v) != 0 && w <= 64 {
		return uint32(bits.Len64(llvm.ConstIntGetZExtValue(v)))
	}
	if depth > maxDepth || llvm.IsAInstruction(v) == 0 {
		return w
	}
	operand := func(i uint32) uint32 { return unsignedBits(llvm.GetOperand(v, i), depth+1) }
	switch n := w; ir.Opcode(v) {
	case llvm.ZExt, llvm.UDiv, llvm.Freeze:
		return operand(0)
	case llvm.Trunc:
		return min(w, operand(0))
	case llvm.And, llvm.URem:
		return min(operand(0), operand(1))
	case llvm.Or, llvm.Xor:
		return max(operand(0), operand(1))
	case llvm.Add:
		return min(w, max(operand(0), operand(1))+1)
	case llvm.Mul:
		return min(w, operand(0)+operand(1))
	case llvm.Select:
		return max(operand(1), operand(2))
	case llvm.LShr:
		if by := llvm.GetOperand(v, 1); llvm.IsAConstantInt(by) != 0 {
			n = operand(0)
			n -= min(uint32(llvm.ConstIntGetZExtValue(by)), n)
		}
		return n
	case llvm.PHI:
		if depth >= maxDepth-1 {
			return w
		}
		n = 0
		for i := range llvm.CountIncoming(v) {
			n = max(n, unsignedBits(llvm.GetIncomingValue(v, i), maxDepth-1))
		}
		return n
	}
	return w
}
