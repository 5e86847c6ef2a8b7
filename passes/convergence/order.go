// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// accessOrder says in which order the accesses of a kernel may be executed.
type accessOrder struct {
	*kernelAccesses
	dom     *flow.DomTree
	idom    []int
	postDom *flow.DomTree
	depth   []int // by block: how many divergent branches it is control dependent on
	inLoop  map[llvm.Block]bool
	forward *flow.Paths // within an iteration, without back edges; nil before it is needed
}

func orderOf(a *kernelAccesses) *accessOrder {
	x := &accessOrder{kernelAccesses: a, dom: a.Dominators(), postDom: flow.PostDominators(a.Succ), inLoop: map[llvm.Block]bool{}}
	x.idom, x.depth = make([]int, len(x.Blocks)), make([]int, len(x.Blocks))
	for i := range x.Blocks {
		x.idom[i] = x.dom.Immediate(i)
		if x.hasUniformBranch(i) {
			continue
		}
		for _, k := range flow.ListReachable(x.Succ, x.Succ[i], x.postDom.Immediate(i)) {
			x.depth[k]++
		}
	}
	for i, in := range flow.InCycles(x.Succ) {
		x.inLoop[x.Blocks[i]] = in
	}
	return x
}

// precedes reports whether i is on every path from the entry to j.
func (x *accessOrder) precedes(i, j llvm.Value) bool {
	bi, bj := x.Index[llvm.GetInstructionParent(i)], x.Index[llvm.GetInstructionParent(j)]
	if bi != bj {
		return x.dom.Dominates(bi, bj)
	}
	return x.order[i] < x.order[j]
}

// inIteration reports whether the access b may follow a in the same iteration of the loops around
// them.
func (x *accessOrder) inIteration(a, b int) bool {
	from, to := llvm.GetInstructionParent(x.access[a].inst), llvm.GetInstructionParent(x.access[b].inst)
	if from == to {
		return x.order[x.access[a].inst] < x.order[x.access[b].inst]
	}
	if x.forward == nil {
		forward := make([][]int, len(x.Blocks))
		for i, list := range x.Succ {
			for _, s := range list {
				if !x.dom.Dominates(s, i) {
					forward[i] = append(forward[i], s)
				}
			}
		}
		x.forward = flow.NewPaths(forward)
	}
	return x.forward.Lead(x.Index[from], x.Index[to])
}

// moves reports whether a form has terms that vary between the iterations of a loop.
func (x *accessOrder) moves(f *affine) bool {
	for v := range f.shared {
		if llvm.IsAInstruction(v) != 0 && x.inLoop[llvm.GetInstructionParent(v)] {
			return true
		}
	}
	return false
}

// varies returns a number by whose multiples the distance of two addresses may vary, 0 if it does not.
func (x *accessOrder) varies(f, g *affine) int64 {
	// A term that varies between the two accesses may do so by any multiple.
	var step int64
	for v, n := range f.plus(g, -1).shared {
		if llvm.IsAGlobalVariable(v) == 0 {
			step = gcd(step, n)
		}
	}
	for _, form := range []*affine{f, g} {
		for v, n := range form.shared {
			if llvm.IsAInstruction(v) != 0 && x.inLoop[llvm.GetInstructionParent(v)] {
				step = gcd(step, n)
			}
		}
	}
	return step
}

// sameIterations reports whether a store at a, whose address varies between the iterations of loops, certainly
// has the same values of the induction variables as the load at b: the loop has ended before b, or both
// are in one iteration, or an outer loop repeats it.
func (x *accessOrder) sameIterations(a, b int, store, load *affine) bool {
	from, to := x.block(a), x.block(b)
	for v, n := range store.shared {
		if llvm.IsAInstruction(v) == 0 || ir.Opcode(v) == llvm.Call || !x.inLoop[llvm.GetInstructionParent(v)] {
			continue // work-item functions return the same number in each iteration
		}
		header := x.Index[llvm.GetInstructionParent(v)]
		if ir.Opcode(v) == llvm.PHI && !x.isInLoop(header, to) {
			continue
		}
		same := load.shared[v] == n && (x.isInner(header) || flow.Reachable(x.Succ, x.Succ[from], header)[to])
		if ir.Opcode(v) != llvm.PHI || !same {
			return false
		}
	}
	return true
}

// isInLoop reports whether a block belongs to the loop with a header.
func (x *accessOrder) isInLoop(header, block int) bool {
	return slices.ContainsFunc(x.NaturalLoops(), func(l flow.Loop) bool { return l.Header == header && l.Member[block] })
}

// isInner reports whether a block is the header of a loop inside another one.
func (x *accessOrder) isInner(header int) bool {
	return slices.ContainsFunc(x.NaturalLoops(), func(l flow.Loop) bool { return l.Header != header && l.Member[header] })
}
