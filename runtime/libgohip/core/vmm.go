// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/atomicfile"
	"gohipcc/runtime/libgohip/extent"
)

// Virtual memory management: address ranges are reserved without memory, memory is created without
// an address, and mapped to reserved addresses. The device's space implements it.

// vmmPage is the granularity of the host's sizes, bytes; vmmHuge the one that saves page tables.
const (
	vmmPage = 1 << 12
	vmmHuge = 1 << 21
)

type reservation struct {
	in          space
	start, size uintptr
	maps        []*mapping // by address
}

// mapping is memory that is mapped to a part of a reservation.
type mapping struct {
	start, size uintptr
	mem         *physical
	access      map[C.int]C.hipMemAccessFlags // by device
}

func rangeOf(m *mapping) (start, size uintptr) { return m.start, m.size }

// physical is memory without an address.
type physical struct {
	handle  unsafe.Pointer
	in      space
	memory  uint64
	size    uintptr
	prop    C.hipMemAllocationProp
	handles int // references by the program
	maps    int // references by mappings
}

var (
	vmmMu        sync.Mutex
	reservations []*reservation
	physicals    = make(map[uintptr]*physical)
)

func vmmSupported(d *device) C.int {
	if spaceOf(d) != nil {
		return 1
	}
	return 0
}

// mmap maps a file, or anonymous memory if it is negative, at an address of the kernel's choice or,
// with MAP_FIXED, at the given one.
func mmap(at, size uintptr, prot, flags, file int) (uintptr, error) {
	return mmapAt(at, size, prot, flags, file, 0)
}

// mmapAt is mmap from an offset of the file on.
func mmapAt(at, size uintptr, prot, flags, file int, place int64) (uintptr, error) {
	p, _, errno := unix.Syscall6(unix.SYS_MMAP, at, size, uintptr(prot), uintptr(flags), uintptr(file), uintptr(place))
	if errno != 0 {
		return 0, errno
	}
	return p, nil
}

// reserve replaces the mapping at an address by an inaccessible one.
func reserve(at, size uintptr) error {
	_, err := mmap(at, size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE|unix.MAP_FIXED, -1)
	return err
}

// sharedFile creates memory that mappings and other processes can share.
func sharedFile(size uintptr) (int, error) {
	if err := atomicfile.Fits(int64(size)); err != nil {
		return -1, err
	}
	f, err := unix.MemfdCreate("gohip", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	if err := unix.Ftruncate(f, int64(size)); err != nil {
		unix.Close(f)
		return -1, err
	}
	return f, nil
}

func reservationAt(p uintptr) *reservation {
	r, _ := extent.At(reservations, func(r *reservation) (start, size uintptr) { return r.start, r.size }, p)
	return r
}

func mappingAt(p uintptr) *mapping {
	if r := reservationAt(p); r != nil {
		m, _ := extent.At(r.maps, rangeOf, p)
		return m
	}
	return nil
}

// covered returns the mappings that a range consists of, without gaps and whole; nil if there are
// none such.
func covered(p, size uintptr) (*reservation, []*mapping) {
	r := reservationAt(p)
	if r == nil {
		return nil, nil
	}
	return r, extent.Cover(r.maps, rangeOf, p, size)
}

func (p *physical) drop() {
	if p.handles == 0 && p.maps == 0 {
		p.in.destroy(p.memory)
		delete(physicals, uintptr(p.handle))
		C.free(p.handle)
	}
}

func physicalOf(h C.hipMemGenericAllocationHandle_t) *physical {
	if p := physicals[uintptr(unsafe.Pointer(h))]; p != nil && p.handles > 0 {
		return p
	}
	return nil
}

// placeOf returns the device of a location, or nil.
func placeOf(l C.hipMemLocation) *device {
	if l._type != C.hipMemLocationTypeDevice {
		return nil
	}
	return deviceAt(l.id)
}

func hipMemGetAllocationGranularity(out *C.size_t, prop *C.hipMemAllocationProp, option C.hipMemAllocationGranularity_flags) C.hipError_t {
	if out == nil || prop == nil || prop._type != C.hipMemAllocationTypePinned || placeOf(prop.location) == nil {
		return C.hipErrorInvalidValue
	}
	in := spaceOf(placeOf(prop.location))
	if in == nil {
		return C.hipErrorNotSupported
	}
	if option != C.hipMemAllocationGranularityMinimum && option != C.hipMemAllocationGranularityRecommended {
		return C.hipErrorInvalidValue
	}
	n, e := in.granularity(option == C.hipMemAllocationGranularityRecommended)
	*out = C.size_t(n)
	return e
}

func hipMemAddressReserve(out *unsafe.Pointer, size, alignment C.size_t, at unsafe.Pointer, flags C.ulonglong) C.hipError_t {
	if out == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	in := spaceOf(cur())
	if in == nil {
		return C.hipErrorNotSupported
	}
	page, e := in.granularity(false)
	if e != C.hipSuccess {
		return e
	}
	align := max(uintptr(alignment), page)
	n := uintptr(size)
	if n == 0 || n%page != 0 || align&(align-1) != 0 || n+align < n {
		return C.hipErrorOutOfMemory
	}
	start, e := in.reserve(uintptr(at), n, align)
	if e != C.hipSuccess {
		return e
	}
	vmmMu.Lock()
	defer vmmMu.Unlock()
	reservations = append(reservations, &reservation{in: in, start: start, size: n})
	setPointer(unsafe.Pointer(out), start)
	return C.hipSuccess
}

func hipMemAddressFree(p unsafe.Pointer, size C.size_t) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	r := reservationAt(uintptr(p))
	if r == nil || r.start != uintptr(p) || r.size != uintptr(size) || len(r.maps) > 0 {
		return C.hipErrorInvalidValue
	}
	r.in.unreserve(r.start, r.size)
	reservations = slices.DeleteFunc(reservations, func(o *reservation) bool { return o == r })
	return C.hipSuccess
}

func hipMemCreate(out *C.hipMemGenericAllocationHandle_t, size C.size_t, prop *C.hipMemAllocationProp, flags C.ulonglong) C.hipError_t {
	if out == nil || prop == nil || prop._type != C.hipMemAllocationTypePinned || flags != 0 {
		return C.hipErrorInvalidValue
	}
	d := placeOf(prop.location)
	if d == nil || size == 0 {
		return C.hipErrorInvalidValue
	}
	in := spaceOf(d)
	if in == nil {
		return C.hipErrorNotSupported
	}
	if page, e := in.granularity(false); e != C.hipSuccess || uintptr(size)%page != 0 {
		return C.hipErrorInvalidValue
	}
	if size > d.c.total_memory {
		return C.hipErrorOutOfMemory
	}
	memory, e := in.create(uintptr(size), prop.requestedHandleType == C.hipMemHandleTypePosixFileDescriptor)
	if e != C.hipSuccess {
		return e
	}
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := &physical{handle: newHandle(), in: in, memory: memory, size: uintptr(size), prop: *prop, handles: 1}
	physicals[uintptr(p.handle)] = p
	*out = C.hipMemGenericAllocationHandle_t(p.handle)
	return C.hipSuccess
}

func hipMemRelease(h C.hipMemGenericAllocationHandle_t) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := physicalOf(h)
	if p == nil {
		return C.hipErrorInvalidValue
	}
	p.handles--
	p.drop()
	return C.hipSuccess
}

func hipMemRetainAllocationHandle(out *C.hipMemGenericAllocationHandle_t, at unsafe.Pointer) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	m := mappingAt(uintptr(at))
	if out == nil || m == nil {
		return C.hipErrorInvalidValue
	}
	m.mem.handles++
	*out = C.hipMemGenericAllocationHandle_t(m.mem.handle)
	return C.hipSuccess
}

func hipMemGetAllocationPropertiesFromHandle(out *C.hipMemAllocationProp, h C.hipMemGenericAllocationHandle_t) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := physicalOf(h)
	if out == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	*out = p.prop
	return C.hipSuccess
}

func hipMemMap(at unsafe.Pointer, size, offset C.size_t, h C.hipMemGenericAllocationHandle_t, flags C.ulonglong) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := physicalOf(h)
	start, n := uintptr(at), uintptr(size)
	r := reservationAt(start)
	// HIP reserves the offset: it must be zero.
	if p == nil || r == nil || p.in != r.in || offset != 0 || flags != 0 || n == 0 || n > p.size || n > r.start+r.size-start {
		return C.hipErrorInvalidValue
	}
	if page, e := p.in.granularity(false); e != C.hipSuccess || n%page != 0 || start%page != 0 {
		return C.hipErrorInvalidValue
	}
	m := &mapping{start: start, size: n, mem: p, access: make(map[C.int]C.hipMemAccessFlags)}
	maps, ok := extent.Insert(r.maps, rangeOf, m)
	if !ok {
		return C.hipErrorInvalidValue
	}
	if e := p.in.place(start, n, p.memory); e != C.hipSuccess {
		return e
	}
	a := C.gh_alloc{start: C.uintptr_t(start), size: size, kind: C.GH_MAPPED, device: p.prop.location.id}
	if e := C.sh_track(shim, &a); e != C.hipSuccess {
		p.in.clear(start, n)
		return e
	}
	r.maps = maps
	p.maps++
	return C.hipSuccess
}

func hipMemUnmap(at unsafe.Pointer, size C.size_t) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	r, list := covered(uintptr(at), uintptr(size))
	if list == nil {
		return C.hipErrorInvalidValue
	}
	for _, d := range devices {
		C.sh_finish_device(shim, d.c)
	}
	for _, m := range list {
		var a C.gh_alloc
		C.sh_untrack(shim, pointerTo(m.start), &a)
		m.mem.in.clear(m.start, m.size)
		m.mem.maps--
		m.mem.drop()
	}
	r.maps = slices.DeleteFunc(r.maps, func(m *mapping) bool { return slices.Contains(list, m) })
	return C.hipSuccess
}

func hipMemSetAccess(at unsafe.Pointer, size C.size_t, desc *C.hipMemAccessDesc, n C.size_t) C.hipError_t {
	if desc == nil || n == 0 || n > C.size_t(len(devices)) {
		return C.hipErrorInvalidValue
	}
	list := unsafe.Slice(desc, n)
	for _, d := range list {
		known := d.flags == C.hipMemAccessFlagsProtNone || d.flags == C.hipMemAccessFlagsProtRead || d.flags == C.hipMemAccessFlagsProtReadWrite
		if placeOf(d.location) == nil || !known {
			return C.hipErrorInvalidValue
		}
	}
	vmmMu.Lock()
	defer vmmMu.Unlock()
	_, maps := covered(uintptr(at), uintptr(size))
	if maps == nil {
		return C.hipErrorInvalidValue
	}
	for _, m := range maps {
		for _, d := range list {
			m.access[d.location.id] = d.flags
			if e := m.mem.in.allow(m, d.location.id); e != C.hipSuccess {
				return e
			}
		}
	}
	return C.hipSuccess
}

func hipMemGetAccess(flags *C.ulonglong, location *C.hipMemLocation, at unsafe.Pointer) C.hipError_t {
	if flags == nil || location == nil || placeOf(*location) == nil {
		return C.hipErrorInvalidValue
	}
	vmmMu.Lock()
	defer vmmMu.Unlock()
	m := mappingAt(uintptr(at))
	if m == nil {
		return C.hipErrorInvalidValue
	}
	*flags = C.ulonglong(m.access[location.id])
	return C.hipSuccess
}

func hipMemExportToShareableHandle(out unsafe.Pointer, h C.hipMemGenericAllocationHandle_t, kind C.hipMemAllocationHandleType, flags C.ulonglong) C.hipError_t {
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := physicalOf(h)
	if out == nil || p == nil || kind != C.hipMemHandleTypePosixFileDescriptor || flags != 0 {
		return C.hipErrorInvalidValue
	}
	f, e := p.in.export(p.memory)
	if e == C.hipSuccess {
		*(*C.int)(out) = C.int(f)
	}
	return e
}

// HIP does not document whether osHandle is the descriptor or its address; the two cannot be
// confused.
func hipMemImportFromShareableHandle(out *C.hipMemGenericAllocationHandle_t, osHandle unsafe.Pointer, kind C.hipMemAllocationHandleType) C.hipError_t {
	if out == nil || osHandle == nil || kind != C.hipMemHandleTypePosixFileDescriptor {
		return C.hipErrorInvalidValue
	}
	given := int(uintptr(osHandle))
	if given >= vmmPage {
		given = int(*(*C.int)(osHandle))
	}
	in := spaceOf(cur())
	if in == nil {
		return C.hipErrorNotSupported
	}
	memory, size, e := in.imported(given)
	if e != C.hipSuccess {
		return e
	}
	vmmMu.Lock()
	defer vmmMu.Unlock()
	p := &physical{handle: newHandle(), in: in, memory: memory, size: size, handles: 1}
	p.prop._type = C.hipMemAllocationTypePinned
	p.prop.requestedHandleType = kind
	p.prop.location._type = C.hipMemLocationTypeDevice
	p.prop.location.id = cur().c.ordinal
	physicals[uintptr(p.handle)] = p
	*out = C.hipMemGenericAllocationHandle_t(p.handle)
	return C.hipSuccess
}
