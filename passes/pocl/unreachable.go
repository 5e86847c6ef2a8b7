// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// RemoveUnreachable removes the branches to blocks that contain only unreachable. LLVM leaves such
// a block as the default of a switch that has a case for every value.
//
//	  switch i32 %v, label %none [
//	    i32 0, label %a
//	    i32 1, label %b
//	  ]
//	none:
//	  unreachable
//
// becomes
//
//	switch i32 %v, label %b [
//	  i32 0, label %a
//	  i32 1, label %b
//	]
//
// PoCL turns unreachable into a return, which gives a path from the middle of a parallel region
// past the barriers that follow. It then uses the first work-item's branches for all. Seed 1002129
// of e2e/kernelgen is wrong without the pass, and so is its reproducer.
func RemoveUnreachable(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		var dead []llvm.Block
		for _, b := range ir.Blocks(f) {
			if llvm.GetInstructionOpcode(llvm.GetFirstInstruction(b)) == llvm.Unreachable {
				dead = append(dead, b)
			}
		}
		for _, b := range dead {
			for _, t := range ir.Users(llvm.BasicBlockAsValue(b)) {
				bypassUnreachable(u, t, b)
			}
			if b != llvm.GetEntryBasicBlock(f) && llvm.GetFirstUse(llvm.BasicBlockAsValue(b)) == 0 {
				llvm.DeleteBasicBlock(b)
			}
		}
	}
	return nil
}

// bypassUnreachable makes a branch lead to another one of its successors instead of an unreachable
// block.
func bypassUnreachable(u *ir.Unit, t llvm.Value, dead llvm.Block) {
	from, to := llvm.GetInstructionParent(t), llvm.Block(0)
	for k := range llvm.GetNumSuccessors(t) {
		if s := llvm.GetSuccessor(t, k); s != dead {
			to = s
		}
	}
	if to == 0 {
		return // only unreachable blocks follow
	}
	if llvm.GetInstructionOpcode(t) == llvm.Br {
		llvm.BuildBr(u.Before(t), to)
		ir.Erase(t)
		return
	}
	for k := range llvm.GetNumSuccessors(t) {
		if llvm.GetSuccessor(t, k) != dead {
			continue
		}
		llvm.SetSuccessor(t, k, to)
		// A PHI has a value for each edge.
		for _, phi := range ir.PHIs(to) {
			for n := range llvm.CountIncoming(phi) {
				if llvm.GetIncomingBlock(phi, n) == from {
					v := llvm.GetIncomingValue(phi, n)
					llvm.AddIncoming(phi, &v, &from, 1)
					break
				}
			}
		}
	}
}
