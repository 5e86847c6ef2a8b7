// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// leastAlongY is the size of a block in y from which on the innermost loop runs along y: it should fill the vectors of an
// iteration of an unrolled loop.
const leastAlongY = 16

// runsAlongY reports whether the innermost loop over a region's work-items runs along y in large blocks. Usually it
// runs along x, where neighbours access neighbouring elements on GPUs. But here those in y do, and those in x do so
// nowhere:
//
//	i = blockIdx.x * blockDim.x + threadIdx.x
//	j = blockIdx.y * blockDim.y + threadIdx.y
//	a[i * n + j] = 0
//
// becomes
//
//	if (blockDim.y >= 16)
//	  for z: for x: for y: a[i * n + j] = 0
//	else
//	  for z: for y: for x: a[i * n + j] = 0
//
// LLVM vectorises the first loop without gathering elements from as many cache lines. The order of the work-items
// between two synchronisation points matters only to what they tell each other or the host: atomic operations, volatile
// accesses and functions.
func (rs *rows) runsAlongY(r *region) bool {
	if rs.tracksItem || rs.races || rs.u.Opts.Level == "0" || r.loads[rs.pos.counter[1]] == 0 {
		return false
	}
	size := 0
	var addresses []llvm.Value
	for _, b := range append([]llvm.Block{r.item}, r.blocks...) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			size++
			p := accessed(i)
			if p == 0 && ir.TouchesMemory(i) && !vectorisable(rs.u, i) || ir.Opcode(i) == llvm.Switch {
				return false
			}
			if p != 0 && !rs.pos.isOwn(p) {
				addresses = append(addresses, p)
			}
		}
	}
	if size > mostInInterior || rs.inInteriors+size > mostInInteriors || !rs.neighboursAreInY(addresses) {
		return false
	}
	rs.inInteriors += size
	return true
}

// neighboursAreInY reports whether some addresses of neighbours in y are of neighbouring elements and those of
// neighbours in x are not, and no address is the other way round.
func (rs *rows) neighboursAreInY(addresses []llvm.Value) bool {
	found := false
	a := &strideAnalysis{rs, map[llvm.Value]knownStrides{}}
	for _, p := range addresses {
		by, known := a.of(p, 0)
		alongX, alongY := by[0], by[1]
		switch {
		case !known:
		case alongX.near() && !alongY.near():
			return false
		case !alongX.near() && alongY.near() && alongY != 0:
			found = true
		}
	}
	return found
}

// copyRegion copies a region, around which there are no loops yet.
func (rs *rows) copyRegion(r *region, suffix string) (*region, *blockCopy) {
	blocks := append(append([]llvm.Block{r.item}, r.blocks...), r.exits...)
	c := rs.copyBlocks(append(blocks, r.latch), suffix, func(llvm.Value) llvm.Value { return 0 })
	n := &region{id: r.id, head: c.blocks[r.head], item: c.blocks[r.item], latch: c.blocks[r.latch], loads: map[llvm.Value]llvm.Value{}}
	for _, b := range r.blocks {
		n.blocks = append(n.blocks, c.blocks[b])
		rs.of[c.blocks[b]] = n
	}
	for _, b := range r.exits {
		n.exits = append(n.exits, c.blocks[b])
	}
	for from, v := range r.loads {
		n.loads[from] = c.value(v)
	}
	return n, c
}

// isOwn reports whether an address is that of a stack slot for the position of a work-item.
func (pos *position) isOwn(p llvm.Value) bool {
	return p == pos.linear || p == pos.next || slices.Contains(pos.counter[:], p)
}

// strideAnalysis says by how much values grow from one work-item to the next in x and in y.
type strideAnalysis struct {
	rows *rows
	memo map[llvm.Value]knownStrides
}

type knownStrides struct {
	strides
	known bool
}

// of returns the strides of a value, if they can be told.
func (a *strideAnalysis) of(v llvm.Value, depth int) (strides, bool) {
	if llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == a.rows.preamble {
		return strides{}, true
	}
	s, ok := a.memo[v]
	if !ok && depth <= deepest {
		a.memo[v] = knownStrides{} // of a PHI that is being looked at
		s.strides, s.known = a.find(v, depth+1)
		a.memo[v] = s
	}
	return s.strides, s.known
}

func (a *strideAnalysis) find(v llvm.Value, depth int) (strides, bool) {
	of := func(o llvm.Value) (strides, bool) { return a.of(o, depth) }
	switch ir.Opcode(v) {
	case llvm.Load:
		if from := llvm.GetOperand(v, 0); a.rows.pos.isOwn(from) {
			return a.ofPosition(from), true
		}
	case llvm.Or: // of disjoint bits
		x, known := of(llvm.GetOperand(v, 0))
		y, also := of(llvm.GetOperand(v, 1))
		return x.plus(y), known && also
	case llvm.PHI:
		// Of a loop's counter: one that grows by the same for all work-items has the strides of its first value.
		for k := range llvm.CountIncoming(v) {
			if s, known := of(llvm.GetIncomingValue(v, k)); known {
				return s, true
			}
		}
		return strides{}, false
	}
	if s, known := arithmetic(a.rows.u.Layout, v, of); known {
		return s, true
	}
	same := !slices.ContainsFunc(ir.Operands(v), func(o llvm.Value) bool {
		s, known := of(o)
		return !known || s != strides{}
	})
	return strides{}, same && (!ir.TouchesMemory(v) || ir.Opcode(v) == llvm.Load)
}

// ofPosition returns the strides of a local ID.
func (a *strideAnalysis) ofPosition(from llvm.Value) strides {
	switch from {
	case a.rows.pos.counter[0]:
		return strides{1, 0}
	case a.rows.pos.counter[1]:
		return strides{0, 1}
	case a.rows.pos.linear:
		return strides{1, far}
	}
	return strides{}
}
