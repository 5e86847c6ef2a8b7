// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// pitchedFill sets d slices of h rows of w elements of elem bytes.
func pitchedFill(dst unsafe.Pointer, pitch, slice, w, h, d C.size_t, value C.uint32_t, elem C.size_t, s C.hipStream_t, wait bool) C.hipError_t {
	if _, e := streamOf(s); e != C.hipSuccess {
		return e
	}
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
	if w > 1<<48 || h > 1 && (pitch < w*elem || pitch%elem != 0) || d > 1 && pitch == 0 || uintptr(dst)%uintptr(elem) != 0 {
		return C.hipErrorInvalidValue
	}
	n, fits := span(pitch, slice, w*elem, h, d)
	if !fits || ok && uint64(uintptr(dst))-uint64(a.start)+n > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	f := C.gh_fill{dst: (*C.char)(dst), pitch: pitch, slice: slice, width: w, height: h, depth: d, value: value, elem: C.uint32_t(elem)}
	// A fill of host memory is complete when the call returns, one of device memory is
	// asynchronous.
	return run(s, C.op_fill(f), wait && !(ok && bool(C.gh_on_device(&a))))
}

func hipMemset2D(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, C.uint32_t(uint8(value)), 1, nil, true)
}

func hipMemset2DAsync(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, C.uint32_t(uint8(value)), 1, s, false)
}

func set3D(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t, wait bool) C.hipError_t {
	height := p.ysize
	if height == 0 {
		height = e.height
	}
	if e.width > p.pitch && e.height > 1 || e.height > height {
		return C.hipErrorInvalidValue
	}
	return pitchedFill(p.ptr, p.pitch, p.pitch*height, e.width, e.height, e.depth, C.uint32_t(uint8(value)), 1, s, wait)
}

func hipMemset3D(p C.hipPitchedPtr, value C.int, e C.hipExtent) C.hipError_t {
	return set3D(p, value, e, nil, true)
}

func hipMemset3DAsync(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t) C.hipError_t {
	return set3D(p, value, e, s, false)
}

func hipMemsetD2D8(dst C.hipDeviceptr_t, pitch C.size_t, value C.uchar, w, h C.size_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 1, nil, true)
}

func hipMemsetD2D8Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.uchar, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 1, s, false)
}

func hipMemsetD2D16(dst C.hipDeviceptr_t, pitch C.size_t, value C.ushort, w, h C.size_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 2, nil, true)
}

func hipMemsetD2D16Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.ushort, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 2, s, false)
}

func hipMemsetD2D32(dst C.hipDeviceptr_t, pitch C.size_t, value C.uint, w, h C.size_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 4, nil, true)
}

func hipMemsetD2D32Async(dst C.hipDeviceptr_t, pitch C.size_t, value C.uint, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(unsafe.Pointer(dst), pitch, pitch*h, w, h, 1, C.uint32_t(value), 4, s, false)
}
