// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/runtime/backend"
)

// Alloc implements [backend.Device]. Pages get their memory when they are first touched, near the
// processor that touches them.
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("%d bytes on a device of %d: %w", size, d.info.GlobalMem, backend.ErrOutOfMemory)
	}
	b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return 0, fmt.Errorf("%d bytes: %v: %w", size, err, backend.ErrOutOfMemory)
	}
	p := uintptr(unsafe.Pointer(&b[0]))
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mapped[p] = b
	return p, nil
}

// Free implements [backend.Device].
func (d *Device) Free(p uintptr) error {
	d.mu.Lock()
	b, ok := d.mapped[p]
	delete(d.mapped, p)
	d.mu.Unlock()
	if !ok {
		return fmt.Errorf("address %#x is not an allocation of %s", p, d.info.Name)
	}
	return unix.Munmap(b)
}

// once allocates what the device has one of.
func (d *Device) once(p *uintptr, size uint64) (uintptr, error) {
	d.mu.Lock()
	have := *p
	d.mu.Unlock()
	if have != 0 {
		return have, nil
	}
	made, err := d.Alloc(backend.HostMemory, size)
	if err != nil {
		return 0, err
	}
	d.mu.Lock()
	if *p == 0 {
		*p = made
	}
	have = *p
	d.mu.Unlock()
	if have != made {
		return have, d.Free(made)
	}
	return have, nil
}

// AbortWord returns the device's word of docs/design/abi.md, "abort, assert, trap".
func (d *Device) AbortWord() (uintptr, error) { return d.once(&d.abort, 64) }

// pointer turns an address of memory that Go did not allocate into a pointer.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// memory is what lies at an address.
func memory(p uintptr, size uint64) []byte { return unsafe.Slice((*byte)(pointer(p)), size) }
