// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FrameBases hides from ptxas that the variables of a function are at the same address in all lanes. Where it
// computes such an address for an index or a call, it can take a uniform register for the frame's address that it
// has never written. The address becomes a sum with a number that depends on the lane, which is zero: a mask of one
// lane has one bit.
//
//	define internal i8 @f(i32 %i) {
//	  %a = alloca [40 x i8], align 16
//	  %p = getelementptr i8, ptr %a, i32 %i
//
// becomes
//
//	define internal i8 @f(i32 %i) {
//	  %a = alloca [40 x i8], align 16
//	  %lane = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
//	  %bits = call i32 @llvm.ctpop.i32(i32 %lane)
//	  %zero = lshr i32 %bits, 1
//	  %base = getelementptr i8, ptr %a, i32 %zero
//	  %p = getelementptr i8, ptr %base, i32 %i
//
// Kernels compute their frame's address, and need nothing. Neither do variables at whose address, or at
// a constant distance from it, the function only loads and stores.
func FrameBases(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if u.IsKernel(f) {
			continue
		}
		var list []llvm.Value
		for _, i := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(i) == llvm.Alloca && !plainlyAccessed(i) {
				list = append(list, i)
			}
		}
		if len(list) == 0 {
			continue
		}
		zero := laneZero(u, f)
		for _, a := range list {
			at := llvm.GetNextInstruction(a)
			if llvm.GetInstructionParent(a) == llvm.GetEntryBasicBlock(f) && precedes(a, zero) {
				at = llvm.GetNextInstruction(zero)
			}
			rebase(u, a, zero, at)
		}
	}
	return nil
}

// laneZero builds a number in a function's entry that is zero in all lanes.
func laneZero(u *ir.Unit, f llvm.Value) llvm.Value {
	b := u.AtEntry(f)
	mask := u.RuntimeFunction("llvm.nvvm.read.ptx.sreg.lanemask.eq", u.Types.I32)
	count := u.RuntimeFunction("llvm.ctpop.i32", u.Types.I32, u.Types.I32)
	lane := llvm.BuildCall2(b, llvm.GlobalGetValueType(mask), mask, nil, "lane")
	bits := llvm.BuildCall2(b, llvm.GlobalGetValueType(count), count, []llvm.Value{lane}, "bits")
	return llvm.BuildLShr(b, bits, u.I32(1), "zero")
}

// precedes reports whether an instruction is before another one of its block.
func precedes(a, other llvm.Value) bool {
	for i := a; i != 0; i = llvm.GetNextInstruction(i) {
		if i == other {
			return true
		}
	}
	return false
}

// rebase adds a number to the address of a variable, where something but its lifetime uses it.
func rebase(u *ir.Unit, a, zero, at llvm.Value) {
	users := ir.Users(a)
	base := llvm.BuildGEP2(u.Before(at), u.Types.I8, a, []llvm.Value{zero}, "base")
	for _, x := range users {
		if isLifetime(x) {
			continue
		}
		for k := range uint32(llvm.GetNumOperands(x)) {
			if llvm.GetOperand(x, k) == a {
				llvm.SetOperand(x, k, base)
			}
		}
	}
}

// plainlyAccessed reports whether all uses of an address are loads and stores at constant distances.
func plainlyAccessed(p llvm.Value) bool {
	for _, x := range ir.Users(p) {
		switch {
		case llvm.IsAInstruction(x) == 0:
			return false
		case isLifetime(x), llvm.GetInstructionOpcode(x) == llvm.Load:
		case llvm.GetInstructionOpcode(x) == llvm.Store:
			if llvm.GetOperand(x, 0) == p {
				return false
			}
		case llvm.GetInstructionOpcode(x) == llvm.GetElementPtr:
			for _, index := range ir.Operands(x)[1:] {
				if llvm.IsAConstantInt(index) == 0 {
					return false
				}
			}
			if !plainlyAccessed(x) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isLifetime reports whether an instruction marks where a variable begins or ends.
func isLifetime(i llvm.Value) bool {
	if !ir.IsCall(i) {
		return false
	}
	callee := ir.Callee(i)
	return callee != 0 && strings.HasPrefix(callee.Name(), "llvm.lifetime.")
}
