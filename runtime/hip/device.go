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

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/cpu"
	"gohipcc/runtime/backend/cuda"
	"gohipcc/runtime/backend/emulator"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/runtime/backend/opencl/cl"
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

// A DeviceOption changes which devices [Devices] lists, and how they are opened.
type DeviceOption func(*deviceConfig)

// deviceConfig is what the options say; it identifies a list of devices.
type deviceConfig struct {
	native  nativeCode
	without string // backends, separated by spaces
	gl      cl.OpenGL
}

// nativeCode says whether the program has code of the processor itself.
type nativeCode uint8

const (
	nativeUnknown nativeCode = iota
	nativeAbsent
	nativePresent
)

// NativeCode says whether the program has native code. If it has, the CPU device precedes those of
// other drivers for the processor, and PoCL is not even opened if it is the only OpenCL driver; if
// it has none, the CPU device is only listed if there is no other device. Without this option the
// CPU device precedes those of other drivers for the processor.
func NativeCode(has bool) DeviceOption {
	return func(c *deviceConfig) {
		c.native = nativeAbsent
		if has {
			c.native = nativePresent
		}
	}
}

// WithoutBackend leaves the devices of a backend ([backend.Info]) out and does not load its driver.
func WithoutBackend(name string) DeviceOption {
	return func(c *deviceConfig) { c.without += name + " " }
}

// ShareOpenGL makes the devices of OpenCL that can do so share objects with an OpenGL context.
func ShareOpenGL(context cl.OpenGL) DeviceOption {
	return func(c *deviceConfig) { c.gl = context }
}

func configOf(options []DeviceOption) deviceConfig {
	var c deviceConfig
	for _, o := range options {
		o(&c)
	}
	return c
}

// A listing is the devices of a backend, and the reasons why it left others out.
type listing struct {
	devices []backend.Device
	reasons []string
	err     error
}

func newListing(devices []backend.Device, reasons []string, err error) listing {
	return listing{devices, reasons, err}
}

// listers are in the order in which their devices are numbered, except that order moves processors
// after GPUs. Each lists its devices once per process, so that all lists of devices have the same.
var listers = []struct {
	name string
	list func(deviceConfig) listing
}{
	{"emulator", once(emulator.Devices)}, // only if the environment asks for it
	{"cuda", once(cuda.Devices)},
	{"rocm", once(rocm.Devices)},
	{"opencl", func(c deviceConfig) listing {
		if c.native == nativePresent && os.Getenv(abi.EnvCPU) != "0" && opencl.OnlyPoCL() {
			return listing{reasons: []string{"PoCL: the program has code of the processor itself (GOHIP_CPU=0 runs it on PoCL)"}}
		}
		return openCLDevices(c.gl)
	}},
	{"cpu", once(func() ([]backend.Device, []string, error) { return cpu.Devices(toolchains.RuntimeLibrary) })},
}

// openCLDevices lists the devices of OpenCL, whose contexts are made for one OpenGL context.
var openCLDevices = memo(func(gl cl.OpenGL) listing {
	return newListing(opencl.Devices(opencl.Config{
		Compiler: func() string { return toolchains.RuntimeHelper("clcompile") },
		Library:  toolchains.RuntimeLibrary, OpenGL: gl,
		Drivers: map[string]string{"NVIDIA": "CUDA"},
	}))
})

func once(list func() ([]backend.Device, []string, error)) func(deviceConfig) listing {
	get := sync.OnceValue(func() listing { return newListing(list()) })
	return func(deviceConfig) listing { return get() }
}

// memo returns a function that calls f once for each argument.
func memo[K comparable, V any](f func(K) V) func(K) V {
	var mu sync.Mutex
	results := map[K]V{}
	return func(k K) V {
		mu.Lock()
		defer mu.Unlock()
		v, ok := results[k]
		if !ok {
			v = f(k)
			results[k] = v
		}
		return v
	}
}

// HasCompiler reports whether a gohipcc is installed that compiles at run time: with it the CPU
// device also takes SPIR-V.
func HasCompiler() bool {
	_, err := toolchains.FindInstalled()
	return err == nil
}

// order sorts GPUs before CPUs, and the CPU device first among these if it is preferred.
func order(c deviceConfig, found []backend.Device) []backend.Device {
	native := c.native != nativeAbsent || os.Getenv(abi.EnvCPU) == "1"
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

// A deviceList is the result of [Devices], and why devices that were found are not in it.
type deviceList struct {
	devices []*Device
	skipped []string
	err     error
}

var lists = memo(listDevices)

func listDevices(c deviceConfig) (l deviceList) {
	secure.CleanEnvironment()
	var found []backend.Device
	for _, r := range listers {
		if slices.Contains(strings.Fields(c.without), r.name) {
			continue
		}
		in := r.list(c)
		l.skipped = append(l.skipped, in.reasons...)
		if in.err != nil {
			l.skipped = append(l.skipped, r.name+": "+in.err.Error())
		}
		found = append(found, in.devices...)
	}
	found = order(c, found)
	if len(found) == 0 {
		l.err = fmt.Errorf("%w: %s", ErrNoDevice, strings.Join(l.skipped, "; "))
		return l
	}
	visible, err := visibleDevices(os.Getenv("HIP_VISIBLE_DEVICES"), found)
	for i, d := range visible {
		l.devices = append(l.devices, &Device{i, d})
	}
	l.err = err
	return l
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
// once per process for the same options. The error wraps [ErrNoDevice] if there is none.
func Devices(options ...DeviceOption) ([]*Device, error) {
	l := lists(configOf(options))
	return l.devices, l.err
}

// SkippedDevices returns, for each device or platform that was found and is not among the [Devices]
// with these options, the reason. Devices hidden by HIP_VISIBLE_DEVICES are not included.
func SkippedDevices(options ...DeviceOption) []string { return lists(configOf(options)).skipped }
