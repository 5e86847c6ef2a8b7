// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// DemoteSingleUsePHIs keeps in memory what a block chooses that some work-items pass over, when the block
// that they part at chooses a value for the others alone.
//
//	part:
//	  %p = phi i32 [ 1, %a ], [ %v, %b ]
//	  br i1 %c, label %meet, label %some
//	some:
//	  %q = urem i32 %p, 7
//	  br label %meet
//	meet:
//	  %r = phi i32 [ 1, %part ], [ %q, %some ]
//
// becomes
//
//	part:
//	  %p = phi i32 [ 1, %a ], [ %v, %b ]
//	  store volatile i32 1, ptr %s
//	  br i1 %c, label %meet, label %some
//	some:
//	  %q = urem i32 %p, 7
//	  store volatile i32 %q, ptr %s
//	  br label %meet
//	meet:
//	  %r = load volatile i32, ptr %s
//
// PoCL makes stack slots of all PHIs and has LLVM combine instructions, which merges the stores
// of %r after it has looked at the load of %p. Only then could that go to its one user, so that
// LLVM 18, which PoCL asks to be done in one go, ends the program: "Instruction Combining did
// not reach a fixpoint".
func DemoteSingleUsePHIs(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		kernel := flow.NewKernel(u, f)
		for meet, b := range kernel.Blocks {
			if slices.ContainsFunc(kernel.Pred[meet], func(some int) bool { return bypassed(kernel, some, meet) && usesAlone(kernel, some) }) {
				demotePHIs(kernel, b)
			}
		}
	}
	return nil
}

// passedOver reports whether some work-items run a block on their way to another one, and the
// others come there from where these part from them.
func bypassed(kernel *flow.Kernel, some, meet int) bool {
	if len(kernel.Succ[some]) != 1 || len(kernel.Pred[some]) != 1 {
		return false
	}
	ways := kernel.Succ[kernel.Pred[some][0]]
	return len(ways) == 2 && slices.Contains(ways, meet)
}

// alone reports whether a block that is passed over is the only one to use what is chosen before.
func usesAlone(kernel *flow.Kernel, some int) bool {
	part := kernel.Pred[some][0]
	return !mergesStores(kernel, part) && slices.ContainsFunc(ir.PHIs(kernel.Blocks[part]), func(p llvm.Value) bool {
		return goesTo(p, kernel.Blocks[part], kernel.Blocks[some])
	})
}

// mergesPHI reports whether LLVM merges the stores for a block's only PHI, too, which it does
// before it looks at what follows.
func mergesStores(kernel *flow.Kernel, i int) bool {
	p := kernel.Pred[i]
	return len(ir.PHIs(kernel.Blocks[i])) == 1 && len(p) == 2 &&
		(bypassed(kernel, p[0], i) || bypassed(kernel, p[1], i) || len(kernel.Succ[p[0]]) == 1 && len(kernel.Succ[p[1]]) == 1)
}

// goesTo reports whether all that is done with a value of one block is done in another one, or
// can be.
func goesTo(v llvm.Value, from, to llvm.Block) bool {
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
		return !goesTo(user, from, to)
	})
}
