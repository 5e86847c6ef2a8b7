// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import "gohipcc/passes/llvm"

// graph is the control-flow graph of a function. Blocks have the numbers of their order
// in the function.
type graph struct {
	f      llvm.Value
	blocks []llvm.Block
	index  map[llvm.Block]int
	succ   [][]int
	pred   [][]int
}

// newGraph makes the graph of a function as it is now.
func newGraph(f llvm.Value) *graph {
	g := &graph{f: f, blocks: blocks(f), index: map[llvm.Block]int{}}
	for i, b := range g.blocks {
		g.index[b] = i
	}
	g.succ, g.pred = make([][]int, len(g.blocks)), make([][]int, len(g.blocks))
	for i, b := range g.blocks {
		t := llvm.GetBasicBlockTerminator(b)
		for k := range llvm.GetNumSuccessors(t) {
			s := g.index[llvm.GetSuccessor(t, k)]
			g.succ[i] = append(g.succ[i], s)
			g.pred[s] = append(g.pred[s], i)
		}
	}
	return g
}

// reachableFrom is the set of the blocks that are reached from some, these included,
// without going through stop; a stop of -1 is none.
func reachableFrom(succ [][]int, from []int, stop int) map[int]bool {
	seen := map[int]bool{}
	var walk func(list []int)
	walk = func(list []int) {
		for _, i := range list {
			if i != stop && !seen[i] {
				seen[i] = true
				walk(succ[i])
			}
		}
	}
	walk(from)
	return seen
}

// joins lists the blocks, up to the one where all meet, in which work-items that took
// different ways at a branch come together. A loop that some leave earlier than
// others is no such block for those that stay.
func (g *graph) joins(branch, stop int) []int {
	label := map[int]int{}
	var out []int
	var work []int
	set := func(b, l int) {
		old, seen := label[b]
		switch {
		case seen && (old == l || old == b):
			return
		case seen:
			l = b // two ways meet
			out = append(out, b)
		}
		label[b] = l
		work = append(work, b)
	}
	for _, s := range g.succ[branch] {
		set(s, s)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == stop || b == branch {
			continue
		}
		for _, s := range g.succ[b] {
			set(s, label[b])
		}
	}
	if stop >= 0 {
		out = append(out, stop)
	}
	return out
}
