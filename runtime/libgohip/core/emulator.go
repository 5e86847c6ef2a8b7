// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
// #include <stdio.h>
import "C"

import (
	"errors"
	"unsafe"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/emulator"
	"gohipcc/runtime/hip"
)

// standardOutput is C's stdout, so that the output of kernels stays in order with the program's.
type standardOutput struct{}

func (standardOutput) Write(p []byte) (int, error) {
	return int(C.fwrite(unsafe.Pointer(unsafe.SliceData(p)), 1, C.size_t(len(p)), C.stdout)), nil
}

// openEmulator creates the C side's description of an emulated AMD GPU.
func openEmulator(rt *hip.Device, ordinal int) (*device, error) {
	emulated, ok := rt.Backend().(*emulator.Device)
	if !ok {
		return nil, nil
	}
	in := rt.Info()
	c := (*C.gh_device)(C.calloc(1, C.sizeof_gh_device))
	c.ordinal = C.int(ordinal)
	c.drv = shim.emulator
	c.eager = true
	c.host_access = true
	c.model = C.GH_MEM_USM
	c.resident_blocks = C.uint32_t(in.Resident)
	d := newDevice(rt, c)
	d.emulated = emulated
	return d, nil
}

// gohipEmulate runs a kernel and returns when it has ended.
//
//export gohipEmulate
func gohipEmulate(f *C.gh_func, grid, block *C.uint32_t, shared C.size_t, args *unsafe.Pointer) (e C.hipError_t) {
	defer guard("a launch", &e)
	fn := backendOf(f)
	if fn == nil {
		return C.hipErrorInvalidDeviceFunction
	}
	kernel, ok := fn.Backend().(*emulator.Kernel)
	if !ok {
		return C.hipErrorInvalidDeviceFunction
	}
	var list [][]byte
	pointers := unsafe.Slice(args, f.nexplicit)
	for i := range kernel.Meta().Args {
		a := &kernel.Meta().Args[i]
		if !a.Explicit() {
			continue
		}
		list = append(list, unsafe.Slice((*byte)(pointers[len(list)]), a.Size))
	}
	dims := func(p *C.uint32_t) [3]uint32 {
		v := unsafe.Slice(p, 3)
		return [3]uint32{uint32(v[0]), uint32(v[1]), uint32(v[2])}
	}
	err := kernel.Launch(dims(grid), dims(block), uint32(shared), list)
	switch {
	case err == nil:
		return C.hipSuccess
	case errors.Is(err, emulator.ErrMemory):
		e = C.hipErrorIllegalAddress
	default:
		e = C.hipErrorLaunchFailure
	}
	complain("%v", err)
	return e
}

//export gohipEmulatorAlloc
func gohipEmulatorAlloc(ordinal C.int, kind C.uint32_t, size C.size_t, out *unsafe.Pointer) C.hipError_t {
	k := map[C.uint32_t]backend.MemoryKind{C.GH_HOST: backend.HostMemory, C.GH_MANAGED: backend.ManagedMemory}[kind]
	p, err := devices[ordinal].emulated.Alloc(k, uint64(size))
	if err != nil {
		return C.hipErrorOutOfMemory
	}
	setPointer(unsafe.Pointer(out), p)
	return C.hipSuccess
}

//export gohipEmulatorFree
func gohipEmulatorFree(ordinal C.int, p unsafe.Pointer) C.hipError_t {
	if err := devices[ordinal].emulated.Free(uintptr(p)); err != nil {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// gohipEmulatorRegister makes memory of the program accessible; with size 0 it undoes that.
//
//export gohipEmulatorRegister
func gohipEmulatorRegister(ordinal C.int, p unsafe.Pointer, size C.size_t) C.hipError_t {
	if d := devices[ordinal].emulated; size > 0 {
		d.Register(uintptr(p), uint64(size))
	} else {
		d.Unregister(uintptr(p))
	}
	return C.hipSuccess
}
