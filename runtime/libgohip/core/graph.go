// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"
	"unsafe"
)

// Graphs: nodes with their dependencies, kept here; graph_run.go launches them.

// graphsMu guards every graph object. Calls on graphs are short except for launches, which copy
// what they need first.
var (
	graphsMu sync.Mutex
	graphs   = make(map[uintptr]*graph)
	nodes    = make(map[uintptr]*node)
	execs    = make(map[uintptr]*graphExec)
	objects  = make(map[uintptr]*userObject)

	// goneObjects are handles of user objects whose last reference was released; new objects reuse
	// them.
	goneObjects = make(map[uintptr]unsafe.Pointer)
)

type graph struct {
	handle unsafe.Pointer
	nodes  []*node
	users  map[*userObject]int
	cloned *graph
	owner  *node // the child-graph node that holds this graph
}

type node struct {
	handle  unsafe.Pointer
	g       *graph
	deps    []*node
	work    work
	origin  *node // the node that this is a copy of
	latest  *node // the node that it was updated from
	enabled bool
}

// work is what a node does.
type work interface {
	kind() C.hipGraphNodeType
	// submit hands the work to a stream.
	submit(s *C.gh_stream) C.hipError_t
	clone() work
	label() string
}

type graphExec struct {
	handle unsafe.Pointer
	of     *graph // may be destroyed
	g      *graph
	plan   *plan
	runner runner
	flags  C.ulonglong
}

func newGraph() *graph {
	g := &graph{handle: newHandle(), users: make(map[*userObject]int)}
	graphs[uintptr(g.handle)] = g
	return g
}

func (g *graph) add(w work, deps []*node) *node {
	n := &node{handle: newHandle(), g: g, deps: slices.Clone(deps), work: w, enabled: true}
	g.nodes = append(g.nodes, n)
	nodes[uintptr(n.handle)] = n
	if c, ok := w.(*childWork); ok {
		c.g.owner = n
	}
	return n
}

func (g *graph) destroy() {
	for _, n := range g.nodes {
		n.forget()
	}
	g.nodes = nil
	delete(graphs, uintptr(g.handle))
	C.free(g.handle)
	for o, n := range g.users {
		o.release(n)
	}
	g.users = nil
}

func (n *node) forget() {
	if c, ok := n.work.(*childWork); ok {
		c.g.destroy()
	}
	if c, ok := n.work.(interface{ free() }); ok {
		c.free()
	}
	delete(nodes, uintptr(n.handle))
	C.free(n.handle)
}

// copyGraph clones nodes and edges; each copy knows its origin.
func copyGraph(g *graph) *graph {
	c := newGraph()
	c.cloned = g
	of := make(map[*node]*node, len(g.nodes))
	for _, n := range g.nodes {
		m := c.add(n.work.clone(), nil)
		m.origin, m.enabled = n, n.enabled
		of[n] = m
	}
	for _, n := range g.nodes {
		for _, d := range n.deps {
			of[n].deps = append(of[n].deps, of[d])
		}
	}
	return c
}

// dependsOn returns the nodes that a node depends on, for package dag.
func dependsOn(n *node) []*node { return n.deps }

func graphOf(h C.hipGraph_t) *graph {
	if h == nil {
		return nil
	}
	return graphs[uintptr(unsafe.Pointer(h))]
}

func nodeOf(h C.hipGraphNode_t) *node {
	if h == nil {
		return nil
	}
	return nodes[uintptr(unsafe.Pointer(h))]
}

func execOf(h C.hipGraphExec_t) *graphExec {
	if h == nil {
		return nil
	}
	return execs[uintptr(unsafe.Pointer(h))]
}

// dependencies checks the list of dependencies of a new node.
func dependencies(g *graph, list *C.hipGraphNode_t, n C.size_t) ([]*node, bool) {
	if n == 0 {
		return nil, true
	}
	if list == nil || n > 1<<24 {
		return nil, false
	}
	var out []*node
	for _, h := range unsafe.Slice(list, n) {
		d := nodeOf(h)
		if d == nil || d.g != g || slices.Contains(out, d) {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}

// addNode is common to all functions that add a node: make creates its work.
func addNode(out *C.hipGraphNode_t, h C.hipGraph_t, list *C.hipGraphNode_t, n C.size_t, make func() (work, C.hipError_t)) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	deps, ok := dependencies(g, list, n)
	if !ok {
		return C.hipErrorInvalidValue
	}
	w, e := make()
	if e != C.hipSuccess {
		return e
	}
	*out = C.hipGraphNode_t(g.add(w, deps).handle)
	return C.hipSuccess
}

// typed returns a node whose work is a W.
func typed[W work](h C.hipGraphNode_t) (n *node, w W, ok bool) {
	if n = nodeOf(h); n == nil {
		return nil, w, false
	}
	w, ok = n.work.(W)
	return n, w, ok
}

// execNode returns the copy of a node in an executable graph, with its work.
func execNode[W work](h C.hipGraphExec_t, nh C.hipGraphNode_t) (n *node, w W, ok bool) {
	x := execOf(h)
	orig := nodeOf(nh)
	if x == nil || orig == nil {
		return nil, w, false
	}
	for _, c := range x.g.nodes {
		if c.origin == orig || c.latest == orig {
			w, ok = c.work.(W)
			return c, w, ok
		}
	}
	return nil, w, false
}

// edit changes a node and its work, with graphsMu held.
type edit[W work] func(n *node, w W) C.hipError_t

// change applies an edit to a node of a graph whose work is a W.
func change[W work](h C.hipGraphNode_t, do edit[W]) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, w, ok := typed[W](h)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return do(n, w)
}

// changeExec applies an edit to an executable graph's copy of a node.
func changeExec[W work](x C.hipGraphExec_t, h C.hipGraphNode_t, do edit[W]) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	n, w, ok := execNode[W](x, h)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return do(n, w)
}

// get copies a part of a node's work to the caller.
func get[W work, P any](h C.hipGraphNode_t, out *P, of func(W) P) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	return change(h, func(_ *node, w W) C.hipError_t {
		*out = of(w)
		return C.hipSuccess
	})
}
