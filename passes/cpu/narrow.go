// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"math/bits"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// narrowWidth is the largest width in bits of the integers that are hidden.
const narrowWidth = 16

// HideNarrowIndices hides from scalar evolution that an index wraps at few bits. The loop vectoriser
// may take such an index to grow with the loop, under a condition that it checks at run time; LLVM 22
// drops this condition if it has the one that a wider index does not wrap. LLVM may find the number of bits
// only when it has unrolled a loop, as in x & (j - 1), so indices with masks that are not constant are hidden,
// too.
//
//	%i = and i64 %x, 3
//	%p = getelementptr i32, ptr %cnt, i64 %i
//
// becomes
//
//	%i = and i64 %x, 3
//	%h = call i64 @llvm.umul.fix.i64(i64 %i, i64 1, i32 0)
//	%p = getelementptr i32, ptr %cnt, i64 %h
func HideNarrowIndices(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		h := &narrowIndices{u: u, hidden: map[llvm.Value]llvm.Value{}, seen: map[llvm.Value]bool{}}
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.GetElementPtr && !inAlloca(i) {
				for n := uint32(1); n < uint32(llvm.GetNumOperands(i)); n++ {
					h.operand(i, n)
				}
			}
		}
	}
	return nil
}

// inAlloca reports whether an address is in a stack variable, which becomes a value if its indices
// are constant at last.
func inAlloca(p llvm.Value) bool {
	for llvm.IsAInstruction(p) != 0 && ir.Opcode(p) == llvm.GetElementPtr {
		p = llvm.GetOperand(p, 0)
	}
	return llvm.IsAInstruction(p) != 0 && ir.Opcode(p) == llvm.Alloca
}

// narrowIndices hides the narrow indices of a function.
type narrowIndices struct {
	u      *ir.Unit
	hidden map[llvm.Value]llvm.Value
	seen   map[llvm.Value]bool
}

// operand hides what is narrow in the computation of an operand.
func (h *narrowIndices) operand(user llvm.Value, n uint32) {
	v := llvm.GetOperand(user, n)
	if llvm.IsAInstruction(v) == 0 || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind {
		return
	}
	if isNarrow(v) {
		llvm.SetOperand(user, n, h.hide(v))
		return
	}
	if h.seen[v] {
		return
	}
	h.seen[v] = true
	switch ir.Opcode(v) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.UDiv, llvm.And, llvm.Or, llvm.Xor, llvm.ZExt, llvm.SExt, llvm.Trunc,
		llvm.Select, llvm.Freeze:
		for k := range uint32(llvm.GetNumOperands(v)) {
			h.operand(v, k)
		}
	}
}

// isNarrow reports whether scalar evolution sees an extended integer of few bits in a value, or may see one
// when a mask, a divisor or an amount is constant, as in an unrolled loop.
func isNarrow(v llvm.Value) bool {
	constant := func(n uint32) (c uint64, known bool) {
		if c := llvm.GetOperand(v, n); llvm.IsAConstantInt(c) != 0 && llvm.GetIntTypeWidth(llvm.TypeOf(c)) <= 64 {
			return llvm.ConstIntGetZExtValue(c), true
		}
		return 0, llvm.IsConstant(llvm.GetOperand(v, n))
	}
	switch ir.Opcode(v) {
	case llvm.And: // x & 12 is an extended integer of two bits, times 4
		mask, known := constant(1)
		return !known || mask != 0 && bits.Len64(mask)-bits.TrailingZeros64(mask) <= narrowWidth
	case llvm.URem:
		n, known := constant(1)
		return !known || n > 1 && n&(n-1) == 0 && n <= 1<<narrowWidth
	case llvm.AShr:
		n, known := constant(1)
		return !known || n+narrowWidth >= uint64(llvm.GetIntTypeWidth(llvm.TypeOf(v)))
	case llvm.ZExt, llvm.SExt:
		from := llvm.GetOperand(v, 0)
		return llvm.GetIntTypeWidth(llvm.TypeOf(from)) <= narrowWidth && ir.Opcode(from) != llvm.Load
	}
	return false
}

func (h *narrowIndices) hide(v llvm.Value) llvm.Value {
	if c, ok := h.hidden[v]; ok {
		return c
	}
	c := h.u.Opaque(v)
	h.hidden[v] = c
	return c
}

// ShowNarrowIndices undoes HideNarrowIndices, and what work-group formation has hidden (splitbystride.go), after LLVM's pipeline, which may have exchanged the factors, as the
// vectoriser of straight-line code does where the elements of a vector are constants in different operands.
func ShowNarrowIndices(u *ir.Unit) error {
	shown := false
	for _, f := range u.Functions() {
		if !strings.HasPrefix(f.Name(), ir.OpaquePrefix) {
			continue
		}
		for x := llvm.GetFirstUse(f); x != 0; x = llvm.GetFirstUse(f) {
			c := llvm.GetUser(x)
			ir.Replace(c, llvm.BuildMul(u.Before(c), llvm.GetOperand(c, 0), llvm.GetOperand(c, 1), ""))
			shown = true
		}
		llvm.DeleteFunction(f)
	}
	if !shown {
		return nil
	}
	return u.LLVMPasses("function(instcombine<no-verify-fixpoint>,early-cse)")
}
