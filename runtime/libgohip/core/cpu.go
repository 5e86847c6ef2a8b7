// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend/cpu"
	"gohipcc/runtime/hip"
)

// openCPU creates the C side's description of the CPU device.
func openCPU(rt *hip.Device, ordinal int) (*device, error) {
	processor, ok := rt.Backend().(*cpu.Device)
	if !ok {
		return nil, nil
	}
	c := (*C.gh_device)(C.calloc(1, C.sizeof_gh_device))
	c.ordinal = C.int(ordinal)
	c.drv = shim.cpu
	c.eager = true
	c.host_access = true
	c.model = C.GH_MEM_SYSTEM
	in := rt.Info()
	c.processors, c.resident_blocks = C.uint32_t(processor.Threads()), C.uint32_t(in.Resident)
	return newDevice(rt, c), nil
}

// prefersCPU reports whether the CPU device serves the program better than other drivers for the
// processor: if a fat binary of the program has native code, and for a program without device code
// of its own, whose modules may be of either form, if SPIR-V can be compiled, too. A program whose
// initialisers of C++ call HIP has not registered its fat binaries yet: they are read from its file.
func prefersCPU() bool {
	any := false
	for i := range int(C.sh_binary_count(shim)) {
		b := C.sh_binary(shim, C.int(i))
		if b == nil || b.image == nil {
			continue
		}
		any = true
		image := fatbin.Bytes(unsafe.Slice((*byte)(b.image), int(b.room)))
		bundle, err := fatbin.ReadBundle(image, int64(len(image)))
		if err != nil {
			continue // its first use reports what is wrong with it
		}
		if bundle.HasNative() {
			return true
		}
	}
	if any {
		return false
	}
	images, native := imagesOf("/proc/self/exe")
	return native || !images && hip.HasCompiler()
}

// imagesOf reports whether an executable has device code, and native one.
func imagesOf(name string) (images, native bool) {
	f, err := fatbin.Open(name)
	if err != nil {
		return false, false
	}
	defer f.Close()
	for n := range f.Images() {
		images = true
		native = native || n.Kind == fatbin.KindCPU
	}
	return images, native
}
