// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"fmt"
	"unsafe"

	"gohipcc/runtime/backend"
)

// allocators are the driver's functions by kind.
var allocators = map[backend.MemoryKind]struct {
	alloc string
	flags uintptr // the third argument, which cuMemAlloc ignores
}{
	backend.DeviceMemory:  {"cuMemAlloc_v2", 0},
	backend.HostMemory:    {"cuMemHostAlloc", 3},    // portable, mapped
	backend.ManagedMemory: {"cuMemAllocManaged", 1}, // for every stream
}

// MemInfo returns the free and the total device memory in bytes.
func (d *Device) MemInfo() (free, total uint64, err error) {
	err = d.Call("cuMemGetInfo_v2", uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)))
	return free, total, err
}

// Alloc allocates memory. An out-of-memory error says how much is free.
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	a, ok := allocators[kind]
	if !ok {
		return 0, fmt.Errorf("cuda: no memory of kind %d", kind)
	}
	var p uintptr
	err := d.Call(a.alloc, uintptr(unsafe.Pointer(&p)), uintptr(size), a.flags)
	if isCode(err, errOutOfMemory) {
		if free, total, e := d.MemInfo(); e == nil {
			return 0, fmt.Errorf("%s: %d bytes asked, %d of %d free: %w", d.info.Name, size, free, total, err)
		}
	}
	return p, err
}

// hostPointer is CU_MEMORYTYPE_HOST, a value of POINTER_ATTRIBUTE_MEMORY_TYPE (2).
const (
	pointerMemoryType = 2
	hostPointer       = 1
)

// Free frees what Alloc returned.
func (d *Device) Free(address uintptr) error {
	return d.Within(func() error {
		var kind uint32
		if err := d.Lib.call("cuPointerGetAttribute", uintptr(unsafe.Pointer(&kind)), pointerMemoryType, address); err != nil {
			return err
		}
		var managed uint32
		const isManaged = 8
		if err := d.Lib.call("cuPointerGetAttribute", uintptr(unsafe.Pointer(&managed)), isManaged, address); err != nil {
			return err
		}
		if kind == hostPointer && managed == 0 {
			return d.Lib.call("cuMemFreeHost", address)
		}
		return d.Lib.call("cuMemFree_v2", address)
	})
}
