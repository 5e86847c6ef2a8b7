// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// shareUniformLoads gives all work-items the value that the first one loads where they load from a
// uniform address and then store through it, with no synchronisation point in between.
//
//	%v = load i32, ptr addrspace(1) %p
//	…
//	store i32 %w, ptr addrspace(1) %p
//
// becomes
//
//	%l = load i32, ptr addrspace(1) %p
//	%first = icmp eq i64 %item, 0
//	%before = load i32, ptr %v.first
//	%v = select i1 %first, i32 %l, i32 %before
//	store i32 %v, ptr %v.first
//	…
//	store i32 %w, ptr addrspace(1) %p
//
// In a warp in lockstep all lanes have loaded before one stores. In a loop over work-items, each
// would load what those before it have stored, and a value that is considered uniform would not be.
// This is a data race, so programs without one are not affected.
func (pos *position) shareUniformLoads() {
	for _, r := range pos.regions {
		var stores []llvm.Value
		for _, b := range r.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if p := accessed(i); ir.Opcode(i) == llvm.Store && p != 0 && convergence.Pointee(p) != 0 {
					stores = append(stores, i)
				}
			}
		}
		if len(stores) == 0 {
			continue
		}
		succ := pos.within(r)
		paths, loops := pos.pathsOf(succ), flow.InCycles(succ)
		for _, b := range r.blocks {
			if loops[pos.Index[b]] || pos.divergent[b] {
				continue
			}
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if ir.Opcode(i) == llvm.Load && pos.UniformValues[i] && accessed(i) != 0 && overwritten(i, stores, paths) {
					pos.shareLoad(r, i)
				}
			}
		}
	}
}

// pathsOf returns the paths of a graph. They are searched in both directions from the blocks of loads,
// because few loads are uniform, but any number of blocks may have stores.
func (g *regionGraph) pathsOf(succ [][]int) blockPaths {
	pred := make([][]int, len(succ))
	for i, list := range succ {
		for _, s := range list {
			pred[s] = append(pred[s], i)
		}
	}
	return blockPaths{g.Index, flow.NewPaths(succ), flow.NewPaths(pred)}
}

// blockPaths are the paths from and to blocks.
type blockPaths struct {
	index    map[llvm.Block]int
	from, to *flow.Paths
}

// overwritten reports whether a store through the pointer of a load follows the load, and none
// precedes it.
func overwritten(load llvm.Value, stores []llvm.Value, paths blockPaths) bool {
	base, at := convergence.Pointee(accessed(load)), llvm.GetInstructionParent(load)
	k := paths.index[at]
	after := false
	for _, s := range stores {
		if convergence.Pointee(accessed(s)) != base {
			continue
		}
		in := llvm.GetInstructionParent(s)
		if paths.to.Lead(k, paths.index[in]) || in == at && follows(load, s) {
			return false
		}
		after = after || paths.from.Lead(k, paths.index[in]) || in == at
	}
	return after
}

// follows reports whether an instruction comes after another one of its block.
func follows(i, other llvm.Value) bool {
	for p := llvm.GetPreviousInstruction(i); p != 0; p = llvm.GetPreviousInstruction(p) {
		if p == other {
			return true
		}
	}
	return false
}

// shareLoad keeps the value that the first work-item loads for the others.
func (pos *position) shareLoad(r *region, load llvm.Value) {
	t, name := llvm.TypeOf(load), load.Name()
	saved := pos.stack(t, name+".first")
	linear := pos.linearIn(r)
	b := pos.u.Before(llvm.GetNextInstruction(load))
	first := llvm.BuildICmp(b, llvm.IntEQ, linear, pos.u.I64(0), "")
	before := llvm.BuildLoad2(b, t, saved, "")
	v := llvm.BuildSelect(b, first, load, before, name)
	llvm.BuildStore(b, v, saved)
	for _, w := range ir.Users(load) {
		if w == v {
			continue
		}
		for k := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, k) == load {
				llvm.SetOperand(w, k, v)
			}
		}
	}
	pos.UniformValues[v] = true
}
