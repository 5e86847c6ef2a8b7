// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A Loop is a natural loop: its header, and the blocks with a path to its latch that avoids the header.
type Loop struct {
	Header, Latch int
	Member        []bool // by block
}

// BackEdgeLoops lists the natural loop of each back edge.
func (g *Graph) BackEdgeLoops() []Loop {
	var out []Loop
	dom := g.Dominators()
	for latch := range g.Blocks {
		for _, header := range g.Succ[latch] {
			if !dom.Dominates(header, latch) {
				continue
			}
			l := Loop{Header: header, Latch: latch, Member: make([]bool, len(g.Blocks))}
			l.Member[header] = true
			for work := []int{latch}; len(work) > 0; {
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

// NaturalLoops lists the natural loops of a function by header: loops whose back edges lead to the
// same header are merged, and Latch is the latch of the first one.
func (g *Graph) NaturalLoops() []Loop {
	var out []Loop
	at := map[int]int{}
	for _, l := range g.BackEdgeLoops() {
		k, ok := at[l.Header]
		if !ok {
			at[l.Header] = len(out)
			out = append(out, l)
			continue
		}
		for i, in := range l.Member {
			out[k].Member[i] = out[k].Member[i] || in
		}
	}
	return out
}

// Irreducible reports whether a loop of the function has several entries.
func (g *Graph) Irreducible() bool { return Irreducible(g.Succ) }

// Irreducible reports whether a loop of blocks with the given successors has several entries: a cycle is left
// without the edges to blocks that dominate their source.
func Irreducible(succ [][]int) bool {
	pred, blocks := make([][]int, len(succ)), make([]int, len(succ))
	for i, list := range succ {
		blocks[i] = i
		for _, s := range list {
			pred[s] = append(pred[s], i)
		}
	}
	dom := newDomTree(pred)
	loops := ir.Components(blocks, func(i int) []int {
		return slices.DeleteFunc(slices.Clone(succ[i]), func(s int) bool { return dom.Dominates(s, i) })
	})
	return slices.ContainsFunc(loops, func(loop []int) bool { return len(loop) > 1 })
}

// UsersOutside lists the users of v that are outside of the loop.
func (g *Graph) UsersOutside(l Loop, v llvm.Value) []llvm.Value {
	return slices.DeleteFunc(ir.Users(v), func(w llvm.Value) bool { return l.Member[g.Index[llvm.GetInstructionParent(w)]] })
}

// ExitingBlocks lists the blocks of a loop with a successor outside of it.
func (g *Graph) ExitingBlocks(l Loop) []int {
	var out []int
	for i, in := range l.Member {
		if in && slices.ContainsFunc(g.Succ[i], func(s int) bool { return !l.Member[s] }) {
			out = append(out, i)
		}
	}
	return out
}

// divergentExit reports whether work-items that diverge at a branch of the loop may leave the loop
// in different iterations, because they reconverge only outside of it.
func (l Loop) divergentExit(branch int, pd *DomTree) bool {
	join := pd.Immediate(branch)
	return l.Member[branch] && (join < 0 || !l.Member[join])
}

// DivergentExits lists the loops with divergent exits: work-items may leave them in different
// iterations.
func (g *Graph) DivergentExits(branches map[llvm.Value]bool) []Loop {
	pd := PostDominators(g.Succ)
	return slices.DeleteFunc(g.NaturalLoops(), func(l Loop) bool {
		for i, b := range g.Blocks {
			if branches[llvm.GetBasicBlockTerminator(b)] && l.divergentExit(i, pd) {
				return false
			}
		}
		return true
	})
}

// MarkLoops attaches a property to the "llvm.loop" metadata of the loops with the given latch
// terminators, with values if it has any.
func MarkLoops(u *ir.Unit, latches []llvm.Value, property string, values ...llvm.Value) {
	kind := u.MDKind("llvm.loop")
	for _, t := range latches {
		name := llvm.MDStringInContext2(u.Ctx, property)
		whole := []llvm.Metadata{name}
		for _, v := range values {
			whole = append(whole, llvm.ValueAsMetadata(v))
		}
		ops := []llvm.Metadata{name, llvm.MDNodeInContext2(u.Ctx, &whole[0], uint64(len(whole)))}
		if old := llvm.GetMetadata(t, kind); old != 0 {
			given := make([]llvm.Value, llvm.GetMDNodeNumOperands(old))
			llvm.GetMDNodeOperands(old, &given[0])
			for _, g := range given[1:] {
				ops = append(ops, llvm.ValueAsMetadata(g))
			}
		}
		// The first operand of a loop's metadata node is the node itself (LLVM Language Reference,
		// "llvm.loop").
		node := llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &ops[0], uint64(len(ops))))
		llvm.ReplaceMDNodeOperandWith(node, 0, llvm.ValueAsMetadata(node))
		llvm.SetMetadata(t, kind, node)
	}
}

// HasLoopProperty reports whether a loop's metadata, at its latch, has a property whose name begins in some way.
func HasLoopProperty(u *ir.Unit, latch llvm.Value, prefix string) bool {
	loop := llvm.GetMetadata(latch, u.MDKind("llvm.loop"))
	for n, property := range nodeOperands(loop) {
		if n == 0 {
			continue // the node itself
		}
		if names := nodeOperands(property); len(names) > 0 && names[0] != 0 {
			size := new(uint32)
			text := llvm.GetMDString(names[0], size)
			if text != 0 && strings.HasPrefix(llvm.CopyString(text, uint64(*size)), prefix) {
				return true
			}
		}
	}
	return false
}

// nodeOperands returns those of a metadata node.
func nodeOperands(node llvm.Value) []llvm.Value {
	if node == 0 {
		return nil
	}
	n := llvm.GetMDNodeNumOperands(node)
	if n == 0 {
		return nil
	}
	out := make([]llvm.Value, n)
	llvm.GetMDNodeOperands(node, &out[0])
	return out
}
