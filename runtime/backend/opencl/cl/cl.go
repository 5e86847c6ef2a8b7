// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cl is a thin binding to the OpenCL 3.0 API, loaded at run time without cgo: platforms,
// devices and their features, contexts, programs from SPIR-V or binaries, kernels, queues, and
// three kinds of device pointers (system SVM, cl_intel_unified_shared_memory, SVM buffers).
//
// Names follow the specification without the "cl" prefix. Handles are uintptrs from the driver;
// zero is no handle.
package cl

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/runtime/dynlib"
)

// Error is an OpenCL result code other than CL_SUCCESS, with the call that
// returned it (OpenCL 3.0 API specification, appendix "Error Codes").
type Error struct {
	Call string
	Code int32
}

var errorNames = map[int32]string{
	-1: "DEVICE_NOT_FOUND", -2: "DEVICE_NOT_AVAILABLE", -3: "COMPILER_NOT_AVAILABLE",
	-4: "MEM_OBJECT_ALLOCATION_FAILURE", -5: "OUT_OF_RESOURCES", -6: "OUT_OF_HOST_MEMORY",
	-7: "PROFILING_INFO_NOT_AVAILABLE", -8: "MEM_COPY_OVERLAP", -11: "BUILD_PROGRAM_FAILURE",
	-14: "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", -15: "COMPILE_PROGRAM_FAILURE",
	-16: "LINKER_NOT_AVAILABLE", -17: "LINK_PROGRAM_FAILURE", -30: "INVALID_VALUE",
	-32: "INVALID_PLATFORM", -33: "INVALID_DEVICE", -34: "INVALID_CONTEXT",
	-35: "INVALID_QUEUE_PROPERTIES", -36: "INVALID_COMMAND_QUEUE", -38: "INVALID_MEM_OBJECT",
	-42: "INVALID_BINARY", -43: "INVALID_BUILD_OPTIONS", -44: "INVALID_PROGRAM",
	-45: "INVALID_PROGRAM_EXECUTABLE", -46: "INVALID_KERNEL_NAME",
	-47: "INVALID_KERNEL_DEFINITION", -48: "INVALID_KERNEL", -49: "INVALID_ARG_INDEX",
	-50: "INVALID_ARG_VALUE", -51: "INVALID_ARG_SIZE", -52: "INVALID_KERNEL_ARGS",
	-53: "INVALID_WORK_DIMENSION", -54: "INVALID_WORK_GROUP_SIZE", -55: "INVALID_WORK_ITEM_SIZE",
	-57: "INVALID_EVENT_WAIT_LIST", -58: "INVALID_EVENT", -59: "INVALID_OPERATION",
	-61: "INVALID_BUFFER_SIZE", -63: "INVALID_GLOBAL_WORK_SIZE", -1001: "PLATFORM_NOT_FOUND_KHR",
}

func (e *Error) Error() string {
	name := errorNames[e.Code]
	if name == "" {
		return fmt.Sprintf("%s: OpenCL error %d", e.Call, e.Code)
	}
	return fmt.Sprintf("%s: CL_%s (%d)", e.Call, name, e.Code)
}

// Library is the OpenCL loader of this machine.
type Library struct{ lib *dynlib.Library }

var load = sync.OnceValues(func() (*Library, error) {
	lib, err := dynlib.Open("GOHIP_OPENCL", "libOpenCL.so.1", "libOpenCL.so")
	if err != nil {
		return nil, fmt.Errorf("no OpenCL loader: %w (install ocl-icd-libopencl1 and a driver such as pocl-opencl-icd)", err)
	}
	return &Library{lib}, nil
})

// Load opens the OpenCL loader, libOpenCL.so.1 or what GOHIP_OPENCL names, once per
// process.
func Load() (*Library, error) { return load() }

// Path returns the name under which the loader was opened.
func (l *Library) Path() string { return l.lib.Path }

// Symbol returns the address of a function of the loader, or 0.
func (l *Library) Symbol(name string) uintptr { return l.lib.Symbol(name) }

var (
	never bool
	sink  chan unsafe.Pointer
)

// addr returns the address of a Go object for a C call. The object escapes to the heap, where it
// does not move; the caller keeps it alive until the call is over.
func addr(p unsafe.Pointer) uintptr {
	if never {
		sink <- p
	}
	return uintptr(p)
}

// call calls a function that returns a result code.
func (l *Library) call(name string, args ...uintptr) error {
	p := l.Symbol(name)
	if p == 0 {
		return fmt.Errorf("%s has no %s", l.lib.Path, name)
	}
	r, _, _ := purego.SyscallN(p, args...)
	if code := int32(r); code != 0 {
		return &Error{name, code}
	}
	return nil
}

// create calls a function that returns a handle and stores a result code through
// its last argument.
func (l *Library) create(name string, args ...uintptr) (uintptr, error) {
	p := l.Symbol(name)
	if p == 0 {
		return 0, fmt.Errorf("%s has no %s", l.lib.Path, name)
	}
	return createAt(name, p, args...)
}

func createAt(name string, p uintptr, args ...uintptr) (uintptr, error) {
	code := new(int32)
	r, _, _ := purego.SyscallN(p, append(args, addr(unsafe.Pointer(code)))...)
	if *code != 0 {
		return 0, &Error{name, *code}
	}
	if r == 0 {
		return 0, &Error{name, -6}
	}
	return r, nil
}

// info reads a variable-length result of a clGet…Info function.
func (l *Library) info(name string, handle uintptr, param uint32, extra ...uintptr) ([]byte, error) {
	args := append([]uintptr{handle}, extra...)
	size := new(uintptr)
	if err := l.call(name, append(args, uintptr(param), 0, 0, addr(unsafe.Pointer(size)))...); err != nil {
		return nil, err
	}
	if *size == 0 {
		return nil, nil
	}
	if *size > 1<<30 {
		return nil, fmt.Errorf("%s: an answer of %d bytes", name, *size)
	}
	buf := make([]byte, *size)
	err := l.call(name, append(args, uintptr(param), *size, addr(unsafe.Pointer(&buf[0])), 0)...)
	runtime.KeepAlive(buf)
	return buf, err
}

func text(b []byte, err error) string {
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(string(b), "\x00"))
}

// number reads an integer result of any width; 0 if there is none.
func number(b []byte, err error) uint64 {
	if err != nil {
		return 0
	}
	var v uint64
	for i := 0; i < len(b) && i < 8; i++ {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

// Platform is one OpenCL platform (driver).
type Platform struct {
	ID         uintptr
	Name       string
	Vendor     string
	Version    string
	Extensions []string
	lib        *Library
	mu         sync.Mutex
	exts       map[string]uintptr
}

// Platforms lists the platforms. A machine without any gives none and no error.
func (l *Library) Platforms() ([]*Platform, error) {
	n := new(uint32)
	if err := l.callCompiler("clGetPlatformIDs", 0, 0, addr(unsafe.Pointer(n))); err != nil {
		var e *Error
		if errors.As(err, &e) && e.Code == -1001 {
			return nil, nil
		}
		return nil, err
	}
	if *n == 0 {
		return nil, nil
	}
	ids := make([]uintptr, *n)
	if err := l.call("clGetPlatformIDs", uintptr(*n), addr(unsafe.Pointer(&ids[0])), 0); err != nil {
		return nil, err
	}
	var ps []*Platform
	for _, id := range ids {
		p := &Platform{ID: id, lib: l, exts: make(map[string]uintptr)}
		p.Name = text(l.info("clGetPlatformInfo", id, 0x0902))
		p.Vendor = text(l.info("clGetPlatformInfo", id, 0x0903))
		p.Version = text(l.info("clGetPlatformInfo", id, 0x0901))
		p.Extensions = strings.Fields(text(l.info("clGetPlatformInfo", id, 0x0904)))
		ps = append(ps, p)
	}
	return ps, nil
}

// Extension returns the address of an extension function of the platform, or 0.
func (p *Platform) Extension(name string) uintptr {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a, ok := p.exts[name]; ok {
		return a
	}
	c := append([]byte(name), 0)
	var a uintptr
	if get := p.lib.Symbol("clGetExtensionFunctionAddressForPlatform"); get != 0 {
		a, _, _ = purego.SyscallN(get, p.ID, addr(unsafe.Pointer(&c[0])))
	}
	runtime.KeepAlive(c)
	p.exts[name] = a
	return a
}

// Library returns the loader that found the platform.
func (p *Platform) Library() *Library { return p.lib }

// SVM capabilities of a device (OpenCL 3.0 API, CL_DEVICE_SVM_CAPABILITIES).
const (
	SVMCoarseBuffer = 1 << iota
	SVMFineBuffer
	SVMFineSystem
	SVMAtomics
)

// Device types.
const (
	DeviceCPU         = 1 << 1
	DeviceGPU         = 1 << 2
	DeviceAccelerator = 1 << 3
)

// Device is one OpenCL device, described when it is listed.
type Device struct {
	ID       uintptr
	Platform *Platform

	Name, Vendor, Version, DriverVersion string
	VendorID                             uint32
	Type                                 uint64 // DeviceCPU, …
	Extensions                           []string
	ILs                                  []string // "SPIR-V_1.2", …

	ComputeUnits       uint32
	ClockMHz           uint32
	MaxWorkGroup       uint64    // work-items
	MaxWorkItems       [3]uint64 // per dimension of a work-group
	GlobalMem          uint64    // bytes
	MaxAlloc           uint64    // bytes
	LocalMem           uint64    // bytes
	ConstantMem        uint64    // bytes
	CacheSize          uint64    // bytes, global memory cache
	CacheLine          uint32    // bytes
	MaxParameter       uint64    // bytes of kernel arguments
	MaxSubGroups       uint32
	SubGroupSizes      []uint64
	SVM                uint64 // SVM… bits
	USM                bool   // cl_intel_unified_shared_memory with device allocations
	HostUnified        bool
	Images             bool
	Image2D            [2]uint64
	Image3D            [3]uint64
	FP64, FP16         bool
	Int64Atomics       bool
	GenericAddresses   bool
	ProgramScope       bool // program-scope global variables work
	ECC                bool
	UUID               [16]byte
	HasUUID            bool
	PCI                [4]uint32 // domain, bus, device, function
	HasPCI             bool
	PreferredWorkGroup uint64
	IPVersion          uint32 // of Intel's GPUs (cl_intel_device_attribute_query); 0: unknown
	AddressBits        uint32
	MemBaseAlignBits   uint32
	ExecNative         bool
}

// HasExtension reports whether the device lists an extension.
func (d *Device) HasExtension(name string) bool {
	for _, e := range d.Extensions {
		if e == name {
			return true
		}
	}
	return false
}

// Devices lists the platform's devices.
func (p *Platform) Devices() ([]*Device, error) {
	const all = 0xFFFFFFFF
	n := new(uint32)
	if err := p.lib.callCompiler("clGetDeviceIDs", p.ID, all, 0, 0, addr(unsafe.Pointer(n))); err != nil {
		var e *Error
		if errors.As(err, &e) && e.Code == -1 {
			return nil, nil
		}
		return nil, err
	}
	if *n == 0 {
		return nil, nil
	}
	ids := make([]uintptr, *n)
	if err := p.lib.call("clGetDeviceIDs", p.ID, all, uintptr(*n), addr(unsafe.Pointer(&ids[0])), 0); err != nil {
		return nil, err
	}
	var ds []*Device
	for _, id := range ids {
		ds = append(ds, describe(p, id))
	}
	return ds, nil
}

func describe(p *Platform, id uintptr) *Device {
	l := p.lib
	raw := func(param uint32) ([]byte, error) { return l.info("clGetDeviceInfo", id, param) }
	str := func(param uint32) string { return text(raw(param)) }
	num := func(param uint32) uint64 { return number(raw(param)) }
	words := func(param uint32) []uint64 {
		b, err := raw(param)
		if err != nil {
			return nil
		}
		var out []uint64
		for ; len(b) >= 8; b = b[8:] {
			out = append(out, number(b[:8], nil))
		}
		return out
	}
	d := &Device{ID: id, Platform: p}
	d.Name, d.Vendor, d.Version, d.DriverVersion = str(0x102B), str(0x102C), str(0x102F), str(0x102D)
	d.VendorID = uint32(num(0x1001))
	d.Type = num(0x1000)
	d.Extensions = strings.Fields(str(0x1030))
	d.ILs = strings.Fields(str(0x105B))
	d.ComputeUnits = uint32(num(0x1002))
	d.ClockMHz = uint32(num(0x100C))
	d.MaxWorkGroup = num(0x1004)
	for i, w := range words(0x1005) {
		if i < 3 {
			d.MaxWorkItems[i] = w
		}
	}
	d.GlobalMem, d.MaxAlloc, d.LocalMem, d.ConstantMem = num(0x101F), num(0x1010), num(0x1023), num(0x1020)
	d.CacheSize, d.CacheLine = num(0x101E), uint32(num(0x101D))
	d.MaxParameter = num(0x1017)
	d.MaxSubGroups = uint32(num(0x105C))
	d.SubGroupSizes = words(0x4108)
	d.SVM = num(0x1053)
	d.HostUnified = num(0x1035) != 0
	d.Images = num(0x1016) != 0
	d.Image2D = [2]uint64{num(0x1011), num(0x1012)}
	d.Image3D = [3]uint64{num(0x1013), num(0x1014), num(0x1015)}
	d.FP64 = num(0x1032) != 0
	d.FP16 = d.HasExtension("cl_khr_fp16")
	d.Int64Atomics = d.HasExtension("cl_khr_int64_base_atomics")
	d.ECC = num(0x1024) != 0
	d.AddressBits = uint32(num(0x100D))
	d.MemBaseAlignBits = uint32(num(0x1019))
	d.ExecNative = num(0x1029)&2 != 0
	d.PreferredWorkGroup = num(0x1067)
	features := str(0x106F) // CL_DEVICE_OPENCL_C_FEATURES: names inside cl_name_version records
	d.GenericAddresses = num(0x1069) != 0 || strings.Contains(features, "__opencl_c_generic_address_space")
	d.ProgramScope = num(0x104D) != 0 || strings.Contains(features, "__opencl_c_program_scope_global_variables")
	d.USM = d.HasExtension("cl_intel_unified_shared_memory") && num(0x4191)&1 != 0 &&
		p.Extension("clDeviceMemAllocINTEL") != 0
	if d.HasExtension("cl_intel_device_attribute_query") {
		d.IPVersion = uint32(num(0x4250)) // CL_DEVICE_IP_VERSION_INTEL
	}
	if d.HasExtension("cl_khr_device_uuid") {
		if b, err := raw(0x106A); err == nil && len(b) == 16 {
			copy(d.UUID[:], b)
			d.HasUUID = true
		}
	}
	if d.HasExtension("cl_khr_pci_bus_info") {
		if b, err := raw(0x410F); err == nil && len(b) == 16 {
			for i := range d.PCI {
				d.PCI[i] = uint32(number(b[4*i:4*i+4], nil))
			}
			d.HasPCI = true
		}
	}
	return d
}

// Context is an OpenCL context of one device.
type Context struct {
	Handle       uintptr
	Device       *Device
	SharesOpenGL bool // see OpenGL
	lib          *Library
}

// OpenGL is an OpenGL context whose objects a [Context] can share; the zero value is none.
type OpenGL struct {
	Context  uintptr
	Property uintptr // CL_EGL_DISPLAY_KHR or CL_GLX_DISPLAY_KHR
	Display  uintptr // the value of the property
}

// NewContext makes a context for the device. It shares objects with an OpenGL context if there is
// one and the device can.
func (d *Device) NewContext(gl OpenGL) (*Context, error) {
	if gl != (OpenGL{}) && d.HasExtension("cl_khr_gl_sharing") {
		// A device that does not render for this OpenGL context rejects it.
		if c, err := d.newContext([]uintptr{0x2008, gl.Context, gl.Property, gl.Display}); err == nil { // CL_GL_CONTEXT_KHR
			c.SharesOpenGL = true
			return c, nil
		}
	}
	return d.newContext(nil)
}

func (d *Device) newContext(more []uintptr) (*Context, error) {
	props := slices.Concat([]uintptr{0x1084, d.Platform.ID}, more, []uintptr{0}) // CL_CONTEXT_PLATFORM
	dev := []uintptr{d.ID}
	h, err := d.Platform.lib.create("clCreateContext", addr(unsafe.Pointer(&props[0])), 1, addr(unsafe.Pointer(&dev[0])), 0, 0)
	runtime.KeepAlive(props)
	runtime.KeepAlive(dev)
	if err != nil {
		return nil, err
	}
	return &Context{Handle: h, Device: d, lib: d.Platform.lib}, nil
}

// Release releases the context.
func (c *Context) Release() { c.lib.call("clReleaseContext", c.Handle) }

// Program is a program of one context.
type Program struct {
	Handle uintptr
	ctx    *Context
}

// ProgramWithIL makes a program from a SPIR-V module.
func (c *Context) ProgramWithIL(il []byte) (*Program, error) {
	if len(il) == 0 {
		return nil, &Error{"clCreateProgramWithIL", -30}
	}
	h, err := c.lib.create("clCreateProgramWithIL", c.Handle, addr(unsafe.Pointer(&il[0])), uintptr(len(il)))
	runtime.KeepAlive(il)
	if err != nil {
		return nil, err
	}
	return &Program{h, c}, nil
}

// ProgramWithSource makes a program from OpenCL C.
func (c *Context) ProgramWithSource(src string) (*Program, error) {
	b := append([]byte(src), 0)
	ptr := new(uintptr)
	*ptr = addr(unsafe.Pointer(&b[0]))
	h, err := c.lib.create("clCreateProgramWithSource", c.Handle, 1, addr(unsafe.Pointer(ptr)), 0)
	runtime.KeepAlive(b)
	runtime.KeepAlive(ptr)
	if err != nil {
		return nil, err
	}
	return &Program{h, c}, nil
}

// ProgramWithBinary makes a program from what [Program.Binary] returned, or from another binary that
// the driver accepts.
func (c *Context) ProgramWithBinary(bin []byte) (*Program, error) {
	if len(bin) == 0 {
		return nil, &Error{"clCreateProgramWithBinary", -30}
	}
	dev := []uintptr{c.Device.ID}
	size := []uintptr{uintptr(len(bin))}
	ptr := []uintptr{addr(unsafe.Pointer(&bin[0]))}
	status := new(int32)
	h, err := c.lib.create("clCreateProgramWithBinary", c.Handle, 1, addr(unsafe.Pointer(&dev[0])),
		addr(unsafe.Pointer(&size[0])), addr(unsafe.Pointer(&ptr[0])), addr(unsafe.Pointer(status)))
	runtime.KeepAlive(bin)
	runtime.KeepAlive(dev)
	runtime.KeepAlive(size)
	runtime.KeepAlive(ptr)
	runtime.KeepAlive(status)
	if err != nil {
		return nil, err
	}
	return &Program{h, c}, nil
}

// Build compiles the program for its device. The error of a failed build carries
// the driver's log.
func (p *Program) Build(options string) error {
	opt := append([]byte(options), 0)
	dev := []uintptr{p.ctx.Device.ID}
	err := p.ctx.lib.callCompiler("clBuildProgram", p.Handle, 1, addr(unsafe.Pointer(&dev[0])), addr(unsafe.Pointer(&opt[0])), 0, 0)
	runtime.KeepAlive(opt)
	runtime.KeepAlive(dev)
	if err != nil {
		if log := p.Log(); log != "" {
			return fmt.Errorf("%w: %s", err, log)
		}
	}
	return err
}

// Log returns the driver's build log.
func (p *Program) Log() string {
	return text(p.ctx.lib.info("clGetProgramBuildInfo", p.Handle, 0x1183, p.ctx.Device.ID))
}

// Binary returns the built program in the driver's own format.
func (p *Program) Binary() ([]byte, error) {
	n := number(p.ctx.lib.info("clGetProgramInfo", p.Handle, 0x1165))
	if n == 0 || n > 1<<30 {
		return nil, &Error{"clGetProgramInfo", -30}
	}
	buf := make([]byte, n)
	ptr := []uintptr{addr(unsafe.Pointer(&buf[0]))}
	err := p.ctx.lib.call("clGetProgramInfo", p.Handle, 0x1166, 8, addr(unsafe.Pointer(&ptr[0])), 0)
	runtime.KeepAlive(buf)
	runtime.KeepAlive(ptr)
	return buf, err
}

// Release releases the program.
func (p *Program) Release() { p.ctx.lib.call("clReleaseProgram", p.Handle) }

// Retain adds a reference, which [Program.Release] drops.
func (p *Program) Retain() error { return p.ctx.lib.call("clRetainProgram", p.Handle) }

// Kernel is one kernel of a built program.
type Kernel struct {
	Handle uintptr
	ctx    *Context
}

// Kernel returns the kernel of a name.
func (p *Program) Kernel(name string) (*Kernel, error) {
	b := append([]byte(name), 0)
	h, err := p.ctx.lib.create("clCreateKernel", p.Handle, addr(unsafe.Pointer(&b[0])))
	runtime.KeepAlive(b)
	if err != nil {
		return nil, err
	}
	return &Kernel{h, p.ctx}, nil
}

// Release releases the kernel.
func (k *Kernel) Release() { k.ctx.lib.call("clReleaseKernel", k.Handle) }

// Work-group information about a kernel (clGetKernelWorkGroupInfo).
const (
	KernelWorkGroupSize     = 0x11B0
	KernelLocalMemSize      = 0x11B2
	KernelPreferredMultiple = 0x11B3
	KernelPrivateMemSize    = 0x11B4
)

// WorkGroup returns one of these values.
func (k *Kernel) WorkGroup(param uint32) uint64 {
	return number(k.ctx.lib.info("clGetKernelWorkGroupInfo", k.Handle, param, k.ctx.Device.ID))
}

// SetArg sets parameter i to size bytes at value; a nil value with a size is
// work-group memory of that size.
func (k *Kernel) SetArg(i int, size uintptr, value unsafe.Pointer) error {
	return k.ctx.lib.call("clSetKernelArg", k.Handle, uintptr(i), size, uintptr(value))
}

// SetArgPointer sets parameter i to a device address.
func (k *Kernel) SetArgPointer(i int, address uintptr) error {
	if k.ctx.Device.SVM&SVMFineSystem == 0 && k.ctx.Device.USM {
		if r, _, _ := purego.SyscallN(k.ctx.Device.Platform.Extension("clSetKernelArgMemPointerINTEL"), k.Handle, uintptr(i), address); int32(r) != 0 {
			return &Error{"clSetKernelArgMemPointerINTEL", int32(r)}
		}
		return nil
	}
	return k.ctx.lib.call("clSetKernelArgSVMPointer", k.Handle, uintptr(i), address)
}

// SetIndirectAccess tells the driver that the kernel accesses unified shared memory of any kind
// through pointers in memory.
func (k *Kernel) SetIndirectAccess() error {
	for _, name := range []uintptr{0x4200, 0x4201, 0x4202} {
		yes := new(uint32)
		*yes = 1
		err := k.ctx.lib.call("clSetKernelExecInfo", k.Handle, name, 4, addr(unsafe.Pointer(yes)))
		runtime.KeepAlive(yes)
		if err != nil {
			return err
		}
	}
	return nil
}

// SetSVMPointers lists the SVM allocations that the kernel may access.
func (k *Kernel) SetSVMPointers(list []uintptr) error {
	if len(list) == 0 {
		return nil
	}
	err := k.ctx.lib.call("clSetKernelExecInfo", k.Handle, 0x11B6, uintptr(8*len(list)), addr(unsafe.Pointer(&list[0])))
	runtime.KeepAlive(list)
	return err
}

// Queue is an in-order command queue with profiling.
type Queue struct {
	Handle uintptr
	ctx    *Context
}

// NewQueue makes a queue.
func (c *Context) NewQueue() (*Queue, error) {
	props := []uint64{0x1093, 2, 0} // CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE
	h, err := c.lib.create("clCreateCommandQueueWithProperties", c.Handle, c.Device.ID, addr(unsafe.Pointer(&props[0])))
	runtime.KeepAlive(props)
	if err != nil {
		return nil, err
	}
	return &Queue{h, c}, nil
}

// Release finishes and releases the queue.
func (q *Queue) Release() {
	q.ctx.lib.call("clFinish", q.Handle)
	q.ctx.lib.call("clReleaseCommandQueue", q.Handle)
}

// Finish waits until the queue is empty.
func (q *Queue) Finish() error { return q.ctx.lib.call("clFinish", q.Handle) }

// Flush submits what is queued to the device.
func (q *Queue) Flush() error { return q.ctx.lib.call("clFlush", q.Handle) }

// Launch enqueues a kernel over global work-items in work-groups of local.
func (q *Queue) Launch(k *Kernel, global, local [3]uint64) error {
	g, w := &global, &local
	err := q.ctx.lib.call("clEnqueueNDRangeKernel", q.Handle, k.Handle, 3, 0, addr(unsafe.Pointer(g)), addr(unsafe.Pointer(w)), 0, 0, 0)
	runtime.KeepAlive(g)
	runtime.KeepAlive(w)
	return err
}

// Copy copies size bytes between addresses; with wait it returns when that is done. Host memory
// must stay in place until then.
func (q *Queue) Copy(dst, src uintptr, size uintptr, wait bool) error {
	var block uintptr
	if wait {
		block = 1
	}
	if q.ctx.Device.SVM&SVMFineSystem == 0 && q.ctx.Device.USM {
		if r, _, _ := purego.SyscallN(q.ctx.Device.Platform.Extension("clEnqueueMemcpyINTEL"), q.Handle, block, dst, src, size, 0, 0, 0); int32(r) != 0 {
			return &Error{"clEnqueueMemcpyINTEL", int32(r)}
		}
		return nil
	}
	return q.ctx.lib.call("clEnqueueSVMMemcpy", q.Handle, block, dst, src, size, 0, 0, 0)
}

// Fill writes a pattern of 1, 2, 4 or 8 bytes over size bytes.
func (q *Queue) Fill(dst uintptr, pattern []byte, size uintptr) error {
	if len(pattern) == 0 {
		return &Error{"clEnqueueSVMMemFill", -30}
	}
	name, p := "clEnqueueSVMMemFill", q.ctx.lib.Symbol("clEnqueueSVMMemFill")
	if q.ctx.Device.SVM&SVMFineSystem == 0 && q.ctx.Device.USM {
		name, p = "clEnqueueMemFillINTEL", q.ctx.Device.Platform.Extension("clEnqueueMemFillINTEL")
	}
	r, _, _ := purego.SyscallN(p, q.Handle, dst, addr(unsafe.Pointer(&pattern[0])), uintptr(len(pattern)), size, 0, 0, 0)
	runtime.KeepAlive(pattern)
	if int32(r) != 0 {
		return &Error{name, int32(r)}
	}
	return nil
}

// Event is a point in a queue.
type Event struct {
	Handle uintptr
	ctx    *Context
}

// Marker enqueues an event that completes when all earlier work has.
func (q *Queue) Marker() (*Event, error) {
	h := new(uintptr)
	if err := q.ctx.lib.call("clEnqueueMarkerWithWaitList", q.Handle, 0, 0, addr(unsafe.Pointer(h))); err != nil {
		return nil, err
	}
	return &Event{*h, q.ctx}, nil
}

// WaitFor makes later work wait for the event.
func (q *Queue) WaitFor(e *Event) error {
	list := []uintptr{e.Handle}
	err := q.ctx.lib.call("clEnqueueBarrierWithWaitList", q.Handle, 1, addr(unsafe.Pointer(&list[0])), 0)
	runtime.KeepAlive(list)
	return err
}

// Wait waits for the event.
func (e *Event) Wait() error {
	list := []uintptr{e.Handle}
	err := e.ctx.lib.call("clWaitForEvents", 1, addr(unsafe.Pointer(&list[0])))
	runtime.KeepAlive(list)
	return err
}

// Done reports whether the event is complete.
func (e *Event) Done() bool {
	return int32(number(e.ctx.lib.info("clGetEventInfo", e.Handle, 0x11D3))) <= 0
}

// EndTime returns the device's clock when the event completed, in nanoseconds.
func (e *Event) EndTime() uint64 {
	return number(e.ctx.lib.info("clGetEventProfilingInfo", e.Handle, 0x1283))
}

// Release releases the event.
func (e *Event) Release() { e.ctx.lib.call("clReleaseEvent", e.Handle) }

// Kinds of unified shared memory.
const (
	MemHost = iota
	MemDevice
	MemShared
)

// AllocUSM allocates unified shared memory (cl_intel_unified_shared_memory).
func (c *Context) AllocUSM(kind int, size, align uintptr) (uintptr, error) {
	switch kind {
	case MemHost:
		return createAt("clHostMemAllocINTEL", c.Device.Platform.Extension("clHostMemAllocINTEL"), c.Handle, 0, size, align)
	case MemDevice:
		return createAt("clDeviceMemAllocINTEL", c.Device.Platform.Extension("clDeviceMemAllocINTEL"), c.Handle, c.Device.ID, 0, size, align)
	}
	return createAt("clSharedMemAllocINTEL", c.Device.Platform.Extension("clSharedMemAllocINTEL"), c.Handle, c.Device.ID, 0, size, align)
}

// FreeUSM frees unified shared memory once nothing uses it.
func (c *Context) FreeUSM(p uintptr) error {
	if r, _, _ := purego.SyscallN(c.Device.Platform.Extension("clMemBlockingFreeINTEL"), c.Handle, p); int32(r) != 0 {
		return &Error{"clMemBlockingFreeINTEL", int32(r)}
	}
	return nil
}

// AllocSVM allocates an SVM buffer, fine-grained if the device supports that.
func (c *Context) AllocSVM(size, align uintptr) (uintptr, error) {
	flags := uintptr(1) // CL_MEM_READ_WRITE
	if c.Device.SVM&SVMFineBuffer != 0 {
		flags |= 1 << 10 // CL_MEM_SVM_FINE_GRAIN_BUFFER
	}
	p, _, _ := purego.SyscallN(c.lib.Symbol("clSVMAlloc"), c.Handle, flags, size, align)
	if p == 0 {
		return 0, &Error{"clSVMAlloc", -4}
	}
	return p, nil
}

// FreeSVM frees an SVM buffer.
func (c *Context) FreeSVM(p uintptr) { purego.SyscallN(c.lib.Symbol("clSVMFree"), c.Handle, p) }
