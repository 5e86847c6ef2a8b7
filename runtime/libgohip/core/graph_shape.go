// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"unsafe"

	"gohipcc/runtime/libgohip/dag"
)

func hipGraphCreate(out *C.hipGraph_t, flags C.uint) C.hipError_t {
	if out == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	*out = C.hipGraph_t(newGraph().handle)
	return C.hipSuccess
}

func hipGraphDestroy(h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || g.owner != nil {
		return C.hipErrorInvalidValue
	}
	g.destroy()
	return C.hipSuccess
}

func edges(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t, each func(a, b *node) C.hipError_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	if n == 0 {
		return C.hipSuccess
	}
	if from == nil || to == nil || n > C.size_t(len(g.nodes)*len(g.nodes)) {
		return C.hipErrorInvalidValue
	}
	a, b := unsafe.Slice(from, n), unsafe.Slice(to, n)
	for i := range a {
		x, y := nodeOf(a[i]), nodeOf(b[i])
		if x == nil || y == nil || x.g != g || y.g != g || x == y {
			return C.hipErrorInvalidValue
		}
		if e := each(x, y); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

func hipGraphAddDependencies(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return edges(h, from, to, n, func(a, b *node) (e C.hipError_t) {
		var ok bool
		if b.deps, ok = dag.Connect(b.deps, a); !ok {
			e = C.hipErrorInvalidValue
		}
		return e
	})
}

func hipGraphRemoveDependencies(h C.hipGraph_t, from, to *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return edges(h, from, to, n, func(a, b *node) (e C.hipError_t) {
		var ok bool
		if b.deps, ok = dag.Disconnect(b.deps, a); !ok {
			e = C.hipErrorInvalidValue
		}
		return e
	})
}

// putNodes implements queries that take an array and its length, or no array to query the length.
func putNodes(list []*node, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	if n == nil {
		return C.hipErrorInvalidValue
	}
	if out == nil {
		*n = C.size_t(len(list))
		return C.hipSuccess
	}
	room := unsafe.Slice(out, *n)
	for i := range room {
		room[i] = nil
		if i < len(list) {
			room[i] = C.hipGraphNode_t(list[i].handle)
		}
	}
	if int(*n) > len(list) {
		*n = C.size_t(len(list))
	}
	return C.hipSuccess
}

func hipGraphGetEdges(h C.hipGraph_t, from, to *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || n == nil || (from == nil) != (to == nil) {
		return C.hipErrorInvalidValue
	}
	a, b := dag.Edges(g.nodes, dependsOn)
	k := *n
	if e := putNodes(a, from, n); e != C.hipSuccess || from == nil {
		return e
	}
	return putNodes(b, to, &k)
}

// listNodes returns the nodes related to a graph or a node.
func listNodes[H, T any](h H, find func(H) *T, list func(*T) []*node, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := find(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	return putNodes(list(x), out, n)
}

func hipGraphGetNodes(h C.hipGraph_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, graphOf, func(g *graph) []*node { return g.nodes }, out, n)
}

func hipGraphGetRootNodes(h C.hipGraph_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, graphOf, func(g *graph) []*node {
		return dag.Roots(g.nodes, dependsOn)
	}, out, n)
}

func hipGraphNodeGetDependencies(h C.hipGraphNode_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, nodeOf, func(x *node) []*node { return x.deps }, out, n)
}

func hipGraphNodeGetDependentNodes(h C.hipGraphNode_t, out *C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	return listNodes(h, nodeOf, func(x *node) []*node {
		return dag.Dependents(x.g.nodes, dependsOn, x)
	}, out, n)
}

func hipGraphNodeGetType(h C.hipGraphNode_t, out *C.hipGraphNodeType) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := nodeOf(h)
	if x == nil || out == nil {
		return C.hipErrorInvalidValue
	}
	*out = x.work.kind()
	return C.hipSuccess
}

func hipGraphDestroyNode(h C.hipGraphNode_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	x := nodeOf(h)
	if x == nil {
		return C.hipErrorInvalidValue
	}
	for _, y := range x.g.nodes {
		y.deps = slices.DeleteFunc(y.deps, func(d *node) bool { return d == x })
	}
	x.g.nodes = slices.DeleteFunc(x.g.nodes, func(d *node) bool { return d == x })
	x.forget()
	return C.hipSuccess
}

func hipGraphClone(out *C.hipGraph_t, h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(h)
	if g == nil || out == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.hipGraph_t(copyGraph(g).handle)
	return C.hipSuccess
}

func hipGraphNodeFindInClone(out *C.hipGraphNode_t, orig C.hipGraphNode_t, h C.hipGraph_t) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g, n := graphOf(h), nodeOf(orig)
	if g == nil || n == nil || out == nil || g.cloned == nil {
		return C.hipErrorInvalidValue
	}
	for _, c := range g.nodes {
		if c.origin == n {
			*out = C.hipGraphNode_t(c.handle)
			return C.hipSuccess
		}
	}
	return C.hipErrorInvalidValue
}
