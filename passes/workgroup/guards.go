// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A guard is the branch of a region before which a work-item has no effect, and by which some leave
// the region. The loop over work-items runs over the others alone, without the branch: LLVM needs no
// masks to vectorise it, and has less to do.
//
//	for x = 0 to size: if (base + x < n) p[base + x] = 1
//
// becomes
//
//	for x = 0 to min(size, n - base): p[base + x] = 1
//
// The sum may wrap around: then there is a second range of work-items. Other conditions may be the
// same for a row, as in if (x < n && y < m): of a row for which one does not hold no work-item runs.
type guard struct {
	branch  llvm.Value
	active  uint32       // the successor of the work-items that do not leave
	tests   []comparison // of the local ID, which hold for the work-items that do not leave
	rest    []llvm.Value // the other conditions
	negated bool         // the work-items that do not leave are those for which none of these holds
	row     *rowAnalysis
}

// A comparison is one of the local ID plus some number with what is the same for a row.
type comparison struct {
	condition llvm.IntPredicate // less than, as signed or unsigned numbers, or equal
	x, bound  llvm.Value
	orEqual   bool // less than or equal
	not       bool // the contrary of this
}

// mostTests returns the number of comparisons that a guard may have: each may hold for two ranges of
// work-items. Where masks cost little, as with AVX-512, those of rows with two bounds are faster than the
// iterations at the end of a range that do not fill a vector.
func mostTests(u *ir.Unit) int {
	if slices.Contains(u.Needed, "avx512f") {
		return 1
	}
	return 2
}

// guardOf finds the guard of a region whose exits lead to its latch.
func (rs *rows) guardOf(r *region) *guard {
	if rs.tracksItem || rs.races || rs.u.Opts.Level == "0" {
		return nil
	}
	at := r.item
	for range r.blocks {
		for i := llvm.GetFirstInstruction(at); i != llvm.GetBasicBlockTerminator(at); i = llvm.GetNextInstruction(i) {
			if !movable(rs.u, i) && (ir.Opcode(i) != llvm.Load || accessed(i) == 0) {
				return nil
			}
		}
		t := llvm.GetBasicBlockTerminator(at)
		switch {
		case llvm.GetInstructionOpcode(t) != llvm.Br:
			return nil
		case llvm.GetNumSuccessors(t) == 2:
			return rs.guardAt(r, t)
		}
		if at = llvm.GetSuccessor(t, 0); rs.of[at] != r {
			return nil
		}
	}
	return nil
}

// guardAt returns the guard that a branch is, nil if it is none.
func (rs *rows) guardAt(r *region, t llvm.Value) *guard {
	out := [2]bool{idle(r, llvm.GetSuccessor(t, 0)), idle(r, llvm.GetSuccessor(t, 1))}
	if out[0] == out[1] {
		return nil
	}
	g := &guard{row: rs.row(), branch: t, negated: out[0]}
	if g.negated {
		g.active = 1
	}
	for _, c := range conjuncts(llvm.GetOperand(t, 0), g.negated, 0) {
		switch {
		case g.row.isRowUniform(c):
			g.rest = append(g.rest, c)
		case len(g.tests) == mostTests(rs.u) || !g.compares(rs.u, c):
			return nil
		}
	}
	if len(g.tests) == 0 {
		return nil
	}
	return g
}

// mostConjuncts limits the depth of conjunctions of conditions: those on a work-item of a volume are six.
const mostConjuncts = 7

// conjuncts returns the conditions that all hold where a condition does, or of which none holds where
// it does not.
func conjuncts(c llvm.Value, negated bool, depth int) []llvm.Value {
	parts := func(a, b llvm.Value) []llvm.Value {
		return append(conjuncts(a, negated, depth+1), conjuncts(b, negated, depth+1)...)
	}
	op := ir.Opcode(c)
	switch {
	case depth > mostConjuncts:
	case op == llvm.And && !negated, op == llvm.Or && negated:
		return parts(llvm.GetOperand(c, 0), llvm.GetOperand(c, 1))
	case op == llvm.Select && !negated && isBool(llvm.GetOperand(c, 2), 0):
		return parts(llvm.GetOperand(c, 0), llvm.GetOperand(c, 1))
	case op == llvm.Select && negated && isBool(llvm.GetOperand(c, 1), 1):
		return parts(llvm.GetOperand(c, 0), llvm.GetOperand(c, 2))
	}
	return []llvm.Value{c}
}

// isBool reports whether a value is a constant of one bit.
func isBool(v llvm.Value, bit uint64) bool {
	return llvm.IsAConstantInt(v) != 0 && llvm.GetIntTypeWidth(llvm.TypeOf(v)) == 1 && llvm.ConstIntGetZExtValue(v) == bit
}

// compares takes a comparison of the local ID as one of the guard's, and reports whether it is one that
// ranges can be computed for.
func (g *guard) compares(u *ir.Unit, c llvm.Value) bool {
	if ir.Opcode(c) != llvm.ICmp {
		return false
	}
	p, k := llvm.GetICmpPredicate(c), comparison{x: llvm.GetOperand(c, 0), bound: llvm.GetOperand(c, 1)}
	if g.negated {
		p = p.Inverse()
	}
	if id, power := g.row.belowPower(k.x, k.bound); id != 0 && p == llvm.IntEQ {
		p, k.x, k.bound = llvm.IntULT, id, power
	}
	if !g.row.growsWithX(k.x) {
		p, k.x, k.bound = p.Swapped(), k.bound, k.x
	}
	switch p {
	case llvm.IntUGE, llvm.IntSGE, llvm.IntUGT, llvm.IntSGT:
		p, k.not = p.Inverse(), true
	}
	switch p {
	case llvm.IntULE:
		p, k.orEqual = llvm.IntULT, true
	case llvm.IntSLE:
		p, k.orEqual = llvm.IntSLT, true
	case llvm.IntNE:
		return false
	}
	k.condition = p
	t := llvm.TypeOf(k.x)
	if t != u.Types.I32 && t != u.Types.I64 || !g.row.growsWithX(k.x) || !g.row.isRowUniform(k.bound) {
		return false
	}
	g.tests = append(g.tests, k)
	return true
}

// idle reports whether a work-item does nothing from a block on until it leaves the region.
func idle(r *region, b llvm.Block) bool {
	for range r.blocks {
		if b == r.latch {
			return true
		}
		t := llvm.GetFirstInstruction(b)
		if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 1 {
			return false
		}
		b = llvm.GetSuccessor(t, 0)
	}
	return b == r.latch
}

// An xRange is a range of local IDs in the dimension of a row.
type xRange struct{ begin, end llvm.Value }

// rangesOfRow builds, at the builder's position, the ranges of work-items that pass a guard, if the row as a
// whole does: none does unless holds is true, which is 0 if there is no such condition.
func (rs *rows) rangesOfRow(g *guard, size llvm.Value) (list []xRange, holds llvm.Value) {
	b := rs.u.B
	list = rs.ranges(g.row, g.tests[0], size)
	for _, k := range g.tests[1:] {
		list = rs.intersect(list, rs.ranges(g.row, k, size))
	}
	for _, c := range g.rest {
		// A condition that is not evaluated where another does not hold may be poison.
		v := llvm.BuildFreeze(b, g.row.ofFirst(c), "")
		if g.negated {
			v = llvm.BuildNot(b, v, "")
		}
		if holds != 0 {
			v = llvm.BuildAnd(b, holds, v, "")
		}
		holds = v
	}
	return list, holds
}

// intersect builds the ranges of work-items that are in one of each list.
func (rs *rows) intersect(list, with []xRange) []xRange {
	b := rs.u.B
	var out []xRange
	for _, r := range list {
		for _, s := range with {
			later := llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntUGT, r.begin, s.begin, ""), r.begin, s.begin, "")
			sooner := llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntULT, r.end, s.end, ""), r.end, s.end, "")
			out = append(out, xRange{later, sooner})
		}
	}
	return out
}

// ranges builds, at the builder's position, the ranges of work-items for which a comparison holds.
func (rs *rows) ranges(w *rowAnalysis, k comparison, size llvm.Value) []xRange {
	b, zero := rs.u.B, rs.u.I64(0)
	t := llvm.TypeOf(k.x)
	bound := w.ofFirst(k.bound)
	var whole llvm.Value // whether all numbers are less than or equal to the bound
	if k.orEqual {
		most := llvm.ConstAllOnes(t)
		if k.condition == llvm.IntSLT {
			most = llvm.ConstInt(t, 1<<(llvm.GetIntTypeWidth(t)-1)-1, false)
		}
		whole = llvm.BuildICmp(b, llvm.IntEQ, bound, most, "")
		bound = llvm.BuildAdd(b, bound, llvm.ConstInt(t, 1, false), "")
	}
	list := rs.rangesBelow(w.ofFirst(k.x), bound, k.condition, size)
	if k.not && k.condition != llvm.IntEQ {
		rest := []xRange{{list[0].end, size}}
		if len(list) > 1 {
			rest = []xRange{{list[0].end, list[1].begin}, {list[1].end, size}}
		}
		list = rest
	}
	if !k.orEqual {
		return list
	}
	for i, r := range list {
		begin, end := zero, zero
		if !k.not && i == 0 {
			end = size
		}
		list[i] = xRange{llvm.BuildSelect(b, whole, begin, r.begin, ""), llvm.BuildSelect(b, whole, end, r.end, "")}
	}
	return list
}

// rangesBelow builds the ranges of work-items whose number, which is first for the first of a row, is less
// than or equals a bound: modulo the width of the comparison there may be two.
func (rs *rows) rangesBelow(first, bound llvm.Value, condition llvm.IntPredicate, size llvm.Value) []xRange {
	u, b, i64, zero := rs.u, rs.u.B, rs.u.Types.I64, rs.u.I64(0)
	t := llvm.TypeOf(bound)
	least := func(v llvm.Value) llvm.Value {
		return llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntULT, v, size, ""), v, size, "")
	}
	wide := func(v llvm.Value) llvm.Value {
		if t == i64 {
			return v
		}
		return llvm.BuildZExt(b, v, i64, "")
	}
	if condition == llvm.IntEQ {
		at := wide(llvm.BuildSub(b, bound, first, ""))
		return []xRange{{least(at), least(llvm.BuildAdd(b, at, u.I64(1), ""))}}
	}
	if condition == llvm.IntSLT { // as unsigned numbers
		sign := llvm.ConstInt(t, 1<<(llvm.GetIntTypeWidth(t)-1), false)
		first, bound = llvm.BuildXor(b, first, sign, ""), llvm.BuildXor(b, bound, sign, "")
	}
	some := llvm.BuildICmp(b, llvm.IntULT, first, bound, "")
	between := wide(llvm.BuildSub(b, bound, first, ""))
	out := []xRange{{zero, llvm.BuildSelect(b, some, least(between), zero, "")}}
	if llvm.IsConstant(first) {
		return out // the ID itself does not wrap around
	}
	// From where the sum is 0 again: first is not, and if some pass before, then all after.
	start := llvm.BuildSub(b, llvm.ConstNull(t), first, "")
	wraps := llvm.BuildICmp(b, llvm.IntNE, first, llvm.ConstNull(t), "")
	begin := llvm.BuildSelect(b, wraps, least(wide(start)), size, "")
	all := llvm.BuildOr(b, some, llvm.BuildICmp(b, llvm.IntEQ, first, bound, ""), "")
	return append(out, xRange{begin, llvm.BuildSelect(b, all, size, least(between), "")})
}

// openRanges builds, at the end of the block that begins a row, a loop over the ranges of the
// work-items that pass a guard, and drops the guard. It returns where a range ends and the block to
// go on from after it, which goes on to the block after when there are no more.
func (rs *rows) openRanges(g *guard, size llvm.Value, x, after llvm.Block) (end llvm.Value, next llvm.Block) {
	u, b := rs.u, rs.u.B
	row := llvm.GetInsertBlock(b)
	list, holds := rs.rangesOfRow(g, size)
	llvm.SetOperand(g.branch, 0, llvm.ConstInt(u.Types.I1, uint64(1-g.active), false))
	some := func(r xRange) llvm.Value { return llvm.BuildICmp(b, llvm.IntULT, r.begin, r.end, "") }
	enter := func(r xRange, next llvm.Block) {
		llvm.BuildStore(b, r.begin, rs.along())
		llvm.BuildCondBr(b, some(r), x, next)
	}
	// All but the first are empty unless the sum wraps around.
	only := llvm.ConstInt(u.Types.I1, 1, false)
	for _, r := range list[1:] {
		only = llvm.BuildAnd(b, only, llvm.BuildNot(b, some(r), ""), "")
	}
	if holds != 0 {
		row = rs.block("")
		llvm.BuildCondBr(b, holds, row, after)
		llvm.PositionBuilderAtEnd(b, row)
	}
	if len(list) == 1 {
		enter(list[0], after)
		return list[0].end, after
	}
	loop, next := rs.block(""), rs.block("")
	llvm.BuildBr(b, loop)
	llvm.PositionBuilderAtEnd(b, loop)
	which, r := rs.chosen(list)
	enter(r, next)
	llvm.PositionBuilderAtEnd(b, next)
	llvm.SetCurrentDebugLocation2(b, 0)
	t, last := llvm.TypeOf(which), which
	following := llvm.ConstInt(t, 1, false)
	if len(list) > 2 {
		last = llvm.BuildICmp(b, llvm.IntEQ, which, llvm.ConstInt(t, uint64(len(list)-1), false), "")
		following = llvm.BuildAdd(b, which, following, "")
	}
	values, blocks := []llvm.Value{llvm.ConstNull(t), following}, []llvm.Block{row, next}
	llvm.AddIncoming(which, &values[0], &blocks[0], 2)
	describeLoop(rs.u, llvm.BuildCondBr(b, llvm.BuildOr(b, only, last, ""), after, loop), rolled(rs.u))
	return r.end, next
}

// chosen builds the range that a loop over ranges is at, and the PHI of its index, which is one bit if there
// are two.
func (rs *rows) chosen(list []xRange) (which llvm.Value, r xRange) {
	u, b := rs.u, rs.u.B
	if len(list) == 2 {
		which = llvm.BuildPhi(b, u.Types.I1, "second")
		return which, xRange{llvm.BuildSelect(b, which, list[1].begin, list[0].begin, ""), llvm.BuildSelect(b, which, list[1].end, list[0].end, "")}
	}
	which, r = llvm.BuildPhi(b, u.Types.I32, "range"), list[0]
	for i := 1; i < len(list); i++ {
		is := llvm.BuildICmp(b, llvm.IntEQ, which, u.I32(uint64(i)), "")
		r = xRange{llvm.BuildSelect(b, is, list[i].begin, r.begin, ""), llvm.BuildSelect(b, is, list[i].end, r.end, "")}
	}
	return which, r
}
