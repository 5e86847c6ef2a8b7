// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/runtime/backend"
)

// Alloc implements [backend.Device]. All memory is the process's own; each allocation is followed
// by an unmapped page.
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("emulator: an allocation of %d bytes on a device of %d: %w", size, d.info.GlobalMem, backend.ErrOutOfMemory)
	}
	b, err := unix.Mmap(-1, 0, int(size+page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return 0, fmt.Errorf("emulator: %d bytes: %w: %w", size, err, backend.ErrOutOfMemory)
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

// Register makes size bytes of the program's memory at p accessible, like hipHostRegister.
func (d *Device) Register(p uintptr, size uint64) {
	d.mem.add(&region{start: uint64(p), end: uint64(p) + size, what: "registered host memory"})
}

// Unregister undoes Register.
func (d *Device) Unregister(p uintptr) { d.mem.remove(uint64(p)) }

// region is memory that the device can access: an allocation, a code object's segments, kernel
// arguments. Addresses are the process's own.
type region struct {
	start, end uint64
	readOnly   bool
	what       string
}

// regions is the set of all regions, sorted by address; a change replaces the list, so that waves
// can read it without a lock.
type regions struct {
	mu   sync.Mutex
	list atomic.Pointer[[]*region]
}

func (rs *regions) all() []*region {
	if p := rs.list.Load(); p != nil {
		return *p
	}
	return nil
}

func (rs *regions) add(r *region) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	old := rs.all()
	i := sort.Search(len(old), func(i int) bool { return old[i].start > r.start })
	list := make([]*region, 0, len(old)+1)
	list = append(append(append(list, old[:i]...), r), old[i:]...)
	rs.list.Store(&list)
}

// remove removes and returns the region that starts at an address.
func (rs *regions) remove(start uint64) *region {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	old := rs.all()
	i := sort.Search(len(old), func(i int) bool { return old[i].start >= start })
	if i == len(old) || old[i].start != start {
		return nil
	}
	list := append(append(make([]*region, 0, len(old)), old[:i]...), old[i+1:]...)
	rs.list.Store(&list)
	return old[i]
}

// find returns the region that contains an address, or the nearest one below it and false.
func (rs *regions) find(a uint64) (*region, bool) {
	list := rs.all()
	i := sort.Search(len(list), func(i int) bool { return list[i].start > a })
	if i == 0 {
		return nil, false
	}
	r := list[i-1]
	return r, a < r.end
}

// window is the region that a wave used last.
type window struct {
	start, end uint64
	readOnly   bool
	list       *[]*region
}

// pointer checks an access of size bytes and returns a pointer to it.
func (w *wave) pointer(a, size uint64, write bool) unsafe.Pointer {
	if a < w.win.start || a+size > w.win.end || write && w.win.readOnly || w.win.list != w.g.d.mem.list.Load() {
		w.lookup(a, size, write)
	}
	return hostPointer(a)
}

// hostPointer converts an address of memory outside Go's heap.
func hostPointer(a uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }

func (w *wave) lookup(a, size uint64, write bool) {
	list := w.g.d.mem.list.Load()
	r, ok := w.g.d.mem.find(a)
	verb := map[bool]string{false: "read", true: "write"}[write]
	switch {
	case !ok || a+size > r.end && !lastWord(a, size):
		near := "no allocation is below it"
		if r != nil {
			near = fmt.Sprintf("the nearest allocation below is %s, %d bytes at %#x: the access begins %d bytes past its end", r.what, r.end-r.start, r.start, int64(a-r.end))
			if ok {
				near = fmt.Sprintf("it crosses the end of %s, %d bytes at %#x", r.what, r.end-r.start, r.start)
			}
		}
		badMemory("memory fault: %s of %d bytes at %#x, which the device does not have; %s", verb, size, a, near)
	case write && r.readOnly:
		badMemory("memory fault: write of %d bytes at %#x, in %s, which is read-only", size, a, r.what)
	}
	w.win = window{r.start, r.end, r.readOnly, list}
}

// lastWord reports whether an access that begins in an allocation is to an aligned word, as an atomic
// operation on 8 or 16 bits is: a GPU's allocations end at multiples of pages.
func lastWord(a, size uint64) bool { return size == 4 && a%4 == 0 }

func load(p unsafe.Pointer, n uint64) uint64 {
	switch n {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func store(p unsafe.Pointer, n, v uint64) {
	switch n {
	case 1:
		*(*uint8)(p) = uint8(v)
	case 2:
		*(*uint16)(p) = uint16(v)
	case 4:
		*(*uint32)(p) = uint32(v)
	default:
		*(*uint64)(p) = v
	}
}
