// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Limits of what MergeBranches copies, and of the sides for which it does: the driver's compiler predicates
// shorter ones, and two such branches cost nothing.
const (
	mostBetween = 16
	leastSide   = 8
)

// MergeBranches makes one branch of two that follow each other and have the same condition, by a copy of what
// is between them. LLVM does that on no target whose lanes diverge.
//
//	  br i1 %c, label %a, label %b
//	a:
//	  …
//	  br label %between
//	b:
//	  …
//	  br label %between
//	between:
//	  %v = phi double [ %x, %a ], [ %y, %b ]
//	  br i1 %c, label %d, label %e
//
// becomes
//
//	  br i1 %c, label %a, label %b
//	a:
//	  …
//	  br label %d
//	b:
//	  …
//	  br label %e
//
// Conditions are the same if they are disjunctions, or conjunctions, of the same values in any order.
func MergeBranches(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		merged := false
		for again := true; again; {
			again = false
			g := flow.New(f)
			dom := g.Dominators()
			for m := range g.Blocks {
				if r, ok := repeatedBranch(u, g, dom, m); ok {
					r.merge(u, g)
					again, merged = true, true
					break
				}
			}
		}
		if merged {
			if err := u.FunctionPasses(f, "sroa<modify-cfg>,simplifycfg,early-cse<memssa>"); err != nil {
				return err
			}
		}
	}
	return nil
}

// A repeatedTest is a block whose branch repeats an earlier one.
type repeatedTest struct {
	block int   // the block
	no    []int // the predecessors that are only reached where the condition is false
}

// repeatedBranch returns the repeated branch of a block, if it is to be merged.
func repeatedBranch(u *ir.Unit, g *flow.Graph, dom *flow.DomTree, m int) (repeatedTest, bool) {
	r := repeatedTest{block: m}
	if !branches(g, m) || !copied(u, g.Blocks[m]) {
		return r, false
	}
	c := conditionOf(llvm.GetOperand(llvm.GetBasicBlockTerminator(g.Blocks[m]), 0))
	for a := dom.Immediate(m); a >= 0; a = dom.Immediate(a) {
		if !branches(g, a) || !slices.Equal(c, conditionOf(llvm.GetOperand(llvm.GetBasicBlockTerminator(g.Blocks[a]), 0))) {
			continue
		}
		if longestSide(g, a, m) < leastSide || longestSide(g, m, m) < leastSide {
			return r, false
		}
		// A side is reached only by its edge if nothing else leads to it.
		on := func(side, p int) bool {
			s := g.Succ[a][side]
			return p == a && s == m || s != m && len(g.Pred[s]) == 1 && dom.Dominates(s, p)
		}
		yes := false
		for _, p := range g.Pred[m] {
			switch {
			case dom.Dominates(m, p):
				return r, false // a loop
			case on(0, p):
				yes = true
			case on(1, p):
				r.no = append(r.no, p)
			default:
				return r, false
			}
		}
		return r, yes && len(r.no) > 0
	}
	return r, false
}

// branches reports whether a block ends with a branch to two blocks.
func branches(g *flow.Graph, b int) bool {
	return ir.Opcode(llvm.GetBasicBlockTerminator(g.Blocks[b])) == llvm.Br && len(g.Succ[b]) == 2 && g.Succ[b][0] != g.Succ[b][1]
}

// conditionOf returns the values whose disjunction or conjunction a condition is, sorted, after the operation.
func conditionOf(c llvm.Value) []llvm.Value {
	op := ir.Opcode(c)
	if op != llvm.Or && op != llvm.And {
		return []llvm.Value{c}
	}
	var leaves []llvm.Value
	var add func(v llvm.Value)
	add = func(v llvm.Value) {
		if llvm.IsAInstruction(v) != 0 && ir.Opcode(v) == op && len(leaves) < 16 {
			add(llvm.GetOperand(v, 0))
			add(llvm.GetOperand(v, 1))
			return
		}
		leaves = append(leaves, v)
	}
	add(c)
	slices.Sort(leaves)
	return append([]llvm.Value{llvm.Value(op)}, slices.Compact(leaves)...)
}

// copied reports whether a block is short enough to be copied, and may be.
func copied(u *ir.Unit, b llvm.Block) bool {
	convergent := u.AttrKind("convergent")
	n := 0
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		switch ir.Opcode(i) {
		case llvm.PHI, llvm.Br:
			continue
		case llvm.Alloca:
			return false
		case llvm.Call:
			f := ir.Callee(i)
			if f == 0 || llvm.GetIntrinsicID(f) == 0 || llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, convergent) != 0 {
				return false
			}
		}
		n++
	}
	return n <= mostBetween
}

// longestSide returns the length of the longest block that a block branches to and no other does.
func longestSide(g *flow.Graph, b, except int) int {
	longest := 0
	for _, s := range g.Succ[b] {
		if s == except || len(g.Pred[s]) != 1 {
			continue
		}
		n := 0
		for i := llvm.GetFirstInstruction(g.Blocks[s]); i != 0; i = llvm.GetNextInstruction(i) {
			n++
		}
		longest = max(longest, n)
	}
	return longest
}

// merge copies the block for the predecessors where the condition is false.
func (r repeatedTest) merge(u *ir.Unit, g *flow.Graph) {
	block := g.Blocks[r.block]
	storeUsedOutside(u, g.F, block)
	twin := llvm.InsertBasicBlockInContext(u.Ctx, block, "")
	values := map[llvm.Value]llvm.Value{}
	for _, p := range ir.PHIs(block) {
		var sides [2]llvm.Value
		for k, at := range []llvm.Value{p, 0} {
			if at == 0 {
				llvm.PositionBuilderAtEnd(u.B, twin)
			} else {
				u.Before(at)
			}
			sides[k] = llvm.BuildPhi(u.B, llvm.TypeOf(p), "")
		}
		for k := range llvm.CountIncoming(p) {
			v, b := llvm.GetIncomingValue(p, k), llvm.GetIncomingBlock(p, k)
			to := sides[0]
			if slices.Contains(r.no, g.Index[b]) {
				to = sides[1]
			}
			llvm.AddIncoming(to, &v, &b, 1)
		}
		values[sides[0]] = sides[1]
		ir.Replace(p, sides[0])
	}
	end := llvm.GetBasicBlockTerminator(block)
	for i := llvm.GetFirstInstruction(block); i != end; i = llvm.GetNextInstruction(i) {
		if ir.Opcode(i) == llvm.PHI {
			continue
		}
		flow.CloneInstruction(u, i, twin, values)
	}
	r.direct(u, g, block, twin, values)
}

// direct lets the block and its copy continue on one side each.
func (r repeatedTest) direct(u *ir.Unit, g *flow.Graph, block, twin llvm.Block, values map[llvm.Value]llvm.Value) {
	end := llvm.GetBasicBlockTerminator(block)
	sides := [2]llvm.Block{llvm.GetSuccessor(end, 0), llvm.GetSuccessor(end, 1)}
	for _, p := range ir.PHIs(sides[1]) {
		joined := llvm.BuildPhi(u.Before(p), llvm.TypeOf(p), "")
		for k := range llvm.CountIncoming(p) {
			v, b := llvm.GetIncomingValue(p, k), llvm.GetIncomingBlock(p, k)
			if b == block {
				b = twin
				if n := values[v]; n != 0 {
					v = n
				}
			}
			llvm.AddIncoming(joined, &v, &b, 1)
		}
		ir.Replace(p, joined)
	}
	for _, p := range r.no {
		t := llvm.GetBasicBlockTerminator(g.Blocks[p])
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == block {
				llvm.SetSuccessor(t, k, twin)
			}
		}
	}
	llvm.BuildBr(u.Before(end), sides[0])
	llvm.PositionBuilderAtEnd(u.B, twin)
	llvm.BuildBr(u.B, sides[1])
	ir.Erase(end)
}

// storeUsedOutside passes a block's values to other blocks through memory; LLVM promotes it. The PHIs of its
// successors use their values at its end.
func storeUsedOutside(u *ir.Unit, f llvm.Value, block llvm.Block) {
	end := llvm.GetBasicBlockTerminator(block)
	for i := llvm.GetFirstInstruction(block); i != end; i = llvm.GetNextInstruction(i) {
		var memory llvm.Value
		for _, user := range ir.Users(i) {
			if llvm.GetInstructionParent(user) == block && ir.Opcode(user) != llvm.PHI {
				continue
			}
			for k, op := range ir.Operands(user) {
				at := user
				if op != i {
					continue
				}
				if ir.Opcode(user) == llvm.PHI {
					from := llvm.GetIncomingBlock(user, uint32(k))
					if from == block {
						continue
					}
					at = llvm.GetBasicBlockTerminator(from)
				}
				if memory == 0 {
					memory = llvm.BuildAlloca(u.AtEntry(f), llvm.TypeOf(i), "")
					llvm.BuildStore(u.Before(end), i, memory)
				}
				llvm.SetOperand(user, uint32(k), llvm.BuildLoad2(u.Before(at), llvm.TypeOf(i), memory, ""))
			}
		}
	}
}
