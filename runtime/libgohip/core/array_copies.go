// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// rowsOfArray copies n rows of w bytes between an array and linear memory; order determines which
// of the two is the destination.
func rowsOfArray(h C.hipArray_t, x, y C.size_t, p unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t, wait bool, order func(array, memory side) (dst, src side)) C.hipError_t {
	a := arrayOf(h)
	if a == nil {
		return C.hipErrorInvalidHandle
	}
	if p == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	if w == 0 || n == 0 {
		return C.hipSuccess
	}
	if pitch < w || pitch > maxPitch {
		return C.hipErrorInvalidPitchValue
	}
	dst, src := order(a.at(x, y, 0), linear(p, pitch, n))
	return pitchedCopy(dst, src, w, n, 1, s, wait)
}

func toArray(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t, wait bool) C.hipError_t {
	return rowsOfArray(h, x, y, src, pitch, w, n, kind, s, wait, func(array, memory side) (dst, src side) { return array, memory })
}

func fromArray(dst unsafe.Pointer, pitch C.size_t, h C.hipArray_const_t, x, y, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t, wait bool) C.hipError_t {
	return rowsOfArray(C.hipArray_t(unsafe.Pointer(h)), x, y, dst, pitch, w, n, kind, s, wait, func(array, memory side) (dst, src side) { return memory, array })
}

func hipMemcpy2DToArray(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return toArray(h, x, y, src, pitch, w, n, kind, nil, true)
}

func hipMemcpy2DToArrayAsync(h C.hipArray_t, x, y C.size_t, src unsafe.Pointer, pitch, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return toArray(h, x, y, src, pitch, w, n, kind, s, false)
}

func hipMemcpy2DFromArray(dst unsafe.Pointer, pitch C.size_t, h C.hipArray_const_t, x, y, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return fromArray(dst, pitch, h, x, y, w, n, kind, nil, true)
}

func hipMemcpy2DFromArrayAsync(dst unsafe.Pointer, pitch C.size_t, h C.hipArray_const_t, x, y, w, n C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return fromArray(dst, pitch, h, x, y, w, n, kind, s, false)
}

func hipMemcpy2DArrayToArray(dst C.hipArray_t, dx, dy C.size_t, src C.hipArray_const_t, sx, sy, w, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	a, b := arrayOf(dst), arrayOf(C.hipArray_t(unsafe.Pointer(src)))
	if a == nil || b == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	return pitchedCopy(a.at(dx, dy, 0), b.at(sx, sy, 0), w, n, 1, nil, true)
}

// whole copies bytes in row order from a position on: the rest of the first row, whole rows, the
// start of the last.
func whole(a *array, x, y C.size_t, other unsafe.Pointer, n C.size_t, to bool, s C.hipStream_t, wait bool) C.hipError_t {
	row := a.width * a.elem
	if x > row || y >= a.rows() || n > (a.rows()-y)*row-x {
		return C.hipErrorInvalidValue
	}
	for n > 0 {
		if x >= row {
			x, y = 0, y+1
		}
		w, rows := min(n, row-x), C.size_t(1)
		if x == 0 && n >= row {
			rows = n / row
		}
		part, mem := a.at(x, y, 0), linear(other, w, rows)
		var e C.hipError_t
		if to {
			e = pitchedCopy(part, mem, w, rows, 1, s, wait)
		} else {
			e = pitchedCopy(mem, part, w, rows, 1, s, wait)
		}
		if e != C.hipSuccess {
			return e
		}
		other = unsafe.Add(other, w*rows)
		n -= w * rows
		y += rows
		x = 0
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
	return whole(a, x, y, src, n, true, nil, true)
}

func hipMemcpyFromArray(dst unsafe.Pointer, h C.hipArray_const_t, x, y, n C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	a := arrayOf(C.hipArray_t(unsafe.Pointer(h)))
	if a == nil || dst == nil {
		return C.hipErrorInvalidValue
	}
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	return whole(a, x, y, dst, n, false, nil, true)
}

func arrayLinear(h C.hipArray_t, off C.size_t, p unsafe.Pointer, n C.size_t, to bool, s C.hipStream_t, wait bool) C.hipError_t {
	a := arrayOf(h)
	if a == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	if n == 0 {
		return C.hipSuccess
	}
	if row := a.width * a.elem; off > row || n > row-off { // HIP has this for arrays of one dimension
		return C.hipErrorInvalidValue
	}
	row := a.width * a.elem
	return whole(a, off%row, off/row, p, n, to, s, wait)
}

func hipMemcpyAtoH(dst unsafe.Pointer, h C.hipArray_t, off, n C.size_t) C.hipError_t {
	return arrayLinear(h, off, dst, n, false, nil, true)
}

func hipMemcpyHtoA(h C.hipArray_t, off C.size_t, src unsafe.Pointer, n C.size_t) C.hipError_t {
	return arrayLinear(h, off, src, n, true, nil, true)
}

func hipMemcpyAtoHAsync(dst unsafe.Pointer, h C.hipArray_t, off, n C.size_t, s C.hipStream_t) C.hipError_t {
	return arrayLinear(h, off, dst, n, false, s, false)
}

func hipMemcpyHtoAAsync(h C.hipArray_t, off C.size_t, src unsafe.Pointer, n C.size_t, s C.hipStream_t) C.hipError_t {
	return arrayLinear(h, off, src, n, true, s, false)
}

func hipMemcpyAtoD(dst C.hipDeviceptr_t, h C.hipArray_t, off, n C.size_t) C.hipError_t {
	return arrayLinear(h, off, unsafe.Pointer(dst), n, false, nil, true)
}

func hipMemcpyDtoA(h C.hipArray_t, off C.size_t, src C.hipDeviceptr_t, n C.size_t) C.hipError_t {
	return arrayLinear(h, off, unsafe.Pointer(src), n, true, nil, true)
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
	return pitchedCopy(a.at(doff%ra, doff/ra, 0), b.at(soff%rb, soff/rb, 0), n, 1, 1, nil, true)
}
