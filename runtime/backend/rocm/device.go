// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package rocm is the backend for AMD GPUs over AMD's own runtime: libamdhip64 (HIP 5, 6 or 7),
// loaded when devices are listed. A machine without it, or without a GPU, is not an error: it has
// no such devices.
//
// The package knows nothing about OpenCL; package backend has the interface that both implement.
package rocm

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// The types of this backend, each in the file of its name.
var (
	_ backend.Device = (*rocmDevice)(nil)
	_ backend.Module = (*rocmModule)(nil)
	_ backend.Kernel = (*rocmKernel)(nil)
	_ backend.Queue  = (*rocmQueue)(nil)
	_ backend.Event  = (*rocmEvent)(nil)
)

// Devices lists the GPUs of libamdhip64. If there is no library, or it finds no GPU, the list is
// empty and a reason is returned.
func Devices() (devices []backend.Device, reasons []string, err error) {
	h, err := Open("")
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return nil, []string{"rocm: no libamdhip64"}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return h.BackendDevices()
}

// BackendDevices lists the GPUs of one library; see [Devices].
func (h *HIP) BackendDevices() (devices []backend.Device, reasons []string, err error) {
	list, err := h.Devices()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", h.Path, err)
	}
	if len(list) == 0 {
		return nil, []string{"rocm: " + h.Path + " finds no GPU"}, nil
	}
	for _, d := range list {
		devices = append(devices, newBackend(d))
	}
	return devices, nil, nil
}

// rocmDevice is a Device behind the interface of package backend.
type rocmDevice struct {
	*Device
	info backend.Info

	mu    sync.Mutex
	kinds map[uintptr]Kind // of live allocations
}

func newBackend(d *Device) *rocmDevice {
	r := &rocmDevice{Device: d, kinds: make(map[uintptr]Kind)}
	in := &r.info
	*in = backend.Info{
		Backend: "rocm", Name: d.Name, Vendor: "AMD", Platform: "ROCm",
		Driver:       fmt.Sprintf("HIP %d.%d.%d", d.hip.Runtime/10000000, d.hip.Runtime/100000%100, d.hip.Runtime%100000),
		ComputeUnits: d.ComputeUnits, WarpSize: d.WarpSize, ClockKHz: d.ClockKHz,
		GlobalMem: uint64(d.Memory), MaxAlloc: uint64(d.Memory), SharedMem: uint64(d.SharedMemory),
		ConstantMem: uint64(min(d.Memory, 1<<31-1)),
		MaxThreads:  d.MaxThreads, MaxBlock: [3]int{d.MaxThreads, d.MaxThreads, d.MaxThreads},
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32,
		FP64: true, FP16: true, Int64Atomics: true, SubGroupSizes: []int{d.WarpSize},
	}
	fmt.Sscanf(d.PCI, "%x:%x:%x", &in.PCI[0], &in.PCI[1], &in.PCI[2])
	copy(in.UUID[:], fmt.Sprintf("%-16s", d.PCI))
	// A library that is not AMD's own may speak HIP for a device that takes SPIR-V.
	if id, err := target.ParseID(d.Arch); err == nil && target.IsAMD(d.Arch) {
		in.Arch, in.Target = target.AMDGCN, id
		in.Major, in.Minor, _ = target.Version(id.Processor) // HIP's compute capability
	} else {
		in.Arch, in.Target = target.SPIRV64, target.ID{Processor: target.Generic}
	}
	return r
}

func (d *rocmDevice) Info() *backend.Info { return &d.info }

func (d *rocmDevice) Native() any { return d.Device }
