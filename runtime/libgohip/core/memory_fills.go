// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// fill2D sets rows of elements.
func fill2D(f C.gh_fill, how submission) C.hipError_t {
	f.slice, f.depth = f.pitch*f.height, 1
	return pitchedFill(f, how)
}

// pitchedFill sets slices of rows of elements; the width is in elements.
func pitchedFill(f C.gh_fill, how submission) C.hipError_t {
	if _, e := streamOf(how.stream); e != C.hipSuccess {
		return e
	}
	dst, w, h, d, elem := unsafe.Pointer(f.dst), f.width, f.height, f.depth, C.size_t(f.elem)
	if w == 0 || h == 0 || d == 0 {
		return C.hipSuccess
	}
	if dst == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(dst)
	if !ok && !bool(cur().c.drv.foreign_memory) {
		return C.hipErrorInvalidValue
	}
	if w > 1<<48 || h > 1 && (f.pitch < w*elem || f.pitch%elem != 0) || d > 1 && f.pitch == 0 || uintptr(dst)%uintptr(elem) != 0 {
		return C.hipErrorInvalidValue
	}
	n, fits := span(f.pitch, f.slice, w*elem, h, d)
	if !fits || ok && uint64(uintptr(dst))-uint64(a.start)+n > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	// A fill of host memory is complete when the call returns, one of device memory is
	// asynchronous.
	how.wait = how.wait && !(ok && bool(C.gh_on_device(&a)))
	return how.run(C.op_fill(f))
}

func hipMemset2D(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(dst), pitch: pitch, width: w, height: h, value: C.uint32_t(uint8(value)), elem: 1}, blocking)
}

func hipMemset2DAsync(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(dst), pitch: pitch, width: w, height: h, value: C.uint32_t(uint8(value)), elem: 1}, async(s))
}

func set3D(p C.hipPitchedPtr, value C.int, e C.hipExtent, how submission) C.hipError_t {
	height := p.ysize
	if height == 0 {
		height = e.height
	}
	if e.width > p.pitch && e.height > 1 || e.height > height {
		return C.hipErrorInvalidValue
	}
	return pitchedFill(C.gh_fill{dst: (*C.char)(p.ptr), pitch: p.pitch, slice: p.pitch * height, width: e.width, height: e.height, depth: e.depth,
		value: C.uint32_t(uint8(value)), elem: 1}, how)
}

func hipMemset3D(p C.hipPitchedPtr, value C.int, e C.hipExtent) C.hipError_t {
	return set3D(p, value, e, blocking)
}

func hipMemset3DAsync(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t) C.hipError_t {
	return set3D(p, value, e, async(s))
}

func hipMemsetD2D8(dst C.hipDeviceptr_t, pitch C.size_t, value C.uchar, w, h C.size_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 1}, blocking)
}

func hipMemsetD2D8Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.uchar, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 1}, async(s))
}

func hipMemsetD2D16(dst C.hipDeviceptr_t, pitch C.size_t, value C.ushort, w, h C.size_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 2}, blocking)
}

func hipMemsetD2D16Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.ushort, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 2}, async(s))
}

func hipMemsetD2D32(dst C.hipDeviceptr_t, pitch C.size_t, value C.uint, w, h C.size_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 4}, blocking)
}

func hipMemsetD2D32Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.uint, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return fill2D(C.gh_fill{dst: (*C.char)(unsafe.Pointer(dst)), pitch: pitch, width: w, height: h, value: C.uint32_t(value), elem: 4}, async(s))
}
