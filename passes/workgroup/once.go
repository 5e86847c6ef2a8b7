// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// runsOnce reports whether executing a region for one work-item is the same as for all: it depends on no local ID and
// writes only what is kept of uniform values, or it has no effect. to is the number of regions that it is left for. LLVM
// would analyse the loops over work-items in many passes before it deletes them.
//
//	for x: count.next = count + 1; next = all ? 4 : 8
//
// becomes
//
//	count.next = count + 1; next = all ? 4 : 8
func (us *uniformSchedule) runsOnce(r *region, to int) bool {
	if us.tracksItem || us.races || to == 0 {
		return false
	}
	uniform := !us.dependsOnItem(r)
	if !uniform && (to > 1 || us.loopsWithin(r)) {
		return false
	}
	for _, b := range append([]llvm.Block{r.item}, r.blocks...) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			switch {
			case ir.Opcode(i) == llvm.Load && !readsRace(i):
			case ir.Opcode(i) == llvm.Store && uniform && us.isNext(llvm.GetOperand(i, 1)):
			case ir.TouchesMemory(i):
				return false
			}
		}
	}
	return true
}

// isNext reports whether an address is of a stack slot for what a uniform value is next.
func (us *uniformSchedule) isNext(p llvm.Value) bool {
	return slices.ContainsFunc(us.context.slots, func(s *slot) bool { return s.next == p })
}

// dependsOnItem reports whether a region uses the local ID, or what is kept for each work-item.
func (us *uniformSchedule) dependsOnItem(r *region) bool {
	for from, v := range r.loads {
		if us.pos.isOwn(from) && llvm.GetFirstUse(v) != 0 {
			return true
		}
	}
	return false
}

// loopsWithin reports whether a region contains a loop.
func (us *uniformSchedule) loopsWithin(r *region) bool {
	return slices.Contains(flow.InCycles(us.within(r)), true)
}

// once leads to a region for one work-item and from there to done.
func (us *uniformSchedule) once(r *region, done llvm.Block) {
	b := us.u.B
	for _, p := range append(us.pos.counter[:], us.pos.linear) {
		llvm.BuildStore(b, us.u.I64(0), p)
	}
	llvm.BuildBr(b, r.item)
	llvm.PositionBuilderAtEnd(b, r.latch)
	llvm.BuildBr(b, done)
}
