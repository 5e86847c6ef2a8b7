// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"unsafe"
)

type fillWork struct{ p C.hipMemsetParams }

func (w *fillWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemset }
func (w *fillWork) label() string            { return fmt.Sprintf("set %dx%d", w.p.width, w.p.height) }
func (w *fillWork) clone() work              { c := *w; return &c }
func (w *fillWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_fill(C.gh_fill{dst: (*C.char)(w.p.dst), pitch: w.p.pitch, width: w.p.width, height: w.p.height, depth: 1,
		value: C.uint32_t(w.p.value), elem: C.uint32_t(w.p.elementSize)})
	return C.sh_submit(shim, s, &op)
}

func fillOf(p *C.hipMemsetParams) (*fillWork, C.hipError_t) {
	if p == nil || p.dst == nil || p.width == 0 || p.height == 0 {
		return nil, C.hipErrorInvalidValue
	}
	if p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4 {
		return nil, C.hipErrorInvalidValue
	}
	row := p.width * C.size_t(p.elementSize)
	if p.height > 1 && p.pitch < row {
		return nil, C.hipErrorInvalidValue
	}
	if a, ok := findAlloc(p.dst); ok {
		if uint64(uintptr(p.dst))-uint64(a.start)+uint64((p.height-1)*p.pitch+row) > uint64(a.size) {
			return nil, C.hipErrorInvalidValue
		}
	}
	return &fillWork{*p}, C.hipSuccess
}

func hipGraphAddMemsetNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipMemsetParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(fillOf(p)) })
}

func hipGraphMemsetNodeGetParams(h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return get(h, p, func(w *fillWork) C.hipMemsetParams { return w.p })
}

func hipGraphMemsetNodeSetParams(h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return change(h, setTo(fillOf, p))
}

func hipGraphExecMemsetNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipMemsetParams) C.hipError_t {
	return changeExec(x, h, func(n *node, w *fillWork) C.hipError_t {
		// Fills of more than one row cannot change their extent.
		if p != nil && (p.height > 1 || w.p.height > 1) && (p.height != w.p.height || p.width != w.p.width) {
			return C.hipErrorInvalidValue
		}
		return setTo(fillOf, p)(n, w)
	})
}

func drvFill(p *C.HIP_MEMSET_NODE_PARAMS) *C.hipMemsetParams {
	if p == nil {
		return nil
	}
	return &C.hipMemsetParams{dst: unsafe.Pointer(p.dst), elementSize: p.elementSize, height: p.height, pitch: p.pitch, value: p.value, width: p.width}
}

func hipDrvGraphAddMemsetNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.HIP_MEMSET_NODE_PARAMS, ctx C.hipCtx_t) C.hipError_t {
	return hipGraphAddMemsetNode(out, g, deps, n, drvFill(p))
}

func hipDrvGraphExecMemsetNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.HIP_MEMSET_NODE_PARAMS, ctx C.hipCtx_t) C.hipError_t {
	return hipGraphExecMemsetNodeSetParams(x, h, drvFill(p))
}
