// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"encoding/binary"
	"fmt"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/devicespirv"
)

// parts are a SPIR-V module whose kernels are compiled one by one. Each kernel becomes an image of
// its own, and all share the module's variable segment, as on an OpenCL device.
type parts struct {
	compile func(il []byte) (image []byte, err error)
	index   *devicespirv.Index
	segment uintptr
	loaded  []*Module
}

// compiledWhole is the most kernels of a module that is compiled as a whole. A part takes as long as
// twenty small kernels more in a whole module, because a process is started for each.
const compiledWhole = 32

// InParts reports whether the kernels of a SPIR-V module are better compiled one by one. Modules of
// other producers have variables of their own, which would be in each part again.
func (d *Device) InParts(image []byte) bool {
	s, err := fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image)))
	return err == nil && s.Metadata() != nil && len(s.Metadata().KernelNames()) > compiledWhole
}

// LoadInParts loads a SPIR-V module. Each kernel is compiled by the function at its first use.
func (d *Device) LoadInParts(image []byte, o backend.LoadOptions, compile func(il []byte) ([]byte, error)) (backend.Module, error) {
	s, err := fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	m := &Module{d: d, name: o.Name, options: o, meta: s.Metadata(), kernels: make(map[string]*Kernel), parts: &parts{compile: compile}}
	if m.parts.index, err = devicespirv.NewIndex(image); err == nil {
		err = m.loadSegment()
	}
	if err == nil {
		err = m.readRecords()
	}
	if err == nil {
		err = m.shareMemory()
	}
	if err != nil {
		m.Unload()
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return m, nil
}

// loadSegment allocates the variables, with their initial content.
func (m *Module) loadSegment() (err error) {
	size := m.meta.Module.SegmentSize
	if size == 0 {
		return nil
	}
	if m.parts.segment, err = m.d.Alloc(backend.DeviceMemory, size); err != nil {
		return err
	}
	base := m.parts.segment
	m.segment = [2]uintptr{base, base + uintptr(size)}
	content := memory(base, size)
	for p, err := range m.meta.Data() {
		if err != nil {
			return err
		}
		copy(content[p.Offset:], p.Data)
	}
	relocs, err := m.meta.Relocs()
	if err != nil {
		return err
	}
	for _, r := range relocs {
		if r.Offset > size || size-r.Offset < 8 {
			return fmt.Errorf("a relocation at %d in a segment of %d bytes", r.Offset, size)
		}
		binary.LittleEndian.PutUint64(content[r.Offset:], uint64(base)+r.Target)
	}
	return nil
}

// symbol returns the address of a variable or a kernel, 0 if there is none of that name.
func (m *Module) symbol(name string) uintptr {
	if m.parts == nil {
		return m.code.symbol(name)
	}
	if g, ok := m.globals[name]; ok {
		return m.parts.segment + uintptr(g.Offset)
	}
	return 0
}

// kernel compiles a kernel.
func (p *parts) kernel(m *Module, meta *abi.Kernel) (*Kernel, error) {
	name := meta.Symbol
	if name == "" {
		name = meta.Name
	}
	record := m.meta.Module
	record.SharedSegment = true
	il, ok, err := p.index.Part(name, []string{abi.Record(abi.ModuleKind, record), abi.Record(abi.KernelKind, meta)})
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("its entry point %q: %w", name, fatbin.ErrNotFound)
	}
	image, err := p.compile(il)
	if err != nil {
		return nil, err
	}
	loaded, err := m.d.Load(image, m.options)
	if err != nil {
		return nil, err
	}
	part := loaded.(*Module)
	p.loaded = append(p.loaded, part)
	if at := part.symbol(abi.VarSegment); at != 0 {
		*(*uint64)(pointer(at)) = uint64(p.segment)
	}
	k, err := part.Kernel(name)
	if err != nil {
		return nil, err
	}
	return k.(*Kernel), nil
}

// unload unloads the parts, and frees the variables.
func (p *parts) unload(d *Device) error {
	var first error
	for _, m := range p.loaded {
		if err := m.Unload(); err != nil && first == nil {
			first = err
		}
	}
	p.loaded = nil
	if p.segment != 0 {
		if err := d.Free(p.segment); err != nil && first == nil {
			first = err
		}
		p.segment = 0
	}
	return first
}
