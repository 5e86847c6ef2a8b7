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
			if p == 0 && ir.TouchesMemory(i) && !vectorisable(i) || ir.Opcode(i) == llvm.Switch {
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
	x, y := rs.stridesAlong(0), rs.stridesAlong(1)
	for _, p := range addresses {
		alongX, known := x.of(p, 0)
		alongY, also := y.of(p, 0)
		switch {
		case !known || !also:
		case alongX.near() && !alongY.near():
			return false
		case !alongX.near() && alongY.near() && alongY != 0:
			found = true
		}
	}
	return found
}

// copyAlongY copies a region, around which there are no loops yet.
func (rs *rows) copyAlongY(r *region) {
	blocks := append(append([]llvm.Block{r.item}, r.blocks...), r.exits...)
	c := rs.copyBlocks(append(blocks, r.latch), ".y", func(llvm.Value) llvm.Value { return 0 })
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
	r.alongY = n
}

// isOwn reports whether an address is that of a stack slot for the position of a work-item.
func (pos *position) isOwn(p llvm.Value) bool {
	return p == pos.linear || p == pos.next || slices.Contains(pos.counter[:], p)
}

// strideAnalysis says by how much values grow from one work-item to the next in one dimension.
type strideAnalysis struct {
	rows      *rows
	dimension int
	memo      map[llvm.Value]knownStride
}

type knownStride struct {
	stride
	known bool
}

func (rs *rows) stridesAlong(dimension int) *strideAnalysis {
	return &strideAnalysis{rs, dimension, map[llvm.Value]knownStride{}}
}

// of returns the stride of a value, if it can be told.
func (a *strideAnalysis) of(v llvm.Value, depth int) (stride, bool) {
	if llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == a.rows.preamble {
		return 0, true
	}
	s, ok := a.memo[v]
	if !ok && depth <= deepest {
		a.memo[v] = knownStride{} // of a PHI that is being looked at
		s.stride, s.known = a.find(v, depth+1)
		a.memo[v] = s
	}
	return s.stride, s.known
}

func (a *strideAnalysis) find(v llvm.Value, depth int) (stride, bool) {
	op := func(n uint32) (stride, bool) { return a.of(llvm.GetOperand(v, n), depth) }
	switch ir.Opcode(v) {
	case llvm.Load:
		if from := llvm.GetOperand(v, 0); a.rows.pos.isOwn(from) {
			return a.ofPosition(from), true
		}
		s, known := op(0)
		return 0, known && s == 0
	case llvm.SExt, llvm.ZExt, llvm.Trunc, llvm.AddrSpaceCast, llvm.BitCast, llvm.Freeze:
		return op(0)
	case llvm.Add, llvm.Or:
		return a.sum(v, 1, depth)
	case llvm.Sub:
		return a.sum(v, -1, depth)
	case llvm.Mul, llvm.Shl:
		return a.product(v, depth)
	case llvm.GetElementPtr:
		if llvm.GetNumOperands(v) == 2 {
			return a.sum(v, int64(llvm.ABISizeOfType(a.rows.u.Layout, llvm.GetGEPSourceElementType(v))), depth)
		}
	case llvm.PHI:
		// Of a loop's counter: one that grows by the same for all work-items has the stride of its first value.
		for k := range llvm.CountIncoming(v) {
			if s, known := a.of(llvm.GetIncomingValue(v, k), depth); known {
				return s, true
			}
		}
		return 0, false
	}
	same := !ir.TouchesMemory(v) && !slices.ContainsFunc(ir.Operands(v), func(o llvm.Value) bool {
		s, known := a.of(o, depth)
		return !known || s != 0
	})
	return 0, same
}

// ofPosition returns the stride of a local ID.
func (a *strideAnalysis) ofPosition(from llvm.Value) stride {
	switch {
	case from == a.rows.pos.counter[a.dimension], from == a.rows.pos.linear && a.dimension == 0:
		return 1
	case from == a.rows.pos.linear:
		return far
	}
	return 0
}

// sum returns the stride of the first operand and so many times the second one.
func (a *strideAnalysis) sum(v llvm.Value, times int64, depth int) (stride, bool) {
	x, known := a.of(llvm.GetOperand(v, 0), depth)
	y, also := a.of(llvm.GetOperand(v, 1), depth)
	return x.plus(y.times(times)), known && also
}

// product returns the stride of a product or a shift.
func (a *strideAnalysis) product(v llvm.Value, depth int) (stride, bool) {
	by := llvm.GetOperand(v, 1)
	x, known := a.of(llvm.GetOperand(v, 0), depth)
	y, also := a.of(by, depth)
	switch {
	case !known || !also:
		return 0, false
	case x == 0 && y == 0:
		return 0, true
	case llvm.IsAConstantInt(by) == 0:
		return far, true
	}
	n := llvm.ConstIntGetSExtValue(by)
	if ir.Opcode(v) == llvm.Shl {
		n = 1 << min(uint64(n), 30)
	}
	return x.times(n), true
}
