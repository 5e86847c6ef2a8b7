// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// A rowsCopy is a copy of rows between an array and linear memory.
type rowsCopy struct {
	array       C.hipArray_t
	x, y        C.size_t // where it starts in the array; x in bytes
	memory      unsafe.Pointer
	pitch       C.size_t
	width, rows C.size_t // bytes of a row
	kind        C.hipMemcpyKind
	toArray     bool
}

func (c *rowsCopy) run(how submission) C.hipError_t {
	a := arrayOf(c.array)
	if a == nil {
		return C.hipErrorInvalidHandle
	}
	if c.memory == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(c.kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	if c.width == 0 || c.rows == 0 {
		return C.hipSuccess
	}
	if c.pitch < c.width || c.pitch > maxPitch {
		return C.hipErrorInvalidPitchValue
	}
	dst, src := linear(c.memory, c.pitch, c.rows), a.at(c.x, c.y, 0)
	if c.toArray {
		dst, src = src, dst
	}
	return pitchedCopy(dst, src, plane(c.width, c.rows), how)
}

func hipMemcpy2DToArray(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return (&rowsCopy{h, x, y, src, pitch, w, n, kind, true}).run(blocking)
}

func hipMemcpy2DToArrayAsync(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return (&rowsCopy{h, x, y, src, pitch, w, n, kind, true}).run(async(s))
}

func hipMemcpy2DFromArray(dst unsafe.Pointer, pitch C.size_t, h C.hipArray_const_t, x, y, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return (&rowsCopy{C.hipArray_t(unsafe.Pointer(h)), x, y, dst, pitch, w, n, kind, false}).run(blocking)
}

func hipMemcpy2DFromArrayAsync(dst unsafe.Pointer, pitch C.size_t, h C.hipArray_const_t, x, y, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return (&rowsCopy{C.hipArray_t(unsafe.Pointer(h)), x, y, dst, pitch, w, n, kind, false}).run(async(s))
}

func hipMemcpy2DArrayToArray(dst C.hipArray_t, dx, dy C.size_t, src C.hipArray_const_t, sx, sy, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	a, b := arrayOf(dst), arrayOf(C.hipArray_t(unsafe.Pointer(src)))
	if a == nil || b == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	return pitchedCopy(a.at(dx, dy, 0), b.at(sx, sy, 0), plane(w, n), blocking)
}

// A bytesCopy is a copy between linear memory and the bytes of an array in row order.
type bytesCopy struct {
	array   *array
	x, y    C.size_t // where it starts in the array; x in bytes
	memory  unsafe.Pointer
	size    C.size_t
	toArray bool
}

// run copies the rest of the first row, whole rows, and the start of the last.
func (c bytesCopy) run(how submission) C.hipError_t {
	row := c.array.width * c.array.elem
	if c.x > row || c.y >= c.array.rows() || c.size > (c.array.rows()-c.y)*row-c.x {
		return C.hipErrorInvalidValue
	}
	for c.size > 0 {
		if c.x >= row {
			c.x, c.y = 0, c.y+1
		}
		w, rows := min(c.size, row-c.x), C.size_t(1)
		if c.x == 0 && c.size >= row {
			rows = c.size / row
		}
		dst, src := linear(c.memory, w, rows), c.array.at(c.x, c.y, 0)
		if c.toArray {
			dst, src = src, dst
		}
		if e := pitchedCopy(dst, src, plane(w, rows), how); e != C.hipSuccess {
			return e
		}
		c.memory = unsafe.Add(c.memory, w*rows)
		c.size -= w * rows
		c.x, c.y = 0, c.y+rows
	}
	return C.hipSuccess
}

func hipMemcpyToArray(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	a := arrayOf(h)
	if a == nil || src == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	return bytesCopy{a, x, y, src, n, true}.run(blocking)
}

func hipMemcpyFromArray(dst unsafe.Pointer, h C.hipArray_const_t, x, y, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	a := arrayOf(C.hipArray_t(unsafe.Pointer(h)))
	if a == nil || dst == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	return bytesCopy{a, x, y, dst, n, false}.run(blocking)
}

// An offsetCopy is a copy between linear memory and an array from an offset on, which HIP has for
// arrays of one dimension.
type offsetCopy struct {
	array   C.hipArray_t
	offset  C.size_t
	memory  unsafe.Pointer
	size    C.size_t
	toArray bool
}

func (c *offsetCopy) run(how submission) C.hipError_t {
	a := arrayOf(c.array)
	if a == nil || c.memory == nil {
		return C.hipErrorInvalidValue
	}
	if c.size == 0 {
		return C.hipSuccess
	}
	row := a.width * a.elem
	if c.offset > row || c.size > row-c.offset {
		return C.hipErrorInvalidValue
	}
	return bytesCopy{a, c.offset % row, c.offset / row, c.memory, c.size, c.toArray}.run(how)
}

func hipMemcpyAtoH(dst unsafe.Pointer, h C.hipArray_t, off, n C.size_t) C.hipError_t {
	return (&offsetCopy{h, off, dst, n, false}).run(blocking)
}

func hipMemcpyHtoA(h C.hipArray_t, off C.size_t, src unsafe.Pointer, n C.size_t) C.hipError_t {
	return (&offsetCopy{h, off, src, n, true}).run(blocking)
}

func hipMemcpyAtoHAsync(dst unsafe.Pointer, h C.hipArray_t, off, n C.size_t, s C.hipStream_t) C.hipError_t {
	return (&offsetCopy{h, off, dst, n, false}).run(async(s))
}

func hipMemcpyHtoAAsync(h C.hipArray_t, off C.size_t, src unsafe.Pointer, n C.size_t, s C.hipStream_t) C.hipError_t {
	return (&offsetCopy{h, off, src, n, true}).run(async(s))
}

func hipMemcpyAtoD(dst C.hipDeviceptr_t, h C.hipArray_t, off, n C.size_t) C.hipError_t {
	return (&offsetCopy{h, off, unsafe.Pointer(dst), n, false}).run(blocking)
}

func hipMemcpyDtoA(h C.hipArray_t, off C.size_t, src C.hipDeviceptr_t, n C.size_t) C.hipError_t {
	return (&offsetCopy{h, off, unsafe.Pointer(src), n, true}).run(blocking)
}

func hipMemcpyAtoA(dst C.hipArray_t, doff C.size_t, src C.hipArray_t, soff, n C.size_t) C.hipError_t {
	a, b := arrayOf(dst), arrayOf(src)
	if a == nil || b == nil {
		return C.hipErrorInvalidValue
	}
	ra, rb := a.width*a.elem, b.width*b.elem
	if n > ra || n > rb || doff%ra+n > ra || soff%rb+n > rb {
		return C.hipErrorInvalidValue
	}
	return pitchedCopy(a.at(doff%ra, doff/ra, 0), b.at(soff%rb, soff/rb, 0), plane(n, 1), blocking)
}
