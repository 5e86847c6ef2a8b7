// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// PartBarriersFromJoins puts an access to memory between a barrier and a join that follows it at
// once:
//
//	call spir_func void @_Z7barrierj(i32 1)
//	br label %join
//
// becomes
//
//	call spir_func void @_Z7barrierj(i32 1)
//	store volatile i32 0, ptr %apart
//	br label %join
//
// PoCL begins a parallel region with the block after a barrier, and aborts if that block has a PHI
// whose value is computed in another region. Its own optimiser makes such PHIs at joins.
func PartBarriersFromJoins(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		g := flow.New(f)
		var apart llvm.Value
		for i, b := range g.Blocks {
			if len(g.Succ[i]) != 1 || len(g.Pred[g.Succ[i][0]]) < 2 || !hasBarrier(b) {
				continue
			}
			if apart == 0 {
				u.AtEntry(f)
				apart = llvm.BuildAlloca(u.B, u.Types.I32, "apart")
			}
			s := llvm.BuildStore(u.Before(llvm.GetBasicBlockTerminator(b)), llvm.ConstNull(u.Types.I32), apart)
			llvm.SetVolatile(s, true)
		}
	}
	return nil
}

// hasBarrier reports whether a block has a synchronisation point.
func hasBarrier(b llvm.Block) bool {
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		if flow.SyncOf(i) != flow.NoSync {
			return true
		}
	}
	return false
}
