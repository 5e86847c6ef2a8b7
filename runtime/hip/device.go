// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/cpu"
	"gohipcc/runtime/backend/cuda"
	"gohipcc/runtime/backend/emulator"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/runtime/backend/rocm"
	"gohipcc/toolchains"
)

// Info describes a device; see [backend.Info].
type Info = backend.Info

// Device is a device that runs HIP code. Its methods may be called by several goroutines at once.
type Device struct {
	ordinal int
	impl    backend.Device
}

// Ordinal returns the device's number, as hipSetDevice counts.
func (d *Device) Ordinal() int { return d.ordinal }

// Info describes the device.
func (d *Device) Info() *Info { return d.impl.Info() }

// Name returns the device's own name.
func (d *Device) Name() string { return d.impl.Info().Name }

// Backend returns the backend's device, for code that uses the driver itself.
func (d *Device) Backend() backend.Device { return d.impl }

// ReadsCycles reports whether clock64() counts this processor's cycles on the device.
func (d *Device) ReadsCycles() bool {
	cl, ok := d.impl.(interface{ ReadsCycles() bool })
	return ok && cl.ReadsCycles()
}

// A lister lists the devices of a backend, and the reasons why it left others out.
type lister struct {
	name string
	list func() (devices []backend.Device, reasons []string, err error)
}

// listers are in the order in which their devices are numbered, except that order moves processors
// after GPUs.
var listers = []lister{
	{"emulator", emulator.Devices}, // only if the environment asks for it
	{"cuda", cuda.Devices},
	{"rocm", rocm.Devices},
	{"opencl", func() ([]backend.Device, []string, error) {
		if has := nativeCode.Load(); has != nil && *has && os.Getenv(abi.EnvCPU) != "0" && opencl.OnlyPoCL() {
			return nil, []string{"PoCL: the program has code of the processor itself (GOHIP_CPU=0 runs it on PoCL)"}, nil
		}
		return opencl.Devices(func() string { return toolchains.RuntimeHelper("clcompile") }, toolchains.RuntimeLibrary)
	}},
	{"cpu", func() ([]backend.Device, []string, error) { return cpu.Devices(toolchains.RuntimeLibrary) }},
}

var nativeCode atomic.Pointer[bool]

// UseCPU says whether the program has native code. If it has, the CPU device precedes those of
// other drivers for the processor, and PoCL is not even opened if it is the only OpenCL driver; if
// it has none, the CPU device is only listed if there is no other device. UseCPU must be called
// before the first call of [Devices]; by default the CPU device precedes those of other drivers for
// the processor.
func UseCPU(native bool) { nativeCode.Store(&native) }

// HasCompiler reports whether a gohipcc is installed that compiles at run time: with it the CPU
// device also takes SPIR-V.
func HasCompiler() bool {
	_, err := toolchains.FindInstalled()
	return err == nil
}

// order sorts GPUs before CPUs, and the CPU device first among these if it is preferred.
func order(found []backend.Device) []backend.Device {
	has := nativeCode.Load()
	native := has == nil || *has || os.Getenv(abi.EnvCPU) == "1"
	isNative := func(d backend.Device) bool { return d.Info().Backend == "cpu" }
	if !native && slices.ContainsFunc(found, func(d backend.Device) bool { return !isNative(d) }) {
		found = slices.DeleteFunc(found, isNative)
	}
	place := func(d backend.Device) int {
		switch in := d.Info(); {
		case !in.CPU:
			return 0
		case isNative(d) && native:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(found, func(x, y backend.Device) int { return place(x) - place(y) })
	return found
}

// WarpSize is the warp size of every SPIR-V device: kernels that use warp functions
// ask for sub-groups of this size.
const WarpSize = abi.WarpSize

var all = sync.OnceValues(listDevices)

// left are the reasons why devices and platforms that were found are not in the list.
var left []string

func listDevices() ([]*Device, error) {
	secure.CleanEnvironment()
	var found []backend.Device
	var reasons []string
	for _, r := range listers {
		ds, why, err := r.list()
		if err != nil {
			why = append(why, r.name+": "+err.Error())
		}
		reasons = append(reasons, why...)
		found = append(found, ds...)
	}
	found = order(found)
	left = reasons
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoDevice, strings.Join(reasons, "; "))
	}
	visible, err := visibleDevices(os.Getenv("HIP_VISIBLE_DEVICES"), found)
	if err != nil {
		return nil, err
	}
	devices := make([]*Device, len(visible))
	for i, d := range visible {
		devices[i] = &Device{i, d}
	}
	return devices, nil
}

// visibleDevices applies HIP_VISIBLE_DEVICES: a list of numbers or of GPU-<uuid> strings. As in HIP
// the list ends at the first invalid entry.
func visibleDevices(list string, found []backend.Device) ([]backend.Device, error) {
	if strings.TrimSpace(list) == "" {
		return found, nil
	}
	var out []backend.Device
	seen := make(map[backend.Device]bool)
	for _, item := range strings.Split(list, ",") {
		item = strings.TrimSpace(item)
		var pick backend.Device
		if n, err := strconv.Atoi(item); err == nil && n >= 0 && n < len(found) {
			pick = found[n]
		} else if id, ok := strings.CutPrefix(item, "GPU-"); ok {
			for _, d := range found {
				u := d.Info().UUID
				if strings.EqualFold(id, fmt.Sprintf("%x", u)) || id == strings.TrimSpace(string(u[:])) {
					pick = d
				}
			}
		}
		if pick == nil || seen[pick] {
			break
		}
		seen[pick] = true
		out = append(out, pick)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: HIP_VISIBLE_DEVICES=%s names none of the %d devices", ErrNoDevice, list, len(found))
	}
	return out, nil
}

// Devices lists the devices that can run HIP code, in the order of their numbers. The list is made
// once per process. The error wraps [ErrNoDevice] if there is none.
func Devices() ([]*Device, error) { return all() }

// SkippedDevices returns, for each device or platform that was found and is not among [Devices],
// the reason. Devices hidden by HIP_VISIBLE_DEVICES are not included.
func SkippedDevices() []string {
	all()
	return left
}
