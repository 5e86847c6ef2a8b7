// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cuda is the backend for NVIDIA devices: the CUDA driver API (libcuda.so.1), opened at run
// time without cgo and without a CUDA toolkit. An image is PTX, which the driver compiles for its
// device and keeps in its own cache.
//
// The driver's OpenCL accepts the same PTX, but the driver API is closer to HIP in everything else:
// the null stream, events, pools, managed memory, symbols, an address for every allocation, and a
// launch in one call (docs/design/nvidia.md has the measurements).
package cuda

import (
	"errors"
	"sync"
	"unsafe"

	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// The types of this backend, each in the file of its name.
var (
	_ backend.Device = (*Device)(nil)
	_ backend.Module = (*Module)(nil)
	_ backend.Kernel = (*Kernel)(nil)
	_ backend.Queue  = (*Queue)(nil)
	_ backend.Event  = (*Event)(nil)

	_ backend.ConstantUser = (*Kernel)(nil)
)

// Device attributes (CUDA Driver API, CUdevice_attribute).
const (
	attrMaxThreads     = 1
	attrMaxBlockX      = 2
	attrMaxGridX       = 5
	attrSharedPerBlock = 8
	attrConstantMem    = 9
	attrWarpSize       = 10
	attrClockKHz       = 13
	attrSMs            = 16
	attrIntegrated     = 18
	attrPCIBus         = 33
	attrPCIDevice      = 34
	attrL2Cache        = 38
	attrPCIDomain      = 50
	attrMajor          = 75
	attrMinor          = 76
	attrSharedOptIn    = 97
)

// maxBlocks is the largest number of blocks of a grid. CUDA allows 2^63, with which a GPU would run
// an empty kernel for years: at three thousand million blocks a second this many take six minutes.
// HIP rejects what no device can do.
const maxBlocks = 1 << 40

// Device is one NVIDIA GPU, used through its primary context, which the program's
// own CUDA code shares.
type Device struct {
	Lib    *Library
	Handle int32 // CUdevice
	info   backend.Info

	once    sync.Once
	context uintptr
	err     error
}

// Devices lists the NVIDIA GPUs of this machine. A machine without the driver has none; a driver
// that finds no GPU is an error that says so.
func Devices() (devices []backend.Device, reasons []string, err error) {
	l, err := Load()
	if errors.Is(err, errNoDriver) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var n int32
	if err := l.call("cuDeviceGetCount", uintptr(unsafe.Pointer(&n))); err != nil {
		return nil, nil, err
	}
	for i := range n {
		d := &Device{Lib: l}
		if err := l.call("cuDeviceGet", uintptr(unsafe.Pointer(&d.Handle)), uintptr(i)); err != nil {
			return nil, nil, err
		}
		if err := d.describe(); err != nil {
			return nil, nil, err
		}
		devices = append(devices, d)
	}
	return devices, nil, nil
}

// Attribute returns a CUdevice_attribute of the device.
func (d *Device) Attribute(number int) (int, error) {
	var v int32
	err := d.Lib.call("cuDeviceGetAttribute", uintptr(unsafe.Pointer(&v)), uintptr(number), uintptr(d.Handle))
	return int(v), err
}

func (d *Device) describe() error {
	name := make([]byte, 256)
	if err := d.Lib.call("cuDeviceGetName", uintptr(unsafe.Pointer(&name[0])), uintptr(len(name)), uintptr(d.Handle)); err != nil {
		return err
	}
	in := backend.Info{
		Backend: "cuda", Name: goString(&name[0]), Vendor: "NVIDIA Corporation", Platform: "CUDA",
		Driver: "CUDA " + dotted(d.Lib.Version), Arch: target.NVPTX64, FP64: true, FP16: true, Int64Atomics: true,
	}
	var total uint64
	if err := d.Lib.call("cuDeviceTotalMem_v2", uintptr(unsafe.Pointer(&total)), uintptr(d.Handle)); err != nil {
		return err
	}
	in.GlobalMem, in.MaxAlloc = total, total
	in.MaxBlocks = maxBlocks
	var shared, optIn, constant, l2, integrated int
	for _, a := range []struct {
		number int
		to     *int
	}{
		{attrMajor, &in.Major}, {attrMinor, &in.Minor}, {attrSMs, &in.ComputeUnits}, {attrWarpSize, &in.WarpSize},
		{attrMaxThreads, &in.MaxThreads}, {attrSharedPerBlock, &shared}, {attrSharedOptIn, &optIn},
		{attrConstantMem, &constant}, {attrL2Cache, &l2}, {attrIntegrated, &integrated},
		{attrMaxBlockX, &in.MaxBlock[0]}, {attrMaxBlockX + 1, &in.MaxBlock[1]}, {attrMaxBlockX + 2, &in.MaxBlock[2]},
		{attrMaxGridX, &in.MaxGrid[0]}, {attrMaxGridX + 1, &in.MaxGrid[1]}, {attrMaxGridX + 2, &in.MaxGrid[2]},
		{attrPCIDomain, &in.PCI[0]}, {attrPCIBus, &in.PCI[1]}, {attrPCIDevice, &in.PCI[2]},
	} {
		v, err := d.Attribute(a.number)
		if err != nil {
			return err
		}
		*a.to = v
	}
	// Newer drivers do not report the clock.
	if v, err := d.Attribute(attrClockKHz); err == nil {
		in.ClockKHz = v
	}
	// The runtime opts in to the larger size if a launch needs it.
	in.SharedMem = uint64(max(shared, optIn))
	in.ConstantMem, in.L2Cache, in.Integrated = uint64(constant), uint64(l2), integrated != 0
	in.Target = target.ID{Processor: target.SMName(in.Major, in.Minor)}
	in.SubGroupSizes = []int{in.WarpSize}
	if err := d.Lib.call("cuDeviceGetUuid_v2", uintptr(unsafe.Pointer(&in.UUID[0])), uintptr(d.Handle)); err != nil {
		return err
	}
	d.info = in
	return nil
}

// Info describes the device.
func (d *Device) Info() *backend.Info { return &d.info }

// Native returns the *Device itself.
func (d *Device) Native() any { return d }

// Context retains the device's primary context (CUcontext) once and returns it.
func (d *Device) Context() (uintptr, error) {
	d.once.Do(func() {
		d.err = d.Lib.call("cuDevicePrimaryCtxRetain", uintptr(unsafe.Pointer(&d.context)), uintptr(d.Handle))
	})
	return d.context, d.err
}

// Within runs f with the device's context current on this thread, and restores the thread's own
// context.
func (d *Device) Within(f func() error) error {
	ctx, err := d.Context()
	if err != nil {
		return err
	}
	return d.Lib.within(ctx, f)
}

// Call calls a driver function by its exported name with the device's context current, for
// functions without a method here.
//
//go:uintptrescapes
func (d *Device) Call(name string, args ...uintptr) error {
	return d.Within(func() error { return d.Lib.call(name, args...) })
}

// CanReach reports whether kernels of this device can access the other's memory.
func (d *Device) CanReach(other *Device) bool {
	var yes int32
	err := d.Lib.call("cuDeviceCanAccessPeer", uintptr(unsafe.Pointer(&yes)), uintptr(d.Handle), uintptr(other.Handle))
	return err == nil && yes != 0
}

// EnablePeer allows kernels of this device to access the other's memory.
func (d *Device) EnablePeer(other *Device) error {
	ctx, err := other.Context()
	if err != nil {
		return err
	}
	return d.Call("cuCtxEnablePeerAccess", ctx, 0)
}

// Limit is a CUlimit, with the same number as in HIP.
type Limit int

// The limits that HIP has, too. The driver's default stack of 1,024 bytes is all that recursive
// functions get otherwise: their frames are not part of any kernel's size. Once a kernel with
// printf or malloc was launched, the driver no longer changes the size of the buffer or the heap.
const (
	StackSize      Limit = iota // bytes of stack per thread
	PrintfFifoSize              // bytes of the buffer of printf
	MallocHeapSize              // bytes of the heap for malloc in kernels
)

// SetLimit sets a limit for the kernels of this device. The driver may round it up.
func (d *Device) SetLimit(limit Limit, n uint64) error {
	return d.Call("cuCtxSetLimit", uintptr(limit), uintptr(n))
}

// Limit returns the current value of a limit.
func (d *Device) Limit(limit Limit) (n uint64, err error) {
	err = d.Call("cuCtxGetLimit", uintptr(unsafe.Pointer(&n)), uintptr(limit))
	return n, err
}
