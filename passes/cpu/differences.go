// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostWidened limits the operations that one index is computed by.
const mostWidened = 8

// WideDifferences computes the differences that are indices with the width of an address. Where a condition says
// that such a difference is not negative, LLVM extends it by zeros; its vectoriser then asks whether the 32-bit
// difference wraps around in any iteration of the loop over work-items, which it does in those that the condition
// excludes, and the vectorised loop is never executed. Neither the sum nor the difference of two numbers overflows
// where it is marked so, so the wide one has the same value.
//
//	%x = trunc i64 %local.id to i32
//	%d = sub nsw i32 %x, %s
//	%i = sext i32 %d to i64
//
// becomes
//
//	%w = sext i32 %s to i64
//	%i = sub nsw i64 %local.id, %w
func WideDifferences(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if llvm.TypeOf(i) != u.Types.I64 || !extendsSign(i) || !isIndex(i) {
				continue
			}
			w, d := widening{u: u}, llvm.GetOperand(i, 0)
			if w.accepts(d) && w.varies && w.falls {
				llvm.ReplaceAllUsesWith(i, w.widen(d, i))
				ir.Erase(i)
			}
		}
	}
	return nil
}

// extendsSign reports whether an instruction extends an integer of 32 bits that it takes as a signed one.
func extendsSign(i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.SExt:
	case llvm.ZExt:
		if !llvm.Has("GetNNeg") || !llvm.GetNNeg(i) {
			return false
		}
	default:
		return false
	}
	return llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(i, 0))) == 32
}

// isIndex reports whether a value is an index of an address.
func isIndex(v llvm.Value) bool {
	for _, x := range ir.Users(v) {
		if llvm.IsAInstruction(x) != 0 && ir.Opcode(x) == llvm.GetElementPtr {
			return true
		}
	}
	return false
}

// A widening says how an index is computed.
type widening struct {
	u      *ir.Unit
	count  int
	varies bool // a work-item's ID is part of it
	falls  bool // something is subtracted
}

// accepts reports whether an integer is a sum or difference that does not overflow.
func (w *widening) accepts(v llvm.Value) bool {
	if !w.isSum(v) {
		return false
	}
	if w.count++; w.count > mostWidened {
		return false
	}
	a, b := llvm.GetOperand(v, 0), llvm.GetOperand(v, 1)
	w.falls = w.falls || ir.Opcode(v) == llvm.Sub || llvm.IsAConstantInt(b) != 0 && llvm.ConstIntGetSExtValue(b) < 0
	for _, o := range []llvm.Value{a, b} {
		if w.isSum(o) && !w.accepts(o) {
			return false
		}
		w.varies = w.varies || localID(o) != 0
	}
	return true
}

func (w *widening) isSum(v llvm.Value) bool {
	return llvm.IsAInstruction(v) != 0 && (ir.Opcode(v) == llvm.Add || ir.Opcode(v) == llvm.Sub) && llvm.GetNSW(v)
}

// localID returns the local ID that an integer is the lower half of; 0 if it is none. IDs are small, so both are the
// same number.
func localID(v llvm.Value) llvm.Value {
	if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) != llvm.Trunc {
		return 0
	}
	c := llvm.GetOperand(v, 0)
	if llvm.IsAInstruction(c) == 0 || !ir.IsCall(c) || ir.Callee(c) == 0 {
		return 0
	}
	if name, _ := ir.MangledName(ir.Callee(c).Name()); name != "get_local_id" {
		return 0
	}
	return c
}

// widen returns an integer that has been accepted, or is part of one, with 64 bits.
func (w *widening) widen(v, before llvm.Value) llvm.Value {
	if id := localID(v); id != 0 {
		return id
	}
	if !w.isSum(v) {
		return llvm.BuildSExt(w.u.Before(before), v, w.u.Types.I64, "")
	}
	a, b := w.widen(llvm.GetOperand(v, 0), before), w.widen(llvm.GetOperand(v, 1), before)
	if ir.Opcode(v) == llvm.Sub {
		a = llvm.BuildSub(w.u.Before(before), a, b, "")
	} else {
		a = llvm.BuildAdd(w.u.Before(before), a, b, "")
	}
	if llvm.IsAInstruction(a) != 0 {
		llvm.SetNSW(a, true)
	}
	return a
}
