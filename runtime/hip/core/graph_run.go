// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"
)

// A launch of an executable graph spreads its nodes over lanes, streams that are in order
// each: lane 0 is the stream of the launch, the others are kept here. A node waits for those
// that it depends on by events, where its lane does not do it already. As long as there are
// lanes, a node shares one only with nodes that it depends on, directly or not, so that
// nothing waits for what the graph does not order.

// maxLanes bounds the lanes of one graph. Wider graphs lose some of what could run at once,
// never an order: nodes are submitted in an order that respects all dependencies.
const maxLanes = 32

// plan is the part of a launch that the graph's shape decides.
type plan struct {
	steps []step
	lanes int   // lane 0 included
	ends  []int // steps that the launching stream waits for in the end
}

// step is a node in its lane, or, without a node, the end of a child graph.
type step struct {
	n      *node
	lane   int
	waits  []int // steps of other lanes to be waited for
	starts bool  // waits for what the launching stream did before
	event  bool  // is waited for
}

// flatNode is a node with the graphs it lies in taken apart; deps are indices.
type flatNode struct {
	n    *node
	deps []int
}

// flatten appends the nodes of g, those of child graphs in their place, to list. Its roots
// depend on before; after are the nodes that nothing in g depends on.
func flatten(g *graph, before []int, list []flatNode) (all []flatNode, after []int) {
	order, _ := g.topological()
	at := make(map[*node]int, len(order))
	inner := make(map[int]bool)
	for _, n := range order {
		deps := before
		if len(n.deps) > 0 {
			deps = make([]int, len(n.deps))
			for i, d := range n.deps {
				deps[i] = at[d]
				inner[at[d]] = true
			}
		}
		f := flatNode{n, deps}
		if w, ok := n.work.(*childWork); ok {
			f.n = nil
			list, f.deps = flatten(w.g, deps, list)
		}
		list = append(list, f)
		at[n] = len(list) - 1
	}
	for _, i := range at {
		if !inner[i] {
			after = append(after, i)
		}
	}
	if len(order) == 0 {
		after = before
	}
	slices.Sort(after)
	return list, after
}

// clock says how far each lane has come before some moment: the number of its steps.
type clock [maxLanes]int32

func (c *clock) join(o *clock) {
	for i := range c {
		c[i] = max(c[i], o[i])
	}
}

// newPlan puts each node of an executable graph in a lane.
func newPlan(g *graph) *plan {
	flat, _ := flatten(g, nil, nil)
	p := &plan{steps: make([]step, len(flat)), lanes: 1}
	pos := make([]int32, len(flat))    // in its lane, from 1
	before := make([]clock, len(flat)) // what each node comes after, itself included
	var lane [maxLanes]clock           // the same of each lane's last step
	var last [maxLanes]int             // that step
	for i, f := range flat {
		st := &p.steps[i]
		st.n = f.n
		var now clock
		for _, d := range f.deps {
			now.join(&before[d])
		}
		st.lane = pickLane(p, &lane, &last, &now, f.deps)
		l := st.lane
		var want [maxLanes]int32
		for _, d := range f.deps {
			from := p.steps[d].lane
			if from != l && pos[d] > lane[l][from] {
				want[from] = max(want[from], pos[d])
			}
		}
		for _, d := range f.deps {
			from := p.steps[d].lane
			if want[from] != pos[d] || from == l {
				continue
			}
			// Another node that is waited for may come after this one.
			if slices.ContainsFunc(f.deps, func(o int) bool { return o != d && before[o][from] >= pos[d] }) {
				continue
			}
			st.waits = append(st.waits, d)
			p.steps[d].event = true
		}
		st.starts = l > 0 && lane[l][l] == 0 && len(f.deps) == 0
		now.join(&lane[l])
		now[l]++
		pos[i], before[i], lane[l], last[l] = now[l], now, now, i
	}
	for l := 1; l < p.lanes; l++ {
		if lane[0][l] < lane[l][l] {
			p.ends = append(p.ends, last[l])
			p.steps[last[l]].event = true
		}
	}
	return p
}

// pickLane finds the lane of a node that comes after now: best one that ends with what it
// depends on, else one that has nothing else in it, else a new one.
func pickLane(p *plan, lane *[maxLanes]clock, last *[maxLanes]int, now *clock, deps []int) int {
	free := -1
	for l := range p.lanes {
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
	case p.lanes < maxLanes:
		p.lanes++
		return p.lanes - 1
	}
	short := 0
	for l := range p.lanes {
		if lane[l][l] < lane[short][short] {
			short = l
		}
	}
	return short
}

// runner is what an executable graph needs to run on one device.
type runner struct {
	mu     sync.Mutex
	dev    *C.gh_device
	lanes  []*C.gh_stream // of lanes 1, 2, …
	events []*C.gh_event  // of the steps that have one
	start  *C.gh_event
	toHost bool // the launch writes pageable memory
}

// spareLanes are those of graphs that are gone. They may still be at work.
var (
	spareMu    sync.Mutex
	spareLanes = make(map[*C.gh_device][]*C.gh_stream)
)

func takeLane(d *C.gh_device) (*C.gh_stream, C.hipError_t) {
	spareMu.Lock()
	defer spareMu.Unlock()
	list := spareLanes[d]
	for i, s := range list {
		if C.sh_query(shim, s) != C.hipErrorNotReady {
			spareLanes[d] = slices.Delete(list, i, i+1)
			return s, C.hipSuccess
		}
	}
	var e C.hipError_t
	s := C.sh_new_lane(shim, d, &e)
	return s, e
}

// prepare makes what the plan needs on a device.
func (r *runner) prepare(p *plan, d *C.gh_device) C.hipError_t {
	if r.dev != d {
		r.release()
		r.dev = d
	}
	if p.lanes == 1 || r.start != nil {
		return C.hipSuccess
	}
	for len(r.lanes) < p.lanes-1 {
		s, e := takeLane(d)
		if s == nil {
			return e
		}
		r.lanes = append(r.lanes, s)
	}
	r.events = make([]*C.gh_event, len(p.steps))
	for i, st := range p.steps {
		if st.event {
			if r.events[i] = C.sh_new_event(shim, d, C.hipEventDisableTiming); r.events[i] == nil {
				return C.hipErrorOutOfMemory
			}
		}
	}
	if r.start = C.sh_new_event(shim, d, C.hipEventDisableTiming); r.start == nil {
		return C.hipErrorOutOfMemory
	}
	return C.hipSuccess
}

// release gives everything back. What is still running ends by itself.
func (r *runner) release() {
	if len(r.lanes) > 0 {
		spareMu.Lock()
		spareLanes[r.dev] = append(spareLanes[r.dev], r.lanes...)
		spareMu.Unlock()
	}
	for _, e := range append(r.events, r.start) {
		if e != nil {
			C.sh_drop_event(shim, e)
		}
	}
	r.dev, r.lanes, r.events, r.start = nil, nil, nil, nil
}

func recordIn(s *C.gh_stream, ev *C.gh_event) C.hipError_t {
	op := C.op_event(C.GH_OP_RECORD, ev, 0)
	return C.sh_submit(shim, s, &op)
}

func waitIn(s *C.gh_stream, ev *C.gh_event) C.hipError_t {
	op := C.op_event(C.GH_OP_WAIT, ev, 0)
	return C.sh_submit(shim, s, &op)
}

// run submits everything. After an error the stream waits for what was submitted. As every
// copy to pageable memory, one in a graph has ended when the call returns, and with it all of
// the graph: AMD's programs count on it.
func (r *runner) run(p *plan, s *C.gh_stream) C.hipError_t {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.prepare(p, s.dev)
	if e != C.hipSuccess {
		r.release()
		return e
	}
	if p.lanes > 1 {
		e = recordIn(s, r.start)
	}
	for _, l := range r.lanes {
		l.parent = s
	}
	r.toHost = false
	for i := 0; i < len(p.steps) && e == C.hipSuccess; i++ {
		e = r.step(p, i, s)
	}
	if e == C.hipSuccess {
		for _, i := range p.ends {
			if e = waitIn(s, r.events[i]); e != C.hipSuccess {
				break
			}
		}
	}
	for _, l := range r.lanes {
		if e != C.hipSuccess && recordIn(l, r.start) == C.hipSuccess {
			waitIn(s, r.start)
		}
		C.sh_pass_printed(l, s)
	}
	if e == C.hipSuccess && r.toHost {
		e = C.sh_finish(shim, s)
	}
	return e
}

func (r *runner) step(p *plan, i int, launch *C.gh_stream) C.hipError_t {
	st := &p.steps[i]
	s := launch
	if st.lane > 0 {
		s = r.lanes[st.lane-1]
	}
	if st.starts {
		if e := waitIn(s, r.start); e != C.hipSuccess {
			return e
		}
	}
	for _, w := range st.waits {
		if e := waitIn(s, r.events[w]); e != C.hipSuccess {
			return e
		}
	}
	if st.n != nil && st.n.enabled {
		if w, ok := st.n.work.(*copyWork); ok && w.toPageable() {
			r.toHost = true
		}
		if e := st.n.work.submit(s); e != C.hipSuccess {
			return e
		}
	}
	if st.event {
		return recordIn(s, r.events[i])
	}
	return C.hipSuccess
}
