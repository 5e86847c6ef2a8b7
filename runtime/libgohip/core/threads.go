// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	goruntime "runtime"
	"slices"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/target"
)

// waitingThreads is the minimum number of blocks that can wait for each other on a CPU device, in a
// program that has kernels with such blocks.
const waitingThreads = 32

// threadsForWaiting makes OpenCL's CPU drivers run more blocks at once than the machine has cores
// if the program has kernels whose blocks wait for each other. restore is to be called when the
// devices are open.
func threadsForWaiting() (restore func()) {
	if goruntime.NumCPU() >= waitingThreads || !blocksWait() {
		return func() {}
	}
	return opencl.RunMoreBlocks(waitingThreads)
}

// blocksWait reports whether a fat binary of the program has kernels whose blocks wait for
// each other.
func blocksWait() bool {
	for i := range int(C.sh_binary_count(shim)) {
		b := C.sh_binary(shim, C.int(i))
		if b == nil || b.image == nil {
			continue
		}
		image := fatbin.Bytes(unsafe.Slice((*byte)(b.image), int(b.room)))
		bundle, err := fatbin.ReadBundle(image, int64(len(image)))
		if err != nil {
			continue // its first use reports what is wrong with it
		}
		e, err := bundle.Best(target.SPIRV64, target.ID{})
		if err != nil {
			continue
		}
		code := e.Open()
		if m, err := fatbin.ReadModuleRecord(code, code.Size()); err == nil && m != nil && slices.Contains(m.Features, abi.FeatureGridSync) {
			return true
		}
	}
	return false
}

// warnOfWaiting warns that few blocks run at once of a kernel whose blocks wait for each other: the
// device was opened before the kernel's module was loaded, and has no more threads.
func (m *module) warnOfWaiting(name string) {
	if n := m.dev.c.resident_blocks; m.keep != nil && n > 1 && n < waitingThreads {
		complain("kernel %s: its blocks wait for each other; the device was opened before its module was loaded, and runs %d at once: a launch of more may never end. %s=%d in the environment makes it run %d",
			name, n, opencl.ThreadsVariable, waitingThreads, waitingThreads)
	}
}
