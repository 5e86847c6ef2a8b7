// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

type childWork struct{ g *graph }

func (w *childWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeGraph }
func (w *childWork) label() string            { return "graph" }
func (w *childWork) clone() work              { return &childWork{copyGraph(w.g)} }

// A launch inlines child graphs (flatten); nothing is left to submit.
func (w *childWork) submit(s *C.gh_stream) C.hipError_t { return C.hipSuccess }

func hipGraphAddChildGraphNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, child C.hipGraph_t) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		c := graphOf(child)
		if c == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &childWork{copyGraph(c)}, C.hipSuccess
	})
}

func hipGraphChildGraphNodeGetGraph(h C.hipGraphNode_t, out *C.hipGraph_t) C.hipError_t {
	return get(h, out, func(w *childWork) C.hipGraph_t { return C.hipGraph_t(w.g.handle) })
}

func hipGraphExecChildGraphNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, child C.hipGraph_t) C.hipError_t {
	return changeExec(x, h, func(_ *node, w *childWork) C.hipError_t {
		c := graphOf(child)
		if c == nil {
			return C.hipErrorInvalidValue
		}
		if res, _ := update(w.g, c); res != C.hipGraphExecUpdateSuccess {
			return C.hipErrorGraphExecUpdateFailure
		}
		return C.hipSuccess
	})
}
