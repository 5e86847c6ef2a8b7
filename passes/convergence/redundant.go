// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// RedundantSubgroupBarriers removes unneeded barriers after warp operations. The device library has
// one after each operation, for devices that exchange through memory: lanes that execute the
// operation again must not overwrite what others have yet to read. Such a device has separate
// storage for each call, so a barrier is needed only on a path to the same call without another
// barrier or warp operation.
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
//	%y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 %from)
//
// becomes
//
//	%x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	%y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 %from)
//
// It halves the number of work-item loops that a CPU device makes of a kernel with shuffles.
func RedundantSubgroupBarriers(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		var list []llvm.Value
		for _, b := range ir.Blocks(f) {
			var last llvm.Value // the last warp operation, if memory has not been accessed after it
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				switch flow.SyncOf(i) {
				case flow.WarpShuffle, flow.WarpBallot:
					last = i
				case flow.WarpBarrier:
					if last != 0 && !reachesAgain(i, last) {
						list = append(list, i)
					}
					last = 0
				case flow.NoSync:
					if ir.TouchesMemory(i) {
						last = 0
					}
				default:
					last = 0
				}
			}
		}
		for _, i := range list {
			ir.Erase(i)
		}
	}
	return nil
}

// reachesAgain reports whether there is a path from a barrier to a call with no other synchronisation
// point on it.
func reachesAgain(barrier, call llvm.Value) bool {
	seen := map[llvm.Block]bool{}
	var from func(i llvm.Value) bool
	from = func(i llvm.Value) bool {
		end := llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(i))
		for ; i != end; i = llvm.GetNextInstruction(i) {
			if i == call {
				return true
			}
			if flow.SyncOf(i) != flow.NoSync {
				return false
			}
		}
		for k := range llvm.GetNumSuccessors(end) {
			if s := llvm.GetSuccessor(end, k); !seen[s] {
				seen[s] = true
				if from(llvm.GetFirstInstruction(s)) {
					return true
				}
			}
		}
		return false
	}
	return from(llvm.GetNextInstruction(barrier))
}
