// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"unsafe"
)

type batchWork struct {
	p    C.hipBatchMemOpNodeParams
	list []C.hipStreamBatchMemOpParams
}

func (w *batchWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeEmpty }
func (w *batchWork) label() string            { return "memory operations" }
func (w *batchWork) clone() work {
	return &batchWork{w.p, slices.Clone(w.list)}
}
func (w *batchWork) submit(s *C.gh_stream) C.hipError_t {
	return hipStreamBatchMemOp(s, C.uint(len(w.list)), &w.list[0], 0)
}

func batchOf(p *C.hipBatchMemOpNodeParams) (*batchWork, C.hipError_t) {
	if p == nil || p.count == 0 || p.count > 256 || p.paramArray == nil || p.flags != 0 {
		return nil, C.hipErrorInvalidValue
	}
	return &batchWork{*p, slices.Clone(unsafe.Slice(p.paramArray, p.count))}, C.hipSuccess
}

func hipGraphAddBatchMemOpNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(batchOf(p)) })
}

func hipGraphBatchMemOpNodeGetParams(h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return get(h, p, func(w *batchWork) C.hipBatchMemOpNodeParams { return w.p })
}

func hipGraphBatchMemOpNodeSetParams(h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return change(h, setTo(batchOf, p))
}

func hipGraphExecBatchMemOpNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipBatchMemOpNodeParams) C.hipError_t {
	return changeExec(x, h, setTo(batchOf, p))
}

// valueWork is a wait for or write of a value in a captured stream.
type valueWork struct{ op C.gh_op }

func (w *valueWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeEmpty }
func (w *valueWork) label() string            { return "memory operation" }
func (w *valueWork) clone() work              { c := *w; return &c }
func (w *valueWork) submit(s *C.gh_stream) C.hipError_t {
	op := w.op
	return C.sh_submit(shim, s, &op)
}
