// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/hip"
)

// module is one image loaded on one device: of a registered fat binary, or by
// hipModuleLoad.
type module struct {
	dev   *device
	rt    *hip.Module
	c     *C.gh_module
	mu    sync.Mutex
	funcs map[string]*C.gh_func
	keep  []byte // the image's bytes, for modules loaded from memory
	err   error  // why the image could not be loaded
	code  C.hipError_t
	texts map[string]*C.textureReference
	// constants is the size in bytes of the image's __constant__ variables.
	constants uint64
}

var (
	handlesMu sync.Mutex
	modules   = make(map[uintptr]*module) // hipModule_t to module
	funcOf    = make(map[*C.gh_func]*module)
	// specialisedOf has the kernels that the driver specialises for work-group sizes, as
	// [backend.Specialised]: every launch with a size that uses the generic variant looks them up.
	specialisedOf sync.Map
)

// hipCode maps the errors of package hip to HIP's.
func hipCode(err error, otherwise C.hipError_t) C.hipError_t {
	var format *fatbin.FormatError
	switch {
	case err == nil:
		return C.hipSuccess
	case errors.Is(err, hip.ErrOutOfMemory):
		return C.hipErrorOutOfMemory
	case errors.Is(err, hip.ErrLaunchFailed):
		return C.hipErrorLaunchFailure
	case errors.Is(err, hip.ErrNoImage):
		return C.hipErrorInvalidImage
	case errors.Is(err, hip.ErrUnsupportedImage), errors.Is(err, hip.ErrCompiler):
		return C.hipErrorNoBinaryForGpu
	case errors.Is(err, hip.ErrNotFound):
		return C.hipErrorNotFound
	case errors.As(err, &format):
		return C.hipErrorInvalidImage
	}
	return otherwise
}

// hostImage reads a fat binary in this process's memory.
type hostImage struct {
	base unsafe.Pointer
	size int64
}

func (h hostImage) ReadAt(p []byte, off int64) (int, error) {
	return fatbin.Bytes(unsafe.Slice((*byte)(h.base), h.size)).ReadAt(p, off)
}

// binaryModule returns the module of a registered fat binary on a device, which is loaded on first
// use.
func (d *device) binaryModule(i int) (*module, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if m := d.modules[i]; m != nil {
		return m, m.err
	}
	m := &module{dev: d, funcs: make(map[string]*C.gh_func)}
	d.modules[i] = m
	b := C.sh_binary(shim, C.int(i))
	if b == nil || b.image == nil {
		m.err = fmt.Errorf("the program registered a fat binary without the HIPF wrapper that clang writes")
		m.code = C.hipErrorInvalidImage
		return m, m.err
	}
	name := fmt.Sprintf("fat binary %d of %s", i, programName())
	rt, err := d.rt.LoadBundle(context.Background(), hostImage{unsafe.Pointer(b.image), int64(b.room)}, int64(b.room), d.loadOptions(name))
	if err != nil {
		m.err, m.code = err, hipCode(err, C.hipErrorInvalidImage)
		return m, err
	}
	m.attach(rt)
	m.placeManaged(i)
	return m, nil
}

func programName() string {
	if p, err := os.Executable(); err == nil {
		return p[strings.LastIndexByte(p, '/')+1:]
	}
	return "this program"
}

// attach creates the C side's description of a loaded module.
func (m *module) attach(rt *hip.Module) {
	m.rt = rt
	c := (*C.gh_module)(C.calloc(1, C.sizeof_gh_module))
	c.dev = m.dev.c
	m.c = c
	shared, ok := rt.Backend().(backend.Shared)
	if !ok {
		return
	}
	p := shared.Parts()
	setPointer(unsafe.Pointer(&c.segment), p.Segment)
	c.segment_size = C.size_t(p.SegmentSize)
	m.constants = p.Constants
	if p.AbortWord != 0 {
		setPointer(unsafe.Pointer(&m.dev.c.abort_word), p.AbortWord)
	}
	if p.Segment != 0 {
		// The table of allocations makes a variable's address a device address.
		a := C.gh_alloc{start: C.uintptr_t(p.Segment), size: C.size_t(p.SegmentSize), kind: C.GH_ARRAY, device: m.dev.c.ordinal}
		C.sh_track(shim, &a)
	}
	if p.PrintfBuffer != 0 {
		setPointer(unsafe.Pointer(&c.printf_buffer), p.PrintfBuffer)
		ids := make([]uint32, 0, len(p.Formats))
		for id := range p.Formats {
			ids = append(ids, id)
		}
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
		if len(ids) > 0 {
			c.formats = (*C.gh_format)(C.calloc(C.size_t(len(ids)), C.sizeof_gh_format))
			c.nformats = C.uint32_t(len(ids))
			list := unsafe.Slice(c.formats, len(ids))
			for i, id := range ids {
				list[i].id = C.uint32_t(id)
				list[i].text = C.CString(p.Formats[id])
			}
		}
		C.sh_add_printer(c)
	}
}

// placeManaged points a module's managed variables at their storage, which is moved if the driver
// cannot make accessible what registration could allocate.
func (m *module) placeManaged(binary int) {
	for i := C.int(0); i < C.sh_symbol_count(shim); i++ {
		s := C.sh_symbol_at(shim, i)
		if s.kind != C.GH_SYM_MANAGED || int(s.binary) != binary || s.managed == nil {
			continue
		}
		if m.dev.c.model != C.GH_MEM_SYSTEM && m.dev.emulated == nil {
			var a C.gh_alloc
			if !C.sh_find_alloc(shim, s.managed, &a) {
				var p unsafe.Pointer
				if C.sh_alloc(shim, m.dev.c, C.GH_MANAGED, C.hipMemAttachGlobal, s.size, &p) != C.hipSuccess {
					continue
				}
				C.memcpy(p, s.managed, s.size)
				C.free(s.managed)
				s.managed, s.moved = p, true
				*(*unsafe.Pointer)(unsafe.Pointer(s.host)) = p
			}
		} else {
			if m.dev.emulated != nil {
				m.dev.emulated.Unregister(uintptr(s.managed)) // after a reset
				m.dev.emulated.Register(uintptr(s.managed), uint64(s.size))
			}
			a := C.gh_alloc{start: C.uintptr_t(uintptr(s.managed)), size: s.size, kind: C.GH_MANAGED, flags: C.hipMemAttachGlobal, device: m.dev.c.ordinal}
			C.sh_track(shim, &a)
		}
		name := C.GoString(s.name)
		for _, n := range []string{name, strings.TrimSuffix(name, ".managed")} {
			if addr, size, err := m.rt.Global(n); err == nil && size == 8 {
				m.dev.poke(addr, uint64(uintptr(s.managed)))
				break
			}
		}
	}
}

// poke writes one word of device memory.
func (d *device) poke(address uintptr, word uint64) {
	if d.c.host_access {
		*(*uint64)(*(*unsafe.Pointer)(unsafe.Pointer(&address))) = word
		return
	}
	w := (*C.uint64_t)(C.malloc(8))
	defer C.free(unsafe.Pointer(w))
	*w = C.uint64_t(word)
	var dst unsafe.Pointer
	setPointer(unsafe.Pointer(&dst), address)
	C.sh_submit(shim, d.c.null_stream, newOp(C.op_copy(dst, unsafe.Pointer(w), 8, C.hipMemcpyHostToDevice)))
	C.sh_finish(shim, d.c.null_stream)
}

func newOp(op C.gh_op) *C.gh_op { return &op }

// function creates the C side's description of a kernel, which is compiled on first use.
func (m *module) function(name string) (*C.gh_func, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.funcs[name]; f != nil {
		return f, nil
	}
	fn, err := m.rt.Kernel(context.Background(), name)
	if err != nil {
		return nil, err
	}
	k := fn.Meta()
	f := C.sh_new_function(shim)
	if f == nil {
		return nil, fmt.Errorf("kernel %s: there is no room for more kernels", name)
	}
	f.dev, f.module = m.dev.c, m.c
	f.name = C.CString(name)
	setArguments(f, k.Args)
	f.max_threads = C.uint32_t(fn.MaxThreads())
	if r := k.ReqdWorkgroupSize; len(r) == 3 {
		for i := range r {
			f.reqd[i] = C.uint32_t(r[i])
		}
	}
	f.static_shared = C.size_t(fn.Backend().StaticShared())
	if s, ok := fn.Backend().(backend.StackUser); ok {
		f.private_size = C.uint64_t(s.StackPerThread())
	}
	if c, ok := fn.Backend().(backend.ConstantUser); ok {
		m.constants = max(m.constants, c.ConstantSize())
	}
	f.max_shared = m.dev.c.max_shared
	f.max_dynamic_shared = -1
	m.dev.warnOfWarps(name, k.WavefrontSize)
	f.warp = C.uint32_t(k.WavefrontSize)
	if f.warp == 0 {
		f.warp = hip.WarpSize
	}
	for _, feature := range k.Features {
		switch feature {
		case abi.FeaturePrintf:
			f.prints = m.c.printf_buffer != nil
		case abi.FeatureGridSync:
			f.grid_syncs = true
			m.warnOfWaiting(name)
		case abi.FeatureMultiGrid:
			f.multi_grid = true
		}
	}
	var native unsafe.Pointer
	setPointer(unsafe.Pointer(&native), fn.Backend().Native())
	C.sh_first_instance(f, native)
	if s, ok := fn.Backend().(backend.Specialised); ok && s.SpecialisesPerSize() {
		f.per_size = true
		specialisedOf.Store(f, s)
	}
	if s, ok := fn.Backend().(backend.Sampler); ok {
		setPointer(unsafe.Pointer(&f.sampling), s.Objects())
	}
	if s, ok := fn.Backend().(backend.LargeBlocks); ok {
		large, few := s.Large()
		setPointer(unsafe.Pointer(&f.large), large)
		f.few_threads = C.uint32_t(few)
	}
	C.sh_use_driver(f, native)
	f.magic = C.FUNC_MAGIC
	C.sh_rearm(shim)
	m.funcs[name] = f
	handlesMu.Lock()
	funcOf[f] = m
	handlesMu.Unlock()
	return f, nil
}

// setArguments describes a kernel's arguments to the launch path.
func setArguments(f *C.gh_func, list []abi.Arg) {
	f.nargs = C.uint32_t(len(list))
	f.args = (*C.gh_arg)(C.calloc(C.size_t(len(list)+1), C.sizeof_gh_arg))
	args := unsafe.Slice(f.args, len(list))
	for i, a := range list {
		c := &args[i]
		c.size, c.offset = C.uint32_t(a.Size), C.uint32_t(a.Offset)
		c.kind = C.uint32_t(a.Class())
		if !a.Explicit() {
			continue
		}
		c.cache = f.cache_size
		f.cache_size += (C.uint32_t(a.Size) + 7) &^ 7
		f.nexplicit++
		f.kernarg_size = max(f.kernarg_size, c.offset+c.size)
	}
}

// gohipVariant compiles a kernel for a launch. *native is the generic variant if the launch uses that,
// and NULL if it uses a specialisation of the kernel.
//
//export gohipVariant
func gohipVariant(f *C.gh_func, grid, block *C.uint32_t, native *unsafe.Pointer) (e C.hipError_t) {
	defer guard("variant of a kernel", &e)
	*native = nil
	s, ok := specialisedOf.Load(f)
	if !ok {
		return C.hipSuccess
	}
	dim := func(p *C.uint32_t) [3]uint32 { return *(*[3]uint32)(unsafe.Pointer(p)) }
	h, own, err := s.(backend.Specialised).NativeFor(dim(grid), dim(block))
	if err != nil {
		complain("%v", err)
		return C.hipErrorNoBinaryForGpu
	}
	if !own {
		setPointer(unsafe.Pointer(native), h)
	}
	return C.hipSuccess
}

// close frees the module; nothing may be running.
func (m *module) close() {
	C.sh_finish_device(shim, m.dev.c)
	handlesMu.Lock()
	for _, f := range m.funcs {
		delete(funcOf, f)
		specialisedOf.Delete(f)
	}
	handlesMu.Unlock()
	for _, f := range m.funcs {
		C.sh_free_function(shim, f)
	}
	m.funcs = nil
	if m.c != nil {
		C.sh_remove_printer(m.c)
		if m.c.segment != nil {
			var a C.gh_alloc
			C.sh_untrack(shim, unsafe.Pointer(m.c.segment), &a)
		}
		for _, f := range unsafe.Slice(m.c.formats, m.c.nformats) {
			C.free(unsafe.Pointer(f.text))
		}
		C.free(unsafe.Pointer(m.c.formats))
		C.free(unsafe.Pointer(m.c))
		m.c = nil
	}
	if m.rt != nil {
		m.rt.Unload()
	}
}

//export gohipResolve
func gohipResolve(sym *C.gh_symbol, ordinal C.int) (e C.hipError_t) {
	defer guard("kernel look-up", &e)
	d := deviceAt(ordinal)
	if d == nil {
		return C.hipErrorInvalidDevice
	}
	name := C.GoString(sym.name)
	m, err := d.binaryModule(int(sym.binary))
	if err != nil {
		complain("kernel %s: %v", name, err)
		return m.code
	}
	f, err := m.function(name)
	if err != nil {
		complain("kernel %s: %v", name, err)
		return hipCodeOfKernel(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	C.sh_set_function(sym, ordinal, f)
	return C.hipSuccess
}

func hipCodeOfKernel(err error) C.hipError_t {
	if errors.Is(err, hip.ErrNotFound) {
		return C.hipErrorInvalidDeviceFunction
	}
	return hipCode(err, C.hipErrorInvalidKernelFile)
}

//export gohipUnregister
func gohipUnregister(binary C.int) {
	var e C.hipError_t
	defer guard("unregistering", &e)
	for _, d := range devices {
		d.mu.Lock()
		m := d.modules[int(binary)]
		delete(d.modules, int(binary))
		d.mu.Unlock()
		if m != nil && m.err == nil {
			m.close()
		}
	}
}

//export gohipFuncBySymbol
func gohipFuncBySymbol(host unsafe.Pointer, out **C.gh_func) C.hipError_t {
	f := (*C.gh_func)(host)
	handlesMu.Lock()
	_, ok := funcOf[f]
	handlesMu.Unlock()
	if !ok {
		complain("no kernel of this program is at %p; it registered %s", host, registered(func(kind C.int) bool { return kind == C.GH_SYM_FUNCTION }))
		return C.hipErrorInvalidDeviceFunction
	}
	*out = f
	return C.hipSuccess
}

// registered lists the requested kinds of entries of the program's fat binaries.
func registered(wanted func(kind C.int) bool) string {
	var names []string
	for i := C.int(0); i < C.sh_symbol_count(shim); i++ {
		if s := C.sh_symbol_at(shim, i); s.kind != 0 && wanted(s.kind) {
			names = append(names, C.GoString(s.name))
		}
	}
	return backend.ListNames(names)
}

// functionOf returns the kernel for a host function, or for the handle of a loaded module's
// function, on the current device.
func functionOf(host unsafe.Pointer) (*C.gh_func, C.hipError_t) {
	return functionOn(host, C.sh_current_device(shim))
}

// functionOn is functionOf on a device.
func functionOn(host unsafe.Pointer, d C.int) (*C.gh_func, C.hipError_t) {
	if host == nil {
		return nil, C.hipErrorInvalidDeviceFunction
	}
	if s := C.sh_symbol(shim, host); s != nil && s.kind == C.GH_SYM_FUNCTION {
		f := C.sh_function(s, d)
		if f == nil {
			if e := gohipResolve(s, d); e != C.hipSuccess {
				return nil, e
			}
			f = C.sh_function(s, d)
		}
		return f, C.hipSuccess
	}
	var f *C.gh_func
	e := gohipFuncBySymbol(host, &f)
	return f, e
}
