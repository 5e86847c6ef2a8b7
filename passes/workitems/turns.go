// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/llvm"
)

// meetInLoops has the lanes of a warp meet at the end of each turn of a loop in which some of
// them leave out a function of the warp. Lanes of a GPU part at a branch and come together
// where its ways join, within the turn; work-items that take turns (rounds) go on to wherever
// they wait next, which may be the same function the next time round.
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
func (c *converger) meetInLoops() error {
	// A loop with several ends of a turn gets one.
	if err := c.u.FunctionPasses(c.F, "loop-simplify"); err != nil {
		return err
	}
	c.scan()
	c.same = c.Uniform()
	dom, pd := c.Dominators(), flow.PostDominators(c.Succ)
	var ends []llvm.Value
	for _, l := range c.Loops() {
		if c.leavesOut(l, dom, pd) {
			ends = append(ends, llvm.GetBasicBlockTerminator(c.Blocks[l.Tail]))
		}
	}
	for _, t := range ends {
		c.u.WarpBarrier(c.u.Before(t))
	}
	return nil
}

// leavesOut reports whether a branch that lanes take differently decides about a function of a
// warp that is not run in each turn of a loop.
func (c *converger) leavesOut(l flow.Loop, dom, pd *flow.Dominators) bool {
	for s, x := range c.sync {
		if x == 0 || !l.Member[s] || flow.SyncOf(x) == flow.GroupBarrier || dom.Has(l.Tail, s) {
			continue
		}
		for i, b := range c.Blocks {
			if l.Member[i] && len(c.Succ[i]) > 1 && !c.same[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)] &&
				!pd.Has(i, s) && flow.Reachable(c.Succ, c.Succ[i], l.Head)[s] {
				return true
			}
		}
	}
	return false
}
