// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"maps"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// A predicable is a divergent branch one of whose sides has warp operations and no other
// synchronisation point, so that the work-items that take the other side can execute these
// operations as inactive lanes.
type predicable struct {
	head  int          // the block of the branch
	taken int          // where its side with the warp operations begins
	join  int          // the immediate post-dominator, where the sides reconverge
	other map[int]bool // the blocks of the other side, and the head
	next  map[int]int  // by block that all who take the side execute: the next such block
}

// predicateWarpOps predicates warp operations that a branch makes some work-items skip. Under
// continuations all lanes of a warp would have to wait there.
//
//	  br i1 %first, label %sum, label %join
//	sum:
//	  %o = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	  %w = add i32 %v, %o
//	  store i32 %w, ptr addrspace(3) %s
//	  br label %join
//
// becomes
//
//	  %a = select i1 %first, i32 %v, i32 0
//	  %o = call i32 @_Z17sub_group_shufflejj(i32 %a, i32 …)
//	  br i1 %first, label %body, label %join
//	body:
//	  %w = add i32 %v, %o
//	  store i32 %w, ptr addrspace(3) %s
//	  br label %join
//
// Most block-wide reductions have such a branch. The lanes that skip it execute only the warp
// operations, with neutral operands. It reports whether the kernel has changed.
func predicateWarpOps(kernel *flow.Kernel) (bool, error) {
	changed := false
	for {
		splitAtSyncs(kernel)
		kernel.Update()
		kernel.FindUniform()
		p := findPredicable(kernel)
		if p == nil {
			return changed, nil
		}
		// Demotion may split edges, but keeps these blocks.
		head, taken := kernel.Blocks[p.head], kernel.Blocks[p.taken]
		if err := kernel.Unit.Demote(kernel.F); err != nil {
			return changed, err
		}
		kernel.Update()
		for k, to := range kernel.Succ[kernel.Index[head]] {
			if to == kernel.Index[taken] || len(kernel.Succ[to]) == 1 && kernel.Succ[to][0] == kernel.Index[taken] {
				if p = predicableAt(kernel, kernel.Index[head], k); p != nil {
					p.predicate(kernel)
				}
				break
			}
		}
		if err := kernel.Unit.FunctionPasses(kernel.F, "sroa,simplifycfg,dce"); err != nil {
			return changed, err
		}
		if p == nil {
			return changed, nil
		}
		changed = true
	}
}

// findPredicable returns the first predicable branch, nil if there is none.
func findPredicable(kernel *flow.Kernel) *predicable {
	for i := range kernel.Blocks {
		if len(kernel.Succ[i]) != 2 || !kernel.DivergentBranch(i) {
			continue
		}
		for side := range kernel.Succ[i] {
			if p := predicableAt(kernel, i, side); p != nil {
				return p
			}
		}
	}
	return nil
}

// predicableAt returns the branch of block i with warp operations on the given side as a
// predicable. It returns nil if that side has work-group barriers, returns, or is entered from
// elsewhere, or if a branch in it decides which synchronisation point is next.
func predicableAt(kernel *flow.Kernel, i, side int) *predicable {
	if len(kernel.Succ[i]) != 2 || llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(kernel.Blocks[i])) != llvm.Br {
		return nil
	}
	pd := flow.PostDominators(kernel.Succ)
	p := &predicable{head: i, taken: kernel.Succ[i][side], join: pd.Immediate(i)}
	start := kernel.Succ[i][1-side] // of the other side
	if p.join < 0 || p.taken == p.join || p.taken == start || !kernel.SyncBetween(i, p.join, kernel.Succ) {
		return nil
	}
	region := flow.Reachable(kernel.Succ, []int{p.taken}, p.join)
	p.other = map[int]bool{}
	if start != p.join {
		p.other = flow.Reachable(kernel.Succ, []int{start}, p.join)
	}
	for k := range p.other {
		if region[k] || kernel.Sync[k] != 0 {
			return nil
		}
	}
	if region[i] || p.other[i] {
		return nil // a loop leads back to the branch
	}
	p.other[i] = true
	if !onlyWarpOps(kernel, region, i, p.taken) || !p.order(kernel, pd) {
		return nil
	}
	return p
}

// onlyWarpOps reports whether the only synchronisation points of a region are warp operations, and
// the region does not return and is entered only from the head, at the given block.
func onlyWarpOps(kernel *flow.Kernel, region map[int]bool, head, entry int) bool {
	for k := range region {
		kind := flow.SyncOf(kernel.Sync[k])
		if kind == flow.GroupBarrier || kind == flow.OtherSync || len(kernel.Succ[k]) == 0 ||
			slices.ContainsFunc(kernel.Pred[k], func(p int) bool { return !region[p] && (p != head || k != entry) }) {
			return false
		}
	}
	return true
}

// order finds the blocks that all work-items on the side execute, in order. It reports whether
// there are warp operations and all of them are in these blocks.
func (p *predicable) order(kernel *flow.Kernel, pd *flow.DomTree) bool {
	p.next = map[int]int{}
	synced := false
	for at := p.taken; at != p.join; at = p.next[at] {
		if _, again := p.next[at]; again || at < 0 {
			return false
		}
		synced = synced || kernel.Sync[at] != 0
		p.next[at] = kernel.Succ[at][0]
		if len(kernel.Succ[at]) > 1 {
			p.next[at] = pd.Immediate(at)
			if kernel.SyncBetween(at, p.next[at], kernel.Succ) {
				return false
			}
		}
	}
	return synced
}

// predicate makes the work-items of the other side execute the warp operations as inactive lanes.
// Values that are live across blocks are in memory.
func (p *predicable) predicate(kernel *flow.Kernel) {
	u, b, t := kernel.Unit, kernel.Unit.B, &kernel.Unit.Types
	llvm.SetCurrentDebugLocation2(b, 0)
	llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F)))
	active := llvm.BuildAlloca(b, t.I1, "active")
	llvm.BuildStore(b, llvm.ConstNull(t.I1), active)
	branch := llvm.GetBasicBlockTerminator(kernel.Blocks[p.head])
	u.Before(branch)
	takes := llvm.GetOperand(branch, 0)
	if kernel.Succ[p.head][0] != p.taken {
		takes = llvm.BuildXor(b, takes, llvm.ConstInt(t.I1, 1, false), "")
	}
	llvm.BuildStore(b, takes, active)

	g := newGuards(kernel, func() llvm.Value { return llvm.BuildLoad2(b, t.I1, active, "") }, func(i int) bool {
		_, ok := p.next[i]
		return ok
	})
	for _, i := range slices.Sorted(maps.Keys(p.other)) {
		redirect(llvm.GetBasicBlockTerminator(kernel.Blocks[i]), kernel.Blocks[p.join], g.start(p.taken))
	}
	for i, blk := range kernel.Blocks {
		if _, ok := p.next[i]; !ok {
			continue
		}
		if kernel.Sync[i] != 0 {
			g.maskOperands(i)
			continue
		}
		for _, from := range kernel.Pred[i] {
			redirect(llvm.GetBasicBlockTerminator(kernel.Blocks[from]), blk, g.check[i])
		}
		g.bypass(i, g.start(p.next[i]))
	}
	kernel.Update()
}
