// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"fmt"
	"math/bits"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Segments are the ranges of work-items of a row between which a quotient changes. A kernel that computes
// a row and a column of a matrix from a flat index divides it by the width: along a segment, the row is
// the same and the columns follow each other, so that LLVM vectorises the loop, and there is one
// division for the whole segment.
//
//	for x = 0 to size: i = base + x; f(i / n, i % n)
//
// becomes
//
//	for x = 0 to size:
//	  i = base + x; row = i / n; column = i % n; end = min(size, x + n - column)
//	  for x = x to end: f(row, base + x - i + column)
type segments struct {
	rows  *rows
	r     *region
	block llvm.Block // where a segment begins
	end   llvm.Value // the work-item after its last
}

// A division is a quotient or a remainder of what grows with the local ID by what is the same for a
// row.
type division struct {
	inst      llvm.Value
	x, by     llvm.Value // an integer and its divisor
	remainder bool
	signed    bool
}

// mostDivisors is the number of different divisions that a segment is made for.
const mostDivisors = 4

// leastConstant is the smallest constant divisor that segments are made for: they must be long, because
// LLVM vectorises divisions by constants.
const leastConstant = 64

// segmentsOf returns the segments of a region, nil if it does not divide.
func (rs *rows) segmentsOf(r *region) *segments {
	if rs.tracksItem || rs.races || rs.u.Opts.Level == "0" || !rs.divides(r, rs.row(), nil) {
		return nil
	}
	return &segments{rows: rs, r: r, block: rs.block(fmt.Sprintf("region%d.segment", r.id))}
}

// divides calls f with the divisions of a region, until it returns false, and reports whether there
// are any.
func (rs *rows) divides(r *region, w *rowAnalysis, f func(division) bool) bool {
	for _, b := range r.blocks {
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if d, ok := divisionOf(i); ok && w.growsWithX(d.x) && w.isRowUniform(d.by) {
				if f == nil || !f(d) {
					return true
				}
			}
			i = next
		}
	}
	return false
}

// divisionOf returns the division that an instruction is.
func divisionOf(i llvm.Value) (division, bool) {
	code := ir.Opcode(i)
	switch code {
	case llvm.UDiv, llvm.SDiv, llvm.URem, llvm.SRem, llvm.LShr, llvm.And:
	default:
		return division{}, false
	}
	d := division{i, llvm.GetOperand(i, 0), llvm.GetOperand(i, 1), code == llvm.URem || code == llvm.SRem || code == llvm.And, code == llvm.SDiv || code == llvm.SRem}
	t := llvm.TypeOf(i)
	if llvm.GetTypeKind(t) != llvm.IntegerKind || llvm.GetIntTypeWidth(t) > 64 || llvm.GetIntTypeWidth(t) < idBits {
		return d, false
	}
	constant := llvm.IsAConstantInt(d.by) != 0
	if code == llvm.LShr || code == llvm.And {
		if !constant {
			return d, false
		}
		// A shift or a mask is a division by a power of two.
		n := llvm.ConstIntGetZExtValue(d.by)
		if code == llvm.LShr {
			n = 1<<n - 1
		}
		if n == 0 || n&(n+1) != 0 || bits.Len64(n) >= idBits {
			return d, false
		}
		d.by = llvm.ConstInt(t, n+1, false)
	}
	return d, !constant || llvm.ConstIntGetZExtValue(d.by) >= leastConstant && llvm.ConstIntGetZExtValue(d.by) < 1<<idBits
}

// open builds a loop over the segments of a row around the loop over the work-items of one, and replaces
// the divisions. It takes and returns where the work-items end and the block to go on to after them.
func (s *segments) open(end llvm.Value, loop, after llvm.Block) (llvm.Value, llvm.Block) {
	u, b := s.rows.u, s.rows.u.B
	llvm.PositionBuilderAtEnd(b, s.block)
	llvm.SetCurrentDebugLocation2(b, 0)
	x := llvm.BuildLoad2(b, u.Types.I64, s.rows.along(), "")
	s.end = end
	for range mostDivisors {
		w := s.rows.row()
		w.fixed = s.block
		var first division
		if !s.rows.divides(s.r, w, func(d division) bool { first = d; return false }) {
			break
		}
		s.split(w, first, x)
	}
	llvm.PositionBuilderAtEnd(b, s.block)
	llvm.BuildBr(b, loop)
	next := s.rows.block("")
	llvm.PositionBuilderAtEnd(b, next)
	x = llvm.BuildLoad2(b, u.Types.I64, s.rows.along(), "")
	describeLoop(s.rows.u, llvm.BuildCondBr(b, llvm.BuildICmp(b, llvm.IntULT, x, end, ""), s.block, after), rolled(s.rows.u))
	return s.end, next
}

// split ends the segment, which begins with work-item x, where the quotient of a division changes, and
// replaces the quotients and remainders of its operands.
func (s *segments) split(w *rowAnalysis, d division, x llvm.Value) {
	u, b := s.rows.u, s.rows.u.B
	t := llvm.TypeOf(d.x)
	zero := llvm.ConstNull(t)
	llvm.PositionBuilderAtEnd(b, s.block)
	at := llvm.BuildAdd(b, w.ofFirst(d.x), resize(s.rows.u, x, t), "")
	by := w.ofFirst(d.by)
	divide, rem, most := llvm.UDiv, llvm.URem, llvm.ConstAllOnes(t)
	positive := llvm.BuildICmp(b, llvm.IntNE, by, zero, "")
	if d.signed {
		divide, rem, most = llvm.SDiv, llvm.SRem, llvm.BuildLShr(b, most, llvm.ConstInt(t, 1, false), "")
		positive = llvm.BuildAnd(b, llvm.BuildICmp(b, llvm.IntSGT, by, zero, ""), llvm.BuildICmp(b, llvm.IntSGE, at, zero, ""), "")
	}
	quotient, remainder := llvm.BuildBinOp(b, divide, at, by, "quotient"), llvm.BuildBinOp(b, rem, at, by, "remainder")
	least := func(v, w llvm.Value) llvm.Value {
		return llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntULT, v, w, ""), v, w, "")
	}
	// The numbers that follow with the same quotient, of those that do not wrap around.
	more := least(llvm.BuildSub(b, llvm.BuildSub(b, by, remainder, ""), llvm.ConstInt(t, 1, false), ""), llvm.BuildSub(b, most, at, ""))
	more = llvm.BuildSelect(b, positive, more, zero, "")
	more = least(resize(s.rows.u, more, u.Types.I64), u.I64(1<<idBits))
	s.end = least(s.end, llvm.BuildAdd(b, llvm.BuildAdd(b, x, more, ""), u.I64(1), ""))
	offset := llvm.BuildSub(b, remainder, at, "")
	s.rows.divides(s.r, w, func(o division) bool {
		if o.x != d.x || o.by != d.by || o.signed != d.signed {
			return true
		}
		value := quotient
		if o.remainder {
			value = llvm.BuildAdd(u.Before(o.inst), o.x, offset, "")
		}
		s.rows.replace(o.inst, value)
		return true
	})
}

// resize builds an unsigned integer in another type.
func resize(u *ir.Unit, v llvm.Value, t llvm.Type) llvm.Value {
	switch from, to := llvm.GetIntTypeWidth(llvm.TypeOf(v)), llvm.GetIntTypeWidth(t); {
	case from > to:
		return llvm.BuildTrunc(u.B, v, t, "")
	case from < to:
		return llvm.BuildZExt(u.B, v, t, "")
	}
	return v
}
