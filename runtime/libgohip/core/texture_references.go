// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// binding is the state of a texture reference: the program's reference and the object that the
// device's variable of the same name points to.
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

// bind creates an object of the resource with the reference's settings and stores it where the
// device finds it.
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

// publish stores the object in the device's variable, as its first word.
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

// objectOffset returns the offset of the object in a device variable of this size: in a whole
// textureReference in its own field, else at the start.
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
	return getRef(offset, ref, true, func() C.size_t { return bindingOf(ref).offset })
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

// setRef changes a texture reference when the call's other arguments are right.
func setRef(ref *C.textureReference, right bool, change func()) C.hipError_t {
	if ref == nil || !right {
		return C.hipErrorInvalidValue
	}
	change()
	return C.hipSuccess
}

// getRef copies a part of a texture reference out when the call's other arguments are right.
func getRef[P any](out *P, ref *C.textureReference, right bool, of func() P) C.hipError_t {
	if out == nil || ref == nil || !right {
		return C.hipErrorInvalidValue
	}
	*out = of()
	return C.hipSuccess
}

func hipTexRefSetAddressMode(ref *C.textureReference, dim C.int, mode C.hipTextureAddressMode) C.hipError_t {
	return setRef(ref, dim >= 0 && dim <= 2 && mode <= C.hipAddressModeBorder, func() { ref.addressMode[dim] = uint32(mode) })
}

func hipTexRefGetAddressMode(out *C.hipTextureAddressMode, ref *C.textureReference, dim C.int) C.hipError_t {
	return getRef(out, ref, dim >= 0 && dim <= 2, func() C.hipTextureAddressMode { return C.hipTextureAddressMode(ref.addressMode[dim]) })
}

func hipTexRefSetFilterMode(ref *C.textureReference, mode C.hipTextureFilterMode) C.hipError_t {
	return setRef(ref, mode <= C.hipFilterModeLinear, func() { ref.filterMode = uint32(mode) })
}

func hipTexRefGetFilterMode(out *C.hipTextureFilterMode, ref *C.textureReference) C.hipError_t {
	return getRef(out, ref, true, func() C.hipTextureFilterMode { return C.hipTextureFilterMode(ref.filterMode) })
}

func hipTexRefSetMipmapFilterMode(ref *C.textureReference, mode C.hipTextureFilterMode) C.hipError_t {
	return setRef(ref, mode <= C.hipFilterModeLinear, func() { ref.mipmapFilterMode = uint32(mode) })
}

func hipTexRefGetMipmapFilterMode(out *C.hipTextureFilterMode, ref *C.textureReference) C.hipError_t {
	return getRef(out, ref, true, func() C.hipTextureFilterMode { return C.hipTextureFilterMode(ref.mipmapFilterMode) })
}

func hipTexRefSetMipmapLevelBias(ref *C.textureReference, bias C.float) C.hipError_t {
	return setRef(ref, true, func() { ref.mipmapLevelBias = bias })
}

func hipTexRefGetMipmapLevelBias(out *C.float, ref *C.textureReference) C.hipError_t {
	return getRef(out, ref, true, func() C.float { return ref.mipmapLevelBias })
}

func hipTexRefSetMipmapLevelClamp(ref *C.textureReference, lo, hi C.float) C.hipError_t {
	return setRef(ref, true, func() { ref.minMipmapLevelClamp, ref.maxMipmapLevelClamp = lo, hi })
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
	return getRef(out, ref, true, func() C.uint { return bindingOf(ref).flags })
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
	return setRef(ref, true, func() { ref.maxAnisotropy = n })
}

func hipTexRefGetMaxAnisotropy(out *C.int, ref *C.textureReference) C.hipError_t {
	return getRef(out, ref, true, func() C.int { return C.int(ref.maxAnisotropy) })
}

func hipTexRefSetBorderColor(ref *C.textureReference, color *C.float) C.hipError_t {
	return setRef(ref, color != nil, func() { copy(bindingOf(ref).border[:], unsafe.Slice(color, 4)) })
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
