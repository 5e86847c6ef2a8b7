// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"

	"gohipcc/runtime/libgohip/dag"
)

// has reports whether a node of the graph, or of a graph in it, is of a kind.
func (g *graph) has(kind func(work) bool) bool {
	return slices.ContainsFunc(g.nodes, func(n *node) bool {
		if w, ok := n.work.(*childWork); ok {
			return w.g.has(kind)
		}
		return kind(n.work)
	})
}

// allocates reports whether there are allocation or free nodes.
func (g *graph) allocates() bool {
	return g.has(func(w work) bool {
		switch w.(type) {
		case *allocWork, *freeWork:
			return true
		}
		return false
	})
}

// ownedMemory reports whether the program owns what an allocation node allocated in an earlier launch.
func (g *graph) ownedMemory() bool {
	return g.has(func(w work) bool {
		a, ok := w.(*allocWork)
		return ok && a.mem.owned()
	})
}

func instantiate(out *C.hipGraphExec_t, h C.hipGraph_t, flags C.ulonglong) C.hipError_t {
	const known = C.hipGraphInstantiateFlagAutoFreeOnLaunch | C.hipGraphInstantiateFlagUpload |
		C.hipGraphInstantiateFlagDeviceLaunch | C.hipGraphInstantiateFlagUseNodePriority
	if out == nil || flags&^known != 0 || flags&(flags-1) != 0 {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	if _, ok := dag.Order(g.nodes, dependsOn); !ok {
		return C.hipErrorInvalidValue
	}
	if flags&C.hipGraphInstantiateFlagDeviceLaunch != 0 {
		return C.hipErrorNotSupported
	}
	if g.allocates() {
		// The memory of its nodes would be shared by several executable graphs.
		for _, x := range execs {
			if x.of == g {
				return C.hipErrorNotSupported
			}
		}
	}
	c := copyGraph(g)
	for o, n := range g.users {
		c.users[o] = n
		o.refs += n
	}
	x := &graphExec{handle: newHandle(), of: g, g: c, plan: newPlan(c), flags: flags}
	execs[uintptr(x.handle)] = x
	*out = C.hipGraphExec_t(x.handle)
	return C.hipSuccess
}

func hipGraphInstantiate(out *C.hipGraphExec_t, h C.hipGraph_t, errNode *C.hipGraphNode_t, log *C.char, n C.size_t) C.hipError_t {
	e := instantiate(out, h, 0)
	if errNode != nil && e == C.hipSuccess {
		*errNode = nil
	}
	if log != nil && n > 0 {
		*log = 0
	}
	return e
}

func hipGraphInstantiateWithFlags(out *C.hipGraphExec_t, h C.hipGraph_t, flags C.ulonglong) C.hipError_t {
	return instantiate(out, h, flags)
}

func hipGraphInstantiateWithParams(out *C.hipGraphExec_t, h C.hipGraph_t, p *C.hipGraphInstantiateParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	e := instantiate(out, h, p.flags)
	p.errNode_out = nil
	p.result_out = C.hipGraphInstantiateSuccess
	if e != C.hipSuccess {
		p.result_out = C.hipGraphInstantiateError
	}
	return e
}

func hipGraphExecDestroy(h C.hipGraphExec_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := execOf(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	delete(execs, uintptr(x.handle))
	x.runner.release()
	x.g.destroy()
	C.free(x.handle)
	return C.hipSuccess
}

func hipGraphExecGetFlags(h C.hipGraphExec_t, flags *C.ulonglong) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := execOf(h)
	if x == nil || flags == nil {
		return C.hipErrorInvalidValue
	}
	*flags = x.flags
	return C.hipSuccess
}

func hipGraphLaunch(h C.hipGraphExec_t, stream C.hipStream_t) C.hipError_t {
	s, e := streamOf(stream)
	if e != C.hipSuccess {
		return e
	}
	graphsMu.Lock()
	x := execOf(h)
	if x == nil {
		graphsMu.Unlock()
		return C.hipErrorInvalidValue
	}
	if c := captureOf(s); c != nil {
		defer graphsMu.Unlock()
		return c.record(s, &childWork{copyGraph(x.g)})
	}
	owned := x.flags&C.hipGraphInstantiateFlagAutoFreeOnLaunch == 0 && x.g.ownedMemory()
	graphsMu.Unlock()
	if owned {
		return C.hipErrorInvalidValue
	}
	return x.runner.run(x.plan, s)
}

func hipGraphUpload(h C.hipGraphExec_t, stream C.hipStream_t) C.hipError_t {
	if _, e := streamOf(stream); e != C.hipSuccess {
		return e
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	if execOf(h) == nil {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// update gives the nodes of have the work of those of want; the graphs must have the same topology.
func update(have, want *graph) (C.hipGraphExecUpdateResult, *node) {
	if r, bad := sameTopology(have, want); r != C.hipGraphExecUpdateSuccess {
		return r, bad
	}
	for i, n := range want.nodes {
		m := have.nodes[i]
		if w, ok := n.work.(*childWork); ok {
			if r, bad := update(m.work.(*childWork).g, w.g); r != C.hipGraphExecUpdateSuccess {
				return r, bad
			}
			continue
		}
		if f, ok := m.work.(interface{ free() }); ok {
			f.free()
		}
		m.work = n.work.clone()
		m.latest = n // nodes of the graph that was instantiated name it, too
	}
	return C.hipGraphExecUpdateSuccess, nil
}

// sameTopology returns the reason why one graph cannot take over the parameters of another, and the
// node concerned.
func sameTopology(have, want *graph) (C.hipGraphExecUpdateResult, *node) {
	if len(have.nodes) != len(want.nodes) {
		return C.hipGraphExecUpdateErrorTopologyChanged, nil
	}
	index := make(map[*node]int, len(want.nodes))
	for i, n := range want.nodes {
		index[n] = i
	}
	mine := make(map[*node]int, len(have.nodes))
	for i, n := range have.nodes {
		mine[n] = i
	}
	for i, n := range want.nodes {
		m := have.nodes[i]
		if n.work.kind() != m.work.kind() {
			return C.hipGraphExecUpdateErrorNodeTypeChanged, n
		}
		if len(n.deps) != len(m.deps) {
			return C.hipGraphExecUpdateErrorTopologyChanged, n
		}
		for j, d := range n.deps {
			if index[d] != mine[m.deps[j]] {
				return C.hipGraphExecUpdateErrorTopologyChanged, n
			}
		}
		if r := sameShape(m.work, n.work); r != C.hipGraphExecUpdateSuccess {
			return r, n
		}
	}
	return C.hipGraphExecUpdateSuccess, nil
}

// sameShape returns which difference between two nodes of a kind is not allowed: of a kernel's
// device, or whether a copy or a fill has rows.
func sameShape(have, want work) C.hipGraphExecUpdateResult {
	switch w := want.(type) {
	case *kernelWork:
		if have.(*kernelWork).f.dev != w.f.dev {
			return C.hipGraphExecUpdateErrorUnsupportedFunctionChange
		}
	case *copyWork:
		old := have.(*copyWork)
		if (old.c.height > 1 || old.c.depth > 1) != (w.c.height > 1 || w.c.depth > 1) || old.mode != w.mode {
			return C.hipGraphExecUpdateErrorParametersChanged
		}
	case *fillWork:
		if (have.(*fillWork).p.height > 1) != (w.p.height > 1) {
			return C.hipGraphExecUpdateErrorParametersChanged
		}
	}
	return C.hipGraphExecUpdateSuccess
}

func hipGraphExecUpdate(xh C.hipGraphExec_t, h C.hipGraph_t, bad *C.hipGraphNode_t, result *C.hipGraphExecUpdateResult) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x, g := execOf(xh), graphOf(h)
	if x == nil || g == nil || bad == nil || result == nil {
		return C.hipErrorInvalidValue
	}
	r, n := update(x.g, g)
	*result, *bad = r, nil
	if r == C.hipGraphExecUpdateSuccess {
		return C.hipSuccess
	}
	if n != nil {
		*bad = C.hipGraphNode_t(n.handle)
	}
	return C.hipErrorGraphExecUpdateFailure
}

func switchable(n *node) bool {
	switch n.work.(type) {
	case *kernelWork, *copyWork, *fillWork:
		return true
	}
	return false
}

func hipGraphNodeSetEnabled(x C.hipGraphExec_t, h C.hipGraphNode_t, on C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, _, _ := execNode[work](x, h)
	if n == nil || !switchable(n) {
		return C.hipErrorInvalidValue
	}
	n.enabled = on != 0
	return C.hipSuccess
}

func hipGraphNodeGetEnabled(x C.hipGraphExec_t, h C.hipGraphNode_t, on *C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, _, _ := execNode[work](x, h)
	if n == nil || on == nil || !switchable(n) {
		return C.hipErrorInvalidValue
	}
	*on = 0
	if n.enabled {
		*on = 1
	}
	return C.hipSuccess
}
