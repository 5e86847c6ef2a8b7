// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A position is where the work-item that runs is: stack slots, which regions load at their start.
type position struct {
	*regionGraph
	byWarp  bool          // each warp has its context arrays together
	counter [3]llvm.Value // the local ID
	linear  llvm.Value    // the flat one
	next    llvm.Value    // the region to run next
	arrays  llvm.Value    // of the divergent schedule: the context arrays of the warp,
	lane    llvm.Value    // and the lane
}

func newPosition(g *regionGraph) *position {
	pos := &position{regionGraph: g}
	for d := range 3 {
		pos.counter[d] = g.stack(g.u.Types.I64, string("xyz"[d]))
	}
	pos.linear, pos.next = g.stack(g.u.Types.I64, "linear"), g.stack(g.u.Types.I32, "next")
	return pos
}

// openWarps says how the context arrays of a warp and its lanes are found.
func (pos *position) openWarps() {
	pos.byWarp = !pos.uniformSync && !pos.tracksItem && !pos.races
	if !pos.uniformSync {
		pos.arrays, pos.lane = pos.stack(pos.u.Ptr(0), "arrays"), pos.stack(pos.u.Types.I64, "lane")
	}
}

// trackItems makes each work-item write its flat local ID into the block's description, for
// messages.
func (pos *position) trackItems() {
	for _, r := range pos.regions {
		linear := pos.linearIn(r)
		b := pos.inItem(r)
		n := llvm.BuildTrunc(b, linear, pos.u.Types.I32, "")
		llvm.SetVolatile(llvm.BuildStore(b, n, pos.w.address(pos.u, blockItem)), true)
	}
}

// A place says which element of context arrays is meant.
type place struct {
	arrays llvm.Value // the context arrays of a warp; 0 for those of the block
	index  llvm.Value // the lane in this warp, or the flat local ID
}

// placeIn returns the place of the current work-item in a region.
func (pos *position) placeIn(r *region) place {
	if !pos.byWarp {
		return place{index: pos.linearIn(r)}
	}
	return place{pos.loadIn(r, pos.arrays, pos.u.Ptr(0)), pos.loadIn(r, pos.lane, pos.u.Types.I64)}
}

// lanesFrom returns the place of the first lane of a warp, by its flat local ID.
func (pos *position) lanesFrom(first llvm.Value) place {
	if !pos.byWarp {
		return place{index: first}
	}
	return place{llvm.BuildLoad2(pos.u.B, pos.u.Ptr(0), pos.arrays, ""), pos.u.I64(0)}
}

// linearIn returns the flat local ID of the work-item in a region, as loaded at its start.
func (pos *position) linearIn(r *region) llvm.Value {
	return pos.loadIn(r, pos.linear, pos.u.Types.I64)
}

// loadIn returns what tells a work-item's place, as loaded at the start of a region from its stack slot.
func (pos *position) loadIn(r *region, from llvm.Value, t llvm.Type) llvm.Value {
	if v, ok := r.loads[from]; ok {
		return v
	}
	llvm.PositionBuilderBefore(pos.u.B, llvm.GetFirstInstruction(r.item))
	llvm.SetCurrentDebugLocation2(pos.u.B, 0)
	v := llvm.BuildLoad2(pos.u.B, t, from, "item")
	r.loads[from] = v
	pos.inItem(r)
	return v
}

// isPlace reports whether a value tells a work-item's place, as loaded at the start of a region.
func (pos *position) isPlace(v llvm.Value) bool {
	if ir.Opcode(v) != llvm.Load {
		return false
	}
	from := llvm.GetOperand(v, 0)
	return from == pos.linear || from == pos.lane || from == pos.arrays
}
