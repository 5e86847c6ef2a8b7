// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package flow analyses control flow: the graph of a function, its dominator trees and natural
// loops, which values are uniform over a work-group, which blocks are divergent, and where
// work-items synchronise. It changes nothing but metadata and attributes that record its results,
// and is independent of devices.
package flow

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Graph is the control-flow graph of a function. Blocks are numbered in their order in the function.
type Graph struct {
	F      llvm.Value // the function
	Blocks []llvm.Block
	Index  map[llvm.Block]int
	Succ   [][]int // by block: its successors, one for each edge
	Pred   [][]int // by block: its predecessors, one for each edge
}

// New builds the graph of a function.
func New(f llvm.Value) *Graph {
	g := &Graph{F: f, Blocks: ir.Blocks(f), Index: map[llvm.Block]int{}}
	for i, b := range g.Blocks {
		g.Index[b] = i
	}
	g.Succ, g.Pred = make([][]int, len(g.Blocks)), make([][]int, len(g.Blocks))
	for i, b := range g.Blocks {
		t := llvm.GetBasicBlockTerminator(b)
		for k := range llvm.GetNumSuccessors(t) {
			s := g.Index[llvm.GetSuccessor(t, k)]
			g.Succ[i] = append(g.Succ[i], s)
			g.Pred[s] = append(g.Pred[s], i)
		}
	}
	return g
}

// Reachable returns the blocks on paths from some blocks, these included, that do not pass through
// stop; -1 is no stop.
func Reachable(succ [][]int, from []int, stop int) map[int]bool {
	seen := map[int]bool{}
	for _, i := range ListReachable(succ, from, stop) {
		seen[i] = true
	}
	return seen
}

// ListReachable is Reachable as a list, for callers that need it for each block of a function.
func ListReachable(succ [][]int, from []int, stop int) []int {
	seen := make([]bool, len(succ))
	var out []int
	add := func(list []int) {
		for _, i := range list {
			if i != stop && !seen[i] {
				seen[i] = true
				out = append(out, i)
			}
		}
	}
	add(from)
	for done := 0; done < len(out); done++ {
		add(succ[out[done]])
	}
	return out
}

// Paths answers whether there is a path between two blocks. It searches from a block when it is first
// asked about it.
type Paths struct {
	succ [][]int
	from map[int][]bool
}

// NewPaths returns the paths of a graph, given by the successors of each block.
func NewPaths(succ [][]int) *Paths { return &Paths{succ, map[int][]bool{}} }

// Lead reports whether a path of one edge or more leads from one block to another, or to itself.
func (p *Paths) Lead(from, to int) bool {
	if p.from[from] == nil {
		p.from[from] = make([]bool, len(p.succ))
		for _, i := range ListReachable(p.succ, p.succ[from], -1) {
			p.from[from][i] = true
		}
	}
	return p.from[from][to]
}

// InCycles returns the blocks that a path leads from to themselves, by Tarjan's algorithm for
// strongly connected components.
func InCycles(succ [][]int) []bool {
	t := tarjan{succ: succ, number: make([]int, len(succ)), low: make([]int, len(succ)),
		open: make([]bool, len(succ)), cycle: make([]bool, len(succ))}
	for i := range succ {
		if t.number[i] == 0 {
			t.visit(i)
		}
	}
	return t.cycle
}

type tarjan struct {
	succ        [][]int
	number, low []int // from 1, in the order of visits; the lowest number that is reached
	count       int
	stack       []int
	open, cycle []bool
}

func (t *tarjan) visit(i int) {
	t.count++
	t.number[i], t.low[i] = t.count, t.count
	t.stack, t.open[i] = append(t.stack, i), true
	for _, s := range t.succ[i] {
		if t.number[s] == 0 {
			t.visit(s)
			t.low[i] = min(t.low[i], t.low[s])
		} else if t.open[s] {
			t.low[i] = min(t.low[i], t.number[s])
		}
		t.cycle[i] = t.cycle[i] || s == i
	}
	if t.low[i] != t.number[i] {
		return
	}
	for alone := t.stack[len(t.stack)-1] == i; t.open[i]; {
		k := t.stack[len(t.stack)-1]
		t.stack, t.open[k] = t.stack[:len(t.stack)-1], false
		t.cycle[k] = t.cycle[k] || !alone
	}
}

// Joins lists the blocks, up to the immediate post-dominator stop of a branch (-1 for none), where
// disjoint paths from the two sides of the branch join. For the work-items that stay in a loop, the
// exit that others take is not a join.
func (g *Graph) Joins(branch, stop int) []int {
	label := map[int]int{}
	var out []int
	var work []int
	set := func(b, l int) {
		old, seen := label[b]
		switch {
		case seen && (old == l || old == b):
			return
		case seen:
			l = b // two paths join
			out = append(out, b)
		}
		label[b] = l
		work = append(work, b)
	}
	for _, s := range g.Succ[branch] {
		set(s, s)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == stop || b == branch {
			continue
		}
		for _, s := range g.Succ[b] {
			set(s, label[b])
		}
	}
	if stop >= 0 {
		out = append(out, stop)
	}
	return out
}
