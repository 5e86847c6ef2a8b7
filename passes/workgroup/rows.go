// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"math/bits"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// The rows are the work-items that differ in one dimension alone, which the innermost loop runs along: that loop may
// have ranges (guards.go), segments (segments.go) and a second loop for some rows (interior.go).
type rows struct {
	*regionGraph
	pos         *position
	context     *contextArrays
	properties  *loopProperties
	inner       int // the dimension: 0, or 1 in copies of regions (inner.go)
	inInteriors int // instructions of regions that have a second loop
}

// A rowAnalysis is what is known of values for the work-items of a row.
type rowAnalysis struct {
	rows       *rows
	fixed      llvm.Block                // its values are the same for the work-items that are looked at; or 0
	plain      bool                      // ofFirst builds instructions without flags, whose results are not poison
	rowUniform map[llvm.Value]bool       // by isRowUniform
	grows      map[llvm.Value]bool       // by growsWithX
	first      map[llvm.Value]llvm.Value // by ofFirst
}

func (rs *rows) row() *rowAnalysis {
	return &rowAnalysis{rows: rs, rowUniform: map[llvm.Value]bool{}, grows: map[llvm.Value]bool{}, first: map[llvm.Value]llvm.Value{}}
}

// along returns the stack slot of the local ID in the row's dimension.
func (rs *rows) along() llvm.Value { return rs.pos.counter[rs.inner] }

// isRowUniform reports whether a value is the same for all work-items of a row, and can be computed
// before the loop over these.
func (w *rowAnalysis) isRowUniform(v llvm.Value) bool {
	known, ok := w.rowUniform[v]
	if !ok {
		known = w.findRowUniform(v)
		w.rowUniform[v] = known
	}
	return known
}

func (w *rowAnalysis) findRowUniform(v llvm.Value) bool {
	rs := w.rows
	switch {
	case llvm.IsAInstruction(v) == 0:
		return true
	case ir.Opcode(v) == llvm.Load:
		p := llvm.GetOperand(v, 0)
		return p != rs.along() && slices.Contains(rs.pos.counter[:], p) || slices.ContainsFunc(rs.context.slots, func(s *slot) bool { return s.current == p })
	case w.known(v):
		return true
	case len(w.rowUniform) > mostInGuard || ir.IsCall(v) || ir.Opcode(v) != llvm.Freeze && !pure(v):
		return false
	}
	return !slices.ContainsFunc(ir.Operands(v), func(op llvm.Value) bool { return !w.isRowUniform(op) })
}

// known reports whether an instruction computes a value for all work-items.
func (w *rowAnalysis) known(i llvm.Value) bool {
	at := llvm.GetInstructionParent(i)
	return at == w.rows.preamble || w.fixed != 0 && at == w.fixed
}

// mostInGuard is about how many values that a guard is computed from are looked at.
const mostInGuard = 64

// growsWithX reports whether a value is, modulo its width, the row's dimension of the local ID plus
// something that is the same for the row.
func (w *rowAnalysis) growsWithX(v llvm.Value) bool {
	known, ok := w.grows[v]
	if !ok {
		known = len(w.grows) <= mostInGuard && w.findGrows(v)
		w.grows[v] = known
	}
	return known
}

func (w *rowAnalysis) findGrows(v llvm.Value) bool {
	if w.isID(v) {
		return true
	}
	switch ir.Opcode(v) {
	case llvm.Trunc, llvm.Freeze:
		return w.growsWithX(llvm.GetOperand(v, 0))
	case llvm.Sub:
		return w.growsWithX(llvm.GetOperand(v, 0)) && w.isRowUniform(llvm.GetOperand(v, 1))
	case llvm.Add:
		a, b := llvm.GetOperand(v, 0), llvm.GetOperand(v, 1)
		return w.growsWithX(a) && w.isRowUniform(b) || w.growsWithX(b) && w.isRowUniform(a)
	}
	return false
}

// idBits is the number of bits that a local ID has at most.
const idBits = 16

// isID reports whether a value is the local ID itself, in any type that is wide enough. A sum, unlike
// the ID, may wrap around.
func (w *rowAnalysis) isID(v llvm.Value) bool {
	switch ir.Opcode(v) {
	case llvm.Load:
		return llvm.GetOperand(v, 0) == w.rows.along()
	case llvm.ZExt, llvm.SExt:
		return w.isID(llvm.GetOperand(v, 0))
	case llvm.Trunc:
		return llvm.GetIntTypeWidth(llvm.TypeOf(v)) > idBits && w.isID(llvm.GetOperand(v, 0))
	case llvm.And:
		const all = 1<<idBits - 1
		mask := llvm.GetOperand(v, 1)
		return llvm.IsAConstantInt(mask) != 0 && llvm.ConstIntGetZExtValue(mask)&all == all && w.isID(llvm.GetOperand(v, 0))
	}
	return false
}

// belowPower recognises a test of the local ID's high bits, which LLVM makes of a comparison with a
// power of two, and returns the ID and that power.
func (w *rowAnalysis) belowPower(v, zero llvm.Value) (id, power llvm.Value) {
	if ir.Opcode(v) != llvm.And || !llvm.IsNull(zero) || !w.isID(llvm.GetOperand(v, 0)) || llvm.IsAConstantInt(llvm.GetOperand(v, 1)) == 0 {
		return 0, 0
	}
	mask := llvm.ConstIntGetZExtValue(llvm.GetOperand(v, 1)) & (1<<idBits - 1)
	low := bits.TrailingZeros64(mask)
	if mask == 0 || mask != 1<<idBits-1<<low {
		return 0, 0
	}
	return llvm.GetOperand(v, 0), llvm.ConstInt(llvm.TypeOf(v), 1<<low, false)
}

// ofFirst computes a value at the builder's position for the first work-item of the row.
func (w *rowAnalysis) ofFirst(v llvm.Value) llvm.Value {
	rs := w.rows
	switch {
	case llvm.IsAInstruction(v) == 0:
		return v
	case ir.Opcode(v) == llvm.Load && llvm.GetOperand(v, 0) == rs.along():
		return rs.u.I64(0)
	case w.known(v):
		return v
	case w.first[v] != 0:
		return w.first[v]
	}
	ops := ir.Operands(v)
	if ir.Opcode(v) != llvm.Load {
		for i, op := range ops {
			ops[i] = w.ofFirst(op)
		}
	}
	llvm.SetCurrentDebugLocation2(rs.u.B, 0)
	if w.plain {
		if n := buildPlain(rs.u, v, ops); n != 0 {
			w.first[v] = n
			return n
		}
	}
	n := llvm.InstructionClone(v)
	for i, op := range ops {
		llvm.SetOperand(n, uint32(i), op)
	}
	llvm.InsertIntoBuilderWithName(rs.u.B, n, "")
	w.first[v] = n
	return n
}

// buildPlain builds an instruction with other operands and without flags; 0 if it has none.
func buildPlain(u *ir.Unit, i llvm.Value, ops []llvm.Value) llvm.Value {
	switch op := ir.Opcode(i); op {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.AShr, llvm.Or:
		return llvm.BuildBinOp(u.B, op, ops[0], ops[1], "")
	case llvm.Trunc, llvm.ZExt:
		return llvm.BuildCast(u.B, op, ops[0], llvm.TypeOf(i), "")
	case llvm.ICmp:
		return llvm.BuildICmp(u.B, llvm.GetICmpPredicate(i), ops[0], ops[1], "")
	}
	return 0
}
