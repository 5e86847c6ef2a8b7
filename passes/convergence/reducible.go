// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
)

// ReducibleLoops gives the loops of a function that have several entries a single one. A vendor's compiler
// may keep values of a function with such a loop in uniform registers, of which a warp has one set, where
// divergent lanes have not reconverged: the first lanes overwrite what the others still have to read.
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
