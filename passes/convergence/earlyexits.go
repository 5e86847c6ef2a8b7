// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// exitPaths are the paths of exited work-items through a kernel.
type exitPaths struct {
	stay     [][]int          // successors without early exits
	exits    map[int][]uint32 // by block: the numbers of its successors that are early exits
	rejoin   map[int]int      // by block with exits: where exited work-items rejoin the others, inactive
	inactive map[int]bool     // blocks that exited work-items traverse without executing them
	next     []int            // of such a block, the next one that all traverse; -1 for none
	deciding map[int]bool     // blocks whose branches exited work-items follow
}

// earlyExits returns the blocks from which some work-items exit and others go on to synchronise.
func earlyExits(kernel *flow.Kernel) map[llvm.Block]bool {
	exit := map[llvm.Block]bool{}
	for i, b := range kernel.Blocks {
		if divergentExit(kernel, i) {
			exit[b] = true
		}
	}
	return exit
}

// findExitPaths finds the paths of the work-items that exit from the given blocks. It returns nil
// where a branch decides which synchronisation point is next, since exited work-items do not have
// the condition, except in the blocks that they follow.
func findExitPaths(kernel *flow.Kernel, exit, followed map[llvm.Block]bool) *exitPaths {
	p := &exitPaths{
		stay: make([][]int, len(kernel.Blocks)), exits: map[int][]uint32{}, rejoin: map[int]int{},
		inactive: map[int]bool{}, next: make([]int, len(kernel.Blocks)), deciding: map[int]bool{},
	}
	for i, b := range kernel.Blocks {
		for k, s := range kernel.Succ[i] {
			if exit[b] && !kernel.ReachesSync[s] {
				p.exits[i] = append(p.exits[i], uint32(k))
			} else {
				p.stay[i] = append(p.stay[i], s)
			}
		}
	}
	pd := flow.PostDominators(p.stay)
	for i := range kernel.Blocks {
		if len(p.exits[i]) == 0 {
			continue
		}
		// An exit from a block that itself branches has no single block to rejoin at.
		if len(p.stay[i]) != 1 {
			return nil
		}
		p.rejoin[i] = p.stay[i][0]
		if !p.traverse(kernel, pd, p.rejoin[i], followed) {
			return nil
		}
	}
	ends := p.reachEnd(kernel)
	for i := range p.inactive {
		if !ends[i] {
			return nil // exited work-items would stay in an endless loop
		}
	}
	return p
}

// traverse follows exited work-items from block i to the end of the kernel. It reports false where a
// branch decides which synchronisation point is next, if they do not follow it.
func (p *exitPaths) traverse(kernel *flow.Kernel, pd *flow.DomTree, i int, followed map[llvm.Block]bool) bool {
	for i >= 0 && !p.inactive[i] {
		p.inactive[i] = true
		p.next[i] = -1
		switch n := len(p.stay[i]); {
		case n == 1:
			p.next[i] = p.stay[i][0]
		case n > 1:
			p.next[i] = p.afterLoop(kernel, pd, i, followed != nil)
			if !kernel.SyncBetween(i, p.next[i], p.stay) {
				break
			}
			if !followed[kernel.Blocks[i]] {
				return false
			}
			p.deciding[i] = true
			for _, s := range p.stay[i] {
				if !p.traverse(kernel, pd, s, followed) {
					return false
				}
			}
			return true
		}
		i = p.next[i]
	}
	return true
}

// afterLoop returns the closest post-dominator of a block, or the first one that is not in a loop around the block
// without synchronisation points, which exited work-items bypass as a whole.
func (p *exitPaths) afterLoop(kernel *flow.Kernel, pd *flow.DomTree, i int, whole bool) int {
	next := pd.Immediate(i)
	if !whole {
		return next
	}
	for _, l := range kernel.NaturalLoops() {
		if !l.Member[i] || slices.ContainsFunc(kernel.Blocks, func(b llvm.Block) bool { k := kernel.Index[b]; return l.Member[k] && kernel.Sync[k] != 0 }) {
			continue
		}
		for next >= 0 && l.Member[next] {
			next = pd.Immediate(next)
		}
	}
	return next
}

// reachEnd says of each block whether the end of the kernel can be reached from it without early
// exits.
func (p *exitPaths) reachEnd(kernel *flow.Kernel) []bool {
	ends := make([]bool, len(kernel.Blocks))
	for changed := true; changed; {
		changed = false
		for i := range kernel.Blocks {
			e := len(p.stay[i]) == 0 && len(p.exits[i]) == 0
			for _, s := range p.stay[i] {
				e = e || ends[s]
			}
			if e && !ends[i] {
				ends[i], changed = true, true
			}
		}
	}
	return ends
}

// bypassExited makes exited work-items inactive: they bypass all blocks but those of synchronisation
// points, and those of the branches that they follow. Values that cross blocks go through memory
// meanwhile, so that the control flow can change freely. It reports whether that was possible.
func bypassExited(kernel *flow.Kernel, followed map[llvm.Block]bool) (bool, error) {
	u := kernel.Unit
	exit := earlyExits(kernel)
	if err := u.Demote(kernel.F); err != nil {
		return false, err
	}
	kernel.Update() // demotion may split edges
	if followed != nil {
		dropSplitLatches(kernel)
	}
	p := findExitPaths(kernel, exit, followed)
	if p == nil {
		return false, nil
	}
	b, t := u.B, &u.Types
	llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F)))
	llvm.SetCurrentDebugLocation2(b, 0)
	alive := llvm.BuildAlloca(b, t.I1, "alive")
	llvm.BuildStore(b, llvm.ConstInt(t.I1, 1, false), alive)
	finish := llvm.AppendBasicBlockInContext(u.Ctx, kernel.F, "finish")
	llvm.PositionBuilderAtEnd(b, finish)
	llvm.BuildRetVoid(b)
	isAlive := func() llvm.Value { return llvm.BuildLoad2(b, t.I1, alive, "") }
	g := newGuards(kernel, isAlive, func(i int) bool { return p.inactive[i] && !followed[kernel.Blocks[i]] })
	for i := range kernel.Blocks {
		if len(p.exits[i]) == 0 {
			continue
		}
		term := llvm.GetBasicBlockTerminator(kernel.Blocks[i])
		for _, k := range p.exits[i] {
			llvm.SetSuccessor(term, k, kernel.CloneTail(u, kernel.Index[llvm.GetSuccessor(term, k)], func(ret llvm.Value) {
				llvm.PositionBuilderBefore(b, ret)
				llvm.BuildStore(b, llvm.ConstNull(t.I1), alive)
				llvm.BuildBr(b, g.start(p.rejoin[i]))
				ir.Erase(ret)
			}))
		}
	}
	for i, blk := range kernel.Blocks {
		switch {
		case g.check[i] != 0:
			onward := finish
			if p.next[i] >= 0 {
				onward = g.start(p.next[i])
			}
			for _, t := range ir.Users(llvm.BasicBlockAsValue(blk)) {
				if llvm.IsAInstruction(t) != 0 && !(followed != nil && p.repeats(kernel, t, i)) {
					redirect(t, blk, g.check[i])
				}
			}
			g.bypass(i, onward)
		case p.inactive[i] && kernel.Sync[i] != 0:
			g.maskOperands(i)
		}
	}
	// All exits share one block.
	for i, blk := range kernel.Blocks {
		term := llvm.GetBasicBlockTerminator(blk)
		if p.inactive[i] && llvm.GetInstructionOpcode(term) == llvm.Ret {
			llvm.PositionBuilderBefore(b, term)
			llvm.BuildBr(b, finish)
			ir.Erase(term)
		}
	}
	return true, nil
}

// repeats reports whether a branch leads back to a block of a loop that exited work-items bypass: those that execute
// it are active.
func (p *exitPaths) repeats(kernel *flow.Kernel, t llvm.Value, to int) bool {
	from, known := kernel.Index[llvm.GetInstructionParent(t)]
	return known && (from == to || !p.inactive[from]) && kernel.Dominators().Dominates(to, from)
}

// dropSplitLatches removes the property of loops from the branches that demotion has put on back edges. LLVM keeps a
// block with such a branch, and the loop then ends in a block that does not decide whether it is left.
func dropSplitLatches(kernel *flow.Kernel) {
	loop := kernel.Unit.MDKind("llvm.loop")
	for i, b := range kernel.Blocks {
		if len(kernel.Succ[i]) != 1 || len(kernel.Pred[i]) != 1 || len(kernel.Succ[kernel.Pred[i][0]]) == 1 {
			continue
		}
		if t := llvm.GetBasicBlockTerminator(b); llvm.GetMetadata(t, loop) != 0 {
			llvm.SetMetadata(t, loop, 0)
		}
	}
}

// guards makes inactive work-items bypass the guarded blocks without a synchronisation point and
// execute the other ones with neutral operands.
type guards struct {
	kernel *flow.Kernel
	active func() llvm.Value  // builds an i1: the work-item is active
	check  map[int]llvm.Block // by block without a synchronisation point: where it begins for all
}

// newGuards builds the empty blocks that check who executes the blocks of a set.
func newGuards(kernel *flow.Kernel, active func() llvm.Value, guarded func(i int) bool) *guards {
	g := &guards{kernel, active, map[int]llvm.Block{}}
	for i := range kernel.Blocks {
		if guarded(i) && kernel.Sync[i] == 0 {
			g.check[i] = llvm.AppendBasicBlockInContext(kernel.Unit.Ctx, kernel.F, "check")
		}
	}
	return g
}

// start returns the block at which block i begins for work-items that may be inactive.
func (g *guards) start(i int) llvm.Block {
	if g.check[i] != 0 {
		return g.check[i]
	}
	return g.kernel.Blocks[i]
}

// bypass makes inactive work-items branch from the check of block i to onward.
func (g *guards) bypass(i int, onward llvm.Block) {
	b, blk := g.kernel.Unit.B, g.kernel.Blocks[i]
	llvm.PositionBuilderAtEnd(b, g.check[i])
	llvm.BuildCondBr(b, g.active(), blk, onward)
	llvm.MoveBasicBlockAfter(blk, g.check[i])
}

// maskOperands gives inactive work-items neutral operands in the warp operation of block i: they
// read lane 0 and vote no. Their own operands are not computed, and LLVM may assume that operands
// are defined, and hence that every work-item is active.
func (g *guards) maskOperands(i int) {
	x := g.kernel.Sync[i]
	if kind := flow.SyncOf(x); kind != flow.WarpShuffle && kind != flow.WarpBallot {
		return
	}
	b := g.kernel.Unit.Before(x)
	for k, v := range ir.CallArgs(x) {
		llvm.SetOperand(x, uint32(k), llvm.BuildSelect(b, g.active(), v, llvm.ConstNull(llvm.TypeOf(v)), ""))
	}
}

// redirect redirects the edges from a terminator to a block to another one.
func redirect(term llvm.Value, to, instead llvm.Block) {
	for k := range llvm.GetNumSuccessors(term) {
		if llvm.GetSuccessor(term, k) == to {
			llvm.SetSuccessor(term, k, instead)
		}
	}
}
