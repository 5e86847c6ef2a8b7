// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
)

// ReducibleLoops gives the loops of a function that have several entries a single one. In a function
// with such a loop, ptxas keeps values in uniform registers, which a warp has once, where lanes that
// took different paths have not reconverged: the first ones overwrite what the others have still to
// read.
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
//	  %at.a = phi i1 …
//	  br i1 %at.a, label %a, label %b
func ReducibleLoops(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !flow.NewKernel(u, f).Irreducible() {
			continue
		}
		if err := u.FixIrreducible(f); err != nil {
			return err
		}
	}
	return nil
}
