// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
// #include "texture.h"
import "C"

import (
	"math"
	"sync"
	"unsafe"
)

// The device library implements reads and writes of textures and surfaces in linear memory. A
// kernel's object is the address of a description in device memory (hip/gohip_texture.h), which is
// filled in here. Textures of two dimensions that the GPU can sample are objects of its driver, too.

type texture struct {
	ptr      unsafe.Pointer // device memory: the object
	own      []C.gohip_u64  // the driver's objects
	software bool           // the device library samples it, if only the slices and levels
	dev      *C.gh_device   // that the driver's object is of
	res      C.hipResourceDesc
	desc     C.hipTextureDesc
	view     C.struct_hipResourceViewDesc
	views    bool
	drv      C.HIP_TEXTURE_DESC
}

var (
	texturesMu sync.Mutex
	textures   = make(map[uintptr]*texture)
)

func textureOf(p unsafe.Pointer) *texture {
	texturesMu.Lock()
	defer texturesMu.Unlock()
	return textures[uintptr(p)]
}

func arrayLevel(a *array) C.struct_gohip_level {
	if a.surface != nil {
		return C.struct_gohip_level{
			data: C.gohip_u64(a.surface.object), width: C.gohip_u32(a.width), height: C.gohip_u32(a.rows()), depth: C.gohip_u32(a.slices()),
			slice_pitch: C.gohip_u64(a.geometry()),
		}
	}
	return C.struct_gohip_level{
		data: C.gohip_u64(uintptr(a.ptr)), width: C.gohip_u32(a.width), height: C.gohip_u32(a.rows()), depth: C.gohip_u32(a.slices()),
		row_pitch: C.gohip_u32(a.pitch), slice_pitch: C.gohip_u64(a.pitch * a.rows()),
	}
}

// geometry is how surface instructions address elements of the array.
func (a *array) geometry() C.enum_gohip_geometry {
	layered := a.flags&(C.hipArrayLayered|C.hipArrayCubemap) != 0
	switch {
	case layered && a.height == 0:
		return C.GOHIP_1D_LAYERED
	case layered:
		return C.GOHIP_2D_LAYERED
	case a.depth > 0:
		return C.GOHIP_3D
	case a.height > 0:
		return C.GOHIP_2D
	}
	return C.GOHIP_1D
}

func setFormat(t *C.struct_gohip_texture, d *C.struct_hipChannelFormatDesc) bool {
	n := 0
	for _, b := range []C.int{d.x, d.y, d.z, d.w} {
		if b == 0 {
			break
		}
		if b != d.x {
			return false
		}
		n++
	}
	if n == 0 || d.x != 8 && d.x != 16 && d.x != 32 || d.f > C.hipChannelFormatKindFloat || d.f == C.hipChannelFormatKindFloat && d.x == 8 {
		return false
	}
	t.channels, t.bits, t.kind = C.gohip_u8(n), C.gohip_u8(d.x), C.gohip_u8(d.f)
	return true
}

// aligned reports whether the channels of a texture's texels can be read at p. The texture
// alignment of the device only makes them fast: a part of an allocation is accepted, too.
func aligned(t *C.struct_gohip_texture, p unsafe.Pointer) bool {
	return uintptr(p)%uintptr(t.bits/8) == 0
}

// describe fills in the description of a resource; false if the resource is invalid.
func describe(t *C.struct_gohip_texture, r *C.hipResourceDesc) ([]C.struct_gohip_level, C.hipError_t) {
	u := unsafe.Pointer(&r.res)
	t.level_count = 1
	ok := false
	switch r.resType {
	case C.hipResourceTypeArray:
		if a := arrayOf(*(*C.hipArray_t)(u)); a != nil {
			t.level = arrayLevel(a)
			ok = setFormat(t, &a.desc)
		}
	case C.hipResourceTypeMipmappedArray:
		m := mipmapOf(*(*unsafe.Pointer)(u))
		if m == nil {
			break
		}
		var levels []C.struct_gohip_level
		for _, a := range m.levels {
			levels = append(levels, arrayLevel(a))
		}
		t.level = levels[0]
		t.level_count = C.gohip_u32(len(levels))
		if setFormat(t, &m.levels[0].desc) {
			return levels, C.hipSuccess
		}
	case C.hipResourceTypeLinear:
		ok = describeLinear(t, u)
	case C.hipResourceTypePitch2D:
		ok = describePitched(t, u)
	}
	if !ok {
		return nil, C.hipErrorInvalidValue
	}
	return nil, C.hipSuccess
}

// describeLinear is describe for res.linear.
func describeLinear(t *C.struct_gohip_texture, res unsafe.Pointer) bool {
	l := (*struct {
		ptr  unsafe.Pointer
		desc C.struct_hipChannelFormatDesc
		size C.size_t
	})(res)
	if l.ptr == nil || l.size == 0 || !setFormat(t, &l.desc) {
		return false
	}
	elem := C.size_t(t.channels) * C.size_t(t.bits) / 8
	n := l.size / elem
	if n > math.MaxUint32 || !aligned(t, l.ptr) {
		return false
	}
	t.level = C.struct_gohip_level{data: C.gohip_u64(uintptr(l.ptr)), width: C.gohip_u32(n), height: 1, depth: 1,
		row_pitch: C.gohip_u32(min(l.size, 1<<32-1)), slice_pitch: C.gohip_u64(l.size)}
	return true
}

// describePitched is describe for res.pitch2D.
func describePitched(t *C.struct_gohip_texture, res unsafe.Pointer) bool {
	p := (*struct {
		ptr           unsafe.Pointer
		desc          C.struct_hipChannelFormatDesc
		width, height C.size_t
		pitch         C.size_t
	})(res)
	if p.ptr == nil || p.width == 0 || p.height == 0 || !setFormat(t, &p.desc) {
		return false
	}
	if max(p.width, p.height, p.pitch) > math.MaxUint32 || !aligned(t, p.ptr) {
		return false
	}
	if p.pitch < p.width*C.size_t(t.channels)*C.size_t(t.bits)/8 {
		return false
	}
	t.level = C.struct_gohip_level{data: C.gohip_u64(uintptr(p.ptr)), width: C.gohip_u32(p.width), height: C.gohip_u32(p.height), depth: 1,
		row_pitch: C.gohip_u32(p.pitch), slice_pitch: C.gohip_u64(p.pitch * p.height)}
	return true
}

func bit(b bool) C.gohip_u8 {
	if b {
		return 1
	}
	return 0
}

// settings fills in the sampling parameters of a texture.
func settings(t *C.struct_gohip_texture, d *C.hipTextureDesc) C.hipError_t {
	for i := range t.address {
		if d.addressMode[i] > C.hipAddressModeBorder {
			return C.hipErrorInvalidValue
		}
		t.address[i] = C.gohip_u8(d.addressMode[i])
	}
	if d.filterMode > C.hipFilterModeLinear || d.readMode > C.hipReadModeNormalizedFloat {
		return C.hipErrorInvalidValue
	}
	// Only floating-point and normalised values can be interpolated.
	if d.filterMode == C.hipFilterModeLinear && d.readMode == C.hipReadModeElementType && t.kind != C.hipChannelFormatKindFloat {
		return C.hipErrorInvalidValue
	}
	t.filter = C.gohip_u8(d.filterMode)
	// 32-bit integers are read unchanged, whatever the program requested, as in AMD's runtime.
	t.read_normalized = bit(d.readMode == C.hipReadModeNormalizedFloat && (t.kind == C.hipChannelFormatKindFloat || t.bits < 32))
	t.normalized = bit(d.normalizedCoords != 0)
	t.srgb = bit(d.sRGB != 0)
	t.mipmap_filter = C.gohip_u8(d.mipmapFilterMode)
	t.lod_bias, t.lod_min, t.lod_max = d.mipmapLevelBias, d.minMipmapLevelClamp, d.maxMipmapLevelClamp
	for i := range t.border {
		t.border[i] = d.borderColor[i]
	}
	return C.hipSuccess
}

// mostObjects is how many textures of the driver one texture may take, which creates them one by one.
const mostObjects = 4096

// sample creates the driver's objects that sample a texture, one for each slice of each level, if it takes them all.
// The device library computes the face of a cube, and a place on it from 0 to 1.
func (x *texture) sample(t *C.struct_gohip_texture, levels []C.struct_gohip_level, cube bool) {
	all := levels
	if len(all) == 0 {
		all = []C.struct_gohip_level{t.level}
	}
	slice := *t
	if cube {
		slice.normalized = 1
		slice.address = [3]C.gohip_u8{C.hipAddressModeClamp, C.hipAddressModeClamp, C.hipAddressModeClamp}
	}
	for _, l := range all {
		for z := range C.gohip_u64(l.depth) {
			slice.level = l
			slice.level.data, slice.level.depth = l.data+z*l.slice_pitch, 1
			object := C.gohip_u64(0)
			if len(x.own) < mostObjects {
				object = C.tx_create(x.dev, &slice)
			}
			if object == 0 {
				x.destroyObjects()
				return
			}
			x.own = append(x.own, object)
		}
	}
	if len(x.own) == 1 {
		t.object = x.own[0]
	}
}

// isCube reports whether a valid resource is a cubemap, or layers of those.
func isCube(r *C.hipResourceDesc) bool {
	u := unsafe.Pointer(&r.res)
	switch r.resType {
	case C.hipResourceTypeArray:
		return arrayOf(*(*C.hipArray_t)(u)).flags&C.hipArrayCubemap != 0
	case C.hipResourceTypeMipmappedArray:
		return mipmapOf(*(*unsafe.Pointer)(u)).levels[0].flags&C.hipArrayCubemap != 0
	}
	return false
}

func (x *texture) destroyObjects() {
	for _, object := range x.own {
		C.tx_destroy(x.dev, object)
	}
	x.own = nil
}

// put copies the description to the device as an object, followed by the levels and the driver's objects of their slices.
func put(t *C.struct_gohip_texture, levels []C.struct_gohip_level, objects []C.gohip_u64) (unsafe.Pointer, C.hipError_t) {
	const head = C.size_t(C.sizeof_struct_gohip_texture+15) &^ 15
	own := head + C.size_t(len(levels))*C.sizeof_struct_gohip_level
	size := own + C.size_t(len(objects))*C.size_t(unsafe.Sizeof(objects[0]))
	p, e := allocate(cur(), C.GH_DEVICE, 0, size)
	if e != C.hipSuccess {
		return nil, e
	}
	host := C.calloc(1, size)
	defer C.free(host)
	if len(objects) > 0 {
		copy(unsafe.Slice((*C.gohip_u64)(unsafe.Add(host, own)), len(objects)), objects)
		t.objects = C.gohip_u64(uintptr(p) + uintptr(own))
	}
	if len(levels) > 0 {
		t.levels = C.gohip_u64(uintptr(p) + uintptr(head))
		copy(unsafe.Slice((*C.struct_gohip_level)(unsafe.Add(host, head)), len(levels)), levels)
	}
	*(*C.struct_gohip_texture)(host) = *t
	if e := write(p, host, size); e != C.hipSuccess {
		C.sh_free(shim, p)
		return nil, e
	}
	return p, C.hipSuccess
}

// write copies to memory of the current device, outside every stream.
func write(dst, src unsafe.Pointer, n C.size_t) C.hipError_t {
	d := cur().c
	if d.host_access {
		C.memcpy(dst, src, n)
		return C.hipSuccess
	}
	op := C.op_copy(dst, src, n, C.hipMemcpyHostToDevice)
	if e := C.sh_submit(shim, d.null_stream, &op); e != C.hipSuccess {
		return e
	}
	return C.sh_finish(shim, d.null_stream)
}

func hipCreateTextureObject(out *C.hipTextureObject_t, r *C.hipResourceDesc, d *C.hipTextureDesc, view *C.struct_hipResourceViewDesc) C.hipError_t {
	if out == nil || r == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	if view != nil && r.resType != C.hipResourceTypeArray && r.resType != C.hipResourceTypeMipmappedArray {
		return C.hipErrorInvalidValue
	}
	var t C.struct_gohip_texture
	levels, e := describe(&t, r)
	if e != C.hipSuccess {
		return e
	}
	if e := settings(&t, d); e != C.hipSuccess {
		return e
	}
	x := &texture{res: *r, desc: *d, dev: cur().c}
	if r.resType != C.hipResourceTypeLinear {
		x.sample(&t, levels, isCube(r))
	}
	p, e := put(&t, levels, x.own)
	if e != C.hipSuccess {
		x.destroyObjects()
		return e
	}
	x.ptr = p
	if t.object == 0 {
		x.software = true
		C.tx_count(x.dev, 1)
	}
	if view != nil {
		x.view, x.views = *view, true
	}
	texturesMu.Lock()
	textures[uintptr(p)] = x
	texturesMu.Unlock()
	*out = C.hipTextureObject_t(p)
	return C.hipSuccess
}

func forgetTexture(p unsafe.Pointer) C.hipError_t {
	if p == nil {
		return C.hipSuccess
	}
	texturesMu.Lock()
	x, ok := textures[uintptr(p)]
	delete(textures, uintptr(p))
	texturesMu.Unlock()
	if !ok {
		return C.hipErrorInvalidValue
	}
	C.sh_finish_device(shim, cur().c)
	x.destroyObjects()
	if x.software {
		C.tx_count(x.dev, ^C.uint32_t(0))
	}
	return C.sh_free(shim, p)
}

func hipDestroyTextureObject(h C.hipTextureObject_t) C.hipError_t {
	return forgetTexture(unsafe.Pointer(h))
}

func hipGetTextureObjectResourceDesc(out *C.hipResourceDesc, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil {
		return C.hipErrorInvalidValue
	}
	*out = x.res
	return C.hipSuccess
}

func hipGetTextureObjectResourceViewDesc(out *C.struct_hipResourceViewDesc, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil || !x.views {
		return C.hipErrorInvalidValue
	}
	*out = x.view
	return C.hipSuccess
}

func hipGetTextureObjectTextureDesc(out *C.hipTextureDesc, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil {
		return C.hipErrorInvalidValue
	}
	*out = x.desc
	return C.hipSuccess
}

func hipCreateSurfaceObject(out *C.hipSurfaceObject_t, r *C.hipResourceDesc) C.hipError_t {
	if out == nil || r == nil || r.resType != C.hipResourceTypeArray {
		return C.hipErrorInvalidValue
	}
	var t C.struct_gohip_texture
	levels, e := describe(&t, r)
	if e != C.hipSuccess {
		return e
	}
	p, e := put(&t, levels, nil)
	if e != C.hipSuccess {
		return e
	}
	texturesMu.Lock()
	textures[uintptr(p)] = &texture{ptr: p, res: *r}
	texturesMu.Unlock()
	*out = C.hipSurfaceObject_t(p)
	return C.hipSuccess
}

func hipDestroySurfaceObject(h C.hipSurfaceObject_t) C.hipError_t {
	return forgetTexture(unsafe.Pointer(h))
}
