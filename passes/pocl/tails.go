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

// fork is a place after a barrier from which work-items diverge to blocks that
// others reach without the barrier.
type sharedTail struct {
	ends []llvm.Block // the last blocks that only those after the barrier come to
	join []llvm.Block // where they go from there
}

// severalJoins reports whether there is no one block before which a barrier could be.
func (f sharedTail) severalJoins() bool { return len(f.join) > 1 }

// behind walks over the blocks that a barrier dominates, from block i of them on and up to
// the next barriers, and over the edges that leave them for where others come, too.
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

// forks finds them. PoCL copies what lies after such a barrier for each of the ways and
// sends all work-items the first one's way:
//
//	if (all) return;
//	barrier();
//	if (mine) { a(); if (more) b(); }
//
// So it does with the barriers that it puts into loops (commonTurns).
func sharedTails(kernel *flow.Kernel) []sharedTail {
	if kernel.UniformValues == nil {
		return nil
	}
	var out []sharedTail
	dom, turns := kernel.Dominators(), implicitLoopBarriers(kernel)
	for at := range kernel.Blocks {
		if kernel.Sync[at] == 0 && !turns[at] {
			continue
		}
		var region []int // the block of the barrier, and what is run up to the next ones
		var left []edge
		walkAfter(kernel, dom, at, at, func(i int) { region = append(region, i) }, func(e edge) { left = append(left, e) })
		if len(left) < 2 {
			continue
		}
		apart := slices.ContainsFunc(region, func(i int) bool {
			ways := 0
			if len(kernel.Succ[i]) > 1 && !kernel.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(kernel.Blocks[i]), 0)] {
				walkAfter(kernel, dom, at, i, func(int) {}, func(edge) { ways++ })
			}
			return ways > 1
		})
		if !apart {
			continue
		}
		var f sharedTail
		for _, e := range left {
			if b := kernel.Blocks[e.from]; !slices.Contains(f.ends, b) {
				f.ends = append(f.ends, b)
			}
			if b := kernel.Blocks[e.to]; !slices.Contains(f.join, b) {
				f.join = append(f.join, b)
			}
		}
		out = append(out, f)
	}
	return out
}

// joins are the blocks to which work-items come from barriers that others do not execute,
// with the number of these barriers.
func joins(kernel *flow.Kernel) map[int]int {
	return joinsAfter(kernel, func(i int) bool { return kernel.Sync[i] != 0 })
}

// joinsBehind are these with what is a barrier given.
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

// joinValues makes the values that some joins choose stack slots. PoCL takes the first
// work-item's way before several barriers for all where they stay PHIs:
//
//	if (some) { a(); mine = true; }
//	barrier();
//	if (all) goto end;
//	…
//	barrier();
//	end: if (mine) b();
//
// Where nothing lies between a barrier and the join it ends the program: its optimiser
// stores the value after the join, so that a PHI follows the barrier.
//
//	if (all) { v = 1; barrier(); }
//	use(v);
func demoteJoinPHIs(kernel *flow.Kernel) {
	joins := joins(kernel)
	for i, b := range kernel.Blocks {
		if joins[i] > 1 && joins[i] < len(kernel.Pred[i]) || joins[i] > 0 && slices.ContainsFunc(kernel.Pred[i], func(i int) bool { return endsWithSync(kernel, i) }) {
			demotePHIs(kernel, b)
		}
	}
}

// endsWithSync reports whether nothing that must stay there lies between the last barrier of
// a block and its end.
func endsWithSync(kernel *flow.Kernel, i int) bool {
	if kernel.Sync[i] == 0 || len(kernel.Succ[i]) > 1 { // stores go on from unconditional branches alone
		return false
	}
	for x := llvm.GetNextInstruction(kernel.Sync[i]); x != llvm.GetBasicBlockTerminator(kernel.Blocks[i]); x = llvm.GetNextInstruction(x) {
		if ir.TouchesMemory(x) {
			return false
		}
	}
	return true
}

// meetBeforeWarps puts a barrier where work-items come from after a barrier and from before
// it, and go on to a warp operation. PoCL builds such functions of barriers and of memory
// that the first lane clears, and after a barrier in a branch the others do not wait for
// it:
//
//	if (all) barrier();
//	v = shuffle(…);
//
// PoCL has barriers of its own in loops (commonTurns), which are in a branch where the loop is:
//
//	for (i = 0; i < all; i++) a();
//	v = shuffle(…);
//
// Where such a join is in a branch that some work-items take, the barrier is where its sides
// reconverge, so that all come to it:
//
//	if (mine) { for (i = 0; i < all; i++) a(); if (more) b(); }
//	v = shuffle(…);
func barrierBeforeWarpOps(kernel *flow.Kernel, branches map[llvm.Value]bool) {
	turns := implicitLoopBarriers(kernel)
	joins := joinsAfter(kernel, func(i int) bool { return kernel.Sync[i] != 0 || turns[i] })
	divergent, pd := kernel.DivergentBlocks(branches), flow.PostDominators(kernel.LiveSuccessors())
	at := map[int]bool{}
	for i := range kernel.Blocks {
		if joins[i] == 0 || len(kernel.Pred[i]) < 2 || !reachesWarpOp(kernel, i) && !slices.ContainsFunc(kernel.Pred[i], func(i int) bool { return endsWithSync(kernel, i) }) {
			continue
		}
		if u := pd.UniformPostDominator(i, divergent); u >= 0 {
			at[u] = true
		}
	}
	for i, b := range kernel.Blocks {
		if at[i] {
			demotePHIs(kernel, b)
			llvm.PositionBuilderBefore(kernel.Unit.B, llvm.GetFirstInstruction(b))
			kernel.Unit.GroupBarrier(kernel.Unit.B, ir.LocalFence)
		}
	}
	if len(at) > 0 {
		kernel.Update()
		kernel.FindUniform()
	}
}

// commonTurns are the blocks at which loops end that PoCL takes one turn at a time with all
// work-items: innermost ones that all execute or none, with one way out, at which all go on or
// leave. It puts a barrier there, and one where a turn begins.
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
		inner := !slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] })
		var exits []int
		for i, in := range l.Member {
			if in && slices.ContainsFunc(kernel.Succ[i], func(s int) bool { return !l.Member[s] }) {
				exits = append(exits, i)
			}
		}
		if inner && len(exits) == 1 && kernel.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(kernel.Blocks[exits[0]]), 0)] {
			out[exits[0]] = true
		}
	}
	return out
}

// warpAhead reports whether a warp operation can be reached from the start of a block
// without a barrier of the work-group before it.
func reachesWarpOp(kernel *flow.Kernel, i int) bool {
	seen := map[int]bool{i: true}
	for next := []int{i}; len(next) > 0; next = next[1:] {
		on := true
		for x := llvm.GetFirstInstruction(kernel.Blocks[next[0]]); x != 0 && on; x = llvm.GetNextInstruction(x) {
			switch flow.SyncOf(x) {
			case flow.NoSync:
			case flow.GroupBarrier:
				on = false
			default:
				return true
			}
		}
		for _, s := range kernel.Succ[next[0]] {
			if on && !seen[s] {
				seen[s] = true
				next = append(next, s)
			}
		}
	}
	return false
}

// collectTails has work-items that diverged from a barrier meet at one more
// before others join them. It reports whether that is done for all: the barriers before functions of
// a warp may have made forks with more than one place where others join.
func insertTailBarriers(kernel *flow.Kernel) bool {
	if kernel.UniformValues == nil {
		return true // nothing to come to together
	}
	// Values that go through memory are not known to be uniform any more.
	branches := kernel.DivergentBranches(kernel.UniformValues)
	demoteJoinPHIs(kernel)
	barrierBeforeWarpOps(kernel, branches)
	for {
		forks := sharedTails(kernel)
		i := slices.IndexFunc(forks, func(f sharedTail) bool { return len(f.join) == 1 && tailUniform(kernel, f, branches) })
		if i < 0 {
			kernel.UniformValues = uniformConditions(kernel, branches)
			return !slices.ContainsFunc(sharedTails(kernel), sharedTail.severalJoins)
		}
		insertTail(kernel, forks[i].ends, forks[i].join[0])
		kernel.Update()
		kernel.FindUniform()
	}
}

// uniformBranches are the conditions of the branches that are not divergent.
func uniformConditions(kernel *flow.Kernel, divergent map[llvm.Value]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for i, b := range kernel.Blocks {
		if t := llvm.GetBasicBlockTerminator(b); len(kernel.Succ[i]) > 1 && !divergent[t] {
			out[llvm.GetOperand(t, 0)] = true
		}
	}
	return out
}

// tailUniform reports whether the block that collect would make is one that all work-items
// execute, or none.
func tailUniform(kernel *flow.Kernel, f sharedTail, branches map[llvm.Value]bool) bool {
	succ, tail, join := kernel.LiveSuccessors(), len(kernel.Blocks), kernel.Index[f.join[0]]
	for _, e := range f.ends {
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

// collect lets the ways from some blocks to another one go through a block of their own
// with a barrier.
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

// phisToMemory makes a block's PHIs stack slots, which PoCL's optimiser leaves alone when
// accesses are volatile: it takes no PHI right after a barrier.
func demotePHIs(kernel *flow.Kernel, blk llvm.Block) {
	b := kernel.Unit.B
	llvm.SetCurrentDebugLocation2(b, 0)
	first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F))
	chosen := ir.PHIs(blk)
	if len(chosen) == 0 {
		return
	}
	rest := llvm.GetNextInstruction(chosen[len(chosen)-1])
	for _, phi := range chosen {
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
	for _, phi := range chosen {
		ir.Erase(phi)
	}
}
