// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package opencl is the backend over OpenCL: devices that take SPIR-V, whatever their
// vendor, the CPU among them.
package opencl

import (
	"fmt"
	"io"
	"math"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/programcache"
	"gohipcc/runtime/spirv"
	"gohipcc/target"
)

// Device is a device of the OpenCL backend.
type Device struct {
	info  backend.Info
	dev   *cl.Device
	once  sync.Once
	ctx   *cl.Context
	err   error
	cache *programcache.Cache
	set   Settings
	// compiler is nil where the driver compiles in this process.
	compiler *compiler

	mu     sync.Mutex
	mapped map[uintptr][]byte // system memory by address
	svm    []uintptr          // SVM buffers, for kernels' lists
	abort  uintptr
}

// Settings are variables of the program's that may change at any time.
type Settings struct {
	Output *io.Writer // where printf goes
	// PrintfBufferSize and HeapSize are bytes; a module has those of when it was loaded.
	PrintfBufferSize *uint32
	HeapSize         *uint64
	// Compiler names the executable that compiles for this process
	// (runtime/libgohip/clcompile); empty if it is not installed. It is called when there is
	// first something to compile.
	Compiler func() string
}

// Devices lists the devices that take SPIR-V. Others are left out; the reason
// is kept for an error message when none is left.
func Devices(set Settings) (devices []backend.Device, reasons []string, err error) {
	lib, err := cl.Load()
	if err != nil {
		return nil, nil, err
	}
	platforms, err := lib.Platforms()
	if err != nil {
		return nil, nil, err
	}
	if len(platforms) == 0 {
		vendors := secure.Getenv("OCL_ICD_VENDORS")
		if vendors == "" {
			vendors = "/etc/OpenCL/vendors"
		}
		return nil, []string{fmt.Sprintf("%s finds no OpenCL platform in %s; install a driver such as pocl-opencl-icd, or that of the GPU", lib.Path(), vendors)}, nil
	}
	cache := programcache.Open()
	for _, p := range platforms {
		ds, err := p.Devices()
		if err != nil {
			reasons = append(reasons, fmt.Sprintf("platform %s: %v", p.Name, err))
			continue
		}
		if len(ds) == 0 {
			why := "it has no device"
			if a := noDeviceAdvice[p.Name]; a != "" {
				why += "; " + a
			}
			reasons = append(reasons, fmt.Sprintf("platform %s: %s", p.Name, why))
		}
		for _, d := range ds {
			if why := unfit(d); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s (%s): %s", d.Name, p.Name, why))
				continue
			}
			dev := &Device{info: describeCL(d), dev: d, cache: cache, set: set, mapped: make(map[uintptr][]byte)}
			if dev.hostThreads() && set.Compiler != nil {
				dev.compiler = &compiler{path: set.Compiler, library: lib.Path(), platform: p.Name, name: d.Name}
			}
			devices = append(devices, dev)
		}
	}
	return devices, reasons, nil
}

// noDeviceAdvice says what to do about a platform without devices, by its name.
var noDeviceAdvice = map[string]string{
	"rusticl": "RUSTICL_ENABLE names the drivers that it may use, llvmpipe among them for the CPU",
}

// unfit says why HIP programs cannot run on the device, or "".
func unfit(d *cl.Device) string {
	takes := slices.ContainsFunc(d.ILs, func(s string) bool { return strings.HasPrefix(s, "SPIR-V") })
	switch {
	case !takes && strings.Contains(d.Platform.Name, "NVIDIA"):
		return "takes no SPIR-V; the CUDA backend drives it"
	case !takes:
		return "takes no SPIR-V"
	case d.AddressBits != 64:
		return fmt.Sprintf("has %d-bit addresses", d.AddressBits)
	case !d.USM && d.SVM == 0:
		return "has neither unified shared memory nor SVM, so no pointers"
	}
	return ""
}

// poclPlatform is the name of PoCL's platform.
const poclPlatform = "Portable Computing Language"

// spirvFeatures says what a device has of what HIP takes for granted.
func spirvFeatures(d *cl.Device) *spirv.Device {
	return &spirv.Device{
		Name: d.Name, Platform: d.Platform.Name,
		Warps: slices.Contains(d.SubGroupSizes, spirv.WarpSize) && d.HasExtension("cl_khr_subgroup_shuffle") && d.HasExtension("cl_khr_subgroup_ballot"),
		// PoCL computes with halves, and its version 6 does not say so.
		FP16: d.FP16 || d.Platform.Name == poclPlatform,
		FP64: d.FP64, Int64Atomics: d.Int64Atomics, GenericAddresses: d.GenericAddresses,
	}
}

// residentBlocks is how many blocks of a launch run at once for certain. OpenCL promises
// nothing beyond one, nor does anything tell what an implementation does. PoCL's driver for
// processors deals the blocks of one launch after those of the other to as many threads as it
// has compute units, and one block at a time when there are no more than threads left to take
// them: so a launch of no more blocks than threads gets a thread for each. Its drivers on
// oneTBB and on OpenMP leave that to those libraries.
func residentBlocks(d *cl.Device) int {
	if d.Platform.Name == poclPlatform && d.Type&cl.DeviceCPU != 0 &&
		!strings.HasPrefix(d.Name, "cpu-tbb") && !strings.Contains(d.Platform.Version, "OpenMP") {
		return int(d.ComputeUnits)
	}
	return 1
}

func describeCL(d *cl.Device) backend.Info {
	cpu := d.Type&cl.DeviceCPU != 0
	threads := int(min(d.MaxWorkGroup, 1024))
	if !cpu || d.MaxWorkGroup < 1024 {
		threads = int(d.MaxWorkGroup)
	}
	in := backend.Info{
		Backend: "opencl", Name: d.Name, Vendor: d.Vendor, Platform: d.Platform.Name,
		Driver: d.Platform.Version + " / " + d.DriverVersion,
		Arch:   target.SPIRV64, Major: 9, Minor: 0, CPU: cpu,
		Integrated: d.HostUnified, HostAccess: cpu && d.SVM&cl.SVMFineSystem != 0,
		ComputeUnits: int(d.ComputeUnits), WarpSize: spirv.WarpSize, ClockKHz: int(d.ClockMHz) * 1000,
		GlobalMem: d.GlobalMem, MaxAlloc: d.MaxAlloc, SharedMem: min(d.LocalMem, 1<<31-1), ConstantMem: d.ConstantMem,
		L2Cache: d.CacheSize, MaxThreads: threads,
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32, // as AMD's devices have it
		FP64: d.FP64, FP16: d.FP16, Int64Atomics: d.Int64Atomics,
		UUID: d.UUID, ILs: d.ILs,
	}
	for _, l := range spirv.Lacks(spirvFeatures(d)) {
		in.Lacks = append(in.Lacks, backend.Lack(l))
	}
	switch {
	case d.SVM&cl.SVMFineSystem != 0:
		in.Memory = "the host's own (fine-grained system SVM)"
	case d.USM:
		in.Memory = "unified shared memory (cl_intel_unified_shared_memory)"
	case d.SVM&cl.SVMFineBuffer != 0:
		in.Memory = "fine-grained SVM buffers"
	default:
		in.Memory = "coarse-grained SVM buffers"
	}
	if d.Platform.Name == poclPlatform {
		in.MaxBlocks = math.MaxUint32 // PoCL counts them with 32 bits
	}
	in.Resident = residentBlocks(d)
	for i, m := range d.MaxWorkItems {
		in.MaxBlock[i] = int(min(m, uint64(threads)))
	}
	for _, s := range d.SubGroupSizes {
		in.SubGroupSizes = append(in.SubGroupSizes, int(s))
	}
	if d.HasPCI {
		in.PCI = [3]int{int(d.PCI[0]), int(d.PCI[1]), int(d.PCI[2])}
	}
	if !d.HasUUID {
		copy(in.UUID[:], fmt.Sprintf("%-16.16s", d.Name))
	}
	return in
}

// Info implements [backend.Device].
func (d *Device) Info() *backend.Info { return &d.info }

func (d *Device) context() (*cl.Context, error) {
	d.once.Do(func() { d.ctx, d.err = d.dev.NewContext() })
	return d.ctx, d.err
}

// Native implements [backend.Device].
func (d *Device) Native() any {
	ctx, err := d.context()
	if err != nil {
		return nil
	}
	return ctx
}

// systemMemory reports whether any host address is a device address.
func (d *Device) systemMemory() bool { return d.dev.SVM&cl.SVMFineSystem != 0 }

// Alloc implements [backend.Device].
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	ctx, err := d.context()
	if err != nil {
		return 0, err
	}
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("%d bytes on a device of %d: %w", size, d.info.GlobalMem, backend.ErrOutOfMemory)
	}
	switch {
	case d.systemMemory():
		b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %v: %w", size, err, backend.ErrOutOfMemory)
		}
		p := uintptr(unsafe.Pointer(&b[0]))
		d.mu.Lock()
		d.mapped[p] = b
		d.mu.Unlock()
		return p, nil
	case d.dev.USM:
		k := map[backend.MemoryKind]int{backend.DeviceMemory: cl.MemDevice, backend.HostMemory: cl.MemHost, backend.ManagedMemory: cl.MemShared}[kind]
		p, err := ctx.AllocUSM(k, uintptr(size), 0)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %w: %w", size, err, backend.ErrOutOfMemory)
		}
		return p, d.zero(p, size)
	}
	p, err := ctx.AllocSVM(uintptr(size), 0)
	if err != nil {
		return 0, fmt.Errorf("%d bytes: %w: %w", size, err, backend.ErrOutOfMemory)
	}
	d.mu.Lock()
	d.svm = append(d.svm, p)
	d.mu.Unlock()
	return p, d.zero(p, size)
}

// zero makes fresh memory read as zero everywhere, as mapped memory does.
func (d *Device) zero(p uintptr, size uint64) error {
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	if whole := size &^ 3; whole > 0 {
		if err := q.Fill(p, []byte{0, 0, 0, 0}, uintptr(whole)); err != nil {
			return err
		}
	}
	if rest := size & 3; rest > 0 {
		if err := q.Fill(p+uintptr(size&^3), []byte{0}, uintptr(rest)); err != nil {
			return err
		}
	}
	return q.Finish()
}

// Free implements [backend.Device].
func (d *Device) Free(p uintptr) error {
	switch {
	case d.systemMemory():
		d.mu.Lock()
		b, ok := d.mapped[p]
		delete(d.mapped, p)
		d.mu.Unlock()
		if !ok {
			return fmt.Errorf("address %#x is not an allocation of %s", p, d.info.Name)
		}
		return unix.Munmap(b)
	case d.dev.USM:
		return d.ctx.FreeUSM(p)
	}
	d.mu.Lock()
	d.svm = slices.DeleteFunc(d.svm, func(q uintptr) bool { return q == p })
	d.mu.Unlock()
	d.ctx.FreeSVM(p)
	return nil
}

// AbortWord is the device's word of docs/design/abi.md, "abort, assert, trap".
func (d *Device) AbortWord() (uintptr, error) {
	d.mu.Lock()
	p := d.abort
	d.mu.Unlock()
	if p != 0 {
		return p, nil
	}
	p, err := d.Alloc(backend.HostMemory, 64)
	if err == nil {
		d.mu.Lock()
		d.abort = p
		d.mu.Unlock()
	}
	return p, err
}

// pointer turns an address of memory that Go did not allocate into a pointer.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// write copies host bytes to a device address and waits.
func (d *Device) write(dst uintptr, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if d.info.HostAccess {
		copy(unsafe.Slice((*byte)(pointer(dst)), len(b)), b)
		return nil
	}
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	return q.Copy(dst, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), true)
}

// read copies from a device address and waits.
func (d *Device) read(b []byte, src uintptr) error {
	if len(b) == 0 {
		return nil
	}
	if d.info.HostAccess {
		copy(b, unsafe.Slice((*byte)(pointer(src)), len(b)))
		return nil
	}
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	return q.Copy(uintptr(unsafe.Pointer(&b[0])), src, uintptr(len(b)), true)
}

// ReadsCycles reports whether kernels of the device can read this processor's cycle
// counter, which programs may do on x86-64 only.
func (d *Device) ReadsCycles() bool { return d.hostThreads() && goruntime.GOARCH == "amd64" }

// hostThreads reports whether blocks are threads of this machine's processor, whose own
// instructions kernels may have.
func (d *Device) hostThreads() bool {
	return d.info.CPU && d.dev.Platform.Name == poclPlatform
}
