// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

func pitchedFill(dst unsafe.Pointer, pitch, slice, w, h, d C.size_t, value C.int, s C.hipStream_t, wait bool) C.hipError_t {
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
	if !ok && cur().c.drv == nil {
		return C.hipErrorInvalidValue
	}
	if h > 1 && pitch < w || d > 1 && pitch == 0 {
		return C.hipErrorInvalidValue
	}
	n, fits := span(pitch, slice, w, h, d)
	if !fits || ok && uint64(uintptr(dst))-uint64(a.start)+n > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	f := C.gh_fill{dst: (*C.char)(dst), pitch: pitch, slice: slice, width: w, height: h, depth: d, value: C.uint32_t(uint8(value)), elem: 1}
	// A fill of host memory is over when the call returns, one of the device's goes on alone.
	return run(s, C.op_fill(f), wait && !(ok && bool(C.gh_on_device(&a))))
}

func hipMemset2D(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, value, nil, true)
}

func hipMemset2DAsync(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, value, s, false)
}

func set3D(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t, wait bool) C.hipError_t {
	height := p.ysize
	if height == 0 {
		height = e.height
	}
	if e.width > p.pitch && e.height > 1 || e.height > height {
		return C.hipErrorInvalidValue
	}
	return pitchedFill(p.ptr, p.pitch, p.pitch*height, e.width, e.height, e.depth, value, s, wait)
}

func hipMemset3D(p C.hipPitchedPtr, value C.int, e C.hipExtent) C.hipError_t {
	return set3D(p, value, e, nil, true)
}

func hipMemset3DAsync(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t) C.hipError_t {
	return set3D(p, value, e, s, false)
}
