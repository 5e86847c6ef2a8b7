// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"sync"
	"unsafe"

	"gohipcc/runtime/libgohip/extent"
)

// array is the object of a hipArray_t: elements in rows, in slices. The device library implements
// reads and writes of textures and surfaces, so no hardware layout is needed and the rows are
// contiguous.
type array struct {
	desc    C.struct_hipChannelFormatDesc
	format  C.hipArray_Format
	nchan   C.uint
	width   C.size_t // elements
	height  C.size_t // rows; 0 for a 1D array
	depth   C.size_t // slices or layers; 0 if it has no such dimension
	flags   C.uint
	elem    C.size_t // bytes
	pitch   C.size_t // bytes
	ptr     unsafe.Pointer
	handle  unsafe.Pointer
	levelOf *mipmap // storage belongs to a mipmapped array
	// The storage belongs to others: OpenGL, or another API.
	borrowed bool
	surface  *C.gh_surface // of a level with the driver's layout; ptr is then a placeholder
}

// sliceAlignment is the largest textureAlignment of all devices: a slice starts where a texture may.
const sliceAlignment = 512

// bytes returns how much memory an array with its pitch takes.
func (a *array) bytes() C.size_t { return a.pitch * a.rows() * a.slices() }

var (
	arraysMu sync.Mutex
	arrays   = make(map[uintptr]*array)
)

func arrayOf(h C.hipArray_t) *array {
	if h == nil {
		return nil
	}
	arraysMu.Lock()
	defer arraysMu.Unlock()
	return arrays[uintptr(unsafe.Pointer(h))]
}

// arrayFor returns the array for a handle if the call's other arguments are right.
func arrayFor(h C.hipArray_t, right bool) (*array, C.hipError_t) {
	if !right {
		return nil, C.hipErrorInvalidValue
	}
	a := arrayOf(h)
	if a == nil {
		return nil, C.hipErrorInvalidHandle
	}
	return a, C.hipSuccess
}

func (a *array) rows() C.size_t   { return max(a.height, 1) }
func (a *array) slices() C.size_t { return max(a.depth, 1) }

// at returns the part of the array from a byte of a row, a row and a slice on.
func (a *array) at(x, y, z C.size_t) side {
	layout := extent.Array{Row: uint64(a.width * a.elem), Pitch: uint64(a.pitch), Rows: uint64(a.rows()), Slices: uint64(a.slices())}
	offset, left, ok := layout.From(uint64(x), uint64(y), uint64(z))
	if !ok {
		return side{ptr: a.ptr, limitX: 1} // nothing of a row fits
	}
	return side{
		ptr: unsafe.Add(a.ptr, offset), pitch: a.pitch, slice: C.size_t(layout.Slice()),
		limitX: C.size_t(left[0]), limitY: C.size_t(left[1]), limitZ: C.size_t(left[2]),
	}
}

// formatOf returns the driver API's format of a channel description.
func formatOf(d *C.struct_hipChannelFormatDesc) (C.hipArray_Format, C.uint, bool) {
	bits := []C.int{d.x, d.y, d.z, d.w}
	n := C.uint(0)
	for i, b := range bits {
		if b == 0 {
			break
		}
		if b != d.x {
			return 0, 0, false
		}
		n = C.uint(i + 1)
	}
	for _, b := range bits[n:] {
		if b != 0 {
			return 0, 0, false
		}
	}
	if n == 0 || n == 3 {
		return 0, 0, false
	}
	formats := map[[2]int]C.hipArray_Format{
		{8, C.hipChannelFormatKindSigned}: C.HIP_AD_FORMAT_SIGNED_INT8, {16, C.hipChannelFormatKindSigned}: C.HIP_AD_FORMAT_SIGNED_INT16,
		{32, C.hipChannelFormatKindSigned}: C.HIP_AD_FORMAT_SIGNED_INT32, {8, C.hipChannelFormatKindUnsigned}: C.HIP_AD_FORMAT_UNSIGNED_INT8,
		{16, C.hipChannelFormatKindUnsigned}: C.HIP_AD_FORMAT_UNSIGNED_INT16, {32, C.hipChannelFormatKindUnsigned}: C.HIP_AD_FORMAT_UNSIGNED_INT32,
		{16, C.hipChannelFormatKindFloat}: C.HIP_AD_FORMAT_HALF, {32, C.hipChannelFormatKindFloat}: C.HIP_AD_FORMAT_FLOAT,
	}
	f, ok := formats[[2]int{int(d.x), int(d.f)}]
	return f, n, ok
}

var channelOf = map[C.hipArray_Format]struct {
	bits C.int
	kind C.enum_hipChannelFormatKind
}{
	C.HIP_AD_FORMAT_UNSIGNED_INT8:  {8, C.hipChannelFormatKindUnsigned},
	C.HIP_AD_FORMAT_UNSIGNED_INT16: {16, C.hipChannelFormatKindUnsigned},
	C.HIP_AD_FORMAT_UNSIGNED_INT32: {32, C.hipChannelFormatKindUnsigned},
	C.HIP_AD_FORMAT_SIGNED_INT8:    {8, C.hipChannelFormatKindSigned},
	C.HIP_AD_FORMAT_SIGNED_INT16:   {16, C.hipChannelFormatKindSigned},
	C.HIP_AD_FORMAT_SIGNED_INT32:   {32, C.hipChannelFormatKindSigned},
	C.HIP_AD_FORMAT_HALF:           {16, C.hipChannelFormatKindFloat},
	C.HIP_AD_FORMAT_FLOAT:          {32, C.hipChannelFormatKindFloat},
}

func descOf(f C.hipArray_Format, n C.uint) (C.struct_hipChannelFormatDesc, bool) {
	c, ok := channelOf[f]
	if !ok || n != 1 && n != 2 && n != 4 {
		return C.struct_hipChannelFormatDesc{}, false
	}
	d := C.struct_hipChannelFormatDesc{x: c.bits, f: c.kind}
	if n > 1 {
		d.y = c.bits
	}
	if n > 2 {
		d.z, d.w = c.bits, c.bits
	}
	return d, true
}

// newArray checks and allocates; height and depth 0 mean that the dimension is absent.
func newArray(desc C.struct_hipChannelFormatDesc, w, h, d C.size_t, flags C.uint) (*array, C.hipError_t) {
	const known = C.hipArrayLayered | C.hipArraySurfaceLoadStore | C.hipArrayCubemap | C.hipArrayTextureGather
	format, n, ok := formatOf(&desc)
	if !ok || w == 0 || flags&^known != 0 || flags&C.hipArrayTextureGather != 0 {
		return nil, C.hipErrorInvalidValue
	}
	if flags&C.hipArrayCubemap != 0 && (w != h || d == 0 || d%6 != 0) {
		return nil, C.hipErrorInvalidValue
	}
	if d != 0 && h == 0 && flags&C.hipArrayLayered == 0 {
		return nil, C.hipErrorInvalidValue
	}
	a := &array{desc: desc, format: format, nchan: n, width: w, height: h, depth: d, flags: flags}
	a.elem = C.size_t(desc.x) / 8 * C.size_t(n)
	var limits C.hipDeviceProp_tR0600
	cur().properties(&limits)
	if !arrayFits(&limits, w, h, d, flags) {
		return nil, C.hipErrorInvalidValue
	}
	a.pitch = w * a.elem
	if h > 1 {
		a.pitch = alignUp(a.pitch, 32) // CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT
	}
	for a.slices() > 1 && a.pitch*a.rows()%sliceAlignment != 0 {
		a.pitch = alignUp(a.pitch+1, 32) // each slice is aligned as a texture's start must be
	}
	p, e := allocate(cur(), C.GH_DEVICE, 0, a.bytes())
	if e != C.hipSuccess {
		return nil, e
	}
	if al, ok := findAlloc(p); ok {
		al.kind = C.GH_ARRAY
		C.sh_update_alloc(shim, &al)
	}
	a.ptr = p
	a.register()
	return a, C.hipSuccess
}

// arrayFits reports whether the device's properties allow arrays of this size.
func arrayFits(p *C.hipDeviceProp_tR0600, w, h, d C.size_t, flags C.uint) bool {
	fits := func(n C.size_t, limit C.int) bool { return n <= C.size_t(limit) }
	cube, layered := flags&C.hipArrayCubemap != 0, flags&C.hipArrayLayered != 0
	switch {
	case cube && layered:
		return fits(w, p.maxTextureCubemapLayered[0]) && fits(d, p.maxTextureCubemapLayered[1])
	case cube:
		return fits(w, p.maxTextureCubemap)
	case layered && h == 0:
		return fits(w, p.maxTexture1DLayered[0]) && fits(d, p.maxTexture1DLayered[1])
	case layered:
		return fits(w, p.maxTexture2DLayered[0]) && fits(h, p.maxTexture2DLayered[1]) && fits(d, p.maxTexture2DLayered[2])
	case d > 0:
		return fits(w, p.maxTexture3D[0]) && fits(h, p.maxTexture3D[1]) && fits(d, p.maxTexture3D[2])
	case h > 0:
		return fits(w, p.maxTexture2D[0]) && fits(h, p.maxTexture2D[1])
	}
	return fits(w, p.maxTexture1D)
}

// register gives the array a handle: a unique address.
func (a *array) register() {
	a.handle = C.malloc(16)
	arraysMu.Lock()
	arrays[uintptr(a.handle)] = a
	arraysMu.Unlock()
}

func (a *array) free() C.hipError_t {
	arraysMu.Lock()
	_, ok := arrays[uintptr(a.handle)]
	delete(arrays, uintptr(a.handle))
	arraysMu.Unlock()
	if !ok {
		return C.hipErrorContextIsDestroyed
	}
	C.free(a.handle)
	if a.borrowed {
		return C.hipSuccess
	}
	al, ok := findAlloc(a.ptr)
	if !ok {
		return C.hipErrorInvalidValue
	}
	C.sh_finish_device(shim, devices[al.device].c)
	return C.sh_free(shim, a.ptr)
}

// giveArray creates an array for a call whose arguments are right.
func giveArray(out *C.hipArray_t, desc C.hipChannelFormatDesc, w, h, d C.size_t, flags C.uint) C.hipError_t {
	a, e := newArray(desc, w, h, d, flags)
	if e == C.hipSuccess {
		*out = C.hipArray_t(a.handle)
	}
	return e
}

func hipMallocArray(out *C.hipArray_t, desc *C.hipChannelFormatDesc, w, h C.size_t, flags C.uint) C.hipError_t {
	if out == nil || desc == nil || flags&(C.hipArrayLayered|C.hipArrayCubemap) != 0 {
		return C.hipErrorInvalidValue
	}
	return giveArray(out, *desc, w, h, 0, flags)
}

func hipMalloc3DArray(out *C.hipArray_t, desc *C.struct_hipChannelFormatDesc, extent C.hipExtent, flags C.uint) C.hipError_t {
	if out == nil || desc == nil {
		return C.hipErrorInvalidValue
	}
	return giveArray(out, *desc, extent.width, extent.height, extent.depth, flags)
}

func hipArrayCreate(out *C.hipArray_t, d *C.HIP_ARRAY_DESCRIPTOR) C.hipError_t {
	if d == nil {
		return C.hipErrorInvalidValue
	}
	return hipArray3DCreate(out, &C.HIP_ARRAY3D_DESCRIPTOR{Width: d.Width, Height: d.Height, Format: d.Format, NumChannels: d.NumChannels})
}

func hipArray3DCreate(out *C.hipArray_t, d *C.HIP_ARRAY3D_DESCRIPTOR) C.hipError_t {
	if out == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	desc, ok := descOf(C.hipArray_Format(d.Format), d.NumChannels)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return giveArray(out, desc, d.Width, d.Height, d.Depth, d.Flags)
}

func hipFreeArray(h C.hipArray_t) C.hipError_t {
	if h == nil {
		return C.hipErrorInvalidValue
	}
	a := arrayOf(h)
	if a == nil {
		return C.hipErrorContextIsDestroyed
	}
	if a.borrowed {
		return C.hipErrorInvalidValue
	}
	if a.levelOf != nil {
		// On AMD's devices the handle of a level is a view, which programs free; the level itself is the mipmapped array's.
		return C.hipSuccess
	}
	return a.free()
}

func hipArrayDestroy(h C.hipArray_t) C.hipError_t { return hipFreeArray(h) }

func hipArrayGetInfo(desc *C.hipChannelFormatDesc, extent *C.hipExtent, flags *C.uint, h C.hipArray_t) C.hipError_t {
	if h == nil {
		return C.hipErrorInvalidHandle
	}
	a := arrayOf(h)
	if a == nil {
		return C.hipErrorInvalidHandle
	}
	if desc != nil {
		*desc = a.desc
	}
	if extent != nil {
		*extent = C.hipExtent{width: a.width, height: a.height, depth: a.depth}
	}
	if flags != nil {
		*flags = a.flags
	}
	return C.hipSuccess
}

func hipArrayGetDescriptor(out *C.HIP_ARRAY_DESCRIPTOR, h C.hipArray_t) C.hipError_t {
	a, e := arrayFor(h, out != nil)
	if e != C.hipSuccess {
		return e
	}
	*out = C.HIP_ARRAY_DESCRIPTOR{Width: a.width, Height: a.height, NumChannels: a.nchan}
	out.Format = uint32(a.format)
	return C.hipSuccess
}

func hipArray3DGetDescriptor(out *C.HIP_ARRAY3D_DESCRIPTOR, h C.hipArray_t) C.hipError_t {
	a, e := arrayFor(h, out != nil)
	if e != C.hipSuccess {
		return e
	}
	*out = C.HIP_ARRAY3D_DESCRIPTOR{Width: a.width, Height: a.height, Depth: a.depth, NumChannels: a.nchan, Flags: a.flags}
	out.Format = uint32(a.format)
	return C.hipSuccess
}

func hipGetChannelDesc(desc *C.hipChannelFormatDesc, h C.hipArray_const_t) C.hipError_t {
	a, e := arrayFor(C.hipArray_t(unsafe.Pointer(h)), desc != nil)
	if e != C.hipSuccess {
		return e
	}
	*desc = a.desc
	return C.hipSuccess
}

// hipMemMapArrayAsync has nothing to map: HIP has no flag for an array without memory of its own.
func hipMemMapArrayAsync(list *C.hipArrayMapInfo, n C.uint, h C.hipStream_t) C.hipError_t {
	if list == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	if _, e := streamOf(h); e != C.hipSuccess {
		return e
	}
	return C.hipErrorNotSupported
}
