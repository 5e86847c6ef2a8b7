// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
)

// systemMemory reports whether any host address is a device address.
func (d *Device) systemMemory() bool { return d.dev.SVM&cl.SVMFineSystem != 0 }

// Alloc implements [backend.Device].
func (d *Device) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	ctx, err := d.context()
	if err != nil {
		return 0, err
	}
	if size == 0 || size > d.info.GlobalMem {
		return 0, fmt.Errorf("%d bytes on a device of %d: %w", size, d.info.GlobalMem, backend.ErrOutOfMemory)
	}
	switch {
	case d.systemMemory():
		b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %v: %w", size, err, backend.ErrOutOfMemory)
		}
		p := uintptr(unsafe.Pointer(&b[0]))
		d.mu.Lock()
		d.mapped[p] = b
		d.mu.Unlock()
		return p, nil
	case d.dev.USM:
		k := map[backend.MemoryKind]int{backend.DeviceMemory: cl.MemDevice, backend.HostMemory: cl.MemHost, backend.ManagedMemory: cl.MemShared}[kind]
		p, err := ctx.AllocUSM(k, uintptr(size), 0)
		if err != nil {
			return 0, fmt.Errorf("%d bytes: %w: %w", size, err, backend.ErrOutOfMemory)
		}
		return p, d.zero(p, size)
	}
	p, err := ctx.AllocSVM(uintptr(size), 0)
	if err != nil {
		return 0, fmt.Errorf("%d bytes: %w: %w", size, err, backend.ErrOutOfMemory)
	}
	d.mu.Lock()
	d.svm = append(d.svm, p)
	d.mu.Unlock()
	return p, d.zero(p, size)
}

// zero fills new memory with zeros, as mapped memory is.
func (d *Device) zero(p uintptr, size uint64) error {
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

// Free implements [backend.Device].
func (d *Device) Free(p uintptr) error {
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

// AbortWord returns the device's word of docs/design/abi.md, "abort, assert, trap".
func (d *Device) AbortWord() (uintptr, error) {
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

// pointer converts an address of memory that Go did not allocate to a pointer.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// write copies host bytes to a device address and waits.
func (d *Device) write(dst uintptr, b []byte) error {
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
func (d *Device) read(b []byte, src uintptr) error {
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
