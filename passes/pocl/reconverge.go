// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// An edge of the control-flow graph, between numbers of blocks.
type edge struct{ from, to int }

// A sharedTail is code that work-items reach on divergent paths after a barrier, and others without
// that barrier.
type sharedTail struct {
	ends  []llvm.Block // the last blocks that the barrier dominates
	joins []llvm.Block // their successors, which it does not dominate
}

// severalJoins reports whether there is no one block that a barrier could precede.
func (t sharedTail) severalJoins() bool { return len(t.joins) > 1 }

// walkAfter walks from block i over the blocks that a barrier dominates, up to the next barriers, and
// over the edges out of them to joins: blocks that the barrier does not dominate.
func walkAfter(kernel *flow.Kernel, dom *flow.DomTree, barrier, i int, visit func(i int), leave func(e edge)) {
	seen := map[int]bool{i: true}
	var walk func(i int)
	walk = func(i int) {
		visit(i)
		for _, s := range kernel.Succ[i] {
			switch {
			case !dom.Dominates(barrier, s):
				if !dom.Dominates(s, barrier) { // else a back edge
					leave(edge{i, s})
				}
			case kernel.Sync[s] == 0 && !seen[s]:
				seen[s] = true
				walk(s)
			}
		}
	}
	walk(i)
}

// sharedTails finds the shared tails of a kernel. PoCL copies what follows such a barrier for each of
// the paths, and sends all work-items along the first one's:
//
//	if (uniform) return;
//	barrier();
//	if (mine) { a(); if (more) b(); }
//
// The same goes for the barriers that it adds to loops (implicitLoopBarriers).
func sharedTails(kernel *flow.Kernel) []sharedTail {
	if kernel.UniformValues == nil || kernel.Unit.Without(barrierAtSharedTails) {
		return nil
	}
	var out []sharedTail
	dom, implicit := kernel.Dominators(), implicitLoopBarriers(kernel)
	for at := range kernel.Blocks {
		if kernel.Sync[at] == 0 && !implicit[at] {
			continue
		}
		var region []int // the block of the barrier, and what follows up to the next barriers
		var left []edge
		walkAfter(kernel, dom, at, at, func(i int) { region = append(region, i) }, func(e edge) { left = append(left, e) })
		if len(left) < 2 || !slices.ContainsFunc(region, func(i int) bool { return divergesToJoins(kernel, dom, at, i) }) {
			continue
		}
		var t sharedTail
		for _, e := range left {
			if b := kernel.Blocks[e.from]; !slices.Contains(t.ends, b) {
				t.ends = append(t.ends, b)
			}
			if b := kernel.Blocks[e.to]; !slices.Contains(t.joins, b) {
				t.joins = append(t.joins, b)
			}
		}
		out = append(out, t)
	}
	return out
}

// divergesToJoins reports whether a divergent branch at block i leads to several edges out of what a
// barrier dominates.
func divergesToJoins(kernel *flow.Kernel, dom *flow.DomTree, barrier, i int) bool {
	if !kernel.DivergentBranch(i) {
		return false
	}
	edges := 0
	walkAfter(kernel, dom, barrier, i, func(int) {}, func(edge) { edges++ })
	return edges > 1
}

// joins are the blocks that work-items reach from barriers which do not dominate them, with the number
// of these barriers.
func joins(kernel *flow.Kernel) map[int]int {
	return joinsAfter(kernel, func(i int) bool { return kernel.Sync[i] != 0 })
}

// joinsAfter are the joins with the blocks that end in barriers given.
func joinsAfter(kernel *flow.Kernel, barrier func(i int) bool) map[int]int {
	dom := kernel.Dominators()
	out := map[int]int{}
	for at := range kernel.Blocks {
		if !barrier(at) {
			continue
		}
		to := map[int]bool{}
		walkAfter(kernel, dom, at, at, func(int) {}, func(e edge) { to[e.to] = true })
		for i := range to {
			out[i]++
		}
	}
	return out
}

// demoteJoinPHIs demotes the PHIs of some joins to stack slots. Where a join follows several barriers,
// PoCL takes the first work-item's path for all:
//
//	if (some) { a(); mine = true; }
//	barrier();
//	if (uniform) goto end;
//	…
//	barrier();
//	end: if (mine) b();
//
// Where no instruction is between a barrier and the join, it aborts: its optimiser sinks the store of
// the value below the join, so that a PHI follows the barrier.
//
//	if (uniform) { v = 1; barrier(); }
//	use(v);
func demoteJoinPHIs(kernel *flow.Kernel) {
	if kernel.Unit.Without(demoteJoinPHIsID) {
		return
	}
	joins := joins(kernel)
	for i, b := range kernel.Blocks {
		if joins[i] > 1 && joins[i] < len(kernel.Pred[i]) || joins[i] > 0 && slices.ContainsFunc(kernel.Pred[i], func(i int) bool { return endsWithSync(kernel, i) }) {
			demotePHIs(kernel, b)
		}
	}
}

// endsWithSync reports whether no access to memory is between the last barrier of a block and its end.
func endsWithSync(kernel *flow.Kernel, i int) bool {
	if kernel.Sync[i] == 0 || len(kernel.Succ[i]) > 1 { // LLVM sinks stores over unconditional branches only
		return false
	}
	for x := llvm.GetNextInstruction(kernel.Sync[i]); x != llvm.GetBasicBlockTerminator(kernel.Blocks[i]); x = llvm.GetNextInstruction(x) {
		if ir.TouchesMemory(x) {
			return false
		}
	}
	return true
}

// barrierBeforeWarpOps inserts a barrier at the joins from which a warp operation is reached. PoCL
// builds these operations of barriers and of storage that the first lane clears, and after a barrier
// in a branch the others do not wait for it:
//
//	if (uniform) barrier();
//	v = shuffle(…);
//
// The barriers that PoCL adds to loops (implicitLoopBarriers) are in a branch where the loop is:
//
//	for (i = 0; i < uniform; i++) a();
//	v = shuffle(…);
//
// Where such a join is in divergent code, the barrier is where control flow reconverges, so that all
// execute it:
//
//	if (mine) { for (i = 0; i < uniform; i++) a(); if (more) b(); }
//	v = shuffle(…);
func barrierBeforeWarpOps(kernel *flow.Kernel, branches map[llvm.Value]bool) {
	if kernel.Unit.Without(barrierBeforeWarpOpsID) {
		return
	}
	// What is added in a branch is one more barrier in a branch to the joins that follow.
	for added := map[int]bool{}; addBarriersBeforeWarpOps(kernel, branches, added); {
	}
}

// addBarriersBeforeWarpOps adds barriers to blocks that have none added yet, and reports whether
// there was one.
func addBarriersBeforeWarpOps(kernel *flow.Kernel, branches map[llvm.Value]bool, added map[int]bool) bool {
	implicit := implicitLoopBarriers(kernel)
	joins := joinsAfter(kernel, func(i int) bool { return kernel.Sync[i] != 0 || implicit[i] })
	divergent, pd := kernel.DivergentBlocks(branches), flow.PostDominators(kernel.LiveSuccessors())
	at := map[int]bool{}
	for i := range kernel.Blocks {
		if joins[i] == 0 || len(kernel.Pred[i]) < 2 || !reachesWarpOp(kernel, i) && !slices.ContainsFunc(kernel.Pred[i], func(i int) bool { return endsWithSync(kernel, i) }) {
			continue
		}
		if u := pd.UniformPostDominator(i, divergent); u >= 0 && !added[u] {
			at[u] = true
		}
	}
	for i, b := range kernel.Blocks {
		if at[i] {
			added[i] = true
			demotePHIs(kernel, b)
			llvm.PositionBuilderBefore(kernel.Unit.B, llvm.GetFirstInstruction(b))
			kernel.Unit.GroupBarrier(kernel.Unit.B, ir.LocalFence)
		}
	}
	if len(at) > 0 {
		kernel.Update()
		kernel.FindUniform()
	}
	return len(at) > 0
}

// implicitLoopBarriers are the exiting blocks of the loops that PoCL adds barriers to
// (ImplicitLoopBarriers): innermost loops that are not in divergent code, with one exit, whose
// condition is uniform. The barriers are there and in the header.
func implicitLoopBarriers(kernel *flow.Kernel) map[int]bool {
	out := map[int]bool{}
	if kernel.UniformValues == nil {
		kernel.FindUniform()
	}
	loops, divergent := kernel.NaturalLoops(), kernel.DivergentBlocks(kernel.DivergentBranches(kernel.UniformValues))
	for _, l := range loops {
		if divergent[l.Header] {
			continue
		}
		innermost := !slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] })
		exiting := kernel.ExitingBlocks(l)
		if innermost && len(exiting) == 1 && kernel.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(kernel.Blocks[exiting[0]]), 0)] {
			out[exiting[0]] = true
		}
	}
	return out
}

// reachesWarpOp reports whether a warp operation can be reached from the start of a block without a
// barrier of the work-group on the path.
func reachesWarpOp(kernel *flow.Kernel, i int) bool {
	seen := map[int]bool{i: true}
	for next := []int{i}; len(next) > 0; next = next[1:] {
		passes := true
		for x := llvm.GetFirstInstruction(kernel.Blocks[next[0]]); x != 0 && passes; x = llvm.GetNextInstruction(x) {
			switch flow.SyncOf(x) {
			case flow.NoSync:
			case flow.GroupBarrier:
				passes = false
			default:
				return true
			}
		}
		for _, s := range kernel.Succ[next[0]] {
			if passes && !seen[s] {
				seen[s] = true
				next = append(next, s)
			}
		}
	}
	return false
}

// adaptTails adapts a kernel whose work-items execute all barriers together: work-items that have
// diverged after a barrier synchronise once more before others join them. It reports whether that can
// be done everywhere: the barriers before warp operations may have made shared tails with several
// joins.
func adaptTails(kernel *flow.Kernel) bool {
	if kernel.UniformValues == nil {
		return true // it has no barriers
	}
	// Values that go through memory are not known to be uniform any more.
	branches := kernel.DivergentBranches(kernel.UniformValues)
	demoteJoinPHIs(kernel)
	barrierBeforeWarpOps(kernel, branches)
	for {
		tails := sharedTails(kernel)
		i := slices.IndexFunc(tails, func(t sharedTail) bool { return len(t.joins) == 1 && tailUniform(kernel, t, branches) })
		if i < 0 {
			kernel.UniformValues = uniformConditions(kernel, branches)
			return !slices.ContainsFunc(sharedTails(kernel), sharedTail.severalJoins)
		}
		insertTail(kernel, tails[i].ends, tails[i].joins[0])
		kernel.Update()
		kernel.FindUniform()
	}
}

// uniformConditions are the conditions of the branches that are not divergent.
func uniformConditions(kernel *flow.Kernel, divergent map[llvm.Value]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for i, b := range kernel.Blocks {
		if t := llvm.GetBasicBlockTerminator(b); len(kernel.Succ[i]) > 1 && !divergent[t] {
			out[llvm.GetOperand(t, 0)] = true
		}
	}
	return out
}

// tailUniform reports whether the block that insertTail would make is one that all work-items execute
// together.
func tailUniform(kernel *flow.Kernel, t sharedTail, branches map[llvm.Value]bool) bool {
	succ, tail, join := kernel.LiveSuccessors(), len(kernel.Blocks), kernel.Index[t.joins[0]]
	for _, e := range t.ends {
		for k, s := range succ[kernel.Index[e]] {
			if s == join {
				succ[kernel.Index[e]][k] = tail
			}
		}
	}
	succ = append(succ, []int{join})
	return !flow.DivergentBlocks(succ, func(i int) bool {
		return i != tail && branches[llvm.GetBasicBlockTerminator(kernel.Blocks[i])]
	})[tail]
}

// insertTail puts a block with a barrier on the edges from some blocks to a join.
func insertTail(kernel *flow.Kernel, ends []llvm.Block, join llvm.Block) {
	demotePHIs(kernel, join)
	tail := llvm.InsertBasicBlockInContext(kernel.Unit.Ctx, join, "")
	for _, e := range ends {
		t := llvm.GetBasicBlockTerminator(e)
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == join {
				llvm.SetSuccessor(t, k, tail)
			}
		}
	}
	llvm.SetCurrentDebugLocation2(kernel.Unit.B, 0)
	llvm.PositionBuilderAtEnd(kernel.Unit.B, tail)
	kernel.Unit.GroupBarrier(kernel.Unit.B, ir.LocalFence)
	llvm.BuildBr(kernel.Unit.B, join)
}

// demotePHIs demotes a block's PHIs to stack slots. The accesses are volatile, so that PoCL's own
// optimiser does not promote them again.
func demotePHIs(kernel *flow.Kernel, blk llvm.Block) {
	b := kernel.Unit.B
	llvm.SetCurrentDebugLocation2(b, 0)
	first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F))
	phis := ir.PHIs(blk)
	if len(phis) == 0 {
		return
	}
	rest := llvm.GetNextInstruction(phis[len(phis)-1])
	for _, phi := range phis {
		llvm.PositionBuilderBefore(b, first)
		slot := llvm.BuildAlloca(b, llvm.TypeOf(phi), "")
		for k := range llvm.CountIncoming(phi) {
			llvm.PositionBuilderBefore(b, llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(phi, k)))
			llvm.SetVolatile(llvm.BuildStore(b, llvm.GetIncomingValue(phi, k), slot), true)
		}
		llvm.PositionBuilderBefore(b, rest)
		load := llvm.BuildLoad2(b, llvm.TypeOf(phi), slot, phi.Name())
		llvm.SetVolatile(load, true)
		llvm.ReplaceAllUsesWith(phi, load)
	}
	for _, phi := range phis {
		ir.Erase(phi)
	}
}
