// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// raced reports whether, with no barrier in between, a lane certainly stores at b what another lane
// has read or stored at a. In lockstep, all lanes have done the earlier access by then: one lane
// replaces an element that its neighbour reads, lanes rotate the elements of an array in place, or
// one lane overwrites what another has initialised.
//
//	%x = load i32, ptr addrspace(3) %p             ; s[lane - 1], in all lanes but the first
//	store i32 %v, ptr addrspace(3) @s              ; in the first
//
// Addresses and lanes must be known: a program without races often has a store in lanes, or at an
// address, that depend on data, which keep away from what others access. But if one lane alone
// stores, then it is enough that this lane is known. Accesses of different iterations of a loop do
// not count: a barrier that a loop lacks at its end would be missing between warps as well, and the
// loop may have one iteration only.
func (x *exchange) raced(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if p.atomic || q.atomic || a == b || x.storeSame(p.inst, q.inst) {
		return false
	}
	return slices.ContainsFunc(x.warps, func(w *warp) bool { return w.raced(a, b) })
}

// raced reports whether the lanes of a warp do so.
func (w *warp) raced(a, b int) bool {
	p, q := w.form[a], w.form[b]
	if p == nil || q == nil || !w.isCertain(a, b) {
		return false
	}
	at := iterationSpace{}
	for found := at.first(w.counters, p.plus(q, -1)); found; found = at.next() {
		add := at.amount(p) - at.amount(q)
		if w.overlapsOther(a, b, add, 0, func(_, o int) bool { return w.overwrites(a, b, o, add) }) {
			return true
		}
	}
	return false
}

// storeSame reports whether all lanes store one value at both instructions.
func (x *kernelAccesses) storeSame(a, b llvm.Value) bool {
	if ir.Opcode(a) != llvm.Store || ir.Opcode(b) != llvm.Store {
		return false
	}
	v := llvm.GetOperand(a, 0)
	return v == llvm.GetOperand(b, 0) && (x.uniformValues()[v] || llvm.IsAInstruction(v) == 0)
}

// isCertain reports whether the lanes that execute the accesses a and b are known well
// enough.
func (w *warp) isCertain(a, b int) bool {
	first, then := w.block(a), w.block(b)
	lanes := 0
	for _, may := range w.mask[then] {
		if may {
			lanes++
		}
	}
	return w.exact[then] && (w.exact[first] || lanes == 1 && w.access[a].read)
}

// overwrites reports whether a lane itself stores at b what it has stored at a. Then the order of the
// lanes at b decides what remains, which lockstep does not define.
func (w *warp) overwrites(a, b, lane int, add int64) bool {
	p, q := &w.access[a], &w.access[b]
	if !p.write || !w.mask[w.block(b)][lane] {
		return false
	}
	d := w.form[a].lane[lane] + add - w.form[b].lane[lane]
	return d >= 0 && d+p.size <= q.size
}
