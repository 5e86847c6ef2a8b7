// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cpu is the backend for this machine's processor: native code from the fat binary, run by
// threads of the process (docs/design/cpu.md). The engine that runs blocks and queues is in C, in
// libgohip.so, which the package opens as other backends open a driver.
package cpu

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"sync"

	"gohipcc/abi"
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
)

// architectures maps Go's names of architectures to those in triples.
var architectures = map[string]string{"amd64": target.X86_64, "arm64": target.AArch64}

// sharedMemory is the shared memory of a block in bytes: more than on a GPU, and still within the
// second-level cache of most processors.
const sharedMemory = 256 << 10

// residentBlocks is the number of blocks of a cooperative launch that a compute unit is said to run at
// once, as many as a GPU's does. Any number makes progress, but HIP requires an error for
// too many.
const residentBlocks = 32

// minUnits is the least number of compute units that the device is said to have, whatever the number of its
// threads. Programs divide their blocks or their units between roles, and with one unit leave a role without any:
// a process that mpirun binds to a core would compute wrong numbers, as on no GPU. Blocks in excess of the threads
// make progress, so two units are right on one thread, too.
const minUnits = 2

// Device is the processor.
type Device struct {
	info    backend.Info
	threads int // that run blocks
	cpu     *target.CPU
	library func() string

	open func() (*library, error)

	mu     sync.Mutex
	mapped map[uintptr][]byte // memory by address
	state  uintptr            // the state that the queues share, 0 before the first
	abort  uintptr
}

// Devices returns the processor, unless GOHIP_CPU=0 hides it. library is the path of libgohip.so,
// empty if it is not installed.
func Devices(library func() string) (devices []backend.Device, reasons []string, err error) {
	if leftOut() {
		return nil, nil, nil
	}
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		return nil, []string{"the processor: there are no images for " + runtime.GOARCH}, nil
	}
	p, err := readProcessor()
	if err != nil {
		return nil, []string{"the processor: " + err.Error()}, nil
	}
	units := max(p.threads, minUnits)
	d := &Device{threads: p.threads, cpu: p.cpu, library: library, mapped: make(map[uintptr][]byte)}
	d.open = sync.OnceValues(d.openLibrary)
	d.info = backend.Info{
		Backend: "cpu", Name: p.name, Vendor: p.vendor, Driver: "gohipcc", Arch: arch,
		Target: target.ID{Processor: p.level}, CPU: true, Integrated: true, HostAccess: true,
		ComputeUnits: units, Resident: units * residentBlocks, WarpSize: abi.WarpSize, ClockKHz: p.kHz,
		GlobalMem: p.memory, MaxAlloc: p.memory, SharedMem: sharedMemory, ConstantMem: math.MaxInt32, L2Cache: p.cache,
		MaxThreads: 1024, MaxBlock: [3]int{1024, 1024, 1024},
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32, MaxBlocks: math.MaxUint32, // as on AMD's devices
		FP64: true, FP16: true, Int64Atomics: true, SubGroupSizes: []int{abi.WarpSize},
		Memory: "the host's own",
	}
	d.info.Major, d.info.Minor = backend.Capability()
	copy(d.info.UUID[:], fmt.Sprintf("CPU %-12.12s", p.name))
	if lanes, told := WarpSize(); told {
		d.SetWarpSize(lanes)
	}
	return []backend.Device{d}, nil, nil
}

// WarpSize returns the number of lanes of a warp that the environment sets, and whether it sets one.
func WarpSize() (int, bool) {
	lanes, err := strconv.Atoi(os.Getenv(abi.EnvCPUWarp))
	return lanes, err == nil && (lanes == abi.WarpSize || lanes == 2*abi.WarpSize)
}

// SetWarpSize sets the number of lanes of a warp that the device is said to have. Which one code has was decided when it
// was compiled.
func (d *Device) SetWarpSize(lanes int) {
	d.info.WarpSize, d.info.SubGroupSizes, d.info.Target.Features = lanes, []int{lanes}, nil
	if lanes != abi.WarpSize {
		d.info.Target.Features = []target.Feature{{Name: target.WideWarps, On: true}}
	}
}

// Info implements [backend.Device].
func (d *Device) Info() *backend.Info { return &d.info }

// Threads returns the number of threads that run blocks.
func (d *Device) Threads() int { return d.threads }

// Native implements [backend.Device]: the device itself.
func (d *Device) Native() any { return d }

// ReadsCycles reports whether kernels of the device can read this processor's cycle counter.
func (d *Device) ReadsCycles() bool { return runtime.GOARCH == "amd64" }
