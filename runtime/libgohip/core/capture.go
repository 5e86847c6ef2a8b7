// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"gohipcc/runtime/libgohip/streamcapture"
)

// capture is a stream capture: the growing graph, and the streams that take part.
type capture struct {
	*streamcapture.Capture[*C.gh_stream, *C.gh_event, *node]
	handle  unsafe.Pointer // what the C side's stream points to
	id      C.ulonglong
	g       *graph
	mode    C.hipStreamCaptureMode
	thread  int
	toGraph bool // captures into a graph of the program's
	list    unsafe.Pointer
}

var (
	captures  = make(map[uintptr]*capture)
	captureID C.ulonglong
)

// captureOf returns the capture that a stream is part of. The caller holds graphsMu.
func captureOf(s *C.gh_stream) *capture {
	if s == nil {
		return nil
	}
	return captures[uintptr(C.sh_stream_capture(s))]
}

// record adds a node after the stream's last ones.
func (c *capture) record(s *C.gh_stream, w work) C.hipError_t {
	c.Add(s, c.g.add(w, c.After(s)))
	return C.hipSuccess
}

// join makes a stream part of the capture.
func (c *capture) join(s *C.gh_stream) {
	C.sh_set_stream_capture(s, c.handle)
	C.sh_captures(shim, 1)
}

// close removes all streams from the capture.
func (c *capture) close() {
	for _, s := range c.Streams() {
		C.sh_set_stream_capture(s, nil)
		C.sh_captures(shim, -1)
	}
	for _, e := range c.Events() {
		e.captured = nil
	}
	delete(captures, uintptr(c.handle))
	C.free(c.handle)
	C.free(c.list)
}

//export gohipCapture
func gohipCapture(s *C.gh_stream, op *C.gh_op) (e C.hipError_t) {
	defer guard("stream capture", &e)
	graphsMu.Lock()
	defer graphsMu.Unlock()
	c := captureOf(s)
	if op.kind == C.GH_OP_WAIT {
		return waitInCapture(c, s, C.op_get_event(op))
	}
	if c == nil {
		return C.hipErrorIllegalState
	}
	if c.Invalid {
		return C.hipErrorStreamCaptureInvalidated
	}
	switch op.kind {
	case C.GH_OP_LAUNCH:
		return c.launch(s, op)
	case C.GH_OP_COPY, C.GH_OP_COPY3D:
		return c.copy(s, op)
	case C.GH_OP_FILL:
		return c.fill(s, op)
	case C.GH_OP_HOST:
		return c.record(s, &hostWork{C.hipHostNodeParams{fn: C.op_get_host_fn(op), userData: C.op_get_host_data(op)}})
	case C.GH_OP_CALLBACK:
		return c.record(s, &callbackWork{C.op_get_callback(op), C.op_get_callback_data(op)})
	case C.GH_OP_RECORD:
		ev := C.op_get_event(op)
		if C.op_get_event_flags(op) == C.hipEventRecordExternal {
			return c.record(s, &eventWork{ev, true})
		}
		c.Record(ev, s)
		ev.captured = c.handle
		ev.stream = s
		return C.hipSuccess
	case C.GH_OP_WAIT_VALUE, C.GH_OP_WRITE_VALUE:
		return c.record(s, &valueWork{*op})
	case C.GH_OP_ALLOC:
		p := C.hipMemAllocNodeParams{bytesize: C.op_get_mem_size(op), dptr: C.op_get_mem(op)}
		p.poolProps.allocType = C.hipMemAllocationTypePinned
		p.poolProps.location._type = C.hipMemLocationTypeDevice
		p.poolProps.location.id = s.dev.ordinal
		return c.record(s, &allocWork{p, newGraphMemory(p.dptr, devices[s.dev.ordinal])})
	case C.GH_OP_FREE:
		return c.record(s, &freeWork{C.op_get_mem(op)})
	}
	return C.hipErrorStreamCaptureUnsupported
}

// launch records a kernel.
func (c *capture) launch(s *C.gh_stream, op *C.gh_op) C.hipError_t {
	p := C.op_get_launch(op)
	w := &kernelWork{f: p.f, host: p.f.host, grid: p.grid, block: p.block, cluster: p.cluster, shared: C.uint(p.shared)}
	if w.host == nil {
		w.host = unsafe.Pointer(p.f)
	}
	if p.cooperative {
		w.coop = 1
	}
	if e := C.sh_check_launch(shim, p.f, &w.grid[0], &w.block[0], p.shared); e != C.hipSuccess {
		return e
	}
	if p.f.nexplicit > 0 && p.args == nil {
		return C.hipErrorInvalidValue
	}
	w.keep(p.args)
	return c.record(s, w)
}

// copy records a copy of one row or of several.
func (c *capture) copy(s *C.gh_stream, op *C.gh_op) C.hipError_t {
	p := C.op_get_copy3d(op)
	if op.kind == C.GH_OP_COPY {
		w, e := copy1DWork(unsafe.Pointer(p.dst), unsafe.Pointer(p.src), p.width, C.hipMemcpyKind(C.op_get_copy_kind(op)), C.hipGraphNodeTypeMemcpy)
		if e != C.hipSuccess {
			return e
		}
		return c.record(s, w)
	}
	w := &copyWork{c: p, mode: C.hipMemcpyDefault, symbol: C.hipGraphNodeTypeMemcpy}
	w.parms.srcPtr = C.struct_hipPitchedPtr{ptr: unsafe.Pointer(p.src), pitch: p.src_pitch, xsize: p.width, ysize: p.height}
	w.parms.dstPtr = C.struct_hipPitchedPtr{ptr: unsafe.Pointer(p.dst), pitch: p.dst_pitch, xsize: p.width, ysize: p.height}
	w.parms.extent = C.struct_hipExtent{width: p.width, height: p.height, depth: p.depth}
	w.parms.kind = C.hipMemcpyDefault
	return c.record(s, w)
}

// fill records a node for each slice of a fill.
func (c *capture) fill(s *C.gh_stream, op *C.gh_op) C.hipError_t {
	f := C.op_get_fill(op)
	for z := C.size_t(0); z < f.depth; z++ {
		dst := unsafe.Add(unsafe.Pointer(f.dst), z*f.slice)
		pitch := f.pitch
		if pitch == 0 {
			pitch = f.width * C.size_t(f.elem)
		}
		c.record(s, &fillWork{C.hipMemsetParams{dst: dst, elementSize: C.uint(f.elem), height: f.height, pitch: pitch, value: C.uint(f.value), width: f.width}})
	}
	return C.hipSuccess
}

// waitErrors are the errors of waits in captures; other waits have none.
var waitErrors = map[streamcapture.Wait]C.hipError_t{
	streamcapture.Isolation:   C.hipErrorStreamCaptureIsolation,
	streamcapture.Merge:       C.hipErrorStreamCaptureMerge,
	streamcapture.Invalidated: C.hipErrorStreamCaptureInvalidated,
	streamcapture.Implicit:    C.hipErrorStreamCaptureImplicit,
}

// waitInCapture handles a stream that waits for an event when either side is part
// of a capture.
func waitInCapture(c *capture, s *C.gh_stream, ev *C.gh_event) C.hipError_t {
	from := captures[uintptr(ev.captured)]
	wait := streamcapture.Waiting(c.tracked(), from.tracked(), bool(s.legacy), C.sh_event_state(ev) != 0)
	if wait == streamcapture.Join {
		if c == nil {
			from.join(s)
		}
		from.Wait(s, ev)
	}
	return waitErrors[wait]
}

func (c *capture) tracked() *streamcapture.Capture[*C.gh_stream, *C.gh_event, *node] {
	if c == nil {
		return nil
	}
	return c.Capture
}

// gohipInvalidate invalidates a stream's capture, or, without a stream, every capture that the
// calling thread disturbs with a call that is not allowed during captures; it returns an error if
// there is any. With a device, these are the thread's own captures there, relaxed ones, too: the
// thread would wait for what it captures.
//
//export gohipInvalidate
func gohipInvalidate(s *C.gh_stream, waits *C.gh_device) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	me := threadID()
	e := C.hipError_t(C.hipSuccess)
	for _, c := range captures {
		disturbed := c == captureOf(s)
		switch {
		case waits != nil:
			disturbed = c.thread == me && c.Origin.dev == waits
		case s == nil:
			disturbed = c.mode == C.hipStreamCaptureModeGlobal || c.mode == C.hipStreamCaptureModeThreadLocal && c.thread == me
		}
		if disturbed {
			c.Invalid = true
			e = C.hipErrorStreamCaptureUnsupported
		}
	}
	return e
}

// gohipLeave removes a stream that is destroyed from its capture, which ends with the stream in
// which it began.
//
//export gohipLeave
func gohipLeave(s *C.gh_stream) {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	c := captureOf(s)
	if c == nil {
		return
	}
	if c.Origin != s {
		c.Leave(s)
		C.sh_set_stream_capture(s, nil)
		C.sh_captures(shim, -1)
		return
	}
	c.close()
	if !c.toGraph {
		c.g.destroy()
	}
}

func begin(h C.hipStream_t, mode C.hipStreamCaptureMode, g *graph, deps []*node) C.hipError_t {
	if mode > C.hipStreamCaptureModeRelaxed {
		return C.hipErrorInvalidValue
	}
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	if s.legacy {
		return C.hipErrorStreamCaptureUnsupported
	}
	if captureOf(s) != nil {
		return C.hipErrorIllegalState
	}
	captureID++
	c := &capture{
		Capture: streamcapture.New[*C.gh_stream, *C.gh_event](s, deps, dependsOn),
		handle:  newHandle(), id: captureID, g: g, mode: mode, thread: threadID(), toGraph: g != nil,
	}
	if g == nil {
		c.g = newGraph()
	}
	captures[uintptr(c.handle)] = c
	c.join(s)
	return C.hipSuccess
}

func hipStreamBeginCapture(h C.hipStream_t, mode C.hipStreamCaptureMode) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	return begin(h, mode, nil, nil)
}

func hipStreamBeginCaptureToGraph(h C.hipStream_t, gh C.hipGraph_t, list *C.hipGraphNode_t, data *C.hipGraphEdgeData, n C.size_t, mode C.hipStreamCaptureMode) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(gh)
	if g == nil {
		return C.hipErrorInvalidValue
	}
	deps, ok := dependencies(g, list, n)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return begin(h, mode, g, deps)
}

func hipStreamEndCapture(h C.hipStream_t, out *C.hipGraph_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	*out = nil
	c := captureOf(s)
	if c == nil {
		return C.hipErrorIllegalState
	}
	if c.Origin != s {
		return C.hipErrorStreamCaptureUnmatched
	}
	if c.mode != C.hipStreamCaptureModeRelaxed && c.thread != threadID() {
		return C.hipErrorStreamCaptureWrongThread
	}
	e = C.hipSuccess
	if c.Invalid {
		e = C.hipErrorStreamCaptureInvalidated
	} else if !c.Joined() {
		e = C.hipErrorStreamCaptureUnjoined
	}
	c.close()
	if e != C.hipSuccess {
		if !c.toGraph {
			c.g.destroy()
		}
		return e
	}
	*out = C.hipGraph_t(c.g.handle)
	return C.hipSuccess
}

func captureStatus(h C.hipStream_t) (*capture, C.hipStreamCaptureStatus, C.hipError_t) {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return nil, 0, e
	}
	c := captureOf(s)
	switch {
	case c == nil:
		if s.legacy {
			for _, o := range captures {
				if o.mode != C.hipStreamCaptureModeRelaxed && bool(o.Origin.blocking) {
					return nil, 0, C.hipErrorStreamCaptureImplicit
				}
			}
		}
		return nil, C.hipStreamCaptureStatusNone, C.hipSuccess
	case c.Invalid:
		return c, C.hipStreamCaptureStatusInvalidated, C.hipSuccess
	}
	return c, C.hipStreamCaptureStatusActive, C.hipSuccess
}

func hipStreamIsCapturing(h C.hipStream_t, status *C.hipStreamCaptureStatus) C.hipError_t {
	if status == nil {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	_, st, e := captureStatus(h)
	if e == C.hipSuccess {
		*status = st
	}
	return e
}

func hipStreamGetCaptureInfo(h C.hipStream_t, status *C.hipStreamCaptureStatus, id *C.ulonglong) C.hipError_t {
	return hipStreamGetCaptureInfo_v2(h, status, id, nil, nil, nil)
}

func hipStreamGetCaptureInfo_v2(h C.hipStream_t, status *C.hipStreamCaptureStatus, id *C.ulonglong, g *C.hipGraph_t, deps **C.hipGraphNode_t, n *C.size_t) C.hipError_t {
	if status == nil {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	c, st, e := captureStatus(h)
	if e != C.hipSuccess {
		return e
	}
	*status = st
	if st != C.hipStreamCaptureStatusActive {
		return C.hipSuccess
	}
	if id != nil {
		*id = c.id
	}
	if g != nil {
		*g = C.hipGraph_t(c.g.handle)
	}
	s, _ := streamOf(h)
	tail := c.After(s)
	if n != nil {
		*n = C.size_t(len(tail))
	}
	if deps != nil {
		C.free(c.list)
		c.list = C.calloc(C.size_t(len(tail)+1), 8)
		list := unsafe.Slice((*C.hipGraphNode_t)(c.list), len(tail))
		for i, t := range tail {
			list[i] = C.hipGraphNode_t(t.handle)
		}
		*deps = (*C.hipGraphNode_t)(c.list)
	}
	return C.hipSuccess
}

func hipStreamUpdateCaptureDependencies(h C.hipStream_t, list *C.hipGraphNode_t, n C.size_t, flags C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	c := captureOf(s)
	if c == nil {
		return C.hipErrorIllegalState
	}
	if flags > C.hipStreamSetCaptureDependencies {
		return C.hipErrorInvalidValue
	}
	deps, ok := dependencies(c.g, list, n)
	if !ok {
		return C.hipErrorInvalidValue
	}
	if flags == C.hipStreamAddCaptureDependencies {
		c.Extend(s, deps)
	} else {
		c.Replace(s, deps)
	}
	return C.hipSuccess
}

func hipThreadExchangeStreamCaptureMode(mode *C.hipStreamCaptureMode) C.hipError_t {
	if mode == nil || *mode > C.hipStreamCaptureModeRelaxed {
		return C.hipErrorInvalidValue
	}
	*mode = C.hipStreamCaptureMode(C.sh_thread_capture_mode(shim, C.int(*mode)))
	return C.hipSuccess
}
