// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"gohipcc/runtime"
	"gohipcc/runtime/cuda"
)

// backendOf finds what the road knows of a function.
func backendOf(f *C.gh_func) *runtime.Function {
	handlesMu.Lock()
	m := funcOf[f]
	handlesMu.Unlock()
	if m == nil {
		return nil
	}
	fn, err := m.rt.Function(C.GoString(f.name))
	if err != nil {
		return nil
	}
	return fn
}

// maxDynamic is the dynamic shared memory a launch may ask for.
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
		preferredShmemCarveout:    f.carveout,
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
		if value < -1 || value > 100 {
			return C.hipErrorInvalidValue
		}
		f.carveout = value
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// prefer takes a preference that makes no difference here, if HIP knows it.
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

// ---- occupancy ----

// residentThreads is how many threads a compute unit is said to keep; it must agree
// with maxThreadsPerMultiProcessor.
func residentThreads(f *C.gh_func) C.int { return C.int(f.dev.max_threads) * 2 }

func activeBlocks(f *C.gh_func, block C.int, dynamic C.size_t) C.int {
	if block <= 0 || block > C.int(f.max_threads) {
		return 0
	}
	if fn := backendOf(f); fn != nil {
		if k, ok := fn.Backend().(*cuda.Kernel); ok {
			if n, err := k.Occupancy(int(block), uint64(dynamic)); err == nil {
				return C.int(n)
			}
		}
	}
	n := residentThreads(f) / block
	if shared := f.static_shared + dynamic; shared > 0 {
		n = min(n, C.int(f.max_shared/shared))
	}
	// A CPU's compute unit runs one block to its end before the next, which only blocks
	// that wait for each other can tell. Programs that share a grid out by occupancy divide
	// by what a CPU would have too little of.
	if bool(f.grid_syncs) && devices[f.dev.ordinal].rt.Info().CPU {
		n = min(n, 1)
	}
	return min(n, 32)
}

func occupancyBlocks(out *C.int, f *C.gh_func, block C.int, dynamic C.size_t) C.hipError_t {
	if out == nil || block <= 0 {
		return C.hipErrorInvalidValue
	}
	*out = activeBlocks(f, block, dynamic)
	return C.hipSuccess
}

func occupancySize(grid, block *C.int, f *C.gh_func, dynamic C.size_t, limit C.int) C.hipError_t {
	if grid == nil || block == nil || limit < 0 {
		return C.hipErrorInvalidValue
	}
	most := C.int(f.max_threads)
	if limit > 0 && limit < most {
		most = limit
	}
	best, threads := C.int(0), C.int(0)
	warp := C.int(f.warp)
	for size := (most + warp - 1) / warp * warp; size > 0; size -= warp {
		b := min(size, most)
		if t := b * activeBlocks(f, b, dynamic); t > threads {
			best, threads = b, t
		}
	}
	if best == 0 {
		return C.hipErrorInvalidConfiguration
	}
	*block = best
	*grid = activeBlocks(f, best, dynamic) * C.int(devices[f.dev.ordinal].rt.Info().ComputeUnits)
	return C.hipSuccess
}

func hipOccupancyMaxActiveBlocksPerMultiprocessor(out *C.int, host unsafe.Pointer, block C.int, dynamic C.size_t) C.hipError_t {
	if host == nil {
		return C.hipErrorInvalidDeviceFunction
	}
	f, e := functionOf(host)
	if e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	return occupancyBlocks(out, f, block, dynamic)
}

func hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(out *C.int, host unsafe.Pointer, block C.int, dynamic C.size_t, flags C.uint) C.hipError_t {
	if flags > C.hipOccupancyDisableCachingOverride {
		return C.hipErrorInvalidValue
	}
	return hipOccupancyMaxActiveBlocksPerMultiprocessor(out, host, block, dynamic)
}

func hipOccupancyMaxPotentialBlockSize(grid, block *C.int, host unsafe.Pointer, dynamic C.size_t, limit C.int) C.hipError_t {
	if grid == nil || block == nil {
		return C.hipErrorInvalidValue
	}
	f, e := functionOf(host)
	if e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	return occupancySize(grid, block, f, dynamic, limit)
}

func handleOf(h C.hipFunction_t) *C.gh_func {
	handlesMu.Lock()
	defer handlesMu.Unlock()
	if _, ok := funcOf[h]; ok {
		return h
	}
	return nil
}

func hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(out *C.int, h C.hipFunction_t, block C.int, dynamic C.size_t) C.hipError_t {
	f := handleOf(h)
	if f == nil || out == nil {
		return C.hipErrorInvalidValue
	}
	return occupancyBlocks(out, f, block, dynamic)
}

func hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(out *C.int, h C.hipFunction_t, block C.int, dynamic C.size_t, flags C.uint) C.hipError_t {
	if flags > C.hipOccupancyDisableCachingOverride {
		return C.hipErrorInvalidValue
	}
	return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(out, h, block, dynamic)
}

func hipModuleOccupancyMaxPotentialBlockSize(grid, block *C.int, h C.hipFunction_t, dynamic C.size_t, limit C.int) C.hipError_t {
	f := handleOf(h)
	if f == nil {
		return C.hipErrorInvalidValue
	}
	return occupancySize(grid, block, f, dynamic, limit)
}

func hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid, block *C.int, h C.hipFunction_t, dynamic C.size_t, limit C.int, flags C.uint) C.hipError_t {
	if flags > C.hipOccupancyDisableCachingOverride {
		return C.hipErrorInvalidValue
	}
	return hipModuleOccupancyMaxPotentialBlockSize(grid, block, h, dynamic, limit)
}

// ---- launches on several devices ----

// cooperative says whether a grid of several blocks can be launched whose blocks wait
// for each other.
func cooperative(d *device) C.int {
	if d.c.resident_blocks > 1 {
		return 1
	}
	return 0
}

func hipLaunchCooperativeKernelMultiDevice(list *C.hipLaunchParams, n C.int, flags C.uint) C.hipError_t {
	if list == nil || n <= 0 || int(n) > len(devices) || flags > 3 {
		return C.hipErrorInvalidValue
	}
	return launchList(unsafe.Slice(list, n))
}

func hipExtLaunchMultiKernelMultiDevice(list *C.hipLaunchParams, n C.int, flags C.uint) C.hipError_t {
	return hipLaunchCooperativeKernelMultiDevice(list, n, flags)
}

func launchList(list []C.hipLaunchParams) C.hipError_t {
	for i := range list {
		p := &list[i]
		f, e := functionOf(p._func)
		if e != C.hipSuccess {
			return e
		}
		s, e := streamOf(p.stream)
		if e != C.hipSuccess {
			return e
		}
		g := [3]C.uint32_t{p.gridDim.x, p.gridDim.y, p.gridDim.z}
		b := [3]C.uint32_t{p.blockDim.x, p.blockDim.y, p.blockDim.z}
		op := C.op_launch(f, &g[0], &b[0], p.sharedMem, p.args, true)
		if e := C.sh_submit(shim, s, &op); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

func hipModuleLaunchCooperativeKernelMultiDevice(list *C.hipFunctionLaunchParams, n, flags C.uint) C.hipError_t {
	if list == nil || n == 0 || int(n) > len(devices) || flags > 3 {
		return C.hipErrorInvalidValue
	}
	for _, p := range unsafe.Slice(list, n) {
		f := handleOf(p.function)
		if f == nil {
			return C.hipErrorInvalidResourceHandle
		}
		s, e := streamOf(p.hStream)
		if e != C.hipSuccess {
			return e
		}
		g := [3]C.uint32_t{p.gridDimX, p.gridDimY, p.gridDimZ}
		b := [3]C.uint32_t{p.blockDimX, p.blockDimY, p.blockDimZ}
		op := C.op_launch(f, &g[0], &b[0], C.size_t(p.sharedMemBytes), p.kernelParams, true)
		if e := C.sh_submit(shim, s, &op); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

// ---- profiler ----

func hipProfilerStart() C.hipError_t { return C.hipSuccess }
func hipProfilerStop() C.hipError_t  { return C.hipSuccess }
