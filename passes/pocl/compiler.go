// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
)

// Compiler is what PoCL's kernel compiler needs of kernels with barriers.
var Compiler convergence.Compiler = compiler{}

type compiler struct{}

// Prepare has values computed once that are computed on both sides of a join and again after it:
// of them PoCL's optimiser would make PHIs there.
func (compiler) Prepare(kernel *flow.Kernel) error {
	if len(joins(kernel)) == 0 {
		return nil
	}
	if err := kernel.Unit.FunctionPasses(kernel.F, "gvn"); err != nil {
		return err
	}
	kernel.Update()
	return nil
}

// NeedsContinuations reports whether a tail would have more than one join, or barriers mix
// up what comes to one.
func (compiler) NeedsContinuations(kernel *flow.Kernel) bool {
	return slices.ContainsFunc(sharedTails(kernel), sharedTail.severalJoins) || mixesJoins(kernel) && !kernel.HasOpaqueSync()
}

func (compiler) MixesExits(kernel *flow.Kernel) bool { return mixesJoins(kernel) }

func (compiler) Adapt(kernel *flow.Kernel) bool { return insertTailBarriers(kernel) }

func (compiler) AdaptRest(kernel *flow.Kernel) { demoteJoinPHIs(kernel) }

// mixesJoins reports whether work-items come from several barriers to where they go on
// together. PoCL 6 mixes them up where one more barrier follows, and PoCL 7 aborts where
// others come there, by more than one edge, that have passed none of these barriers. Or whether
// they come within a loop from a barrier to a warp operation; elsewhere a barrier before
// that operation is enough (barrierBeforeWarpOps).
func mixesJoins(kernel *flow.Kernel) bool {
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
