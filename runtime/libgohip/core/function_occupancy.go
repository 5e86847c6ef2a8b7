// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"gohipcc/runtime/libgohip/occupancy"
)

// residentThreads is the reported number of resident threads per compute unit; it must agree with
// maxThreadsPerMultiProcessor.
func residentThreads(f *C.gh_func) C.int { return C.int(f.dev.max_threads) * 2 }

// occupancyReporter is implemented by kernels whose driver reports how many of their blocks a compute unit
// runs at once.
type occupancyReporter interface {
	Occupancy(block int, shared uint64) (int, error)
	AvailableShared(blocks, block int) (uint64, error)
}

// limitsOf returns a kernel's limits. A CPU's compute unit runs one block to its end before the next, which
// makes a difference only to blocks that wait for each other. Programs that divide a grid by the occupancy
// would get too few blocks with the CPU's own.
func limitsOf(f *C.gh_func) occupancy.Limits {
	in := devices[f.dev.ordinal].rt.Info()
	l := occupancy.Limits{
		MaxThreads: int(f.max_threads), ResidentThreads: int(residentThreads(f)),
		StaticShared: uint64(f.static_shared), MaxShared: uint64(f.max_shared), Units: in.ComputeUnits,
	}
	if f.grid_syncs {
		l.Resident = in.Resident
	}
	return l
}

func activeBlocks(f *C.gh_func, block C.int, dynamic C.size_t) C.int {
	if block <= 0 || block > C.int(f.max_threads) {
		return 0
	}
	if fn := backendOf(f); fn != nil {
		if k, ok := fn.Backend().(occupancyReporter); ok {
			if n, err := k.Occupancy(int(block), uint64(dynamic)); err == nil {
				return C.int(n)
			}
		}
	}
	return C.int(limitsOf(f).Blocks(int(block), uint64(dynamic)))
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
	best := occupancy.BestSize(int(most), int(f.warp), func(size int) int { return int(activeBlocks(f, C.int(size), dynamic)) })
	if best == 0 {
		return C.hipErrorInvalidConfiguration
	}
	*block = C.int(best)
	*grid = activeBlocks(f, C.int(best), dynamic) * C.int(devices[f.dev.ordinal].rt.Info().ComputeUnits)
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

// hipOccupancyAvailableDynamicSMemPerBlock returns the shared memory that is left for each of the
// given number of blocks that a multiprocessor runs at once.
func hipOccupancyAvailableDynamicSMemPerBlock(out *C.size_t, host unsafe.Pointer, blocks, threads C.int) C.hipError_t {
	if out == nil || host == nil || blocks <= 0 || threads <= 0 {
		return C.hipErrorInvalidValue
	}
	f, e := functionOf(host)
	if e != C.hipSuccess {
		return C.hipErrorInvalidDeviceFunction
	}
	if threads > C.int(f.max_threads) || blocks > activeBlocks(f, threads, 0) {
		return C.hipErrorInvalidValue
	}
	if fn := backendOf(f); fn != nil {
		if k, ok := fn.Backend().(occupancyReporter); ok {
			if n, err := k.AvailableShared(int(blocks), int(threads)); err == nil {
				*out = C.size_t(n)
				return C.hipSuccess
			}
		}
	}
	*out = C.size_t(limitsOf(f).AvailableShared(int(blocks)))
	return C.hipSuccess
}
