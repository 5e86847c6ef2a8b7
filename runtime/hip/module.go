// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Module is device code loaded on one device. Kernels are compiled when they are
// first asked for.
type Module struct {
	dev  *Device
	impl backend.Module
	name string
}

// LoadFile loads a file: a fat binary (compressed or not), or a bare SPIR-V, PTX or
// gfx image.
func (d *Device) LoadFile(path string) (*Module, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return d.Load(b, path)
}

// Load loads device code from memory: a fat binary, of which the image that fits
// the device best is taken, or a bare image. name is what error messages call it.
// LLVM IR, and SPIR-V for a device that takes another form, are compiled first.
// The bytes must not change while the module is loaded.
func (d *Device) Load(code []byte, name string) (*Module, error) {
	image, err := d.SelectImage(code, name)
	if err != nil {
		return nil, err
	}
	if d.NeedsCompile(image) {
		im, err := Compile(context.Background(), image, CompileOptions{Name: name, Device: d})
		if err != nil {
			return nil, err
		}
		image = im.Bytes
	}
	m, err := d.impl.Load(image, name)
	if err != nil {
		return nil, err
	}
	return &Module{d, m, name}, nil
}

// LoadBundle loads from a fat binary of unknown length, as it lies in memory behind
// a HIPF wrapper; r gives at most size bytes.
func (d *Device) LoadBundle(r io.ReaderAt, size int64, name string) (*Module, error) {
	head := make([]byte, 24)
	n, _ := r.ReadAt(head[:min(size, 24)], 0)
	head = head[:n]
	kind := fatbin.Sniff(head)
	if !kind.IsBundle() {
		return nil, fmt.Errorf("%s: %w: neither a clang offload bundle nor a compressed one, it starts with %q", name, ErrNoImage, head)
	}
	if kind == fatbin.KindCompressed {
		image, err := d.imageOf(r, size, name)
		if err != nil {
			return nil, err
		}
		return d.Load(image, name)
	}
	n64, err := fatbin.MeasureBundle(r)
	if err == nil && n64 > size {
		err = fmt.Errorf("the bundle says it has %d bytes; %d can be read", n64, size)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := make([]byte, n64)
	if _, err := r.ReadAt(b, 0); err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d.Load(b, name)
}

// SelectImage finds the image for the device in whatever the bytes are: a fat binary's
// entry, SPIR-V where nothing fits better, and what is no fat binary as it is.
func (d *Device) SelectImage(code []byte, name string) ([]byte, error) {
	if !fatbin.Sniff(code).IsBundle() {
		return code, nil
	}
	return d.imageOf(fatbin.Bytes(code), int64(len(code)), name)
}

// imageOf returns the image for the device out of a bundle, compressed or not.
func (d *Device) imageOf(r io.ReaderAt, size int64, name string) ([]byte, error) {
	b, err := fatbin.ReadBundle(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	in := d.impl.Info()
	e, err := b.Best(in.Arch, in.Target)
	if err != nil && in.Arch != target.SPIRV64 {
		// SPIR-V, which is compiled for the device, is better than nothing.
		if v, e2 := b.Best(target.SPIRV64, target.ID{}); e2 == nil {
			e, err = v, nil
		}
	}
	if err != nil {
		option := "--offload=spirv64"
		if in.Target.Processor != "" {
			option = "--offload-arch=" + in.Target.Processor
		}
		return nil, fmt.Errorf("%s: device %d (%s): %w; compile it with %s: %w", name, d.ordinal, in.Name, err, option, ErrUnsupportedImage)
	}
	image, err := e.Bytes()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return image, nil
}

// Device is where the module is loaded.
func (m *Module) Device() *Device { return m.dev }

// Backend returns the backend's module.
func (m *Module) Backend() backend.Module { return m.impl }

// KernelNames lists the module's kernels in the order of the image.
func (m *Module) KernelNames() []string { return m.impl.KernelNames() }

// Function finds a kernel by its symbol name and compiles it if that has not
// happened. An error that wraps [fatbin.ErrNotFound] lists what the module has.
func (m *Module) Function(name string) (*Function, error) {
	k, err := m.impl.Kernel(name)
	if err != nil {
		return nil, err
	}
	return &Function{m, k}, nil
}

// Global returns the address and the size in bytes of a device variable.
func (m *Module) Global(name string) (address uintptr, size uint64, err error) {
	return m.impl.Global(name)
}

// Unload frees the module. Its functions must not be used after it, nor be running.
func (m *Module) Unload() error { return m.impl.Unload() }

// Function is a compiled kernel.
type Function struct {
	mod *Module
	k   backend.Kernel
}

// Name is the kernel's symbol name.
func (f *Function) Name() string { return f.k.Meta().Name }

// Kernel describes the kernel: its arguments with their sizes and kinds.
func (f *Function) Kernel() *abi.Kernel { return f.k.Meta() }

// Backend returns the backend's kernel.
func (f *Function) Backend() backend.Kernel { return f.k }

// MaxThreads is the largest block the kernel can run with.
func (f *Function) MaxThreads() int { return f.k.MaxThreads() }

var errClosed = errors.New("already closed")
