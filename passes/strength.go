// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// reduceStrength runs LLVM's loop strength reduction on the functions with an innermost loop that multiplies a counter:
// it makes an addition of the product. The code generator, which spends half of its time on it, does not run it then.
// Other loops, as most over work-items, address elements by a base and a counter, which is one operand on a
// processor with scaled indices.
func reduceStrength(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.Target.ScaledIndex || multipliesCounter(u, f) {
			if err := u.FunctionPasses(f, "loop(canon-freeze,loop-reduce)"); err != nil {
				return err
			}
			if !llvm.Has("RunPassesOnFunction") { // it ran on all
				return nil
			}
		}
	}
	return nil
}

// multipliesCounter reports whether an innermost loop of a function computes a product that grows by the same number in each
// iteration, other than one by which an operand in memory scales an index.
func multipliesCounter(u *ir.Unit, f llvm.Value) bool {
	g := flow.New(f)
	loops := g.NaturalLoops()
	return slices.ContainsFunc(loops, func(l flow.Loop) bool {
		inner := !slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] })
		return inner && !isRemainder(u, g, l) && newCounters(u, g, l).worthwhile()
	})
}

// isRemainder reports whether a loop is what the vectoriser leaves of a loop for the last iterations.
func isRemainder(u *ir.Unit, g *flow.Graph, l flow.Loop) bool {
	if !flow.HasLoopProperty(u, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]), "llvm.loop.isvectorized") {
		return false
	}
	for i, b := range g.Blocks {
		for v := llvm.GetFirstInstruction(b); l.Member[i] && v != 0; v = llvm.GetNextInstruction(v) {
			if llvm.GetTypeKind(llvm.TypeOf(v)) == llvm.VectorKind || ir.Opcode(v) == llvm.Store && llvm.GetTypeKind(llvm.TypeOf(llvm.GetOperand(v, 0))) == llvm.VectorKind {
				return false
			}
		}
	}
	return true
}

// counters are the values that grow by the same number in each iteration of a loop.
type counters struct {
	u        *ir.Unit
	in       map[llvm.Block]bool // the loop's blocks
	even     map[llvm.Value]bool
	size     int // number of instructions
	products int // of counters
}

// worthwhile reports whether additions instead of the products save one instruction in sixteen.
func (c *counters) worthwhile() bool { return 16*c.products > c.size }

func newCounters(u *ir.Unit, g *flow.Graph, l flow.Loop) *counters {
	c := &counters{u: u, in: map[llvm.Block]bool{}, even: map[llvm.Value]bool{}}
	var all []llvm.Value
	for i, b := range g.Blocks {
		if !l.Member[i] {
			continue
		}
		c.in[b] = true
		for v := llvm.GetFirstInstruction(b); v != 0; v = llvm.GetNextInstruction(v) {
			if k := llvm.GetTypeKind(llvm.TypeOf(v)); k == llvm.IntegerKind || k == llvm.PointerKind {
				all = append(all, v)
			}
			c.size++
			c.even[v] = i == l.Header && ir.Opcode(v) == llvm.PHI
		}
	}
	for more := true; more; {
		more = false
		for _, v := range all {
			if !c.even[v] && c.grows(v) {
				c.even[v], more = true, true
			}
		}
	}
	return c
}

// grows reports whether an instruction's result is a counter because its operands are or stay the same.
func (c *counters) grows(v llvm.Value) bool {
	op := ir.Opcode(v)
	ops := ir.Operands(v)
	switch op {
	case llvm.Add, llvm.Sub, llvm.Or, llvm.SExt, llvm.ZExt, llvm.Trunc, llvm.Freeze, llvm.Mul, llvm.Shl, llvm.GetElementPtr:
	default:
		return false
	}
	n := 0
	for _, o := range ops {
		if c.even[o] {
			n++
		} else if llvm.IsAInstruction(o) != 0 && c.in[llvm.GetInstructionParent(o)] {
			return false
		}
	}
	if n == 0 || op == llvm.Mul && n > 1 || op == llvm.Shl && c.even[ops[1]] {
		return false
	}
	if op == llvm.Mul || op == llvm.Shl && !smallShift(v, ops[1]) || op == llvm.GetElementPtr && !c.scaled(v, ops) {
		c.products++
	}
	return true
}

// smallShift reports whether a shift is one that an operand in memory scales, or extends a sign.
func smallShift(v, by llvm.Value) bool {
	return llvm.IsAConstantInt(by) != 0 && llvm.ConstIntGetZExtValue(by) <= 3 ||
		!slices.ContainsFunc(ir.Users(v), func(w llvm.Value) bool { return ir.Opcode(w) != llvm.AShr })
}

// scaled reports whether the index of an address, if it is a counter, is one that an operand in memory scales.
func (c *counters) scaled(v llvm.Value, ops []llvm.Value) bool {
	t := llvm.GetGEPSourceElementType(v)
	index := ops[1]
	if len(ops) == 3 && llvm.IsAConstantInt(index) != 0 && llvm.GetTypeKind(t) == llvm.ArrayKind {
		t, index = llvm.GetElementType(t), ops[2]
	} else if len(ops) > 2 {
		return false
	}
	return !c.even[index] || slices.Contains([]uint64{1, 2, 4, 8}, llvm.ABISizeOfType(c.u.Layout, t))
}
