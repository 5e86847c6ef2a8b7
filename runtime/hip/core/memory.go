// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"math/bits"
	"slices"
	"unsafe"
)

// pitchAlign is the alignment in bytes of the rows of pitched memory.
const pitchAlign = 256

func alignUp(n, a C.size_t) C.size_t { return (n + a - 1) / a * a }

// mulOverflows reports whether a*b*c does not fit.
func mulOverflows(a, b, c C.size_t) bool {
	const top = 1 << 62
	return b != 0 && a > top/b || c != 0 && a*b > top/c
}

func allocate(d *device, kind, flags C.uint32_t, size C.size_t) (unsafe.Pointer, C.hipError_t) {
	var p unsafe.Pointer
	e := C.sh_alloc(shim, d.c, kind, flags, size, &p)
	return p, e
}

func findAlloc(p unsafe.Pointer) (C.gh_alloc, bool) {
	var a C.gh_alloc
	ok := bool(C.sh_find_alloc(shim, p, &a))
	return a, ok
}

func hipMallocPitch(ptr *unsafe.Pointer, pitch *C.size_t, width, height C.size_t) C.hipError_t {
	if ptr == nil || pitch == nil {
		return C.hipErrorInvalidValue
	}
	if width == 0 || height == 0 {
		*ptr = nil
		return C.hipSuccess
	}
	if width > 1<<48 || mulOverflows(alignUp(width, pitchAlign), height, 1) {
		return C.hipErrorOutOfMemory
	}
	row := alignUp(width, pitchAlign)
	p, e := allocate(cur(), C.GH_DEVICE, 0, row*height)
	if e == C.hipSuccess {
		*ptr, *pitch = p, row
	}
	return e
}

func hipMemAllocPitch(ptr *C.hipDeviceptr_t, pitch *C.size_t, width, height C.size_t, elem C.uint) C.hipError_t {
	if elem != 4 && elem != 8 && elem != 16 {
		return C.hipErrorInvalidValue
	}
	if ptr == nil || pitch == nil || width == 0 || height == 0 {
		return C.hipErrorInvalidValue
	}
	return hipMallocPitch((*unsafe.Pointer)(unsafe.Pointer(ptr)), pitch, width, height)
}

func hipMalloc3D(out *C.hipPitchedPtr, extent C.hipExtent) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if extent.width == 0 || extent.height == 0 || extent.depth == 0 {
		*out = C.hipPitchedPtr{xsize: extent.width, ysize: extent.height}
		return C.hipSuccess
	}
	if extent.width > 1<<48 || mulOverflows(alignUp(extent.width, pitchAlign), extent.height, extent.depth) {
		return C.hipErrorOutOfMemory
	}
	row := alignUp(extent.width, pitchAlign)
	p, e := allocate(cur(), C.GH_DEVICE, 0, row*extent.height*extent.depth)
	if e == C.hipSuccess {
		*out = C.hipPitchedPtr{ptr: p, pitch: row, xsize: extent.width, ysize: extent.height}
	}
	return e
}

func hipMemGetInfo(free, total *C.size_t) C.hipError_t {
	if free == nil && total == nil {
		return C.hipErrorInvalidValue
	}
	d := cur()
	if d.gpu != nil {
		return d.cudaMemInfo(free, total)
	}
	used := C.sh_used_memory(d.c)
	if total != nil {
		*total = d.c.total_memory
	}
	if free != nil {
		*free = d.c.total_memory - min(used, d.c.total_memory)
	}
	return C.hipSuccess
}

func hipMemPtrGetInfo(p unsafe.Pointer, size *C.size_t) C.hipError_t {
	if p == nil || size == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok {
		return C.hipErrorInvalidValue
	}
	*size = a.size
	return C.hipSuccess
}

func hipMemGetAddressRange(base *C.hipDeviceptr_t, size *C.size_t, p C.hipDeviceptr_t) C.hipError_t {
	a, ok := findAlloc(unsafe.Pointer(p))
	if !ok {
		return C.hipErrorNotFound
	}
	if base != nil {
		setPointer(unsafe.Pointer(base), uintptr(a.start))
	}
	if size != nil {
		*size = a.size
	}
	return C.hipSuccess
}

// ---- host memory ----

func hipHostGetDevicePointer(out *unsafe.Pointer, host unsafe.Pointer, flags C.uint) C.hipError_t {
	if out == nil || host == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(host)
	if !ok || a.kind != C.GH_HOST && a.kind != C.GH_REGISTERED && a.kind != C.GH_MANAGED {
		return C.hipErrorInvalidValue
	}
	*out = host
	return C.hipSuccess
}

func hipHostGetFlags(flags *C.uint, host unsafe.Pointer) C.hipError_t {
	if flags == nil || host == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(host)
	if !ok || a.kind != C.GH_HOST && a.kind != C.GH_REGISTERED {
		return C.hipErrorInvalidValue
	}
	*flags = C.uint(a.flags)
	return C.hipSuccess
}

func hipHostRegister(p unsafe.Pointer, size C.size_t, flags C.uint) C.hipError_t {
	const known = C.hipHostRegisterPortable | C.hipHostRegisterMapped | C.hipHostRegisterIoMemory | C.hipHostRegisterReadOnly
	if p == nil || size == 0 || flags&^known != 0 {
		return C.hipErrorInvalidValue
	}
	d := cur()
	if d.c.model != C.GH_MEM_SYSTEM && d.gpu == nil {
		// The device has no way to reach memory that it did not allocate.
		return C.hipErrorNotSupported
	}
	if uintptr(p)+uintptr(size) < uintptr(p) || uint64(size) > 1<<47 || givenBack(p) || !bool(C.sh_mapped(shim, p, size)) {
		return C.hipErrorInvalidValue
	}
	a := C.gh_alloc{start: C.uintptr_t(uintptr(p)), size: size, kind: C.GH_REGISTERED, flags: C.uint32_t(flags), device: d.c.ordinal}
	if e := C.sh_host_register(shim, d.c, p, size, C.uint32_t(flags)); e != C.hipSuccess {
		return e
	}
	return C.sh_track(shim, &a)
}

func hipHostUnregister(p unsafe.Pointer) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok || a.kind != C.GH_REGISTERED || uintptr(a.start) != uintptr(p) {
		return C.hipErrorHostMemoryNotRegistered
	}
	C.sh_finish_device(shim, devices[a.device].c)
	C.sh_untrack(shim, p, &a)
	return C.sh_host_unregister(shim, devices[a.device].c, p)
}

// ---- pointers ----

func memoryType(a *C.gh_alloc) C.enum_hipMemoryType {
	switch a.kind {
	case C.GH_HOST, C.GH_REGISTERED:
		return C.hipMemoryTypeHost
	case C.GH_MANAGED:
		return C.hipMemoryTypeManaged
	}
	return C.hipMemoryTypeDevice
}

func hipPointerGetAttributes(out *C.hipPointerAttribute_t, p unsafe.Pointer) C.hipError_t {
	if out == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok {
		*out = C.hipPointerAttribute_t{}
		out._type = C.hipMemoryTypeUnregistered
		out.device = C.hipInvalidDeviceId
		out.hostPointer = nil
		return C.hipSuccess
	}
	*out = C.hipPointerAttribute_t{device: a.device, devicePointer: p, allocationFlags: C.uint(a.flags)}
	out._type = memoryType(&a)
	if a.kind != C.GH_DEVICE && a.kind != C.GH_ARRAY {
		out.hostPointer = p
	}
	if a.kind == C.GH_MANAGED {
		out.isManaged = 1
	}
	return C.hipSuccess
}

// unanswered are the attributes that AMD's runtime has no answer to.
var unanswered = map[C.hipPointer_attribute]bool{
	C.HIP_POINTER_ATTRIBUTE_CONTEXT: true, C.HIP_POINTER_ATTRIBUTE_P2P_TOKENS: true,
	C.HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE: true, C.HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: true,
	C.HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: true, C.HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: true,
}

// pointerAttribute writes one attribute; unknown pointers have some, too.
func pointerAttribute(data unsafe.Pointer, attr C.hipPointer_attribute, p unsafe.Pointer, lenient bool) C.hipError_t {
	a, ok := findAlloc(p)
	if !ok && !lenient {
		if attr == C.HIP_POINTER_ATTRIBUTE_MEMORY_TYPE && arrayOf(C.hipArray_t(p)) != nil {
			*(*C.uint)(data) = C.hipMemoryTypeArray
			return C.hipSuccess
		}
		return C.hipErrorInvalidValue
	}
	if !lenient && unanswered[attr] {
		return C.hipErrorNotSupported
	}
	host := ok && a.kind != C.GH_DEVICE && a.kind != C.GH_ARRAY
	setBool := func(b bool) {
		*(*C.bool)(data) = C.bool(b)
	}
	switch attr {
	case C.HIP_POINTER_ATTRIBUTE_CONTEXT:
		*(*uintptr)(data) = 0
		if ok {
			*(*C.hipCtx_t)(data) = devices[a.device].context()
		}
	case C.HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
		t := C.enum_hipMemoryType(0)
		if ok {
			t = memoryType(&a)
		}
		*(*C.uint)(data) = C.uint(t)
	case C.HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*(*unsafe.Pointer)(data) = nil
		if ok {
			*(*unsafe.Pointer)(data) = p
		}
	case C.HIP_POINTER_ATTRIBUTE_HOST_POINTER:
		*(*unsafe.Pointer)(data) = nil
		if host {
			*(*unsafe.Pointer)(data) = p
		} else if ok {
			return C.hipErrorInvalidValue
		}
	case C.HIP_POINTER_ATTRIBUTE_BUFFER_ID:
		*(*C.uint)(data) = C.uint(a.id)
	case C.HIP_POINTER_ATTRIBUTE_IS_MANAGED:
		setBool(ok && a.kind == C.GH_MANAGED)
	case C.HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		*(*C.int)(data) = C.hipInvalidDeviceId
		if ok {
			*(*C.int)(data) = a.device
		}
	case C.HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		*(*uintptr)(data) = uintptr(a.start)
	case C.HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
		*(*C.uint)(data) = C.uint(a.size)
	case C.HIP_POINTER_ATTRIBUTE_MAPPED:
		setBool(ok)
	case C.HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, C.HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS,
		C.HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		setBool(false)
	case C.HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		*(*C.uint)(data) = C.hipMemHandleTypeNone
	case C.HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*(*C.uint)(data) = C.hipMemAccessFlagsProtReadWrite
	case C.HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		*(*unsafe.Pointer)(data) = a.pool
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

func hipPointerGetAttribute(data unsafe.Pointer, attr C.hipPointer_attribute, p C.hipDeviceptr_t) C.hipError_t {
	if data == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	return pointerAttribute(data, attr, unsafe.Pointer(p), false)
}

func hipDrvPointerGetAttributes(n C.uint, attrs *C.hipPointer_attribute, data *unsafe.Pointer, p C.hipDeviceptr_t) C.hipError_t {
	const maxAttributes = 64 // more than there are kinds of
	if n == 0 || n > maxAttributes || attrs == nil || data == nil || p == nil {
		return C.hipErrorInvalidValue
	}
	list, out := unsafe.Slice(attrs, n), unsafe.Slice(data, n)
	for i := range list {
		if out[i] == nil {
			return C.hipErrorInvalidValue
		}
		pointerAttribute(out[i], list[i], unsafe.Pointer(p), true)
	}
	return C.hipSuccess
}

func hipPointerSetAttribute(value unsafe.Pointer, attr C.hipPointer_attribute, p C.hipDeviceptr_t) C.hipError_t {
	if value == nil || p == nil || attr != C.HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(unsafe.Pointer(p))
	if !ok || a.kind != C.GH_DEVICE {
		return C.hipErrorInvalidDevicePointer
	}
	return C.hipSuccess
}

// ---- managed memory ----

func hipMemPrefetchAsync(p unsafe.Pointer, n C.size_t, dev C.int, stream C.hipStream_t) C.hipError_t {
	if p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	if dev != C.hipCpuDeviceId && deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	if _, e := streamOf(stream); e != C.hipSuccess {
		return e
	}
	a, ok := findAlloc(p)
	if !ok || a.kind != C.GH_MANAGED || uint64(uintptr(p))-uint64(a.start)+uint64(n) > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	advise(a, p, n, func(s *adviceState) { s.prefetched = int(dev); s.hasPrefetch = true })
	return C.hipSuccess
}

// adviceState is what a program said about managed memory; it is reported back.
type adviceState struct {
	readMostly  bool
	preferred   int
	accessedBy  []int
	prefetched  int
	hasPrefetch bool
	coarse      bool
}

// adviceRange is a part of an allocation, in pages, that the same was said about.
type adviceRange struct {
	from, to uint64
	adviceState
}

var adviceOf = make(map[C.uint64_t][]adviceRange)

func sameAdvice(a, b adviceState) bool {
	return a.readMostly == b.readMostly && a.preferred == b.preferred && a.prefetched == b.prefetched &&
		a.hasPrefetch == b.hasPrefetch && a.coarse == b.coarse && slices.Equal(a.accessedBy, b.accessedBy)
}

// advise changes what was said about n bytes of an allocation from p on.
func advise(a C.gh_alloc, p unsafe.Pointer, n C.size_t, change func(*adviceState)) {
	handlesMu.Lock()
	defer handlesMu.Unlock()
	from, to := advicePages(a, p, n)
	var out []adviceRange
	for _, r := range adviceRanges(a) {
		for _, part := range [][2]uint64{{r.from, min(r.to, from)}, {max(r.from, from), min(r.to, to)}, {max(r.from, to), r.to}} {
			if part[0] >= part[1] {
				continue
			}
			piece := adviceRange{part[0], part[1], r.adviceState}
			if part[0] >= from && part[1] <= to {
				change(&piece.adviceState)
			}
			if last := len(out) - 1; last >= 0 && sameAdvice(out[last].adviceState, piece.adviceState) {
				out[last].to = piece.to
			} else {
				out = append(out, piece)
			}
		}
	}
	adviceOf[a.id] = out
}

// advised is what was said about all of the n bytes from p on, where that is one thing.
func advised(a C.gh_alloc, p unsafe.Pointer, n C.size_t) adviceState {
	handlesMu.Lock()
	defer handlesMu.Unlock()
	from, to := advicePages(a, p, n)
	for _, r := range adviceRanges(a) {
		if r.from <= from && to <= r.to {
			return r.adviceState
		}
	}
	return nothingAdvised
}

var nothingAdvised = adviceState{preferred: C.hipInvalidDeviceId, prefetched: C.hipInvalidDeviceId}

func adviceRanges(a C.gh_alloc) []adviceRange {
	if r := adviceOf[a.id]; r != nil {
		return r
	}
	_, end := advicePages(a, nil, 0)
	return []adviceRange{{0, end, nothingAdvised}}
}

// advicePages are the pages of n bytes from p on, or of the whole allocation for nil.
func advicePages(a C.gh_alloc, p unsafe.Pointer, n C.size_t) (from, to uint64) {
	const page = 4096
	first := uint64(a.start) / page
	if p == nil {
		return 0, (uint64(a.start)+uint64(a.size)+page-1)/page - first
	}
	return uint64(uintptr(p))/page - first, (uint64(uintptr(p))+uint64(n)+page-1)/page - first
}

// pageable reports whether n bytes from p on are memory of the program that kernels on
// the current device may use.
func pageable(p unsafe.Pointer, n C.size_t) bool {
	return cur().c.model == C.GH_MEM_SYSTEM && uint64(n) < 1<<47 && !givenBack(p) && bool(C.sh_mapped(shim, p, n))
}

func hipMemAdvise(p unsafe.Pointer, n C.size_t, advice C.hipMemoryAdvise, dev C.int) C.hipError_t {
	if p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	needsDevice := advice >= C.hipMemAdviseSetPreferredLocation && advice <= C.hipMemAdviseUnsetAccessedBy
	if needsDevice && dev != C.hipCpuDeviceId && deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	a, ok := findAlloc(p)
	if !ok && advice <= C.hipMemAdviseUnsetAccessedBy && pageable(p, n) {
		return C.hipSuccess // of the program's own memory nothing is kept
	}
	if !ok || a.kind != C.GH_MANAGED || uint64(uintptr(p))-uint64(a.start)+uint64(n) > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	e := C.hipError_t(C.hipSuccess)
	advise(a, p, n, func(s *adviceState) {
		switch advice {
		case C.hipMemAdviseSetReadMostly, C.hipMemAdviseUnsetReadMostly:
			s.readMostly = advice == C.hipMemAdviseSetReadMostly
		case C.hipMemAdviseSetPreferredLocation:
			s.preferred = int(dev)
		case C.hipMemAdviseUnsetPreferredLocation:
			s.preferred = C.hipInvalidDeviceId
		case C.hipMemAdviseSetAccessedBy, C.hipMemAdviseUnsetAccessedBy:
			var list []int
			for _, x := range s.accessedBy {
				if x != int(dev) {
					list = append(list, x)
				}
			}
			if advice == C.hipMemAdviseSetAccessedBy {
				list = append(list, int(dev))
			}
			s.accessedBy = list
		case C.hipMemAdviseSetCoarseGrain, C.hipMemAdviseUnsetCoarseGrain:
			s.coarse = advice == C.hipMemAdviseSetCoarseGrain
		default:
			e = C.hipErrorInvalidValue
		}
	})
	return e
}

func hipMemRangeGetAttribute(data unsafe.Pointer, size C.size_t, attr C.hipMemRangeAttribute, p unsafe.Pointer, n C.size_t) C.hipError_t {
	if data == nil || size == 0 || p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok || uint64(uintptr(p))-uint64(a.start)+uint64(n) > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	// Other memory has a coherency, too, and nothing else to ask for.
	if a.kind != C.GH_MANAGED && (attr != C.hipMemRangeAttributeCoherencyMode || a.kind != C.GH_DEVICE && a.kind != C.GH_HOST) {
		return C.hipErrorInvalidValue
	}
	if attr != C.hipMemRangeAttributeAccessedBy && size != 4 || size%4 != 0 {
		return C.hipErrorInvalidValue
	}
	out := unsafe.Slice((*C.int)(data), size/4)
	said := advised(a, p, n)
	switch attr {
	case C.hipMemRangeAttributeReadMostly:
		out[0] = 0
		if said.readMostly {
			out[0] = 1
		}
	case C.hipMemRangeAttributePreferredLocation:
		out[0] = C.int(said.preferred)
	case C.hipMemRangeAttributeLastPrefetchLocation:
		out[0] = C.int(said.prefetched)
	case C.hipMemRangeAttributeAccessedBy:
		for i := range out {
			out[i] = C.hipInvalidDeviceId
			if i < len(said.accessedBy) {
				out[i] = C.int(said.accessedBy[i])
			}
		}
	case C.hipMemRangeAttributeCoherencyMode:
		out[0] = C.hipMemRangeCoherencyModeFineGrain
		if said.coarse || a.kind == C.GH_DEVICE {
			out[0] = C.hipMemRangeCoherencyModeCoarseGrain
		}
	default:
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

func hipMemRangeGetAttributes(data *unsafe.Pointer, sizes *C.size_t, attrs *C.hipMemRangeAttribute, k C.size_t, p unsafe.Pointer, n C.size_t) C.hipError_t {
	const maxAttributes = 64 // more than there are kinds of
	if data == nil || sizes == nil || attrs == nil || k == 0 || k > maxAttributes || p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	d, z, a := unsafe.Slice(data, k), unsafe.Slice(sizes, k), unsafe.Slice(attrs, k)
	for i := range d {
		if e := hipMemRangeGetAttribute(d[i], z[i], a[i], p, n); e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}

func hipStreamAttachMemAsync(stream C.hipStream_t, p unsafe.Pointer, n C.size_t, flags C.uint) C.hipError_t {
	if p == nil || flags != C.hipMemAttachGlobal && flags != C.hipMemAttachHost && flags != C.hipMemAttachSingle {
		return C.hipErrorInvalidValue
	}
	// The null stream waits for all others: no memory can be its alone.
	if stream == nil && flags == C.hipMemAttachSingle {
		return C.hipErrorInvalidValue
	}
	if _, e := streamOf(stream); e != C.hipSuccess {
		return e
	}
	a, known := findAlloc(p)
	ok := known && a.kind == C.GH_MANAGED && (n == 0 || n == a.size)
	if !known { // memory of the system, which has no size of its own that 0 could stand for
		ok = n != 0 && pageable(p, n)
	}
	if !ok {
		return C.hipErrorInvalidValue
	}
	return C.hipSuccess
}

// ---- pitched copies ----

// side is one end of a copy: linear memory with its pitch, or a part of an array.
type side struct {
	ptr    unsafe.Pointer
	pitch  C.size_t // bytes from row to row
	slice  C.size_t // bytes from slice to slice
	limitX C.size_t // bytes that a row has from ptr on; 0 when unknown
	limitY C.size_t
	limitZ C.size_t
}

// inside checks linear memory of the runtime against the end of its allocation.
func (s *side) inside(w, h, d C.size_t) bool {
	if s.limitX != 0 {
		return w <= s.limitX && h <= s.limitY && d <= s.limitZ
	}
	n, ok := span(s.pitch, s.slice, w, h, d)
	if !ok {
		return false
	}
	a, known := findAlloc(s.ptr)
	if !known {
		return !givenBack(s.ptr)
	}
	return uint64(uintptr(s.ptr))-uint64(a.start)+n <= uint64(a.size)
}

// span is the number of bytes from the first to the last of d slices of h rows of w
// bytes; false when there cannot be so many.
func span(pitch, slice, w, h, d C.size_t) (uint64, bool) {
	const most = 1 << 48
	n := uint64(w)
	for _, part := range [][2]C.size_t{{pitch, h - 1}, {slice, d - 1}} {
		hi, lo := bits.Mul64(uint64(part[0]), uint64(part[1]))
		if hi != 0 || lo > most || n > most {
			return 0, false
		}
		n += lo
	}
	return n, n <= most
}

// givenBack reports whether p was the runtime's memory and is no longer.
func givenBack(p unsafe.Pointer) bool {
	_, known := findAlloc(p)
	return !known && bool(C.sh_in_arena(shim, p))
}

// maxPitch is the memPitch of the devices' properties, in bytes.
const maxPitch = 1<<31 - 1

// pitchedCopy is what every 2D and 3D copy comes down to; sizes in bytes, rows, slices.
func pitchedCopy(dst, src side, w, h, d C.size_t, stream C.hipStream_t, wait bool) C.hipError_t {
	if w == 0 || h == 0 || d == 0 {
		return C.hipSuccess
	}
	if dst.ptr == nil || src.ptr == nil {
		return C.hipErrorInvalidValue
	}
	if h > 1 && (dst.pitch < w || src.pitch < w) {
		return C.hipErrorInvalidPitchValue
	}
	if !dst.inside(w, h, d) || !src.inside(w, h, d) {
		return C.hipErrorInvalidValue
	}
	c := C.gh_copy3d{
		dst: (*C.char)(dst.ptr), src: (*C.char)(src.ptr),
		dst_pitch: dst.pitch, dst_slice: dst.slice, src_pitch: src.pitch, src_slice: src.slice,
		width: w, height: h, depth: d,
	}
	// Memory the program may reuse at once makes the copy synchronous, as for 1D.
	if !wait {
		_, ka := findAlloc(dst.ptr)
		_, kb := findAlloc(src.ptr)
		s, e := streamOf(stream)
		if e != C.hipSuccess {
			return e
		}
		if (!ka || !kb) && C.sh_stream_capture(s) == nil {
			if e := submit(stream, C.op_copy3d(c)); e != C.hipSuccess {
				return e
			}
			return C.sh_finish(shim, s)
		}
	}
	return run(stream, C.op_copy3d(c), wait)
}

func linear(p unsafe.Pointer, pitch, height C.size_t) side {
	return side{ptr: p, pitch: pitch, slice: pitch * height}
}

func badKind(k C.hipMemcpyKind) bool {
	return k > C.hipMemcpyDefault && k != C.hipMemcpyDeviceToDeviceNoCU
}

func copy2D(dst unsafe.Pointer, dpitch C.size_t, src unsafe.Pointer, spitch, w, h C.size_t, kind C.hipMemcpyKind, s C.hipStream_t, wait bool) C.hipError_t {
	if badKind(kind) {
		return C.hipErrorInvalidMemcpyDirection
	}
	if w == 0 || h == 0 {
		return C.hipSuccess
	}
	if dst == nil || src == nil {
		return C.hipErrorInvalidValue
	}
	if dpitch > maxPitch || spitch > maxPitch {
		return C.hipErrorInvalidValue
	}
	if dpitch < w || spitch < w {
		return C.hipErrorInvalidPitchValue
	}
	return pitchedCopy(linear(dst, dpitch, h), linear(src, spitch, h), w, h, 1, s, wait)
}

func hipMemcpy2D(dst unsafe.Pointer, dpitch C.size_t, src unsafe.Pointer, spitch, w, h C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return copy2D(dst, dpitch, src, spitch, w, h, kind, nil, true)
}

func hipMemcpy2DAsync(dst unsafe.Pointer, dpitch C.size_t, src unsafe.Pointer, spitch, w, h C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	if _, e := streamOf(s); e != C.hipSuccess {
		return e
	}
	return copy2D(dst, dpitch, src, spitch, w, h, kind, s, false)
}

// paramSide reads one end of a driver-style copy description.
func paramSide(t C.hipMemoryType, host, dev unsafe.Pointer, arr C.hipArray_t, x, y, z, pitch, height C.size_t) (side, C.hipError_t) {
	var p unsafe.Pointer
	switch t {
	case C.hipMemoryTypeArray:
		a := arrayOf(arr)
		if a == nil {
			return side{}, C.hipErrorInvalidValue
		}
		return a.at(x, y, z), C.hipSuccess
	case C.hipMemoryTypeHost:
		p = host
	case C.hipMemoryTypeDevice, C.hipMemoryTypeUnified, C.hipMemoryTypeManaged:
		p = dev
	default:
		return side{}, C.hipErrorInvalidValue
	}
	if p == nil {
		return side{}, C.hipErrorInvalidValue
	}
	if pitch > maxPitch {
		return side{}, C.hipErrorInvalidValue
	}
	s := linear(p, pitch, height)
	s.ptr = unsafe.Add(p, z*s.slice+y*pitch+x)
	return s, C.hipSuccess
}

func paramCopy2D(p *C.hip_Memcpy2D, s C.hipStream_t, wait bool) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	sp, dp := p.srcPitch, p.dstPitch
	if sp == 0 {
		sp = p.WidthInBytes + p.srcXInBytes
	}
	if dp == 0 {
		dp = p.WidthInBytes + p.dstXInBytes
	}
	src, e := paramSide(p.srcMemoryType, unsafe.Pointer(p.srcHost), unsafe.Pointer(p.srcDevice), p.srcArray, p.srcXInBytes, p.srcY, 0, sp, p.Height)
	if e != C.hipSuccess {
		return e
	}
	dst, e := paramSide(p.dstMemoryType, p.dstHost, unsafe.Pointer(p.dstDevice), p.dstArray, p.dstXInBytes, p.dstY, 0, dp, p.Height)
	if e != C.hipSuccess {
		return e
	}
	if src.limitX == 0 && sp < p.WidthInBytes+p.srcXInBytes || dst.limitX == 0 && dp < p.WidthInBytes+p.dstXInBytes {
		return C.hipErrorInvalidValue
	}
	return pitchedCopy(dst, src, p.WidthInBytes, p.Height, 1, s, wait)
}

func hipMemcpyParam2D(p *C.hip_Memcpy2D) C.hipError_t        { return paramCopy2D(p, nil, true) }
func hipDrvMemcpy2DUnaligned(p *C.hip_Memcpy2D) C.hipError_t { return paramCopy2D(p, nil, true) }
func hipMemcpyParam2DAsync(p *C.hip_Memcpy2D, s C.hipStream_t) C.hipError_t {
	return paramCopy2D(p, s, false)
}

func drvCopy3D(p *C.HIP_MEMCPY3D, s C.hipStream_t, wait bool) C.hipError_t {
	dst, src, e := drvSides(p)
	if e != C.hipSuccess {
		return e
	}
	return pitchedCopy(dst, src, p.WidthInBytes, p.Height, p.Depth, s, wait)
}

func drvSides(p *C.HIP_MEMCPY3D) (dst, src side, e C.hipError_t) {
	if p == nil || p.srcLOD != 0 || p.dstLOD != 0 {
		return dst, src, C.hipErrorInvalidValue
	}
	sp, dp, sh, dh := p.srcPitch, p.dstPitch, p.srcHeight, p.dstHeight
	if sp == 0 {
		sp = p.WidthInBytes + p.srcXInBytes
	}
	if dp == 0 {
		dp = p.WidthInBytes + p.dstXInBytes
	}
	if sh == 0 {
		sh = p.Height + p.srcY
	}
	if dh == 0 {
		dh = p.Height + p.dstY
	}
	if src, e = paramSide(p.srcMemoryType, unsafe.Pointer(p.srcHost), unsafe.Pointer(p.srcDevice), p.srcArray, p.srcXInBytes, p.srcY, p.srcZ, sp, sh); e != C.hipSuccess {
		return
	}
	if dst, e = paramSide(p.dstMemoryType, p.dstHost, unsafe.Pointer(p.dstDevice), p.dstArray, p.dstXInBytes, p.dstY, p.dstZ, dp, dh); e != C.hipSuccess {
		return
	}
	if src.limitX == 0 && sp < p.WidthInBytes+p.srcXInBytes || dst.limitX == 0 && dp < p.WidthInBytes+p.dstXInBytes {
		e = C.hipErrorInvalidValue
	}
	return
}

func hipDrvMemcpy3D(p *C.HIP_MEMCPY3D) C.hipError_t { return drvCopy3D(p, nil, true) }
func hipDrvMemcpy3DAsync(p *C.HIP_MEMCPY3D, s C.hipStream_t) C.hipError_t {
	return drvCopy3D(p, s, false)
}

// parms3D reads a hipMemcpy3DParms: positions and extents are in elements where an
// array takes part, in bytes otherwise.
func parms3D(p *C.hipMemcpy3DParms) (dst, src side, w C.size_t, e C.hipError_t) {
	if p == nil {
		return dst, src, 0, C.hipErrorInvalidValue
	}
	if badKind(C.hipMemcpyKind(p.kind)) {
		return dst, src, 0, C.hipErrorInvalidMemcpyDirection
	}
	if (p.srcArray != nil) == (p.srcPtr.ptr != nil) || (p.dstArray != nil) == (p.dstPtr.ptr != nil) {
		return dst, src, 0, C.hipErrorInvalidValue
	}
	w = p.extent.width
	sa, da := arrayOf(p.srcArray), arrayOf(p.dstArray)
	if p.srcArray != nil && sa == nil || p.dstArray != nil && da == nil {
		return dst, src, 0, C.hipErrorInvalidValue
	}
	switch {
	case sa != nil && da != nil:
		if sa.elem != da.elem {
			return dst, src, 0, C.hipErrorInvalidValue
		}
		w *= sa.elem
	case sa != nil:
		w *= sa.elem
	case da != nil:
		w *= da.elem
	}
	end := func(a *array, pp C.struct_hipPitchedPtr, pos C.struct_hipPos) (side, C.hipError_t) {
		if a != nil {
			return a.at(pos.x*a.elem, pos.y, pos.z), C.hipSuccess
		}
		if p.extent.height > 1 || p.extent.depth > 1 {
			if pp.pitch < w || pp.pitch > maxPitch {
				return side{}, C.hipErrorInvalidPitchValue
			}
		}
		height := pp.ysize
		if height == 0 {
			height = p.extent.height
		}
		if pos.x+w > pp.pitch && pp.pitch != 0 || pos.y+p.extent.height > height {
			return side{}, C.hipErrorInvalidValue
		}
		s := linear(pp.ptr, pp.pitch, height)
		s.ptr = unsafe.Add(pp.ptr, pos.z*s.slice+pos.y*pp.pitch+pos.x)
		return s, C.hipSuccess
	}
	if p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0 {
		return dst, src, 0, C.hipSuccess
	}
	if src, e = end(sa, p.srcPtr, p.srcPos); e != C.hipSuccess {
		return
	}
	dst, e = end(da, p.dstPtr, p.dstPos)
	return
}

func copy3D(p *C.hipMemcpy3DParms, s C.hipStream_t, wait bool) C.hipError_t {
	dst, src, w, e := parms3D(p)
	if e != C.hipSuccess {
		return e
	}
	return pitchedCopy(dst, src, w, p.extent.height, p.extent.depth, s, wait)
}

func hipMemcpy3D(p *C.hipMemcpy3DParms) C.hipError_t { return copy3D(p, nil, true) }
func hipMemcpy3DAsync(p *C.hipMemcpy3DParms, s C.hipStream_t) C.hipError_t {
	if _, e := streamOf(s); e != C.hipSuccess {
		return e
	}
	return copy3D(p, s, false)
}

// ---- pitched fills ----

func pitchedFill(dst unsafe.Pointer, pitch, slice, w, h, d C.size_t, value C.int, s C.hipStream_t, wait bool) C.hipError_t {
	if _, e := streamOf(s); e != C.hipSuccess {
		return e
	}
	if w == 0 || h == 0 || d == 0 {
		return C.hipSuccess
	}
	if dst == nil {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(dst)
	if !ok && cur().c.drv == nil {
		return C.hipErrorInvalidValue
	}
	if h > 1 && pitch < w || d > 1 && pitch == 0 {
		return C.hipErrorInvalidValue
	}
	n, fits := span(pitch, slice, w, h, d)
	if !fits || ok && uint64(uintptr(dst))-uint64(a.start)+n > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	f := C.gh_fill{dst: (*C.char)(dst), pitch: pitch, slice: slice, width: w, height: h, depth: d, value: C.uint32_t(uint8(value)), elem: 1}
	return run(s, C.op_fill(f), wait)
}

func hipMemset2D(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, value, nil, true)
}

func hipMemset2DAsync(dst unsafe.Pointer, pitch C.size_t, value C.int, w, h C.size_t, s C.hipStream_t) C.hipError_t {
	return pitchedFill(dst, pitch, pitch*h, w, h, 1, value, s, false)
}

func set3D(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t, wait bool) C.hipError_t {
	height := p.ysize
	if height == 0 {
		height = e.height
	}
	if e.width > p.pitch && e.height > 1 || e.height > height {
		return C.hipErrorInvalidValue
	}
	return pitchedFill(p.ptr, p.pitch, p.pitch*height, e.width, e.height, e.depth, value, s, wait)
}

func hipMemset3D(p C.hipPitchedPtr, value C.int, e C.hipExtent) C.hipError_t {
	return set3D(p, value, e, nil, true)
}

func hipMemset3DAsync(p C.hipPitchedPtr, value C.int, e C.hipExtent, s C.hipStream_t) C.hipError_t {
	return set3D(p, value, e, s, false)
}

// ---- peers ----

func hipMemcpyPeer(dst unsafe.Pointer, dd C.int, src unsafe.Pointer, sd C.int, n C.size_t) C.hipError_t {
	if deviceAt(dd) == nil || deviceAt(sd) == nil {
		return C.hipErrorInvalidDevice
	}
	if dst == nil || src == nil {
		return C.hipErrorInvalidValue
	}
	if n == 0 {
		return C.hipSuccess
	}
	return run(nil, C.op_copy(dst, src, n, C.hipMemcpyDeviceToDevice), true)
}

func hipMemcpyPeerAsync(dst unsafe.Pointer, dd C.int, src unsafe.Pointer, sd C.int, n C.size_t, s C.hipStream_t) C.hipError_t {
	if deviceAt(dd) == nil || deviceAt(sd) == nil {
		return C.hipErrorInvalidDevice
	}
	if dst == nil || src == nil {
		return C.hipErrorInvalidValue
	}
	if n == 0 {
		return C.hipSuccess
	}
	return submit(s, C.op_copy(dst, src, n, C.hipMemcpyDeviceToDevice))
}

// ---- waiting for and writing values ----

func valueOp(kind C.int, s C.hipStream_t, p unsafe.Pointer, v, mask C.uint64_t, flags, size C.uint) C.hipError_t {
	if p == nil || uintptr(p)%uintptr(size) != 0 || givenBack(p) {
		return C.hipErrorInvalidValue
	}
	if kind == C.GH_OP_WAIT_VALUE && flags > C.hipStreamWaitValueNor {
		return C.hipErrorInvalidValue
	}
	return submit(s, C.op_value(kind, p, v, mask, flags, size))
}

func hipStreamWaitValue32(s C.hipStream_t, p unsafe.Pointer, v C.uint32_t, flags C.uint, mask C.uint32_t) C.hipError_t {
	return valueOp(C.GH_OP_WAIT_VALUE, s, p, C.uint64_t(v), C.uint64_t(mask), flags, 4)
}

func hipStreamWaitValue64(s C.hipStream_t, p unsafe.Pointer, v C.uint64_t, flags C.uint, mask C.uint64_t) C.hipError_t {
	return valueOp(C.GH_OP_WAIT_VALUE, s, p, v, mask, flags, 8)
}

func hipStreamWriteValue32(s C.hipStream_t, p unsafe.Pointer, v C.uint32_t, flags C.uint) C.hipError_t {
	return valueOp(C.GH_OP_WRITE_VALUE, s, p, C.uint64_t(v), 0, flags, 4)
}

func hipStreamWriteValue64(s C.hipStream_t, p unsafe.Pointer, v C.uint64_t, flags C.uint) C.hipError_t {
	return valueOp(C.GH_OP_WRITE_VALUE, s, p, v, 0, flags, 8)
}

func hipStreamBatchMemOp(s C.hipStream_t, n C.uint, list *C.hipStreamBatchMemOpParams, flags C.uint) C.hipError_t {
	if n == 0 || n > 256 || list == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	for _, p := range unsafe.Slice(list, n) {
		w := (*C.struct_hipStreamMemOpWaitValueParams_t)(unsafe.Pointer(&p))
		v := *(*C.uint64_t)(unsafe.Pointer(&w.anon0))
		var e C.hipError_t
		switch w.operation {
		case C.hipStreamMemOpWaitValue32:
			e = hipStreamWaitValue32(s, unsafe.Pointer(w.address), C.uint32_t(v), w.flags, 0xffffffff)
		case C.hipStreamMemOpWaitValue64:
			e = hipStreamWaitValue64(s, unsafe.Pointer(w.address), v, w.flags, 0xffffffffffffffff)
		case C.hipStreamMemOpWriteValue32:
			e = hipStreamWriteValue32(s, unsafe.Pointer(w.address), C.uint32_t(v), 0)
		case C.hipStreamMemOpWriteValue64:
			e = hipStreamWriteValue64(s, unsafe.Pointer(w.address), v, 0)
		default:
			e = C.hipErrorInvalidValue
		}
		if e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}
