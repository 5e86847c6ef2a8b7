// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// mipmap is a chain of arrays, each half the size of the one before, in one block.
type mipmap struct {
	c       *C.hipMipmappedArray
	levels  []*array
	dropped func() // frees the memory that contains the levels, or nil
}

var mipmaps = make(map[uintptr]*mipmap)

func mipmapOf(h unsafe.Pointer) *mipmap {
	arraysMu.Lock()
	defer arraysMu.Unlock()
	return mipmaps[uintptr(h)]
}

func newMipmap(desc C.struct_hipChannelFormatDesc, w, h, d C.size_t, n, flags C.uint) (*mipmap, C.hipError_t) {
	_, _, ok := formatOf(&desc)
	if !ok || w == 0 || n == 0 {
		return nil, C.hipErrorInvalidValue
	}
	most := C.uint(1)
	for x := max(w, h, d); x > 1; x >>= 1 {
		most++
	}
	if n > most {
		return nil, C.hipErrorInvalidValue
	}
	m := &mipmap{}
	layered := flags&(C.hipArrayLayered|C.hipArrayCubemap) != 0
	half := func(x C.size_t, i C.uint) C.size_t {
		if x == 0 {
			return 0
		}
		return max(x>>i, 1)
	}
	for i := C.uint(0); i < n; i++ {
		dd := half(d, i)
		if layered {
			dd = d
		}
		a, e := newArray(desc, half(w, i), half(h, i), dd, flags)
		if e != C.hipSuccess {
			for _, b := range m.levels {
				b.free()
			}
			return nil, e
		}
		m.levels = append(m.levels, a)
	}
	return keepMipmap(m.levels, flags), C.hipSuccess
}

// keepMipmap registers a chain of arrays and returns its handle.
func keepMipmap(levels []*array, flags C.uint) *mipmap {
	first := levels[0]
	c := (*C.hipMipmappedArray)(C.calloc(1, C.sizeof_hipMipmappedArray))
	c.data = first.ptr
	c.desc = first.desc
	c.width, c.height, c.depth = C.uint(first.width), C.uint(first.height), C.uint(first.depth)
	c.max_mipmap_level = C.uint(len(levels) - 1)
	c.flags = flags
	c.format = uint32(first.format)
	c.num_channels = first.nchan
	m := &mipmap{c: c, levels: levels}
	for _, a := range levels {
		a.levelOf = m
	}
	arraysMu.Lock()
	mipmaps[uintptr(unsafe.Pointer(c))] = m
	arraysMu.Unlock()
	return m
}

// drop frees the handle and the arrays; false if the program did so before.
func (m *mipmap) drop() bool {
	arraysMu.Lock()
	at := uintptr(unsafe.Pointer(m.c))
	known := mipmaps[at] == m
	if known {
		delete(mipmaps, at)
	}
	arraysMu.Unlock()
	if known {
		for _, a := range m.levels {
			a.free()
		}
		C.free(unsafe.Pointer(m.c))
		if m.dropped != nil {
			m.dropped()
		}
	}
	return known
}

// hipMipmappedArrayGetMemoryRequirements reports the sum over the levels, which are separate arrays here.
func hipMipmappedArrayGetMemoryRequirements(out *C.hipArrayMemoryRequirements, h C.hipMipmappedArray_t, dev C.hipDevice_t) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	m := mipmapOf(unsafe.Pointer(h))
	if m == nil {
		return C.hipErrorInvalidHandle
	}
	if deviceAt(C.int(dev)) == nil {
		return C.hipErrorInvalidDevice
	}
	r := C.hipArrayMemoryRequirements{alignment: sliceAlignment}
	for _, a := range m.levels {
		r.size += a.bytes()
	}
	*out = r
	return C.hipSuccess
}

func hipMallocMipmappedArray(out *C.hipMipmappedArray_t, desc *C.struct_hipChannelFormatDesc, extent C.hipExtent, n, flags C.uint) C.hipError_t {
	if out == nil || desc == nil {
		return C.hipErrorInvalidValue
	}
	m, e := newMipmap(*desc, extent.width, extent.height, extent.depth, n, flags)
	if e == C.hipSuccess {
		*out = m.c
	}
	return e
}

func hipMipmappedArrayCreate(out *C.hipMipmappedArray_t, d *C.HIP_ARRAY3D_DESCRIPTOR, n C.uint) C.hipError_t {
	if out == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	desc, ok := descOf(C.hipArray_Format(d.Format), d.NumChannels)
	if !ok {
		return C.hipErrorInvalidValue
	}
	m, e := newMipmap(desc, d.Width, d.Height, d.Depth, n, d.Flags)
	if e == C.hipSuccess {
		*out = m.c
	}
	return e
}

func hipFreeMipmappedArray(h C.hipMipmappedArray_t) C.hipError_t {
	if h == nil {
		return C.hipErrorInvalidValue
	}
	m := mipmapOf(unsafe.Pointer(h))
	if m == nil || !m.drop() {
		return C.hipErrorContextIsDestroyed // freed before, as for other arrays
	}
	return C.hipSuccess
}

func hipMipmappedArrayDestroy(h C.hipMipmappedArray_t) C.hipError_t { return hipFreeMipmappedArray(h) }

func mipmapLevel(out *C.hipArray_t, h unsafe.Pointer, level C.uint) C.hipError_t {
	if out == nil || h == nil {
		return C.hipErrorInvalidValue
	}
	m := mipmapOf(h)
	if m == nil || int(level) >= len(m.levels) {
		return C.hipErrorInvalidValue
	}
	*out = C.hipArray_t(m.levels[level].handle)
	return C.hipSuccess
}

func hipGetMipmappedArrayLevel(out *C.hipArray_t, h C.hipMipmappedArray_const_t, level C.uint) C.hipError_t {
	if out != nil && mipmapOf(unsafe.Pointer(h)) == nil {
		return C.hipErrorInvalidResourceHandle
	}
	return mipmapLevel(out, unsafe.Pointer(h), level)
}

func hipMipmappedArrayGetLevel(out *C.hipArray_t, h C.hipMipmappedArray_t, level C.uint) C.hipError_t {
	return mipmapLevel(out, unsafe.Pointer(h), level)
}
