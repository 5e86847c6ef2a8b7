// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// ReconvergeAtLatches has the lanes of a warp reconverge at the latches of loops in which some of them
// skip a warp operation. Lanes of a GPU that diverge at a branch reconverge where its sides join,
// within the iteration; under continuation-based synchronisation work-items run on to their next
// synchronisation point, which may be the same operation in the next iteration.
//
//	loop:
//	  br i1 %mine, label %vote, label %next
//	vote:
//	  %v = call <4 x i32> @_Z16sub_group_balloti(i32 1)
//	  br label %next
//	next:
//	  br i1 %more, label %loop, label %out
//
// becomes
//
//	next:
//	  call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
//	  br i1 %more, label %loop, label %out
//
// A loop with several entries gets one header first, without which it has no latch.
func ReconvergeAtLatches(kernel *flow.Kernel) error {
	kernel.Update()
	if kernel.Irreducible() {
		if err := kernel.Unit.FixIrreducible(kernel.F); err != nil {
			return err
		}
	}
	if err := kernel.Unit.FunctionPasses(kernel.F, "loop-simplify"); err != nil { // merges several latches into one
		return err
	}
	kernel.Update()
	kernel.FindUniform()
	dom, pd := kernel.Dominators(), flow.PostDominators(kernel.Succ)
	var latches []llvm.Value
	for _, l := range kernel.BackEdgeLoops() {
		if skipsWarpOp(kernel, l, dom, pd) {
			latches = append(latches, llvm.GetBasicBlockTerminator(kernel.Blocks[l.Latch]))
		}
	}
	for _, t := range latches {
		kernel.Unit.WarpBarrier(kernel.Unit.Before(t))
	}
	return nil
}

// skipsWarpOp reports whether a divergent branch in a loop decides whether an iteration executes a
// warp operation.
func skipsWarpOp(kernel *flow.Kernel, l flow.Loop, dom, pd *flow.DomTree) bool {
	for s, x := range kernel.Sync {
		if x == 0 || !l.Member[s] || flow.SyncOf(x) == flow.GroupBarrier || dom.Dominates(s, l.Latch) {
			continue
		}
		for i := range kernel.Blocks {
			if l.Member[i] && kernel.DivergentBranch(i) && !pd.Dominates(s, i) && flow.Reachable(kernel.Succ, kernel.Succ[i], l.Header)[s] {
				return true
			}
		}
	}
	return false
}
