// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"unsafe"

	"gohipcc/runtime/hip"
)

// backendOf returns the backend's kernel of a function.
func backendOf(f *C.gh_func) *hip.Kernel {
	handlesMu.Lock()
	m := funcOf[f]
	handlesMu.Unlock()
	if m == nil {
		return nil
	}
	fn, err := m.rt.Kernel(context.Background(), C.GoString(f.name))
	if err != nil {
		return nil
	}
	return fn
}

// maxDynamic returns the largest dynamic shared memory of a launch.
func maxDynamic(f *C.gh_func) C.size_t { return f.max_shared - min(f.static_shared, f.max_shared) }

func hipFuncGetAttributes(out *C.struct_hipFuncAttributes, host unsafe.Pointer) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	f, e := functionOf(host)
	if e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	*out = C.struct_hipFuncAttributes{
		binaryVersion: 90, ptxVersion: 90, numRegs: 32,
		maxDynamicSharedSizeBytes: C.int(maxDynamic(f)),
		maxThreadsPerBlock:        C.int(f.max_threads),
		sharedSizeBytes:           f.static_shared,
	}
	if f.max_dynamic_shared >= 0 {
		out.maxDynamicSharedSizeBytes = f.max_dynamic_shared
	}
	if fn := backendOf(f); fn != nil {
		if n := fn.Backend().Meta().VGPRs; n > 0 {
			out.numRegs = C.int(n)
		}
		out.localSizeBytes = C.size_t(fn.Backend().Private())
	}
	handlesMu.Lock()
	if m := funcOf[f]; m != nil {
		out.constSizeBytes = C.size_t(m.constants)
	}
	handlesMu.Unlock()
	return C.hipSuccess
}

func hipFuncGetAttribute(value *C.int, attr C.hipFunction_attribute, h C.hipFunction_t) C.hipError_t {
	if value == nil {
		return C.hipErrorInvalidValue
	}
	if h == nil {
		return C.hipErrorInvalidResourceHandle
	}
	var a C.struct_hipFuncAttributes
	if hipFuncGetAttributes(&a, unsafe.Pointer(h)) != C.hipSuccess {
		return C.hipErrorInvalidResourceHandle
	}
	switch attr {
	case C.HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
		*value = a.maxThreadsPerBlock
	case C.HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
		*value = C.int(a.sharedSizeBytes)
	case C.HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
		*value = C.int(a.constSizeBytes)
	case C.HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
		*value = C.int(a.localSizeBytes)
	case C.HIP_FUNC_ATTRIBUTE_NUM_REGS:
		*value = a.numRegs
	case C.HIP_FUNC_ATTRIBUTE_PTX_VERSION:
		*value = a.ptxVersion
	case C.HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
		*value = a.binaryVersion
	case C.HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
		*value = a.cacheModeCA
	case C.HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		*value = a.maxDynamicSharedSizeBytes
	case C.HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
		*value = a.preferredShmemCarveout
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

func hipFuncSetAttribute(host unsafe.Pointer, attr C.hipFuncAttribute, value C.int) C.hipError_t {
	f, e := functionOf(host)
	if e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	switch attr {
	case C.hipFuncAttributeMaxDynamicSharedMemorySize:
		if value < 0 || C.size_t(value) > maxDynamic(f) {
			return C.hipErrorInvalidValue
		}
		f.max_dynamic_shared = value
	case C.hipFuncAttributePreferredSharedMemoryCarveout:
		// A hint without an effect. AMD's runtime does not keep it either, by which programs see that it has none.
		if value < -1 || value > 100 {
			return C.hipErrorInvalidValue
		}
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// prefer accepts a preference that has no effect here, if HIP has it.
func prefer(host unsafe.Pointer, known bool) C.hipError_t {
	if _, e := functionOf(host); e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	if !known {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

func hipFuncSetCacheConfig(host unsafe.Pointer, c C.hipFuncCache_t) C.hipError_t {
	return prefer(host, c <= C.hipFuncCachePreferEqual)
}

func hipFuncSetSharedMemConfig(host unsafe.Pointer, c C.hipSharedMemConfig) C.hipError_t {
	return prefer(host, c <= C.hipSharedMemBankSizeEightByte)
}

func hipProfilerStart() C.hipError_t { return C.hipSuccess }
func hipProfilerStop() C.hipError_t  { return C.hipSuccess }
