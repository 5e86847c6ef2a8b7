// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Strides advances addresses in innermost loops by additions where the distance between iterations is known
// only at run time: the product of the counter and a row's length is otherwise computed for each, and the
// driver's compiler, which unrolls the loop further, does not see that the loads of one iteration need
// nothing from the one before. nvcc does so as well. Addresses with a constant distance stay: they share
// the counter.
//
//	%row = mul nsw i32 %i, %n
//	%x = sext i32 %row to i64
//	%a = getelementptr float, ptr addrspace(1) %p, i64 %x
//
// becomes, with %s = 4 * %n before the loop,
//
//	%a = phi ptr addrspace(1) [ %p, %entry ], [ %next, %loop ]
//	…
//	%next = getelementptr i8, ptr addrspace(1) %a, i64 %s
//
// Addresses of the same array whose counters differ by constants, as in an unrolled loop, follow from one another.
func Strides(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		g := flow.New(f)
		loops := g.BackEdgeLoops()
		if len(loops) == 0 {
			continue
		}
		dom := g.Dominators()
		for _, l := range loops {
			inner := !slices.ContainsFunc(loops, func(in flow.Loop) bool { return in.Latch != l.Latch && l.Member[in.Header] })
			if before := g.Entering(l); inner && before >= 0 {
				s := &strides{u: u, g: g, dom: dom, loop: l, before: g.Blocks[before]}
				s.rewrite()
			}
		}
	}
	return u.LLVMPasses("function(dce)")
}

// strides is what is known about the addresses of one loop.
type strides struct {
	u      *ir.Unit
	g      *flow.Graph
	dom    *flow.DomTree
	loop   flow.Loop
	before llvm.Block // the block outside of the loop that precedes it
}

// A strided address is base + (((counter + plus) * factor) + add) * size, computed without overflow.
type strided struct {
	gep  llvm.Value
	plus int64
	row
}

// A row is what strided addresses of the same array have in common.
type row struct {
	base, counter, factor, add llvm.Value
	step                       int64
	size                       uint64
	block                      llvm.Block
}

// mostStrided bounds the addresses that a loop advances: each takes two registers.
const mostStrided = 6

func (s *strides) rewrite() {
	rows := map[row][]strided{}
	var order []row
	for b, in := range s.loop.Member {
		if !in || !s.dom.Dominates(b, s.loop.Latch) {
			continue
		}
		for i := llvm.GetFirstInstruction(s.g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
			if a, ok := s.address(i); ok {
				if rows[a.row] == nil {
					order = append(order, a.row)
				}
				rows[a.row] = append(rows[a.row], a)
			}
		}
	}
	if len(order) > mostStrided {
		return
	}
	for _, r := range order {
		if slices.IsSortedFunc(rows[r], func(a, b strided) int { return int(a.plus - b.plus) }) && !s.mayConflict(r, order) {
			s.advance(rows[r])
		}
	}
}

// mayConflict reports whether there is another row of the same array, and the loop writes to memory. That
// the rows differ is then better seen in the products.
func (s *strides) mayConflict(r row, all []row) bool {
	if !slices.ContainsFunc(all, func(o row) bool { return o != r && o.base == r.base }) {
		return false
	}
	for b, in := range s.loop.Member {
		for i := llvm.GetFirstInstruction(s.g.Blocks[b]); in && i != 0; i = llvm.GetNextInstruction(i) {
			if op := llvm.GetInstructionOpcode(i); op == llvm.Store || op == llvm.AtomicRMW || op == llvm.AtomicCmpXchg || op == llvm.Call && !plainCall(i) {
				return true
			}
		}
	}
	return false
}

// invariant reports whether a value is computed outside of the loop.
func (s *strides) invariant(v llvm.Value) bool {
	return llvm.IsAInstruction(v) == 0 || !s.loop.Member[s.g.Index[llvm.GetInstructionParent(v)]]
}

// address recognises a strided address.
func (s *strides) address(i llvm.Value) (strided, bool) {
	if llvm.GetInstructionOpcode(i) != llvm.GetElementPtr || llvm.GetNumOperands(i) != 2 || llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.PointerKind {
		return strided{}, false
	}
	a := strided{gep: i, row: row{base: llvm.GetOperand(i, 0), block: llvm.GetInstructionParent(i), size: llvm.ABISizeOfType(s.u.Layout, llvm.GetGEPSourceElementType(i))}}
	if !s.invariant(a.base) {
		return strided{}, false
	}
	index, narrow := signExtended(llvm.GetOperand(i, 1))
	if t := llvm.TypeOf(index); t != s.u.Types.I64 && (t != s.u.Types.I32 || !narrow) || s.invariant(index) {
		return strided{}, false
	}
	exact := func(v llvm.Value) bool { return !narrow || llvm.GetNSW(v) }
	if ir.Opcode(index) == llvm.Add && exact(index) {
		for k := range uint32(2) {
			if x := llvm.GetOperand(index, 1-k); s.invariant(x) {
				a.add, index = x, llvm.GetOperand(index, k)
				break
			}
		}
	}
	if ir.Opcode(index) != llvm.Mul || !exact(index) {
		return strided{}, false
	}
	x, n := llvm.GetOperand(index, 0), llvm.GetOperand(index, 1)
	if s.invariant(x) {
		x, n = n, x
	}
	if !s.invariant(n) || llvm.IsConstant(n) {
		return strided{}, false
	}
	a.factor = n
	if !narrow {
		x, narrow = signExtended(x)
	}
	if c := constantAddend(x, exact); c != 0 {
		a.plus, x = llvm.ConstIntGetSExtValue(c), llvm.GetOperand(x, 0)
	}
	a.counter = x
	a.step = s.stepOf(x, exact)
	return a, a.step != 0
}

// signExtended returns what is sign-extended, and whether anything is.
func signExtended(v llvm.Value) (llvm.Value, bool) {
	if op := ir.Opcode(v); op == llvm.SExt || op == llvm.ZExt && llvm.Has("GetNNeg") && llvm.GetNNeg(v) {
		return llvm.GetOperand(v, 0), true
	}
	return v, false
}

// constantAddend returns the constant that an instruction adds, or 0.
func constantAddend(v llvm.Value, exact func(llvm.Value) bool) llvm.Value {
	switch ir.Opcode(v) {
	case llvm.Add:
		if !exact(v) {
			return 0
		}
	case llvm.Or:
		if !llvm.GetIsDisjoint(v) {
			return 0
		}
	default:
		return 0
	}
	if c := llvm.GetOperand(v, 1); llvm.IsAConstantInt(c) != 0 {
		return c
	}
	return 0
}

// stepOf returns by how much each iteration increments a counter, 0 if the value is not one.
func (s *strides) stepOf(c llvm.Value, exact func(llvm.Value) bool) int64 {
	if ir.Opcode(c) != llvm.PHI || llvm.GetInstructionParent(c) != s.g.Blocks[s.loop.Header] || llvm.CountIncoming(c) != 2 {
		return 0
	}
	for k := range uint32(2) {
		next := llvm.GetIncomingValue(c, k)
		if llvm.GetIncomingBlock(c, k) == s.before || ir.Opcode(next) != llvm.Add || llvm.GetOperand(next, 0) != c || !exact(next) {
			continue
		}
		if step := llvm.GetOperand(next, 1); llvm.IsAConstantInt(step) != 0 {
			return llvm.ConstIntGetSExtValue(step)
		}
	}
	return 0
}

// advance replaces the addresses of a row.
func (s *strides) advance(row []strided) {
	u, first := s.u, row[0]
	t := llvm.TypeOf(first.gep)
	i8 := u.Types.I8
	b := u.Before(llvm.GetBasicBlockTerminator(s.before))
	wide := func(v llvm.Value) llvm.Value {
		if llvm.TypeOf(v) == u.Types.I64 {
			return v
		}
		return llvm.BuildSExt(b, v, u.Types.I64, "")
	}
	factor := llvm.BuildMul(b, wide(first.factor), u.I64(first.size), "")
	times := func(n int64) llvm.Value {
		if n == 1 {
			return factor
		}
		return llvm.BuildMul(b, factor, u.I64(uint64(n)), "")
	}
	var start llvm.Value
	for k := range uint32(2) {
		if llvm.GetIncomingBlock(first.counter, k) == s.before {
			start = llvm.GetIncomingValue(first.counter, k)
		}
	}
	start = llvm.BuildMul(b, llvm.BuildAdd(b, wide(start), u.I64(uint64(first.plus)), ""), factor, "")
	at := llvm.BuildGEP2(b, i8, first.base, []llvm.Value{start}, "")
	if first.add != 0 {
		offset := llvm.BuildMul(b, wide(first.add), u.I64(first.size), "")
		at = llvm.BuildGEP2(b, i8, llvm.BuildGEP2(b, i8, first.base, []llvm.Value{offset}, ""), []llvm.Value{start}, "")
	}
	step := times(first.step)
	distance := make([]llvm.Value, len(row))
	for k := 1; k < len(row); k++ {
		if d := row[k].plus - row[k-1].plus; d != 0 {
			distance[k] = times(d)
		}
	}

	header := s.g.Blocks[s.loop.Header]
	p := llvm.BuildPhi(u.Before(llvm.GetFirstInstruction(header)), t, "")
	next := llvm.BuildGEP2(u.Before(llvm.GetBasicBlockTerminator(s.g.Blocks[s.loop.Latch])), i8, p, []llvm.Value{step}, "")
	llvm.AddIncoming(p, &at, &s.before, 1)
	llvm.AddIncoming(p, &next, &s.g.Blocks[s.loop.Latch], 1)
	previous := p
	for k, a := range row {
		if distance[k] != 0 {
			previous = llvm.BuildGEP2(u.Before(a.gep), i8, previous, []llvm.Value{distance[k]}, "")
		}
		ir.Replace(a.gep, previous)
	}
}
