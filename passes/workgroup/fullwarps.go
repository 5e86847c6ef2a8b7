// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// In the divergent schedule, the loop over the lanes of a warp that are at a region asks for each lane
// whether it is there. In most kernels all are, most of the time. Therefore regions without loops have a
// second loop, for warps whose lanes are all there, and LLVM vectorises it.
//
//	region2:
//	  br label %region2.lane
//	region2.lane:
//	  br i1 (icmp eq i32 %id, 5), label %region2.item, label %region2.latch
//	region2.item:
//	  …
//
// becomes
//
//	region2:
//	  %full = call i1 @__gohip.wg.full(ptr %ids, i64 %warp, i32 5)
//	  br i1 %full, label %region2.lane.full, label %region2.lane
//	region2.lane.full:
//	  br label %region2.item.full
//	region2.item.full:
//	  …

// Limits, in instructions, of a region with a second loop and of all those of a kernel: LLVM spends as
// much time with the copies as with the rest.
const (
	mostInFullWarp  = 200
	mostInFullWarps = 2000
)

// fullWarps reports whether a region gets a loop for warps whose lanes are all there: one without loops and
// calls, whose accesses to memory are plain.
func (ds *divergentSchedule) fullWarps(r *region) bool {
	if ds.tracksItem || ds.races || ds.u.Opts.Level == "0" {
		return false
	}
	at, count := map[llvm.Block]int{}, 0
	for n, b := range r.blocks {
		at[b] = n
	}
	for n, b := range append([]llvm.Block{r.item}, r.blocks...) {
		t := llvm.GetBasicBlockTerminator(b)
		if op := ir.Opcode(t); op != llvm.Br && op != llvm.Ret {
			return false
		}
		for i := llvm.GetFirstInstruction(b); i != t; i = llvm.GetNextInstruction(i) {
			if count++; !scalar(ds.u, i) {
				return false
			}
		}
		for k := range llvm.GetNumSuccessors(t) {
			if s := llvm.GetSuccessor(t, k); n > 0 && !ds.leaves(b, s) && at[s] < n {
				return false
			}
		}
	}
	if count > mostInFullWarp || ds.inFullWarps+count > mostInFullWarps {
		return false
	}
	ds.inFullWarps += count
	return true
}

// scalar reports whether an instruction is one of a loop that LLVM may vectorise, in which there are no
// vectors yet.
func scalar(u *ir.Unit, i llvm.Value) bool {
	if llvm.GetTypeKind(llvm.TypeOf(i)) == llvm.VectorKind {
		return false
	}
	switch ir.Opcode(i) {
	case llvm.PHI, llvm.UDiv, llvm.SDiv, llvm.URem, llvm.SRem:
		return true
	}
	return accessed(i) != 0 || movable(u, i)
}

// A fullWarp is what loops over the lanes of a warp have in common.
type fullWarp struct {
	first, lane llvm.Value // the flat local ID of its first lane, and the stack slot of the lane's index
	all         llvm.Value // whether all lanes are there
	hidden      bool       // stack variables may be accessed by unknown addresses
}

// localsInRow returns the local IDs in a region as they are if a warp lies in a row of the block: of its first
// lane, and the condition for that. They are computed from the lane then, and not loaded.
func (ds *divergentSchedule) localsInRow(r *region, w fullWarp) (ofFirst [3]llvm.Value, all llvm.Value) {
	u, b := ds.u, ds.u.B
	used := false
	for d, s := range ds.local.locals {
		if r.loads[ds.pos.counter[d]] == 0 {
			continue
		}
		used = true
		ofFirst[d] = llvm.BuildZExt(b, llvm.BuildLoad2(b, s.t, ds.context.element(s, place{index: w.first}), ""), u.Types.I64, "")
	}
	if !used {
		return ofFirst, w.all
	}
	rest := llvm.BuildAnd(b, ds.w.count(u, launchBlock[0]), u.I64(warpSize(u)-1), "")
	return ofFirst, llvm.BuildAnd(b, w.all, llvm.BuildICmp(b, llvm.IntEQ, rest, u.I64(0), ""), "")
}

// buildFull copies the loop over lanes that are at a region, from its first block to its latch, for warps
// whose lanes all are. It returns the first block of the copy, and the condition for it. check is the block
// that asks.
func (ds *divergentSchedule) buildFull(r *region, blocks []llvm.Block, check llvm.Block, w fullWarp) (llvm.Block, llvm.Value) {
	u := ds.u
	ofFirst, all := ds.localsInRow(r, w)
	inRow := map[llvm.Value]int{}
	for d, v := range ofFirst {
		if v != 0 {
			inRow[r.loads[ds.pos.counter[d]]] = d
		}
	}
	c := ds.copyBlocks(blocks, ".full", func(i llvm.Value) llvm.Value {
		d, ok := inRow[i]
		switch {
		case !ok:
			return 0
		case d > 0:
			return ofFirst[d]
		}
		return llvm.BuildAdd(u.B, ofFirst[d], llvm.BuildLoad2(u.B, u.Types.I64, w.lane, ""), "")
	})
	for _, p := range c.list {
		if at := accessed(p[0]); at != 0 && !ds.mayBePrivate(at, w.hidden) {
			ds.properties.parallelAccess(p[1])
		}
	}
	llvm.SetOperand(llvm.GetBasicBlockTerminator(c.blocks[check]), 0, llvm.ConstInt(u.Types.I1, 1, false))
	ds.properties.gathers = append(ds.properties.gathers, llvm.GetBasicBlockTerminator(c.blocks[r.latch]))
	return c.blocks[blocks[0]], all
}
