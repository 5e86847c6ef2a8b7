// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// livePressure estimates the registers that a function needs: the largest number of words of 32 bits that are live at
// once if what a block loads or computes as an address is only there from its first use in the block on.
func livePressure(u *ir.Unit, g *flow.Graph) int {
	most := 0
	out := liveOut(u, g)
	for b := range g.Blocks {
		p := blockPressure{u: u, out: out[b], live: map[llvm.Value]bool{}, left: map[llvm.Value]int{}, placed: map[llvm.Value]bool{}}
		most = max(most, p.most(g.Blocks[b]))
	}
	return most
}

// liveOut returns, by block, the values in registers that its successors use.
func liveOut(u *ir.Unit, g *flow.Graph) []map[llvm.Value]bool {
	out := make([]map[llvm.Value]bool, len(g.Blocks))
	for b := range out {
		out[b] = map[llvm.Value]bool{}
	}
	for _, v := range ir.Instructions(g.F) {
		if registersOf(u, v) == 0 {
			continue
		}
		home := g.Index[llvm.GetInstructionParent(v)]
		var work []int // blocks that the value is live out of
		for _, user := range ir.Users(v) {
			if llvm.IsAInstruction(user) == 0 {
				continue
			}
			if ir.Opcode(user) != llvm.PHI {
				if b := g.Index[llvm.GetInstructionParent(user)]; b != home {
					work = append(work, g.Pred[b]...)
				}
				continue
			}
			for k := range llvm.CountIncoming(user) {
				if llvm.GetIncomingValue(user, k) == v {
					work = append(work, g.Index[llvm.GetIncomingBlock(user, k)])
				}
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if out[b][v] {
				continue
			}
			out[b][v] = true
			if b != home {
				work = append(work, g.Pred[b]...)
			}
		}
	}
	return out
}

// A blockPressure follows the live values of a block from its end to its start.
type blockPressure struct {
	u      *ir.Unit
	out    map[llvm.Value]bool // live at the end
	live   map[llvm.Value]bool
	left   map[llvm.Value]int  // by value that may be placed at its first use: users that were not reached
	placed map[llvm.Value]bool // values that were
	now    int
}

// most returns the largest number of words that are live at once.
func (p *blockPressure) most(b llvm.Block) int {
	for v := range p.out {
		p.use(v)
	}
	var order []llvm.Value
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		order = append(order, i)
		if op := ir.Opcode(i); p.out[i] || op != llvm.Load && op != llvm.GetElementPtr && op != llvm.SExt && op != llvm.ZExt {
			continue
		}
		for _, user := range ir.Users(i) {
			if ir.Opcode(user) != llvm.PHI && llvm.GetInstructionParent(user) == b {
				p.left[i]++
			}
		}
	}
	most := p.now
	for k := len(order) - 1; k >= 0; k-- {
		if i := order[k]; !p.placed[i] {
			p.place(i)
		}
		most = max(most, p.now)
	}
	return most
}

// use makes a value live.
func (p *blockPressure) use(v llvm.Value) {
	if llvm.IsAInstruction(v) != 0 && !p.live[v] {
		p.live[v] = true
		p.now += registersOf(p.u, v)
	}
}

// place ends the life of a value, begins that of its operands, and places those that have no earlier user.
func (p *blockPressure) place(i llvm.Value) {
	p.placed[i] = true
	if p.live[i] {
		delete(p.live, i)
		p.now -= registersOf(p.u, i)
	}
	if ir.Opcode(i) == llvm.PHI {
		return
	}
	operands := ir.Operands(i)
	for _, v := range operands {
		p.use(v)
	}
	for k, v := range operands {
		if p.left[v] > 0 && !slices.Contains(operands[:k], v) {
			if p.left[v]--; p.left[v] == 0 {
				p.place(v)
			}
		}
	}
}

// registersOf returns the registers of 32 bits that a value takes. Conditions have their own, kernel parameters are in
// constant memory, and a constant offset from an address is part of the instruction.
func registersOf(u *ir.Unit, v llvm.Value) int {
	t := llvm.TypeOf(v)
	switch llvm.GetTypeKind(t) {
	case llvm.IntegerKind:
		if llvm.GetIntTypeWidth(t) == 1 {
			return 0
		}
	case llvm.PointerKind:
		if llvm.GetPointerAddressSpace(t) == ir.LocalSpace {
			return 1
		}
		if ir.Opcode(v) == llvm.GetElementPtr && constantOffset(v) {
			return 0
		}
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind, llvm.VectorKind, llvm.StructKind, llvm.ArrayKind:
	default:
		return 0
	}
	return int(llvm.StoreSizeOfType(u.Layout, t)+3) / 4
}

// constantOffset reports whether the indices of an address are constants.
func constantOffset(gep llvm.Value) bool {
	for _, v := range ir.Operands(gep)[1:] {
		if llvm.IsAConstantInt(v) == 0 {
			return false
		}
	}
	return true
}
