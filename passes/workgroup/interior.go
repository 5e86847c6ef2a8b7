// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A check is a comparison of the local ID that has the same outcome for all work-items of most rows, such as
// whether an index is within an array, or not on its border. A region with checks has a second loop, for rows
// in which all of them have that outcome. LLVM needs no masks to vectorise it.
//
//	for x = begin to end: s[x] = 0; if (base + x < n) s[x] = p[base + x]
//
// becomes
//
//	if (base + begin <= base + end - 1 && base + begin < n && base + end - 1 < n)
//	  for x = begin to end: s[x] = 0; s[x] = p[base + x]
//	else
//	  for x = begin to end: s[x] = 0; if (base + x < n) s[x] = p[base + x]
type check struct {
	compare   llvm.Value
	holds     bool // the outcome
	rowsAlike bool // it is the same for a row in any case
}

// Limits, in instructions, of a region with a second loop and of all those of a kernel, and the number of
// checks: LLVM spends as much time with the copies as with the rest.
const (
	mostInInterior  = 250
	mostInInteriors = 1000
	mostChecks      = 16
)

// checksOf finds the checks of a region. fixed is the block in which its segments begin, 0 if it has none.
func (rs *rows) checksOf(r *region, fixed llvm.Block) []check {
	if rs.tracksItem || rs.races || rs.u.Opts.Level == "0" {
		return nil
	}
	var out []check
	found, size := false, 0
	for _, b := range r.blocks {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			size++
		}
		t := llvm.GetBasicBlockTerminator(b)
		if op := ir.Opcode(t); op == llvm.Switch || op == llvm.IndirectBr {
			return nil
		}
		side := usualSide(r, t)
		if side < 0 {
			continue
		}
		list, some := rs.checksAt(r, llvm.GetOperand(t, 0), side == 1, fixed)
		if some {
			out, found = append(out, list...), true
		}
	}
	if !found || len(out) > mostChecks || size > mostInInterior || rs.inInteriors+size > mostInInteriors {
		return nil
	}
	rs.inInteriors += size
	return out
}

// usualSide returns the successor of a branch that most work-items take, by the form of the code: the one
// that does something, or the larger one. It is -1 if the instruction is no conditional branch.
func usualSide(r *region, t llvm.Value) int {
	if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 {
		return -1
	}
	var work [2]int
	for k := range uint32(2) {
		s := llvm.GetSuccessor(t, k)
		if idle(r, s) || hasOtherPredecessor(s, t) {
			continue
		}
		for i := llvm.GetFirstInstruction(s); i != 0; i = llvm.GetNextInstruction(i) {
			work[k]++
		}
	}
	c := llvm.GetOperand(t, 0)
	switch {
	case work[0] > 0 && work[1] > 0 && ir.Opcode(c) == llvm.ICmp && llvm.GetICmpPredicate(c) == llvm.IntEQ:
		return 1
	case work[0] > 0 && work[1] > 0 && ir.Opcode(c) == llvm.ICmp && llvm.GetICmpPredicate(c) == llvm.IntNE:
		return 0
	case work[0] == work[1]:
		return -1
	case work[0] > work[1]:
		return 0
	}
	return 1
}

// hasOtherPredecessor reports whether a block is reached other than by a branch.
func hasOtherPredecessor(b llvm.Block, t llvm.Value) bool {
	for _, w := range ir.Users(llvm.BasicBlockAsValue(b)) {
		if llvm.IsAInstruction(w) != 0 && llvm.IsAPHINode(w) == 0 && w != t {
			return true
		}
	}
	return false
}

// checksAt returns the checks that a condition consists of, which all hold on one side of a branch, or none of
// them if negated. some is set if one of them compares the local ID.
func (rs *rows) checksAt(r *region, c llvm.Value, negated bool, fixed llvm.Block) (list []check, some bool) {
	for _, c := range conjuncts(c, negated, 0) {
		w := rs.row()
		w.fixed = fixed
		k := check{compare: c, holds: !negated}
		switch {
		case llvm.IsAInstruction(c) == 0 || rs.regionAt(c) != r:
			continue
		case w.isRowUniform(c):
			k.rowsAlike = true
		case rs.comparesID(w, k):
			some = true
		default:
			continue
		}
		list = append(list, k)
	}
	return list, some
}

// comparesID reports whether a check compares what grows with the local ID, and may have its outcome for a row.
func (rs *rows) comparesID(w *rowAnalysis, k check) bool {
	if ir.Opcode(k.compare) != llvm.ICmp {
		return false
	}
	x, bound, p := w.sides(k.compare)
	if x == 0 {
		return false
	}
	if t := llvm.TypeOf(x); t != rs.u.Types.I32 && t != rs.u.Types.I64 {
		return false
	}
	equality := p == llvm.IntEQ || p == llvm.IntNE
	if w.isID(x) && (equality || llvm.IsConstant(bound)) {
		return false // rows begin with 0
	}
	return !equality || k.holds == (p == llvm.IntNE) && w.growsWithX(x)
}

// sides returns the operands of a comparison, first the one that grows with the local ID, and the predicate
// in this order. x is 0 if there is none, or if the other is not the same for the row.
func (w *rowAnalysis) sides(c llvm.Value) (x, bound llvm.Value, p llvm.IntPredicate) {
	x, bound, p = llvm.GetOperand(c, 0), llvm.GetOperand(c, 1), llvm.GetICmpPredicate(c)
	if !w.growsWithX(extended(x)) {
		x, bound, p = bound, x, p.Swapped()
	}
	if !w.growsWithX(extended(x)) || !w.isRowUniform(bound) {
		return 0, 0, p
	}
	return x, bound, p
}

// extended returns what an extension extends, and other values themselves.
func extended(v llvm.Value) llvm.Value {
	switch ir.Opcode(v) {
	case llvm.SExt, llvm.ZExt:
		return llvm.GetOperand(v, 0)
	}
	return v
}

// isSigned tells which comparisons take their operands for signed numbers.
var isSigned = map[llvm.IntPredicate]bool{llvm.IntSLT: true, llvm.IntSLE: true, llvm.IntSGT: true, llvm.IntSGE: true}

// buildOutcome builds, at the builder's position, whether a check has its outcome for count work-items of a
// row from begin on.
func (rs *rows) buildOutcome(k check, begin, count llvm.Value, fixed llvm.Block) llvm.Value {
	b, w := rs.u.B, rs.row()
	w.fixed, w.plain = fixed, true
	is := func(v llvm.Value) llvm.Value {
		if k.holds {
			return v
		}
		return llvm.BuildNot(b, v, "")
	}
	if k.rowsAlike {
		return is(w.ofFirst(k.compare))
	}
	x, bound, p := w.sides(k.compare)
	number := extended(x)
	if w.growsWithX(x) {
		number = x
	}
	t := llvm.TypeOf(number)
	first := llvm.BuildAdd(b, w.ofFirst(number), resize(rs.u, begin, t), "")
	limit := w.ofFirst(bound)
	if p == llvm.IntEQ || p == llvm.IntNE {
		distance := llvm.BuildSub(b, limit, first, "")
		return llvm.BuildICmp(b, llvm.IntUGE, distance, resize(rs.u, count, t), "")
	}
	last := llvm.BuildAdd(b, first, resize(rs.u, llvm.BuildSub(b, count, rs.u.I64(1), ""), t), "")
	var all llvm.Value
	and := func(v llvm.Value) {
		if all == 0 {
			all = v
		} else {
			all = llvm.BuildAnd(b, all, v, "")
		}
	}
	grow := func(signed bool) { // the sum does not wrap around, as numbers of this kind
		order := llvm.IntULE
		if signed {
			order = llvm.IntSLE
		}
		and(llvm.BuildICmp(b, order, first, last, ""))
	}
	if number != x {
		grow(ir.Opcode(x) == llvm.SExt)
		first = llvm.BuildCast(b, ir.Opcode(x), first, llvm.TypeOf(x), "")
		last = llvm.BuildCast(b, ir.Opcode(x), last, llvm.TypeOf(x), "")
	}
	grow(isSigned[p])
	for _, v := range []llvm.Value{first, last} {
		and(is(llvm.BuildICmp(b, p, v, limit, "")))
	}
	return all
}

// buildInterior gives a region's loop over the work-items of a row, whose blocks are complete, a second one
// for rows in which all checks have their outcome.
func (rs *rows) buildInterior(r *region, head llvm.Block, end llvm.Value, fixed llvm.Block) {
	checks := rs.checksOf(r, fixed)
	if len(checks) == 0 {
		return
	}
	u, b := rs.u, rs.u.B
	pick := rs.block(fmt.Sprintf("region%d.row", r.id))
	for _, t := range ir.Users(llvm.BasicBlockAsValue(head)) {
		if llvm.GetInstructionParent(t) == r.latch {
			continue
		}
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == head {
				llvm.SetSuccessor(t, k, pick)
			}
		}
	}
	llvm.PositionBuilderAtEnd(b, pick)
	llvm.SetCurrentDebugLocation2(b, 0)
	begin := llvm.BuildLoad2(b, u.Types.I64, rs.along(), "")
	count := llvm.BuildSub(b, end, begin, "")
	var all llvm.Value
	for _, k := range checks {
		// What is computed from values that are not used in this row may be poison.
		as := llvm.BuildFreeze(b, rs.buildOutcome(k, begin, count, fixed), "")
		if all != 0 {
			as = llvm.BuildAnd(b, all, as, "")
		}
		all = as
	}
	blocks := append(append([]llvm.Block{head, r.item}, r.blocks...), r.exits...)
	c := rs.copyBlocks(append(blocks, r.latch), ".all", func(llvm.Value) llvm.Value { return 0 })
	llvm.PositionBuilderAtEnd(b, pick)
	llvm.BuildCondBr(b, all, c.blocks[head], head)
	for _, k := range checks {
		n := c.values[k.compare]
		outcome := llvm.ConstNull(u.Types.I1)
		if k.holds {
			outcome = llvm.ConstInt(u.Types.I1, 1, false)
		}
		llvm.ReplaceAllUsesWith(n, outcome)
	}
	r.interior = c
	rs.properties.loops = append(rs.properties.loops, llvm.GetBasicBlockTerminator(c.blocks[r.latch]))
}
