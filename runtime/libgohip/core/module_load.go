// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"unsafe"

	"gohipcc/runtime/hip"
	"gohipcc/runtime/libgohip/rawimage"
)

func loadModule(out *C.hipModule_t, code []byte, name string) C.hipError_t {
	m, e := cur().load(code, name)
	if e == C.hipSuccess {
		*out = C.hipModule_t(unsafe.Pointer(m.c))
	}
	return e
}

// load loads an image into a module of the program.
func (d *device) load(code []byte, name string) (*module, C.hipError_t) {
	d.mu.Lock()
	options := d.loadOptions(name)
	d.mu.Unlock()
	rt, err := d.rt.Load(context.Background(), code, options)
	if err != nil {
		complain("hipModuleLoad: %v", err)
		return nil, hipCode(err, C.hipErrorInvalidImage)
	}
	m := &module{dev: d, funcs: make(map[string]*C.gh_func), keep: code, texts: make(map[string]*C.textureReference)}
	m.attach(rt)
	handlesMu.Lock()
	modules[uintptr(unsafe.Pointer(m.c))] = m
	handlesMu.Unlock()
	return m, C.hipSuccess
}

// loadOptions returns the options for a module that is loaded now, with the limits that the program
// has set by hipDeviceSetLimit. The device is locked.
func (d *device) loadOptions(name string) *hip.LoadOptions {
	const least = 4096
	return &hip.LoadOptions{
		Name: name, Output: standardOutput{},
		PrintfBuffer: uint32(max(d.limits[C.hipLimitPrintfFifoSize], least)),
		Heap:         uint64(max(d.limits[C.hipLimitMallocHeapSize], least)),
	}
}

func moduleOf(h C.hipModule_t) *module {
	handlesMu.Lock()
	defer handlesMu.Unlock()
	return modules[uintptr(unsafe.Pointer(h))]
}

func hipModuleLoad(out *C.hipModule_t, fname *C.char) C.hipError_t {
	if out == nil || fname == nil {
		return C.hipErrorInvalidValue
	}
	name := C.GoString(fname)
	if name == "" {
		return C.hipErrorInvalidValue
	}
	b, e := readImage("hipModuleLoad", name)
	if e != C.hipSuccess {
		return e
	}
	return loadModule(out, b, name)
}

// readImage reads a file that the program names. The status says that a file is missing: libraries look for code objects
// under several names.
func readImage(call, name string) ([]byte, C.hipError_t) {
	b, err := os.ReadFile(name)
	if err == nil {
		return b, C.hipSuccess
	}
	if !errors.Is(err, fs.ErrNotExist) {
		complain("%s: %v", call, err)
	}
	return nil, C.hipErrorFileNotFound
}

func hipModuleLoadData(out *C.hipModule_t, image unsafe.Pointer) C.hipError_t {
	if out == nil || image == nil {
		return C.hipErrorInvalidValue
	}
	b, err := rawimage.Bytes(image)
	if err != nil {
		complain("hipModuleLoadData: %v", err)
		return hipCode(err, C.hipErrorInvalidImage)
	}
	return loadModule(out, b, "image in memory")
}

func hipModuleLoadDataEx(out *C.hipModule_t, image unsafe.Pointer, n C.uint, options *C.hipJitOption, values *unsafe.Pointer) C.hipError_t {
	return hipModuleLoadData(out, image)
}

// hipModuleLoadFatBinary accepts what hipModuleLoadData does: a fat binary is one kind of image.
func hipModuleLoadFatBinary(out *C.hipModule_t, image unsafe.Pointer) C.hipError_t {
	return hipModuleLoadData(out, image)
}

func hipModuleGetFunctionCount(count *C.uint, h C.hipModule_t) C.hipError_t {
	if count == nil {
		return C.hipErrorInvalidValue
	}
	m := moduleOf(h)
	if m == nil {
		return C.hipErrorInvalidResourceHandle
	}
	*count = C.uint(len(m.rt.KernelNames()))
	return C.hipSuccess
}

func hipModuleUnload(h C.hipModule_t) C.hipError_t {
	m := moduleOf(h)
	switch {
	case h == nil:
		return C.hipErrorInvalidResourceHandle
	case m == nil:
		return C.hipErrorNotFound // unloaded before
	}
	handlesMu.Lock()
	delete(modules, uintptr(unsafe.Pointer(h)))
	handlesMu.Unlock()
	m.close()
	return C.hipSuccess
}

func hipModuleGetFunction(out *C.hipFunction_t, h C.hipModule_t, kname *C.char) C.hipError_t {
	if out == nil || kname == nil {
		return C.hipErrorInvalidValue
	}
	m := moduleOf(h)
	if m == nil {
		return C.hipErrorInvalidResourceHandle
	}
	name := C.GoString(kname)
	if name == "" {
		return C.hipErrorInvalidValue
	}
	f, err := m.function(name)
	if err != nil {
		complain("hipModuleGetFunction: %v", err)
		return hipCode(err, C.hipErrorInvalidKernelFile)
	}
	*out = f
	return C.hipSuccess
}

func hipModuleGetGlobal(ptr *C.hipDeviceptr_t, bytes *C.size_t, h C.hipModule_t, cname *C.char) C.hipError_t {
	if cname == nil || ptr == nil && bytes == nil {
		return C.hipErrorInvalidValue
	}
	name := C.GoString(cname)
	if name == "" {
		return C.hipErrorInvalidValue
	}
	m := moduleOf(h)
	if m == nil {
		return C.hipErrorInvalidResourceHandle
	}
	addr, size, err := m.rt.Global(name)
	if err != nil {
		complain("hipModuleGetGlobal: %v", err)
		return C.hipErrorNotFound
	}
	if ptr != nil {
		setPointer(unsafe.Pointer(ptr), addr)
	}
	if bytes != nil {
		*bytes = C.size_t(size)
	}
	return C.hipSuccess
}

func hipGetFuncBySymbol(out *C.hipFunction_t, symbol unsafe.Pointer) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	if symbol == nil {
		return C.hipErrorInvalidDeviceFunction
	}
	f, e := functionOf(symbol)
	if e == C.hipSuccess {
		*out = f
	}
	return e
}

func hipKernelNameRef(f C.hipFunction_t) *C.char {
	handlesMu.Lock()
	_, ok := funcOf[f]
	handlesMu.Unlock()
	if !ok {
		return nil
	}
	return f.name
}

func hipKernelNameRefByPtr(host unsafe.Pointer, stream C.hipStream_t) *C.char {
	if s := C.sh_symbol(shim, host); s != nil {
		return s.name
	}
	return nil
}
