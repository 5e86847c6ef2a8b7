// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// Module is a PTX image on a device. The driver compiles it on first use, unless there is machine code
// of it that the driver accepts.
type Module struct {
	dev   *Device
	name  string
	image []byte
	code  []byte // machine code, or nil
	ptx   *fatbin.PTX

	mu      sync.Mutex
	handle  uintptr // CUmodule
	err     error
	kernels map[string]*Kernel
}

// Load loads a PTX image. It parses only its directives; the driver gets it at the first Kernel or
// Global.
func (d *Device) Load(image []byte, o backend.LoadOptions) (backend.Module, error) {
	image = bytes.TrimRight(image, "\x00")
	p, err := fatbin.ReadPTX(bytes.NewReader(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return &Module{dev: d, name: o.Name, image: image, ptx: p, kernels: make(map[string]*Kernel)}, nil
}

// LoadAssembled loads a PTX image of which there is machine code for the device. The PTX has the
// records of the kernels, and is compiled if the driver rejects the code, as one does that is older
// than the assembler.
func (d *Device) LoadAssembled(image, code []byte, o backend.LoadOptions) (backend.Module, error) {
	m, err := d.Load(image, o)
	if err != nil {
		return nil, err
	}
	m.(*Module).code = code
	return m, nil
}

// Symbol returns the name that a HIP symbol has in PTX, whose identifiers have no dots.
func Symbol(name string) string { return strings.ReplaceAll(name, ".", "$") }

// KernelNames lists the kernels under the names that host code uses.
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

// describe returns the description of a kernel: its record, else its parameters as declared in the
// PTX.
func (m *Module) describe(name string) (*abi.Kernel, error) {
	if md := m.ptx.Metadata(); md != nil {
		return md.Kernel(name)
	}
	for i := range m.ptx.Kernels {
		if k := m.ptx.Kernels[i]; k.Name == Symbol(name) {
			k.Args = slices.Clone(k.Args)
			for j := range k.Args {
				if a := &k.Args[j]; a.ValueKind == abi.ByValue && a.Size == 8 {
					a.ValueKind = abi.Unknown
				}
			}
			return &k, nil
		}
	}
	return nil, fmt.Errorf("kernel %q: %w", name, fatbin.ErrNotFound)
}

// Kernel returns a kernel; the first call for the module compiles it.
func (m *Module) Kernel(name string) (backend.Kernel, error) {
	meta, err := m.describe(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k, err := m.kernel(name, meta)
	if err != nil {
		return nil, err
	}
	return k, nil
}

// kernel returns a kernel with its description. The caller holds the lock.
func (m *Module) kernel(name string, meta *abi.Kernel) (*Kernel, error) {
	if k := m.kernels[name]; k != nil {
		return k, nil
	}
	if err := m.build(); err != nil {
		return nil, err
	}
	k := &Kernel{meta: *meta, module: m}
	err := m.dev.Within(func() error {
		l := m.dev.Lib
		if err := l.call("cuModuleGetFunction", uintptr(unsafe.Pointer(&k.handle)), m.handle, uintptr(unsafe.Pointer(cstring(Symbol(name))))); err != nil {
			return err
		}
		for _, v := range []struct {
			suffix string
			handle *uintptr
		}{{"$objects", &k.objects}, {"$large", &k.large}} {
			variant := Symbol(name) + v.suffix
			if !slices.ContainsFunc(m.ptx.Kernels, func(k abi.Kernel) bool { return k.Name == variant }) {
				continue
			}
			if err := l.call("cuModuleGetFunction", uintptr(unsafe.Pointer(v.handle)), m.handle, uintptr(unsafe.Pointer(cstring(variant)))); err != nil {
				return err
			}
		}
		for _, a := range []struct {
			number uintptr
			to     *int
		}{{funcMaxThreads, &k.threads}, {funcSharedBytes, &k.shared}, {funcConstBytes, &k.constants}, {funcLocalBytes, &k.local}, {funcRegisters, &k.registers}} {
			var v int32
			if err := l.call("cuFuncGetAttribute", uintptr(unsafe.Pointer(&v)), a.number, k.handle); err != nil {
				return err
			}
			*a.to = int(v)
		}
		return k.countLarge(l)
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

// countLarge reads how many threads the blocks of a kernel's variant for large blocks can have.
func (k *Kernel) countLarge(l *Library) error {
	if k.large == 0 {
		return nil
	}
	k.few = k.threads
	var v int32
	err := l.call("cuFuncGetAttribute", uintptr(unsafe.Pointer(&v)), funcMaxThreads, k.large)
	k.threads = max(k.threads, int(v))
	return err
}

// Global returns the address and size of a device variable.
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

// Unload unloads the module. Its kernels must have ended.
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
