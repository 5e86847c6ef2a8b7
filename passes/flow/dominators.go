// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

// Dominators is the tree of post-dominators: of a block, those that every path to the end of
// the function goes through.
type Dominators struct {
	up          []int // the closest one; len(up) - 1 is the end of all paths, -1 for blocks that never come there
	first, last []int // places of a block, and behind all below it, in the order of a walk over the tree
}

// Dominators are those of a graph's blocks: every path from the start goes through them.
func (g *Graph) Dominators() *Dominators { return PostDominators(g.Pred) }

// PostDominators finds those of blocks with the given successors (Cooper, Harvey and Kennedy,
// "A simple, fast dominance algorithm", 2001).
func PostDominators(succ [][]int) *Dominators {
	n := len(succ)
	from := make([][]int, n+1) // the graph against its direction, which starts at the end
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
	up := make([]int, n+1)
	for i := range up {
		up[i] = -1
	}
	up[n] = n
	for changed := true; changed; {
		changed = false
		for k := len(order) - 2; k >= 0; k-- {
			i, best := order[k], -1
			meet := func(d int) {
				if up[d] < 0 {
					return
				}
				for best >= 0 && best != d {
					if number[best] < number[d] {
						best = up[best]
					} else {
						d = up[d]
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
			if best != up[i] {
				up[i] = best
				changed = true
			}
		}
	}
	p := &Dominators{up: up, first: make([]int, n+1), last: make([]int, n+1)}
	below := make([][]int, n+1)
	for i, d := range up[:n] {
		if d >= 0 {
			below[d] = append(below[d], i)
		}
	}
	place := 0
	var walk func(int)
	walk = func(i int) {
		p.first[i] = place
		place++
		for _, k := range below[i] {
			walk(k)
		}
		p.last[i] = place
	}
	walk(n)
	return p
}

// Has reports whether d is on every path from i to the end, of which there may be none.
func (p *Dominators) Has(i, d int) bool {
	return i == d || p.up[i] < 0 || p.up[d] >= 0 && p.first[d] <= p.first[i] && p.first[i] < p.last[d]
}

// Immediate is the closest post-dominator of a block other than itself, -1 for none.
func (p *Dominators) Immediate(i int) int {
	if d := p.up[i]; d < len(p.up)-1 {
		return d
	}
	return -1
}
