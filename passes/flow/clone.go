// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// CloneTail copies the blocks from a block to the end of a demoted function, and has atEnd replace each
// return of the copy, so that lanes that exit have a path of their own. After demotion
// ([ir.Unit.Demote]) no value is live across blocks.
func (g *Graph) CloneTail(u *ir.Unit, from int, atEnd func(ret llvm.Value)) llvm.Block {
	copies := map[llvm.Block]llvm.Block{}
	var order []llvm.Block
	var collect func(i int)
	collect = func(i int) {
		blk := g.Blocks[i]
		if copies[blk] != 0 {
			return
		}
		copies[blk] = llvm.AppendBasicBlockInContext(u.Ctx, g.F, "leave")
		order = append(order, blk)
		for _, s := range g.Succ[i] {
			collect(s)
		}
	}
	collect(from)
	for _, blk := range order {
		values := map[llvm.Value]llvm.Value{}
		for i := llvm.GetFirstInstruction(blk); i != 0; i = llvm.GetNextInstruction(i) {
			CloneInstruction(u, i, copies[blk], values)
		}
		t := llvm.GetBasicBlockTerminator(copies[blk])
		for k := range llvm.GetNumSuccessors(t) {
			llvm.SetSuccessor(t, k, copies[llvm.GetSuccessor(t, k)])
		}
		if llvm.GetInstructionOpcode(t) == llvm.Ret {
			atEnd(t)
		}
	}
	return copies[g.Blocks[from]]
}

// CloneInstruction appends a copy of an instruction to a block, with the operands for which values has others, and adds it
// to values.
func CloneInstruction(u *ir.Unit, i llvm.Value, to llvm.Block, values map[llvm.Value]llvm.Value) {
	n := llvm.InstructionClone(i)
	llvm.PositionBuilderAtEnd(u.B, to)
	llvm.SetCurrentDebugLocation2(u.B, llvm.InstructionGetDebugLoc(i))
	llvm.InsertIntoBuilder(u.B, n)
	values[i] = n
	for k, op := range ir.Operands(i) {
		if v := values[op]; v != 0 {
			llvm.SetOperand(n, uint32(k), v)
		}
	}
}
