// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "external.h"
import "C"

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Memory of Vulkan. A GPU's own driver imports its descriptor. For a device that accesses any host
// address, the descriptor is mapped: an anonymous file of Mesa's software rasteriser or a dma-buf.

type externalMemory struct {
	handle      unsafe.Pointer
	dev         *device
	driver      unsafe.Pointer // the driver's own handle, if it has one
	file        int
	base, room  uintptr // of the mapping
	start, size uintptr // of the memory in it; start is 0 until the driver has mapped it
	mipmaps     []*mipmap
}

var (
	externalMu sync.Mutex // of memory and semaphores
	externals  = make(map[uintptr]*externalMemory)
)

func externalOf(h C.hipExternalMemory_t) *externalMemory { return externals[uintptr(h)] }

// descriptor returns the fd of a handle's union.
func descriptor(union unsafe.Pointer) int { return int(*(*C.int)(union)) }

// descriptorOpen reports whether a descriptor is open in this process.
func descriptorOpen(fd int) bool {
	_, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil
}

func hipImportExternalMemory(out *C.hipExternalMemory_t, d *C.hipExternalMemoryHandleDesc) C.hipError_t {
	if out == nil || d == nil || d.size == 0 || d.flags&^C.hipExternalMemoryDedicated != 0 {
		return C.hipErrorInvalidValue
	}
	switch {
	case d._type < C.hipExternalMemoryHandleTypeOpaqueFd || d._type > C.hipExternalMemoryHandleTypeNvSciBuf:
		return C.hipErrorInvalidValue
	case d._type != C.hipExternalMemoryHandleTypeOpaqueFd || !cur().inPlace() && !bool(C.ex_driver_has(cur().c)):
		return C.hipErrorNotSupported
	}
	m := &externalMemory{dev: cur(), file: descriptor(unsafe.Pointer(&d.handle)), size: uintptr(d.size)}
	if !descriptorOpen(m.file) {
		return C.hipErrorInvalidValue
	}
	open := m.open
	if C.ex_driver_has(m.dev.c) {
		open = func() C.hipError_t { return C.ex_memory_import(m.dev.c, d, &m.driver) }
	}
	if e := open(); e != C.hipSuccess {
		return e
	}
	m.handle = newHandle()
	externalMu.Lock()
	defer externalMu.Unlock()
	externals[uintptr(m.handle)] = m
	*out = C.hipExternalMemory_t(m.handle)
	return C.hipSuccess
}

// open maps the descriptor. If it fails, the descriptor remains the program's.
func (m *externalMemory) open() C.hipError_t {
	// The length of a dma-buf is only available by lseek, and an access beyond the end is a signal.
	end, err := unix.Seek(m.file, 0, unix.SEEK_END)
	offset := uintptr(C.ex_memory_start(C.int(m.file)))
	if err != nil || m.size > uintptr(end) || offset > uintptr(end)-m.size {
		return C.hipErrorInvalidValue
	}
	m.room = (offset + m.size + vmmPage - 1) &^ (vmmPage - 1)
	m.base, err = mmap(0, m.room, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED, m.file)
	if err != nil {
		return C.hipErrorInvalidValue
	}
	m.start = m.base + offset
	a := m.allocation()
	if e := C.sh_track(shim, &a); e != C.hipSuccess {
		unix.Syscall(unix.SYS_MUNMAP, m.base, m.room, 0)
		return e
	}
	return C.hipSuccess
}

func (m *externalMemory) allocation() C.gh_alloc {
	return C.gh_alloc{start: C.uintptr_t(m.start), size: C.size_t(m.size), kind: C.GH_EXTERNAL, device: m.dev.c.ordinal}
}

// mapped makes the driver map all of the memory once: buffers are parts of that. Memory that is
// only for an image must not be mapped so, and is not unless a buffer is requested.
func (m *externalMemory) mapped() C.hipError_t {
	if m.start != 0 {
		return C.hipSuccess
	}
	var p unsafe.Pointer
	if e := C.ex_memory_map(m.dev.c, m.driver, C.size_t(m.size), &p); e != C.hipSuccess {
		return e
	}
	m.start = uintptr(p)
	a := m.allocation()
	e := C.sh_track(shim, &a)
	if e != C.hipSuccess {
		C.ex_memory_unmap(m.dev.c, &a)
		m.start = 0
	}
	return e
}

// close ends the import, which owns the descriptor.
func (m *externalMemory) close() {
	C.sh_finish_device(shim, m.dev.c)
	for _, p := range m.mipmaps {
		p.drop()
	}
	var a C.gh_alloc
	if m.start != 0 {
		C.sh_untrack(shim, m.at(0), &a)
	}
	if m.driver == nil {
		unix.Syscall(unix.SYS_MUNMAP, m.base, m.room, 0)
		unix.Close(m.file)
	} else {
		if m.start != 0 {
			C.ex_memory_unmap(m.dev.c, &a)
		}
		C.ex_memory_destroy(m.dev.c, m.driver)
	}
	delete(externals, uintptr(m.handle))
	C.free(m.handle)
}

// at returns the address of a byte of the memory.
func (m *externalMemory) at(offset uintptr) unsafe.Pointer {
	var p unsafe.Pointer
	setPointer(unsafe.Pointer(&p), m.start+offset)
	return p
}

// holds reports whether a range is within the memory.
func (m *externalMemory) holds(offset, size uint64) bool {
	return size <= uint64(m.size) && offset <= uint64(m.size)-size
}

func hipDestroyExternalMemory(h C.hipExternalMemory_t) C.hipError_t {
	externalMu.Lock()
	defer externalMu.Unlock()
	m := externalOf(h)
	if m == nil {
		return C.hipErrorInvalidValue
	}
	m.close()
	return C.hipSuccess
}

func hipExternalMemoryGetMappedBuffer(out *unsafe.Pointer, h C.hipExternalMemory_t, d *C.hipExternalMemoryBufferDesc) C.hipError_t {
	externalMu.Lock()
	defer externalMu.Unlock()
	m := externalOf(h)
	if out == nil || m == nil || d == nil || d.flags != 0 || d.size == 0 || !m.holds(uint64(d.offset), uint64(d.size)) {
		return C.hipErrorInvalidValue
	}
	if e := m.mapped(); e != C.hipSuccess {
		return e
	}
	*out = m.at(uintptr(d.offset))
	return C.hipSuccess
}

func hipExternalMemoryGetMappedMipmappedArray(out *C.hipMipmappedArray_t, h C.hipExternalMemory_t, d *C.hipExternalMemoryMipmappedArrayDesc) C.hipError_t {
	const known = C.hipArrayLayered | C.hipArraySurfaceLoadStore | C.hipArrayCubemap
	externalMu.Lock()
	defer externalMu.Unlock()
	m := externalOf(h)
	if out == nil || m == nil || d == nil || d.flags&^known != 0 || d.extent.width == 0 || d.numLevels == 0 || d.numLevels > 32 {
		return C.hipErrorInvalidValue
	}
	p, e := m.chain(d)
	if e != C.hipSuccess {
		return e
	}
	m.mipmaps = append(m.mipmaps, p)
	*out = p.c
	return C.hipSuccess
}

// chain creates the arrays of an image in the memory.
func (m *externalMemory) chain(d *C.hipExternalMemoryMipmappedArrayDesc) (*mipmap, C.hipError_t) {
	if m.driver != nil {
		return m.image(d)
	}
	levels, e := m.levels(d)
	if e != C.hipSuccess {
		return nil, e
	}
	for _, a := range levels {
		a.register()
	}
	return keepMipmap(levels, d.flags), C.hipSuccess
}

// levels computes the layout of an image in Mesa's software rasteriser (llvmpipe_texture_layout):
// rows of whole cache lines, rows and columns in multiples of four, one level after the other.
func (m *externalMemory) levels(d *C.hipExternalMemoryMipmappedArrayDesc) ([]*array, C.hipError_t) {
	const block, line = 4, 64
	format, n, ok := formatOf(&d.formatDesc)
	if !ok {
		return nil, C.hipErrorInvalidValue
	}
	elem := C.size_t(d.formatDesc.x) / 8 * C.size_t(n)
	layered := d.flags&(C.hipArrayLayered|C.hipArrayCubemap) != 0
	w, h, slices := d.extent.width, d.extent.height, d.extent.depth
	var list []*array
	for offset := uint64(d.offset); len(list) < int(d.numLevels); {
		a := &array{desc: d.formatDesc, format: format, nchan: n, width: w, height: h, depth: slices, flags: d.flags, elem: elem, borrowed: true}
		a.pitch = alignUp(alignUp(w, block)*elem, line)
		rows := a.rows()
		if h > 1 {
			rows = alignUp(rows, block)
		}
		if a.slices() > 1 && rows != a.rows() {
			return nil, C.hipErrorNotSupported // an array's slices follow each other without a gap
		}
		if uint64(w) > 1<<20 || uint64(rows) > 1<<20 || uint64(a.slices()) > 1<<20 {
			return nil, C.hipErrorInvalidValue
		}
		size := uint64(a.pitch) * uint64(rows) * uint64(a.slices())
		if !m.holds(offset, size) {
			return nil, C.hipErrorInvalidValue
		}
		a.ptr = m.at(uintptr(offset))
		list = append(list, a)
		offset += (size + line - 1) &^ (line - 1)
		w, h = max(w/2, 1), minify(h)
		if !layered {
			slices = minify(slices)
		}
	}
	return list, C.hipSuccess
}

// minify halves a dimension unless it is absent.
func minify(n C.size_t) C.size_t {
	if n == 0 {
		return 0
	}
	return max(n/2, 1)
}

// image makes the driver map an image: only the driver knows the layout. Kernels access the texels
// through surface objects, copies through placeholders in an address range without memory.
func (m *externalMemory) image(d *C.hipExternalMemoryMipmappedArrayDesc) (*mipmap, C.hipError_t) {
	format, n, ok := formatOf(&d.formatDesc)
	if !ok {
		return nil, C.hipErrorInvalidValue
	}
	desc := C.HIP_ARRAY3D_DESCRIPTOR{Width: d.extent.width, Height: d.extent.height, Depth: d.extent.depth, NumChannels: n}
	desc.Format = uint32(format)
	desc.Flags = d.flags | C.hipArraySurfaceLoadStore
	var image unsafe.Pointer
	if e := C.ex_image_map(m.dev.c, m.driver, C.size_t(d.offset), d.numLevels, &desc, &image); e != C.hipSuccess {
		return nil, e
	}
	layered := d.flags&(C.hipArrayLayered|C.hipArrayCubemap) != 0
	w, h, slices := d.extent.width, d.extent.height, d.extent.depth
	var levels []*array
	drop := func() {
		for _, a := range levels {
			a.dropSurface(m.dev)
		}
		C.ex_image_unmap(m.dev.c, image)
	}
	for level := range d.numLevels {
		a := &array{desc: d.formatDesc, format: format, nchan: n, width: w, height: h, depth: slices, flags: d.flags, elem: C.size_t(d.formatDesc.x) / 8 * C.size_t(n), borrowed: true}
		if e := a.newSurface(m.dev, image, level); e != C.hipSuccess {
			drop()
			return nil, e
		}
		levels = append(levels, a)
		w, h = max(w/2, 1), minify(h)
		if !layered {
			slices = minify(slices)
		}
	}
	for _, a := range levels {
		a.register()
	}
	p := keepMipmap(levels, d.flags)
	p.dropped = drop
	return p, C.hipSuccess
}

// newSurface creates an array for a level of the driver's image.
func (a *array) newSurface(d *device, image unsafe.Pointer, level C.uint) C.hipError_t {
	a.surface = (*C.gh_surface)(C.calloc(1, C.sizeof_gh_surface))
	e := C.ex_image_level(d.c, image, level, a.surface)
	if e != C.hipSuccess {
		C.free(unsafe.Pointer(a.surface))
		return e
	}
	a.pitch = a.width * a.elem
	a.surface.pitch, a.surface.rows = a.pitch, a.rows()
	size := a.pitch * a.rows() * a.slices()
	if a.ptr, e = placeholder(size); e == C.hipSuccess {
		al := C.gh_alloc{start: C.uintptr_t(uintptr(a.ptr)), size: size, kind: C.GH_EXTERNAL, device: d.c.ordinal, surface: a.surface}
		e = C.sh_track(shim, &al)
	}
	if e != C.hipSuccess {
		a.dropSurface(d)
	}
	return e
}

func (a *array) dropSurface(d *device) {
	var al C.gh_alloc
	if a.ptr != nil {
		C.sh_untrack(shim, a.ptr, &al)
		unix.Syscall(unix.SYS_MUNMAP, uintptr(a.ptr), uintptr(a.pitch*a.rows()*a.slices()), 0)
	}
	C.ex_image_level_drop(d.c, a.surface)
	C.free(unsafe.Pointer(a.surface))
	a.surface = nil
}

// placeholder reserves a unique address range without memory.
func placeholder(size C.size_t) (unsafe.Pointer, C.hipError_t) {
	start, err := mmap(0, uintptr(size), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE, -1)
	if err != nil {
		return nil, C.hipErrorOutOfMemory
	}
	var p unsafe.Pointer
	setPointer(unsafe.Pointer(&p), start)
	return p, C.hipSuccess
}
