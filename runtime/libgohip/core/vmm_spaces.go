// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A space implements virtual memory management: it provides addresses and memory. Memory is a
// number that only its space interprets.
type space interface {
	granularity(recommended bool) (uintptr, C.hipError_t)
	reserve(at, size, align uintptr) (uintptr, C.hipError_t)
	unreserve(start, size uintptr)
	create(size uintptr, shared bool) (memory uint64, e C.hipError_t)
	destroy(memory uint64)
	place(start, size uintptr, memory uint64) C.hipError_t
	clear(start, size uintptr)
	allow(m *mapping, device C.int) C.hipError_t // applies m.access for the device
	// export exports memory as a descriptor, and imported imports one, which stays the caller's.
	export(memory uint64) (file int, e C.hipError_t)
	imported(file int) (memory uint64, size uintptr, e C.hipError_t)
}

// spaceOf returns the device's space, nil if it has none.
func spaceOf(d *device) space {
	if mapsFiles(d) {
		return hostSpace{}
	}
	if d.gpu != nil {
		return d.gpu.space()
	}
	return nil
}

// mapsFiles reports whether the device accesses any host address: memory that it shares is then a
// file.
func mapsFiles(d *device) bool { return d.c.model == C.GH_MEM_SYSTEM }

// hostSpace is the host's address space: a reservation is an inaccessible mapping, memory is an
// anonymous file.
type hostSpace struct{}

func (hostSpace) granularity(recommended bool) (uintptr, C.hipError_t) {
	if recommended {
		return vmmHuge, C.hipSuccess
	}
	return vmmPage, C.hipSuccess
}

func (hostSpace) reserve(at, n, align uintptr) (uintptr, C.hipError_t) {
	const none = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_NORESERVE
	p, err := mmap(at, n+align-vmmPage, unix.PROT_NONE, none, -1)
	if err != nil {
		return 0, C.hipErrorOutOfMemory
	}
	// What precedes and follows the aligned range is unmapped.
	start := (p + align - 1) &^ (align - 1)
	if before := start - p; before > 0 {
		unix.Syscall(unix.SYS_MUNMAP, p, before, 0)
	}
	if after := p + align - vmmPage - start; after > 0 {
		unix.Syscall(unix.SYS_MUNMAP, start+n, after, 0)
	}
	return start, C.hipSuccess
}

func (hostSpace) unreserve(start, size uintptr) { unix.Syscall(unix.SYS_MUNMAP, start, size, 0) }

func (hostSpace) create(size uintptr, _ bool) (uint64, C.hipError_t) {
	f, err := sharedFile(size)
	if err != nil {
		return 0, C.hipErrorOutOfMemory
	}
	return uint64(f), C.hipSuccess
}

func (hostSpace) destroy(memory uint64) { unix.Close(int(memory)) }

func (hostSpace) place(start, size uintptr, memory uint64) C.hipError_t {
	if _, err := mmap(start, size, unix.PROT_NONE, unix.MAP_SHARED|unix.MAP_FIXED, int(memory)); err != nil {
		return C.hipErrorOutOfMemory
	}
	return C.hipSuccess
}

func (hostSpace) clear(start, size uintptr) { reserve(start, size) }

// All devices use the host's page tables, so a mapping allows what any of them may do.
func (hostSpace) allow(m *mapping, _ C.int) C.hipError_t {
	prot := unix.PROT_NONE
	for _, f := range m.access {
		if f&C.hipMemAccessFlagsProtRead != 0 {
			prot |= unix.PROT_READ
		}
		if f == C.hipMemAccessFlagsProtReadWrite {
			prot |= unix.PROT_WRITE
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_MPROTECT, m.start, m.size, uintptr(prot)); errno != 0 {
		return C.hipErrorOutOfMemory
	}
	return C.hipSuccess
}

func (hostSpace) export(memory uint64) (int, C.hipError_t) {
	f, err := unix.FcntlInt(uintptr(memory), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return -1, C.hipErrorOutOfMemory
	}
	return f, C.hipSuccess
}

func (hostSpace) imported(file int) (uint64, uintptr, C.hipError_t) {
	var st unix.Stat_t
	if unix.Fstat(file, &st) != nil || st.Size == 0 || st.Size%vmmPage != 0 {
		return 0, 0, C.hipErrorInvalidValue
	}
	f, err := unix.FcntlInt(uintptr(file), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return 0, 0, C.hipErrorInvalidValue
	}
	return uint64(f), uintptr(st.Size), C.hipSuccess
}

// An address as a pointer that Go's garbage collector does not follow.
func pointerTo(address uintptr) (p unsafe.Pointer) {
	setPointer(unsafe.Pointer(&p), address)
	return p
}
