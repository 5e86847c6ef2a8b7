// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package emulator is a software AMD GPU: it runs gfx code objects, instruction by
// instruction, on the CPU. It is a tool to find out whether code is right, on machines
// without such a GPU, and no way to run anything fast.
//
// It keeps to the contract rather than being kind: memory is bounds-checked against
// what was allocated, registers and LDS begin with rubbish, V_RCP_F64 has the few good
// bits of the hardware's, a kernel that does not set up its scratch as the ABI says is
// an error. An instruction that it does not know ends the launch with an error that
// names it.
//
// Instructions are decoded by llvm-objdump once, when a code object is loaded. Their
// meaning follows AMD's ISA documents; the ABI follows LLVM's AMDGPUUsage.
//
// GOHIP_EMULATE=gfx90a makes such a device appear beside the others of package
// runtime; see docs/design/amd.md.
package emulator

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Env names the target to emulate: a processor or target ID, "gfx90a:xnack-", or
// several with commas between them, one device each.
const Env = "GOHIP_EMULATE"

// Device is one emulated GPU.
type Device struct {
	info  backend.Info
	mem   regions
	start time.Time

	mu     sync.Mutex
	mapped map[uintptr][]byte
	loaded atomic.Pointer[[]*code]

	host   hostcalls
	printf struct {
		sync.Mutex
		buffer uintptr
	}
	gws [64]gwsBarrier
}

// gwsBarrier is a resource of global wave sync.
type gwsBarrier struct {
	need    uint32
	waiting []*wave
}

// New makes a device that runs code for a target.
func New(name string) (*Device, error) {
	id, err := target.ParseID(name)
	if err != nil {
		return nil, fmt.Errorf("%s=%s: %w", Env, name, err)
	}
	processor, _ := target.LookUp(id.Processor)
	gen, warp := processor.Generation(), processor.WavefrontSize()
	if gen < 9 || gen > 12 {
		return nil, fmt.Errorf("%s=%s: the emulator knows gfx9 to gfx12 (gfx90a, gfx942, gfx1100, gfx1201, gfx9-generic, …)", Env, name)
	}
	d := &Device{mapped: make(map[uintptr][]byte), start: time.Now()}
	d.info = backend.Info{
		Backend: "emulator", Name: "emulated " + id.Processor, Vendor: "AMD", Driver: "gohipcc emulator", Platform: "emulator",
		Arch: target.AMDGCN, Target: id, Major: gen, CPU: false, Integrated: true, HostAccess: true,
		ComputeUnits: 4, WarpSize: warp, ClockKHz: 1000000,
		GlobalMem: 16 << 30, MaxAlloc: 16 << 30, SharedMem: uint64(processor.LDS), ConstantMem: 1<<31 - 1,
		MaxThreads: 1024, MaxBlock: [3]int{1024, 1024, 1024}, MaxGrid: [3]int{1<<31 - 1, 65536, 65536}, MaxGridThreads: math.MaxUint32,
		FP64: true, FP16: true, Int64Atomics: true, SubGroupSizes: []int{warp},
	}
	copy(d.info.UUID[:], fmt.Sprintf("%-16.16s", "emu-"+id.Processor))
	return d, nil
}

// Backends lists the devices that the environment asks for.
func Backends() (devices []backend.Device, reasons []string, err error) {
	for _, t := range strings.FieldsFunc(os.Getenv(Env), func(r rune) bool { return r == ',' || r == ' ' }) {
		d, err := New(t)
		if err != nil {
			return nil, nil, err
		}
		devices = append(devices, d)
	}
	return devices, nil, nil
}

// Info implements [backend.Device].
func (d *Device) Info() *backend.Info { return &d.info }

// Native implements [backend.Device]: the device itself.
func (d *Device) Native() any { return d }

// clock counts at 100 MHz, as S_MEMREALTIME does.
func (d *Device) clock() uint64 { return uint64(time.Since(d.start) / 10) }

// Alloc implements [backend.Device]. All memory is the process's own; a hole of one
// page follows each allocation.
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("emulator: an allocation of %d bytes on a device of %d", size, d.info.GlobalMem)
	}
	b, err := unix.Mmap(-1, 0, int(size+page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return 0, fmt.Errorf("emulator: %d bytes: %w", size, err)
	}
	p := uintptr(unsafe.Pointer(&b[0]))
	d.mu.Lock()
	d.mapped[p] = b
	d.mu.Unlock()
	what := [...]string{"device memory", "host memory", "managed memory"}[kind]
	d.mem.add(&region{start: uint64(p), end: uint64(p) + size, what: what})
	return p, nil
}

// Free implements [backend.Device].
func (d *Device) Free(p uintptr) error {
	d.mu.Lock()
	b, ok := d.mapped[p]
	delete(d.mapped, p)
	d.mu.Unlock()
	if !ok {
		return fmt.Errorf("emulator: address %#x is not an allocation", p)
	}
	d.mem.remove(uint64(p))
	return unix.Munmap(b)
}

// Register makes size bytes of the program's memory at p reachable, as hipHostRegister does.
func (d *Device) Register(p uintptr, size uint64) {
	d.mem.add(&region{start: uint64(p), end: uint64(p) + size, what: "registered host memory"})
}

// Unregister undoes Register.
func (d *Device) Unregister(p uintptr) { d.mem.remove(uint64(p)) }

func (d *Device) codes() []*code {
	if p := d.loaded.Load(); p != nil {
		return *p
	}
	return nil
}

// Module is a loaded code object.
type Module struct {
	d       *Device
	code    *code
	formats map[uint64]string // of buffered printf
}

// Kernel is one of its kernels.
type Kernel struct {
	m    *Module
	meta *fatbin.Kernel
}

var (
	_ backend.Device = (*Device)(nil)
	_ backend.Module = (*Module)(nil)
	_ backend.Kernel = (*Kernel)(nil)
	_ backend.Queue  = (*Queue)(nil)
	_ backend.Event  = (*Event)(nil)
)

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

// Flush implements [backend.Module]: printf output is out when a launch returns.
func (m *Module) Flush() error { return nil }

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

// Meta implements [backend.Kernel].
func (k *Kernel) Meta() *fatbin.Kernel { return k.meta }

// Native implements [backend.Kernel]: the address of the kernel descriptor.
func (k *Kernel) Native() uintptr {
	return uintptr(k.m.code.bias + k.m.code.descriptors[k.meta.Name].Address)
}

// MaxThreads implements [backend.Kernel].
func (k *Kernel) MaxThreads() int {
	if k.meta.MaxFlatWorkgroup > 0 {
		return int(k.meta.MaxFlatWorkgroup)
	}
	return k.m.d.info.MaxThreads
}

// StaticShared implements [backend.Kernel].
func (k *Kernel) StaticShared() uint64 { return k.meta.GroupSize }

// Private implements [backend.Kernel].
func (k *Kernel) Private() uint64 { return k.meta.PrivateSize }

// Launch runs a kernel and returns when it has ended. args holds the bytes of the
// explicit arguments, in order, as [backend.CheckConfiguration] and [backend.CheckArguments]
// let them through. A launch that fails returns an [*Error].
func (k *Kernel) Launch(grid, block [3]uint32, shared uint32, args [][]byte) error {
	buf, err := k.arguments(grid, block, shared, args)
	if err != nil {
		return err
	}
	err = k.m.d.run(k.m.code, k.meta, grid, block, shared, buf)
	k.m.d.serve()
	k.m.flushPrintf()
	return err
}

// Queue runs work at once, on the thread that asks.
type Queue struct{ d *Device }

// NewQueue implements [backend.Device].
func (d *Device) NewQueue() (backend.Queue, error) { return &Queue{d}, nil }

// Launch implements [backend.Queue].
func (q *Queue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	kernel, ok := k.(*Kernel)
	if !ok {
		return fmt.Errorf("emulator: a kernel of another backend (%T)", k)
	}
	return kernel.Launch(grid, block, shared, args)
}

// Copy implements [backend.Queue].
func (q *Queue) Copy(dst, src uintptr, size uint64, _ bool) error {
	if size > 0 {
		copy(unsafe.Slice((*byte)(hostPointer(uint64(dst))), size), unsafe.Slice((*byte)(hostPointer(uint64(src))), size))
	}
	return nil
}

// Fill implements [backend.Queue].
func (q *Queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	if len(pattern) == 0 || size%uint64(len(pattern)) != 0 {
		return fmt.Errorf("emulator: %d bytes cannot be filled with a pattern of %d", size, len(pattern))
	}
	if size == 0 {
		return nil
	}
	to := unsafe.Slice((*byte)(hostPointer(uint64(dst))), size)
	copy(to, pattern)
	for n := len(pattern); n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
	return nil
}

// Finish implements [backend.Queue].
func (q *Queue) Finish() error { return nil }

// Mark implements [backend.Queue].
func (q *Queue) Mark() (backend.Event, error) {
	return &Event{uint64(time.Since(q.d.start))}, nil
}

// Wait implements [backend.Queue].
func (q *Queue) Wait(e backend.Event) error { return e.Wait() }

// Close implements [backend.Queue].
func (q *Queue) Close() {}

// Event is a point in time: work is done when it has been asked for.
type Event struct{ at uint64 }

// Wait implements [backend.Event].
func (e *Event) Wait() error { return nil }

// Done implements [backend.Event].
func (e *Event) Done() bool { return true }

// Time implements [backend.Event].
func (e *Event) Time() uint64 { return e.at }

// Close implements [backend.Event].
func (e *Event) Close() {}
