// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

type emptyWork struct{}

func (emptyWork) kind() C.hipGraphNodeType           { return C.hipGraphNodeTypeEmpty }
func (emptyWork) label() string                      { return "empty" }
func (w emptyWork) clone() work                      { return w }
func (emptyWork) submit(s *C.gh_stream) C.hipError_t { return C.hipSuccess }

func hipGraphAddEmptyNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return emptyWork{}, C.hipSuccess })
}

type eventWork struct {
	ev     *C.gh_event
	record bool
}

func (w *eventWork) kind() C.hipGraphNodeType {
	if w.record {
		return C.hipGraphNodeTypeEventRecord
	}
	return C.hipGraphNodeTypeWaitEvent
}
func (w *eventWork) label() string { return "event" }
func (w *eventWork) clone() work   { c := *w; return &c }
func (w *eventWork) submit(s *C.gh_stream) C.hipError_t {
	k := C.int(C.GH_OP_WAIT)
	if w.record {
		k = C.GH_OP_RECORD
	}
	op := C.op_event(k, w.ev, 0)
	return C.sh_submit(shim, s, &op)
}

func addEvent(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t, record bool) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		e := C.sh_event_of(shim, ev)
		if e == nil {
			return nil, C.hipErrorInvalidValue
		}
		return &eventWork{e, record}, C.hipSuccess
	})
}

// getEvent and setEvent are for both kinds of event node; record distinguishes them.
func getEvent(record bool, out *C.hipEvent_t) edit[*eventWork] {
	return func(_ *node, w *eventWork) C.hipError_t {
		if w.record != record || out == nil {
			return C.hipErrorInvalidValue
		}
		*out = w.ev
		return C.hipSuccess
	}
}

func setEvent(record bool, ev C.hipEvent_t) edit[*eventWork] {
	return func(_ *node, w *eventWork) C.hipError_t {
		e := C.sh_event_of(shim, ev)
		if w.record != record || e == nil {
			return C.hipErrorInvalidValue
		}
		w.ev = e
		return C.hipSuccess
	}
}

func hipGraphAddEventRecordNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t) C.hipError_t {
	return addEvent(out, g, deps, n, ev, true)
}

func hipGraphAddEventWaitNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ev C.hipEvent_t) C.hipError_t {
	return addEvent(out, g, deps, n, ev, false)
}

func hipGraphEventRecordNodeGetEvent(h C.hipGraphNode_t, out *C.hipEvent_t) C.hipError_t {
	return change(h, getEvent(true, out))
}

func hipGraphEventRecordNodeSetEvent(h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return change(h, setEvent(true, ev))
}

func hipGraphEventWaitNodeGetEvent(h C.hipGraphNode_t, out *C.hipEvent_t) C.hipError_t {
	return change(h, getEvent(false, out))
}

func hipGraphEventWaitNodeSetEvent(h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return change(h, setEvent(false, ev))
}

func hipGraphExecEventRecordNodeSetEvent(x C.hipGraphExec_t, h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return changeExec(x, h, setEvent(true, ev))
}

func hipGraphExecEventWaitNodeSetEvent(x C.hipGraphExec_t, h C.hipGraphNode_t, ev C.hipEvent_t) C.hipError_t {
	return changeExec(x, h, setEvent(false, ev))
}
