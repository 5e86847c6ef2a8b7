// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

func memoryType(a *C.gh_alloc) C.enum_hipMemoryType {
	switch a.kind {
	case C.GH_HOST, C.GH_REGISTERED:
		return C.hipMemoryTypeHost
	case C.GH_MANAGED:
		return C.hipMemoryTypeManaged
	}
	return C.hipMemoryTypeDevice
}

func hipPointerGetAttributes(out *C.hipPointerAttribute_t, p unsafe.Pointer) C.hipError_t {
	if out == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok {
		*out = C.hipPointerAttribute_t{}
		out._type = C.hipMemoryTypeUnregistered
		out.device = C.hipInvalidDeviceId
		out.hostPointer = nil
		return C.hipSuccess
	}
	*out = C.hipPointerAttribute_t{device: a.device, devicePointer: p, allocationFlags: C.uint(a.flags)}
	out._type = memoryType(&a)
	if a.kind != C.GH_DEVICE && a.kind != C.GH_ARRAY {
		out.hostPointer = p
	}
	if a.kind == C.GH_MANAGED {
		out.isManaged = 1
	}
	return C.hipSuccess
}

// unanswered are the attributes that AMD's runtime does not support.
var unanswered = map[C.hipPointer_attribute]bool{
	C.HIP_POINTER_ATTRIBUTE_CONTEXT: true, C.HIP_POINTER_ATTRIBUTE_P2P_TOKENS: true,
	C.HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE: true, C.HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: true,
	C.HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: true, C.HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: true,
}

// pointerAttribute writes one attribute; unknown pointers have some, too.
func pointerAttribute(data unsafe.Pointer, attr C.hipPointer_attribute, p unsafe.Pointer, lenient bool) C.hipError_t {
	a, ok := findAlloc(p)
	if !ok && !lenient {
		if attr == C.HIP_POINTER_ATTRIBUTE_MEMORY_TYPE && arrayOf(C.hipArray_t(p)) != nil {
			*(*C.uint)(data) = C.hipMemoryTypeArray
			return C.hipSuccess
		}
		return C.hipErrorInvalidValue
	}
	if !lenient && unanswered[attr] {
		return C.hipErrorNotSupported
	}
	write := pointerAttributes[attr]
	if write == nil {
		return C.hipErrorInvalidValue
	}
	q := pointerQuery{a: a, known: ok, address: p}
	if attr == C.HIP_POINTER_ATTRIBUTE_HOST_POINTER && ok && !q.host() {
		*(*unsafe.Pointer)(data) = nil
		return C.hipErrorInvalidValue
	}
	write(data, &q)
	return C.hipSuccess
}

// pointerQuery is an address whose attributes are requested, with the allocation that contains it, if
// any.
type pointerQuery struct {
	a       C.gh_alloc
	known   bool
	address unsafe.Pointer
}

// host reports whether the host can access the memory.
func (q *pointerQuery) host() bool {
	return q.known && q.a.kind != C.GH_DEVICE && q.a.kind != C.GH_ARRAY
}

// pointerAttributes write the attributes of an address, each in a type of its own.
var pointerAttributes = map[C.hipPointer_attribute]func(data unsafe.Pointer, q *pointerQuery){
	C.HIP_POINTER_ATTRIBUTE_CONTEXT: func(data unsafe.Pointer, q *pointerQuery) {
		*(*uintptr)(data) = 0
		if q.known {
			*(*C.hipCtx_t)(data) = devices[q.a.device].context()
		}
	},
	C.HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: func(data unsafe.Pointer, q *pointerQuery) {
		t := C.enum_hipMemoryType(0)
		if q.known {
			t = memoryType(&q.a)
		}
		*(*C.uint)(data) = C.uint(t)
	},
	C.HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: func(data unsafe.Pointer, q *pointerQuery) { putAddress(data, q.address, q.known) },
	C.HIP_POINTER_ATTRIBUTE_HOST_POINTER:   func(data unsafe.Pointer, q *pointerQuery) { putAddress(data, q.address, q.host()) },
	C.HIP_POINTER_ATTRIBUTE_BUFFER_ID:      func(data unsafe.Pointer, q *pointerQuery) { *(*C.uint)(data) = C.uint(q.a.id) },
	C.HIP_POINTER_ATTRIBUTE_IS_MANAGED:     func(data unsafe.Pointer, q *pointerQuery) { putBool(data, q.known && q.a.kind == C.GH_MANAGED) },
	C.HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: func(data unsafe.Pointer, q *pointerQuery) {
		*(*C.int)(data) = C.hipInvalidDeviceId
		if q.known {
			*(*C.int)(data) = q.a.device
		}
	},
	C.HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:           func(data unsafe.Pointer, q *pointerQuery) { *(*uintptr)(data) = uintptr(q.a.start) },
	C.HIP_POINTER_ATTRIBUTE_RANGE_SIZE:                 func(data unsafe.Pointer, q *pointerQuery) { *(*C.uint)(data) = C.uint(q.a.size) },
	C.HIP_POINTER_ATTRIBUTE_MAPPED:                     func(data unsafe.Pointer, q *pointerQuery) { putBool(data, q.known) },
	C.HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:                func(data unsafe.Pointer, q *pointerQuery) { putBool(data, bool(q.a.sync)) },
	C.HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE:  func(data unsafe.Pointer, _ *pointerQuery) { putBool(data, false) },
	C.HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: func(data unsafe.Pointer, _ *pointerQuery) { putBool(data, false) },
	C.HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:       func(data unsafe.Pointer, _ *pointerQuery) { *(*C.uint)(data) = C.hipMemHandleTypeNone },
	C.HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:               func(data unsafe.Pointer, _ *pointerQuery) { *(*C.uint)(data) = C.hipMemAccessFlagsProtReadWrite },
	C.HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:             func(data unsafe.Pointer, q *pointerQuery) { *(*unsafe.Pointer)(data) = q.a.pool },
}

func putBool(data unsafe.Pointer, b bool) { *(*C.bool)(data) = C.bool(b) }

// putAddress writes an address, or null.
func putAddress(data, p unsafe.Pointer, ok bool) {
	*(*unsafe.Pointer)(data) = nil
	if ok {
		*(*unsafe.Pointer)(data) = p
	}
}

func hipPointerGetAttribute(data unsafe.Pointer, attr C.hipPointer_attribute, p C.hipDeviceptr_t) C.hipError_t {
	if data == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	return pointerAttribute(data, attr, unsafe.Pointer(p), false)
}

func hipDrvPointerGetAttributes(n C.uint, attrs *C.hipPointer_attribute, data *unsafe.Pointer, p C.hipDeviceptr_t) C.hipError_t {
	const maxAttributes = 64 // more than there are kinds of
	if n == 0 || n > maxAttributes || attrs == nil || data == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	list, out := unsafe.Slice(attrs, n), unsafe.Slice(data, n)
	for i := range list {
		if out[i] == nil {
			return C.hipErrorInvalidValue
		}
		pointerAttribute(out[i], list[i], unsafe.Pointer(p), true)
	}
	return C.hipSuccess
}

func hipPointerSetAttribute(value unsafe.Pointer, attr C.hipPointer_attribute, p C.hipDeviceptr_t) C.hipError_t {
	if value == nil || p == nil || attr != C.HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(unsafe.Pointer(p))
	if !ok || a.kind != C.GH_DEVICE {
		return C.hipErrorInvalidDevicePointer
	}
	a.sync = *(*C.uint)(value) != 0
	if !C.sh_update_alloc(shim, &a) { // freed meanwhile
		return C.hipErrorInvalidDevicePointer
	}
	return C.hipSuccess
}
