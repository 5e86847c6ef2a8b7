// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "gl.h"
import "C"

import (
	"slices"
	"sync"
	"unsafe"
)

// Buffers and textures of OpenGL. For a device that accesses any host address, a mapped buffer is
// the memory that OpenGL maps for the host (glMapBufferRange), in place. Other devices access it
// through their driver, or get a copy of it, made at the map unless it is to be
// discarded, and copied back at the unmap unless it was only read. OpenGL copies a texture to a
// pixel buffer object, which is then mapped like a buffer.

// storage is an OpenGL buffer with HIP's view of it.
type storage struct {
	name   C.uint
	size   C.size_t
	shared unsafe.Pointer // the driver's own handle, if it has one
	shadow unsafe.Pointer // else the copy for a device that cannot access host addresses
	ptr    unsafe.Pointer // what kernels access while it is mapped
}

// resource is the object of a hipGraphicsResource_t.
type resource struct {
	handle  unsafe.Pointer
	dev     *device
	flags   C.uint
	context unsafe.Pointer
	group   unsafe.Pointer // of the contexts that share objects
	buffer  storage
	held    C.uint      // the texture that keeps the buffer's storage
	image   *C.gl_image // of a texture, in C's memory
	arrays  map[[2]C.uint]*array
	mapped  bool
}

var (
	resourcesMu sync.Mutex
	resources   = make(map[uintptr]*resource)
)

// reads and writes report how kernels may access the contents.
func (r *resource) discards() bool { return r.flags&C.hipGraphicsRegisterFlagsWriteDiscard != 0 }
func (r *resource) writes() bool   { return r.flags&C.hipGraphicsRegisterFlagsReadOnly == 0 }

func resourceOf(h C.hipGraphicsResource_t) *resource {
	return resources[uintptr(unsafe.Pointer(h))]
}

// inPlace reports whether kernels of the device can access OpenGL's own address of a buffer.
func (d *device) inPlace() bool { return d.c.model == C.GH_MEM_SYSTEM }

func hipGLGetDevices(count *C.uint, list *C.int, room C.uint, which C.hipGLDeviceList) C.hipError_t {
	if which == C.hipGLDeviceListNextFrame {
		return C.hipErrorNotSupported
	}
	if count == nil || list == nil || room == 0 || which != C.hipGLDeviceListAll && which != C.hipGLDeviceListCurrentFrame {
		return C.hipErrorInvalidValue
	}
	if C.gl_context() == nil {
		return C.hipErrorInvalidGraphicsContext
	}
	// Any device can use any context's objects; the frame is drawn for the thread's own device.
	out := unsafe.Slice(list, room)
	if which == C.hipGLDeviceListCurrentFrame {
		out[0], *count = cur().c.ordinal, 1
		return C.hipSuccess
	}
	*count = min(room, C.uint(len(devices)))
	for i := range *count {
		out[i] = C.int(i)
	}
	return C.hipSuccess
}

// newResource registers what open finds in the current context.
func newResource(out **C.hipGraphicsResource, flags, known C.uint, open func(*resource) C.hipError_t) C.hipError_t {
	const readOnly, discard = C.hipGraphicsRegisterFlagsReadOnly, C.hipGraphicsRegisterFlagsWriteDiscard
	if out == nil || flags&^known != 0 || flags&readOnly != 0 && flags&discard != 0 {
		return C.hipErrorInvalidValue
	}
	context := C.gl_context()
	if context == nil {
		return C.hipErrorInvalidGraphicsContext
	}
	r := &resource{dev: cur(), flags: flags, context: context}
	if e := open(r); e != C.hipSuccess {
		return e
	}
	resourcesMu.Lock()
	r.dev.shareBuffers()
	resourcesMu.Unlock()
	r.buffer.shared = C.gl_share(r.dev.c, r.buffer.name, flags)
	r.group = C.gl_group_new()
	r.handle = newHandle()
	resourcesMu.Lock()
	resources[uintptr(r.handle)] = r
	resourcesMu.Unlock()
	*out = (*C.hipGraphicsResource)(r.handle)
	return C.hipSuccess
}

func hipGraphicsGLRegisterBuffer(out **C.hipGraphicsResource, buffer C.GLuint, flags C.uint) C.hipError_t {
	const known = C.hipGraphicsRegisterFlagsReadOnly | C.hipGraphicsRegisterFlagsWriteDiscard
	if buffer == 0 {
		return C.hipErrorInvalidValue
	}
	return newResource(out, flags, known, func(r *resource) C.hipError_t {
		r.buffer.name = buffer
		if !C.gl_is_buffer(buffer) || C.gl_buffer_size(buffer) == 0 {
			return C.hipErrorInvalidResourceHandle
		}
		return C.hipSuccess
	})
}

func hipGraphicsGLRegisterImage(out **C.hipGraphicsResource, image C.GLuint, target C.GLenum, flags C.uint) C.hipError_t {
	const known = C.hipGraphicsRegisterFlagsReadOnly | C.hipGraphicsRegisterFlagsWriteDiscard |
		C.hipGraphicsRegisterFlagsSurfaceLoadStore | C.hipGraphicsRegisterFlagsTextureGather
	return newResource(out, flags, known, func(r *resource) C.hipError_t {
		m := (*C.gl_image)(C.calloc(1, C.sizeof_gl_image))
		m.name, m.target = image, target
		if e := C.gl_image_open(m); e != C.hipSuccess {
			C.free(unsafe.Pointer(m))
			return e
		}
		r.image = m
		r.buffer.name = m.pixels
		return C.hipSuccess
	})
}

// belongs reports whether the resource's objects are in the current context.
func (r *resource) belongs() bool {
	c := C.gl_context()
	return c != nil && (c == r.context || bool(C.gl_in_group(r.group)))
}

// close releases what HIP holds. OpenGL objects for it are deleted with the context if that is not
// current.
func (r *resource) close() {
	delete(resources, uintptr(r.handle))
	C.free(r.handle)
	if r.buffer.shadow != nil {
		C.sh_finish_device(shim, r.dev.c)
		C.sh_free(shim, r.buffer.shadow)
	}
	if r.buffer.shared != nil {
		C.gl_unshare(r.dev.c, r.buffer.shared)
	}
	if r.belongs() {
		C.gl_group_free(r.group)
		C.gl_let_go(r.held)
		if r.image != nil {
			C.gl_image_close(r.image)
		}
	} else {
		C.free(r.group) // its buffer was deleted with the context
	}
	C.free(unsafe.Pointer(r.image))
}

func hipGraphicsUnregisterResource(h C.hipGraphicsResource_t) C.hipError_t {
	if h == nil {
		return C.hipErrorInvalidValue
	}
	resourcesMu.Lock()
	defer resourcesMu.Unlock()
	r := resourceOf(h)
	switch {
	case r == nil:
		return C.hipErrorInvalidHandle
	case r.mapped:
		return C.hipErrorAlreadyMapped
	}
	r.close()
	return C.hipSuccess
}

// takeResources resolves the resources of a map or unmap. The stream must be of the device that
// they are registered for, and not be capturing.
func takeResources(n C.int, list *C.hipGraphicsResource_t, h C.hipStream_t) ([]*resource, *C.gh_stream, C.hipError_t) {
	if n <= 0 || list == nil {
		return nil, nil, C.hipErrorInvalidValue
	}
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return nil, nil, e
	}
	if C.sh_stream_capture(s) != nil {
		return nil, nil, C.hipErrorStreamCaptureUnsupported
	}
	var all []*resource
	for _, h := range unsafe.Slice(list, n) {
		r := resourceOf(h)
		switch {
		case r == nil:
			return nil, nil, C.hipErrorInvalidHandle
		case r.dev.c != s.dev:
			return nil, nil, C.hipErrorInvalidContext
		case slices.Contains(all, r):
			return nil, nil, C.hipErrorInvalidValue
		}
		all = append(all, r)
	}
	return all, s, C.hipSuccess
}

func hipGraphicsMapResources(n C.int, list *C.hipGraphicsResource_t, h C.hipStream_t) C.hipError_t {
	resourcesMu.Lock()
	defer resourcesMu.Unlock()
	all, s, e := takeResources(n, list, h)
	if e != C.hipSuccess {
		return e
	}
	for _, r := range all {
		if r.mapped {
			return C.hipErrorAlreadyMapped
		}
		if !r.belongs() {
			return C.hipErrorInvalidGraphicsContext
		}
	}
	for i, r := range all {
		if e := r.enter(s); e != C.hipSuccess {
			for _, done := range all[:i] {
				done.leave(s)
			}
			return e
		}
	}
	return C.hipSuccess
}

func hipGraphicsUnmapResources(n C.int, list *C.hipGraphicsResource_t, h C.hipStream_t) C.hipError_t {
	resourcesMu.Lock()
	defer resourcesMu.Unlock()
	all, s, e := takeResources(n, list, h)
	if e != C.hipSuccess {
		return e
	}
	for _, r := range all {
		if !r.mapped {
			return C.hipErrorNotMapped
		}
		if !r.belongs() {
			return C.hipErrorInvalidGraphicsContext
		}
	}
	if slices.ContainsFunc(all, func(r *resource) bool { return r.buffer.shared == nil }) {
		e = C.sh_finish(shim, s)
	}
	for _, r := range all {
		if left := r.leave(s); e == C.hipSuccess {
			e = left
		}
	}
	return e
}

// enter maps the resource for HIP.
func (r *resource) enter(s *C.gh_stream) C.hipError_t {
	if r.image != nil {
		if !C.gl_is_texture(r.image) {
			return C.hipErrorInvalidResourceHandle
		}
		if !r.discards() {
			if e := C.gl_image_pull(r.image); e != C.hipSuccess {
				return e
			}
		}
		r.buffer.size = r.image.size
	} else {
		if !C.gl_is_buffer(r.buffer.name) {
			return C.hipErrorInvalidResourceHandle
		}
		if r.buffer.size = C.gl_buffer_size(r.buffer.name); r.buffer.size == 0 {
			return C.hipErrorInvalidResourceHandle
		}
		if r.dev.inPlace() { // a kernel must not write to memory that glDeleteBuffers gave back
			r.held = C.gl_hold(r.buffer.name)
		}
	}
	var e C.hipError_t
	switch {
	case r.buffer.shared != nil:
		e = r.mapShared(s)
	case r.dev.inPlace():
		e = r.mapInPlace()
	default:
		e = r.copyIn(s)
	}
	if e != C.hipSuccess {
		r.release()
		return e
	}
	r.mapped, r.arrays = true, make(map[[2]C.uint]*array)
	return C.hipSuccess
}

func (r *resource) release() {
	C.gl_let_go(r.held)
	r.held = 0
}

// leave returns it to OpenGL, after the stream's work has ended. It is no longer mapped then,
// whatever the outcome.
func (r *resource) leave(s *C.gh_stream) C.hipError_t {
	for _, a := range r.arrays {
		a.free()
	}
	r.mapped, r.arrays = false, nil
	var e C.hipError_t = C.hipSuccess
	switch {
	case r.buffer.shared != nil:
		e = r.unmapShared(s)
	case r.dev.inPlace():
		e = r.unmapInPlace()
	case r.writes():
		e = r.copyOut(s)
	}
	r.buffer.ptr = nil
	r.release()
	if e != C.hipSuccess || r.image == nil || !r.writes() {
		return e
	}
	if !C.gl_is_texture(r.image) {
		return C.hipErrorUnmapFailed
	}
	return C.gl_image_push(r.image)
}

func (r *resource) mapInPlace() C.hipError_t {
	b := &r.buffer
	p := C.gl_map(b.name, b.size, true, C.bool(r.writes()), C.bool(r.discards()))
	if p == nil {
		return C.hipErrorMapFailed
	}
	e := r.track(p)
	if e != C.hipSuccess {
		C.gl_unmap(b.name)
	}
	return e
}

// track registers mapped memory for copies and fills.
func (r *resource) track(p unsafe.Pointer) C.hipError_t {
	a := C.gh_alloc{start: C.uintptr_t(uintptr(p)), size: r.buffer.size, kind: C.GH_MAPPED, device: r.dev.c.ordinal}
	e := C.sh_track(shim, &a)
	if e == C.hipSuccess {
		r.buffer.ptr = p
	}
	return e
}

func (r *resource) mapShared(s *C.gh_stream) C.hipError_t {
	var p unsafe.Pointer
	b := &r.buffer
	if e := C.gl_map_shared(s, b.shared, &p, &b.size); e != C.hipSuccess {
		return e
	}
	e := r.track(p)
	if e != C.hipSuccess {
		C.gl_unmap_shared(s, b.shared)
	}
	return e
}

// unmapShared does not wait: the driver makes OpenGL's later commands wait for the stream.
func (r *resource) unmapShared(s *C.gh_stream) C.hipError_t {
	var a C.gh_alloc
	C.sh_untrack(shim, r.buffer.ptr, &a)
	if e := C.gl_unmap_shared(s, r.buffer.shared); e != C.hipSuccess || C.gl_is_buffer(r.buffer.name) {
		return e
	}
	return C.hipErrorUnmapFailed
}

func (r *resource) unmapInPlace() C.hipError_t {
	var a C.gh_alloc
	C.sh_untrack(shim, r.buffer.ptr, &a)
	if !C.gl_unmap(r.buffer.name) {
		return C.hipErrorUnmapFailed
	}
	return C.hipSuccess
}

// copyIn makes the device's copy of a buffer.
func (r *resource) copyIn(s *C.gh_stream) C.hipError_t {
	b := &r.buffer
	if a, ok := findAlloc(b.shadow); b.shadow != nil && (!ok || a.size < b.size) {
		if ok { // else hipDeviceReset has freed it
			C.sh_free(shim, b.shadow)
		}
		b.shadow = nil
	}
	if b.shadow == nil {
		p, e := allocate(r.dev, C.GH_DEVICE, 0, b.size)
		if e != C.hipSuccess {
			return e
		}
		b.shadow = p
	}
	b.ptr = b.shadow
	if r.discards() {
		return C.hipSuccess
	}
	p := C.gl_map(b.name, b.size, true, false, false)
	if p == nil {
		return C.hipErrorMapFailed
	}
	e := b.move(s, b.shadow, p, C.hipMemcpyHostToDevice)
	if !C.gl_unmap(b.name) && e == C.hipSuccess {
		e = C.hipErrorMapFailed
	}
	return e
}

func (r *resource) copyOut(s *C.gh_stream) C.hipError_t {
	b := &r.buffer
	if !C.gl_is_buffer(b.name) {
		return C.hipErrorUnmapFailed
	}
	p := C.gl_map(b.name, b.size, false, true, true)
	if p == nil {
		return C.hipErrorUnmapFailed
	}
	e := b.move(s, p, b.shadow, C.hipMemcpyDeviceToHost)
	if !C.gl_unmap(b.name) && e == C.hipSuccess {
		e = C.hipErrorUnmapFailed
	}
	return e
}

func (b *storage) move(s *C.gh_stream, dst, src unsafe.Pointer, kind C.int) C.hipError_t {
	op := C.op_copy(dst, src, b.size, kind)
	if e := C.sh_submit(shim, s, &op); e != C.hipSuccess {
		return e
	}
	return C.sh_finish(shim, s)
}

func hipGraphicsResourceGetMappedPointer(out *unsafe.Pointer, size *C.size_t, h C.hipGraphicsResource_t) C.hipError_t {
	if out == nil || size == nil || h == nil {
		return C.hipErrorInvalidValue
	}
	resourcesMu.Lock()
	defer resourcesMu.Unlock()
	r := resourceOf(h)
	switch {
	case r == nil:
		return C.hipErrorInvalidHandle
	case !r.mapped:
		return C.hipErrorNotMapped
	case r.image != nil:
		return C.hipErrorNotMappedAsPointer
	}
	*out, *size = r.buffer.ptr, r.buffer.size
	return C.hipSuccess
}

func hipGraphicsSubResourceGetMappedArray(out *C.hipArray_t, h C.hipGraphicsResource_t, index, level C.uint) C.hipError_t {
	if out == nil || h == nil {
		return C.hipErrorInvalidValue
	}
	resourcesMu.Lock()
	defer resourcesMu.Unlock()
	r := resourceOf(h)
	switch {
	case r == nil:
		return C.hipErrorInvalidHandle
	case !r.mapped:
		return C.hipErrorNotMapped
	case r.image == nil:
		return C.hipErrorNotMappedAsArray
	case level >= C.uint(r.image.levels):
		return C.hipErrorInvalidValue
	}
	at := [2]C.uint{index, level}
	if r.arrays[at] == nil {
		a := r.array(index, level)
		if a == nil {
			return C.hipErrorInvalidValue
		}
		r.arrays[at] = a
	}
	*out = C.hipArray_t(r.arrays[at].handle)
	return C.hipSuccess
}

// array returns one level of a texture, of one layer or face where it has such, in the mapped pixel
// buffer object; nil if there is none.
func (r *resource) array(index, level C.uint) *array {
	m := r.image
	l := m.level[level]
	w, h, d := C.size_t(l.width), C.size_t(l.height), C.size_t(l.depth)
	layers, layer := C.size_t(1), l.pitch*h
	switch {
	case bool(m.layered) && m.dims == 2: // layers with one row each
		layers, layer, h = h, l.pitch, 0
	case bool(m.layered) || m.dims == 2: // a face of a cube map, or a plain texture, is a layer
		layers = d
	case m.dims == 1:
		h = 0
	}
	if C.size_t(index) >= layers {
		return nil
	}
	if m.dims != 3 || bool(m.layered) {
		d = 0
	}
	desc := channels(m.channels, m.bits, m.kind)
	format, n, _ := formatOf(&desc)
	a := &array{desc: desc, format: format, nchan: n, width: w, height: h, depth: d, pitch: l.pitch, borrowed: true}
	a.elem = C.size_t(m.channels*m.bits) / 8
	if r.flags&C.hipGraphicsRegisterFlagsSurfaceLoadStore != 0 {
		a.flags = C.hipArraySurfaceLoadStore
	}
	a.ptr = unsafe.Add(r.buffer.ptr, l.offset+layer*C.size_t(index))
	a.register()
	return a
}

// channels describes texels of n channels of the same kind.
func channels(n, bits C.int, kind C.enum_hipChannelFormatKind) C.struct_hipChannelFormatDesc {
	d := C.struct_hipChannelFormatDesc{x: bits, f: kind}
	for i, to := range []*C.int{&d.y, &d.z, &d.w} {
		if C.int(i)+1 < n {
			*to = bits
		}
	}
	return d
}
