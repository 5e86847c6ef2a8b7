// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"
	"strings"

	"gohipcc/abi"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// WarpReach warns of warp operations for warps of more lanes than the target has: those with a
// constant lane, distance or half a width of [ir.Unit.WarpSize] or more, also as the first or last of a
// loop. Such an operation is valid and
// returns a value of another lane than the program means. It runs after optimisation, when loops
// over distances are unrolled, inline functions have their arguments, and code for other warp sizes
// is gone. The headers annotate each operation (__GOHIP_REACH in warp.h), and the annotations go:
//
//	call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 48, ptr addrspace(4) null)
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
func WarpReach(u *ir.Unit) error {
	warned := map[string]bool{}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if !isReach(i) {
				continue
			}
			if lanes := llvm.GetOperand(i, reachLanes); !u.Opts.NoWarpSize && beyondWarp(lanes, i, int64(u.WarpSize())) {
				if where := u.WhereUsed(i); !warned[where] {
					warned[where] = true
					u.Warning("%s: a warp operation reaches beyond its warp: warps have %d lanes on %s%s [-Wwarp-size]", where, u.WarpSize(), u.Target.Image, wider(u))
				}
			}
			llvm.InstructionEraseFromParent(i)
		}
	}
	return nil
}

// wider says how warps get more lanes, if they can.
func wider(u *ir.Unit) string {
	if u.Target.CPU && u.WarpSize() == abi.WarpSize {
		return " without -mwavefrontsize64"
	}
	return ""
}

// reachLanes is the argument of the annotation that has the bits of the lane or distance and of half
// the width.
const reachLanes = 3

// isReach reports whether an instruction is an annotation of the headers: one of a null pointer,
// which no variable has.
func isReach(i llvm.Value) bool {
	if !ir.IsCall(i) {
		return false
	}
	f := ir.Callee(i)
	return f != 0 && strings.HasPrefix(f.Name(), "llvm.var.annotation.") &&
		llvm.IsNull(llvm.GetOperand(i, 0)) && llvm.IsNull(llvm.GetOperand(i, 1))
}

// beyondWarp reports whether a value is a constant of at least the warp size, or in a loop begins as
// one or counts beyond it.
// Negative lanes are taken modulo the width, as programs mean them.
//
//	%d = phi i32 [ 32, %entry ], [ %half, %loop ]
//	%lanes = or i32 %d, 16
//
// Of a lane with bits of its number changed, (threadIdx.x ^ %d), the bits are looked at.
func beyondWarp(lanes, at llvm.Value, size int64) bool {
	constantBeyond := func(v llvm.Value) bool {
		return llvm.IsAConstantInt(v) != 0 && llvm.ConstIntGetSExtValue(v) >= size
	}
	if llvm.IsAInstruction(lanes) != 0 && (ir.Opcode(lanes) == llvm.Or || ir.Opcode(lanes) == llvm.Xor) {
		return beyondWarp(llvm.GetOperand(lanes, 0), at, size) || beyondWarp(llvm.GetOperand(lanes, 1), at, size)
	}
	if llvm.IsAPHINode(lanes) != 0 {
		values := ir.Operands(lanes)
		next := slices.IndexFunc(values, func(v llvm.Value) bool { return llvm.IsAInstruction(v) != 0 })
		return next >= 0 && (slices.ContainsFunc(values, constantBeyond) ||
			countsTo(lanes, size+1) || countsTo(values[next], size+1) || countsAfter(lanes, at, size))
	}
	return constantBeyond(lanes)
}

// countsTo reports whether a value is compared with a constant of at least the limit, as the end of a
// loop.
func countsTo(v llvm.Value, limit int64) bool {
	return slices.ContainsFunc(ir.Users(v), func(c llvm.Value) bool { return comparedWith(c, v, limit) })
}

// comparedWith reports whether an instruction compares a value with a constant of at least the limit.
func comparedWith(c, v llvm.Value, limit int64) bool {
	if llvm.IsAInstruction(c) == 0 || ir.Opcode(c) != llvm.ICmp || llvm.GetOperand(c, 0) != v {
		return false
	}
	end := llvm.GetOperand(c, 1)
	return llvm.IsAConstantInt(end) != 0 && llvm.ConstIntGetSExtValue(end) >= limit
}

// countsAfter reports whether a loop's counter is compared with a constant of at least the limit where the loop
// goes back, after it was used: the next one, which is larger, is used, too. The loop may have other
// loops in it:
//
//	head:
//	  %d = phi i32 [ 1, %entry ], [ %twice, %latch ]
//	latch: ; each path to it is through the use
//	  %twice = shl i32 %d, 1
//	  %more = icmp ult i32 %d, 32
//	  br i1 %more, label %head, label %done
func countsAfter(counter, use llvm.Value, limit int64) bool {
	head := llvm.GetInstructionParent(counter)
	return slices.ContainsFunc(ir.Users(counter), func(c llvm.Value) bool {
		if !comparedWith(c, counter, limit) {
			return false
		}
		latch := llvm.GetInstructionParent(c)
		if !goesTo(latch, head) {
			return false
		}
		g := flow.New(llvm.GetBasicBlockParent(head))
		return g.Dominators().Dominates(g.Index[llvm.GetInstructionParent(use)], g.Index[latch])
	})
}

// goesTo reports whether a block is a successor of another.
func goesTo(from, to llvm.Block) bool {
	t := llvm.GetBasicBlockTerminator(from)
	for k := range llvm.GetNumSuccessors(t) {
		if llvm.GetSuccessor(t, k) == to {
			return true
		}
	}
	return false
}
