// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Addresses that depend on data: a lane has read an index from memory, or got it from another lane.
//
//	store i32 %v, ptr addrspace(3) %p              ; s[lane]
//	%i = load i32, ptr addrspace(1) %q
//	%r = getelementptr i32, ptr addrspace(3) @s, i32 %i
//	%w = load i32, ptr addrspace(3) %r             ; s[i]
//
// Nothing is known about the indices, so lanes are taken to exchange values, unless the address keeps
// them apart:
//
//   - Each lane has a row of its own, and the index is one within the row: 64·lane + 4·i. Indices are
//     taken to stay within the row, as C demands of s[lane][i].
//   - Each lane has a column of its own: 4·lane + 128·i.
//   - The addresses differ by a number that is known at run time only. They are taken to be in
//     different arrays: kernels divide dynamic shared memory like that.
//   - The addresses are the same, and each lane reads what it has itself stored.
//   - They are in global memory, and their distance is the same for all lanes: each lane has a slice of an
//     array, which begins where an index that it has read says.

// readForm returns a value that a lane has read as a term.
func (e *evaluator) readForm(v llvm.Value) *affine {
	return &affine{lane: make([]int64, e.lanes), data: map[llvm.Value]int64{v: 1}}
}

// dataForm returns the form of a value that depends on data, with the value as a term; nil for others.
func (e *evaluator) dataForm(v llvm.Value) *affine {
	if llvm.IsAInstruction(v) == 0 || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind {
		return nil
	}
	from := ir.Operands(v)
	switch ir.Opcode(v) {
	case llvm.Load, llvm.AtomicRMW, llvm.AtomicCmpXchg:
		return e.readForm(v)
	case llvm.Call:
		if sync := flow.SyncOf(v); sync == flow.WarpShuffle || sync == flow.WarpBallot {
			return e.readForm(v)
		}
		if ir.Callee(v) == 0 || llvm.GetIntrinsicID(ir.Callee(v)) == 0 {
			return nil
		}
		from = from[:llvm.GetNumArgOperands(v)]
	case llvm.ICmp, llvm.FCmp:
		return nil // an index that is chosen among two is known well enough, or not an index
	}
	for _, op := range from {
		if llvm.IsAInstruction(op) == 0 {
			continue
		}
		if f := e.of(op); f != nil && len(f.data) > 0 || isNumber(op) {
			return e.readForm(v)
		}
	}
	return nil
}

// isNumber reports whether a value is a floating-point number, of which an index is computed.
func isNumber(v llvm.Value) bool {
	switch llvm.GetTypeKind(llvm.TypeOf(v)) {
	case llvm.HalfKind, llvm.BFloatKind, llvm.FloatKind, llvm.DoubleKind:
		return true
	}
	return false
}

// evaluateData evaluates the accesses with terms for data. Numbers that are uniform and unknown have
// samples: rows and columns may have a length that is known at run time only.
func (w *warp) evaluateData() {
	if w.samples != nil || !slices.Contains(w.form, nil) {
		return
	}
	e := w.evaluator(w.number, w.row)
	e.samples, e.first, e.data = map[llvm.Value]int64{}, firstSample, true
	e.plain = w.evaluator(w.number, w.row)
	w.data = make([]*affine, len(w.access))
	for k := range w.access {
		w.data[k] = e.of(w.access[k].ptr)
	}
}

// scattered reports whether lanes are taken to exchange values between the accesses a and then b, of
// which one is at an address that depends on data.
func (x *exchange) scattered(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	if a == b || !p.write && !q.write || p.atomic && q.atomic || locks(p.inst) || locks(q.inst) {
		return false
	}
	if !(p.write && !q.write) && !x.inIteration(a, b) || x.global && !x.exchangedInOrder(p, q) {
		return false
	}
	return slices.ContainsFunc(x.warps, func(w *warp) bool { return w.mayAlias(a, b) })
}

// locks reports whether an instruction is an atomic operation by which locks are taken or released.
func locks(i llvm.Value) bool {
	return ir.Opcode(i) == llvm.AtomicCmpXchg || ir.Opcode(i) == llvm.AtomicRMW && llvm.GetAtomicRMWBinOp(i) == llvm.RMWXchg
}

// mayAlias reports whether different lanes are taken to access one address at a and then at b,
// where at least one of the addresses depends on data.
func (w *warp) mayAlias(a, b int) bool {
	if w.data == nil {
		return false
	}
	f, g := w.data[a], w.data[b]
	if f == nil || g == nil || len(f.data)+len(g.data) == 0 {
		return false
	}
	moves := false
	for v := range f.plus(g, -1).shared {
		if llvm.IsAInstruction(v) == 0 || !w.inLoop[llvm.GetInstructionParent(v)] {
			return false
		}
		moves = true
	}
	if !moves && (equalForms(f, g) || w.global && inSlice(f, g)) {
		return false
	}
	r := rowsOf(f, g)
	from, to := w.block(a), w.block(b)
	if w.oneLaneDominates(from, to) {
		return false
	}
	for l, reads := range w.mask[to] {
		for o, stores := range w.mask[from] {
			if l != o && reads && stores && r.mayAlias(f.lane[o], g.lane[l], w.access[a].size, w.access[b].size) {
				return true
			}
		}
	}
	return false
}

// inSlice reports whether nothing but what lanes have read keeps their addresses apart, and the distance of the
// two addresses is the same for all.
func inSlice(f, g *affine) bool {
	return len(f.plus(g, -1).data) == 0 && isConstant(f.lane) && isConstant(g.lane)
}

// isConstant reports whether a number is the same for all lanes.
func isConstant(lane []int64) bool {
	return !slices.ContainsFunc(lane, func(x int64) bool { return x != lane[0] })
}

// laneRows says how addresses that depend on data keep lanes apart.
type laneRows struct {
	row    int64 // the length of a lane's row, 0 if lanes have none
	column int64 // the distance of the elements of a lane's column, 0 if lanes have none
	origin int64
	apart  bool // the addresses are in different arrays
}

func rowsOf(f, g *affine) laneRows {
	r := laneRows{origin: f.lane[0]}
	near := int64(firstSample)
	for _, at := range f.lane {
		for _, other := range g.lane {
			r.origin = min(r.origin, at, other)
			near = min(near, max(at-other, other-at))
		}
	}
	r.apart = near >= firstSample
	for _, h := range []*affine{f, g} {
		if len(h.data) == 0 {
			continue
		}
		step, extent := distances(h)
		var inner, outer int64
		ambiguous := false
		for _, n := range h.data {
			n = max(n, -n)
			ambiguous = ambiguous || n >= step && n <= extent
			if n < step {
				inner = gcd(inner, n)
			} else {
				outer = gcd(outer, n)
			}
		}
		if ambiguous {
			inner, outer = 0, gcd(inner, outer)
		}
		if inner > 0 {
			r.row = max(r.row, step)
		}
		r.column = gcd(r.column, outer)
	}
	return r
}

// distances returns the smallest distance of two lanes' addresses that are not equal, and the largest.
func distances(f *affine) (step, extent int64) {
	for _, at := range f.lane {
		for _, other := range f.lane {
			d := max(at-other, other-at)
			extent = max(extent, d)
			if d > 0 && (step == 0 || d < step) {
				step = d
			}
		}
	}
	return step, extent
}

// mayAlias reports whether a lane whose address without data is at may access the same one as another
// lane, whose address is other.
func (r *laneRows) mayAlias(at, other, size, otherSize int64) bool {
	if r.apart {
		return false
	}
	d := at - other
	if r.row > 0 {
		d = (at-r.origin)/r.row - (other-r.origin)/r.row
		if r.column > 0 {
			return r.column < r.row || d%(r.column/r.row) == 0
		}
		return d == 0
	}
	if r.column > 0 {
		d = (d%r.column + r.column) % r.column
		return d < otherSize || r.column-d < size
	}
	return true
}
