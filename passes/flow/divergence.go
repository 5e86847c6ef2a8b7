// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"

	"gohipcc/passes/llvm"
)

// DivergentBlocks computes, for a graph given by its successors, the blocks that a proper subset of
// the work-items of a group may execute: those on a path from a divergent branch to its immediate
// post-dominator, where its sides reconverge, or to the end of the function where there is none. So
// the blocks of a loop with divergent exits are divergent, and so are the blocks after an early
// exit that some work-items take.
//
// A block is executed by all work-items of the group or by none exactly if it is not divergent.
func DivergentBlocks(succ [][]int, divergentBranch func(block int) bool) []bool {
	pd := PostDominators(succ)
	out := make([]bool, len(succ))
	for i, s := range succ {
		if len(s) > 1 && divergentBranch(i) {
			for _, k := range ListReachable(succ, s, pd.Immediate(i)) {
				out[k] = true
			}
		}
	}
	return out
}

// DivergentBranches returns the terminators whose condition is not in the set of uniform values.
func (g *Graph) DivergentBranches(uniform map[llvm.Value]bool) map[llvm.Value]bool {
	out := map[llvm.Value]bool{}
	for i, b := range g.Blocks {
		if t := llvm.GetBasicBlockTerminator(b); len(g.Succ[i]) > 1 && !uniform[llvm.GetOperand(t, 0)] {
			out[t] = true
		}
	}
	return out
}

// DivergentBlocks computes the divergent blocks of the graph, given the terminators that are
// divergent branches. A block that ends in unreachable is never executed, so no work-item is
// assumed to branch to one.
func (g *Graph) DivergentBlocks(branches map[llvm.Value]bool) []bool {
	return DivergentBlocks(g.LiveSuccessors(), func(i int) bool { return branches[llvm.GetBasicBlockTerminator(g.Blocks[i])] })
}

// LiveSuccessors returns the successors of each block, but for those that end in unreachable.
func (g *Graph) LiveSuccessors() [][]int {
	out := make([][]int, len(g.Succ))
	for i, s := range g.Succ {
		out[i] = slices.DeleteFunc(slices.Clone(s), g.EndsInUnreachable)
	}
	return out
}

// EndsInUnreachable reports whether a block ends in unreachable, so that it is never executed.
func (g *Graph) EndsInUnreachable(block int) bool {
	return llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(g.Blocks[block])) == llvm.Unreachable
}

// UniformPostDominator returns the closest post-dominator of a block, itself included, that is not
// divergent; -1 for none.
func (p *DomTree) UniformPostDominator(i int, divergent []bool) int {
	for i >= 0 && divergent[i] {
		i = p.Immediate(i)
	}
	return i
}
