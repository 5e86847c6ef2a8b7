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

// unanswered are the attributes that AMD's runtime has no answer to.
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
	host := ok && a.kind != C.GH_DEVICE && a.kind != C.GH_ARRAY
	setBool := func(b bool) {
		*(*C.bool)(data) = C.bool(b)
	}
	switch attr {
	case C.HIP_POINTER_ATTRIBUTE_CONTEXT:
		*(*uintptr)(data) = 0
		if ok {
			*(*C.hipCtx_t)(data) = devices[a.device].context()
		}
	case C.HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
		t := C.enum_hipMemoryType(0)
		if ok {
			t = memoryType(&a)
		}
		*(*C.uint)(data) = C.uint(t)
	case C.HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*(*unsafe.Pointer)(data) = nil
		if ok {
			*(*unsafe.Pointer)(data) = p
		}
	case C.HIP_POINTER_ATTRIBUTE_HOST_POINTER:
		*(*unsafe.Pointer)(data) = nil
		if host {
			*(*unsafe.Pointer)(data) = p
		} else if ok {
			return C.hipErrorInvalidValue
		}
	case C.HIP_POINTER_ATTRIBUTE_BUFFER_ID:
		*(*C.uint)(data) = C.uint(a.id)
	case C.HIP_POINTER_ATTRIBUTE_IS_MANAGED:
		setBool(ok && a.kind == C.GH_MANAGED)
	case C.HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		*(*C.int)(data) = C.hipInvalidDeviceId
		if ok {
			*(*C.int)(data) = a.device
		}
	case C.HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		*(*uintptr)(data) = uintptr(a.start)
	case C.HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
		*(*C.uint)(data) = C.uint(a.size)
	case C.HIP_POINTER_ATTRIBUTE_MAPPED:
		setBool(ok)
	case C.HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
		setBool(bool(a.sync))
	case C.HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE,
		C.HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		setBool(false)
	case C.HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		*(*C.uint)(data) = C.hipMemHandleTypeNone
	case C.HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*(*C.uint)(data) = C.hipMemAccessFlagsProtReadWrite
	case C.HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		*(*unsafe.Pointer)(data) = a.pool
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
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
	if !C.sh_update_alloc(shim, &a) { // given back meanwhile
		return C.hipErrorInvalidDevicePointer
	}
	return C.hipSuccess
}
