// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import "unsafe"

// Virtual memory management: addresses without memory, memory without an address, and mappings
// of the one to the other (CUDA Driver API, "Virtual Memory Management").

// AttrVirtualMemory is the CUdevice_attribute that tells whether the device has it.
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

// Granularity is what sizes and addresses of mappings are multiples of: at least, or for speed.
func (d *Device) Granularity(recommended bool) (uintptr, error) {
	var n, option uintptr
	if recommended {
		option = 1
	}
	err := d.Call("cuMemGetAllocationGranularity", uintptr(unsafe.Pointer(&n)), uintptr(unsafe.Pointer(d.allocationProp(false))), option)
	return n, err
}

// ReserveAddresses reserves addresses, if it can from at on.
func (d *Device) ReserveAddresses(at, size, align uintptr) (uintptr, error) {
	var p uintptr
	err := d.Call("cuMemAddressReserve", uintptr(unsafe.Pointer(&p)), size, align, at, 0)
	return p, err
}

// FreeAddresses gives reserved addresses back, all that were reserved in one call.
func (d *Device) FreeAddresses(start, size uintptr) error {
	return d.Call("cuMemAddressFree", start, size)
}

// CreateMemory makes memory without an address (CUmemGenericAllocationHandle), which other processes may get.
func (d *Device) CreateMemory(size uintptr, shareable bool) (uint64, error) {
	var h uint64
	err := d.Call("cuMemCreate", uintptr(unsafe.Pointer(&h)), size, uintptr(unsafe.Pointer(d.allocationProp(shareable))), 0)
	return h, err
}

// ReleaseMemory gives such memory up: it goes with its last mapping.
func (d *Device) ReleaseMemory(memory uint64) error {
	return d.Call("cuMemRelease", uintptr(memory))
}

// MapMemory maps the beginning of memory to reserved addresses.
func (d *Device) MapMemory(start, size uintptr, memory uint64) error {
	return d.Call("cuMemMap", start, size, 0, uintptr(memory), 0)
}

// UnmapMemory takes a mapping back.
func (d *Device) UnmapMemory(start, size uintptr) error {
	return d.Call("cuMemUnmap", start, size)
}

// SetAccess says what this device may do with mapped memory: nothing (0), read (1), read and write (3).
func (d *Device) SetAccess(start, size uintptr, flags int32) error {
	desc := accessDesc{location{locationDevice, d.Handle}, flags}
	return d.Call("cuMemSetAccess", start, size, uintptr(unsafe.Pointer(&desc)), 1)
}

// ExportMemory makes a file descriptor of shareable memory.
func (d *Device) ExportMemory(memory uint64) (int, error) {
	var file int32
	err := d.Call("cuMemExportToShareableHandle", uintptr(unsafe.Pointer(&file)), uintptr(memory), posixFile, 0)
	return int(file), err
}

// ImportMemory returns the memory of a descriptor, which stays the caller's.
func (d *Device) ImportMemory(file int) (uint64, error) {
	var h uint64
	err := d.Call("cuMemImportFromShareableHandle", uintptr(unsafe.Pointer(&h)), uintptr(file), posixFile)
	return h, err
}
