// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// meetInLoops has the lanes of a warp meet at the end of each iteration of a loop in which some of
// them leave out a warp operation. Lanes of a GPU diverge at a branch and reconverge
// where its sides join, within the iteration; work-items under CBS go on to wherever
// they wait next, which may be the same function in the next iteration.
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
func reconvergeAtLatches(kernel *flow.Kernel) error {
	// A loop with several ends of a turn gets one.
	if err := kernel.Unit.FunctionPasses(kernel.F, "loop-simplify"); err != nil {
		return err
	}
	kernel.Update()
	kernel.UniformValues = kernel.Uniform()
	dom, pd := kernel.Dominators(), flow.PostDominators(kernel.Succ)
	var ends []llvm.Value
	for _, l := range kernel.BackEdgeLoops() {
		if skipsWarpOp(kernel, l, dom, pd) {
			ends = append(ends, llvm.GetBasicBlockTerminator(kernel.Blocks[l.Latch]))
		}
	}
	for _, t := range ends {
		kernel.Unit.WarpBarrier(kernel.Unit.Before(t))
	}
	return nil
}

// leavesOut reports whether a branch that lanes take differently decides about a function of a
// warp that is not run in each iteration of a loop.
func skipsWarpOp(kernel *flow.Kernel, l flow.Loop, dom, pd *flow.DomTree) bool {
	for s, x := range kernel.Sync {
		if x == 0 || !l.Member[s] || flow.SyncOf(x) == flow.GroupBarrier || dom.Dominates(s, l.Latch) {
			continue
		}
		for i, b := range kernel.Blocks {
			if l.Member[i] && len(kernel.Succ[i]) > 1 && !kernel.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)] &&
				!pd.Dominates(s, i) && flow.Reachable(kernel.Succ, kernel.Succ[i], l.Header)[s] {
				return true
			}
		}
	}
	return false
}
