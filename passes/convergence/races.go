// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
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
	for k := range x.masks {
		fp, fq := p.form[k], q.form[k]
		if fp == nil || fq == nil || !x.isCertain(a, b, k) {
			continue
		}
		at := iterationSpace{}
		for found := at.first(x, fp.plus(fq, -1)); found; found = at.next() {
			add := at.amount(fp) - at.amount(fq)
			if x.overlapsOther(a, b, k, add, 0, func(_, o int) bool { return x.overwrites(a, b, k, o, add) }) {
				return true
			}
		}
	}
	return false
}

// storeSame reports whether all lanes store one value at both instructions.
func (x *exchange) storeSame(a, b llvm.Value) bool {
	if ir.Opcode(a) != llvm.Store || ir.Opcode(b) != llvm.Store {
		return false
	}
	v := llvm.GetOperand(a, 0)
	return v == llvm.GetOperand(b, 0) && (x.uniform[v] || llvm.IsAInstruction(v) == 0)
}

// isCertain reports whether the lanes of a warp that execute the accesses a and b are known well
// enough.
func (x *exchange) isCertain(a, b, warp int) bool {
	first := x.Index[llvm.GetInstructionParent(x.access[a].inst)]
	then := x.Index[llvm.GetInstructionParent(x.access[b].inst)]
	lanes := 0
	for _, may := range x.masks[warp][then] {
		if may {
			lanes++
		}
	}
	return x.exact[warp][then] && (x.exact[warp][first] || lanes == 1 && x.access[a].read)
}

// overwrites reports whether a lane itself stores at b what it has stored at a. Then the order of the
// lanes at b decides what remains, which lockstep does not define.
func (x *exchange) overwrites(a, b, warp, lane int, add int64) bool {
	p, q := &x.access[a], &x.access[b]
	if !p.write || !x.masks[warp][x.Index[llvm.GetInstructionParent(q.inst)]][lane] {
		return false
	}
	d := p.form[warp].lane[lane] + add - q.form[warp].lane[lane]
	return d >= 0 && d+p.size <= q.size
}

// inIteration reports whether the access b may follow a in the same iteration of the loops around
// them.
func (x *exchange) inIteration(a, b int) bool {
	from, to := llvm.GetInstructionParent(x.access[a].inst), llvm.GetInstructionParent(x.access[b].inst)
	if from == to {
		return x.order[x.access[a].inst] < x.order[x.access[b].inst]
	}
	if x.forward == nil {
		forward := make([][]int, len(x.Blocks))
		for i, list := range x.Succ {
			for _, s := range list {
				if !x.dom.Dominates(s, i) {
					forward[i] = append(forward[i], s)
				}
			}
		}
		x.forward = flow.NewPaths(forward)
	}
	return x.forward.Lead(x.Index[from], x.Index[to])
}
