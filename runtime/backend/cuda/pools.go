// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import "unsafe"

// Memory pools that processes share (CUDA Driver API, "Stream Ordered Memory Allocator").

// poolProps is CUmemPoolProps.
type poolProps struct {
	kind, handles int32
	location      location
	win32         uintptr
	maxSize       uintptr
	usage         uint16
	reserved      [54]byte
}

// readWrite is CU_MEM_ACCESS_FLAGS_PROT_READWRITE.
const readWrite = 3

// CreatePool creates a pool (CUmemoryPool) that can be shared with other processes.
func (d *Device) CreatePool() (uintptr, error) {
	props := poolProps{kind: allocationPinned, handles: posixFile, location: location{locationDevice, d.Handle}}
	var pool uintptr
	err := d.Call("cuMemPoolCreate", uintptr(unsafe.Pointer(&pool)), uintptr(unsafe.Pointer(&props)))
	return pool, err
}

// DestroyPool destroys a pool; its allocations stay valid until they are freed.
func (d *Device) DestroyPool(pool uintptr) error { return d.Call("cuMemPoolDestroy", pool) }

// ExportPool exports a pool as a file descriptor.
func (d *Device) ExportPool(pool uintptr) (int, error) {
	var file int32
	err := d.Call("cuMemPoolExportToShareableHandle", uintptr(unsafe.Pointer(&file)), pool, posixFile, 0)
	return int(file), err
}

// ImportPool imports the pool of a descriptor, which stays the caller's.
func (d *Device) ImportPool(file int) (uintptr, error) {
	var pool uintptr
	if err := d.Call("cuMemPoolImportFromShareableHandle", uintptr(unsafe.Pointer(&pool)), uintptr(file), posixFile, 0); err != nil {
		return 0, err
	}
	desc := accessDesc{location{locationDevice, d.Handle}, readWrite}
	if err := d.Call("cuMemPoolSetAccess", pool, uintptr(unsafe.Pointer(&desc)), 1); err != nil {
		_ = d.DestroyPool(pool)
		return 0, err
	}
	return pool, nil
}

// ExportPointer exports a pool's allocation for processes that have imported the pool.
func (d *Device) ExportPointer(p uintptr) (data [64]byte, err error) {
	err = d.Call("cuMemPoolExportPointer", uintptr(unsafe.Pointer(&data)), p)
	return data, err
}

// ImportPointer returns the local address of such an allocation, and its size.
func (d *Device) ImportPointer(pool uintptr, data [64]byte) (p, size uintptr, err error) {
	if err := d.Call("cuMemPoolImportPointer", uintptr(unsafe.Pointer(&p)), pool, uintptr(unsafe.Pointer(&data))); err != nil {
		return 0, 0, err
	}
	var start uintptr
	err = d.Call("cuMemGetAddressRange_v2", uintptr(unsafe.Pointer(&start)), uintptr(unsafe.Pointer(&size)), p)
	return p, size - (p - start), err
}
