// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"

	"gohipcc/runtime/libgohip/branches"
	"gohipcc/runtime/libgohip/dag"
)

// A launch of an executable graph distributes its nodes over branch streams (package branches):
// branch 0 is the stream of the launch, the graph has the others.

// plan is what a launch runs: nodes, and their branches.
type plan struct {
	*branches.Plan
	nodes []*node // by step; nil: the end of a child graph
}

// newPlan assigns each node of an executable graph to a branch.
func newPlan(g *graph) *plan {
	flat := dag.Flatten(g.nodes, dependsOn, func(n *node) ([]*node, bool) {
		if w, ok := n.work.(*childWork); ok {
			return w.g.nodes, true
		}
		return nil, false
	})
	p := &plan{nodes: make([]*node, len(flat))}
	deps := make([][]int, len(flat))
	for i, f := range flat {
		p.nodes[i], deps[i] = f.Node, f.Deps
	}
	p.Plan = branches.New(deps)
	return p
}

// runner has the resources to run an executable graph on a device.
type runner struct {
	mu       sync.Mutex
	dev      *C.gh_device
	branches []*C.gh_stream // of branches 1, 2, …
	events   []*C.gh_event  // of the steps with one
	start    *C.gh_event
	toHost   bool // the launch writes pageable memory
}

// spareBranches are those of destroyed graphs. They may still be running.
var (
	spareMu       sync.Mutex
	spareBranches = make(map[*C.gh_device][]*C.gh_stream)
)

func takeBranch(d *C.gh_device) (*C.gh_stream, C.hipError_t) {
	spareMu.Lock()
	defer spareMu.Unlock()
	list := spareBranches[d]
	for i, s := range list {
		if C.sh_query(shim, s) != C.hipErrorNotReady {
			spareBranches[d] = slices.Delete(list, i, i+1)
			return s, C.hipSuccess
		}
	}
	var e C.hipError_t
	s := C.sh_new_branch(shim, d, &e)
	return s, e
}

// prepare creates what the plan needs on a device.
func (r *runner) prepare(p *plan, d *C.gh_device) C.hipError_t {
	if r.dev != d {
		r.release()
		r.dev = d
	}
	if p.Branches == 1 || r.start != nil {
		return C.hipSuccess
	}
	for len(r.branches) < p.Branches-1 {
		s, e := takeBranch(d)
		if s == nil {
			return e
		}
		r.branches = append(r.branches, s)
	}
	r.events = make([]*C.gh_event, len(p.Steps))
	for i, st := range p.Steps {
		if st.Event {
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

// release releases everything. What is still running ends by itself.
func (r *runner) release() {
	if len(r.branches) > 0 {
		spareMu.Lock()
		spareBranches[r.dev] = append(spareBranches[r.dev], r.branches...)
		spareMu.Unlock()
	}
	for _, e := range append(r.events, r.start) {
		if e != nil {
			C.sh_drop_event(shim, e)
		}
	}
	r.dev, r.branches, r.events, r.start = nil, nil, nil, nil
}

func recordIn(s *C.gh_stream, ev *C.gh_event) C.hipError_t {
	op := C.op_event(C.GH_OP_RECORD, ev, 0)
	return C.sh_submit(shim, s, &op)
}

func waitIn(s *C.gh_stream, ev *C.gh_event) C.hipError_t {
	op := C.op_event(C.GH_OP_WAIT, ev, 0)
	return C.sh_submit(shim, s, &op)
}

// run submits everything. After an error the stream waits for what was submitted. A graph with a
// copy to pageable memory has ended when the call returns, as every such copy has: AMD's programs
// rely on it.
func (r *runner) run(p *plan, s *C.gh_stream) C.hipError_t {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.prepare(p, s.dev)
	if e != C.hipSuccess {
		r.release()
		return e
	}
	if p.Branches > 1 {
		e = recordIn(s, r.start)
	}
	for _, l := range r.branches {
		l.parent = s
	}
	r.toHost = false
	for i := 0; i < len(p.Steps) && e == C.hipSuccess; i++ {
		e = r.step(p, i, s)
	}
	if e == C.hipSuccess {
		for _, i := range p.Ends {
			if e = waitIn(s, r.events[i]); e != C.hipSuccess {
				break
			}
		}
	}
	for _, l := range r.branches {
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
	st := &p.Steps[i]
	s := launch
	if st.Branch > 0 {
		s = r.branches[st.Branch-1]
	}
	if st.Starts {
		if e := waitIn(s, r.start); e != C.hipSuccess {
			return e
		}
	}
	for _, w := range st.Waits {
		if e := waitIn(s, r.events[w]); e != C.hipSuccess {
			return e
		}
	}
	if n := p.nodes[i]; n != nil && n.enabled {
		if w, ok := n.work.(*copyWork); ok && w.toPageable() {
			r.toHost = true
		}
		if e := n.work.submit(s); e != C.hipSuccess {
			return e
		}
	}
	if st.Event {
		return recordIn(s, r.events[i])
	}
	return C.hipSuccess
}
