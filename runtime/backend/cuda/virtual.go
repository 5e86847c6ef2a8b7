// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import "unsafe"

// Virtual memory management: address ranges without memory, memory without an address, and mappings
// between them (CUDA Driver API, "Virtual Memory Management").

// AttrVirtualMemory is the CUdevice_attribute that reports whether the device supports it.
const AttrVirtualMemory = 102

// Numbers of the driver's types.
const (
	allocationPinned = 1 // CU_MEM_ALLOCATION_TYPE_PINNED
	locationDevice   = 1 // CU_MEM_LOCATION_TYPE_DEVICE
	posixFile        = 1 // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
)

// location is CUmemLocation.
type location struct{ kind, id int32 }

// allocationProp is CUmemAllocationProp.
type allocationProp struct {
	kind, handles int32
	location      location
	win32         uintptr
	flags         [8]byte
}

// accessDesc is CUmemAccessDesc.
type accessDesc struct {
	location location
	flags    int32
}

func (d *Device) allocationProp(shareable bool) *allocationProp {
	p := &allocationProp{kind: allocationPinned, location: location{locationDevice, d.Handle}}
	if shareable {
		p.handles = posixFile
	}
	return p
}

// Granularity returns the granularity of sizes and addresses of mappings: the minimum, or the
// recommended one.
func (d *Device) Granularity(recommended bool) (uintptr, error) {
	var n, option uintptr
	if recommended {
		option = 1
	}
	err := d.Call("cuMemGetAllocationGranularity", uintptr(unsafe.Pointer(&n)), uintptr(unsafe.Pointer(d.allocationProp(false))), option)
	return n, err
}

// ReserveAddresses reserves an address range, at a given address if possible.
func (d *Device) ReserveAddresses(at, size, align uintptr) (uintptr, error) {
	var p uintptr
	err := d.Call("cuMemAddressReserve", uintptr(unsafe.Pointer(&p)), size, align, at, 0)
	return p, err
}

// FreeAddresses frees an address range that was reserved by one call.
func (d *Device) FreeAddresses(start, size uintptr) error {
	return d.Call("cuMemAddressFree", start, size)
}

// CreateMemory creates memory without an address (CUmemGenericAllocationHandle) that can be shared
// with other processes.
func (d *Device) CreateMemory(size uintptr, shareable bool) (uint64, error) {
	var h uint64
	err := d.Call("cuMemCreate", uintptr(unsafe.Pointer(&h)), size, uintptr(unsafe.Pointer(d.allocationProp(shareable))), 0)
	return h, err
}

// ReleaseMemory releases such memory: it is freed with its last mapping.
func (d *Device) ReleaseMemory(memory uint64) error {
	return d.Call("cuMemRelease", uintptr(memory))
}

// MapMemory maps the beginning of memory to reserved addresses.
func (d *Device) MapMemory(start, size uintptr, memory uint64) error {
	return d.Call("cuMemMap", start, size, 0, uintptr(memory), 0)
}

// UnmapMemory removes a mapping.
func (d *Device) UnmapMemory(start, size uintptr) error {
	return d.Call("cuMemUnmap", start, size)
}

// SetAccess sets how this device may access mapped memory: not at all (0), read (1), read and write
// (3).
func (d *Device) SetAccess(start, size uintptr, flags int32) error {
	desc := accessDesc{location{locationDevice, d.Handle}, flags}
	return d.Call("cuMemSetAccess", start, size, uintptr(unsafe.Pointer(&desc)), 1)
}

// ExportMemory exports shareable memory as a file descriptor.
func (d *Device) ExportMemory(memory uint64) (int, error) {
	var file int32
	err := d.Call("cuMemExportToShareableHandle", uintptr(unsafe.Pointer(&file)), uintptr(memory), posixFile, 0)
	return int(file), err
}

// ImportMemory imports the memory of a descriptor, which stays the caller's.
func (d *Device) ImportMemory(file int) (uint64, error) {
	var h uint64
	err := d.Call("cuMemImportFromShareableHandle", uintptr(unsafe.Pointer(&h)), uintptr(file), posixFile)
	return h, err
}
