// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// group is a resident work-group.
type group struct {
	d     *Device
	l     *launch
	id    [3]uint32
	lds   []byte
	waves []*wave
	alive int
	// signals is the number of waves that have arrived at the barrier by S_BARRIER_SIGNAL.
	signals int
}

// launch is a running kernel.
type launch struct {
	d       *Device
	code    *code
	meta    *abi.Kernel
	desc    fatbin.Descriptor
	grid    [3]uint32 // work-groups
	block   [3]uint32
	shared  uint32
	kernarg uint64
	packet  uint64
	scratch uint64 // bytes per work-item
	next    atomic.Uint64
	stop    atomic.Bool
	waveNo  atomic.Uint64
}

// Error is the error of a failed launch.
type Error struct {
	Kernel      string
	Message     string
	Place       string // function and offset
	Instruction string
	Address     uint64 // of the instruction, in memory
	Group       [3]uint32
	Wave        int
	cause       error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s\n  at %s (%#x): %s\n  work-group (%d, %d, %d), wave %d", e.Kernel, e.Message, e.Place, e.Address, e.Instruction,
		e.Group[0], e.Group[1], e.Group[2], e.Wave)
}

// Reasons why a kernel is terminated; an [*Error] wraps one of these if the kernel is at fault.
var (
	ErrTrap   = errors.New("trap")
	ErrMemory = errors.New("memory fault")
)

// Unwrap returns the cause and [backend.ErrLaunchFailed].
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{backend.ErrLaunchFailed}
	}
	return []error{backend.ErrLaunchFailed, e.cause}
}

const (
	// slice is the number of instructions that a wave executes before others run.
	slice = 20000
	// maxResident limits the number of work-groups that wait for each other.
	maxResident = 2048
	// dynamicStack is the scratch size of kernels with an unbounded stack.
	dynamicStack = 16384
	// scratchAddress is the address at which kernels see private memory (gfx9's resources).
	scratchAddress = 0x7e0000000000
)

// kernargRoom is the number of bytes that may be read beyond the arguments: LLVM loads 12 bytes as
// 16, and AMD's runtime pads the segment accordingly.
const kernargRoom = 16

// run executes a kernel and returns when it has completed.
func (d *Device) run(c *code, meta *abi.Kernel, grid, block [3]uint32, shared uint32, kernarg []byte) error {
	desc, ok := c.descriptors[meta.Name]
	if !ok {
		if desc, ok = c.descriptors[trimKD(meta.Symbol)]; !ok {
			return fmt.Errorf("%s: %s has no descriptor", c.name, meta.Name)
		}
	}
	threads := uint64(block[0]) * uint64(block[1]) * uint64(block[2])
	switch {
	case threads == 0 || threads > 1024:
		return fmt.Errorf("%s: a work-group of %d work-items", meta.Name, threads)
	case uint64(desc.GroupSize)+uint64(shared) > d.info.SharedMem:
		return fmt.Errorf("%s: %d bytes of LDS; a work-group may have %d", meta.Name, uint64(desc.GroupSize)+uint64(shared), d.info.SharedMem)
	}
	mem, err := unix.Mmap(-1, 0, len(kernarg)+4*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	defer unix.Munmap(mem)
	l := &launch{d: d, code: c, meta: meta, desc: desc, grid: grid, block: block, shared: shared}
	base := uint64(uintptr(unsafe.Pointer(&mem[0])))
	// The packet, the queue descriptor and the arguments, each in a region of its own.
	l.packet, l.kernarg = base, base+2*page
	queue := base + page
	copy(mem[2*page:], kernarg)
	l.scratch = uint64(desc.PrivateSize)
	if desc.DynamicStack {
		l.scratch += dynamicStack
	}
	l.fillPacket(mem[:64])
	binary.LittleEndian.PutUint32(mem[page+0x40:], sharedBase>>32) // amd_queue_t.group_segment_aperture_base_hi
	binary.LittleEndian.PutUint32(mem[page+0x44:], privateBase>>32)
	for _, r := range []*region{
		{l.packet, l.packet + 64, true, "the dispatch packet"}, {queue, queue + 256, true, "the queue"},
		{l.kernarg, l.kernarg + uint64(len(kernarg)+kernargRoom), true, "the kernel arguments of " + meta.Name},
	} {
		d.mem.add(r)
		defer d.mem.remove(r.start)
	}

	workers := min(runtime.GOMAXPROCS(0), int(min(uint64(grid[0])*uint64(grid[1])*uint64(grid[2]), 64)))
	if c.usesGWS {
		workers = 1
	}
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() { errs[i] = l.work() })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func trimKD(s string) string {
	if n := len(s) - 3; n > 0 && s[n:] == ".kd" {
		return s[:n]
	}
	return s
}

// fillPacket writes the AQL kernel dispatch packet (HSA Platform System
// Architecture 1.2, 2.9.6).
func (l *launch) fillPacket(b []byte) {
	le := binary.LittleEndian
	le.PutUint16(b, 2) // HSA_PACKET_TYPE_KERNEL_DISPATCH
	le.PutUint16(b[2:], 3)
	for i := range 3 {
		le.PutUint16(b[4+2*i:], uint16(l.block[i]))
		le.PutUint32(b[12+4*i:], uint32(uint64(l.grid[i])*uint64(l.block[i])))
	}
	le.PutUint32(b[24:], uint32(l.scratch))
	le.PutUint32(b[28:], l.desc.GroupSize+l.shared)
	le.PutUint64(b[32:], l.code.bias+l.desc.Address)
	le.PutUint64(b[40:], l.kernarg)
}

// work runs work-groups until none is left. A group runs alone as long as it makes progress; if it
// waits for others, the next one starts.
func (l *launch) work() (err error) {
	total := uint64(l.grid[0]) * uint64(l.grid[1]) * uint64(l.grid[2])
	var resident []*group
	var spare []*group
	more := true
	admit := func() {
		n := l.next.Add(1) - 1
		if n >= total {
			more = false
			return
		}
		var g *group
		if k := len(spare); k > 0 {
			g, spare = spare[k-1], spare[:k-1]
		}
		resident = append(resident, l.newGroup(n, g))
	}
	idle := 0
	for {
		if l.stop.Load() {
			return nil
		}
		if len(resident) == 0 {
			if admit(); len(resident) == 0 {
				return nil
			}
		}
		progress := false
		for _, g := range resident {
			moved, err := g.turn()
			if err != nil {
				l.stop.Store(true)
				return err
			}
			progress = progress || moved
		}
		l.code.host.serve()
		done := len(resident)
		resident = slices.DeleteFunc(resident, func(g *group) bool {
			if g.alive == 0 {
				spare = append(spare, g)
				return true
			}
			return false
		})
		if len(resident) == done && more && len(resident) < maxResident {
			admit()
			continue
		}
		if !progress && len(resident) > 0 {
			if idle++; idle > 1000 && l.code.usesGWS {
				l.stop.Store(true)
				return fmt.Errorf("%s: %d work-groups wait for each other for ever", l.meta.Name, len(resident))
			}
		} else {
			idle = 0
		}
	}
}

// newGroup makes work-group number n resident, reusing the memory of a finished one.
func (l *launch) newGroup(n uint64, g *group) *group {
	threads := int(l.block[0] * l.block[1] * l.block[2])
	size := l.code.waveSize
	if l.code.gen >= 10 {
		size = 64
		if l.desc.Wave32 {
			size = 32
		}
	}
	if g == nil {
		g = &group{d: l.d, l: l, lds: make([]byte, (uint64(l.desc.GroupSize)+uint64(l.shared)+3)&^3)} // whole words, which atomic operations of a part change
		nv := l.desc.VGPRs
		if l.code.splitFiles() {
			nv *= 2
		}
		for range (threads + size - 1) / size {
			w := &wave{g: g, v: make([][64]uint32, nv), size: size}
			w.scratchLane = (l.scratch + 15) &^ 15
			w.scratch = make([]byte, w.scratchLane*uint64(size))
			g.waves = append(g.waves, w)
		}
	} else {
		// Hardware does not clear the memory of a new group either; a pattern exposes code that
		// relies on zeros.
		for i := range g.lds {
			g.lds[i] = 0xcd
		}
	}
	gx, gy := uint64(l.grid[0]), uint64(l.grid[1])
	g.id = [3]uint32{uint32(n % gx), uint32(n / gx % gy), uint32(n / gx / gy)}
	g.alive, g.signals = len(g.waves), 0
	for i, w := range g.waves {
		l.start(g, w, i, threads)
	}
	return g
}

// start initialises a wave's registers (AMDGPUUsage, "Initial Kernel Execution State").
func (l *launch) start(g *group, w *wave, id, threads int) {
	c, d := l.code, &l.desc
	w.code, w.id, w.state, w.scc, w.gprIndex = c, id, running, false, 0
	w.pc = c.index(d.Entry)
	w.all = math.MaxUint64
	if w.size == 32 {
		w.all = math.MaxUint32
	}
	lanes := min(threads-id*w.size, w.size)
	w.exec = w.all
	if lanes < 64 {
		w.exec = 1<<lanes - 1
	}
	w.mode = d.RSRC1>>12&0xff | d.RSRC1>>21&1<<8 | d.RSRC1>>23&1<<9
	if c.gen >= 12 {
		w.mode = d.RSRC1 >> 12 & 0xff
	}
	w.accum = d.AccumOffset
	if c.splitFiles() {
		w.accum = d.VGPRs
	}
	l.scalars(g, w)
	l.workItemIDs(w, id, lanes)
}

// untouched is the content of uninitialised registers, on which no code may rely.
const untouched = 0xdeadbeef

// scalars initialises the SGPRs of a wave (AMDGPU usage, "Initial Kernel Execution State").
func (l *launch) scalars(g *group, w *wave) {
	c, d := l.code, &l.desc
	for i := range w.s {
		w.s[i] = untouched
	}
	waveOffset := uint64(1+l.waveNo.Add(1)%1024) * l.scratch * uint64(w.size)
	waveOffset = (waveOffset + 1023) &^ 1023
	w.flatScratch = scratchAddress + waveOffset
	n := 0
	put := func(values ...uint32) { n += copy(w.s[n:], values) }
	pair := func(v uint64) { put(uint32(v), uint32(v>>32)) }
	for _, what := range d.UserData {
		switch what {
		case "private_segment_buffer":
			pair(scratchAddress | 1<<63) // swizzled
			pair(math.MaxUint32 | 1<<55) // ADD_TID_ENABLE
		case "dispatch_ptr":
			pair(l.packet)
		case "queue_ptr":
			pair(l.packet + page)
		case "kernarg_segment_ptr":
			pair(l.kernarg)
		case "dispatch_id":
			pair(0)
		case "flat_scratch_init":
			pair(scratchAddress)
		case "private_segment_size":
			put(uint32(l.scratch))
		}
	}
	n = d.UserSGPRs
	if c.gen >= 12 {
		w.s[regTTMP+9] = g.id[0]
		w.s[regTTMP+7] = g.id[1]&0xffff | g.id[2]<<16
	} else {
		for i, id := range g.id {
			if d.RSRC2>>(7+i)&1 != 0 {
				put(id)
			}
		}
		if d.RSRC2>>10&1 != 0 {
			put(0) // work-group info
		}
	}
	if d.RSRC2&1 != 0 && !c.architected {
		put(uint32(waveOffset))
	}
}

// workItemIDs initialises the VGPRs of a wave.
func (l *launch) workItemIDs(w *wave, id, lanes int) {
	for r := range w.v {
		for i := range w.v[r] {
			w.v[r][i] = untouched
		}
	}
	bx, by := int(l.block[0]), int(l.block[1])
	for i := range lanes {
		t := id*w.size + i
		x, y, z := uint32(t%bx), uint32(t/bx%by), uint32(t/bx/by)
		if l.code.packedIDs {
			w.v[0][i] = x | y<<10 | z<<20
			continue
		}
		w.v[0][i] = x
		if l.desc.WorkitemIDs > 1 {
			w.v[1][i] = y
		}
		if l.desc.WorkitemIDs > 2 {
			w.v[2][i] = z
		}
	}
}

// turn runs a slice of every wave of a group, and reports whether any made progress.
func (g *group) turn() (moved bool, err error) {
	for {
		waiting := 0
		ran := false
		for _, w := range g.waves {
			switch w.state {
			case ended, atGWS:
				continue
			case atBarrier:
				waiting++
				continue
			}
			w.state = running
			if err := w.slice(); err != nil {
				return true, err
			}
			ran = true
			switch w.state {
			case yielded:
				g.l.code.host.serve()
			case ended:
				g.alive--
			case atBarrier:
				waiting++
			}
		}
		moved = moved || ran
		if waiting == 0 || waiting != g.alive {
			return moved, nil
		}
		// All remaining waves have arrived.
		g.signals = 0
		for _, w := range g.waves {
			if w.state == atBarrier {
				w.state = running
			}
		}
	}
}

// slice runs a wave until it ends, waits or has used up its slice.
func (w *wave) slice() (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		f, ok := p.(fault)
		if !ok {
			f.msg = fmt.Sprintf("the emulator failed: %v\n%s", p, debug.Stack())
		}
		in := &w.code.insts[max(w.pc-1, 0)]
		err = &Error{Kernel: w.g.l.meta.Name, Message: f.msg, Place: w.code.where(in.addr), Instruction: in.text,
			Address: in.addr + w.code.bias, Group: w.g.id, Wave: w.id, cause: f.cause}
	}()
	if w.pc < 0 {
		faultf("the kernel's entry is not code")
	}
	for n := slice; n > 0 && w.state == running; n-- {
		in := &w.code.insts[w.pc]
		w.pc++
		in.run(w)
	}
	return nil
}
