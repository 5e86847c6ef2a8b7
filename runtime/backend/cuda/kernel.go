// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"unsafe"

	"gohipcc/abi"
)

// Function attributes (CUfunction_attribute).
const (
	funcMaxThreads  = 0
	funcSharedBytes = 1
	funcConstBytes  = 2
	funcLocalBytes  = 3
	funcRegisters   = 4
)

// Kernel is one compiled kernel.
type Kernel struct {
	meta      abi.Kernel
	module    *Module
	handle    uintptr // CUfunction
	objects   uintptr // the CUfunction that only samples objects of the driver, or 0
	large     uintptr // the CUfunction for blocks of more than few threads, or 0
	few       int
	threads   int
	shared    int
	constants int
	local     int
	registers int
}

// Meta describes the kernel; registers and memory are as the driver's compiler reports them.
func (k *Kernel) Meta() *abi.Kernel { return &k.meta }

// Native returns the CUfunction.
func (k *Kernel) Native() uintptr { return k.handle }

// Objects returns the CUfunction of the kernel's variant for textures that are all objects of the driver, 0 if it has
// none.
func (k *Kernel) Objects() uintptr { return k.objects }

// Large returns the CUfunction of the kernel's variant for blocks of more threads than a number, 0 if it has none.
func (k *Kernel) Large() (variant uintptr, threads int) { return k.large, k.few }

// of returns the CUfunction for blocks of a size.
func (k *Kernel) of(threads int) uintptr {
	if k.large != 0 && threads > k.few {
		return k.large
	}
	return k.handle
}

// MaxThreads returns the largest block size of the kernel.
func (k *Kernel) MaxThreads() int { return k.threads }

// StaticShared returns the kernel's static shared memory in bytes.
func (k *Kernel) StaticShared() uint64 { return uint64(k.shared) }

// ConstantSize returns the size of the module's variables in constant memory, in bytes.
func (k *Kernel) ConstantSize() uint64 { return uint64(k.constants) }

// Private returns the local memory of a thread in bytes.
func (k *Kernel) Private() uint64 { return uint64(k.local) }

// Occupancy returns how many blocks of a size, with dynamic shared memory in bytes, one
// multiprocessor runs at a time.
func (k *Kernel) Occupancy(block int, shared uint64) (int, error) {
	var n int32
	if most := int(k.module.dev.info.SharedMem); int(shared)+k.shared > plainShared && int(shared)+k.shared <= most {
		// The driver counts no blocks that could not be launched. Launches opt in to what they use.
		if err := k.module.dev.Call("cuFuncSetAttribute", k.of(block), dynamicSharedLimit, uintptr(most-k.shared)); err != nil {
			return 0, err
		}
	}
	err := k.module.dev.Call("cuOccupancyMaxActiveBlocksPerMultiprocessor", uintptr(unsafe.Pointer(&n)), k.of(block), uintptr(block), uintptr(shared))
	return int(n), err
}

// AvailableShared returns how much dynamic shared memory, in bytes, each of a number of blocks can have
// that one multiprocessor runs at a time: the driver reserves some for every block.
func (k *Kernel) AvailableShared(blocks, block int) (uint64, error) {
	var n uint64
	err := k.module.dev.Call("cuOccupancyAvailableDynamicSMemPerBlock", uintptr(unsafe.Pointer(&n)), k.of(block), uintptr(blocks), uintptr(block))
	return n, err
}
