// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"cmp"
	"slices"
	"unsafe"

	"gohipcc/runtime/libgohip/advice"
)

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
	r, e := advised(p, n)
	if r != nil {
		advices.Change(*r, func(s *advice.State) { s.Prefetched = int(dev) })
	}
	return e
}

// advices is the program's advice about managed memory.
var advices = advice.NewTable(advice.State{Preferred: C.hipInvalidDeviceId, Prefetched: C.hipInvalidDeviceId})

// adviceOn returns the advice about n bytes of an allocation from p on.
func adviceOn(a C.gh_alloc, p unsafe.Pointer, n C.size_t) advice.Range {
	return advice.Range{Allocation: uint64(a.id), Start: uint64(a.start), Size: uint64(a.size), From: uint64(uintptr(p)), Length: uint64(n)}
}

// pageable reports whether n bytes from p on are memory of the program that kernels on the current
// device can access.
func pageable(p unsafe.Pointer, n C.size_t) bool {
	d := cur()
	reaches := d.c.model == C.GH_MEM_SYSTEM
	if d.gpu != nil {
		var p C.hipDeviceProp_tR0600
		d.properties(&p)
		reaches = p.pageableMemoryAccess != 0
	}
	return reaches && uint64(n) < 1<<47 && !givenBack(p) && bool(C.sh_mapped(shim, p, n))
}

func hipMemAdvise(p unsafe.Pointer, n C.size_t, what C.hipMemoryAdvise, dev C.int) C.hipError_t {
	if p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	needsDevice := what >= C.hipMemAdviseSetPreferredLocation && what <= C.hipMemAdviseUnsetAccessedBy
	if needsDevice && dev != C.hipCpuDeviceId && deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	r, e := advised(p, n)
	change := adviceChanges[what]
	if change == nil || r == nil && what > C.hipMemAdviseUnsetAccessedBy {
		return C.hipErrorInvalidValue
	}
	if r != nil {
		advices.Change(*r, func(s *advice.State) { change(s, int(dev)) })
	}
	return e
}

// advised returns the range of n bytes from p on, about which there can be advice; or nil, and success if it is the
// program's own memory, for which nothing is recorded.
func advised(p unsafe.Pointer, n C.size_t) (*advice.Range, C.hipError_t) {
	a, ok := findAlloc(p)
	if !ok && pageable(p, n) {
		return nil, C.hipSuccess
	}
	if !ok || !hasAdvice(&a, p, n) {
		return nil, C.hipErrorInvalidValue
	}
	r := adviceOn(a, p, n)
	return &r, C.hipSuccess
}

// hasAdvice reports whether n bytes of an allocation from p on may have advice: managed memory, and memory of the
// program that it registered.
func hasAdvice(a *C.gh_alloc, p unsafe.Pointer, n C.size_t) bool {
	return uint64(uintptr(p))-uint64(a.start)+uint64(n) <= uint64(a.size) &&
		(a.kind == C.GH_MANAGED || a.kind == C.GH_REGISTERED && pageable(p, n))
}

// adviceChanges are the effects of hipMemAdvise on the record of a range, with a device.
var adviceChanges = map[C.hipMemoryAdvise]func(s *advice.State, dev int){
	C.hipMemAdviseSetReadMostly:          func(s *advice.State, _ int) { s.ReadMostly = true },
	C.hipMemAdviseUnsetReadMostly:        func(s *advice.State, _ int) { s.ReadMostly = false },
	C.hipMemAdviseSetPreferredLocation:   func(s *advice.State, dev int) { s.Preferred = dev },
	C.hipMemAdviseUnsetPreferredLocation: func(s *advice.State, _ int) { s.Preferred = C.hipInvalidDeviceId },
	C.hipMemAdviseSetAccessedBy:          func(s *advice.State, dev int) { s.AccessedBy = with(s.AccessedBy, dev) },
	C.hipMemAdviseUnsetAccessedBy:        func(s *advice.State, dev int) { s.AccessedBy = without(s.AccessedBy, dev) },
	C.hipMemAdviseSetCoarseGrain:         func(s *advice.State, _ int) { s.Coarse = true },
	C.hipMemAdviseUnsetCoarseGrain:       func(s *advice.State, _ int) { s.Coarse = false },
}

// with returns a copy of a list with a number: devices by their numbers, then the processor, as AMD's runtime reports them.
func with(list []int, dev int) []int {
	list = append(without(list, dev), dev)
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(uint32(a), uint32(b)) })
	return list
}

// without returns a copy of a list without a number.
func without(list []int, dev int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return x == dev })
}

func hipMemRangeGetAttribute(data unsafe.Pointer, size C.size_t, attr C.hipMemRangeAttribute, p unsafe.Pointer, n C.size_t) C.hipError_t {
	if data == nil || size == 0 || p == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	a, ok := findAlloc(p)
	if !ok || uint64(uintptr(p))-uint64(a.start)+uint64(n) > uint64(a.size) {
		return C.hipErrorInvalidValue
	}
	// Other memory has a coherency, too, and no other attributes.
	if !hasAdvice(&a, p, n) && (attr != C.hipMemRangeAttributeCoherencyMode || a.kind != C.GH_DEVICE && a.kind != C.GH_HOST) {
		return C.hipErrorInvalidValue
	}
	if attr != C.hipMemRangeAttributeAccessedBy && size != 4 || size%4 != 0 {
		return C.hipErrorInvalidValue
	}
	return rangeAttribute(unsafe.Slice((*C.int)(data), size/4), attr, advices.Of(adviceOn(a, p, n)), allocatedCoarse(a.kind, a.flags))
}

// allocatedCoarse reports whether memory is coarse-grained without advice: device memory, and host memory that
// the program asked to be non-coherent. It is coherent here all the same.
func allocatedCoarse(kind, flags C.uint32_t) bool {
	return kind == C.GH_DEVICE || kind == C.GH_HOST && flags&C.hipHostMallocNonCoherent != 0
}

// rangeAttribute writes an attribute of memory with advice.
func rangeAttribute(out []C.int, attr C.hipMemRangeAttribute, said advice.State, coarse bool) C.hipError_t {
	switch attr {
	case C.hipMemRangeAttributeReadMostly:
		out[0] = 0
		if said.ReadMostly {
			out[0] = 1
		}
	case C.hipMemRangeAttributePreferredLocation:
		out[0] = C.int(said.Preferred)
	case C.hipMemRangeAttributeLastPrefetchLocation:
		out[0] = C.int(said.Prefetched)
	case C.hipMemRangeAttributeAccessedBy:
		for i := range out {
			out[i] = C.hipInvalidDeviceId
			if i < len(said.AccessedBy) {
				out[i] = C.int(said.AccessedBy[i])
			}
		}
	case C.hipMemRangeAttributeCoherencyMode:
		out[0] = C.hipMemRangeCoherencyModeFineGrain
		if said.Coarse || coarse {
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
	// The null stream waits for all others: no memory can be attached to it alone.
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
