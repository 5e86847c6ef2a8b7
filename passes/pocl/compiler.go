// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
)

// Compiler works around what PoCL's kernel compiler makes of kernels with barriers.
var Compiler convergence.Compiler = compiler{}

type compiler struct{}

// Prepare numbers values where work-items rejoin others after a barrier: a value that is computed
// before the join and again after it becomes a PHI in PoCL's own optimiser, after demoteJoinPHIs has
// run (pocl-gvn-at-joins).
func (compiler) Prepare(kernel *flow.Kernel) error {
	if kernel.Unit.Without(gvnAtJoins) || len(joins(kernel)) == 0 {
		return nil
	}
	if err := kernel.Unit.FunctionPasses(kernel.F, "gvn"); err != nil {
		return err
	}
	kernel.Update()
	return nil
}

// NeedsContinuations reports whether there is a shared tail that no one barrier can precede, or a
// join that PoCL gets wrong (pocl-continuations-at-joins).
func (compiler) NeedsContinuations(kernel *flow.Kernel) bool {
	return slices.ContainsFunc(sharedTails(kernel), sharedTail.severalJoins) || mixesJoins(kernel) && !kernel.HasOpaqueSync()
}

// MixesExits implements convergence.Compiler.
func (compiler) MixesExits(kernel *flow.Kernel) bool { return mixesJoins(kernel) }

// Adapt implements convergence.Compiler.
func (compiler) Adapt(kernel *flow.Kernel) bool { return adaptTails(kernel) }

// AdaptDivergent implements convergence.Compiler.
func (compiler) AdaptDivergent(kernel *flow.Kernel) { demoteJoinPHIs(kernel) }

// mixesJoins reports whether a block is a join after several barriers, or a join in a loop from which
// a warp operation is reached; elsewhere a barrier before that operation is enough
// (barrierBeforeWarpOps). At the former PoCL 6 takes work-items that come from one barrier for those
// that come from another if one more barrier follows; PoCL 7 aborts if the join has several other
// predecessors (pocl-continuations-at-joins).
func mixesJoins(kernel *flow.Kernel) bool {
	if kernel.Unit.Without(continuationsAtJoins) {
		return false
	}
	joins := joins(kernel)
	for _, n := range joins {
		if n > 1 {
			return true
		}
	}
	return slices.ContainsFunc(kernel.NaturalLoops(), func(l flow.Loop) bool {
		for i := range joins {
			if i != l.Header && l.Member[i] && reachesWarpOp(kernel, i) {
				return true
			}
		}
		return false
	})
}
