// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"maps"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// evaluation is how the addresses of a kernel's accesses are evaluated, for all its warps.
type evaluation struct {
	*accessOrder
	length  int64                // of a row, 0 if it may be any (rowLength)
	samples map[llvm.Value]int64 // of unknown numbers (sampled.go), nil without
	// firstSample is the smallest of the samples.
	firstSample int64
	chosen      *alternatives          // of values, one of which is looked at (chosen.go); nil if none is
	counters    map[llvm.Value][]int64 // by induction variable: its value in each iteration (evaluator.multiples)
	position    map[llvm.Value]int     // of the instructions (inOrder)
	oneLane     []bool                 // by block: whether at most one lane takes the edge from its dominator
}

// exchangeWarps is the number of warps that are analysed: code for one warp of a block is executed by
// the first, code for the others by the second. The third one is for kernels that never read the first
// coordinate of a thread.
const exchangeWarps = 3

// rows returns the dimension along which the lanes of each warp lie, noRow for a warp that is not
// analysed. A kernel that never reads x has blocks one thread wide, in which lanes lie along y; or all
// lanes of a row do the same, and what they add to global memory is added once.
func (x *kernelAccesses) rows() [exchangeWarps]int64 {
	row := rowDimension(x.F)
	if x.global && row != 0 {
		return [...]int64{row, row, 0}
	}
	return [...]int64{row, row, noRow}
}

// evaluator returns an evaluator for a warp whose lanes lie along a dimension.
func (x *evaluation) evaluator(warp, row int64) *evaluator {
	e := newEvaluator(x.u, x.uniformValues(), warp, row, true)
	e.length = x.length
	return e
}

// rowLength returns the length of the rows of a block if it is less than a warp and divides it, and 0
// otherwise. Where the address of a variable has the terms 4·x and 32·y, of the local ID, rows that are
// longer than 8 would overlap. For devices where a barrier of the warp that nothing needs costs time: the
// length is a guess.
func (x *evaluation) rowLength() int64 {
	if x.u.Target.SyncWarp == nil || x.rows()[0] != 0 {
		return 0
	}
	e := x.evaluator(0, 0)
	for k := range x.access {
		f := e.of(x.access[k].ptr)
		y := e.calls["get_local_id1"]
		if f == nil || y == 0 || f.shared[y] <= 0 {
			continue
		}
		step := f.lane[1] - f.lane[0]
		if step <= 0 || f.shared[y]%step != 0 {
			continue
		}
		if n := f.shared[y] / step; n < int64(e.lanes) && int64(e.lanes)%n == 0 {
			return n
		}
	}
	return 0
}

// inOrder lists the terms of a form in the order of the program. Samples are given out in the order in
// which numbers are looked at, and what is found may depend on them.
func (x *evaluation) inOrder(terms map[llvm.Value]int64) []llvm.Value {
	list := slices.Collect(maps.Keys(terms))
	if len(list) < 2 {
		return list
	}
	if x.position == nil {
		x.position = map[llvm.Value]int{}
		for k, i := range ir.Instructions(x.F) {
			x.position[i] = k
		}
	}
	slices.SortFunc(list, func(v, w llvm.Value) int { return x.position[v] - x.position[w] })
	return list
}

// oneLaneDominates reports whether two blocks are both dominated by an edge that at most one lane takes.
func (x *evaluation) oneLaneDominates(a, b int) bool {
	for at := a; at >= 0; at = x.idom[at] {
		if x.oneLane[at] && x.dom.Dominates(at, b) {
			return true
		}
	}
	return false
}

// warp is a warp of a kernel's block.
type warp struct {
	*evaluation
	number int64      // in the row
	row    int64      // the dimension along which its lanes lie
	form   []*affine  // by access: its address
	data   []*affine  // by access: its address with terms that lanes read from memory (scattered.go)
	mask   []laneMask // by block: the lanes that may execute it
	exact  []bool     // by block: whether these lanes certainly execute it, or none does
}

// evaluate evaluates the addresses and, for every block, the lanes that may execute it.
func (w *warp) evaluate() {
	plain := w.evaluator(w.number, w.row)
	e := plain
	if w.samples != nil {
		e = w.evaluator(w.number, w.row)
		e.samples, e.first, e.plain = w.samples, w.firstSample, plain
	}
	if w.chosen != nil {
		e = w.evaluator(w.number, w.row)
		e.choose = w.chosen.choose
	}
	for k := range w.access {
		f := e.of(w.access[k].ptr)
		if w.form[k] = f; f == nil {
			continue
		}
		for _, v := range w.inOrder(f.shared) {
			if _, ok := w.counters[v]; !ok {
				w.counters[v] = e.counts(v)
			}
		}
	}
	w.evaluateData()
	w.mask, w.exact = make([]laneMask, len(w.Blocks)), make([]bool, len(w.Blocks))
	done := make([]bool, len(w.Blocks))
	for i := range w.Blocks {
		w.lanesAt(plain, i, done)
	}
}

// lanesAt finds the lanes that may execute a block, by the conditions of the branches that dominate
// it, and whether all of them do, or none: those that may execute its immediate dominator, less those
// that the branch between them excludes.
func (w *warp) lanesAt(e *evaluator, i int, done []bool) {
	var path []int // up to a block that is done
	for at := i; at >= 0 && !done[at]; at = w.idom[at] {
		path = append(path, at)
	}
	for _, at := range slices.Backward(path) {
		done[at] = true
		d := w.idom[at]
		if d < 0 {
			w.mask[at], w.exact[at] = e.allLanes(), true
			continue
		}
		m, known := slices.Clone(w.mask[d]), false
		if cond, want := controllingEdge(w.Graph, d, at); cond != 0 {
			known = e.restrict(cond, want, m, func() { w.oneLane[at] = true })
		}
		w.mask[at] = m
		w.exact[at] = w.exact[d] && (known || w.postDom.Dominates(at, d) || w.hasUniformBranch(d))
	}
}

// overlapsOther reports whether a lane at b accesses an address that another lane of the warp
// accesses at a, with add added to the address at a. Addresses are compared modulo step, unless
// that is 0.
func (w *warp) overlapsOther(a, b int, add, step int64, except func(lane, other int) bool) bool {
	p, q := &w.access[a], &w.access[b]
	from, to := w.block(a), w.block(b)
	if w.oneLaneDominates(from, to) {
		return false
	}
	ma, mb := w.mask[from], w.mask[to]
	for l := range mb {
		if !mb[l] {
			continue
		}
		for o := range ma {
			if o == l || !ma[o] {
				continue
			}
			d := w.form[a].lane[o] + add - w.form[b].lane[l]
			hit := d < q.size && -d < p.size
			if step > 0 {
				d = (d%step + step) % step
				hit = d < q.size || step-d < p.size
			}
			if hit && (except == nil || !except(l, o)) {
				return true
			}
		}
	}
	return false
}

// exchanged reports whether some lane certainly reads at b what another lane has stored at a.
func (w *warp) exchanged(a, b int) bool {
	stored, read := w.form[a], w.form[b]
	if stored == nil || read == nil {
		return false
	}
	if !w.precedes(w.access[a].inst, w.access[b].inst) && w.moves(stored) && (w.samples == nil || !w.sameIterations(a, b, stored, read)) {
		return false
	}
	// Induction variables that occur in only one of the addresses range over all their values.
	at := iterationSpace{}
	for found := at.first(w.counters, stored.plus(read, -1)); found; found = at.next() {
		if w.overlapsOther(a, b, at.amount(stored)-at.amount(read), 0, func(l, _ int) bool { return w.own(a, b, l, &at) }) {
			return true
		}
	}
	return false
}

// own reports whether lane l reads at b what it has itself stored, at a or later.
func (w *warp) own(a, b, l int, at *iterationSpace) bool {
	r := &w.access[b]
	for k := range w.access {
		s := &w.access[k]
		if !s.write || s.atomic || s.root != r.root || w.form[k] == nil || k != a && !w.precedes(w.access[a].inst, s.inst) || !w.precedes(s.inst, r.inst) {
			continue
		}
		// The store may be in another loop; one iteration of that is enough.
		fs, fr := w.form[k], w.form[b]
		all := iterationSpace{slices.Clone(at.phi), slices.Clone(at.values), slices.Clone(at.at)}
		given := len(all.phi)
		if !all.first(w.counters, fs.plus(fr, -1)) {
			continue
		}
		for more := true; more; more = all.nextFrom(given) {
			d := fs.lane[l] + all.amount(fs) - fr.lane[l] - all.amount(fr)
			if d <= 0 && d+s.size >= r.size {
				return true
			}
		}
	}
	return false
}

// iterationSpace enumerates the values of the induction variables that addresses depend on.
type iterationSpace struct {
	phi    []llvm.Value
	values [][]int64
	at     []int // by variable: the index of its current value
}

// maxCounts is the largest number of combinations that are enumerated.
const maxCounts = 4096

// first adds the induction variables that a difference of addresses depends on, each at its first
// value. It returns false if the difference depends on anything else, or on more than maxCounts
// combinations.
func (c *iterationSpace) first(counters map[llvm.Value][]int64, d *affine) bool {
	total := 1
	for v := range d.shared {
		if slices.Contains(c.phi, v) {
			continue
		}
		values := counters[v]
		if total *= len(values); total == 0 || total > maxCounts {
			return false
		}
		c.phi, c.values, c.at = append(c.phi, v), append(c.values, values), append(c.at, 0)
	}
	return true
}

// next advances to the next combination, and reports whether there is one.
func (c *iterationSpace) next() bool { return c.nextFrom(0) }

func (c *iterationSpace) nextFrom(k int) bool {
	for ; k < len(c.at); k++ {
		if c.at[k]++; c.at[k] < len(c.values[k]) {
			return true
		}
		c.at[k] = 0
	}
	return false
}

// amount returns what the induction variables add to an address, in bytes.
func (c *iterationSpace) amount(f *affine) int64 {
	var sum int64
	for k, v := range c.phi {
		sum += f.shared[v] * c.values[k][c.at[k]]
	}
	return sum
}
