// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Module is a loaded code object.
type Module struct {
	d       *Device
	code    *code
	output  io.Writer         // destination of printf
	formats map[uint64]string // for buffered printf

	mu     sync.Mutex
	printf uintptr // the buffer of buffered printf, 0 until a kernel uses it
}

// Load implements [backend.Device].
func (d *Device) Load(image []byte, o backend.LoadOptions) (backend.Module, error) {
	g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	id := g.TargetID()
	if target.RankAMD(id, d.info.Target) == 0 {
		return nil, fmt.Errorf("%s: it is for %s; the emulated device is %s: %w", o.Name, id, d.info.Target, backend.ErrUnsupportedImage)
	}
	meta, err := g.Metadata()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	c, err := loadCode(image, o.Name)
	if err != nil {
		return nil, err
	}
	for _, r := range c.regions {
		d.mem.add(r)
	}
	d.mu.Lock()
	list := append(slices.Clone(d.codes()), c)
	d.loaded.Store(&list)
	d.mu.Unlock()
	c.host.device, c.host.output = d, o.Output
	m := &Module{d: d, code: c, output: o.Output}
	if meta != nil {
		m.formats = formats(meta.Printf)
	}
	return m, nil
}

func (d *Device) codes() []*code {
	if p := d.loaded.Load(); p != nil {
		return *p
	}
	return nil
}

// KernelNames implements [backend.Module].
func (m *Module) KernelNames() []string {
	var out []string
	for i := range m.code.kernels {
		out = append(out, m.code.kernels[i].Name)
	}
	return out
}

// Kernel implements [backend.Module].
func (m *Module) Kernel(name string) (backend.Kernel, error) {
	for i := range m.code.kernels {
		if m.code.kernels[i].Name == name {
			return &Kernel{m, &m.code.kernels[i]}, nil
		}
	}
	return nil, fmt.Errorf("%s: kernel %s: %w", m.code.name, name, fatbin.ErrNotFound)
}

// Global implements [backend.Module].
func (m *Module) Global(name string) (uintptr, uint64, error) {
	for _, g := range m.code.globals {
		if g.Name == name {
			return uintptr(m.code.bias + g.Offset), g.Size, nil
		}
	}
	return 0, 0, fmt.Errorf("%s: variable %s: %w", m.code.name, name, fatbin.ErrNotFound)
}

// Unload implements [backend.Module].
func (m *Module) Unload() error {
	d := m.d
	d.mu.Lock()
	list := slices.DeleteFunc(slices.Clone(d.codes()), func(c *code) bool { return c == m.code })
	d.loaded.Store(&list)
	d.mu.Unlock()
	for _, r := range m.code.regions {
		d.mem.remove(r.start)
	}
	m.code.unmap()
	err := m.code.host.close()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.printf != 0 {
		err = errors.Join(err, d.Free(m.printf))
		m.printf = 0
	}
	return err
}
