// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/devicespirv"
)

// module is a SPIR-V image on an OpenCL device. Its kernels are compiled one by
// one, each from its own part of the image, unless the image has code for the device.
type module struct {
	d       *Device
	name    string
	options backend.LoadOptions
	image   []byte
	code    []byte // for the device, compiled from the image; nil: there is none, or the driver rejected it
	spirv   *fatbin.SPIRV
	meta    *fatbin.Metadata // nil for an image of another producer
	foreign map[string]*abi.Kernel
	names   []string

	segment     uintptr
	segmentSize uint64
	globals     map[string]abi.Global
	constants   uint64 // bytes of the globals that are __constant__
	printf      uintptr
	printfSize  uint32
	heap        uintptr
	formats     map[uint32]string

	mu      sync.Mutex
	program *cl.Program // of the code
	index   *devicespirv.Index
	kernels map[string]*kernel
}

// Load implements [backend.Device].
func (d *Device) Load(image []byte, o backend.LoadOptions) (backend.Module, error) {
	if _, err := d.context(); err != nil {
		return nil, err
	}
	image, code, err := d.partsOf(image)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	s, err := fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	m := &module{d: d, code: code, name: o.Name, options: o, image: image, spirv: s, meta: s.Metadata(), kernels: make(map[string]*kernel)}
	if err := m.fits(); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	if m.meta == nil {
		ks, err := s.Kernels()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		m.foreign = make(map[string]*abi.Kernel)
		for i := range ks {
			m.foreign[ks[i].Name] = &ks[i]
			m.names = append(m.names, ks[i].Name)
		}
		return m, nil
	}
	m.names = m.meta.KernelNames()
	if err := m.loadSegment(); err != nil {
		m.Unload()
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	return m, nil
}

// fits checks the image's version of SPIR-V. Other features are checked per kernel.
func (m *module) fits() error {
	major, minor := 0, 0
	for _, il := range m.d.dev.ILs {
		if v, ok := strings.CutPrefix(il, "SPIR-V_"); ok {
			a, b, _ := strings.Cut(v, ".")
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			if x > major || x == major && y > minor {
				major, minor = x, y
			}
		}
	}
	// Sub-group shuffles are in SPIR-V 1.3. A device that lists them as extensions of an older
	// version accepts that all the same, and devicespirv.Adapt rewrites modules for others.
	if major == 1 && minor < 3 && (slices.Contains(m.d.dev.Extensions, "cl_khr_subgroup_shuffle") || m.meta != nil && minor == 2 && !spirvFeatures(m.d.dev).Warps) {
		minor = 3
	}
	if m.spirv.Major > major || m.spirv.Major == major && m.spirv.Minor > minor {
		return fmt.Errorf("the image is SPIR-V %s; %s takes %v: %w", m.spirv.Version(), m.d.info.Name, m.d.dev.ILs, devicespirv.ErrUnsupported)
	}
	return nil
}

// loadSegment allocates the module's variables on the device.
func (m *module) loadSegment() error {
	if err := m.readRecords(); err != nil {
		return err
	}
	size := m.meta.Module.SegmentSize
	if size == 0 {
		return nil
	}
	if size > m.d.info.GlobalMem {
		return fmt.Errorf("variables of %d bytes on a device of %d: %w", size, m.d.info.GlobalMem, backend.ErrOutOfMemory)
	}
	base, err := m.d.Alloc(backend.DeviceMemory, size)
	if err != nil {
		return err
	}
	m.segment, m.segmentSize = base, size
	c := contents{size: size}
	for p, err := range m.meta.Data() {
		if err != nil {
			return err
		}
		c.pieces = append(c.pieces, p)
	}
	relocs, err := m.meta.Relocs()
	if err != nil {
		return err
	}
	for _, r := range relocs {
		if err := c.word(r.Offset, uint64(base)+r.Target); err != nil {
			return err
		}
	}
	if err := m.shareMemory(&c); err != nil {
		return err
	}
	for _, p := range c.pieces {
		if err := m.d.write(base+uintptr(p.Offset), p.Data); err != nil {
			return err
		}
	}
	return nil
}

// readRecords reads the records of variables and printf formats.
func (m *module) readRecords() (err error) {
	if m.globals, m.constants, err = m.meta.GlobalsByName(); err != nil {
		return err
	}
	m.formats, err = m.meta.PrintfFormats()
	return err
}

// contents is the initial content of a segment. Only non-zero parts are transferred: a segment may
// be large and almost empty.
type contents struct {
	size   uint64 // of the segment
	pieces []abi.SegmentData
}

// word adds an address or another 64-bit number.
func (c *contents) word(off, value uint64) error {
	if off > c.size || c.size-off < 8 {
		return fmt.Errorf("a relocation at %d in a segment of %d bytes", off, c.size)
	}
	c.pieces = append(c.pieces, abi.SegmentData{Offset: off, Data: binary.LittleEndian.AppendUint64(nil, value)})
	return nil
}

// shareMemory allocates the memory that the module's kernels share with the host, and sets the
// variables with its addresses (docs/design/abi.md).
func (m *module) shareMemory(c *contents) (err error) {
	set := func(name string, value uint64) {
		if g, ok := m.globals[name]; ok && err == nil {
			err = c.word(g.Offset, value)
		}
	}
	if _, ok := m.globals[abi.VarPrintfBuffer]; ok {
		m.printfSize = m.options.PrintfBuffer &^ 7
		if m.printf, err = m.d.Alloc(backend.HostMemory, uint64(m.printfSize)+16); err != nil {
			return err
		}
		if err := m.d.write(m.printf, binary.LittleEndian.AppendUint32(make([]byte, 4), m.printfSize)); err != nil {
			return err
		}
		set(abi.VarPrintfBuffer, uint64(m.printf))
	}
	if _, ok := m.globals[abi.VarAbort]; ok {
		p, e := m.d.AbortWord()
		if e != nil {
			return e
		}
		set(abi.VarAbort, uint64(p))
	}
	if _, ok := m.globals[abi.VarHeap]; ok {
		var e error
		if m.heap, e = m.d.Alloc(backend.DeviceMemory, m.options.Heap); e != nil {
			return e
		}
		set(abi.VarHeap, uint64(m.heap))
		set(abi.VarHeapSize, m.options.Heap)
	}
	return err
}

// Parts implements [backend.Shared].
func (m *module) Parts() backend.Parts {
	p := backend.Parts{Segment: m.segment, SegmentSize: m.segmentSize, Constants: m.constants, PrintfBuffer: m.printf, Formats: m.formats}
	if _, ok := m.globals[abi.VarAbort]; ok {
		p.AbortWord, _ = m.d.AbortWord()
	}
	return p
}

// KernelNames implements [backend.Module].
func (m *module) KernelNames() []string { return m.names }

func (m *module) record(name string) (*abi.Kernel, error) {
	if m.meta != nil {
		return m.meta.Kernel(name)
	}
	if k, ok := m.foreign[name]; ok {
		return k, nil
	}
	return nil, fmt.Errorf("kernel %q: %w", name, fatbin.ErrNotFound)
}

// Kernel implements [backend.Module].
func (m *module) Kernel(name string) (backend.Kernel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.kernels[name]; ok {
		return k, nil
	}
	meta, err := m.record(name)
	if err != nil {
		return nil, fmt.Errorf("%w in %s, which has %s", err, m.name, backend.ListNames(m.names))
	}
	if m.index == nil {
		if m.index, err = devicespirv.NewIndex(m.image); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	if k := m.compiledKernel(meta); k != nil {
		m.kernels[name] = k
		return k, nil
	}
	symbol := meta.Symbol
	il, ok := m.index.Prune(symbol)
	if !ok {
		symbol = meta.Name
		if il, ok = m.index.Prune(symbol); !ok {
			return nil, fmt.Errorf("%s: kernel %q: %w", m.name, symbol, fatbin.ErrNotFound)
		}
	}
	il, shared, err := devicespirv.Adapt(il, name, m.meta != nil, spirvFeatures(m.d.dev))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	if g, ok := m.globals[abi.VarClockTicks]; ok && m.d.ReadsCycles() {
		if il, err = devicespirv.CycleCounter(il, g.Offset); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	if needs(m.d.dev, poclShortNames) {
		if il, symbol, err = devicespirv.ShortName(il, symbol); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	prog, err := m.d.buildWaiting(il, slices.Contains(meta.Features, abi.FeatureGridSync))
	if err != nil {
		return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
	}
	k, err := m.kernelOf(prog, symbol)
	if err != nil {
		prog.Release()
		return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
	}
	ck := &kernel{mod: m, meta: meta, symbol: symbol, prog: prog, k: k, shared: shared, stack: devicespirv.PrivateSize(il)}
	m.kernels[name] = ck
	return ck, nil
}

// Global implements [backend.Module].
func (m *module) Global(name string) (uintptr, uint64, error) {
	_, g, ok := backend.FindGlobal(name, m.globals)
	if !ok {
		return 0, 0, backend.NoGlobal(name, m.name, m.globals)
	}
	return m.segment + uintptr(g.Offset), g.Size, nil
}

// Unload implements [backend.Module].
func (m *module) Unload() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.kernels {
		k.release()
	}
	m.kernels = nil
	if m.program != nil {
		m.program.Release()
		m.program = nil
	}
	var first error
	for _, p := range []*uintptr{&m.segment, &m.printf, &m.heap} {
		if *p != 0 {
			if err := m.d.Free(*p); err != nil && first == nil {
				first = err
			}
			*p = 0
		}
	}
	return first
}
