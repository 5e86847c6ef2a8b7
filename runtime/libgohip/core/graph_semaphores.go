// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import "unsafe"

func signalOf(p *C.hipExternalSemaphoreSignalNodeParams) (*semaphoreWork, C.hipError_t) {
	if p == nil {
		return nil, C.hipErrorInvalidValue
	}
	return signalWork(p.extSemArray, p.paramsArray, p.numExtSems)
}

func waitOf(p *C.hipExternalSemaphoreWaitNodeParams) (*semaphoreWork, C.hipError_t) {
	if p == nil {
		return nil, C.hipErrorInvalidValue
	}
	return waitWork(p.extSemArray, p.paramsArray, p.numExtSems)
}

// setSemaphores replaces a node's semaphores by others of the same kind.
func setSemaphores(w *semaphoreWork, e C.hipError_t) edit[*semaphoreWork] {
	return func(n *node, old *semaphoreWork) C.hipError_t {
		if e == C.hipSuccess && old.signals() != w.signals() {
			return C.hipErrorInvalidValue
		}
		if e == C.hipSuccess {
			old.free()
			n.work = w
		}
		return e
	}
}

// exposedArrays is the C memory that a node's parameters pointed to when they were queried.
type exposedArrays struct {
	list   *C.hipExternalSemaphore_t
	params unsafe.Pointer
}

func (w *semaphoreWork) free() {
	C.free(unsafe.Pointer(w.shown.list))
	C.free(w.shown.params)
	w.shown = exposedArrays{}
}

// show allocates that memory: HIP keeps it until the node is changed or destroyed.
func (w *semaphoreWork) show() exposedArrays {
	if w.shown.list == nil {
		w.shown.list = (*C.hipExternalSemaphore_t)(inC(w.list))
		if w.signals() {
			w.shown.params = inC(w.signal)
		} else {
			w.shown.params = inC(w.wait)
		}
	}
	return w.shown
}

func inC[T any](list []T) unsafe.Pointer {
	var t T
	p := C.malloc(C.size_t(len(list)) * C.size_t(unsafe.Sizeof(t)))
	copy(unsafe.Slice((*T)(p), len(list)), list)
	return p
}

func hipGraphAddExternalSemaphoresSignalNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipExternalSemaphoreSignalNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(signalOf(p)) })
}

func hipGraphAddExternalSemaphoresWaitNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipExternalSemaphoreWaitNodeParams) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) { return asWork(waitOf(p)) })
}

func hipGraphExternalSemaphoresSignalNodeSetParams(h C.hipGraphNode_t, p *C.hipExternalSemaphoreSignalNodeParams) C.hipError_t {
	return change(h, setSemaphores(signalOf(p)))
}

func hipGraphExternalSemaphoresWaitNodeSetParams(h C.hipGraphNode_t, p *C.hipExternalSemaphoreWaitNodeParams) C.hipError_t {
	return change(h, setSemaphores(waitOf(p)))
}

func hipGraphExecExternalSemaphoresSignalNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipExternalSemaphoreSignalNodeParams) C.hipError_t {
	return changeExec(x, h, setSemaphores(signalOf(p)))
}

func hipGraphExecExternalSemaphoresWaitNodeSetParams(x C.hipGraphExec_t, h C.hipGraphNode_t, p *C.hipExternalSemaphoreWaitNodeParams) C.hipError_t {
	return changeExec(x, h, setSemaphores(waitOf(p)))
}

func hipGraphExternalSemaphoresSignalNodeGetParams(h C.hipGraphNode_t, p *C.hipExternalSemaphoreSignalNodeParams) C.hipError_t {
	return change(h, func(_ *node, w *semaphoreWork) C.hipError_t {
		if p == nil || !w.signals() {
			return C.hipErrorInvalidValue
		}
		in := w.show()
		*p = C.hipExternalSemaphoreSignalNodeParams{extSemArray: in.list, numExtSems: C.uint(len(w.list))}
		p.paramsArray = (*C.hipExternalSemaphoreSignalParams)(in.params)
		return C.hipSuccess
	})
}

func hipGraphExternalSemaphoresWaitNodeGetParams(h C.hipGraphNode_t, p *C.hipExternalSemaphoreWaitNodeParams) C.hipError_t {
	return change(h, func(_ *node, w *semaphoreWork) C.hipError_t {
		if p == nil || w.signals() {
			return C.hipErrorInvalidValue
		}
		in := w.show()
		*p = C.hipExternalSemaphoreWaitNodeParams{extSemArray: in.list, numExtSems: C.uint(len(w.list))}
		p.paramsArray = (*C.hipExternalSemaphoreWaitParams)(in.params)
		return C.hipSuccess
	})
}
