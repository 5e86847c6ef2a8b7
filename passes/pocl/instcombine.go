// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// DemoteSingleUsePHIs demotes the PHIs of the join after a triangle to stack slots if a PHI of the
// block that branches has its only use in the side of the triangle.
//
//	head:
//	  %p = phi i32 [ 1, %a ], [ %v, %b ]
//	  br i1 %c, label %join, label %side
//	side:
//	  %q = urem i32 %p, 7
//	  br label %join
//	join:
//	  %r = phi i32 [ 1, %head ], [ %q, %side ]
//
// becomes
//
//	head:
//	  %p = phi i32 [ 1, %a ], [ %v, %b ]
//	  store volatile i32 1, ptr %s
//	  br i1 %c, label %join, label %side
//	side:
//	  %q = urem i32 %p, 7
//	  store volatile i32 %q, ptr %s
//	  br label %join
//	join:
//	  %r = load volatile i32, ptr %s
//
// PoCL demotes all PHIs to stack slots and then runs InstCombine, which merges the stores of %r
// after it has visited the load of %p. Only then could that load sink to its one user, so
// InstCombine (one iteration since LLVM 18, and PoCL makes it verify the fixpoint) aborts:
// "Instruction Combining did not reach a fixpoint".
func DemoteSingleUsePHIs(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		kernel := flow.NewKernel(u, f)
		for join, b := range kernel.Blocks {
			if slices.ContainsFunc(kernel.Pred[join], func(side int) bool { return isTriangle(kernel, side, join) && hasOnlyUse(kernel, side) }) {
				demotePHIs(kernel, b)
			}
		}
	}
	return nil
}

// isTriangle reports whether a block is the side of a triangle that ends at a join: its only
// predecessor branches to it or to the join, which is its only successor.
func isTriangle(kernel *flow.Kernel, side, join int) bool {
	if len(kernel.Succ[side]) != 1 || len(kernel.Pred[side]) != 1 {
		return false
	}
	targets := kernel.Succ[kernel.Pred[side][0]]
	return len(targets) == 2 && slices.Contains(targets, join)
}

// hasOnlyUse reports whether the side of a triangle has the only use of a PHI of its predecessor.
func hasOnlyUse(kernel *flow.Kernel, side int) bool {
	head := kernel.Pred[side][0]
	return !mergesStores(kernel, head) && slices.ContainsFunc(ir.PHIs(kernel.Blocks[head]), func(p llvm.Value) bool {
		return sinksTo(p, kernel.Blocks[head], kernel.Blocks[side])
	})
}

// mergesStores reports whether InstCombine also merges the stores of a block's only PHI, which it
// does before it visits the following instructions.
func mergesStores(kernel *flow.Kernel, i int) bool {
	p := kernel.Pred[i]
	return len(ir.PHIs(kernel.Blocks[i])) == 1 && len(p) == 2 &&
		(isTriangle(kernel, p[0], i) || isTriangle(kernel, p[1], i) || len(kernel.Succ[p[0]]) == 1 && len(kernel.Succ[p[1]]) == 1)
}

// sinksTo reports whether all uses of a value of one block are in another one, or can sink there.
func sinksTo(v llvm.Value, from, to llvm.Block) bool {
	return !slices.ContainsFunc(ir.Users(v), func(user llvm.Value) bool {
		if llvm.IsAPHINode(user) != 0 {
			for k := range llvm.CountIncoming(user) {
				if llvm.GetIncomingValue(user, k) == v && llvm.GetIncomingBlock(user, k) != to {
					return true
				}
			}
			return false
		}
		switch b := llvm.GetInstructionParent(user); {
		case b == to:
			return false
		case b != from || ir.TouchesMemory(user) && ir.Opcode(user) != llvm.Load || user == llvm.GetBasicBlockTerminator(b):
			return true
		}
		return !sinksTo(user, from, to)
	})
}

// demotePHIs demotes a block's PHIs to stack slots. The accesses are volatile, so that PoCL's own
// optimiser does not promote them again.
func demotePHIs(kernel *flow.Kernel, blk llvm.Block) {
	b := kernel.Unit.B
	llvm.SetCurrentDebugLocation2(b, 0)
	first := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F))
	phis := ir.PHIs(blk)
	if len(phis) == 0 {
		return
	}
	rest := llvm.GetNextInstruction(phis[len(phis)-1])
	slots := make([]llvm.Value, len(phis))
	for k, phi := range phis {
		llvm.PositionBuilderBefore(b, first)
		slots[k] = llvm.BuildAlloca(b, llvm.TypeOf(phi), "")
		llvm.PositionBuilderBefore(b, rest)
		load := llvm.BuildLoad2(b, llvm.TypeOf(phi), slots[k], phi.Name())
		llvm.SetVolatile(load, true)
		llvm.ReplaceAllUsesWith(phi, load)
	}
	// A block may be its own predecessor, and have nothing but its terminator after the PHIs: it
	// stores behind its loads.
	for k, phi := range phis {
		for n := range llvm.CountIncoming(phi) {
			llvm.PositionBuilderBefore(b, llvm.GetBasicBlockTerminator(llvm.GetIncomingBlock(phi, n)))
			llvm.SetVolatile(llvm.BuildStore(b, llvm.GetIncomingValue(phi, n), slots[k]), true)
		}
		ir.Erase(phi)
	}
}
