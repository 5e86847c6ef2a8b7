// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// graphMemory is the memory of allocation nodes. Its address is known when the nodes are created,
// so the memory is allocated then. It is freed when there are no such nodes left and the program
// does not own it: the program owns it from a launch until a free node or hipFree.
type graphMemory struct {
	ptr   unsafe.Pointer
	size  C.size_t
	dev   *device
	nodes int
	live  bool
}

// graphMemories are by address, under graphMemMu.
var graphMemories = make(map[uintptr]*graphMemory)

// newGraphMemory takes over an allocation for one node.
func newGraphMemory(ptr unsafe.Pointer, d *device) *graphMemory {
	a, _ := findAlloc(ptr)
	a.graph = true
	C.sh_update_alloc(shim, &a)
	m := &graphMemory{ptr: ptr, size: a.size, dev: d, nodes: 1}
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	graphMemories[uintptr(ptr)] = m
	return m
}

// set records whether the program owns the memory.
func (m *graphMemory) set(live bool) {
	graphMemMu.Lock()
	if m.live != live {
		m.live = live
		b := countersOf(m.dev.c.ordinal)
		if live {
			b.take(uint64(m.size))
		} else {
			b.used -= uint64(m.size)
		}
	}
	graphMemMu.Unlock()
	m.drop(0)
}

// owned reports whether the program owns the memory.
func (m *graphMemory) owned() bool {
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	return m.live
}

// drop removes nodes, and frees the memory when nothing uses it any more.
func (m *graphMemory) drop(nodes int) {
	graphMemMu.Lock()
	m.nodes -= nodes
	gone := m.nodes == 0 && !m.live
	if gone {
		delete(graphMemories, uintptr(m.ptr))
	}
	graphMemMu.Unlock()
	if !gone {
		return
	}
	if a, ok := findAlloc(m.ptr); ok && bool(a.graph) {
		C.sh_finish_device(shim, m.dev.c) // a launch may still be running
		a.graph = false
		C.sh_update_alloc(shim, &a)
		C.sh_free(shim, m.ptr)
	}
}

func graphMemoryAt(ptr unsafe.Pointer) *graphMemory {
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	return graphMemories[uintptr(ptr)]
}

// gohipGraphFreed is hipFree of an allocation node's memory.
//
//export gohipGraphFreed
func gohipGraphFreed(ptr unsafe.Pointer) (e C.hipError_t) {
	defer guard("hipFree", &e)
	m := graphMemoryAt(ptr)
	if m == nil || !m.live {
		return C.hipErrorInvalidValue
	}
	m.set(false)
	return C.hipSuccess
}

type allocWork struct {
	p   C.hipMemAllocNodeParams
	mem *graphMemory
}

func (w *allocWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemAlloc }
func (w *allocWork) label() string            { return fmt.Sprintf("alloc %d", w.p.bytesize) }
func (w *allocWork) clone() work {
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	w.mem.nodes++
	c := *w
	return &c
}
func (w *allocWork) free() { w.mem.drop(1) }
func (w *allocWork) submit(s *C.gh_stream) C.hipError_t {
	w.mem.set(true)
	return C.hipSuccess
}

type freeWork struct{ ptr unsafe.Pointer }

func (w *freeWork) kind() C.hipGraphNodeType { return C.hipGraphNodeTypeMemFree }
func (w *freeWork) label() string            { return "free" }
func (w *freeWork) clone() work              { c := *w; return &c }

// The memory stays allocated for the next launch.
func (w *freeWork) submit(s *C.gh_stream) C.hipError_t {
	if m := graphMemoryAt(w.ptr); m != nil {
		m.set(false)
	}
	return C.hipSuccess
}

// memoryCounters are the counters of hipDeviceGetGraphMemAttribute, by device. As with AMD, memory counts
// as reserved while it is used: what a free node has freed does not count, though the graph keeps
// it.
type memoryCounters struct{ used, usedHigh, reservedHigh uint64 }

var (
	graphMem   = make(map[C.int]*memoryCounters)
	graphMemMu sync.Mutex
)

// countersOf is called with graphMemMu held.
func countersOf(dev C.int) *memoryCounters {
	b := graphMem[dev]
	if b == nil {
		b = new(memoryCounters)
		graphMem[dev] = b
	}
	return b
}

func (b *memoryCounters) take(n uint64) {
	b.used += n
	b.usedHigh = max(b.usedHigh, b.used)
	b.reservedHigh = max(b.reservedHigh, b.used)
}

func hipGraphAddMemAllocNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, p *C.hipMemAllocNodeParams) C.hipError_t {
	if p == nil {
		return C.hipErrorInvalidValue
	}
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		d := deviceAt(p.poolProps.location.id)
		if p.bytesize == 0 || p.poolProps.allocType != C.hipMemAllocationTypePinned ||
			p.poolProps.location._type != C.hipMemLocationTypeDevice || d == nil {
			return nil, C.hipErrorInvalidValue
		}
		ptr, e := allocate(d, C.GH_DEVICE, 0, p.bytesize)
		if e != C.hipSuccess {
			return nil, e
		}
		p.dptr = ptr
		return &allocWork{*p, newGraphMemory(ptr, d)}, C.hipSuccess
	})
}

func hipGraphMemAllocNodeGetParams(h C.hipGraphNode_t, p *C.hipMemAllocNodeParams) C.hipError_t {
	return get(h, p, func(w *allocWork) C.hipMemAllocNodeParams { return w.p })
}

func hipGraphAddMemFreeNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ptr unsafe.Pointer) C.hipError_t {
	return addNode(out, g, deps, n, func() (work, C.hipError_t) {
		if _, known := findAlloc(ptr); !known {
			return nil, C.hipErrorInvalidValue
		}
		return &freeWork{ptr}, C.hipSuccess
	})
}

func hipDrvGraphAddMemFreeNode(out *C.hipGraphNode_t, g C.hipGraph_t, deps *C.hipGraphNode_t, n C.size_t, ptr C.hipDeviceptr_t) C.hipError_t {
	return hipGraphAddMemFreeNode(out, g, deps, n, unsafe.Pointer(ptr))
}

func hipGraphMemFreeNodeGetParams(h C.hipGraphNode_t, out unsafe.Pointer) C.hipError_t {
	return get(h, (*unsafe.Pointer)(out), func(w *freeWork) unsafe.Pointer { return w.ptr })
}

func hipDeviceGetGraphMemAttribute(dev C.int, attr C.hipGraphMemAttributeType, value unsafe.Pointer) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	if value == nil {
		return C.hipErrorInvalidValue
	}
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	b := countersOf(dev)
	v := []uint64{b.used, b.usedHigh, b.used, b.reservedHigh}
	if int(attr) >= len(v) {
		return C.hipErrorInvalidValue
	}
	*(*C.uint64_t)(value) = C.uint64_t(v[attr])
	return C.hipSuccess
}

func hipDeviceSetGraphMemAttribute(dev C.int, attr C.hipGraphMemAttributeType, value unsafe.Pointer) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	graphMemMu.Lock()
	defer graphMemMu.Unlock()
	b := countersOf(dev)
	high := map[C.hipGraphMemAttributeType]*uint64{
		C.hipGraphMemAttrUsedMemHigh: &b.usedHigh, C.hipGraphMemAttrReservedMemHigh: &b.reservedHigh,
	}[attr]
	if high == nil || value == nil || *(*C.uint64_t)(value) != 0 {
		return C.hipErrorInvalidValue
	}
	*high = 0
	return C.hipSuccess
}

func hipDeviceGraphMemTrim(dev C.int) C.hipError_t {
	if deviceAt(dev) == nil {
		return C.hipErrorInvalidDevice
	}
	return C.hipSuccess // nothing is reserved that is not used
}
