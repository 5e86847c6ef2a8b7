// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"errors"
	"runtime"
	"unsafe"
)

// Module is a code object loaded on one device.
type Module struct {
	dev    *Device
	handle uintptr
}

// Load loads a gfx code object, or a fat binary that holds one for this device.
func (d *Device) Load(image []byte) (*Module, error) {
	if len(image) == 0 {
		return nil, errors.New("rocm: an empty image cannot be loaded")
	}
	h := new(uintptr)
	defer runtime.KeepAlive(image)
	if err := d.on(func() error {
		return d.hip.do(hipModuleLoadData, uintptr(unsafe.Pointer(h)), uintptr(unsafe.Pointer(&image[0])))
	}); err != nil {
		return nil, err
	}
	return &Module{dev: d, handle: *h}, nil
}

// Close unloads the module, with its functions and variables.
func (m *Module) Close() error {
	return m.dev.on(func() error { return m.dev.hip.do(hipModuleUnload, m.handle) })
}

func cstr(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// Function returns a kernel by its symbol name.
func (m *Module) Function(name string) (*Function, error) {
	h := new(uintptr)
	if err := m.dev.on(func() error {
		return m.dev.hip.do(hipModuleGetFunction, uintptr(unsafe.Pointer(h)), m.handle, uintptr(unsafe.Pointer(cstr(name))))
	}); err != nil {
		return nil, err
	}
	return &Function{Name: name, dev: m.dev, handle: *h}, nil
}

// Global returns the address and size in bytes of a device variable.
func (m *Module) Global(name string) (uintptr, int64, error) {
	p, n := new(uintptr), new(uint64)
	err := m.dev.on(func() error {
		return m.dev.hip.do(hipModuleGetGlobal, uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(n)), m.handle, uintptr(unsafe.Pointer(cstr(name))))
	})
	return *p, int64(*n), err
}

// Function is a kernel.
type Function struct {
	Name   string
	dev    *Device
	handle uintptr
}

// Attributes of hipFunction_attribute.
const (
	AttrMaxThreadsPerBlock = 0
	AttrSharedSizeBytes    = 1
	AttrConstSizeBytes     = 2
	AttrLocalSizeBytes     = 3
	AttrNumRegs            = 4
)

// Attribute returns a property of the kernel.
func (f *Function) Attribute(a int) (int, error) {
	v := new(int32)
	err := f.dev.on(func() error {
		return f.dev.hip.do(hipFuncGetAttribute, uintptr(unsafe.Pointer(v)), uintptr(a), f.handle)
	})
	return int(*v), err
}

// Markers of hipModuleLaunchKernel's extra list (hip_runtime_api.h).
const (
	launchBuffer     = 1
	launchBufferSize = 2
	launchEnd        = 3
)

// Launch enqueues the kernel. args is the kernel argument buffer with HIP's layout:
// every argument at its natural alignment.
func (s *Stream) Launch(f *Function, grid, block [3]uint32, shared uint32, args []byte) error {
	// The library finds the buffer and its size through pointers that the garbage collector does
	// not see: pin them.
	var pin runtime.Pinner
	defer pin.Unpin()
	size := new(uintptr)
	*size = uintptr(len(args))
	buf := args
	if len(buf) == 0 {
		buf = make([]byte, 1)
	}
	pin.Pin(&buf[0])
	pin.Pin(size)
	extra := new([5]uintptr)
	pin.Pin(extra)
	*extra = [5]uintptr{launchBuffer, uintptr(unsafe.Pointer(&buf[0])), launchBufferSize, uintptr(unsafe.Pointer(size)), launchEnd}
	return s.dev.on(func() error {
		return s.dev.hip.do(hipModuleLaunchKernel, f.handle,
			uintptr(grid[0]), uintptr(grid[1]), uintptr(grid[2]),
			uintptr(block[0]), uintptr(block[1]), uintptr(block[2]),
			uintptr(shared), s.handle, 0, uintptr(unsafe.Pointer(extra)))
	})
}
