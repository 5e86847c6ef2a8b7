// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"runtime"
	"unsafe"
)

// Kind is where an allocation lives.
type Kind int

// Kinds of memory.
const (
	DeviceMemory  Kind = iota // hipMalloc
	HostMemory                // hipHostMalloc: pinned, visible to devices
	ManagedMemory             // hipMallocManaged
)

// hipMemAttachGlobal is the flag of hipMallocManaged.
const hipMemAttachGlobal = 1

// Alloc allocates size bytes and returns their address, which the host can use too unless kind is
// DeviceMemory.
func (d *Device) Alloc(size int64, kind Kind) (uintptr, error) {
	p := new(uintptr)
	err := d.on(func() error {
		switch kind {
		case HostMemory:
			return d.hip.do(hipHostMalloc, uintptr(unsafe.Pointer(p)), uintptr(size), 0)
		case ManagedMemory:
			return d.hip.do(hipMallocManaged, uintptr(unsafe.Pointer(p)), uintptr(size), hipMemAttachGlobal)
		}
		return d.hip.do(hipMalloc, uintptr(unsafe.Pointer(p)), uintptr(size))
	})
	return *p, err
}

// Free frees memory from Alloc; kind is the one it was allocated with.
func (d *Device) Free(p uintptr, kind Kind) error {
	return d.on(func() error {
		if kind == HostMemory {
			return d.hip.do(hipHostFree, p)
		}
		return d.hip.do(hipFree, p)
	})
}

// Directions of hipMemcpyKind.
const (
	hostToDevice   = 1
	deviceToHost   = 2
	deviceToDevice = 3
)

// Write copies b to device memory at p and waits.
func (d *Device) Write(p uintptr, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	defer runtime.KeepAlive(b)
	return d.on(func() error {
		return d.hip.do(hipMemcpy, p, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), hostToDevice)
	})
}

// Read copies device memory at p to b, after all work on the null stream, and waits.
func (d *Device) Read(b []byte, p uintptr) error {
	if len(b) == 0 {
		return nil
	}
	defer runtime.KeepAlive(b)
	return d.on(func() error {
		return d.hip.do(hipMemcpy, uintptr(unsafe.Pointer(&b[0])), p, uintptr(len(b)), deviceToHost)
	})
}
