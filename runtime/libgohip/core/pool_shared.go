// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/atomicfile"
)

// Pools that processes share. Where device memory is the host's own, the memory of such a pool is
// in one anonymous file: its descriptor is the handle that HIP exports, and a pointer is exported
// as an offset in the file. The first page identifies the file. Other devices' drivers have such pools
// themselves.

// poolDriver is a driver whose pools processes share.
type poolDriver interface {
	CreatePool() (pool uintptr, err error)
	DestroyPool(pool uintptr) error
	ExportPool(pool uintptr) (file int, err error)
	ImportPool(file int) (pool uintptr, err error)
	ExportPointer(address uintptr) (data [64]byte, err error)
	ImportPointer(pool uintptr, data [64]byte) (address, size uintptr, err error)
}

// driverPool is a shared pool of the driver's.
type driverPool struct {
	dev      poolDriver
	native   uintptr // the driver's handle
	imported bool
}

func newDriverPool(d *device) (*driverPool, C.hipError_t) {
	if d.gpu == nil {
		return nil, C.hipErrorNotSupported
	}
	h, err := d.gpu.CreatePool()
	return &driverPool{dev: d.gpu, native: h}, invalidUnlessMemory(err)
}

func invalidUnlessMemory(err error) C.hipError_t { return hipCode(err, C.hipErrorInvalidValue) }

func (p *driverPool) close() { _ = p.dev.DestroyPool(p.native) }

// imported reports whether the pool belongs to another process.
func (p *pool) imported() bool {
	return p.shared != nil && p.shared.imported || p.driver != nil && p.driver.imported
}

// native returns the driver's pool that memory comes from, or nil for its default one.
func (p *pool) native() unsafe.Pointer {
	if p.driver == nil {
		return nil
	}
	return pointerTo(p.driver.native)
}

// poolFile is the file of a shared pool, this process's or another's.
type poolFile struct {
	file     int
	inode    uint64
	end      int64             // offset of the next block; that of a freed block stays unused
	places   map[uintptr]int64 // of the blocks, by address
	imported bool
}

// poolMark is the beginning of the file.
var poolMark = [16]byte{'g', 'o', 'h', 'i', 'p', ' ', 'p', 'o', 'o', 'l', ' ', '1'}

// poolPointer is the content of the 64 bytes of a hipMemPoolPtrExportData.
type poolPointer struct {
	Magic  uint32
	Inode  uint64 // of the file
	Place  int64
	Size   uint64 // bytes of the allocation
	Offset uint64 // of the pointer that was given
}

const poolPointerMagic = 0x50706967

func pages(n C.size_t) uintptr { return (uintptr(n) + vmmPage - 1) &^ (vmmPage - 1) }

func newPoolFile() (*poolFile, C.hipError_t) {
	f, err := sharedFile(vmmPage)
	if err != nil {
		return nil, C.hipErrorOutOfMemory
	}
	if _, err := unix.Pwrite(f, poolMark[:], 0); err != nil {
		unix.Close(f)
		return nil, C.hipErrorOutOfMemory
	}
	return &poolFile{file: f, inode: inode(f), end: vmmPage, places: make(map[uintptr]int64)}, C.hipSuccess
}

// add adds an allocation to the file.
func (f *poolFile) add(ptr unsafe.Pointer, n C.size_t) C.hipError_t {
	place := f.end
	if end := place + int64(pages(n)); atomicfile.Fits(end) != nil || unix.Ftruncate(f.file, end) != nil {
		return C.hipErrorOutOfMemory
	}
	f.end += int64(pages(n))
	return f.lay(ptr, n, place)
}

// lay makes an allocation from the memory at an offset of the file.
func (f *poolFile) lay(ptr unsafe.Pointer, n C.size_t, place int64) C.hipError_t {
	if _, err := mmapAt(uintptr(ptr), pages(n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED, f.file, place); err != nil {
		return C.hipErrorOutOfMemory
	}
	f.places[uintptr(ptr)] = place
	return C.hipSuccess
}

// drop frees the memory of a block, unless it is another process's.
func (f *poolFile) drop(ptr unsafe.Pointer, n C.size_t) {
	place, ok := f.places[uintptr(ptr)]
	if !ok {
		return
	}
	delete(f.places, uintptr(ptr))
	if !f.imported {
		unix.Fallocate(f.file, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, place, int64(pages(n)))
	}
}

// fresh allocates memory on the pool's device, in the pool's file if it has one: at the offset, or
// at a new one if that is negative.
func (p *pool) fresh(n C.size_t, place int64) (unsafe.Pointer, C.hipError_t) {
	ptr, e := allocate(p.dev, C.GH_DEVICE, 0, n)
	if e != C.hipSuccess {
		return nil, e
	}
	a, _ := findAlloc(ptr)
	if f := p.shared; f != nil {
		p.mu.Lock()
		if place < 0 {
			e = f.add(ptr, n)
		} else {
			e = f.lay(ptr, n, place)
		}
		p.mu.Unlock()
		if e != C.hipSuccess {
			C.sh_free(shim, ptr)
			return nil, e
		}
		a.file = C.GH_OF_POOL
	}
	a.async, a.pool = true, p.handle
	C.sh_update_alloc(shim, &a)
	return ptr, C.hipSuccess
}

func hipMemPoolExportToShareableHandle(out unsafe.Pointer, h C.hipMemPool_t, kind C.hipMemAllocationHandleType, flags C.uint) C.hipError_t {
	p := poolOf(h)
	if out == nil || p == nil || kind != C.hipMemHandleTypePosixFileDescriptor || flags != 0 || p.shared == nil && p.driver == nil || p.imported() {
		return C.hipErrorInvalidValue
	}
	if p.driver != nil {
		f, err := p.driver.dev.ExportPool(p.driver.native)
		if err == nil {
			*(*C.int)(out) = C.int(f)
		}
		return invalidUnlessMemory(err)
	}
	f, err := unix.FcntlInt(uintptr(p.shared.file), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return C.hipErrorOutOfMemory
	}
	*(*C.int)(out) = C.int(f)
	return C.hipSuccess
}

func hipMemPoolImportFromShareableHandle(out *C.hipMemPool_t, handle unsafe.Pointer, kind C.hipMemAllocationHandleType, flags C.uint) C.hipError_t {
	if out == nil || handle == nil || kind != C.hipMemHandleTypePosixFileDescriptor || flags != 0 {
		return C.hipErrorInvalidValue
	}
	d := cur()
	if d.gpu != nil {
		h, err := d.gpu.ImportPool(int(uintptr(handle)))
		if err != nil {
			return invalidUnlessMemory(err)
		}
		p := newPool(d)
		p.driver = &driverPool{d.gpu, h, true}
		*out = C.hipMemPool_t(p.handle)
		return C.hipSuccess
	}
	if !mapsFiles(d) {
		return C.hipErrorNotSupported
	}
	f, err := unix.FcntlInt(uintptr(handle), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return C.hipErrorInvalidValue
	}
	var mark [len(poolMark)]byte
	if _, err := unix.Pread(f, mark[:], 0); err != nil || mark != poolMark {
		unix.Close(f)
		return C.hipErrorInvalidValue
	}
	p := newPool(d)
	p.shared = &poolFile{file: f, inode: inode(f), places: make(map[uintptr]int64), imported: true}
	*out = C.hipMemPool_t(p.handle)
	return C.hipSuccess
}

func hipMemPoolExportPointer(out *C.hipMemPoolPtrExportData, ptr unsafe.Pointer) C.hipError_t {
	a, ok := findAlloc(ptr)
	if out == nil || !ok || a.kind != C.GH_DEVICE {
		return C.hipErrorInvalidValue
	}
	p := poolWith(a.pool)
	if p == nil || p.shared == nil && p.driver == nil || p.imported() {
		return C.hipErrorInvalidValue
	}
	if p.driver != nil {
		data, err := p.driver.dev.ExportPointer(uintptr(ptr))
		if err == nil {
			*(*[64]byte)(unsafe.Pointer(out)) = data
		}
		return invalidUnlessMemory(err)
	}
	p.mu.Lock()
	place := p.shared.places[uintptr(a.start)]
	p.mu.Unlock()
	*out = C.hipMemPoolPtrExportData{}
	*(*poolPointer)(unsafe.Pointer(out)) = poolPointer{poolPointerMagic, p.shared.inode, place, uint64(a.size), uint64(uintptr(ptr)) - uint64(a.start)}
	return C.hipSuccess
}

func hipMemPoolImportPointer(out *unsafe.Pointer, h C.hipMemPool_t, data *C.hipMemPoolPtrExportData) C.hipError_t {
	p := poolOf(h)
	if out == nil || data == nil || p == nil || !p.imported() {
		return C.hipErrorInvalidValue
	}
	if p.driver != nil {
		return p.importFromDriver(out, data)
	}
	d := *(*poolPointer)(unsafe.Pointer(data))
	var st unix.Stat_t
	if d.Magic != poolPointerMagic || d.Inode != p.shared.inode || d.Size == 0 || d.Offset >= d.Size ||
		unix.Fstat(p.shared.file, &st) != nil || d.Place < vmmPage || d.Place > st.Size || int64(d.Size) > st.Size-d.Place {
		return C.hipErrorInvalidValue
	}
	ptr, e := p.fresh(C.size_t(d.Size), d.Place)
	if e != C.hipSuccess {
		return e
	}
	p.take(C.size_t(d.Size))
	*out = unsafe.Add(ptr, d.Offset)
	return C.hipSuccess
}

func (p *pool) importFromDriver(out *unsafe.Pointer, data *C.hipMemPoolPtrExportData) C.hipError_t {
	at, size, err := p.driver.dev.ImportPointer(p.driver.native, *(*[64]byte)(unsafe.Pointer(data)))
	if err != nil {
		return invalidUnlessMemory(err)
	}
	a := C.gh_alloc{start: C.uintptr_t(at), size: C.size_t(size), kind: C.GH_DEVICE, device: p.dev.c.ordinal, async: true, pool: p.handle}
	if e := C.sh_track(shim, &a); e != C.hipSuccess {
		return e
	}
	p.take(a.size)
	*out = pointerTo(at)
	return C.hipSuccess
}
