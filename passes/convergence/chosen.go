// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Addresses that differ between the arms of a uniform branch. LLVM merges the ends of the arms, as
// those of virtual functions that are inlined:
//
//	br i1 %uniform, label %a, label %b
//	a:
//	  store i32 %v, ptr addrspace(3) %p            ; s[lane]
//	  %i = xor i32 %lane, 1
//	  br label %join
//	b:
//	  store i32 %w, ptr addrspace(3) %q            ; s[lane]
//	  %j = xor i32 %lane, 2
//	  br label %join
//	join:
//	  %at = phi i32 [ %i, %a ], [ %j, %b ]
//	  %r = getelementptr i32, ptr addrspace(3) @s, i32 %at
//	  %x = load i32, ptr addrspace(3) %r           ; s[lane ^ 1] or s[lane ^ 2]
//
// All lanes have the same alternative, so lanes that exchange values with one of them do so in lockstep.

// mostChoices is the largest number of alternatives that are looked at.
const mostChoices = 8

// alternatives are those of a kernel's values. The k-th one of each is looked at together.
type alternatives struct {
	*accessOrder
	choice  int // which one is looked at
	choices int // how many there are, at most
}

// of returns the values of which a PHI or a select has one in all lanes, nil for others.
func (x *alternatives) of(v llvm.Value) []llvm.Value {
	switch ir.Opcode(v) {
	case llvm.Select:
		if x.uniformValues()[llvm.GetOperand(v, 0)] {
			return ir.Operands(v)[1:]
		}
	case llvm.PHI:
		if !x.isUniformJoin(x.Index[llvm.GetInstructionParent(v)]) {
			return nil
		}
		var out []llvm.Value
		for k := range llvm.CountIncoming(v) {
			if in := llvm.GetIncomingValue(v, k); !slices.Contains(out, in) {
				out = append(out, in)
			}
		}
		return out
	}
	return nil
}

// isUniformJoin reports whether a block is no header of a loop, and all lanes reach it from one block.
func (x *accessOrder) isUniformJoin(block int) bool {
	d := x.idom[block]
	if d < 0 || slices.ContainsFunc(x.Pred[block], func(p int) bool { return x.dom.Dominates(block, p) }) {
		return false
	}
	if !x.hasUniformBranch(d) {
		return false
	}
	for i := range flow.Reachable(x.Succ, x.Succ[d], block) {
		if x.dom.Dominates(d, i) && i != d && !x.hasUniformBranch(i) {
			return false
		}
	}
	return true
}

// choose returns the alternative of a value that is looked at, 0 if it has none. A value that is the same
// in all lanes is a term of addresses; but no other operation than a sum has a form with it, so it is
// looked at if it is one of some constants.
func (x *alternatives) choose(v llvm.Value) llvm.Value {
	list := x.of(v)
	variable := func(a llvm.Value) bool { return llvm.IsAConstantInt(a) == 0 }
	if len(list) < 2 || x.uniformValues()[v] && slices.ContainsFunc(list, variable) {
		return 0
	}
	x.choices = max(x.choices, min(len(list), mostChoices))
	return list[min(x.choice, len(list)-1)]
}

// foundChosen reports whether lanes exchange values at addresses of which all have one alternative.
func (x *exchange) foundChosen() bool {
	found := false
	all := &alternatives{accessOrder: x.accessOrder, choices: 1}
	x.chosen = all
	for ; all.choice < all.choices && !found; all.choice++ {
		x.evaluate()
		found = all.choices > 1 && x.found()
	}
	x.chosen = nil
	if found {
		x.evaluate()
	}
	return found
}

// chosen returns the form of the alternative that a value is taken to have; nil for other values.
func (e *evaluator) chosen(v llvm.Value) *affine {
	if e.choose == nil {
		return nil
	}
	if one := e.choose(v); one != 0 {
		return e.of(one)
	}
	return nil
}
