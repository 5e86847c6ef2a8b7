// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// splitChoices makes the first block of a region a region of its own if all work-items choose there together between parts
// of it, or one and another region: the choice is then made once for the block (once.go), and not by each of them. LLVM
// would otherwise make a copy of the loop over work-items for each outcome.
//
//	for x: if (n == 0) break; p[x] = n
//
// becomes
//
//	if (n != 0) for x: p[x] = n
func (g *regionGraph) splitChoices() {
	for more := true; more; {
		more = false
		for _, r := range g.regions {
			if list := g.chosenIn(r); len(list) > 0 {
				g.chosen, more = append(g.chosen, list...), true
			}
		}
		if more {
			g.partition()
		}
	}
}

// chosenIn returns the blocks of a region that follow its first one, if all work-items choose there between them, or one and
// other regions. Loops, and branches that reconverge in the region, are left to LLVM: values of one branch would be kept for the other.
func (g *regionGraph) chosenIn(r *region) []llvm.Block {
	at := g.Index[r.head]
	t := llvm.GetBasicBlockTerminator(r.head)
	if g.divergent[r.head] || g.DivergentBranch(at) || llvm.GetNumSuccessors(t) < 2 || !g.repeatable(r.head, t) {
		return nil
	}
	var inside []llvm.Block
	succ, reached := g.within(r), map[int]bool{}
	for n := range llvm.GetNumSuccessors(t) {
		s := llvm.GetSuccessor(t, n)
		if g.leaves(r.head, s) {
			continue
		}
		if s == r.head || len(g.Pred[g.Index[s]]) != 1 || llvm.IsAPHINode(llvm.GetFirstInstruction(s)) != 0 {
			return nil
		}
		for b := range flow.Reachable(succ, []int{g.Index[s]}, -1) {
			if b == at || reached[b] {
				return nil
			}
			reached[b] = true
		}
		inside = append(inside, s)
	}
	return inside
}

// repeatable reports whether the instructions of a block before its terminator have no effect, and compute what is the
// same for all work-items or is computed from arguments and IDs alone.
func (g *regionGraph) repeatable(b llvm.Block, t llvm.Value) bool {
	for i := llvm.GetFirstInstruction(b); i != t; i = llvm.GetNextInstruction(i) {
		switch {
		case pure(i) && cheap(i, func(v llvm.Value) bool { return llvm.GetInstructionParent(v) == g.preamble }):
		case !g.isUniform(i) || ir.TouchesMemory(i) && (ir.Opcode(i) != llvm.Load || readsRace(i)):
			return false
		}
	}
	return true
}
