// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package emulator is a software AMD GPU: it runs gfx code objects, instruction by instruction, on
// the CPU. It is a tool for testing code on machines without such a GPU; it is not fast.
//
// It is strict: memory accesses are checked against allocations, registers and LDS are initialised
// with garbage, V_RCP_F64 has only the hardware's accuracy, and a kernel that does not set up its
// scratch as the ABI requires is an error. An unknown instruction ends the launch with an error
// that names it.
//
// Instructions are decoded by llvm-objdump once, when a code object is loaded. Their semantics
// follow AMD's ISA documents; the ABI follows LLVM's AMDGPUUsage.
//
// GOHIP_EMULATE=gfx90a makes package hip list such a device in addition to the others; see
// docs/design/amd.md.
package emulator

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// The types of this backend, each in the file named after it.
var (
	_ backend.Device = (*Device)(nil)
	_ backend.Module = (*Module)(nil)
	_ backend.Kernel = (*Kernel)(nil)
	_ backend.Queue  = (*Queue)(nil)
	_ backend.Event  = (*Event)(nil)
)

// env names the target to emulate: a processor or target ID, "gfx90a:xnack-", or several separated
// by commas, one device each.
const env = "GOHIP_EMULATE"

// Device is one emulated GPU.
type Device struct {
	info  backend.Info
	mem   regions
	start time.Time

	mu     sync.Mutex
	mapped map[uintptr][]byte
	loaded atomic.Pointer[[]*code]

	gws [64]gwsBarrier
}

// gwsBarrier is a global wave sync resource.
type gwsBarrier struct {
	need    uint32
	waiting []*wave
}

// New creates a device that runs code for a target.
func New(name string) (*Device, error) {
	id, err := target.ParseID(name)
	if err != nil {
		return nil, fmt.Errorf("%s=%s: %w", env, name, err)
	}
	processor, _ := target.LookUp(id.Processor)
	gen, warp := processor.Generation(), processor.WavefrontSize()
	if gen < 9 || gen > 12 {
		return nil, fmt.Errorf("%s=%s: the emulator knows gfx9 to gfx12 (gfx90a, gfx942, gfx1100, gfx1201, gfx9-generic, …)", env, name)
	}
	d := &Device{mapped: make(map[uintptr][]byte), start: time.Now()}
	d.info = backend.Info{
		Backend: "emulator", Name: "emulated " + id.Processor, Vendor: "AMD", Driver: "gohipcc emulator", Platform: "emulator",
		Arch: target.AMDGCN, Target: id, Major: gen, CPU: false, Integrated: true, HostAccess: true,
		ComputeUnits: 4, Resident: maxResident, WarpSize: warp, ClockKHz: 1000000,
		GlobalMem: 16 << 30, MaxAlloc: 16 << 30, SharedMem: uint64(processor.LDS), ConstantMem: 1<<31 - 1,
		MaxThreads: 1024, MaxBlock: [3]int{1024, 1024, 1024}, MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32,
		FP64: true, FP16: true, Int64Atomics: true, SubGroupSizes: []int{warp},
	}
	copy(d.info.UUID[:], fmt.Sprintf("%-16.16s", "emu-"+id.Processor))
	return d, nil
}

// Devices lists the devices that the environment requests.
func Devices() (devices []backend.Device, reasons []string, err error) {
	for _, t := range strings.FieldsFunc(os.Getenv(env), func(r rune) bool { return r == ',' || r == ' ' }) {
		d, err := New(t)
		if err != nil {
			return nil, nil, err
		}
		devices = append(devices, d)
	}
	return devices, nil, nil
}

// Info implements [backend.Device].
func (d *Device) Info() *backend.Info { return &d.info }

// Native implements [backend.Device]: the device itself.
func (d *Device) Native() any { return d }

// clock counts at 100 MHz, like S_MEMREALTIME.
func (d *Device) clock() uint64 { return uint64(time.Since(d.start) / 10) }
