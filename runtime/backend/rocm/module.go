// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"fmt"
	"strings"
	"sync"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// rocmModule is a code object. The library loads it on first use.
type rocmModule struct {
	dev     *rocmDevice
	name    string
	image   []byte
	kernels []abi.Kernel

	mu     sync.Mutex
	module *Module
	err    error
}

// Load reads the image's metadata; AMD's runtime gets the image on first use.
func (d *rocmDevice) Load(image []byte, o backend.LoadOptions) (backend.Module, error) {
	m := &rocmModule{dev: d, name: o.Name, image: image}
	var err error
	switch k := fatbin.Sniff(image); {
	case k.IsELF():
		var g *fatbin.GFX
		if g, err = fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image))); err == nil {
			if id := g.TargetID(); !fits(id, d.info.Target) {
				return nil, fmt.Errorf("%s: it is for %s; %s is %s: %w", o.Name, id, d.info.Name, d.info.Target, backend.ErrUnsupportedImage)
			}
			m.kernels, err = g.Kernels()
		}
	case k == fatbin.KindSPIRV:
		var s *fatbin.SPIRV
		if s, err = fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image))); err == nil {
			m.kernels, err = s.Kernels()
		}
	default:
		return nil, fmt.Errorf("%s: neither an AMD code object nor SPIR-V; it starts with % x: %w", o.Name, image[:min(8, len(image))], backend.ErrNoImage)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return m, nil
}

func (m *rocmModule) KernelNames() []string {
	names := make([]string, len(m.kernels))
	for i := range m.kernels {
		names[i] = m.kernels[i].Name
	}
	return names
}

func (m *rocmModule) Kernel(name string) (backend.Kernel, error) {
	for i := range m.kernels {
		if m.kernels[i].Name != name {
			continue
		}
		mod, err := m.load()
		if err != nil {
			return nil, err
		}
		f, err := mod.Function(name)
		if err != nil {
			return nil, fmt.Errorf("%s: kernel %s: %w", m.name, name, err)
		}
		return &rocmKernel{Function: f, meta: &m.kernels[i]}, nil
	}
	return nil, fmt.Errorf("%s: no kernel %s; it has %s: %w", m.name, name, strings.Join(m.KernelNames(), ", "), fatbin.ErrNotFound)
}

func (m *rocmModule) Global(name string) (uintptr, uint64, error) {
	mod, err := m.load()
	if err != nil {
		return 0, 0, err
	}
	p, n, err := mod.Global(name)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: variable %s: %w", m.name, name, err)
	}
	return p, uint64(n), nil
}

func (m *rocmModule) Unload() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.module == nil {
		return nil
	}
	mod := m.module
	m.module, m.err = nil, fmt.Errorf("%s: the module has been unloaded", m.name)
	return mod.Close()
}
