// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
)

// IndependentSubgroups marks the operations of warps on devices whose sub-groups advance by themselves.
// They are for the lanes that execute them, also in divergent control flow, and no lane waits for those
// of another sub-group, so the passes have nothing to lower about them.
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from), !gohip.independent !0
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

// Exact is a device's compiler without faults.
func Exact(*flow.Kernel) bool { return false }
