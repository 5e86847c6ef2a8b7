// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A blockCopy is a copy of blocks, which refers to itself where they refer to each other.
type blockCopy struct {
	blocks map[llvm.Block]llvm.Block
	values map[llvm.Value]llvm.Value
	list   [][2]llvm.Value // instructions and their copies, in order
}

// copyBlocks copies blocks, whose definitions come before their uses except in PHIs. Where instead returns a
// value, which it may build, it replaces the instruction.
func (kern *kernel) copyBlocks(blocks []llvm.Block, suffix string, instead func(i llvm.Value) llvm.Value) *blockCopy {
	u := kern.u
	c := &blockCopy{blocks: map[llvm.Block]llvm.Block{}, values: map[llvm.Value]llvm.Value{}}
	for _, b := range blocks {
		c.blocks[b] = kern.block(llvm.BasicBlockAsValue(b).Name() + suffix)
	}
	for _, b := range blocks {
		llvm.PositionBuilderAtEnd(u.B, c.blocks[b])
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			if v := instead(i); v != 0 {
				c.values[i] = v
				continue
			}
			var n llvm.Value
			if ir.Opcode(i) == llvm.PHI {
				n = llvm.BuildPhi(u.B, llvm.TypeOf(i), "")
			} else {
				n = llvm.InstructionClone(i)
				llvm.SetCurrentDebugLocation2(u.B, llvm.InstructionGetDebugLoc(i))
				llvm.InsertIntoBuilderWithName(u.B, n, "")
			}
			c.values[i] = n
			c.list = append(c.list, [2]llvm.Value{i, n})
		}
	}
	for _, p := range c.list {
		c.connect(p[0], p[1])
	}
	return c
}

// connect gives the copy of an instruction its operands.
func (c *blockCopy) connect(i, n llvm.Value) {
	switch ir.Opcode(i) {
	case llvm.PHI:
		for k := range llvm.CountIncoming(i) {
			v, b := c.value(llvm.GetIncomingValue(i, k)), c.block(llvm.GetIncomingBlock(i, k))
			llvm.AddIncoming(n, &v, &b, 1)
		}
	case llvm.Br:
		for k := range llvm.GetNumSuccessors(i) {
			llvm.SetSuccessor(n, k, c.block(llvm.GetSuccessor(i, k)))
		}
		if llvm.GetNumSuccessors(i) == 2 {
			llvm.SetOperand(n, 0, c.value(llvm.GetOperand(i, 0)))
		}
	default:
		for k, op := range ir.Operands(i) {
			llvm.SetOperand(n, uint32(k), c.value(op))
		}
	}
}

func (c *blockCopy) block(b llvm.Block) llvm.Block {
	if n, ok := c.blocks[b]; ok {
		return n
	}
	return b
}

func (c *blockCopy) value(v llvm.Value) llvm.Value {
	if n, ok := c.values[v]; ok {
		return n
	}
	return v
}
