// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
)

// IndependentSubgroups marks the warp operations of devices with independent forward progress of
// sub-groups. They apply to the lanes that execute them, in divergent control flow as well, and no
// lane waits for another sub-group, so there is nothing to lower.
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from) "gohip-independent"
func IndependentSubgroups(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch flow.SyncOf(i) {
			case flow.WarpBarrier, flow.WarpShuffle, flow.WarpBallot:
				flow.MarkIndependent(u, i)
			}
		}
	}
	return nil
}

// Exact is the [Compiler] of devices whose compiler miscompiles no kernel: it never asks for
// continuations.
func Exact(*flow.Kernel) bool { return false }
