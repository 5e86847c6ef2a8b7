// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
// #include <hip/gohip_texture.h>
import "C"

import (
	"math"
	"sync"
	"unsafe"
)

// Textures and surfaces are read and written by the device library from linear
// memory. The object a kernel gets is the address of a description in device memory
// (hip/gohip_texture.h), which is filled in here.

type texture struct {
	ptr   unsafe.Pointer // device memory: the object
	res   C.hipResourceDesc
	desc  C.hipTextureDesc
	view  C.struct_hipResourceViewDesc
	views bool
	drv   C.HIP_TEXTURE_DESC
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
	return C.struct_gohip_level{
		data: C.gohip_u64(uintptr(a.ptr)), width: C.gohip_u32(a.width), height: C.gohip_u32(a.rows()), depth: C.gohip_u32(a.slices()),
		row_pitch: C.gohip_u32(a.pitch), slice_pitch: C.gohip_u64(a.pitch * a.rows()),
	}
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

// aligned says whether the channels of a texture's texels can be read at p. The texture
// alignment of the device is what makes them fast: a part of an allocation is taken, too.
func aligned(t *C.struct_gohip_texture, p unsafe.Pointer) bool {
	return uintptr(p)%uintptr(t.bits/8) == 0
}

// describe fills the description of a resource; false when the resource is not valid.
func describe(t *C.struct_gohip_texture, r *C.hipResourceDesc) ([]C.struct_gohip_level, C.hipError_t) {
	u := unsafe.Pointer(&r.res)
	t.level_count = 1
	switch r.resType {
	case C.hipResourceTypeArray:
		a := arrayOf(*(*C.hipArray_t)(u))
		if a == nil {
			return nil, C.hipErrorInvalidValue
		}
		t.level = arrayLevel(a)
		if !setFormat(t, &a.desc) {
			return nil, C.hipErrorInvalidValue
		}
	case C.hipResourceTypeMipmappedArray:
		m := mipmapOf(*(*unsafe.Pointer)(u))
		if m == nil {
			return nil, C.hipErrorInvalidValue
		}
		var levels []C.struct_gohip_level
		for _, a := range m.levels {
			levels = append(levels, arrayLevel(a))
		}
		t.level = levels[0]
		t.level_count = C.gohip_u32(len(levels))
		if !setFormat(t, &m.levels[0].desc) {
			return nil, C.hipErrorInvalidValue
		}
		return levels, C.hipSuccess
	case C.hipResourceTypeLinear:
		l := (*struct {
			ptr  unsafe.Pointer
			desc C.struct_hipChannelFormatDesc
			size C.size_t
		})(u)
		if l.ptr == nil || l.size == 0 || !setFormat(t, &l.desc) {
			return nil, C.hipErrorInvalidValue
		}
		elem := C.size_t(t.channels) * C.size_t(t.bits) / 8
		n := l.size / elem
		if n > math.MaxUint32 || !aligned(t, l.ptr) {
			return nil, C.hipErrorInvalidValue
		}
		t.level = C.struct_gohip_level{data: C.gohip_u64(uintptr(l.ptr)), width: C.gohip_u32(n), height: 1, depth: 1,
			row_pitch: C.gohip_u32(min(l.size, 1<<32-1)), slice_pitch: C.gohip_u64(l.size)}
	case C.hipResourceTypePitch2D:
		p := (*struct {
			ptr           unsafe.Pointer
			desc          C.struct_hipChannelFormatDesc
			width, height C.size_t
			pitch         C.size_t
		})(u)
		if p.ptr == nil || p.width == 0 || p.height == 0 || !setFormat(t, &p.desc) {
			return nil, C.hipErrorInvalidValue
		}
		if max(p.width, p.height, p.pitch) > math.MaxUint32 || !aligned(t, p.ptr) {
			return nil, C.hipErrorInvalidValue
		}
		if p.pitch < p.width*C.size_t(t.channels)*C.size_t(t.bits)/8 {
			return nil, C.hipErrorInvalidValue
		}
		t.level = C.struct_gohip_level{data: C.gohip_u64(uintptr(p.ptr)), width: C.gohip_u32(p.width), height: C.gohip_u32(p.height), depth: 1,
			row_pitch: C.gohip_u32(p.pitch), slice_pitch: C.gohip_u64(p.pitch * p.height)}
	default:
		return nil, C.hipErrorInvalidValue
	}
	return nil, C.hipSuccess
}

func bit(b bool) C.gohip_u8 {
	if b {
		return 1
	}
	return 0
}

// settings fills in how a texture is read.
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
	// Only numbers with a fraction can be interpolated, and only integers normalised.
	if d.filterMode == C.hipFilterModeLinear && d.readMode == C.hipReadModeElementType && t.kind != C.hipChannelFormatKindFloat {
		return C.hipErrorInvalidValue
	}
	if d.readMode == C.hipReadModeNormalizedFloat && t.kind != C.hipChannelFormatKindFloat && t.bits == 32 {
		return C.hipErrorInvalidValue
	}
	t.filter = C.gohip_u8(d.filterMode)
	t.read_normalized = bit(d.readMode == C.hipReadModeNormalizedFloat)
	t.normalized = bit(d.normalizedCoords != 0)
	t.srgb = bit(d.sRGB != 0)
	t.mipmap_filter = C.gohip_u8(d.mipmapFilterMode)
	t.lod_bias, t.lod_min, t.lod_max = d.mipmapLevelBias, d.minMipmapLevelClamp, d.maxMipmapLevelClamp
	for i := range t.border {
		t.border[i] = d.borderColor[i]
	}
	return C.hipSuccess
}

// put makes the description an object of the device.
func put(t *C.struct_gohip_texture, levels []C.struct_gohip_level) (unsafe.Pointer, C.hipError_t) {
	const head = C.size_t(C.sizeof_struct_gohip_texture+15) &^ 15
	size := head + C.size_t(len(levels))*C.sizeof_struct_gohip_level
	p, e := allocate(cur(), C.GH_DEVICE, 0, size)
	if e != C.hipSuccess {
		return nil, e
	}
	host := C.calloc(1, size)
	defer C.free(host)
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
	p, e := put(&t, levels)
	if e != C.hipSuccess {
		return e
	}
	x := &texture{ptr: p, res: *r, desc: *d}
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
	_, ok := textures[uintptr(p)]
	delete(textures, uintptr(p))
	texturesMu.Unlock()
	if !ok {
		return C.hipErrorInvalidValue
	}
	C.sh_finish_device(shim, cur().c)
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

// ---- surfaces ----

func hipCreateSurfaceObject(out *C.hipSurfaceObject_t, r *C.hipResourceDesc) C.hipError_t {
	if out == nil || r == nil || r.resType != C.hipResourceTypeArray {
		return C.hipErrorInvalidValue
	}
	var t C.struct_gohip_texture
	levels, e := describe(&t, r)
	if e != C.hipSuccess {
		return e
	}
	p, e := put(&t, levels)
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

// ---- the driver API's objects ----

func fromDriver(r *C.HIP_RESOURCE_DESC) (C.hipResourceDesc, C.hipError_t) {
	var out C.hipResourceDesc
	u, o := unsafe.Pointer(&r.res), unsafe.Pointer(&out.res)
	out.resType = uint32(r.resType)
	switch r.resType {
	case C.HIP_RESOURCE_TYPE_ARRAY, C.HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		*(*unsafe.Pointer)(o) = *(*unsafe.Pointer)(u)
	case C.HIP_RESOURCE_TYPE_LINEAR, C.HIP_RESOURCE_TYPE_PITCH2D:
		in := (*struct {
			ptr    unsafe.Pointer
			format C.hipArray_Format
			n      C.uint
			sizes  [3]C.size_t
		})(u)
		desc, ok := descOf(in.format, in.n)
		if !ok {
			return out, C.hipErrorInvalidValue
		}
		to := (*struct {
			ptr   unsafe.Pointer
			desc  C.struct_hipChannelFormatDesc
			sizes [3]C.size_t
		})(o)
		to.ptr, to.desc = in.ptr, desc
		n := 1
		if r.resType == C.HIP_RESOURCE_TYPE_PITCH2D {
			n = 3
		}
		copy(to.sizes[:n], in.sizes[:n])
	default:
		return out, C.hipErrorInvalidValue
	}
	return out, C.hipSuccess
}

func hipTexObjectCreate(out *C.hipTextureObject_t, r *C.HIP_RESOURCE_DESC, d *C.HIP_TEXTURE_DESC, view *C.HIP_RESOURCE_VIEW_DESC) C.hipError_t {
	if out == nil || r == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	res, e := fromDriver(r)
	if e != C.hipSuccess {
		return e
	}
	td := C.hipTextureDesc{maxAnisotropy: d.maxAnisotropy, mipmapLevelBias: d.mipmapLevelBias,
		minMipmapLevelClamp: d.minMipmapLevelClamp, maxMipmapLevelClamp: d.maxMipmapLevelClamp, borderColor: d.borderColor}
	for i := range td.addressMode {
		td.addressMode[i] = uint32(d.addressMode[i])
	}
	td.filterMode, td.mipmapFilterMode = uint32(d.filterMode), uint32(d.mipmapFilterMode)
	if d.flags&C.HIP_TRSF_NORMALIZED_COORDINATES != 0 {
		td.normalizedCoords = 1
	}
	if d.flags&C.HIP_TRSF_SRGB != 0 {
		td.sRGB = 1
	}
	var t C.struct_gohip_texture
	if _, e := describe(&t, &res); e != C.hipSuccess {
		return e
	}
	if d.flags&C.HIP_TRSF_READ_AS_INTEGER == 0 && t.kind != C.hipChannelFormatKindFloat && t.bits < 32 {
		td.readMode = C.hipReadModeNormalizedFloat
	}
	var vd *C.struct_hipResourceViewDesc
	if view != nil {
		vd = &C.struct_hipResourceViewDesc{width: view.width, height: view.height, depth: view.depth,
			firstMipmapLevel: view.firstMipmapLevel, lastMipmapLevel: view.lastMipmapLevel, firstLayer: view.firstLayer, lastLayer: view.lastLayer}
		vd.format = uint32(view.format)
	}
	if e := hipCreateTextureObject(out, &res, &td, vd); e != C.hipSuccess {
		return e
	}
	textureOf(unsafe.Pointer(*out)).drv = *d
	return C.hipSuccess
}

func hipTexObjectDestroy(h C.hipTextureObject_t) C.hipError_t { return hipDestroyTextureObject(h) }

func hipTexObjectGetResourceDesc(out *C.HIP_RESOURCE_DESC, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.HIP_RESOURCE_DESC{}
	out.resType = C.HIPresourcetype(x.res.resType)
	u, o := unsafe.Pointer(&x.res.res), unsafe.Pointer(&out.res)
	if x.res.resType == C.hipResourceTypeArray || x.res.resType == C.hipResourceTypeMipmappedArray {
		*(*unsafe.Pointer)(o) = *(*unsafe.Pointer)(u)
		return C.hipSuccess
	}
	in := (*struct {
		ptr   unsafe.Pointer
		desc  C.struct_hipChannelFormatDesc
		sizes [3]C.size_t
	})(u)
	to := (*struct {
		ptr    unsafe.Pointer
		format C.hipArray_Format
		n      C.uint
		sizes  [3]C.size_t
	})(o)
	to.ptr = in.ptr
	to.format, to.n, _ = formatOf(&in.desc)
	to.sizes[0] = in.sizes[0]
	if x.res.resType == C.hipResourceTypePitch2D {
		to.sizes = in.sizes
	}
	return C.hipSuccess
}

func hipTexObjectGetResourceViewDesc(out *C.HIP_RESOURCE_VIEW_DESC, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil || !x.views {
		return C.hipErrorInvalidValue
	}
	v := x.view
	*out = C.HIP_RESOURCE_VIEW_DESC{width: v.width, height: v.height, depth: v.depth, firstMipmapLevel: v.firstMipmapLevel,
		lastMipmapLevel: v.lastMipmapLevel, firstLayer: v.firstLayer, lastLayer: v.lastLayer}
	out.format = C.HIPresourceViewFormat(v.format)
	return C.hipSuccess
}

func hipTexObjectGetTextureDesc(out *C.HIP_TEXTURE_DESC, h C.hipTextureObject_t) C.hipError_t {
	x := textureOf(unsafe.Pointer(h))
	if out == nil || x == nil {
		return C.hipErrorInvalidValue
	}
	*out = x.drv
	return C.hipSuccess
}

// ---- texture references ----

// binding is what a texture reference is bound to: the reference of the program and
// the object that the device's variable of the same name points at.
type binding struct {
	object C.hipTextureObject_t
	array  C.hipArray_t
	mip    C.hipMipmappedArray_t
	ptr    unsafe.Pointer
	offset C.size_t
	border [4]C.float
	flags  C.uint
	aniso  C.uint
	size   C.size_t
	pitch  C.size_t
	height C.size_t
	width  C.size_t
}

var bindings = make(map[uintptr]*binding)

func bindingOf(ref *C.textureReference) *binding {
	texturesMu.Lock()
	defer texturesMu.Unlock()
	b := bindings[uintptr(unsafe.Pointer(ref))]
	if b == nil {
		b = &binding{}
		bindings[uintptr(unsafe.Pointer(ref))] = b
	}
	return b
}

// bind makes an object of the resource with the reference's settings and stores it
// where the device finds it.
func bind(ref *C.textureReference, r *C.hipResourceDesc) C.hipError_t {
	b := bindingOf(ref)
	d := C.hipTextureDesc{addressMode: ref.addressMode, filterMode: ref.filterMode, readMode: ref.readMode,
		sRGB: ref.sRGB, normalizedCoords: ref.normalized, maxAnisotropy: ref.maxAnisotropy, mipmapFilterMode: ref.mipmapFilterMode,
		mipmapLevelBias: ref.mipmapLevelBias, minMipmapLevelClamp: ref.minMipmapLevelClamp, maxMipmapLevelClamp: ref.maxMipmapLevelClamp,
		borderColor: b.border}
	if b.object != nil {
		forgetTexture(unsafe.Pointer(b.object))
		b.object = nil
	}
	if e := hipCreateTextureObject(&b.object, r, &d, nil); e != C.hipSuccess {
		return e
	}
	ref.textureObject = b.object
	return publish(ref, b.object)
}

// publish stores the object in the device's variable, whose first word it is.
func publish(ref *C.textureReference, object C.hipTextureObject_t) C.hipError_t {
	if s := C.sh_symbol(shim, unsafe.Pointer(ref)); s != nil {
		addr, size, e := symbolAddress(unsafe.Pointer(ref))
		if e != C.hipSuccess {
			return e
		}
		if size >= 8 {
			cur().poke(addr+objectOffset(size), uint64(uintptr(unsafe.Pointer(object))))
		}
		return C.hipSuccess
	}
	handlesMu.Lock()
	defer handlesMu.Unlock()
	for _, m := range modules {
		for name, r := range m.texts {
			if r != ref {
				continue
			}
			if addr, size, err := m.rt.Global(name); err == nil && size >= 8 {
				m.dev.poke(addr+objectOffset(size), uint64(uintptr(unsafe.Pointer(object))))
			}
		}
	}
	return C.hipSuccess
}

// objectOffset is where the object lies in a device variable of this size: in a
// whole textureReference in its own field, else at the start.
func objectOffset(size uint64) uintptr {
	if size >= C.sizeof_textureReference {
		return unsafe.Offsetof(C.textureReference{}.textureObject)
	}
	return 0
}

func hipBindTexture(offset *C.size_t, ref *C.textureReference, ptr unsafe.Pointer, desc *C.hipChannelFormatDesc, size C.size_t) C.hipError_t {
	if ref == nil || ptr == nil || desc == nil || size == 0 {
		return C.hipErrorInvalidValue
	}
	if offset != nil {
		*offset = 0
	}
	if a, ok := findAlloc(ptr); ok {
		size = min(size, C.size_t(uint64(a.start)+uint64(a.size)-uint64(uintptr(ptr))))
	}
	var r C.hipResourceDesc
	r.resType = C.hipResourceTypeLinear
	u := (*struct {
		ptr  unsafe.Pointer
		desc C.struct_hipChannelFormatDesc
		size C.size_t
	})(unsafe.Pointer(&r.res))
	u.ptr, u.desc, u.size = ptr, *desc, size
	ref.channelDesc = *desc
	b := bindingOf(ref)
	b.ptr, b.size, b.array = ptr, size, nil
	return bind(ref, &r)
}

func hipBindTexture2D(offset *C.size_t, ref *C.textureReference, ptr unsafe.Pointer, desc *C.hipChannelFormatDesc, w, h, pitch C.size_t) C.hipError_t {
	if ref == nil || ptr == nil || desc == nil || w == 0 || h == 0 {
		return C.hipErrorInvalidValue
	}
	if offset != nil {
		*offset = 0
	}
	var r C.hipResourceDesc
	r.resType = C.hipResourceTypePitch2D
	u := (*struct {
		ptr     unsafe.Pointer
		desc    C.struct_hipChannelFormatDesc
		w, h, p C.size_t
	})(unsafe.Pointer(&r.res))
	u.ptr, u.desc, u.w, u.h, u.p = ptr, *desc, w, h, pitch
	ref.channelDesc = *desc
	b := bindingOf(ref)
	b.ptr, b.width, b.height, b.pitch, b.array = ptr, w, h, pitch, nil
	return bind(ref, &r)
}

func bindArray(ref *C.textureReference, h C.hipArray_t) C.hipError_t {
	a := arrayOf(h)
	if ref == nil || a == nil {
		return C.hipErrorInvalidValue
	}
	var r C.hipResourceDesc
	r.resType = C.hipResourceTypeArray
	*(*C.hipArray_t)(unsafe.Pointer(&r.res)) = h
	ref.channelDesc = a.desc
	ref.format, ref.numChannels = uint32(a.format), C.int(a.nchan)
	b := bindingOf(ref)
	b.array, b.ptr = h, nil
	return bind(ref, &r)
}

func hipBindTextureToArray(ref *C.textureReference, h C.hipArray_const_t, desc *C.hipChannelFormatDesc) C.hipError_t {
	if desc == nil {
		return C.hipErrorInvalidValue
	}
	return bindArray(ref, C.hipArray_t(unsafe.Pointer(h)))
}

func bindMipmap(ref *C.textureReference, h unsafe.Pointer) C.hipError_t {
	m := mipmapOf(h)
	if ref == nil || m == nil {
		return C.hipErrorInvalidValue
	}
	var r C.hipResourceDesc
	r.resType = C.hipResourceTypeMipmappedArray
	*(*unsafe.Pointer)(unsafe.Pointer(&r.res)) = h
	bindingOf(ref).mip = m.c
	return bind(ref, &r)
}

func hipBindTextureToMipmappedArray(ref *C.textureReference, h C.hipMipmappedArray_const_t, desc *C.hipChannelFormatDesc) C.hipError_t {
	return bindMipmap(ref, unsafe.Pointer(h))
}

func hipUnbindTexture(ref *C.textureReference) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	b := bindingOf(ref)
	if b.object != nil {
		publish(ref, nil)
		forgetTexture(unsafe.Pointer(b.object))
	}
	texturesMu.Lock()
	delete(bindings, uintptr(unsafe.Pointer(ref)))
	texturesMu.Unlock()
	ref.textureObject = nil
	return C.hipSuccess
}

func hipGetTextureReference(out **C.textureReference, symbol unsafe.Pointer) C.hipError_t {
	if out == nil || symbol == nil {
		return C.hipErrorInvalidValue
	}
	s := C.sh_symbol(shim, symbol)
	if s == nil || s.kind != C.GH_SYM_TEXTURE {
		return C.hipErrorInvalidTexture
	}
	*out = (*C.textureReference)(symbol)
	return C.hipSuccess
}

func hipGetTextureAlignmentOffset(offset *C.size_t, ref *C.textureReference) C.hipError_t {
	if offset == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*offset = bindingOf(ref).offset
	return C.hipSuccess
}

func hipModuleGetTexRef(out **C.textureReference, h C.hipModule_t, cname *C.char) C.hipError_t {
	if out == nil || cname == nil {
		return C.hipErrorInvalidValue
	}
	m := moduleOf(h)
	if m == nil {
		return C.hipErrorInvalidResourceHandle
	}
	name := C.GoString(cname)
	if name == "" {
		return C.hipErrorInvalidValue
	}
	if _, _, err := m.rt.Global(name); err != nil {
		return C.hipErrorNotFound
	}
	if m.texts[name] == nil {
		m.texts[name] = (*C.textureReference)(C.calloc(1, C.sizeof_textureReference))
	}
	*out = m.texts[name]
	return C.hipSuccess
}

func hipTexRefSetAddressMode(ref *C.textureReference, dim C.int, mode C.hipTextureAddressMode) C.hipError_t {
	if ref == nil || dim < 0 || dim > 2 || mode > C.hipAddressModeBorder {
		return C.hipErrorInvalidValue
	}
	ref.addressMode[dim] = uint32(mode)
	return C.hipSuccess
}

func hipTexRefGetAddressMode(out *C.hipTextureAddressMode, ref *C.textureReference, dim C.int) C.hipError_t {
	if out == nil || ref == nil || dim < 0 || dim > 2 {
		return C.hipErrorInvalidValue
	}
	*out = C.hipTextureAddressMode(ref.addressMode[dim])
	return C.hipSuccess
}

func hipTexRefSetFilterMode(ref *C.textureReference, mode C.hipTextureFilterMode) C.hipError_t {
	if ref == nil || mode > C.hipFilterModeLinear {
		return C.hipErrorInvalidValue
	}
	ref.filterMode = uint32(mode)
	return C.hipSuccess
}

func hipTexRefGetFilterMode(out *C.hipTextureFilterMode, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.hipTextureFilterMode(ref.filterMode)
	return C.hipSuccess
}

func hipTexRefSetMipmapFilterMode(ref *C.textureReference, mode C.hipTextureFilterMode) C.hipError_t {
	if ref == nil || mode > C.hipFilterModeLinear {
		return C.hipErrorInvalidValue
	}
	ref.mipmapFilterMode = uint32(mode)
	return C.hipSuccess
}

func hipTexRefGetMipmapFilterMode(out *C.hipTextureFilterMode, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.hipTextureFilterMode(ref.mipmapFilterMode)
	return C.hipSuccess
}

func hipTexRefSetMipmapLevelBias(ref *C.textureReference, bias C.float) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	ref.mipmapLevelBias = bias
	return C.hipSuccess
}

func hipTexRefGetMipmapLevelBias(out *C.float, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*out = ref.mipmapLevelBias
	return C.hipSuccess
}

func hipTexRefSetMipmapLevelClamp(ref *C.textureReference, lo, hi C.float) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	ref.minMipmapLevelClamp, ref.maxMipmapLevelClamp = lo, hi
	return C.hipSuccess
}

func hipTexRefGetMipmapLevelClamp(lo, hi *C.float, ref *C.textureReference) C.hipError_t {
	if lo == nil || hi == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*lo, *hi = ref.minMipmapLevelClamp, ref.maxMipmapLevelClamp
	return C.hipSuccess
}

func hipTexRefSetFlags(ref *C.textureReference, flags C.uint) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	ref.readMode = C.hipReadModeNormalizedFloat
	if flags&C.HIP_TRSF_READ_AS_INTEGER != 0 {
		ref.readMode = C.hipReadModeElementType
	}
	ref.normalized, ref.sRGB = 0, 0
	if flags&C.HIP_TRSF_NORMALIZED_COORDINATES != 0 {
		ref.normalized = 1
	}
	if flags&C.HIP_TRSF_SRGB != 0 {
		ref.sRGB = 1
	}
	bindingOf(ref).flags = flags
	return C.hipSuccess
}

func hipTexRefGetFlags(out *C.uint, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*out = bindingOf(ref).flags
	return C.hipSuccess
}

func hipTexRefSetFormat(ref *C.textureReference, f C.hipArray_Format, n C.int) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	if _, ok := descOf(f, C.uint(n)); !ok {
		return C.hipErrorInvalidValue
	}
	ref.format, ref.numChannels = uint32(f), n
	return C.hipSuccess
}

func hipTexRefGetFormat(f *C.hipArray_Format, n *C.int, ref *C.textureReference) C.hipError_t {
	if f == nil || n == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*f, *n = C.hipArray_Format(ref.format), ref.numChannels
	return C.hipSuccess
}

func hipTexRefSetMaxAnisotropy(ref *C.textureReference, n C.uint) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	ref.maxAnisotropy = n
	return C.hipSuccess
}

func hipTexRefGetMaxAnisotropy(out *C.int, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	*out = C.int(ref.maxAnisotropy)
	return C.hipSuccess
}

func hipTexRefSetBorderColor(ref *C.textureReference, color *C.float) C.hipError_t {
	if ref == nil || color == nil {
		return C.hipErrorInvalidValue
	}
	copy(bindingOf(ref).border[:], unsafe.Slice(color, 4))
	return C.hipSuccess
}

func hipTexRefGetBorderColor(color *C.float, ref *C.textureReference) C.hipError_t {
	if ref == nil || color == nil {
		return C.hipErrorInvalidValue
	}
	b := bindingOf(ref)
	copy(unsafe.Slice(color, 4), b.border[:])
	return C.hipSuccess
}

func hipTexRefSetArray(ref *C.textureReference, h C.hipArray_const_t, flags C.uint) C.hipError_t {
	if flags != C.HIP_TRSA_OVERRIDE_FORMAT {
		return C.hipErrorInvalidValue
	}
	return bindArray(ref, C.hipArray_t(unsafe.Pointer(h)))
}

func hipTexRefGetArray(out *C.hipArray_t, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil {
		return C.hipErrorInvalidValue
	}
	b := bindingOf(ref)
	if b.array == nil {
		return C.hipErrorInvalidValue
	}
	*out = b.array
	return C.hipSuccess
}

func hipTexRefSetMipmappedArray(ref *C.textureReference, m *C.struct_hipMipmappedArray, flags C.uint) C.hipError_t {
	if flags != C.HIP_TRSA_OVERRIDE_FORMAT {
		return C.hipErrorInvalidValue
	}
	return bindMipmap(ref, unsafe.Pointer(m))
}

func hipTexRefGetMipMappedArray(out *C.hipMipmappedArray_t, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil || bindingOf(ref).mip == nil {
		return C.hipErrorInvalidValue
	}
	*out = bindingOf(ref).mip
	return C.hipSuccess
}

func hipTexRefSetAddress(offset *C.size_t, ref *C.textureReference, ptr C.hipDeviceptr_t, n C.size_t) C.hipError_t {
	if ref == nil {
		return C.hipErrorInvalidValue
	}
	desc, ok := descOf(C.hipArray_Format(ref.format), C.uint(ref.numChannels))
	if !ok {
		return C.hipErrorInvalidValue
	}
	return hipBindTexture(offset, ref, unsafe.Pointer(ptr), &desc, n)
}

func hipTexRefSetAddress2D(ref *C.textureReference, d *C.HIP_ARRAY_DESCRIPTOR, ptr C.hipDeviceptr_t, pitch C.size_t) C.hipError_t {
	if ref == nil || d == nil {
		return C.hipErrorInvalidValue
	}
	desc, ok := descOf(C.hipArray_Format(d.Format), d.NumChannels)
	if !ok {
		return C.hipErrorInvalidValue
	}
	return hipBindTexture2D(nil, ref, unsafe.Pointer(ptr), &desc, d.Width, d.Height, pitch)
}

func hipTexRefGetAddress(out *C.hipDeviceptr_t, ref *C.textureReference) C.hipError_t {
	if out == nil || ref == nil || bindingOf(ref).ptr == nil {
		return C.hipErrorInvalidValue
	}
	setPointer(unsafe.Pointer(out), uintptr(bindingOf(ref).ptr))
	return C.hipSuccess
}
