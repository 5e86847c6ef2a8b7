// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// A JITError is PTX that the driver did not take, with the compiler's own words.
type JITError struct {
	Module  string // name of the module
	Version string // ".version" of the PTX
	Target  string // ".target" of the PTX
	Device  string // device and its processor
	Driver  string // CUDA version of the driver
	Log     string // the driver's log, empty when it wrote none
	Err     error
}

// Error says what was compiled for what, and why it failed.
func (e *JITError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: PTX %s for %s does not load on %s with a driver for CUDA %s: %v", e.Module, e.Version, e.Target, e.Device, e.Driver, e.Err)
	if need := cudaOfPTX(e.Version); need > 0 && isCode(e.Err, errNewerPTX) {
		fmt.Fprintf(&b, "; PTX %s needs a driver for CUDA %s or newer", e.Version, dotted(need))
	}
	if e.Log != "" {
		fmt.Fprintf(&b, "\n%s", strings.TrimRight(e.Log, "\n"))
	}
	return b.String()
}

// Unwrap returns the driver's result.
func (e *JITError) Unwrap() error { return e.Err }

// ptxOfCUDA lists the PTX version that came with each CUDA release (PTX ISA,
// "Release Notes").
var ptxOfCUDA = []struct {
	cuda int
	ptx  string
}{
	{12000, "8.0"}, {12010, "8.1"}, {12020, "8.2"}, {12030, "8.3"}, {12040, "8.4"}, {12050, "8.5"},
	{12070, "8.6"}, {12080, "8.7"}, {12090, "8.8"}, {13000, "9.0"},
}

// cudaOfPTX is the first CUDA release with a PTX version, 0 when it is not known.
func cudaOfPTX(version string) int {
	for _, r := range ptxOfCUDA {
		if r.ptx == version {
			return r.cuda
		}
	}
	return 0
}

// Module is a PTX image on a device. The driver compiles it at the first use.
type Module struct {
	dev   *Device
	name  string
	image []byte
	ptx   *fatbin.PTX

	mu      sync.Mutex
	handle  uintptr // CUmodule
	err     error
	kernels map[string]*Kernel
}

var (
	_ backend.Module = (*Module)(nil)
	_ backend.Kernel = (*Kernel)(nil)
)

// Load takes a PTX image. It reads its directives only; the driver sees it at the
// first Kernel or Global.
func (d *Device) Load(image []byte, name string) (backend.Module, error) {
	image = bytes.TrimRight(image, "\x00")
	p, err := fatbin.ReadPTX(bytes.NewReader(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Module{dev: d, name: name, image: image, ptx: p, kernels: make(map[string]*Kernel)}, nil
}

// Options of cuModuleLoadDataEx (CUjit_option).
const (
	jitInfoLog      = 3
	jitInfoLogSize  = 4
	jitErrorLog     = 5
	jitErrorLogSize = 6
)

// Programs keeps compiled modules from one process to the next, by all that decides
// what the driver's compiler makes of them.
type Programs interface {
	Get(parts ...[]byte) []byte
	Put(data []byte, parts ...[]byte)
}

// Cache is where compiled modules are kept; nil leaves that to the driver, whose own
// cache serves only some of its installations.
var Cache Programs

// driverBuild tells one build of the driver from another of the same CUDA version.
var driverBuild = sync.OnceValue(func() []byte {
	b, _ := os.ReadFile("/proc/driver/nvidia/version")
	return b
})

// jitInputPTX is CU_JIT_INPUT_PTX.
const jitInputPTX = 1

// compile makes device code of the PTX, or finds it in the cache, and loads it. It
// reports whether that worked; when not, the driver is asked in the plain way, which
// also tells the error.
func (m *Module) compile(text []byte) bool {
	if Cache == nil {
		return false
	}
	l := m.dev.Lib
	parts := [][]byte{[]byte("cuda " + strconv.Itoa(l.Version) + " " + m.dev.info.Target.String()), driverBuild(), m.image}
	if code := Cache.Get(parts...); code != nil {
		if m.dev.Call("cuModuleLoadData", uintptr(unsafe.Pointer(&m.handle)), uintptr(unsafe.Pointer(&code[0]))) == nil {
			return true
		}
	}
	var code []byte
	err := m.dev.Within(func() error {
		var state uintptr
		if err := l.call("cuLinkCreate_v2", 0, 0, 0, uintptr(unsafe.Pointer(&state))); err != nil {
			return err
		}
		defer l.call("cuLinkDestroy", state)
		if err := l.call("cuLinkAddData_v2", state, jitInputPTX, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)), uintptr(unsafe.Pointer(cstring(m.name))), 0, 0, 0); err != nil {
			return err
		}
		var data *byte
		var size uint64
		if err := l.call("cuLinkComplete", state, uintptr(unsafe.Pointer(&data)), uintptr(unsafe.Pointer(&size))); err != nil {
			return err
		}
		code = append(code, unsafe.Slice(data, size)...) // it goes with the linker
		return l.call("cuModuleLoadData", uintptr(unsafe.Pointer(&m.handle)), uintptr(unsafe.Pointer(&code[0])))
	})
	if err != nil {
		return false
	}
	Cache.Put(code, parts...)
	return true
}

// build has the driver compile the module, once. The caller holds the lock.
func (m *Module) build() error {
	if m.handle != 0 || m.err != nil {
		return m.err
	}
	const room = 16 << 10
	log := make([]byte, room)
	text := append(m.image[:len(m.image):len(m.image)], 0)
	if m.compile(text) {
		return nil
	}
	m.handle = 0
	options := []uint32{jitErrorLog, jitErrorLogSize}
	values := []uintptr{uintptr(unsafe.Pointer(&log[0])), room}
	var pin runtime.Pinner
	pin.Pin(&log[0])
	defer pin.Unpin()
	err := m.dev.Call("cuModuleLoadDataEx", uintptr(unsafe.Pointer(&m.handle)), uintptr(unsafe.Pointer(&text[0])),
		uintptr(len(options)), uintptr(unsafe.Pointer(&options[0])), uintptr(unsafe.Pointer(&values[0])))
	if err == nil {
		return nil
	}
	m.handle = 0
	m.err = err
	if isCode(err, errInvalidPTX, errNoBinary, errNewerPTX, errInvalidImage) {
		in := m.dev.Info()
		m.err = &JITError{
			Module: m.name, Version: m.ptx.Version, Target: m.ptx.Target, Driver: dotted(m.dev.Lib.Version),
			Device: in.Name + " (" + in.Target.String() + ")", Log: goString(&log[0]), Err: err,
		}
	}
	return m.err
}

// Prepare has the driver compile the module now rather than at its first use.
func (m *Module) Prepare() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.build()
}

// Symbol is the name that a HIP symbol has in PTX, whose identifiers have no dots.
func Symbol(name string) string { return strings.ReplaceAll(name, ".", "$") }

// KernelNames lists the kernels under the names that host code has for them.
func (m *Module) KernelNames() []string {
	if md := m.ptx.Metadata(); md != nil {
		return md.KernelNames()
	}
	names := make([]string, len(m.ptx.Kernels))
	for i := range m.ptx.Kernels {
		names[i] = m.ptx.Kernels[i].Name
	}
	return names
}

// describe finds what is known of a kernel: its record, else its parameters as the
// PTX declares them.
func (m *Module) describe(name string) (*fatbin.Kernel, error) {
	if md := m.ptx.Metadata(); md != nil {
		return md.Kernel(name)
	}
	for i := range m.ptx.Kernels {
		if k := m.ptx.Kernels[i]; k.Name == Symbol(name) {
			k.Args = slices.Clone(k.Args)
			for j := range k.Args {
				if a := &k.Args[j]; a.ValueKind == "by_value" && a.Size == 8 {
					a.ValueKind = backend.UnknownKind
				}
			}
			return &k, nil
		}
	}
	return nil, fmt.Errorf("kernel %q: %w", name, fatbin.ErrNotFound)
}

// Function attributes (CUfunction_attribute).
const (
	funcMaxThreads  = 0
	funcSharedBytes = 1
	funcLocalBytes  = 3
	funcRegisters   = 4
)

// Kernel finds a kernel; the first call for the module compiles it.
func (m *Module) Kernel(name string) (backend.Kernel, error) {
	meta, err := m.describe(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.kernels[name]; k != nil {
		return k, nil
	}
	if err := m.build(); err != nil {
		return nil, err
	}
	k := &Kernel{meta: *meta, module: m}
	err = m.dev.Within(func() error {
		l := m.dev.Lib
		if err := l.call("cuModuleGetFunction", uintptr(unsafe.Pointer(&k.handle)), m.handle, uintptr(unsafe.Pointer(cstring(Symbol(name))))); err != nil {
			return err
		}
		for _, a := range []struct {
			number uintptr
			to     *int
		}{{funcMaxThreads, &k.threads}, {funcSharedBytes, &k.shared}, {funcLocalBytes, &k.local}, {funcRegisters, &k.registers}} {
			var v int32
			if err := l.call("cuFuncGetAttribute", uintptr(unsafe.Pointer(&v)), a.number, k.handle); err != nil {
				return err
			}
			*a.to = int(v)
		}
		return nil
	})
	if isCode(err, errNotFound) {
		return nil, fmt.Errorf("%s: kernel %q: %w", m.name, name, fatbin.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	k.meta.VGPRs = uint64(k.registers)
	k.meta.PrivateSize = uint64(k.local)
	k.meta.GroupSize = uint64(k.shared)
	m.kernels[name] = k
	return k, nil
}

// Global is the address and size of a device variable.
func (m *Module) Global(name string) (address uintptr, size uint64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.build(); err != nil {
		return 0, 0, err
	}
	err = m.dev.Call("cuModuleGetGlobal_v2", uintptr(unsafe.Pointer(&address)), uintptr(unsafe.Pointer(&size)), m.handle,
		uintptr(unsafe.Pointer(cstring(Symbol(name)))))
	if isCode(err, errNotFound) {
		err = fmt.Errorf("%s: variable %q: %w", m.name, name, fatbin.ErrNotFound)
	}
	return address, size, err
}

// Flush waits for the device, which makes the driver print what kernels wrote with
// printf. A kernel that trapped or failed an assertion is the error.
func (m *Module) Flush() error { return m.dev.Call("cuCtxSynchronize") }

// Unload gives the module's memory back. Its kernels must have ended.
func (m *Module) Unload() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.handle == 0 {
		return nil
	}
	h := m.handle
	m.handle, m.err = 0, fmt.Errorf("%s is unloaded", m.name)
	clear(m.kernels)
	return m.dev.Call("cuModuleUnload", h)
}

// Kernel is one compiled kernel.
type Kernel struct {
	meta      fatbin.Kernel
	module    *Module
	handle    uintptr // CUfunction
	threads   int
	shared    int
	local     int
	registers int
}

// Meta describes the kernel; registers and memory are what the driver's compiler
// made of it.
func (k *Kernel) Meta() *fatbin.Kernel { return &k.meta }

// Native is the CUfunction.
func (k *Kernel) Native() uintptr { return k.handle }

// MaxThreads is the largest block the kernel runs with.
func (k *Kernel) MaxThreads() int { return k.threads }

// StaticShared is the kernel's static shared memory in bytes.
func (k *Kernel) StaticShared() uint64 { return uint64(k.shared) }

// Private is the local memory of a thread in bytes.
func (k *Kernel) Private() uint64 { return uint64(k.local) }

// Occupancy is how many blocks of a size, with dynamic shared memory in bytes, one
// multiprocessor runs at a time.
func (k *Kernel) Occupancy(block int, shared uint64) (int, error) {
	var n int32
	err := k.module.dev.Call("cuOccupancyMaxActiveBlocksPerMultiprocessor", uintptr(unsafe.Pointer(&n)), k.handle, uintptr(block), uintptr(shared))
	return int(n), err
}
