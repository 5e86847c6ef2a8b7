// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// dropRedundantBarriers removes the barriers of a warp before or after another synchronisation point of the same
// block, if no memory is accessed between the two. All lanes that execute one execute the other, and what each of
// them has accessed before the first and accesses after the second is in order by the other point alone.
//
//	%r = call <4 x i32> @_Z16sub_group_balloti(i32 %c)
//	%m = extractelement <4 x i32> %r, i64 0
//	call void @_Z17sub_group_barrierj(i32 1)
//	store i32 %m, ptr addrspace(3) %p
//
// becomes
//
//	%r = call <4 x i32> @_Z16sub_group_balloti(i32 %c)
//	%m = extractelement <4 x i32> %r, i64 0
//	store i32 %m, ptr addrspace(3) %p
//
// A fence between them stays. Each point less is a region less.
func dropRedundantBarriers(f llvm.Value) {
	for _, b := range ir.Blocks(f) {
		var last llvm.Value // the last synchronisation point, if memory has not been accessed after it
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			switch kind := flow.SyncOf(i); {
			case isYield(i), kind == flow.OtherSync, flow.IsAll(i):
				last = 0
			case kind == flow.WarpBarrier && last != 0:
				ir.Erase(i)
			case kind != flow.NoSync:
				if last != 0 && flow.SyncOf(last) == flow.WarpBarrier {
					ir.Erase(last)
				}
				last = i
			case ir.TouchesMemory(i) && ir.Opcode(i) != llvm.Fence:
				last = 0
			}
			i = next
		}
	}
}
