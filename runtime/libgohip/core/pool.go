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

	"gohipcc/runtime/libgohip/mempool"
)

// pool is a hipMemPool_t: it does the accounting of stream-ordered allocations, while the memory
// comes from the device's allocator. Freed memory can be reused for an allocation of the same size
// at once in the same stream, in other streams when they wait for the free by an event
// (hipMemPoolReuseFollowEventDependencies), or when the work that was in the stream before the free
// has ended; then it is also released, except for as much as the pool's release threshold allows.
// When that is, a host function in the stream tells, or a mark of the driver's, which is polled
// when memory is allocated and after each wait.
type pool struct {
	mu sync.Mutex
	mempool.Pool[freedMemory]
	dev       *device
	handle    unsafe.Pointer
	isDefault bool
	reuse     [3]C.int
	access    map[int]C.hipMemAccessFlags
	shared    *poolFile   // with other processes, or nil
	driver    *driverPool // the same where the driver shares them
}

// block is memory of a pool that was freed and is unused.
type block = mempool.Block[freedMemory]

type freedMemory struct {
	pool *pool
	ptr  unsafe.Pointer
	seq  C.ulong         // the operation of the block's stream up to which that may use it
	mark *C.gh_pool_mark // polled for that; nil if a host function tells it
}

var (
	poolsMu sync.Mutex
	pools   = make(map[uintptr]*pool)

	// freed holds the blocks whose streams have not reached the free, by the argument of the host
	// function in the stream.
	freedMu sync.Mutex
	freed   = make(map[uintptr]*block)
)

func newPool(d *device) *pool {
	p := &pool{dev: d, reuse: [3]C.int{1, 1, 1}, access: make(map[int]C.hipMemAccessFlags)}
	p.isDefault = d.defPool == nil
	if p.isDefault {
		p.handle = unsafe.Pointer(&d.c.default_pool)
	} else {
		p.handle = C.malloc(16)
	}
	poolsMu.Lock()
	pools[uintptr(p.handle)] = p
	poolsMu.Unlock()
	return p
}

// poolOf returns the pool of a program's handle, or nil: the program has no such pool, or has destroyed it.
func poolOf(h C.hipMemPool_t) *pool {
	p := poolWith(unsafe.Pointer(h))
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Destroyed {
		return nil
	}
	return p
}

// poolWith returns the pool that an allocation is from, or nil. It lives until its allocations are freed, also
// after the program has destroyed it.
func poolWith(h unsafe.Pointer) *pool {
	poolsMu.Lock()
	defer poolsMu.Unlock()
	return pools[uintptr(h)]
}

func (p *pool) take(n C.size_t) {
	p.mu.Lock()
	p.Take(uint64(n))
	p.mu.Unlock()
}

//export gohipPoolFreed
func gohipPoolFreed(h, ptr unsafe.Pointer, n C.size_t) {
	p := poolWith(h)
	if p == nil {
		return
	}
	p.mu.Lock()
	if p.shared != nil {
		p.shared.drop(ptr, n)
	}
	p.Freed(uint64(n))
	gone := p.Gone()
	p.mu.Unlock()
	if gone {
		p.forget()
	}
}

func (p *pool) add(b *block, a C.gh_alloc) {
	a.kind = C.GH_POOLED
	C.sh_update_alloc(shim, &a)
	p.mu.Lock()
	p.Keep(b)
	p.mu.Unlock()
}

// putMarked keeps memory that a stream frees, with a mark at the stream's current end.
func (p *pool) putMarked(ptr unsafe.Pointer, a C.gh_alloc, s *C.gh_stream) C.hipError_t {
	m := (*C.gh_pool_mark)(C.calloc(1, C.sizeof_gh_pool_mark))
	op := C.op_mark(ptr, a.size, m)
	if e := C.sh_submit(shim, s, &op); e != C.hipSuccess {
		C.free(unsafe.Pointer(m))
		return e
	}
	p.add(&block{Size: uint64(a.size), Stream: uint64(s.id), Item: freedMemory{p, ptr, m.seq, m}}, a)
	return C.hipSuccess
}

// unmark releases the memory's mark, if it has one.
func (b *freedMemory) unmark() {
	if b.mark != nil {
		C.drv_unmark(b.pool.dev.c, b.mark)
		C.free(unsafe.Pointer(b.mark))
		b.mark = nil
	}
}

// poll polls the marks of blocks.
func (p *pool) poll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.Blocks() {
		if b.Item.mark != nil && bool(C.drv_passed(p.dev.c, b.Item.mark)) {
			b.Item.unmark()
			b.Ended = true
		}
	}
}

//export gohipPoolsPassed
func gohipPoolsPassed(ordinal C.int) {
	for _, p := range poolsOf(ordinal) {
		p.poll()
		p.trim(p.keeps())
	}
}

func poolsOf(ordinal C.int) (list []*pool) {
	poolsMu.Lock()
	defer poolsMu.Unlock()
	for _, p := range pools {
		if p.dev.c.ordinal == ordinal {
			list = append(list, p)
		}
	}
	return list
}

// keeps returns how many bytes the pool keeps when streams have reached the frees.
func (p *pool) keeps() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Keeps()
}

// put keeps memory that a stream frees, and returns the argument for gohipPoolRelease.
func (p *pool) put(ptr unsafe.Pointer, a C.gh_alloc, s *C.gh_stream) unsafe.Pointer {
	b := &block{Size: uint64(a.size), Stream: uint64(s.id), Item: freedMemory{pool: p, ptr: ptr, seq: C.sh_stream_seq(s)}}
	p.add(b, a)
	ticket := C.malloc(1)
	freedMu.Lock()
	freed[uintptr(ticket)] = b
	freedMu.Unlock()
	return ticket
}

// reuseFor returns memory of that size that the stream may use now.
func (p *pool) reuseFor(n C.size_t, s *C.gh_stream) unsafe.Pointer {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.Reuse(uint64(n), uint64(s.id), func(b *block) bool {
		return p.reuse[0] != 0 && bool(C.sh_follows(shim, s, C.uint64_t(b.Stream), b.Item.seq))
	})
	if b == nil {
		return nil
	}
	b.Item.unmark()
	return b.Item.ptr
}

// makeRoom frees the driver's memory that no stream uses before this one's next operation, beyond
// what the pool keeps: the driver reuses it for other sizes at once.
func (p *pool) makeRoom(n C.size_t, s *C.gh_stream) {
	p.mu.Lock()
	idle := p.MakeRoom(uint64(n), uint64(s.id))
	for _, b := range idle {
		b.Item.unmark()
	}
	p.mu.Unlock()
	for _, b := range idle {
		if a, ok := findAlloc(b.Item.ptr); ok {
			a.kind, a.pool = C.GH_DEVICE, nil
			C.sh_update_alloc(shim, &a)
			C.sh_free_async(shim, s, b.Item.ptr)
		}
	}
}

// trim frees unused memory except for so many bytes.
func (p *pool) trim(keep uint64) {
	p.mu.Lock()
	idle := p.Trim(keep)
	gone := p.Gone()
	p.mu.Unlock()
	for _, b := range idle {
		if a, ok := findAlloc(b.Item.ptr); ok {
			p.mu.Lock()
			if p.shared != nil {
				p.shared.drop(b.Item.ptr, C.size_t(b.Size))
			}
			p.mu.Unlock()
			a.kind, a.pool = C.GH_DEVICE, nil
			C.sh_update_alloc(shim, &a)
			C.sh_free(shim, b.Item.ptr)
		}
	}
	if gone {
		p.forget()
	}
}

//export gohipPoolRelease
func gohipPoolRelease(ticket unsafe.Pointer) {
	freedMu.Lock()
	b := freed[uintptr(ticket)]
	delete(freed, uintptr(ticket))
	freedMu.Unlock()
	C.free(ticket)
	p := b.Item.pool
	p.mu.Lock()
	waiting := p.Holds(b)
	b.Ended = true
	p.mu.Unlock()
	if waiting {
		p.trim(p.keeps())
	}
}

func (p *pool) forget() {
	poolsMu.Lock()
	_, known := pools[uintptr(p.handle)]
	delete(pools, uintptr(p.handle))
	poolsMu.Unlock()
	if known {
		C.free(p.handle)
		if p.shared != nil {
			unix.Close(p.shared.file)
		}
		if p.driver != nil {
			p.driver.close()
		}
	}
}

func hipDeviceGetDefaultMemPool(out *C.hipMemPool_t, dev C.int) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	d := deviceAt(dev)
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	*out = C.hipMemPool_t(d.defPool.handle)
	return C.hipSuccess
}

func hipDeviceSetMemPool(dev C.int, h C.hipMemPool_t) C.hipError_t {
	d := deviceAt(dev)
	if d == nil {
		return C.hipErrorInvalidValue
	}
	p := poolOf(h)
	if p == nil {
		return C.hipErrorInvalidValue
	}
	if p.dev != d {
		return C.hipErrorInvalidDevice
	}
	d.mu.Lock()
	d.pool = p
	d.mu.Unlock()
	return C.hipSuccess
}

func hipDeviceGetMemPool(out *C.hipMemPool_t, dev C.int) C.hipError_t {
	d := deviceAt(dev)
	if out == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	d.mu.Lock()
	*out = C.hipMemPool_t(d.pool.handle)
	d.mu.Unlock()
	return C.hipSuccess
}

// locatedAt returns the device whose pools a location and a type of memory name, or nil. There are pools of device memory
// only.
func locatedAt(location *C.hipMemLocation, kind C.hipMemAllocationType) *device {
	if location == nil || location._type != C.hipMemLocationTypeDevice || kind != C.hipMemAllocationTypePinned {
		return nil
	}
	return deviceAt(location.id)
}

func hipMemGetDefaultMemPool(out *C.hipMemPool_t, location *C.hipMemLocation, kind C.hipMemAllocationType) C.hipError_t {
	if locatedAt(location, kind) == nil {
		return C.hipErrorInvalidValue
	}
	return hipDeviceGetDefaultMemPool(out, location.id)
}

func hipMemGetMemPool(out *C.hipMemPool_t, location *C.hipMemLocation, kind C.hipMemAllocationType) C.hipError_t {
	if locatedAt(location, kind) == nil {
		return C.hipErrorInvalidValue
	}
	return hipDeviceGetMemPool(out, location.id)
}

func hipMemSetMemPool(location *C.hipMemLocation, kind C.hipMemAllocationType, h C.hipMemPool_t) C.hipError_t {
	d, p := locatedAt(location, kind), poolOf(h)
	if d == nil || p == nil || p.dev != d {
		return C.hipErrorInvalidValue
	}
	return hipDeviceSetMemPool(location.id, h)
}

func hipMemPoolCreate(out *C.hipMemPool_t, props *C.hipMemPoolProps) C.hipError_t {
	if out == nil || props == nil || props.allocType != C.hipMemAllocationTypePinned {
		return C.hipErrorInvalidValue
	}
	if props.location._type != C.hipMemLocationTypeDevice {
		return C.hipErrorInvalidValue
	}
	d := deviceAt(props.location.id)
	if d == nil {
		return C.hipErrorInvalidValue
	}
	var shared *poolFile
	var driver *driverPool
	switch props.handleTypes {
	case C.hipMemHandleTypeNone:
	case C.hipMemHandleTypePosixFileDescriptor:
		var e C.hipError_t
		if mapsFiles(d) {
			shared, e = newPoolFile()
		} else {
			driver, e = newDriverPool(d)
		}
		if e != C.hipSuccess {
			return e
		}
	default:
		return C.hipErrorNotSupported
	}
	p := newPool(d)
	p.shared, p.driver = shared, driver
	p.MaxSize = uint64(props.maxSize)
	*out = C.hipMemPool_t(p.handle)
	return C.hipSuccess
}

func hipMemPoolDestroy(h C.hipMemPool_t) C.hipError_t {
	p := poolOf(h)
	if p == nil || p.isDefault {
		return C.hipErrorInvalidValue
	}
	p.dev.mu.Lock()
	if p.dev.pool == p {
		p.dev.pool = p.dev.defPool
	}
	p.dev.mu.Unlock()
	p.mu.Lock()
	p.Destroyed = true
	p.mu.Unlock()
	p.poll()
	p.trim(0)
	return C.hipSuccess
}

func hipMemPoolTrimTo(h C.hipMemPool_t, keep C.size_t) C.hipError_t {
	p := poolOf(h)
	if p == nil {
		return C.hipErrorInvalidValue
	}
	p.poll()
	p.trim(uint64(keep))
	C.drv_return_memory(p.dev.c)
	return C.hipSuccess
}

// withPool calls a function on a pool with the pool locked; value is the call's other argument.
func withPool(h C.hipMemPool_t, value unsafe.Pointer, do func(p *pool) C.hipError_t) C.hipError_t {
	p := poolOf(h)
	if p == nil || value == nil {
		return C.hipErrorInvalidValue
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return do(p)
}

func hipMemPoolSetAttribute(h C.hipMemPool_t, attr C.hipMemPoolAttr, value unsafe.Pointer) C.hipError_t {
	return withPool(h, value, func(p *pool) C.hipError_t {
		u64, i := *(*C.uint64_t)(value), *(*C.int)(value)
		switch attr {
		case C.hipMemPoolReuseFollowEventDependencies, C.hipMemPoolReuseAllowOpportunistic, C.hipMemPoolReuseAllowInternalDependencies:
			p.reuse[attr-C.hipMemPoolReuseFollowEventDependencies] = i
		case C.hipMemPoolAttrReleaseThreshold:
			p.Threshold = uint64(u64)
		case C.hipMemPoolAttrReservedMemHigh:
			if u64 != 0 {
				return C.hipErrorInvalidValue
			}
			p.ReservedHigh = p.Reserved
		case C.hipMemPoolAttrUsedMemHigh:
			if u64 != 0 {
				return C.hipErrorInvalidValue
			}
			p.UsedHigh = p.Used
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

func hipMemPoolGetAttribute(h C.hipMemPool_t, attr C.hipMemPoolAttr, value unsafe.Pointer) C.hipError_t {
	return withPool(h, value, func(p *pool) C.hipError_t {
		u64 := (*C.uint64_t)(value)
		switch attr {
		case C.hipMemPoolReuseFollowEventDependencies, C.hipMemPoolReuseAllowOpportunistic, C.hipMemPoolReuseAllowInternalDependencies:
			*(*C.int)(value) = p.reuse[attr-C.hipMemPoolReuseFollowEventDependencies]
		case C.hipMemPoolAttrReleaseThreshold:
			*u64 = C.uint64_t(p.Threshold)
		case C.hipMemPoolAttrReservedMemCurrent:
			*u64 = C.uint64_t(p.Reserved)
		case C.hipMemPoolAttrReservedMemHigh:
			*u64 = C.uint64_t(p.ReservedHigh)
		case C.hipMemPoolAttrUsedMemCurrent:
			*u64 = C.uint64_t(p.Used)
		case C.hipMemPoolAttrUsedMemHigh:
			*u64 = C.uint64_t(p.UsedHigh)
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

var accessFlags = []C.hipMemAccessFlags{C.hipMemAccessFlagsProtNone, C.hipMemAccessFlagsProtRead, C.hipMemAccessFlagsProtReadWrite}

func hipMemPoolSetAccess(h C.hipMemPool_t, list *C.hipMemAccessDesc, n C.size_t) C.hipError_t {
	p := poolOf(h)
	if p == nil || list == nil && n > 0 {
		return C.hipErrorInvalidValue
	}
	if n > C.size_t(len(devices)) {
		return C.hipErrorInvalidDevice
	}
	for _, a := range unsafe.Slice(list, n) {
		if a.location._type != C.hipMemLocationTypeDevice || !slices.Contains(accessFlags, a.flags) {
			return C.hipErrorInvalidValue
		}
		if deviceAt(a.location.id) == nil {
			return C.hipErrorInvalidDevice
		}
		if a.location.id == p.dev.c.ordinal && a.flags == C.hipMemAccessFlagsProtNone {
			return C.hipErrorInvalidDevice
		}
		p.mu.Lock()
		p.access[int(a.location.id)] = a.flags
		p.mu.Unlock()
	}
	return C.hipSuccess
}

func hipMemPoolGetAccess(flags *C.hipMemAccessFlags, h C.hipMemPool_t, where *C.hipMemLocation) C.hipError_t {
	p := poolOf(h)
	if p == nil || flags == nil || where == nil || where._type != C.hipMemLocationTypeDevice || deviceAt(where.id) == nil {
		return C.hipErrorInvalidValue
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	f, ok := p.access[int(where.id)]
	if !ok && where.id == p.dev.c.ordinal {
		f = C.hipMemAccessFlagsProtReadWrite
	}
	*flags = f
	return C.hipSuccess
}

func mallocFrom(out *unsafe.Pointer, n C.size_t, p *pool, h C.hipStream_t) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return C.hipErrorInvalidHandle
	}
	if p.imported() {
		return C.hipErrorInvalidValue // the other process shares its memory
	}
	if n == 0 {
		*out = nil
		return C.hipSuccess
	}
	p.mu.Lock()
	full := !p.Fits(uint64(n))
	p.mu.Unlock()
	if full {
		return C.hipErrorOutOfMemory
	}
	captured := C.sh_stream_capture(s) != nil
	if !captured {
		if ptr := p.reuseFor(n, s); ptr != nil {
			if a, ok := findAlloc(ptr); ok {
				a.kind = C.GH_DEVICE
				C.sh_update_alloc(shim, &a)
			}
			p.take(n)
			*out = ptr
			return C.hipSuccess
		}
	}
	var ptr unsafe.Pointer
	if p.dev.gpu != nil && !captured {
		ptr, e = p.freshInOrder(n, s)
	} else {
		ptr, e = p.fresh(n, -1)
	}
	if e != C.hipSuccess {
		return e
	}
	p.take(n)
	*out = ptr
	if captured {
		op := C.op_mem(C.GH_OP_ALLOC, ptr, n, p.handle)
		return C.sh_submit(shim, s, &op)
	}
	return C.hipSuccess
}

// freshInOrder allocates driver memory that the stream may use from its next operation on. If there
// is too little, pools free what they keep.
func (p *pool) freshInOrder(n C.size_t, s *C.gh_stream) (ptr unsafe.Pointer, e C.hipError_t) {
	p.makeRoom(n, s)
	e = C.sh_alloc_async(shim, s, p.native(), n, &ptr)
	if e == C.hipErrorOutOfMemory && C.sh_finish_device(shim, p.dev.c) == C.hipSuccess {
		for _, other := range poolsOf(p.dev.c.ordinal) {
			other.poll()
			other.trim(0)
		}
		C.drv_return_memory(p.dev.c)
		e = C.sh_alloc_async(shim, s, p.native(), n, &ptr)
	}
	if e == C.hipSuccess {
		a, _ := findAlloc(ptr)
		a.async, a.pool = true, p.handle
		C.sh_update_alloc(shim, &a)
	}
	return ptr, e
}

func hipMallocAsync(out *unsafe.Pointer, n C.size_t, h C.hipStream_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return C.hipErrorInvalidHandle
	}
	d := devices[s.dev.ordinal]
	d.mu.Lock()
	p := d.pool
	d.mu.Unlock()
	return mallocFrom(out, n, p, h)
}

func hipMallocFromPoolAsync(out *unsafe.Pointer, n C.size_t, ph C.hipMemPool_t, h C.hipStream_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	p := poolOf(ph)
	if p == nil {
		return C.hipErrorInvalidValue
	}
	return mallocFrom(out, n, p, h)
}

// hipFreeAsync frees memory once the stream has reached this point.
func hipFreeAsync(ptr unsafe.Pointer, h C.hipStream_t) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return C.hipErrorInvalidHandle
	}
	if ptr == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(ptr)
	if !ok || uintptr(a.start) != uintptr(ptr) || a.kind != C.GH_DEVICE {
		return C.hipErrorInvalidValue
	}
	var ticket unsafe.Pointer
	if p := poolWith(a.pool); p != nil && s.dev == p.dev.c && C.sh_stream_capture(s) == nil {
		switch {
		case bool(a.graph), p.driver != nil && p.driver.imported: // freed by its owner
		case bool(C.drv_marks(p.dev.c)):
			return p.putMarked(ptr, a, s)
		default:
			ticket = p.put(ptr, a, s)
		}
	}
	op := C.op_mem(C.GH_OP_FREE, ptr, a.size, ticket)
	return C.sh_submit(shim, s, &op)
}
