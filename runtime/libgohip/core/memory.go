// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// pitchAlign is the alignment in bytes of the rows of pitched memory.
const pitchAlign = 256

func alignUp(n, a C.size_t) C.size_t { return (n + a - 1) / a * a }

// mulOverflows reports whether a*b*c does not fit.
func mulOverflows(a, b, c C.size_t) bool {
	const top = 1 << 62
	return b != 0 && a > top/b || c != 0 && a*b > top/c
}

func allocate(d *device, kind, flags C.uint32_t, size C.size_t) (unsafe.Pointer, C.hipError_t) {
	var p unsafe.Pointer
	e := C.sh_alloc(shim, d.c, kind, flags, size, &p)
	return p, e
}

func findAlloc(p unsafe.Pointer) (C.gh_alloc, bool) {
	var a C.gh_alloc
	ok := bool(C.sh_find_alloc(shim, p, &a))
	return a, ok
}

func hipMallocPitch(ptr *unsafe.Pointer, pitch *C.size_t, width, height C.size_t) C.hipError_t {
	if ptr == nil || pitch == nil {
		return C.hipErrorInvalidValue
	}
	if width == 0 || height == 0 {
		*ptr = nil
		return C.hipSuccess
	}
	if width > 1<<48 || mulOverflows(alignUp(width, pitchAlign), height, 1) {
		return C.hipErrorOutOfMemory
	}
	row := alignUp(width, pitchAlign)
	p, e := allocate(cur(), C.GH_DEVICE, 0, row*height)
	if e == C.hipSuccess {
		*ptr, *pitch = p, row
	}
	return e
}

func hipMemAllocPitch(ptr *C.hipDeviceptr_t, pitch *C.size_t, width, height C.size_t, elem C.uint) C.hipError_t {
	if elem != 4 && elem != 8 && elem != 16 {
		return C.hipErrorInvalidValue
	}
	if ptr == nil || pitch == nil || width == 0 || height == 0 {
		return C.hipErrorInvalidValue
	}
	return hipMallocPitch((*unsafe.Pointer)(unsafe.Pointer(ptr)), pitch, width, height)
}

func hipMalloc3D(out *C.hipPitchedPtr, extent C.hipExtent) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if extent.width == 0 || extent.height == 0 || extent.depth == 0 {
		*out = C.hipPitchedPtr{xsize: extent.width, ysize: extent.height}
		return C.hipSuccess
	}
	if extent.width > 1<<48 || mulOverflows(alignUp(extent.width, pitchAlign), extent.height, extent.depth) {
		return C.hipErrorOutOfMemory
	}
	row := alignUp(extent.width, pitchAlign)
	p, e := allocate(cur(), C.GH_DEVICE, 0, row*extent.height*extent.depth)
	if e == C.hipSuccess {
		*out = C.hipPitchedPtr{ptr: p, pitch: row, xsize: extent.width, ysize: extent.height}
	}
	return e
}

func hipMemGetInfo(free, total *C.size_t) C.hipError_t {
	if free == nil && total == nil {
		return C.hipErrorInvalidValue
	}
	d := cur()
	if d.gpu != nil {
		return d.gpu.memInfo(free, total)
	}
	used := C.sh_used_memory(d.c)
	if total != nil {
		*total = d.c.total_memory
	}
	if free != nil {
		*free = d.c.total_memory - min(used, d.c.total_memory)
	}
	return C.hipSuccess
}

func hipMemPtrGetInfo(p unsafe.Pointer, size *C.size_t) C.hipError_t {
	if p == nil || size == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok {
		return C.hipErrorInvalidValue
	}
	*size = a.size
	return C.hipSuccess
}

// hipMemGetHandleForAddressRange checks its arguments; no backend exports memory as a dma-buf.
func hipMemGetHandleForAddressRange(handle unsafe.Pointer, p C.hipDeviceptr_t, size C.size_t, kind C.hipMemRangeHandleType, flags C.ulonglong) C.hipError_t {
	if handle == nil || size == 0 || kind != C.hipMemRangeHandleTypeDmaBufFd || flags > C.hipMemRangeFlagDmaBufMappingTypePcie {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(unsafe.Pointer(p))
	if !ok || size > a.size-C.size_t(uintptr(unsafe.Pointer(p))-uintptr(a.start)) {
		return C.hipErrorInvalidValue
	}
	return C.hipErrorNotSupported
}

func hipMemGetAddressRange(base *C.hipDeviceptr_t, size *C.size_t, p C.hipDeviceptr_t) C.hipError_t {
	a, ok := findAlloc(unsafe.Pointer(p))
	if !ok {
		return C.hipErrorNotFound
	}
	if base != nil {
		setPointer(unsafe.Pointer(base), uintptr(a.start))
	}
	if size != nil {
		*size = a.size
	}
	return C.hipSuccess
}
