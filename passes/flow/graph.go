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
