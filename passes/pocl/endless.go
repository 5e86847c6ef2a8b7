// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ExitEndlessLoops gives loops without an exit one, by a condition that is never true, in kernels
// with barriers and in what they call. LLVM leaves such a loop where it knows that an exit is not
// taken but may not remove the loop because of its volatile accesses, as in one whose iterations
// are all peeled.
//
//	  br i1 %c, label %loop, label %on
//	loop:
//	  store volatile i32 %v, ptr %p
//	  br label %loop
//	on:
//	  call spir_func void @_Z7barrierj(i32 1)
//
// becomes
//
//	store volatile i64 %local.id, ptr %exit.slot
//	…
//	loop:
//	  store volatile i32 %v, ptr %p
//	  %0 = load volatile i64, ptr %exit.slot
//	  %never = icmp eq i64 %0, -1
//	  br i1 %never, label %on, label %1
//	1:
//	  br label %loop
//
// With a condition that does not change in the loop, PoCL's optimiser would move it out of the loop.
//
// A barrier after the branch does not post-dominate the entry, since the loop never reaches it.
// PoCL then takes it for one in a branch, and adds another one to the paths that lead to it, which
// may be divergent (ImplicitConditionalBarriers).
func ExitEndlessLoops(u *ir.Unit) error {
	return followed(u, func(k *flow.Kernel) error {
		var slot llvm.Value
		for {
			at, to := endless(k.Graph)
			if at < 0 {
				return nil
			}
			if slot == 0 {
				id := localID(k)
				slot = llvm.BuildAlloca(u.B, u.Types.I64, "exit.slot")
				llvm.SetVolatile(llvm.BuildStore(u.B, id, slot), true)
			}
			exitTo(k, k.Blocks[at], k.Blocks[to], slot)
			k.Update()
		}
	})
}

// endless returns a block of a loop that is not left, and the block that is executed instead of the
// loop; -1 if there is none. All that dominates the second one also dominates the first.
func endless(g *flow.Graph) (at, to int) {
	var ends []int
	for i, s := range g.Succ {
		if len(s) == 0 {
			ends = append(ends, i)
		}
	}
	finite, reached := flow.Reachable(g.Pred, ends, -1), flow.Reachable(g.Succ, []int{0}, -1)
	cycles, dom := flow.InCycles(g.Succ), g.Dominators()
	for i := range g.Blocks {
		if finite[i] || !reached[i] || !cycles[i] {
			continue
		}
		branch := dom.Immediate(i)
		for branch >= 0 && !finite[branch] {
			branch = dom.Immediate(branch)
		}
		if branch < 0 {
			continue // the function does not return
		}
		// A successor of the branch has no other dominators than itself and those of the branch.
		// One that is no loop's header around it is preferred.
		others := slices.DeleteFunc(slices.Clone(g.Succ[branch]), func(s int) bool { return !finite[s] })
		if forward := slices.IndexFunc(others, func(s int) bool { return !dom.Dominates(s, branch) }); forward >= 0 {
			return i, others[forward]
		}
		return i, others[0]
	}
	return -1, -1
}

// exitTo makes the end of a block also lead to another block, if a slot has a value that it never has.
func exitTo(k *flow.Kernel, at, to llvm.Block, slot llvm.Value) {
	u := k.Unit
	from := u.SplitBefore(llvm.GetBasicBlockTerminator(at))
	t := llvm.GetBasicBlockTerminator(from)
	b := u.Before(t)
	id := llvm.BuildLoad2(b, u.Types.I64, slot, "")
	llvm.SetVolatile(id, true)
	llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntEQ, id, u.I64(^uint64(0)), "never"), to, at)
	ir.Erase(t)
	for _, phi := range ir.PHIs(to) {
		v := llvm.GetUndef(llvm.TypeOf(phi))
		llvm.AddIncoming(phi, &v, &from, 1)
	}
}
