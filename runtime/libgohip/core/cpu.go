// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"
	"unsafe"

	"gohipcc/abi"
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
	processor.SetWarpSize(warpSize())
	in := rt.Info()
	c.processors, c.resident_blocks = C.uint32_t(processor.Threads()), C.uint32_t(in.Resident)
	return newDevice(rt, c), nil
}

// prefersCPU reports whether the CPU device serves the program better than other drivers for the
// processor: if a fat binary of the program has native code, and for a program without device code
// of its own, whose modules may be of either form, if SPIR-V can be compiled, too. A program whose
// initialisers of C++ call HIP has not registered its fat binaries yet: they are read from its file.
func prefersCPU() bool {
	bundles, any := registeredBundles()
	if any {
		return slices.ContainsFunc(bundles, (*fatbin.Bundle).HasNative)
	}
	images := imagesOf("/proc/self/exe")
	return slices.ContainsFunc(images, fatbin.EntryID.IsNative) || len(images) == 0 && hip.HasCompiler()
}

// warpSize returns the number of lanes that a warp of the device has for the program: 64 if any of its code for
// processors has, as far as it is known when the device is opened.
func warpSize() int {
	if lanes, told := cpu.WarpSize(); told {
		return lanes
	}
	bundles, any := registeredBundles()
	var images []fatbin.EntryID
	for _, b := range bundles {
		for i := range b.Entries {
			images = append(images, b.Entries[i].Target())
		}
	}
	if !any {
		images = imagesOf("/proc/self/exe")
	}
	if slices.ContainsFunc(images, fatbin.EntryID.HasWideWarps) {
		return 64
	}
	return abi.WarpSize
}

// warnOfWarps tells, once, of a kernel whose warps have other lanes than the device is said to have.
func (d *device) warnOfWarps(kernel string, lanes uint64) {
	in := d.rt.Info()
	if in.Backend != "cpu" || lanes == 0 || lanes == uint64(in.WarpSize) {
		return
	}
	otherWarps.Do(func() {
		complain("warning: kernel %s was compiled for warps of %d lanes, and hipDeviceProp_t::warpSize is %d for this program: compile all of its code with -mwavefrontsize64, or none; for one that loads all of it from files, %s=%[2]d sets the property",
			kernel, lanes, in.WarpSize, abi.EnvCPUWarp)
	})
}

var otherWarps sync.Once

// registeredBundles returns the fat binaries that are registered, as far as they can be read; any: there are some. The
// first use of one that cannot be read reports why.
func registeredBundles() (bundles []*fatbin.Bundle, any bool) {
	for i := range int(C.sh_binary_count(shim)) {
		b := C.sh_binary(shim, C.int(i))
		if b == nil || b.image == nil {
			continue
		}
		any = true
		image := fatbin.Bytes(unsafe.Slice((*byte)(b.image), int(b.room)))
		if bundle, err := fatbin.ReadBundle(image, int64(len(image))); err == nil {
			bundles = append(bundles, bundle)
		}
	}
	return bundles, any
}

// imagesOf returns the targets of the device code in an executable.
func imagesOf(name string) (images []fatbin.EntryID) {
	f, err := fatbin.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	for n := range f.Images() {
		images = append(images, n.Target())
	}
	return images
}
