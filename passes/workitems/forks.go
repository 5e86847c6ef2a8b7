// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// An edge of the control-flow graph, between numbers of blocks.
type edge struct{ from, to int }

// fork is a place behind a barrier from which work-items go several ways to blocks that
// others reach without the barrier.
type fork struct {
	ends []llvm.Block // the last blocks that only those behind the barrier come to
	join []llvm.Block // where they go from there
}

// noPlace reports whether there is no one block before which a barrier could be.
func (f fork) noPlace() bool { return len(f.join) > 1 }

// behind walks over the blocks that a barrier dominates, from block i of them on and up to
// the next barriers, and over the edges that leave them for where others come, too.
func (c *converger) behind(dom *flow.Dominators, barrier, i int, visit func(i int), leave func(e edge)) {
	seen := map[int]bool{i: true}
	var walk func(i int)
	walk = func(i int) {
		visit(i)
		for _, s := range c.Succ[i] {
			switch {
			case !dom.Has(s, barrier):
				if !dom.Has(barrier, s) { // else the loop goes round
					leave(edge{i, s})
				}
			case c.sync[s] == 0 && !seen[s]:
				seen[s] = true
				walk(s)
			}
		}
	}
	walk(i)
}

// forks finds them. PoCL copies what lies behind such a barrier for each of the ways and
// sends all work-items the first one's way:
//
//	if (all) return;
//	barrier();
//	if (mine) { a(); if (more) b(); }
//
// So it does with the barriers that it puts into loops (commonTurns).
func (c *converger) forks() []fork {
	if c.same == nil {
		return nil
	}
	var out []fork
	dom, turns := c.Dominators(), c.commonTurns()
	for at := range c.Blocks {
		if c.sync[at] == 0 && !turns[at] {
			continue
		}
		var region []int // the block of the barrier, and what is run up to the next ones
		var left []edge
		c.behind(dom, at, at, func(i int) { region = append(region, i) }, func(e edge) { left = append(left, e) })
		if len(left) < 2 {
			continue
		}
		apart := slices.ContainsFunc(region, func(i int) bool {
			ways := 0
			if len(c.Succ[i]) > 1 && !c.same[llvm.GetOperand(llvm.GetBasicBlockTerminator(c.Blocks[i]), 0)] {
				c.behind(dom, at, i, func(int) {}, func(edge) { ways++ })
			}
			return ways > 1
		})
		if !apart {
			continue
		}
		var f fork
		for _, e := range left {
			if b := c.Blocks[e.from]; !slices.Contains(f.ends, b) {
				f.ends = append(f.ends, b)
			}
			if b := c.Blocks[e.to]; !slices.Contains(f.join, b) {
				f.join = append(f.join, b)
			}
		}
		out = append(out, f)
	}
	return out
}

// joins are the blocks to which work-items come from behind barriers that others do not pass,
// with the number of these barriers.
func (c *converger) joins() map[int]int {
	return c.joinsBehind(func(i int) bool { return c.sync[i] != 0 })
}

// joinsBehind are these with what is a barrier given.
func (c *converger) joinsBehind(barrier func(i int) bool) map[int]int {
	dom := c.Dominators()
	out := map[int]int{}
	for at := range c.Blocks {
		if !barrier(at) {
			continue
		}
		to := map[int]bool{}
		c.behind(dom, at, at, func(int) {}, func(e edge) { to[e.to] = true })
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
// stores the value behind the join, so that a PHI follows the barrier.
//
//	if (all) { v = 1; barrier(); }
//	use(v);
func (c *converger) joinValues() {
	joins := c.joins()
	for i, b := range c.Blocks {
		if joins[i] > 1 && joins[i] < len(c.Pred[i]) || joins[i] > 0 && slices.ContainsFunc(c.Pred[i], c.endsWithSync) {
			c.phisToMemory(b)
		}
	}
}

// endsWithSync reports whether nothing that must stay there lies between the last barrier of
// a block and its end.
func (c *converger) endsWithSync(i int) bool {
	if c.sync[i] == 0 || len(c.Succ[i]) > 1 { // stores go on from unconditional branches alone
		return false
	}
	for x := llvm.GetNextInstruction(c.sync[i]); x != llvm.GetBasicBlockTerminator(c.Blocks[i]); x = llvm.GetNextInstruction(x) {
		if touchesMemory(x) {
			return false
		}
	}
	return true
}

// meetBeforeWarps puts a barrier where work-items come from behind a barrier and from before
// it, and go on to a function of a warp. PoCL builds such functions of barriers and of memory
// that the first lane clears, and behind a barrier in a branch the others do not wait for
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
func (c *converger) meetBeforeWarps(branches map[llvm.Value]bool) {
	turns := c.commonTurns()
	joins := c.joinsBehind(func(i int) bool { return c.sync[i] != 0 || turns[i] })
	divergent, pd := c.DivergentBlocks(branches), flow.PostDominators(c.LiveSuccessors())
	at := map[int]bool{}
	for i := range c.Blocks {
		if joins[i] == 0 || len(c.Pred[i]) < 2 || !c.warpAhead(i) && !slices.ContainsFunc(c.Pred[i], c.endsWithSync) {
			continue
		}
		if u := pd.UniformPostDominator(i, divergent); u >= 0 {
			at[u] = true
		}
	}
	for i, b := range c.Blocks {
		if at[i] {
			c.phisToMemory(b)
			llvm.PositionBuilderBefore(c.u.B, llvm.GetFirstInstruction(b))
			groupBarrier(c.u, c.u.B, localMemory)
		}
	}
	if len(at) > 0 {
		c.scan()
		c.same = c.Uniform()
	}
}

// commonTurns are the blocks at which loops end that PoCL takes one turn at a time with all
// work-items: innermost ones that all execute or none, with one way out, at which all go on or
// leave. It puts a barrier there, and one where a turn begins.
func (c *converger) commonTurns() map[int]bool {
	out := map[int]bool{}
	if c.same == nil {
		c.same = c.Uniform()
	}
	loops, divergent := c.WholeLoops(), c.DivergentBlocks(c.DivergentBranches(c.same))
	for _, l := range loops {
		if divergent[l.Head] {
			continue
		}
		inner := !slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Head != l.Head && l.Member[o.Head] })
		var exits []int
		for i, in := range l.Member {
			if in && slices.ContainsFunc(c.Succ[i], func(s int) bool { return !l.Member[s] }) {
				exits = append(exits, i)
			}
		}
		if inner && len(exits) == 1 && c.same[llvm.GetOperand(llvm.GetBasicBlockTerminator(c.Blocks[exits[0]]), 0)] {
			out[exits[0]] = true
		}
	}
	return out
}

// warpAhead reports whether a function of a warp can be reached from the start of a block
// without a barrier of the work-group before it.
func (c *converger) warpAhead(i int) bool {
	seen := map[int]bool{i: true}
	for next := []int{i}; len(next) > 0; next = next[1:] {
		on := true
		for x := llvm.GetFirstInstruction(c.Blocks[next[0]]); x != 0 && on; x = llvm.GetNextInstruction(x) {
			switch flow.SyncOf(x) {
			case flow.NoSync:
			case flow.GroupBarrier:
				on = false
			default:
				return true
			}
		}
		for _, s := range c.Succ[next[0]] {
			if on && !seen[s] {
				seen[s] = true
				next = append(next, s)
			}
		}
	}
	return false
}

// collectTails has work-items that went several ways from a barrier meet at one more
// before others join them. It reports whether that is done for all: the barriers before functions of
// a warp may have made forks with more than one place where others join.
func (c *converger) collectTails() bool {
	if c.same == nil {
		return true // nothing to come to together
	}
	// Values that go through memory are not known to be uniform any more.
	branches := c.DivergentBranches(c.same)
	c.joinValues()
	c.meetBeforeWarps(branches)
	for {
		forks := c.forks()
		i := slices.IndexFunc(forks, func(f fork) bool { return len(f.join) == 1 && c.tailUniform(f, branches) })
		if i < 0 {
			c.same = c.uniformBranches(branches)
			return !slices.ContainsFunc(c.forks(), fork.noPlace)
		}
		c.collect(forks[i].ends, forks[i].join[0])
		c.scan()
		c.same = c.Uniform()
	}
}

// uniformBranches are the conditions of the branches that are not divergent.
func (c *converger) uniformBranches(divergent map[llvm.Value]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for i, b := range c.Blocks {
		if t := llvm.GetBasicBlockTerminator(b); len(c.Succ[i]) > 1 && !divergent[t] {
			out[llvm.GetOperand(t, 0)] = true
		}
	}
	return out
}

// tailUniform reports whether the block that collect would make is one that all work-items
// execute, or none.
func (c *converger) tailUniform(f fork, branches map[llvm.Value]bool) bool {
	succ, tail, join := c.LiveSuccessors(), len(c.Blocks), c.Index[f.join[0]]
	for _, e := range f.ends {
		for k, s := range succ[c.Index[e]] {
			if s == join {
				succ[c.Index[e]][k] = tail
			}
		}
	}
	succ = append(succ, []int{join})
	return !flow.DivergentBlocks(succ, func(i int) bool {
		return i != tail && branches[llvm.GetBasicBlockTerminator(c.Blocks[i])]
	})[tail]
}

// collect lets the ways from some blocks to another one go through a block of their own
// with a barrier.
func (c *converger) collect(ends []llvm.Block, join llvm.Block) {
	c.phisToMemory(join)
	tail := llvm.InsertBasicBlockInContext(c.u.Ctx, join, "")
	for _, e := range ends {
		t := llvm.GetBasicBlockTerminator(e)
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == join {
				llvm.SetSuccessor(t, k, tail)
			}
		}
	}
	llvm.SetCurrentDebugLocation2(c.u.B, 0)
	llvm.PositionBuilderAtEnd(c.u.B, tail)
	groupBarrier(c.u, c.u.B, localMemory)
	llvm.BuildBr(c.u.B, join)
}

// phisToMemory makes a block's PHIs stack slots, which PoCL's optimiser leaves alone when
// accesses are volatile: it takes no PHI right behind a barrier.
func (c *converger) phisToMemory(blk llvm.Block) {
	b := c.u.B
	llvm.SetCurrentDebugLocation2(b, 0)
	first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(c.F))
	chosen := phis(blk)
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
