// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Backends lists the GPUs of libamdhip64 as devices of package runtime. No library,
// or a library without a GPU, is an empty list and a reason.
func Backends() (devices []backend.Device, reasons []string, err error) {
	h, err := Open("")
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return nil, []string{"rocm: no libamdhip64"}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return h.Backends()
}

// Backends lists the GPUs of one library; see the function of this name.
func (h *HIP) Backends() (devices []backend.Device, reasons []string, err error) {
	list, err := h.Devices()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", h.Path, err)
	}
	if len(list) == 0 {
		return nil, []string{"rocm: " + h.Path + " finds no GPU"}, nil
	}
	for _, d := range list {
		devices = append(devices, newBackend(d))
	}
	return devices, nil, nil
}

// rocmDevice is a Device behind runtime's interface.
type rocmDevice struct {
	*Device
	info backend.Info

	mu    sync.Mutex
	kinds map[uintptr]Kind // of live allocations
}

func newBackend(d *Device) *rocmDevice {
	r := &rocmDevice{Device: d, kinds: make(map[uintptr]Kind)}
	in := &r.info
	*in = backend.Info{
		Backend: "rocm", Name: d.Name, Vendor: "AMD", Platform: "ROCm",
		Driver:       fmt.Sprintf("HIP %d.%d.%d", d.hip.Runtime/10000000, d.hip.Runtime/100000%100, d.hip.Runtime%100000),
		ComputeUnits: d.ComputeUnits, WarpSize: d.WarpSize, ClockKHz: d.ClockKHz,
		GlobalMem: uint64(d.Memory), MaxAlloc: uint64(d.Memory), SharedMem: uint64(d.SharedMemory),
		ConstantMem: uint64(min(d.Memory, 1<<31-1)),
		MaxThreads:  d.MaxThreads, MaxBlock: [3]int{d.MaxThreads, d.MaxThreads, d.MaxThreads},
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32,
		FP64: true, FP16: true, Int64Atomics: true, SubGroupSizes: []int{d.WarpSize},
	}
	fmt.Sscanf(d.PCI, "%x:%x:%x", &in.PCI[0], &in.PCI[1], &in.PCI[2])
	copy(in.UUID[:], fmt.Sprintf("%-16s", d.PCI))
	// A library that is not AMD's own may speak HIP for a device that takes SPIR-V.
	if id, err := target.ParseID(d.Arch); err == nil && target.IsAMD(d.Arch) {
		in.Arch, in.Target = target.AMDGCN, id
		in.Major, in.Minor, _ = target.Version(id.Processor) // HIP's compute capability
	} else {
		in.Arch, in.Target = target.SPIRV64, target.ID{Processor: target.Generic}
	}
	return r
}

func (d *rocmDevice) Info() *backend.Info { return &d.info }
func (d *rocmDevice) Native() any         { return d.Device }

func (d *rocmDevice) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	k := map[backend.MemoryKind]Kind{backend.DeviceMemory: DeviceMemory, backend.HostMemory: HostMemory, backend.ManagedMemory: ManagedMemory}[kind]
	p, err := d.Device.Alloc(int64(size), k)
	if err == nil {
		d.mu.Lock()
		d.kinds[p] = k
		d.mu.Unlock()
	}
	return p, err
}

func (d *rocmDevice) Free(address uintptr) error {
	d.mu.Lock()
	k := d.kinds[address]
	delete(d.kinds, address)
	d.mu.Unlock()
	return d.Device.Free(address, k)
}

func (d *rocmDevice) NewQueue() (backend.Queue, error) {
	s, err := d.NewStream(false)
	if err != nil {
		return nil, err
	}
	q := &rocmQueue{Stream: s}
	if q.start, err = d.NewEvent(); err == nil {
		err = q.start.Record(s)
	}
	if err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// rocmQueue is a stream; start is the event that times count from.
type rocmQueue struct {
	*Stream
	start *Event
}

// hipMemcpyDefault lets the library find out which side an address is of.
const memcpyDefault = 4

func (q *rocmQueue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	kernel, ok := k.(*rocmKernel)
	if !ok {
		return fmt.Errorf("rocm: a kernel of another backend (%T) cannot be launched on this queue", k)
	}
	return q.Stream.Launch(kernel.Function, grid, block, shared, kernel.pack(args))
}

// pack lays arguments out as the kernel's metadata says.
func (k *rocmKernel) pack(args [][]byte) []byte {
	var buf []byte
	n := 0
	for i := range k.meta.Args {
		a := &k.meta.Args[i]
		if a.Hidden() {
			continue
		}
		if need := int(a.Offset + a.Size); need > len(buf) {
			buf = append(buf, make([]byte, need-len(buf))...)
		}
		if backend.Explicit(a) {
			copy(buf[a.Offset:], args[n])
			n++
			continue
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], backend.SharedOffset(k.meta, a))
		copy(buf[a.Offset:a.Offset+a.Size], b[:])
	}
	return buf
}

func (q *rocmQueue) Copy(dst, src uintptr, size uint64, wait bool) error {
	if size == 0 {
		return nil
	}
	d := q.dev
	if err := d.on(func() error { return d.hip.do(hipMemcpyAsync, dst, src, uintptr(size), memcpyDefault, q.handle) }); err != nil || !wait {
		return err
	}
	return q.Synchronize()
}

func (q *rocmQueue) Fill(dst uintptr, pattern []byte, size uint64) error {
	width := len(pattern)
	if width == 0 || size%uint64(width) != 0 {
		return fmt.Errorf("rocm: %d bytes cannot be filled with a pattern of %d", size, width)
	}
	if width == 1 || width == 2 || width == 4 {
		word := make([]byte, 4)
		copy(word, pattern)
		return q.Stream.Fill(dst, binary.LittleEndian.Uint32(word), width, int64(size)/int64(width))
	}
	// Longer patterns: once from the host, then each copy doubles what is there.
	if size == 0 {
		return nil
	}
	if err := q.Copy(dst, uintptr(unsafe.Pointer(&pattern[0])), uint64(width), true); err != nil {
		return err
	}
	for done := uint64(width); done < size; done *= 2 {
		if err := q.Copy(dst+uintptr(done), dst, min(done, size-done), false); err != nil {
			return err
		}
	}
	return nil
}

func (q *rocmQueue) Finish() error { return q.Synchronize() }

func (q *rocmQueue) Mark() (backend.Event, error) {
	e, err := q.dev.NewEvent()
	if err != nil {
		return nil, err
	}
	if err := e.Record(q.Stream); err != nil {
		e.Close()
		return nil, err
	}
	return &rocmEvent{Event: e, start: q.start}, nil
}

func (q *rocmQueue) Wait(e backend.Event) error {
	r, ok := e.(*rocmEvent)
	if !ok {
		return e.Wait()
	}
	return q.Stream.Wait(r.Event)
}

func (q *rocmQueue) Close() {
	if q.start != nil {
		q.start.Close()
	}
	q.Stream.Close()
}

type rocmEvent struct {
	*Event
	start *Event
}

func (e *rocmEvent) Wait() error { return e.Synchronize() }
func (e *rocmEvent) Done() bool {
	done, err := e.Event.Done()
	return done || err != nil
}
func (e *rocmEvent) Time() uint64 {
	ms, err := e.Elapsed(e.start)
	if err != nil {
		return 0
	}
	return uint64(float64(ms) * 1e6)
}
func (e *rocmEvent) Close() { e.Event.Close() }

// rocmModule is a code object. The library loads it at the first use.
type rocmModule struct {
	dev     *rocmDevice
	name    string
	image   []byte
	kernels []fatbin.Kernel

	mu     sync.Mutex
	module *Module
	err    error
}

var (
	_ backend.Device = (*rocmDevice)(nil)
	_ backend.Queue  = (*rocmQueue)(nil)
	_ backend.Module = (*rocmModule)(nil)
	_ backend.Kernel = (*rocmKernel)(nil)
)

// Load reads the image's metadata; AMD's runtime sees it when something of it is
// asked for.
func (d *rocmDevice) Load(image []byte, name string) (backend.Module, error) {
	m := &rocmModule{dev: d, name: name, image: image}
	var err error
	switch k := fatbin.Sniff(image); {
	case k.IsELF():
		var g *fatbin.GFX
		if g, err = fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image))); err == nil {
			if id := g.TargetID(); !fits(id, d.info.Target) {
				return nil, fmt.Errorf("%s: it is for %s; %s is %s: %w", name, id, d.info.Name, d.info.Target, ErrWrongGPU)
			}
			m.kernels, err = g.Kernels()
		}
	case k == fatbin.KindSPIRV:
		var s *fatbin.SPIRV
		if s, err = fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image))); err == nil {
			m.kernels, err = s.Kernels()
		}
	default:
		return nil, fmt.Errorf("%s: neither an AMD code object nor SPIR-V; it starts with % x", name, image[:min(8, len(image))])
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// ErrWrongGPU means that a code object is for another processor.
var ErrWrongGPU = errors.New("code object for another GPU")

// fits applies the target ID rules: equal processors, or a generic one that covers
// the device; a feature that the image sets must be set so on the device.
func fits(image, device target.ID) bool {
	if image.Processor != device.Processor {
		return target.RankAMD(image, device) > 0
	}
	for _, f := range image.Features {
		if on, set := device.Feature(f.Name); set && on != f.On {
			return false
		}
	}
	return true
}

func (m *rocmModule) load() (*Module, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.module == nil && m.err == nil {
		m.module, m.err = m.dev.Device.Load(m.image)
		if m.err != nil {
			m.err = fmt.Errorf("%s: %w", m.name, m.err)
		}
	}
	return m.module, m.err
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

// Flush has nothing to deliver: AMD's runtime prints itself, and reports a trap as
// the error of the next call.
func (m *rocmModule) Flush() error { return nil }

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

type rocmKernel struct {
	*Function
	meta *fatbin.Kernel
}

func (k *rocmKernel) Meta() *fatbin.Kernel { return k.meta }
func (k *rocmKernel) Native() uintptr      { return k.handle }
func (k *rocmKernel) MaxThreads() int {
	compiled := int(k.meta.MaxFlatWorkgroup)
	n, err := k.Attribute(AttrMaxThreadsPerBlock)
	switch {
	case err != nil || n <= 0:
		return compiled
	case compiled > 0:
		return min(n, compiled)
	}
	return n
}
func (k *rocmKernel) StaticShared() uint64 { return k.meta.GroupSize }
func (k *rocmKernel) Private() uint64      { return k.meta.PrivateSize }
