// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"errors"
	"fmt"
	"slices"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Module is a loaded code object.
type Module struct {
	d       *Device
	code    *code
	formats map[uint64]string // of buffered printf
}

// ErrWrongGPU means that a code object is for another processor.
var ErrWrongGPU = errors.New("code object for another GPU")

// Load implements [backend.Device].
func (d *Device) Load(image []byte, name string) (backend.Module, error) {
	g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	id := g.TargetID()
	if target.RankAMD(id, d.info.Target) == 0 {
		return nil, fmt.Errorf("%s: it is for %s; the emulated device is %s: %w", name, id, d.info.Target, ErrWrongGPU)
	}
	meta, err := g.Metadata()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c, err := loadCode(image, name)
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
	m := &Module{d: d, code: c}
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
	return nil
}
