// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// cooperative reports whether a grid of several blocks that wait for each other can be launched.
func cooperative(d *device) C.int {
	if d.c.resident_blocks != 1 {
		return 1
	}
	return 0
}

// gohipCheckCooperative checks a cooperative launch: the grid may have as many blocks as the occupancy functions
// say that the device runs at once, whether they wait for each other or not. A driver that counts them itself reports no number.
//
//export gohipCheckCooperative
func gohipCheckCooperative(f *C.gh_func, grid, block *C.uint32_t, shared C.size_t) (e C.hipError_t) {
	defer guard("a cooperative launch", &e)
	if e := C.sh_check_launch(shim, f, grid, block, shared); e != C.hipSuccess || f.dev.resident_blocks == 0 {
		return e
	}
	g, b := unsafe.Slice(grid, 3), unsafe.Slice(block, 3)
	if most := limitsOf(f).Grid(int(b[0]*b[1]*b[2]), uint64(shared)); uint64(g[0])*uint64(g[1])*uint64(g[2]) > uint64(most) {
		return C.hipErrorCooperativeLaunchTooLarge
	}
	return C.hipSuccess
}

// multiLaunch is a launch over a number of devices.
type multiLaunch struct {
	devices     int
	cooperative bool // the blocks on a device may wait for each other
}

// launchPart launches one device's part.
func (m multiLaunch) launchPart(f *C.gh_func, s *C.gh_stream, grid, block [3]C.uint32_t, shared C.size_t, args *unsafe.Pointer) C.hipError_t {
	if m.devices > 1 && f.multi_grid {
		complain("kernel %s has a group of the grids of all devices, which do not wait for each other: it can be launched on one, not on %d", C.GoString(f.name), m.devices)
		return C.hipErrorNotSupported
	}
	e := C.sh_check_launch(shim, f, &grid[0], &block[0], shared)
	if m.cooperative {
		e = gohipCheckCooperative(f, &grid[0], &block[0], shared)
	}
	if e != C.hipSuccess {
		return e
	}
	op := C.op_launch(f, &grid[0], &block[0], shared, args, C.bool(m.cooperative))
	return C.sh_submit(shim, s, &op)
}

func hipLaunchCooperativeKernelMultiDevice(list *C.hipLaunchParams, n C.int, flags C.uint) C.hipError_t {
	return launchList(list, n, flags, true)
}

func hipExtLaunchMultiKernelMultiDevice(list *C.hipLaunchParams, n C.int, flags C.uint) C.hipError_t {
	return launchList(list, n, flags, false)
}

func launchList(list *C.hipLaunchParams, n C.int, flags C.uint, cooperative bool) C.hipError_t {
	if list == nil || n <= 0 || int(n) > len(devices) || flags > 3 {
		return C.hipErrorInvalidValue
	}
	m := multiLaunch{int(n), cooperative}
	for _, p := range unsafe.Slice(list, n) {
		s, e := streamOf(p.stream)
		if e != C.hipSuccess {
			return e
		}
		f, e := functionOn(p._func, s.dev.ordinal)
		if e != C.hipSuccess {
			return e
		}
		g := [3]C.uint32_t{p.gridDim.x, p.gridDim.y, p.gridDim.z}
		b := [3]C.uint32_t{p.blockDim.x, p.blockDim.y, p.blockDim.z}
		if e := m.launchPart(f, s, g, b, p.sharedMem, p.args); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

func hipModuleLaunchCooperativeKernelMultiDevice(list *C.hipFunctionLaunchParams, n, flags C.uint) C.hipError_t {
	if list == nil || n == 0 || int(n) > len(devices) || flags > 3 {
		return C.hipErrorInvalidValue
	}
	m := multiLaunch{int(n), true}
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
		if e := m.launchPart(f, s, g, b, C.size_t(p.sharedMemBytes), p.kernelParams); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}
