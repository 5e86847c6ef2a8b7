// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

// A DomTree is a dominator tree or a post-dominator tree: one algorithm computes both, on the
// predecessors or on the successors of blocks. Its root is a virtual block at the start, or at the
// end, of all paths.
type DomTree struct {
	idom        []int // by block: the immediate dominator; len(idom) - 1 is the root, -1 is for blocks without a path to it
	first, last []int // by block: the first preorder number of its subtree, and the one after the last
}

// Dominators computes the dominator tree of a graph.
func (g *Graph) Dominators() *DomTree { return newDomTree(g.Pred) }

// PostDominators computes the post-dominator tree of blocks with the given successors.
func PostDominators(succ [][]int) *DomTree { return newDomTree(succ) }

// newDomTree computes the tree of the blocks that are on every path along succ from a block to the
// root, which follows the blocks without successors (Cooper, Harvey and Kennedy, "A simple, fast
// dominance algorithm", 2001): the post-dominator tree, or the dominator tree if succ lists
// predecessors.
func newDomTree(succ [][]int) *DomTree {
	n := len(succ)
	from := make([][]int, n+1) // the reversed graph
	for i, ss := range succ {
		if len(ss) == 0 {
			from[n] = append(from[n], i)
		}
		for _, s := range ss {
			from[s] = append(from[s], i)
		}
	}
	number := make([]int, n+1)
	var order []int
	seen := make([]bool, n+1)
	var visit func(int)
	visit = func(i int) {
		seen[i] = true
		for _, k := range from[i] {
			if !seen[k] {
				visit(k)
			}
		}
		number[i] = len(order)
		order = append(order, i)
	}
	visit(n)
	idom := make([]int, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[n] = n
	for changed := true; changed; {
		changed = false
		for k := len(order) - 2; k >= 0; k-- {
			i, best := order[k], -1
			meet := func(d int) {
				if idom[d] < 0 {
					return
				}
				for best >= 0 && best != d {
					if number[best] < number[d] {
						best = idom[best]
					} else {
						d = idom[d]
					}
				}
				best = d
			}
			if len(succ[i]) == 0 {
				meet(n)
			}
			for _, s := range succ[i] {
				meet(s)
			}
			if best != idom[i] {
				idom[i] = best
				changed = true
			}
		}
	}
	p := &DomTree{idom: idom, first: make([]int, n+1), last: make([]int, n+1)}
	children := make([][]int, n+1)
	for i, d := range idom[:n] {
		if d >= 0 {
			children[d] = append(children[d], i)
		}
	}
	next := 0 // preorder number
	var walk func(int)
	walk = func(i int) {
		p.first[i] = next
		next++
		for _, k := range children[i] {
			walk(k)
		}
		p.last[i] = next
	}
	walk(n)
	return p
}

// Dominates reports whether d is on every path between block i and the root; it is true of a block
// without such a path.
func (p *DomTree) Dominates(d, i int) bool {
	return i == d || p.idom[i] < 0 || p.idom[d] >= 0 && p.first[d] <= p.first[i] && p.first[i] < p.last[d]
}

// Immediate returns the immediate dominator of a block, -1 if that is the root or there is none.
func (p *DomTree) Immediate(i int) int {
	if d := p.idom[i]; d < len(p.idom)-1 {
		return d
	}
	return -1
}
