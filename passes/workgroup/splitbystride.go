// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A stridedProduct is a product of a number that grows with x, and one that is the same for all work-items and that
// only the launch knows.
type stridedProduct struct {
	inst llvm.Value
	x    uint32 // the operand that grows with x
}

func (p stridedProduct) stride() llvm.Value { return llvm.GetOperand(p.inst, 1-p.x) }

// splitByStride deals with elements whose distance only the launch knows. LLVM vectorises a loop over such elements under the
// condition that the distance is 1, and that the index does not wrap around, and executes one work-item at a
// time otherwise. It may also find that the checks cost too much for a loop of 16 work-items, and never takes its vectors then.
// So there is a copy of the region for the distance 1, and from the other one the product is hidden: LLVM
// gathers the elements, and needs no condition.
//
//	for x: out[x * s] = f(in[x * s])
//
// becomes
//
//	if (s == 1)
//	  for x: out[x] = f(in[x])
//	else
//	  for x: i = opaque(x * s); out[i] = f(in[i])
//
// It begins at the builder's position, and leaves the builder where the loops around the region itself are built.
// Regions with a loop of their own are as they were: LLVM vectorises innermost loops.
func (us *uniformSchedule) splitByStride(r *region, done llvm.Block) {
	u, b := us.u, us.u.B
	products, size := us.rows.stridedProducts(r)
	if len(products) == 0 {
		return
	}
	var all llvm.Value
	var seen []llvm.Value
	for _, p := range products {
		s := p.stride()
		if slices.Contains(seen, s) {
			continue
		}
		seen = append(seen, s)
		v := us.rows.beforeLoops(s, 0)
		if v == 0 {
			all = 0
			break
		}
		one := llvm.BuildICmp(b, llvm.IntEQ, v, llvm.ConstInt(llvm.TypeOf(v), 1, false), "")
		if all != 0 {
			one = llvm.BuildAnd(b, all, one, "")
		}
		all = one
	}
	at := llvm.GetInsertBlock(b)
	if all != 0 && size <= mostInInterior && us.rows.inInteriors+size <= mostInInteriors {
		us.rows.inInteriors += size
		n, c := us.rows.copyRegion(r, ".unit")
		r.unit = n
		for _, p := range products {
			i := c.values[p.inst]
			llvm.ReplaceAllUsesWith(i, llvm.GetOperand(i, p.x))
		}
		unit, other := us.block(""), us.block("")
		llvm.PositionBuilderAtEnd(b, at)
		llvm.BuildCondBr(b, llvm.BuildFreeze(b, all, ""), unit, other)
		llvm.PositionBuilderAtEnd(b, unit)
		us.nest(n, done)
		at = other
	}
	for _, p := range products {
		h := u.Opaque(p.inst)
		llvm.ReplaceAllUsesWith(p.inst, h)
		llvm.SetOperand(h, 0, p.inst)
	}
	llvm.PositionBuilderAtEnd(b, at)
	llvm.SetCurrentDebugLocation2(b, 0)
}

// stridedProducts returns the products of a region, if LLVM can vectorise the loop over its work-items, and its size in
// instructions.
func (rs *rows) stridedProducts(r *region) (products []stridedProduct, size int) {
	if rs.tracksItem || rs.races || rs.u.Opts.Level == "0" || hasLoop(r) {
		return nil, 0
	}
	a := &strideAnalysis{rs, map[llvm.Value]knownStrides{}}
	computes, data := false, map[llvm.Value]bool{}
	for _, b := range append([]llvm.Block{r.item}, r.blocks...) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			size++
			if from := accessed(i); from != 0 && ir.Opcode(i) == llvm.Load && !rs.pos.isOwn(from) && llvm.GetMetadata(i, rs.u.MDKind("invariant.load")) == 0 {
				data[i] = true
			} else if slices.ContainsFunc(ir.Operands(i), func(o llvm.Value) bool { return data[o] }) {
				data[i] = true
				computes = computes || !moves[ir.Opcode(i)]
			}
			if accessed(i) == 0 && ir.TouchesMemory(i) && !vectorisable(rs.u, i) || ir.Opcode(i) == llvm.Switch || size > maxVectorised {
				return nil, 0
			}
			if x, ok := a.strided(i); ok {
				products = append(products, stridedProduct{i, x})
			}
		}
	}
	if !computes {
		return nil, 0
	}
	return products, size
}

// moves are the operations that leave data as they are. A loop that does nothing else is not worth the copy, and as fast
// without vectors.
var moves = map[llvm.Opcode]bool{llvm.Store: true, llvm.PHI: true, llvm.Trunc: true, llvm.ZExt: true, llvm.SExt: true, llvm.BitCast: true, llvm.Br: true, llvm.GetElementPtr: true}

// strided reports whether an instruction is such a product, and which operand grows with x.
func (a *strideAnalysis) strided(i llvm.Value) (x uint32, ok bool) {
	if ir.Opcode(i) != llvm.Mul || llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.IntegerKind {
		return 0, false
	}
	for x := range uint32(2) {
		v, by := llvm.GetOperand(i, x), llvm.GetOperand(i, 1-x)
		s, known := a.of(v, 0)
		t, also := a.of(by, 0)
		if known && also && !llvm.IsConstant(by) && s[0] != 0 && s[0].near() && t == (strides{}) {
			return x, true
		}
	}
	return 0, false
}

// beforeLoops builds, at the builder's position, a number that is a kernel's argument, or a part of one, in any integer type;
// 0 if it is none.
func (rs *rows) beforeLoops(v llvm.Value, depth int) llvm.Value {
	switch {
	case llvm.IsAArgument(v) != 0:
		return v
	case llvm.IsAInstruction(v) == 0 || depth > deepest:
		return 0
	case ir.Opcode(v) == llvm.Load && llvm.GetMetadata(v, rs.u.MDKind("invariant.load")) == 0:
		return 0
	}
	switch ir.Opcode(v) {
	case llvm.Load, llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.ZExt, llvm.SExt, llvm.Trunc, llvm.Freeze:
	default:
		return 0
	}
	ops := ir.Operands(v)
	for i, op := range ops {
		if llvm.IsConstant(op) {
			continue
		}
		if ops[i] = rs.beforeLoops(op, depth+1); ops[i] == 0 {
			return 0
		}
	}
	n := llvm.InstructionClone(v)
	for i, op := range ops {
		llvm.SetOperand(n, uint32(i), op)
	}
	llvm.InsertIntoBuilderWithName(rs.u.B, n, "")
	return n
}

// hasLoop reports whether a region has a loop of its own.
func hasLoop(r *region) bool {
	succ := func(b llvm.Block) (out []llvm.Block) {
		t := llvm.GetBasicBlockTerminator(b)
		for k := range llvm.GetNumSuccessors(t) {
			if s := llvm.GetSuccessor(t, k); slices.Contains(r.blocks, s) {
				out = append(out, s)
			}
		}
		return out
	}
	for _, comp := range ir.Components(r.blocks, succ) {
		if len(comp) > 1 || slices.Contains(succ(comp[0]), comp[0]) {
			return true
		}
	}
	return false
}
