// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"sync"
	"unsafe"

	"gohipcc/runtime/libgohip/rawimage"
)

// library is device code that belongs to no device: a module on each device for which a kernel was
// asked. A hipKernel_t is the hipFunction_t of the module on the device that was current.
type library struct {
	handle  unsafe.Pointer
	code    []byte
	name    string
	mu      sync.Mutex
	modules map[*device]*module
}

var libraries handleTable[library]

// on returns the library's module on a device.
func (l *library) on(d *device) (*module, C.hipError_t) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m := l.modules[d]; m != nil {
		return m, C.hipSuccess
	}
	m, e := d.load(l.code, l.name)
	if e == C.hipSuccess {
		l.modules[d] = m
	}
	return m, e
}

// loadLibrary loads the code for the current device, too, to find out whether it can be.
func loadLibrary(out *C.hipLibrary_t, code []byte, name string) C.hipError_t {
	l := &library{code: code, name: name, modules: make(map[*device]*module)}
	if _, e := l.on(cur()); e != C.hipSuccess {
		return e
	}
	l.handle = libraries.add(l)
	*out = C.hipLibrary_t(l.handle)
	return C.hipSuccess
}

// givesOptions reports whether a list of options with values is there if there should be one. The options are for
// compilers that drivers do not have here, as hipModuleLoadDataEx's.
func givesOptions(n C.uint, options unsafe.Pointer) bool { return n == 0 || options != nil }

func hipLibraryLoadData(out *C.hipLibrary_t, code unsafe.Pointer, jit *C.hipJitOption, jitValues *unsafe.Pointer, njit C.uint, options *C.hipLibraryOption, values *unsafe.Pointer, n C.uint) C.hipError_t {
	if out == nil || code == nil || !givesOptions(njit, unsafe.Pointer(jit)) || !givesOptions(n, unsafe.Pointer(options)) {
		return C.hipErrorInvalidValue
	}
	b, err := rawimage.Bytes(code)
	if err != nil {
		complain("hipLibraryLoadData: %v", err)
		return hipCode(err, C.hipErrorInvalidImage)
	}
	return loadLibrary(out, b, "library in memory")
}

func hipLibraryLoadFromFile(out *C.hipLibrary_t, file *C.char, jit *C.hipJitOption, jitValues *unsafe.Pointer, njit C.uint, options *C.hipLibraryOption, values *unsafe.Pointer, n C.uint) C.hipError_t {
	if out == nil || file == nil || *file == 0 || !givesOptions(njit, unsafe.Pointer(jit)) || !givesOptions(n, unsafe.Pointer(options)) {
		return C.hipErrorInvalidValue
	}
	b, e := readImage("hipLibraryLoadFromFile", C.GoString(file))
	if e != C.hipSuccess {
		return e
	}
	return loadLibrary(out, b, C.GoString(file))
}

func hipLibraryUnload(h C.hipLibrary_t) C.hipError_t {
	l := libraries.remove(unsafe.Pointer(h))
	if l == nil {
		return C.hipErrorInvalidResourceHandle
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.modules {
		hipModuleUnload(C.hipModule_t(unsafe.Pointer(m.c)))
	}
	return C.hipSuccess
}

func hipLibraryGetKernel(out *C.hipKernel_t, h C.hipLibrary_t, name *C.char) C.hipError_t {
	if out == nil || name == nil || *name == 0 {
		return C.hipErrorInvalidValue
	}
	l := libraries.get(unsafe.Pointer(h))
	if l == nil {
		return C.hipErrorInvalidResourceHandle
	}
	f, e := l.kernel(C.GoString(name), cur())
	if e == C.hipSuccess {
		*out = C.hipKernel_t(unsafe.Pointer(f))
	}
	return e
}

// kernel returns a kernel on a device.
func (l *library) kernel(name string, d *device) (*C.gh_func, C.hipError_t) {
	m, e := l.on(d)
	if e != C.hipSuccess {
		return nil, e
	}
	f, err := m.function(name)
	if err != nil {
		complain("hipLibraryGetKernel: %v", err)
		return nil, hipCode(err, C.hipErrorInvalidKernelFile)
	}
	return f, C.hipSuccess
}

func hipLibraryGetKernelCount(count *C.uint, h C.hipLibrary_t) C.hipError_t {
	if count == nil {
		return C.hipErrorInvalidValue
	}
	l := libraries.get(unsafe.Pointer(h))
	if l == nil {
		return C.hipErrorInvalidResourceHandle
	}
	m, e := l.on(cur())
	if e == C.hipSuccess {
		*count = C.uint(len(m.rt.KernelNames()))
	}
	return e
}

// hipLibraryEnumerateKernels writes n kernels at most.
func hipLibraryEnumerateKernels(kernels *C.hipKernel_t, n C.uint, h C.hipLibrary_t) C.hipError_t {
	if kernels == nil || n == 0 {
		return C.hipErrorInvalidValue
	}
	l := libraries.get(unsafe.Pointer(h))
	if l == nil {
		return C.hipErrorInvalidResourceHandle
	}
	m, e := l.on(cur())
	if e != C.hipSuccess {
		return e
	}
	out := unsafe.Slice(kernels, n)
	for i, name := range m.rt.KernelNames() {
		if i == len(out) {
			break
		}
		f, e := l.kernel(name, cur())
		if e != C.hipSuccess {
			return e
		}
		out[i] = C.hipKernel_t(unsafe.Pointer(f))
	}
	return C.hipSuccess
}

// libraryKernel returns what a hipKernel_t stands for.
func libraryKernel(k C.hipKernel_t) (*C.gh_func, *module, *library, C.hipError_t) {
	if k == nil {
		return nil, nil, nil, C.hipErrorInvalidValue
	}
	f := (*C.gh_func)(unsafe.Pointer(k))
	handlesMu.Lock()
	m := funcOf[f]
	handlesMu.Unlock()
	for _, l := range libraries.all() {
		l.mu.Lock()
		has := m != nil && l.modules[m.dev] == m
		l.mu.Unlock()
		if has {
			return f, m, l, C.hipSuccess
		}
	}
	return nil, nil, nil, C.hipErrorInvalidResourceHandle
}

func hipKernelGetLibrary(out *C.hipLibrary_t, k C.hipKernel_t) C.hipError_t {
	_, _, l, e := libraryKernel(k)
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if e == C.hipSuccess {
		*out = C.hipLibrary_t(l.handle)
	}
	return e
}

func hipKernelGetName(name **C.char, k C.hipKernel_t) C.hipError_t {
	f, _, _, e := libraryKernel(k)
	if name == nil {
		return C.hipErrorInvalidValue
	}
	if e == C.hipSuccess {
		*name = f.name
	}
	return e
}

// hipKernelGetFunction returns the kernel on the current device.
func hipKernelGetFunction(out *C.hipFunction_t, k C.hipKernel_t) C.hipError_t {
	f, _, l, e := libraryKernel(k)
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if e == C.hipSuccess {
		f, e = l.kernel(C.GoString(f.name), cur())
	}
	if e == C.hipSuccess {
		*out = f
	}
	return e
}

func hipKernelGetParamInfo(k C.hipKernel_t, index C.size_t, offset, size *C.size_t) C.hipError_t {
	f, m, _, e := libraryKernel(k)
	if offset == nil {
		return C.hipErrorInvalidValue
	}
	if e != C.hipSuccess {
		return e
	}
	kernel, err := m.rt.Kernel(context.Background(), C.GoString(f.name))
	if err != nil {
		return hipCode(err, C.hipErrorInvalidKernelFile)
	}
	for _, a := range kernel.Meta().Args {
		if !a.Explicit() {
			continue
		}
		if index == 0 {
			*offset = C.size_t(a.Offset)
			if size != nil {
				*size = C.size_t(a.Size)
			}
			return C.hipSuccess
		}
		index--
	}
	return C.hipErrorInvalidValue
}

// kernelOn returns the kernel on a device that is named by its number.
func kernelOn(k C.hipKernel_t, dev C.hipDevice_t) (*C.gh_func, C.hipError_t) {
	f, _, l, e := libraryKernel(k)
	if e != C.hipSuccess {
		return nil, e
	}
	d := deviceAt(C.int(dev))
	if d == nil {
		return nil, C.hipErrorInvalidDevice
	}
	return l.kernel(C.GoString(f.name), d)
}

func hipKernelGetAttribute(value *C.int, attr C.hipFunction_attribute, k C.hipKernel_t, dev C.hipDevice_t) C.hipError_t {
	f, e := kernelOn(k, dev)
	if e != C.hipSuccess {
		return e
	}
	return hipFuncGetAttribute(value, attr, f)
}

// hipKernelSetAttribute has the numbers of hipFuncSetAttribute.
func hipKernelSetAttribute(attr C.hipFunction_attribute, value C.int, k C.hipKernel_t, dev C.hipDevice_t) C.hipError_t {
	f, e := kernelOn(k, dev)
	if e != C.hipSuccess {
		return e
	}
	return hipFuncSetAttribute(unsafe.Pointer(f), C.hipFuncAttribute(attr), value)
}
