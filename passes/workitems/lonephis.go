// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// LonePHIs keeps in memory what a block chooses that some work-items pass over, when the block
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
func LonePHIs(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		c := newConverger(u, f)
		for meet, b := range c.Blocks {
			if slices.ContainsFunc(c.Pred[meet], func(some int) bool { return c.passedOver(some, meet) && c.alone(some) }) {
				c.phisToMemory(b)
			}
		}
	}
	return nil
}

// passedOver reports whether some work-items run a block on their way to another one, and the
// others come there from where these part from them.
func (c *converger) passedOver(some, meet int) bool {
	if len(c.Succ[some]) != 1 || len(c.Pred[some]) != 1 {
		return false
	}
	ways := c.Succ[c.Pred[some][0]]
	return len(ways) == 2 && slices.Contains(ways, meet)
}

// alone reports whether a block that is passed over is the only one to use what is chosen before.
func (c *converger) alone(some int) bool {
	part := c.Pred[some][0]
	return !c.mergesPHI(part) && slices.ContainsFunc(phis(c.Blocks[part]), func(p llvm.Value) bool {
		return goesTo(p, c.Blocks[part], c.Blocks[some])
	})
}

// mergesPHI reports whether LLVM merges the stores for a block's only PHI, too, which it does
// before it looks at what follows.
func (c *converger) mergesPHI(i int) bool {
	p := c.Pred[i]
	return len(phis(c.Blocks[i])) == 1 && len(p) == 2 &&
		(c.passedOver(p[0], i) || c.passedOver(p[1], i) || len(c.Succ[p[0]]) == 1 && len(c.Succ[p[1]]) == 1)
}

// phis lists those of a block.
func phis(b llvm.Block) []llvm.Value {
	var out []llvm.Value
	for i := llvm.GetFirstInstruction(b); llvm.IsAPHINode(i) != 0; i = llvm.GetNextInstruction(i) {
		out = append(out, i)
	}
	return out
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
		case b != from || touchesMemory(user) && ir.Opcode(user) != llvm.Load || user == llvm.GetBasicBlockTerminator(b):
			return true
		}
		return !goesTo(user, from, to)
	})
}
