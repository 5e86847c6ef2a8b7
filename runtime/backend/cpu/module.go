// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"sync"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// Module is an image that is loaded: a shared object of its own, with its own variables, even if
// the same image is loaded twice.
type Module struct {
	d       *Device
	name    string
	options backend.LoadOptions
	meta    *fatbin.Metadata
	code    *object
	parts   *parts // of SPIR-V whose kernels are compiled one by one; nil: all is in code

	globals   map[string]abi.Global
	constants uint64 // bytes of the globals that are __constant__
	segment   [2]uintptr
	formats   map[uint32]string
	printf    uintptr
	heap      uintptr
	aborts    bool

	mu      sync.Mutex
	kernels map[string]*Kernel
}

// Load implements [backend.Device].
func (d *Device) Load(image []byte, o backend.LoadOptions) (backend.Module, error) {
	meta, err := d.fits(image)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	m := &Module{d: d, name: o.Name, options: o, meta: meta, kernels: make(map[string]*Kernel)}
	if m.code, err = loadObject(image, o.Name); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	if err = m.readRecords(); err == nil {
		err = m.shareMemory()
	}
	if err != nil {
		m.Unload()
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return m, nil
}

// readRecords notes the variables and the formats of printf.
func (m *Module) readRecords() (err error) {
	if m.globals, m.constants, err = m.meta.GlobalsByName(); err != nil {
		return err
	}
	for name, g := range m.globals {
		if size := m.meta.Module.SegmentSize; m.parts != nil && (g.Offset > size || g.Size > size-g.Offset) {
			return fmt.Errorf("variable %q lies outside of the segment", name)
		}
		at := m.symbol(name)
		if at == 0 {
			return fmt.Errorf("variable %q has a record and no symbol: %w", name, fatbin.ErrNotFound)
		}
		if m.segment[0] == 0 || at < m.segment[0] {
			m.segment[0] = at
		}
		m.segment[1] = max(m.segment[1], at+uintptr(g.Size))
	}
	m.formats, err = m.meta.PrintfFormats()
	return err
}

// shareMemory allocates what the module's kernels share with the host, and sets the variables
// by which they know of it (docs/design/abi.md).
func (m *Module) shareMemory() (err error) {
	set := func(name string, value uint64) {
		if at := m.symbol(name); at != 0 {
			*(*uint64)(pointer(at)) = value
		}
	}
	if m.symbol(abi.VarPrintfBuffer) != 0 {
		size := m.options.PrintfBuffer &^ 7
		if m.printf, err = m.d.Alloc(backend.HostMemory, uint64(size)+16); err != nil {
			return err
		}
		*(*uint32)(pointer(m.printf + 4)) = size
		set(abi.VarPrintfBuffer, uint64(m.printf))
	}
	if m.symbol(abi.VarAbort) != 0 {
		p, err := m.d.AbortWord()
		if err != nil {
			return err
		}
		m.aborts = true
		set(abi.VarAbort, uint64(p))
	}
	if m.symbol(abi.VarHeap) != 0 {
		if m.heap, err = m.d.Alloc(backend.DeviceMemory, m.options.Heap); err != nil {
			return err
		}
		set(abi.VarHeap, uint64(m.heap))
		set(abi.VarHeapSize, m.options.Heap)
	}
	if m.symbol(abi.VarRaceCheck) != 0 {
		l, err := m.d.open()
		if err != nil {
			return err
		}
		set(abi.VarRaceCheck, uint64(l.lib.Symbol("gohip_cpu_race_check")))
	}
	return nil
}

// Parts implements [backend.Shared].
func (m *Module) Parts() backend.Parts {
	p := backend.Parts{Segment: m.segment[0], SegmentSize: uint64(m.segment[1] - m.segment[0]), Constants: m.constants, PrintfBuffer: m.printf, Formats: m.formats}
	if m.aborts {
		p.AbortWord, _ = m.d.AbortWord()
	}
	return p
}

// KernelNames implements [backend.Module].
func (m *Module) KernelNames() []string { return m.meta.KernelNames() }

// Kernel implements [backend.Module].
func (m *Module) Kernel(name string) (backend.Kernel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.kernels[name]; ok {
		return k, nil
	}
	meta, err := m.meta.Kernel(name)
	if err != nil {
		return nil, fmt.Errorf("%w in %s, which has %s", err, m.name, backend.ListNames(m.KernelNames()))
	}
	var k *Kernel
	if m.parts != nil {
		k, err = m.parts.kernel(m, meta)
	} else {
		k, err = m.newKernel(meta)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
	}
	m.kernels[name] = k
	return k, nil
}

// Global implements [backend.Module].
func (m *Module) Global(name string) (uintptr, uint64, error) {
	own, g, ok := backend.FindGlobal(name, m.globals)
	if !ok {
		return 0, 0, backend.NoGlobal(name, m.name, m.globals)
	}
	return m.symbol(own), g.Size, nil
}

// Unload implements [backend.Module].
func (m *Module) Unload() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.kernels {
		k.pin.Unpin()
		engineUses.Delete(k)
	}
	m.kernels = nil
	first := m.code.close()
	if m.parts != nil {
		first = m.parts.unload(m.d)
	}
	for _, p := range []*uintptr{&m.printf, &m.heap} {
		if *p != 0 {
			if err := m.d.Free(*p); err != nil && first == nil {
				first = err
			}
			*p = 0
		}
	}
	return first
}
