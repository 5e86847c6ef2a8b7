// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

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
