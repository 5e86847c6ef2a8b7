// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "external.h"
import "C"

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Semaphores of other APIs. A GPU's own driver signals and waits for them in stream order itself; in a
// stream whose commands the host runs, the host does. The host waits for descriptors that support
// it: an eventfd and a sync_file. The descriptor of a GPU driver's opaque or timeline semaphore is
// a DRM sync object, for which only that GPU's own device file can wait, and no descriptor has a
// timeline's value.

type semaphore struct {
	handle    unsafe.Pointer
	dev       *device
	driver    unsafe.Pointer // the driver's own handle, if it has one
	file      int
	signalled bool // HIP may signal it
}

var semaphores = make(map[uintptr]*semaphore)

func hipImportExternalSemaphore(out *C.hipExternalSemaphore_t, d *C.hipExternalSemaphoreHandleDesc) C.hipError_t {
	if out == nil || d == nil || d.flags != 0 ||
		d._type < C.hipExternalSemaphoreHandleTypeOpaqueFd || d._type > C.hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 {
		return C.hipErrorInvalidValue
	}
	fd := descriptor(unsafe.Pointer(&d.handle))
	switch d._type {
	case C.hipExternalSemaphoreHandleTypeOpaqueFd, C.hipExternalSemaphoreHandleTypeTimelineSemaphoreFd:
	default:
		return C.hipErrorNotSupported
	}
	if !descriptorOpen(fd) {
		return C.hipErrorInvalidValue
	}
	s := &semaphore{dev: cur(), file: fd}
	open := s.open
	if C.ex_driver_has(s.dev.c) {
		s.signalled = true
		open = func(d *C.hipExternalSemaphoreHandleDesc) C.hipError_t {
			return C.ex_semaphore_import(s.dev.c, d, &s.driver)
		}
	}
	if e := open(d); e != C.hipSuccess {
		return e
	}
	s.handle = newHandle()
	externalMu.Lock()
	defer externalMu.Unlock()
	semaphores[uintptr(s.handle)] = s
	*out = C.hipExternalSemaphore_t(s.handle)
	return C.hipSuccess
}

// open determines what the host can do with the descriptor.
func (s *semaphore) open(d *C.hipExternalSemaphoreHandleDesc) C.hipError_t {
	if !s.dev.inPlace() || d._type == C.hipExternalSemaphoreHandleTypeTimelineSemaphoreFd {
		return C.hipErrorNotSupported
	}
	kind, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", s.file))
	event, sync := strings.HasPrefix(kind, "anon_inode:[eventfd"), strings.HasPrefix(kind, "anon_inode:sync_file")
	if !event && !sync {
		complain("a semaphore's descriptor is %q, which the host cannot wait for: only an eventfd or a sync_file", kind)
		return C.hipErrorNotSupported
	}
	s.signalled = event
	return C.hipSuccess
}

// Operations in streams hold descriptors of their own, so this does not wait. The driver's own
// operations must have ended, as HIP requires.
func hipDestroyExternalSemaphore(h C.hipExternalSemaphore_t) C.hipError_t {
	externalMu.Lock()
	defer externalMu.Unlock()
	s := semaphores[uintptr(h)]
	if s == nil {
		return C.hipErrorInvalidValue
	}
	var e C.hipError_t = C.hipSuccess
	if s.driver == nil {
		unix.Close(s.file)
	} else {
		e = C.ex_semaphore_destroy(s.dev.c, s.driver)
	}
	delete(semaphores, uintptr(h))
	C.free(s.handle)
	return e
}

// semaphoreWork signals semaphores or waits for them, for a call or a node.
type semaphoreWork struct {
	list   []C.hipExternalSemaphore_t
	signal []C.hipExternalSemaphoreSignalParams // one each, or
	wait   []C.hipExternalSemaphoreWaitParams
	shown  exposedArrays
}

func (w *semaphoreWork) signals() bool { return w.signal != nil }

func (w *semaphoreWork) kind() C.hipGraphNodeType {
	if w.signals() {
		return C.hipGraphNodeTypeExtSemaphoreSignal
	}
	return C.hipGraphNodeTypeExtSemaphoreWait
}

func (w *semaphoreWork) label() string {
	if w.signals() {
		return "signal of semaphores"
	}
	return "wait for semaphores"
}

func (w *semaphoreWork) clone() work {
	return &semaphoreWork{list: slices.Clone(w.list), signal: slices.Clone(w.signal), wait: slices.Clone(w.wait)}
}

// submit makes the driver or the host do it in stream order, all or none.
func (w *semaphoreWork) submit(s *C.gh_stream) C.hipError_t {
	if C.ex_driver_has(s.dev) {
		return w.submitToDriver(s)
	}
	held, e := w.hold()
	if e != C.hipSuccess {
		return e
	}
	for i, data := range held {
		op := C.op_host(C.ex_operation(C.bool(w.signals())), data)
		if e := C.sh_submit(shim, s, &op); e != C.hipSuccess {
			for _, left := range held[i:] {
				C.ex_let_go(left)
			}
			return e
		}
	}
	return C.hipSuccess
}

func (w *semaphoreWork) submitToDriver(s *C.gh_stream) C.hipError_t {
	externalMu.Lock()
	defer externalMu.Unlock()
	if e := w.check(); e != C.hipSuccess {
		return e
	}
	list := make([]unsafe.Pointer, len(w.list))
	for i, h := range w.list {
		x := semaphores[uintptr(h)]
		if x.dev.c != s.dev {
			return C.hipErrorInvalidValue
		}
		list[i] = x.driver
	}
	if w.signals() {
		return C.ex_signal_all(s, &list[0], &w.signal[0], C.uint(len(list)))
	}
	return C.ex_wait_all(s, &list[0], &w.wait[0], C.uint(len(list)))
}

func (w *semaphoreWork) hold() ([]unsafe.Pointer, C.hipError_t) {
	externalMu.Lock()
	defer externalMu.Unlock()
	var held []unsafe.Pointer
	e := w.check()
	for _, h := range w.list {
		if e != C.hipSuccess {
			break
		}
		if semaphores[uintptr(h)].driver != nil { // of another device
			e = C.hipErrorInvalidValue
			break
		}
		data := C.ex_hold(C.int(semaphores[uintptr(h)].file))
		if data == nil {
			e = C.hipErrorInvalidValue
			break
		}
		held = append(held, data)
	}
	if e != C.hipSuccess {
		for _, data := range held {
			C.ex_let_go(data)
		}
	}
	return held, e
}

// check looks for invalid semaphores, and for those that cannot be signalled, while externalMu is
// held.
func (w *semaphoreWork) check() C.hipError_t {
	for _, h := range w.list {
		s := semaphores[uintptr(h)]
		if s == nil {
			return C.hipErrorInvalidValue
		}
		if w.signals() && !s.signalled {
			return C.hipErrorNotSupported
		}
	}
	return C.hipSuccess
}

// made checks work of a call or of a node's parameters.
func (w *semaphoreWork) made() (*semaphoreWork, C.hipError_t) {
	for _, p := range w.signal {
		if p.flags != 0 {
			return nil, C.hipErrorInvalidValue
		}
	}
	for _, p := range w.wait {
		if p.flags != 0 {
			return nil, C.hipErrorInvalidValue
		}
	}
	externalMu.Lock()
	defer externalMu.Unlock()
	return w, w.check()
}

// semaphoreList returns two parallel arrays, or nothing if one is missing. Their length is limited
// to a million.
func semaphoreList[P any](list *C.hipExternalSemaphore_t, params *P, n C.uint) ([]C.hipExternalSemaphore_t, []P) {
	if list == nil || params == nil || n == 0 || n > 1<<20 {
		return nil, nil
	}
	return slices.Clone(unsafe.Slice(list, n)), slices.Clone(unsafe.Slice(params, n))
}

func signalWork(list *C.hipExternalSemaphore_t, params *C.hipExternalSemaphoreSignalParams, n C.uint) (*semaphoreWork, C.hipError_t) {
	all, each := semaphoreList(list, params, n)
	if all == nil {
		return nil, C.hipErrorInvalidValue
	}
	return (&semaphoreWork{list: all, signal: each}).made()
}

func waitWork(list *C.hipExternalSemaphore_t, params *C.hipExternalSemaphoreWaitParams, n C.uint) (*semaphoreWork, C.hipError_t) {
	all, each := semaphoreList(list, params, n)
	if all == nil {
		return nil, C.hipErrorInvalidValue
	}
	return (&semaphoreWork{list: all, wait: each}).made()
}

// enqueue submits the work, or records it if the stream is captured.
func (w *semaphoreWork) enqueue(h C.hipStream_t) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return C.hipErrorInvalidValue
	}
	if C.sh_stream_capture(s) == nil {
		return w.submit(s)
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	c := captureOf(s)
	switch {
	case c == nil:
		return C.hipErrorIllegalState
	case c.Invalid:
		return C.hipErrorStreamCaptureInvalidated
	}
	return c.record(s, w)
}

func hipSignalExternalSemaphoresAsync(list *C.hipExternalSemaphore_t, params *C.hipExternalSemaphoreSignalParams, n C.uint, h C.hipStream_t) C.hipError_t {
	w, e := signalWork(list, params, n)
	if e != C.hipSuccess {
		return e
	}
	return w.enqueue(h)
}

func hipWaitExternalSemaphoresAsync(list *C.hipExternalSemaphore_t, params *C.hipExternalSemaphoreWaitParams, n C.uint, h C.hipStream_t) C.hipError_t {
	w, e := waitWork(list, params, n)
	if e != C.hipSuccess {
		return e
	}
	return w.enqueue(h)
}
