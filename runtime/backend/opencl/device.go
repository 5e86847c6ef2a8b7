// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package opencl is the backend over OpenCL: devices that take SPIR-V, whatever their
// vendor, the CPU among them.
package opencl

import (
	"fmt"
	"math"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/devicespirv"
	"gohipcc/runtime/programcache"
	"gohipcc/target"
)

// The types of this backend, each in the file of its name.
var (
	_ backend.Device = (*Device)(nil)
	_ backend.Module = (*module)(nil)
	_ backend.Kernel = (*kernel)(nil)
	_ backend.Queue  = (*queue)(nil)
	_ backend.Event  = (*event)(nil)
)

// Device is a device of the OpenCL backend.
type Device struct {
	info  backend.Info
	dev   *cl.Device
	gl    cl.OpenGL
	once  sync.Once
	ctx   *cl.Context
	err   error
	cache *programcache.Cache
	// compiler runs the driver's compiler in a process of its own, where that can be started.
	compiler *compilerHelper

	mu     sync.Mutex
	mapped map[uintptr][]byte // system memory by address
	svm    []uintptr          // SVM buffers, for kernels' lists
	abort  uintptr
}

// Config is what the backend depends on besides the machine.
type Config struct {
	// Compiler returns the executable that compiles for this process (runtime/libgohip/clcompile),
	// empty if it is not installed. It is called when there is first something to compile.
	Compiler func() string
	// Library returns the path of libgohip.so, empty if that is not installed.
	Library func() string
	// OpenGL is the context with which devices share objects if they can; the zero value is none.
	OpenGL cl.OpenGL
	// Drivers has the backends, by their names in messages, that drive the devices of platforms
	// whose names contain a word.
	Drivers map[string]string
}

// Devices lists the devices that accept SPIR-V, and says why others are left out.
func Devices(c Config) (devices []backend.Device, reasons []string, err error) {
	keepLoads()
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
			if why := c.unfit(d); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s (%s): %s", d.Name, p.Name, why))
				continue
			}
			if needs(d, poclAlloca) {
				lendSymbols(c.Library())
			}
			dev := &Device{info: describeCL(d), dev: d, cache: cache, mapped: make(map[uintptr][]byte), gl: c.OpenGL,
				compiler: &compilerHelper{path: c.Compiler, library: lib.Path(), platform: p.Name, name: d.Name}}
			devices = append(devices, dev)
		}
	}
	return devices, reasons, nil
}

// noDeviceAdvice returns advice about a platform without devices, by its name.
var noDeviceAdvice = map[string]string{
	"rusticl": "RUSTICL_ENABLE names the drivers that it may use, llvmpipe among them for the CPU",
}

// unfit returns why HIP programs cannot run on the device, or "".
func (c Config) unfit(d *cl.Device) string {
	takes := slices.ContainsFunc(d.ILs, func(s string) bool { return strings.HasPrefix(s, "SPIR-V") })
	if !takes {
		for platform, driver := range c.Drivers {
			if strings.Contains(d.Platform.Name, platform) {
				return "takes no SPIR-V; the " + driver + " backend drives it"
			}
		}
		return "takes no SPIR-V"
	}
	switch {
	case d.AddressBits != 64:
		return fmt.Sprintf("has %d-bit addresses", d.AddressBits)
	case !d.USM && d.SVM == 0:
		return "has neither unified shared memory nor SVM, so no pointers"
	}
	return ""
}

// spirvFeatures returns which of the features that HIP takes for granted a device has.
func spirvFeatures(d *cl.Device) *devicespirv.Device {
	return &devicespirv.Device{
		Name: d.Name, Platform: d.Platform.Name,
		Warps: slices.Contains(d.SubGroupSizes, abi.WarpSize) && d.HasExtension("cl_khr_subgroup_shuffle") && d.HasExtension("cl_khr_subgroup_ballot"),
		FP16:  d.FP16 || needs(d, poclHalves),
		FP64:  d.FP64, Int64Atomics: d.Int64Atomics, GenericAddresses: d.GenericAddresses,
	}
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
		Arch:   target.SPIRV64, CPU: cpu,
		Integrated: d.HostUnified, HostAccess: cpu && d.SVM&cl.SVMFineSystem != 0,
		ComputeUnits: int(d.ComputeUnits), WarpSize: abi.WarpSize, ClockKHz: int(d.ClockMHz) * 1000,
		GlobalMem: d.GlobalMem, MaxAlloc: d.MaxAlloc, SharedMem: min(d.LocalMem, 1<<31-1), ConstantMem: d.ConstantMem,
		L2Cache: d.CacheSize, MaxThreads: threads,
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32, // as on AMD's devices
		FP64: d.FP64, FP16: d.FP16, Int64Atomics: d.Int64Atomics,
		UUID: d.UUID, ILs: d.ILs,
	}
	in.Major, in.Minor = backend.Capability()
	if v, ok := target.DecodeIPVersion(d.IPVersion); ok && d.Type&cl.DeviceGPU != 0 {
		in.Target = target.ID{Processor: target.IntelName(v)}
	}
	for _, l := range devicespirv.Lacks(spirvFeatures(d)) {
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
	in.MaxBlocks, in.Resident = maxBlocks(d), residentBlocks(d)
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
	d.once.Do(func() { d.ctx, d.err = d.dev.NewContext(d.gl) })
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

// ReadsCycles reports whether kernels of the device can read this processor's cycle counter, which
// is possible on x86-64 only.
func (d *Device) ReadsCycles() bool { return d.hostThreads() && goruntime.GOARCH == "amd64" }
