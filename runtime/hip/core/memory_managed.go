// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"slices"
	"unsafe"
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
