// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

type hostWork struct{ p C.hipHostNodeParams }

func (w *hostWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeHost }
func (w *hostWork) label() string            { return "host" }
func (w *hostWork) clone() work              { c := *w; return &c }
func (w *hostWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_host(w.p.fn, w.p.userData)
	return C.sh_submit(shim, s, &op)
}

func hipGraphAddHostNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipHostNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		if p == nil || p.fn == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &hostWork{*p}, C.hipSuccess
	})
}

func setHost(p *C.hipHostNodeParams) edit[*hostWork] {
	return func(_ *node, w *hostWork) C.hipError_t {
		if p == nil || p.fn == nil {
			return C.hipErrorInvalidValue
		}
		w.p = *p
		return C.hipSuccess
	}
}

func hipGraphHostNodeGetParams(h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return get(h, p, func(w *hostWork) C.hipHostNodeParams { return w.p })
}

func hipGraphHostNodeSetParams(h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return change(h, setHost(p))
}

func hipGraphExecHostNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipHostNodeParams) C.hipError_t {
	return changeExec(x, h, setHost(p))
}

// callbackWork is a stream callback in a captured stream.
type callbackWork struct {
	fn   C.hipStreamCallback_t
	data unsafe.Pointer
}

func (w *callbackWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeHost }
func (w *callbackWork) label() string            { return "callback" }
func (w *callbackWork) clone() work              { c := *w; return &c }
func (w *callbackWork) submit(s *C.gh_stream) C.hipError_t {
	op := C.op_callback(w.fn, w.data)
	return C.sh_submit(shim, s, &op)
}
