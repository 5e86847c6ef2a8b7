// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package branches spreads the nodes of a graph over branches, in-order streams, so
// that as much of it runs at once as its edges allow.
//
// Branch 0 is the stream of the launch. A node waits for those that it depends on by events,
// where its branch does not do it already. As long as there are branches, a node shares one only
// with nodes that it depends on, directly or not, so that nothing waits for what the graph
// does not order.
package branches

import "slices"

// Max bounds the branches of one graph. Wider graphs lose some of what could run at once,
// never an order: nodes are submitted in an order that respects all dependencies.
const Max = 32

// Plan is the part of a launch that the graph's shape decides.
type Plan struct {
	Steps    []Step // one for each node, in the order in which they are submitted
	Branches int    // branch 0 included
	Ends     []int  // steps that the launching stream waits for in the end
}

// Step is a node in its branch.
type Step struct {
	Branch int
	Waits  []int // steps of other branches to be waited for
	Starts bool  // waits for what the launching stream did before
	Event  bool  // is waited for
}

// clock says how far each branch has come before some moment: the number of its steps.
type clock [Max]int32

func (c *clock) join(o *clock) {
	for i := range c {
		c[i] = max(c[i], o[i])
	}
}

// New puts each node of a graph in a branch. deps are, for each node, the nodes before it that
// it depends on.
func New(deps [][]int) *Plan {
	p := &Plan{Steps: make([]Step, len(deps)), Branches: 1}
	pos := make([]int32, len(deps))    // in its branch, from 1
	before := make([]clock, len(deps)) // what each node comes after, itself included
	var branch [Max]clock              // the same of each branch's last step
	var last [Max]int                  // that step
	for i, own := range deps {
		st := &p.Steps[i]
		var now clock
		for _, d := range own {
			now.join(&before[d])
		}
		st.Branch = pickBranch(p, &branch, &last, &now, own)
		l := st.Branch
		var want [Max]int32
		for _, d := range own {
			from := p.Steps[d].Branch
			if from != l && pos[d] > branch[l][from] {
				want[from] = max(want[from], pos[d])
			}
		}
		for _, d := range own {
			from := p.Steps[d].Branch
			if want[from] != pos[d] || from == l {
				continue
			}
			// Another node that is waited for may come after this one.
			if slices.ContainsFunc(own, func(o int) bool { return o != d && before[o][from] >= pos[d] }) {
				continue
			}
			st.Waits = append(st.Waits, d)
			p.Steps[d].Event = true
		}
		st.Starts = l > 0 && branch[l][l] == 0 && len(own) == 0
		now.join(&branch[l])
		now[l]++
		pos[i], before[i], branch[l], last[l] = now[l], now, now, i
	}
	for l := 1; l < p.Branches; l++ {
		if branch[0][l] < branch[l][l] {
			p.Ends = append(p.Ends, last[l])
			p.Steps[last[l]].Event = true
		}
	}
	return p
}

// pickBranch finds the branch of a node that comes after now: best one that ends with what it
// depends on, else one that has nothing else in it, else a new one.
func pickBranch(p *Plan, branch *[Max]clock, last *[Max]int, now *clock, deps []int) int {
	free := -1
	for l := range p.Branches {
		if branch[l][l] > now[l] {
			continue
		}
		if branch[l][l] > 0 && slices.Contains(deps, last[l]) {
			return l
		}
		if free < 0 {
			free = l
		}
	}
	switch {
	case free >= 0:
		return free
	case p.Branches < Max:
		p.Branches++
		return p.Branches - 1
	}
	short := 0
	for l := range p.Branches {
		if branch[l][l] < branch[short][short] {
			short = l
		}
	}
	return short
}
