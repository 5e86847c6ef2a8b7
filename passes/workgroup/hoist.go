// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A hoister moves instructions to the end of a block, with the operands that are not computed there
// yet.
type hoister struct {
	u   *ir.Unit
	k   *flow.Kernel
	dom *flow.DomTree
	to  llvm.Block
}

func newHoister(u *ir.Unit, k *flow.Kernel, to llvm.Block) *hoister {
	return &hoister{u, k, k.Dominators(), to}
}

// available reports whether a value is computed at the end of the block.
func (h *hoister) available(v llvm.Value) bool {
	return llvm.IsAInstruction(v) == 0 || h.dom.Dominates(h.k.Index[llvm.GetInstructionParent(v)], h.k.Index[h.to])
}

// hoistable reports whether a value can be computed at the end of the block, by a few instructions
// without side effects.
func (h *hoister) hoistable(v llvm.Value) bool { return h.within(v, 0) }

func (h *hoister) within(v llvm.Value, depth int) bool {
	if h.available(v) {
		return true
	}
	if depth > maxRematerialised || !movable(h.u, v) || ir.IsCall(v) && builtinOf(v) == "" {
		return false
	}
	return !slices.ContainsFunc(ir.Operands(v), func(op llvm.Value) bool { return !h.within(op, depth+1) })
}

// move moves a value that is hoistable.
func (h *hoister) move(v llvm.Value) {
	if h.available(v) {
		return
	}
	for _, op := range ir.Operands(v) {
		h.move(op)
	}
	name := v.Name()
	llvm.InstructionRemoveFromParent(v)
	llvm.InsertIntoBuilderWithName(h.u.Before(llvm.GetBasicBlockTerminator(h.to)), v, name)
}
