// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package lanes spreads the nodes of a graph over lanes, streams that are in order each, so
// that as much of it runs at once as its edges allow.
//
// Lane 0 is the stream of the launch. A node waits for those that it depends on by events,
// where its lane does not do it already. As long as there are lanes, a node shares one only
// with nodes that it depends on, directly or not, so that nothing waits for what the graph
// does not order.
package lanes

import "slices"

// Max bounds the lanes of one graph. Wider graphs lose some of what could run at once,
// never an order: nodes are submitted in an order that respects all dependencies.
const Max = 32

// Plan is the part of a launch that the graph's shape decides.
type Plan struct {
	Steps []Step // one for each node, in the order in which they are submitted
	Lanes int    // lane 0 included
	Ends  []int  // steps that the launching stream waits for in the end
}

// Step is a node in its lane.
type Step struct {
	Lane   int
	Waits  []int // steps of other lanes to be waited for
	Starts bool  // waits for what the launching stream did before
	Event  bool  // is waited for
}

// clock says how far each lane has come before some moment: the number of its steps.
type clock [Max]int32

func (c *clock) join(o *clock) {
	for i := range c {
		c[i] = max(c[i], o[i])
	}
}

// New puts each node of a graph in a lane. deps are, for each node, the nodes before it that
// it depends on.
func New(deps [][]int) *Plan {
	p := &Plan{Steps: make([]Step, len(deps)), Lanes: 1}
	pos := make([]int32, len(deps))    // in its lane, from 1
	before := make([]clock, len(deps)) // what each node comes after, itself included
	var lane [Max]clock                // the same of each lane's last step
	var last [Max]int                  // that step
	for i, own := range deps {
		st := &p.Steps[i]
		var now clock
		for _, d := range own {
			now.join(&before[d])
		}
		st.Lane = pickLane(p, &lane, &last, &now, own)
		l := st.Lane
		var want [Max]int32
		for _, d := range own {
			from := p.Steps[d].Lane
			if from != l && pos[d] > lane[l][from] {
				want[from] = max(want[from], pos[d])
			}
		}
		for _, d := range own {
			from := p.Steps[d].Lane
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
		st.Starts = l > 0 && lane[l][l] == 0 && len(own) == 0
		now.join(&lane[l])
		now[l]++
		pos[i], before[i], lane[l], last[l] = now[l], now, now, i
	}
	for l := 1; l < p.Lanes; l++ {
		if lane[0][l] < lane[l][l] {
			p.Ends = append(p.Ends, last[l])
			p.Steps[last[l]].Event = true
		}
	}
	return p
}

// pickLane finds the lane of a node that comes after now: best one that ends with what it
// depends on, else one that has nothing else in it, else a new one.
func pickLane(p *Plan, lane *[Max]clock, last *[Max]int, now *clock, deps []int) int {
	free := -1
	for l := range p.Lanes {
		if lane[l][l] > now[l] {
			continue
		}
		if lane[l][l] > 0 && slices.Contains(deps, last[l]) {
			return l
		}
		if free < 0 {
			free = l
		}
	}
	switch {
	case free >= 0:
		return free
	case p.Lanes < Max:
		p.Lanes++
		return p.Lanes - 1
	}
	short := 0
	for l := range p.Lanes {
		if lane[l][l] < lane[short][short] {
			short = l
		}
	}
	return short
}
