// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A Loop is entered at its head and goes back there from its tail.
type Loop struct {
	Head, Tail int
	Member     []bool
}

// Loops lists the loops of the function.
func (g *Graph) Loops() []Loop {
	var out []Loop
	dom := g.Dominators()
	for tail := range g.Blocks {
		for _, head := range g.Succ[tail] {
			if !dom.Has(tail, head) {
				continue
			}
			// The loop's blocks come to its tail without passing its head.
			l := Loop{Head: head, Tail: tail, Member: make([]bool, len(g.Blocks))}
			l.Member[head] = true
			for work := []int{tail}; len(work) > 0; {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.Member[b] {
					l.Member[b] = true
					work = append(work, g.Pred[b]...)
				}
			}
			out = append(out, l)
		}
	}
	return out
}

// WholeLoops lists the loops of a function, those of one head as one.
func (g *Graph) WholeLoops() []Loop {
	var out []Loop
	at := map[int]int{}
	for _, l := range g.Loops() {
		k, ok := at[l.Head]
		if !ok {
			at[l.Head] = len(out)
			out = append(out, l)
			continue
		}
		for i, in := range l.Member {
			out[k].Member[i] = out[k].Member[i] || in
		}
	}
	return out
}

// UsersOutside are the instructions outside of a loop that use a value of the loop.
func (g *Graph) UsersOutside(l Loop, v llvm.Value) []llvm.Value {
	return slices.DeleteFunc(ir.Users(v), func(w llvm.Value) bool { return l.Member[g.Index[llvm.GetInstructionParent(w)]] })
}

// leavesAt reports whether work-items that a branch of the loop sends different ways may leave
// the loop in different iterations: they reconverge outside of it.
func (l Loop) leavesAt(branch int, pd *Dominators) bool {
	join := pd.Immediate(branch)
	return l.Member[branch] && (join < 0 || !l.Member[join])
}

// DivergentExits lists the loops that work-items may leave in different iterations.
func (g *Graph) DivergentExits(branches map[llvm.Value]bool) []Loop {
	pd := PostDominators(g.Succ)
	return slices.DeleteFunc(g.WholeLoops(), func(l Loop) bool {
		for i, b := range g.Blocks {
			if branches[llvm.GetBasicBlockTerminator(b)] && l.leavesAt(i, pd) {
				return false
			}
		}
		return true
	})
}

// MarkLoops gives the loops that end at branches a property.
func MarkLoops(u *ir.Unit, ends []llvm.Value, property string) {
	kind := u.MDKind("llvm.loop")
	for _, t := range ends {
		name := llvm.MDStringInContext2(u.Ctx, property)
		ops := []llvm.Metadata{name, llvm.MDNodeInContext2(u.Ctx, &name, 1)}
		if old := llvm.GetMetadata(t, kind); old != 0 {
			given := make([]llvm.Value, llvm.GetMDNodeNumOperands(old))
			llvm.GetMDNodeOperands(old, &given[0])
			for _, g := range given[1:] {
				ops = append(ops, llvm.ValueAsMetadata(g))
			}
		}
		// The first operand of a loop's node is the node (LLVM Language Reference,
		// "llvm.loop").
		node := llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &ops[0], uint64(len(ops))))
		llvm.ReplaceMDNodeOperandWith(node, 0, llvm.ValueAsMetadata(node))
		llvm.SetMetadata(t, kind, node)
	}
}
