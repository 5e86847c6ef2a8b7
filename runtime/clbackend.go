// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/opencl"
	"gohipcc/runtime/spirv"
)

// WarpSize is the warp size of every SPIR-V device: kernels that use warp functions
// ask for sub-groups of this size.
const WarpSize = spirv.WarpSize

// clDevice is a device of the OpenCL road.
type clDevice struct {
	info  backend.Info
	dev   *opencl.Device
	once  sync.Once
	ctx   *opencl.Context
	err   error
	cache *programCache

	mu     sync.Mutex
	mapped map[uintptr][]byte // system memory by address
	svm    []uintptr          // SVM buffers, for kernels' lists
	abort  uintptr
}

// openCLDevices lists the devices that take SPIR-V. Others are left out; the reason
// is kept for an error message when none is left.
func openCLDevices() (devices []backend.Device, reasons []string, err error) {
	lib, err := opencl.Load()
	if err != nil {
		return nil, nil, err
	}
	platforms, err := lib.Platforms()
	if err != nil {
		return nil, nil, err
	}
	if len(platforms) == 0 {
		return nil, []string{lib.Path() + " finds no OpenCL platform"}, nil
	}
	cache := openProgramCache()
	for _, p := range platforms {
		ds, err := p.Devices()
		if err != nil {
			reasons = append(reasons, fmt.Sprintf("platform %s: %v", p.Name, err))
			continue
		}
		if len(ds) == 0 {
			why := "it has no device"
			if a := noDeviceAdvice[p.Name]; a != "" {
				why += "; " + a
			}
			reasons = append(reasons, fmt.Sprintf("platform %s: %s", p.Name, why))
		}
		for _, d := range ds {
			if why := unfit(d); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s (%s): %s", d.Name, p.Name, why))
				continue
			}
			devices = append(devices, &clDevice{info: describeCL(d), dev: d, cache: cache, mapped: make(map[uintptr][]byte)})
		}
	}
	return devices, reasons, nil
}

// noDeviceAdvice says what to do about a platform without devices, by its name.
var noDeviceAdvice = map[string]string{
	"rusticl": "RUSTICL_ENABLE names the drivers that it may use, llvmpipe among them for the CPU",
}

// unfit says why HIP programs cannot run on the device, or "".
func unfit(d *opencl.Device) string {
	takes := slices.ContainsFunc(d.ILs, func(s string) bool { return strings.HasPrefix(s, "SPIR-V") })
	switch {
	case !takes && strings.Contains(d.Platform.Name, "NVIDIA"):
		return "takes no SPIR-V; the CUDA road drives it"
	case !takes:
		return "takes no SPIR-V"
	case d.AddressBits != 64:
		return fmt.Sprintf("has %d-bit addresses", d.AddressBits)
	case !d.USM && d.SVM == 0:
		return "has neither unified shared memory nor SVM, so no pointers"
	}
	return ""
}

// poclPlatform is the name of PoCL's platform.
const poclPlatform = "Portable Computing Language"

// spirvFeatures says what a device has of what HIP takes for granted.
func spirvFeatures(d *opencl.Device) *spirv.Device {
	return &spirv.Device{
		Name: d.Name, Platform: d.Platform.Name,
		Warps: slices.Contains(d.SubGroupSizes, WarpSize) && d.HasExtension("cl_khr_subgroup_shuffle") && d.HasExtension("cl_khr_subgroup_ballot"),
		// PoCL computes with halves, and its version 6 does not say so.
		FP16: d.FP16 || d.Platform.Name == poclPlatform,
		FP64: d.FP64, Int64Atomics: d.Int64Atomics, GenericAddresses: d.GenericAddresses,
	}
}

func describeCL(d *opencl.Device) backend.Info {
	cpu := d.Type&opencl.DeviceCPU != 0
	threads := int(min(d.MaxWorkGroup, 1024))
	if !cpu || d.MaxWorkGroup < 1024 {
		threads = int(d.MaxWorkGroup)
	}
	in := backend.Info{
		Road: "opencl", Name: d.Name, Vendor: d.Vendor, Platform: d.Platform.Name,
		Driver: d.Platform.Version + " / " + d.DriverVersion,
		Arch:   "spirv64", Major: 9, Minor: 0, CPU: cpu,
		Integrated: d.HostUnified, HostAccess: cpu && d.SVM&opencl.SVMFineSystem != 0,
		ComputeUnits: int(d.ComputeUnits), WarpSize: WarpSize, ClockKHz: int(d.ClockMHz) * 1000,
		GlobalMem: d.GlobalMem, MaxAlloc: d.MaxAlloc, SharedMem: min(d.LocalMem, 1<<31-1), ConstantMem: d.ConstantMem,
		L2Cache: d.CacheSize, MaxThreads: threads,
		MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, // as AMD's devices have it
		FP64:    d.FP64, FP16: d.FP16, Int64Atomics: d.Int64Atomics,
		UUID: d.UUID, ILs: d.ILs,
	}
	for _, l := range spirv.Lacks(spirvFeatures(d)) {
		in.Lacks = append(in.Lacks, backend.Lack(l))
	}
	switch {
	case d.SVM&opencl.SVMFineSystem != 0:
		in.Memory = "the host's own (fine-grained system SVM)"
	case d.USM:
		in.Memory = "unified shared memory (cl_intel_unified_shared_memory)"
	case d.SVM&opencl.SVMFineBuffer != 0:
		in.Memory = "fine-grained SVM buffers"
	default:
		in.Memory = "coarse-grained SVM buffers"
	}
	for i, m := range d.MaxWorkItems {
		in.MaxBlock[i] = int(min(m, uint64(threads)))
	}
	for _, s := range d.SubGroupSizes {
		in.SubGroupSizes = append(in.SubGroupSizes, int(s))
	}
	if d.HasPCI {
		in.PCI = [3]int{int(d.PCI[0]), int(d.PCI[1]), int(d.PCI[2])}
	}
	if !d.HasUUID {
		copy(in.UUID[:], fmt.Sprintf("%-16.16s", d.Name))
	}
	return in
}

func (d *clDevice) Info() *backend.Info { return &d.info }

func (d *clDevice) context() (*opencl.Context, error) {
	d.once.Do(func() { d.ctx, d.err = d.dev.NewContext() })
	return d.ctx, d.err
}

func (d *clDevice) Native() any {
	ctx, err := d.context()
	if err != nil {
		return nil
	}
	return ctx
}

// systemMemory reports whether any host address is a device address.
func (d *clDevice) systemMemory() bool { return d.dev.SVM&opencl.SVMFineSystem != 0 }

func (d *clDevice) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	ctx, err := d.context()
	if err != nil {
		return 0, err
	}
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("%d bytes on a device of %d: %w", size, d.info.GlobalMem, ErrOutOfMemory)
	}
	switch {
	case d.systemMemory():
		b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %v: %w", size, err, ErrOutOfMemory)
		}
		p := uintptr(unsafe.Pointer(&b[0]))
		d.mu.Lock()
		d.mapped[p] = b
		d.mu.Unlock()
		return p, nil
	case d.dev.USM:
		k := map[backend.MemoryKind]int{backend.DeviceMemory: opencl.MemDevice, backend.HostMemory: opencl.MemHost, backend.ManagedMemory: opencl.MemShared}[kind]
		p, err := ctx.AllocUSM(k, uintptr(size), 0)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %w: %w", size, err, ErrOutOfMemory)
		}
		return p, d.zero(p, size)
	}
	p, err := ctx.AllocSVM(uintptr(size), 0)
	if err != nil {
		return 0, fmt.Errorf("%d bytes: %w: %w", size, err, ErrOutOfMemory)
	}
	d.mu.Lock()
	d.svm = append(d.svm, p)
	d.mu.Unlock()
	return p, d.zero(p, size)
}

// zero makes fresh memory read as zero everywhere, as mapped memory does.
func (d *clDevice) zero(p uintptr, size uint64) error {
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	if whole := size &^ 3; whole > 0 {
		if err := q.Fill(p, []byte{0, 0, 0, 0}, uintptr(whole)); err != nil {
			return err
		}
	}
	if rest := size & 3; rest > 0 {
		if err := q.Fill(p+uintptr(size&^3), []byte{0}, uintptr(rest)); err != nil {
			return err
		}
	}
	return q.Finish()
}

func (d *clDevice) Free(p uintptr) error {
	switch {
	case d.systemMemory():
		d.mu.Lock()
		b, ok := d.mapped[p]
		delete(d.mapped, p)
		d.mu.Unlock()
		if !ok {
			return fmt.Errorf("address %#x is not an allocation of %s", p, d.info.Name)
		}
		return unix.Munmap(b)
	case d.dev.USM:
		return d.ctx.FreeUSM(p)
	}
	d.mu.Lock()
	d.svm = slices.DeleteFunc(d.svm, func(q uintptr) bool { return q == p })
	d.mu.Unlock()
	d.ctx.FreeSVM(p)
	return nil
}

// abortWord is the device's word of docs/ABI.md, "abort, assert, trap".
func (d *clDevice) abortWord() (uintptr, error) {
	d.mu.Lock()
	p := d.abort
	d.mu.Unlock()
	if p != 0 {
		return p, nil
	}
	p, err := d.Alloc(backend.HostMemory, 64)
	if err == nil {
		d.mu.Lock()
		d.abort = p
		d.mu.Unlock()
	}
	return p, err
}

type clQueue struct {
	d *clDevice
	q *opencl.Queue
}

func (d *clDevice) NewQueue() (backend.Queue, error) {
	ctx, err := d.context()
	if err != nil {
		return nil, err
	}
	q, err := ctx.NewQueue()
	if err != nil {
		return nil, err
	}
	return &clQueue{d, q}, nil
}

func (q *clQueue) Copy(dst, src uintptr, size uint64, wait bool) error {
	return q.q.Copy(dst, src, uintptr(size), wait)
}

func (q *clQueue) Fill(dst uintptr, pattern []byte, size uint64) error {
	return q.q.Fill(dst, pattern, uintptr(size))
}

func (q *clQueue) Finish() error { return q.q.Finish() }
func (q *clQueue) Close()        { q.q.Release() }

func (q *clQueue) Mark() (backend.Event, error) {
	e, err := q.q.Marker()
	if err != nil {
		return nil, err
	}
	q.q.Flush()
	return clEvent{e}, nil
}

func (q *clQueue) Wait(e backend.Event) error {
	ce, ok := e.(clEvent)
	if !ok {
		return e.Wait()
	}
	return q.q.WaitFor(ce.e)
}

func (q *clQueue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	ck, ok := k.(*clKernel)
	if !ok {
		return errors.New("the kernel belongs to another kind of device")
	}
	ck.mu.Lock()
	defer ck.mu.Unlock()
	next := 0
	for i := range ck.meta.Args {
		a := &ck.meta.Args[i]
		var err error
		switch a.ValueKind {
		case "hidden_dynamic_lds", "dynamic_shared_pointer":
			err = ck.k.SetArg(i, uintptr(max(shared, 1)), nil)
		case "hidden_gohip_segment":
			err = ck.k.SetArgPointer(i, ck.mod.segment)
		default:
			if next >= len(args) {
				return fmt.Errorf("kernel %s takes more than the %d arguments given", ck.meta.Name, len(args))
			}
			b := args[next]
			next++
			if uint64(len(b)) != a.Size {
				return fmt.Errorf("kernel %s: argument %d has %d bytes, %d given", ck.meta.Name, next-1, a.Size, len(b))
			}
			if a.ValueKind == "global_buffer" {
				err = ck.k.SetArgPointer(i, uintptr(binary.LittleEndian.Uint64(b)))
			} else {
				err = ck.k.SetArg(i, uintptr(len(b)), unsafe.Pointer(&b[0]))
			}
		}
		if err != nil {
			return fmt.Errorf("kernel %s, argument %d: %w", ck.meta.Name, i, err)
		}
	}
	if next != len(args) {
		return fmt.Errorf("kernel %s takes %d arguments, %d given", ck.meta.Name, next, len(args))
	}
	if !q.d.systemMemory() && !q.d.dev.USM {
		q.d.mu.Lock()
		list := slices.Clone(q.d.svm)
		q.d.mu.Unlock()
		if err := ck.k.SetSVMPointers(list); err != nil {
			return err
		}
	}
	var global, local [3]uint64
	for i := range grid {
		global[i], local[i] = uint64(grid[i])*uint64(block[i]), uint64(block[i])
	}
	return q.q.Launch(ck.k, global, local)
}

type clEvent struct{ e *opencl.Event }

func (e clEvent) Wait() error  { return e.e.Wait() }
func (e clEvent) Done() bool   { return e.e.Done() }
func (e clEvent) Time() uint64 { return e.e.EndTime() }
func (e clEvent) Close()       { e.e.Release() }

// clModule is a SPIR-V image on an OpenCL device. Its kernels are compiled one by
// one, each from its own part of the image.
type clModule struct {
	d       *clDevice
	name    string
	image   []byte
	spirv   *fatbin.SPIRV
	meta    *fatbin.Metadata // nil for an image of another producer
	foreign map[string]*fatbin.Kernel
	names   []string

	segment     uintptr
	segmentSize uint64
	globals     map[string]fatbin.Global
	constants   uint64 // bytes of the globals that are __constant__
	printf      uintptr
	printfSize  uint32
	heap        uintptr
	formats     map[uint32]string

	mu      sync.Mutex
	index   *spirv.Index
	kernels map[string]*clKernel
}

type clKernel struct {
	mod  *clModule
	meta *fatbin.Kernel
	prog *opencl.Program
	k    *opencl.Kernel
	mu   sync.Mutex // an OpenCL kernel holds its arguments

	shared uint64 // bytes of shared memory beside the program's own
}

func (k *clKernel) Meta() *fatbin.Kernel { return k.meta }
func (k *clKernel) Native() uintptr      { return k.k.Handle }
func (k *clKernel) MaxThreads() int {
	n := k.k.WorkGroup(opencl.KernelWorkGroupSize)
	limit := uint64(k.mod.d.info.MaxThreads)
	if m := k.meta.MaxFlatWorkgroup; m > 0 {
		limit = min(limit, m)
	}
	if n == 0 || n > limit {
		n = limit
	}
	return int(n)
}

func (k *clKernel) StaticShared() uint64 {
	return k.meta.GroupSize + k.shared
}

func (k *clKernel) Private() uint64 { return k.k.WorkGroup(opencl.KernelPrivateMemSize) }

// Variables that the runtime fills in (docs/ABI.md).
const (
	varPrintf   = "__gohip_printf_buffer"
	varAbort    = "__gohip_abort"
	varHeap     = "__gohip_heap"
	varHeapSize = "__gohip_heap_size"
	varClock    = "__gohip_clock_ticks" // the device library's count of readings
)

// Sizes of what a module shares with the host, in bytes. PrintfBufferSize and
// HeapSize hold for modules loaded after a change.
var (
	PrintfBufferSize uint32 = 32 << 20
	HeapSize         uint64 = 64 << 20
)

// otherKind says what an image is that is no SPIR-V, or nil when it is a damaged one.
func (d *clDevice) otherKind(image []byte) error {
	if g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image))); err == nil {
		return fmt.Errorf("it is an AMD code object for %s, and %s takes SPIR-V; compile it with --offload=spirv64: %w", g.Processor, d.info.Name, ErrUnsupportedImage)
	}
	magic := []byte{3, 2, 0x23, 7}
	if start := image[:min(len(image), 16)]; !bytes.HasPrefix(start, magic[:min(len(start), 4)]) || len(start) == 0 {
		return fmt.Errorf("%w: its %d bytes start with %q, as no fat binary, SPIR-V, LLVM bitcode or AMD code object does", ErrNoImage, len(image), start)
	}
	return nil
}

func (d *clDevice) Load(image []byte, name string) (backend.Module, error) {
	if _, err := d.context(); err != nil {
		return nil, err
	}
	s, err := fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		if other := d.otherKind(image); other != nil {
			err = other
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m := &clModule{d: d, name: name, image: image, spirv: s, meta: s.Metadata(), kernels: make(map[string]*clKernel)}
	if err := m.fits(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if m.meta == nil {
		ks, err := s.Kernels()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m.foreign = make(map[string]*fatbin.Kernel)
		for i := range ks {
			m.foreign[ks[i].Name] = &ks[i]
			m.names = append(m.names, ks[i].Name)
		}
		return m, nil
	}
	m.names = m.meta.KernelNames()
	if err := m.loadSegment(); err != nil {
		m.Unload()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// fits checks the image's version of SPIR-V. What else a device may lack is a question
// to each kernel.
func (m *clModule) fits() error {
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
	// Exchanges within sub-groups are instructions of SPIR-V 1.3. A device that lists
	// them as extensions of an older version takes them all the same, and spirv.Adapt gives
	// others something else.
	if major == 1 && minor < 3 && (slices.Contains(m.d.dev.Extensions, "cl_khr_subgroup_shuffle") || m.meta != nil && minor == 2 && !spirvFeatures(m.d.dev).Warps) {
		minor = 3
	}
	if m.spirv.Major > major || m.spirv.Major == major && m.spirv.Minor > minor {
		return fmt.Errorf("the image is SPIR-V %s; %s takes %v: %w", m.spirv.Version(), m.d.info.Name, m.d.dev.ILs, ErrUnsupportedImage)
	}
	return nil
}

// loadSegment places the module's variables on the device.
func (m *clModule) loadSegment() error {
	globals, err := m.meta.Globals()
	if err != nil {
		return err
	}
	m.globals = make(map[string]fatbin.Global, len(globals))
	for _, g := range globals {
		m.globals[g.Name] = g
		if g.Constant {
			m.constants += g.Size
		}
	}
	formats, err := m.meta.Printfs()
	if err != nil {
		return err
	}
	m.formats = make(map[uint32]string, len(formats))
	for _, f := range formats {
		m.formats[f.ID] = f.Format
	}
	size := m.meta.Module.SegmentSize
	if size == 0 {
		return nil
	}
	if size > m.d.info.GlobalMem {
		return fmt.Errorf("variables of %d bytes on a device of %d: %w", size, m.d.info.GlobalMem, ErrOutOfMemory)
	}
	base, err := m.d.Alloc(backend.DeviceMemory, size)
	if err != nil {
		return err
	}
	m.segment, m.segmentSize = base, size
	// Only what is not zero travels: a segment may be large and almost empty.
	var pieces []fatbin.SegmentData
	for p, err := range m.meta.Data() {
		if err != nil {
			return err
		}
		pieces = append(pieces, p)
	}
	word := func(off, value uint64) error {
		if off > size || size-off < 8 {
			return fmt.Errorf("a relocation at %d in a segment of %d bytes", off, size)
		}
		pieces = append(pieces, fatbin.SegmentData{Offset: off, Data: binary.LittleEndian.AppendUint64(nil, value)})
		return nil
	}
	relocs, err := m.meta.Relocs()
	if err != nil {
		return err
	}
	for _, r := range relocs {
		if err := word(r.Offset, uint64(base)+r.Target); err != nil {
			return err
		}
	}
	if g, ok := m.globals[varPrintf]; ok {
		n := PrintfBufferSize &^ 7
		if m.printf, err = m.d.Alloc(backend.HostMemory, uint64(n)+16); err != nil {
			return err
		}
		m.printfSize = n
		head := binary.LittleEndian.AppendUint32(make([]byte, 4), n)
		if err := m.d.write(m.printf, head); err != nil {
			return err
		}
		if err := word(g.Offset, uint64(m.printf)); err != nil {
			return err
		}
	}
	if g, ok := m.globals[varAbort]; ok {
		p, err := m.d.abortWord()
		if err != nil {
			return err
		}
		if err := word(g.Offset, uint64(p)); err != nil {
			return err
		}
	}
	if g, ok := m.globals[varHeap]; ok {
		if m.heap, err = m.d.Alloc(backend.DeviceMemory, HeapSize); err != nil {
			return err
		}
		if err := word(g.Offset, uint64(m.heap)); err != nil {
			return err
		}
		if s, ok := m.globals[varHeapSize]; ok {
			if err := word(s.Offset, HeapSize); err != nil {
				return err
			}
		}
	}
	for _, p := range pieces {
		if err := m.d.write(base+uintptr(p.Offset), p.Data); err != nil {
			return err
		}
	}
	return nil
}

// pointer turns an address of memory that Go did not allocate into a pointer.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// write copies host bytes to a device address and waits.
func (d *clDevice) write(dst uintptr, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if d.info.HostAccess {
		copy(unsafe.Slice((*byte)(pointer(dst)), len(b)), b)
		return nil
	}
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	return q.Copy(dst, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), true)
}

// read copies from a device address and waits.
func (d *clDevice) read(b []byte, src uintptr) error {
	if len(b) == 0 {
		return nil
	}
	if d.info.HostAccess {
		copy(b, unsafe.Slice((*byte)(pointer(src)), len(b)))
		return nil
	}
	q, err := d.ctx.NewQueue()
	if err != nil {
		return err
	}
	defer q.Release()
	return q.Copy(uintptr(unsafe.Pointer(&b[0])), src, uintptr(len(b)), true)
}

// Parts implements [backend.Shared].
func (m *clModule) Parts() backend.Parts {
	p := backend.Parts{Segment: m.segment, SegmentSize: m.segmentSize, Constants: m.constants, PrintfBuffer: m.printf, Formats: m.formats}
	if _, ok := m.globals[varAbort]; ok {
		p.AbortWord, _ = m.d.abortWord()
	}
	return p
}

func (m *clModule) KernelNames() []string { return m.names }

func (m *clModule) record(name string) (*fatbin.Kernel, error) {
	if m.meta != nil {
		return m.meta.Kernel(name)
	}
	if k, ok := m.foreign[name]; ok {
		return k, nil
	}
	return nil, fmt.Errorf("kernel %q: %w", name, fatbin.ErrNotFound)
}

func (m *clModule) Kernel(name string) (backend.Kernel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.kernels[name]; ok {
		return k, nil
	}
	meta, err := m.record(name)
	if err != nil {
		return nil, fmt.Errorf("%w in %s, which has %s", err, m.name, ListNames(m.names))
	}
	if m.index == nil {
		if m.index, err = spirv.NewIndex(m.image); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	symbol := meta.Symbol
	il, ok := m.index.Prune(symbol)
	if !ok {
		symbol = meta.Name
		if il, ok = m.index.Prune(symbol); !ok {
			return nil, fmt.Errorf("%s: kernel %q: %w", m.name, symbol, fatbin.ErrNotFound)
		}
	}
	il, shared, err := spirv.Adapt(il, name, m.meta != nil, spirvFeatures(m.d.dev))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name, err)
	}
	if g, ok := m.globals[varClock]; ok && m.d.readsCycles() {
		if il, err = spirv.CycleCounter(il, g.Offset); err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	prog, err := m.d.build(il)
	if err != nil {
		return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
	}
	k, err := prog.Kernel(symbol)
	if err != nil {
		prog.Release()
		return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
	}
	ck := &clKernel{mod: m, meta: meta, prog: prog, k: k, shared: shared}
	if !m.d.systemMemory() && m.d.dev.USM {
		if err := k.SetIndirectAccess(); err != nil {
			return nil, fmt.Errorf("%s, kernel %s: %w", m.name, name, err)
		}
	}
	m.kernels[name] = ck
	return ck, nil
}

// readsCycles reports whether kernels of the device can read this processor's cycle
// counter, which programs may do on x86-64 only.
func (d *clDevice) readsCycles() bool {
	return d.info.CPU && d.dev.Platform.Name == poclPlatform && goruntime.GOARCH == "amd64"
}

// ReadsCycles reports whether clock64() counts this processor's cycles on the device.
func (d *Device) ReadsCycles() bool {
	cl, ok := d.impl.(*clDevice)
	return ok && cl.readsCycles()
}

// build compiles SPIR-V for the device, or takes the result from the cache.
func (d *clDevice) build(il []byte) (*opencl.Program, error) {
	const options = ""
	var key string
	if d.cache != nil {
		key = d.cache.key([]byte("2"), []byte(d.info.Name), []byte(d.info.Driver), []byte(options), il)
		if bin := d.cache.get(key); bin != nil {
			p, err := d.ctx.ProgramWithBinary(bin)
			if err == nil {
				if err = p.Build(options); err == nil {
					return p, nil
				}
				p.Release()
			}
			d.cache.drop(key)
		}
	}
	p, err := d.compile(il, options)
	if err != nil {
		return nil, err
	}
	if d.cache != nil {
		if bin, err := p.Binary(); err == nil {
			d.cache.put(key, bin)
		}
	}
	return p, nil
}

// compile has the driver build SPIR-V, at first in the form it compiles best.
func (d *clDevice) compile(il []byte, options string) (*opencl.Program, error) {
	forms := [][]byte{il}
	if d.dev.Platform.Name == poclPlatform {
		better, err := spirv.LLVMIntrinsics(il)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(better, il) {
			forms = [][]byte{better, il}
		}
	}
	var first error
	for _, form := range forms {
		if f := os.Getenv("GOHIP_DUMP_SPIRV"); f != "" {
			os.WriteFile(f, form, 0o644)
		}
		p, err := d.ctx.ProgramWithIL(form)
		if err == nil {
			if err = p.Build(options); err == nil {
				return p, nil
			}
			p.Release()
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

func (m *clModule) Global(name string) (uintptr, uint64, error) {
	g, ok := m.globals[name]
	if !ok {
		var have []string
		for n := range m.globals {
			if !strings.HasPrefix(n, "__gohip_") {
				have = append(have, n)
			}
		}
		slices.Sort(have)
		return 0, 0, fmt.Errorf("variable %q: %w in %s, which has %s", name, fatbin.ErrNotFound, m.name, ListNames(have))
	}
	return m.segment + uintptr(g.Offset), g.Size, nil
}

func (m *clModule) Unload() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.kernels {
		k.k.Release()
		k.prog.Release()
	}
	m.kernels = nil
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

// ListNames shows names in a message, not more than fit there.
func ListNames(names []string) string {
	const most = 12
	switch {
	case len(names) == 0:
		return "none"
	case len(names) <= most:
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, … (%d in all)", strings.Join(names[:most], ", "), len(names))
}
