// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"math"

	"gohipcc/runtime/backend/cuda"
)

func (d cudaDevice) space() space {
	if yes, err := d.Attribute(cuda.AttrVirtualMemory); err == nil && yes != 0 {
		return cudaSpace{d.Device}
	}
	return nil
}

// cudaSpace is that of an NVIDIA device's driver.
type cudaSpace struct{ d *cuda.Device }

func (s cudaSpace) granularity(recommended bool) (uintptr, C.hipError_t) {
	n, err := s.d.Granularity(recommended)
	return n, invalidUnlessMemory(err)
}

func (s cudaSpace) reserve(at, size, align uintptr) (uintptr, C.hipError_t) {
	p, err := s.d.ReserveAddresses(at, size, align)
	return p, hipCode(err, C.hipErrorOutOfMemory)
}

func (s cudaSpace) unreserve(start, size uintptr) { _ = s.d.FreeAddresses(start, size) }

func (s cudaSpace) create(size uintptr, shared bool) (uint64, C.hipError_t) {
	h, err := s.d.CreateMemory(size, shared)
	return h, invalidUnlessMemory(err)
}

func (s cudaSpace) destroy(memory uint64) { _ = s.d.ReleaseMemory(memory) }

func (s cudaSpace) place(start, size uintptr, memory uint64) C.hipError_t {
	return invalidUnlessMemory(s.d.MapMemory(start, size, memory))
}

func (s cudaSpace) clear(start, size uintptr) { _ = s.d.UnmapMemory(start, size) }

func (s cudaSpace) allow(m *mapping, device C.int) C.hipError_t {
	g, ok := devices[device].gpu.(cudaDevice)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return invalidUnlessMemory(g.SetAccess(m.start, m.size, int32(m.access[device])))
}

func (s cudaSpace) export(memory uint64) (int, C.hipError_t) {
	f, err := s.d.ExportMemory(memory)
	return f, invalidUnlessMemory(err)
}

// The driver does not report the size of the memory, and checks itself whether a mapping fits.
func (s cudaSpace) imported(file int) (uint64, uintptr, C.hipError_t) {
	h, err := s.d.ImportMemory(file)
	return h, math.MaxInt, invalidUnlessMemory(err)
}
