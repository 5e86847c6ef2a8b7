// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// NarrowIndices computes values in 32 bits of which only 32 bits are used. LLVM assumes that 64-bit
// arithmetic costs no more, and sinks the truncation of HIP's 32-bit indices below it; Intel's GPUs
// have no native 64-bit additions and multiplications and emulate them.
//
//	%m = mul i64 %group, %size
//	%i = add i64 %m, %id
//	%s = shl i64 %i, 32
//	%a = ashr exact i64 %s, 30
//
// becomes
//
//	%g = trunc i64 %group to i32
//	…
//	%i = add i32 %m, %id.32
//	%x = sext i32 %i to i64
//	%a = shl i64 %x, 2
//
// Values that are only loaded and stored are loaded as two numbers of 32 bits.
func NarrowIndices(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		n := narrower{u: u, f: f, made: map[llvm.Value]llvm.Value{}}
		var dead []llvm.Value
		for _, i := range ir.Instructions(f) {
			if n.narrow(i) || n.narrowCopy(i) {
				dead = append(dead, i)
			}
		}
		ir.EraseAll(dead)
		if len(dead) > 0 {
			if err := u.FunctionPasses(f, "dce"); err != nil {
				return err
			}
		}
	}
	return nil
}

type narrower struct {
	u    *ir.Unit
	f    llvm.Value
	made map[llvm.Value]llvm.Value // 32-bit values, by those of 64 bits
}

// narrow replaces the uses of an instruction that uses half of a 64-bit number.
func (n *narrower) narrow(i llvm.Value) bool {
	u := n.u
	if ir.Opcode(i) == llvm.Trunc && llvm.TypeOf(i) == u.Types.I32 && llvm.TypeOf(llvm.GetOperand(i, 0)) == u.Types.I64 && computes(llvm.GetOperand(i, 0)) {
		llvm.ReplaceAllUsesWith(i, n.half(llvm.GetOperand(i, 0)))
		return true
	}
	if n.narrowCount(i) {
		return true
	}
	if ir.Opcode(i) != llvm.AShr || llvm.TypeOf(i) != u.Types.I64 {
		return false
	}
	by, constant := constantOf(llvm.GetOperand(i, 1))
	if !constant || by > 32 {
		return false
	}
	low := n.upper(llvm.GetOperand(i, 0))
	if low == 0 {
		return false
	}
	b := u.Before(i)
	v := llvm.BuildSExt(b, low, u.Types.I64, "")
	if by < 32 {
		v = llvm.BuildShl(b, v, u.I64(32-by), "")
	}
	llvm.ReplaceAllUsesWith(i, v)
	return true
}

// upper returns the upper half of a 64-bit number whose lower half is zero, 0 if that is not known:
//
//	%s = shl i64 %id, 32
//	%t = add i64 %s, 1099511627776     ; 256 << 32
func (n *narrower) upper(v llvm.Value) llvm.Value {
	if c, ok := constantOf(v); ok && c&0xffffffff == 0 {
		return n.u.I32(c >> 32)
	}
	if by, ok := shiftBy(v); ok && by == 32 {
		return n.half(llvm.GetOperand(v, 0))
	}
	if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) != llvm.Add {
		return 0
	}
	x, y := n.upper(llvm.GetOperand(v, 0)), n.upper(llvm.GetOperand(v, 1))
	if x == 0 || y == 0 {
		return 0
	}
	return llvm.BuildAdd(n.u.Before(v), x, y, "")
}

// OpenCL C's functions that count bits.
const popcount64, popcount32 = "_Z8popcountm", "_Z8popcountj"

// narrowCount replaces a count of bits whose upper half is zero, like that of a ballot, which has
// 64 bits in HIP.
func (n *narrower) narrowCount(i llvm.Value) bool {
	if !ir.IsCall(i) || ir.Callee(i) == 0 || ir.Callee(i).Name() != popcount64 || !upperZero(llvm.GetOperand(i, 0)) {
		return false
	}
	u := n.u
	low := n.half(llvm.GetOperand(i, 0))
	f := u.RuntimeFunction(popcount32, u.Types.I32, u.Types.I32)
	llvm.SetFunctionCallConv(f, llvm.GetFunctionCallConv(ir.Callee(i)))
	b := u.Before(i)
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{low}, "")
	llvm.SetInstructionCallConv(c, llvm.GetInstructionCallConv(i))
	for _, user := range ir.Users(i) {
		if ir.Opcode(user) == llvm.Trunc && llvm.TypeOf(user) == u.Types.I32 {
			llvm.ReplaceAllUsesWith(user, c)
		}
	}
	if llvm.GetFirstUse(i) != 0 {
		llvm.ReplaceAllUsesWith(i, llvm.BuildZExt(u.Before(i), c, u.Types.I64, ""))
	}
	return true
}

// upperZero reports whether the upper half of a number is known to be zero.
func upperZero(v llvm.Value) bool {
	if c, ok := constantOf(v); ok {
		return c>>32 == 0
	}
	if llvm.IsAInstruction(v) == 0 {
		return false
	}
	switch ir.Opcode(v) {
	case llvm.ZExt:
		return llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(v, 0))) <= 32
	case llvm.And:
		return upperZero(llvm.GetOperand(v, 0)) || upperZero(llvm.GetOperand(v, 1))
	}
	return false
}

// narrowCopy replaces a load of 64 bits whose only uses are stores, as LLVM copies a structure of
// two numbers: registers hold the 32-bit halves of all lanes apart, so copying them as one number
// takes extra moves.
func (n *narrower) narrowCopy(i llvm.Value) bool {
	if ir.Opcode(i) != llvm.Load || llvm.TypeOf(i) != n.u.Types.I64 || !plainShared(i, llvm.GetOperand(i, 0)) {
		return false
	}
	users := ir.Users(i)
	for _, s := range users {
		if ir.Opcode(s) != llvm.Store || llvm.GetOperand(s, 1) == i || !plainShared(s, llvm.GetOperand(s, 1)) {
			return false
		}
	}
	v := llvm.BuildLoad2(n.u.Before(i), llvm.VectorType(n.u.Types.I32, 2), llvm.GetOperand(i, 0), "")
	llvm.SetAlignment(v, llvm.GetAlignment(i))
	for _, s := range users {
		llvm.SetOperand(s, 0, v)
	}
	return true
}

// plainShared reports whether a memory access is neither volatile nor atomic, and to memory that
// work-items share.
func plainShared(i, p llvm.Value) bool {
	as := llvm.GetPointerAddressSpace(llvm.TypeOf(p))
	return !llvm.GetVolatile(i) && llvm.GetOrdering(i) == llvm.NotAtomic && (as == ir.GlobalSpace || as == ir.LocalSpace)
}

// half returns the lower half of a 64-bit number.
func (n *narrower) half(v llvm.Value) llvm.Value {
	if h := n.made[v]; h != 0 {
		return h
	}
	u := n.u
	if c, ok := constantOf(v); ok {
		return u.I32(c & 0xffffffff)
	}
	if llvm.IsAInstruction(v) == 0 {
		return llvm.BuildTrunc(u.AtEntry(n.f), v, u.Types.I32, "")
	}
	var out llvm.Value
	switch op := ir.Opcode(v); {
	case (op == llvm.ZExt || op == llvm.SExt) && llvm.TypeOf(llvm.GetOperand(v, 0)) == u.Types.I32:
		return llvm.GetOperand(v, 0)
	case computes(v):
		x, y := n.half(llvm.GetOperand(v, 0)), n.half(llvm.GetOperand(v, 1))
		out = llvm.BuildBinOp(u.Before(v), op, x, y, "")
	default:
		next := llvm.GetNextInstruction(v)
		if op == llvm.PHI {
			next = llvm.GetFirstInstruction(llvm.GetInstructionParent(v))
			for ir.Opcode(next) == llvm.PHI {
				next = llvm.GetNextInstruction(next)
			}
		}
		out = llvm.BuildTrunc(u.Before(next), v, u.Types.I32, "")
	}
	n.made[v] = out
	return out
}

// computes reports whether a value is an operation whose lower half depends on the lower halves of
// its operands alone, and has a single use: otherwise both widths would be computed.
func computes(v llvm.Value) bool {
	if llvm.IsAInstruction(v) == 0 || len(ir.Users(v)) != 1 {
		return false
	}
	switch ir.Opcode(v) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.And, llvm.Or, llvm.Xor:
		return true
	case llvm.Shl:
		return below32(llvm.GetOperand(v, 1))
	}
	return false
}

// below32 reports whether a number is known to be less than 32.
func below32(v llvm.Value) bool {
	if c, ok := constantOf(v); ok {
		return c < 32
	}
	if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) != llvm.And {
		return false
	}
	return below32(llvm.GetOperand(v, 0)) || below32(llvm.GetOperand(v, 1))
}

func shiftBy(v llvm.Value) (by uint64, constant bool) {
	if ir.Opcode(v) != llvm.Shl {
		return 0, false
	}
	return constantOf(llvm.GetOperand(v, 1))
}

func constantOf(v llvm.Value) (uint64, bool) {
	if llvm.IsAConstantInt(v) == 0 {
		return 0, false
	}
	return llvm.ConstIntGetZExtValue(v), true
}
