// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
)

// FixIrreducible gives loops with several entries a single one, in kernels with barriers: PoCL
// follows control flow after a barrier by a recursive function that stops only at back edges to
// dominators.
//
//	  br i1 %c, label %a, label %b
//	a:
//	  br i1 %d, label %b, label %end
//	b:
//	  br label %a
//
// becomes
//
//	  br i1 %c, label %guard, label %guard
//	guard:
//	  %at.a = load volatile i1, ptr %slot
//	  br i1 %at.a, label %a, label %b
func FixIrreducible(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		k := flow.NewKernel(u, f)
		if !u.IsKernel(f) || !k.HasSync() || !irreducible(k.Graph) {
			continue
		}
		// LLVM's pass handles branches only.
		if err := u.FunctionPasses(f, "lower-switch"); err != nil {
			return err
		}
		before := ir.Blocks(f)
		if err := u.FunctionPasses(f, "fix-irreducible"); err != nil {
			return err
		}
		// Jump threading would undo it.
		k.Update()
		for _, b := range ir.Blocks(f) {
			if !slices.Contains(before, b) {
				demotePHIs(k, b)
			}
		}
	}
	return nil
}

// irreducible reports whether a cycle has no edge back to a block that dominates it.
func irreducible(g *flow.Graph) bool {
	dom := g.Dominators()
	var blocks []int
	for i := range g.Blocks {
		blocks = append(blocks, i)
	}
	loops := ir.Components(blocks, func(i int) []int {
		return slices.DeleteFunc(slices.Clone(g.Succ[i]), func(s int) bool { return dom.Dominates(s, i) })
	})
	return slices.ContainsFunc(loops, func(loop []int) bool { return len(loop) > 1 })
}
