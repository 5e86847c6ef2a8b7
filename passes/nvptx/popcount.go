// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Popcount replaces loops that clear the lowest bit of a value until none is left, to count the bits,
// as LLVM's loop-idiom does where the target has an instruction for it; for NVPTX, LLVM does not
// know that it has one.
//
//	loop:
//	  %x = phi i32 [ %v, %entry ], [ %rest, %loop ]
//	  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
//	  %less = add i32 %x, -1
//	  %rest = and i32 %less, %x
//	  %n1 = add i32 %n, 1
//	  %done = icmp eq i32 %rest, 0
//	  br i1 %done, label %end, label %loop
//
// becomes a loop of one iteration with %n1 = @llvm.ctpop.i32(%v), which simplifycfg removes.
func Popcount(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		changed := false
		for _, b := range ir.Blocks(f) {
			changed = countsBits(u, b) || changed
		}
		if changed {
			if err := u.FunctionPasses(f, "correlated-propagation,instcombine<no-verify-fixpoint>,simplifycfg"); err != nil {
				return err
			}
		}
	}
	return nil
}

// countsBits replaces the loop that a block is, if it counts bits, and reports whether it does.
func countsBits(u *ir.Unit, b llvm.Block) bool {
	t := llvm.GetBasicBlockTerminator(b)
	if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 {
		return false
	}
	done := llvm.GetOperand(t, 0)
	again := uint32(1)
	if llvm.GetSuccessor(t, 0) == b {
		again = 0
	}
	if llvm.GetSuccessor(t, again) != b || llvm.GetSuccessor(t, 1-again) == b || ir.Opcode(done) != llvm.ICmp {
		return false
	}
	if p := llvm.GetICmpPredicate(done); p != llvm.IntEQ && p != llvm.IntNE || (p == llvm.IntEQ) != (again == 1) {
		return false
	}
	rest := llvm.GetOperand(done, 0)
	if zero := llvm.GetOperand(done, 1); !llvm.IsConstant(zero) || !llvm.IsNull(zero) {
		return false
	}
	x, ok := clearsLowest(b, rest)
	if !ok {
		return false
	}
	n, n1, ok := counter(b, x)
	if !ok || !onlyThese(b, x, n, rest, n1, done) {
		return false
	}
	value, start := outside(b, x), outside(b, n)
	first := llvm.GetFirstInstruction(b)
	for ir.Opcode(first) == llvm.PHI {
		first = llvm.GetNextInstruction(first)
	}
	kind, build := llvm.TypeOf(value), u.Before(first)
	ctpop := u.RuntimeFunction(fmt.Sprintf("llvm.ctpop.i%d", llvm.GetIntTypeWidth(kind)), kind, kind)
	bits := llvm.BuildCall2(build, llvm.GlobalGetValueType(ctpop), ctpop, []llvm.Value{value}, "")
	// The loop counts one bit of zero.
	bits = llvm.BuildSelect(build, llvm.BuildICmp(build, llvm.IntEQ, value, llvm.ConstNull(kind), ""), llvm.ConstInt(kind, 1, false), bits, "")
	if from, to := llvm.GetIntTypeWidth(kind), llvm.GetIntTypeWidth(llvm.TypeOf(n)); from < to {
		bits = llvm.BuildZExt(build, bits, llvm.TypeOf(n), "")
	} else if from > to {
		bits = llvm.BuildTrunc(build, bits, llvm.TypeOf(n), "")
	}
	ir.Replace(n1, llvm.BuildAdd(build, start, bits, ""))
	llvm.ReplaceAllUsesWith(rest, llvm.ConstNull(llvm.TypeOf(rest)))
	return true
}

// clearsLowest reports whether a value is x & (x - 1) for a PHI x of the block whose next value it
// is, and returns x.
func clearsLowest(b llvm.Block, rest llvm.Value) (x llvm.Value, ok bool) {
	if ir.Opcode(rest) != llvm.And {
		return 0, false
	}
	for k := range uint32(2) {
		x, less := llvm.GetOperand(rest, k), llvm.GetOperand(rest, 1-k)
		if next(b, x) == rest && ir.Opcode(less) == llvm.Add && llvm.GetOperand(less, 0) == x && isConstant(llvm.GetOperand(less, 1), -1) {
			return x, true
		}
	}
	return 0, false
}

// counter returns a PHI of the block other than x that counts the iterations, and its next value.
func counter(b llvm.Block, x llvm.Value) (n, n1 llvm.Value, ok bool) {
	for n = llvm.GetFirstInstruction(b); ir.Opcode(n) == llvm.PHI; n = llvm.GetNextInstruction(n) {
		n1 = next(b, n)
		if n != x && ir.Opcode(n1) == llvm.Add && llvm.GetOperand(n1, 0) == n && isConstant(llvm.GetOperand(n1, 1), 1) {
			return n, n1, true
		}
	}
	return 0, 0, false
}

// onlyThese reports whether a block has no instructions but the loop's seven, of which only the
// count is used elsewhere.
func onlyThese(b llvm.Block, x, n, rest, n1, done llvm.Value) bool {
	count := 0
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		count++
		for _, user := range ir.Users(i) {
			if i != n1 && llvm.GetInstructionParent(user) != b {
				return false
			}
		}
	}
	return count == 7 && llvm.GetInstructionParent(rest) == b && llvm.GetInstructionParent(n1) == b && llvm.GetInstructionParent(done) == b
}

// next returns the value that a PHI of a block has in the next iteration of the loop that the block
// is, and outside the one that it begins with; zero for other values.
func next(b llvm.Block, phi llvm.Value) llvm.Value    { return incoming(b, phi, true) }
func outside(b llvm.Block, phi llvm.Value) llvm.Value { return incoming(b, phi, false) }

func incoming(b llvm.Block, phi llvm.Value, inside bool) llvm.Value {
	if ir.Opcode(phi) != llvm.PHI || llvm.GetInstructionParent(phi) != b || llvm.CountIncoming(phi) != 2 {
		return 0
	}
	for k := range uint32(2) {
		if (llvm.GetIncomingBlock(phi, k) == b) == inside {
			return llvm.GetIncomingValue(phi, k)
		}
	}
	return 0
}

// isConstant reports whether a value is an integer constant of at most 64 bits.
func isConstant(v llvm.Value, c int64) bool {
	return llvm.IsAConstantInt(v) != 0 && llvm.GetIntTypeWidth(llvm.TypeOf(v)) <= 64 && llvm.ConstIntGetSExtValue(v) == c
}
