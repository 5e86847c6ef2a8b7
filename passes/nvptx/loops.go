// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"math"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Loops rewrites loops in the form that the driver's compiler unrolls, which unrolls no others: the
// latch branches back if its condition is true, and a counter that is used for nothing else counts
// down to zero. LLVM's code generator cannot invert an NVPTX condition, and emits two branches
// instead.
//
//	%n = phi i32 [ 0, %entry ], [ %next, %loop ]
//	…
//	%next = add i32 %n, 4
//	%done = icmp eq i32 %next, %steps
//	br i1 %done, label %end, label %loop
//
// becomes
//
//	%n = phi i32 [ %steps, %entry ], [ %next, %loop ]
//	…
//	%next = sub i32 %n, 4
//	%more = icmp ne i32 %next, 0
//	br i1 %more, label %loop, label %end
//
// and where the number of iterations is known, so is what the counter is after them:
//
//	%last = or disjoint i32 %i, 3
//	%next = add i32 %i, 4
//	%more = icmp ult i32 %last, 4095
//
// becomes
//
//	%more = icmp ne i32 %next, 4096
func Loops(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	if err := signIndices(u); err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		g := flow.New(f)
		dom := g.Dominators()
		for tail, b := range g.Blocks {
			t := llvm.GetBasicBlockTerminator(b)
			if len(g.Succ[tail]) != 2 || llvm.GetInstructionOpcode(t) != llvm.Br {
				continue
			}
			back := func(k int) bool { return dom.Dominates(g.Succ[tail][k], tail) }
			if back(0) == back(1) {
				continue
			}
			if back(1) {
				invertBranch(u, t)
			}
			compareWithEnd(u, t)
			countDown(u, t)
		}
	}
	return nil
}

// signIndices sign-extends indices that LLVM zero-extends because they are known not to be
// negative. LLVM knows that in one iteration of an unrolled loop and not in the next; then the
// addresses of the iterations have no common base, and the driver's compiler must assume that the
// store of one iteration aliases the load of the next.
//
//	%a = zext nneg i32 %i to i64
//
// becomes
//
//	%a = sext i32 %i to i64
func signIndices(u *ir.Unit) error {
	if !llvm.Has("GetNNeg") {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.ZExt && llvm.TypeOf(i) == u.Types.I64 && llvm.TypeOf(llvm.GetOperand(i, 0)) == u.Types.I32 && llvm.GetNNeg(i) {
				ir.Replace(i, llvm.BuildSExt(u.Before(i), llvm.GetOperand(i, 0), u.Types.I64, ""))
			}
		}
	}
	return u.LLVMPasses("function(early-cse)")
}

// invertBranch negates the condition of a branch and swaps its successors.
func invertBranch(u *ir.Unit, t llvm.Value) {
	cond := llvm.GetOperand(t, 0)
	b := u.Before(t)
	var not llvm.Value
	if ir.Opcode(cond) == llvm.ICmp {
		not = llvm.BuildICmp(b, llvm.GetICmpPredicate(cond).Inverse(), llvm.GetOperand(cond, 0), llvm.GetOperand(cond, 1), "")
	} else {
		not = llvm.BuildXor(b, cond, llvm.ConstInt(u.Types.I1, 1, false), "")
	}
	llvm.SetOperand(t, 0, not)
	yes, no := llvm.GetSuccessor(t, 0), llvm.GetSuccessor(t, 1)
	llvm.SetSuccessor(t, 0, no)
	llvm.SetSuccessor(t, 1, yes)
	if ir.Opcode(cond) == llvm.ICmp && llvm.GetFirstUse(cond) == 0 {
		ir.Erase(cond)
	}
}

// countDown inverts the direction of a loop counter that is only used to end the loop at the branch
// t.
func countDown(u *ir.Unit, t llvm.Value) {
	cmp := llvm.GetOperand(t, 0)
	if ir.Opcode(cmp) != llvm.ICmp || llvm.GetICmpPredicate(cmp) != llvm.IntNE {
		return
	}
	next, end := llvm.GetOperand(cmp, 0), llvm.GetOperand(cmp, 1)
	if ir.Opcode(next) != llvm.Add || llvm.IsAConstantInt(llvm.GetOperand(next, 1)) == 0 || llvm.IsConstant(end) && llvm.IsNull(end) {
		return
	}
	n, step := llvm.GetOperand(next, 0), llvm.GetOperand(next, 1)
	head := llvm.GetSuccessor(t, 0)
	if ir.Opcode(n) != llvm.PHI || llvm.GetInstructionParent(n) != head || llvm.CountIncoming(n) != 2 || len(ir.Users(n)) != 1 || len(ir.Users(next)) != 2 {
		return
	}
	from := uint32(0)
	if llvm.GetIncomingValue(n, 0) == next {
		from = 1
	}
	start, before := llvm.GetIncomingValue(n, from), llvm.GetIncomingBlock(n, from)
	if start == next || llvm.GetIncomingValue(n, 1-from) != next {
		return
	}
	// The end must be known in the preheader.
	if llvm.IsAInstruction(end) != 0 {
		g := flow.New(ir.FunctionOf(t))
		dom := g.Dominators()
		if !dom.Dominates(g.Index[llvm.GetInstructionParent(end)], g.Index[before]) {
			return
		}
	}
	b := u.Before(llvm.GetBasicBlockTerminator(before))
	left := end
	if !llvm.IsConstant(start) || !llvm.IsNull(start) {
		left = llvm.BuildSub(b, end, start, "")
	}
	zero := llvm.ConstNull(llvm.TypeOf(n))
	llvm.SetOperand(n, from, left)
	down := llvm.BuildSub(u.Before(next), n, step, "")
	ir.Replace(next, down)
	ir.Replace(cmp, llvm.BuildICmp(u.Before(cmp), llvm.IntNE, down, zero, ""))
}

// compareWithEnd compares a loop's counter for inequality with its value after the last iteration, where
// it starts, ends and steps by constants. t is the latch's branch, which branches back if its condition is true.
func compareWithEnd(u *ir.Unit, t llvm.Value) {
	cmp := llvm.GetOperand(t, 0)
	if ir.Opcode(cmp) != llvm.ICmp || llvm.IsAConstantInt(llvm.GetOperand(cmp, 1)) == 0 {
		return
	}
	n, offset := counterPlus(llvm.GetOperand(cmp, 0))
	if ir.Opcode(n) != llvm.PHI || llvm.GetInstructionParent(n) != llvm.GetSuccessor(t, 0) || llvm.CountIncoming(n) != 2 || llvm.GetIntTypeWidth(llvm.TypeOf(n)) != 32 {
		return
	}
	for k := range uint32(2) {
		start, next := llvm.GetIncomingValue(n, k), llvm.GetIncomingValue(n, 1-k)
		if llvm.IsAConstantInt(start) == 0 || ir.Opcode(next) != llvm.Add || llvm.GetOperand(next, 0) != n || llvm.IsAConstantInt(llvm.GetOperand(next, 1)) == 0 {
			continue
		}
		from, step := llvm.ConstIntGetSExtValue(start), llvm.ConstIntGetSExtValue(llvm.GetOperand(next, 1))
		last, ok := lastCounter(llvm.GetICmpPredicate(cmp), from, step, offset, llvm.ConstIntGetSExtValue(llvm.GetOperand(cmp, 1)))
		if !ok {
			continue
		}
		end := llvm.ConstInt(llvm.TypeOf(n), uint64(last+step)&math.MaxUint32, false)
		llvm.SetOperand(t, 0, llvm.BuildICmp(u.Before(t), llvm.IntNE, next, end, "")) // next may come after cmp
		if llvm.GetFirstUse(cmp) == 0 {
			ir.Erase(cmp)
		}
		return
	}
}

// counterPlus splits a value into another and a constant that is added to it.
func counterPlus(v llvm.Value) (counter llvm.Value, offset int64) {
	sum := ir.Opcode(v) == llvm.Add || ir.Opcode(v) == llvm.Or && llvm.Has("GetIsDisjoint") && llvm.GetIsDisjoint(v)
	if !sum || llvm.IsAConstantInt(llvm.GetOperand(v, 1)) == 0 {
		return v, 0
	}
	return llvm.GetOperand(v, 0), llvm.ConstIntGetSExtValue(llvm.GetOperand(v, 1))
}

// lastCounter returns the first of the values from, from+step, … of 32 bits that, with the offset added, does not compare with the
// bound, if none before it leaves the range of the comparison.
func lastCounter(predicate llvm.IntPredicate, from, step, offset, bound int64) (last int64, ok bool) {
	least, most := int64(math.MinInt32), int64(math.MaxInt32)
	first := from + offset
	switch predicate {
	case llvm.IntULT, llvm.IntULE, llvm.IntUGT, llvm.IntUGE:
		least, most = 0, math.MaxUint32
		first, bound = first&math.MaxUint32, bound&math.MaxUint32
	}
	distance := int64(0) // of the first value that ends the loop
	switch predicate {
	case llvm.IntULT, llvm.IntSLT:
		distance = bound - first
	case llvm.IntULE, llvm.IntSLE:
		distance = bound + 1 - first
	case llvm.IntUGT, llvm.IntSGT:
		distance = first - bound
	case llvm.IntUGE, llvm.IntSGE:
		distance = first - bound + 1
	default:
		return 0, false
	}
	size := step
	if predicate == llvm.IntUGT || predicate == llvm.IntSGT || predicate == llvm.IntUGE || predicate == llvm.IntSGE {
		size = -step
	}
	if size <= 0 || first < least || first > most {
		return 0, false
	}
	steps := (max(distance, 0) + size - 1) / size
	if end := first + steps*step; end < least || end > most {
		return 0, false
	}
	return from + steps*step, true
}
