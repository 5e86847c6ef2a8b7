// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Memory and events of other processes. Where device memory is the host's own, an exported
// allocation is moved into an anonymous file at its old address, and the other process opens that
// file through /proc: the exporter must be running, as HIP requires.

// ipcHandle is the content of the 64 bytes of a HIP handle.
type ipcHandle struct {
	Magic  uint32
	PID    int32
	File   int32
	Inode  uint64 // of the file: a descriptor may be used again
	Size   uint64 // bytes of the allocation
	Offset uint64 // of the pointer that was given
	ID     uint64 // of the allocation in its process
}

const (
	ipcMemory = 0x6d706967
	ipcEvent  = 0x65706967
)

// opened is memory of another process that is mapped here.
type opened struct {
	of    ipcHandle
	ctx   C.hipCtx_t
	start uintptr
	room  uintptr // bytes mapped
	in    *device // whose driver opened it, or nil
	refs  int
}

var (
	ipcMu   sync.Mutex
	ipcOpen = make(map[uintptr]*opened) // by the address that was handed out
)

func inode(file int) uint64 {
	var st unix.Stat_t
	if unix.Fstat(file, &st) != nil {
		return 0
	}
	return st.Ino
}

// open opens the file of the exporting process; an error if that has ended.
func (h *ipcHandle) open() (int, C.hipError_t) {
	if int(h.PID) == os.Getpid() {
		return -1, C.hipErrorInvalidContext
	}
	f, err := unix.Open(fmt.Sprintf("/proc/%d/fd/%d", h.PID, h.File), unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, C.hipErrorInvalidValue
	}
	if inode(f) != h.Inode {
		unix.Close(f)
		return -1, C.hipErrorInvalidValue
	}
	return f, C.hipSuccess
}

func hipIpcGetMemHandle(out *C.hipIpcMemHandle_t, p unsafe.Pointer) C.hipError_t {
	a, ok := findAlloc(p)
	if out == nil || !ok || a.kind != C.GH_DEVICE || a.file == C.GH_OF_POOL {
		return C.hipErrorInvalidValue
	}
	d := devices[a.device]
	if d.c.drv.ipc_get != nil {
		return drvIPCGet(d, a, p, out)
	}
	if !mapsFiles(d) {
		return C.hipErrorNotSupported
	}
	ipcMu.Lock()
	defer ipcMu.Unlock()
	if a, ok = findAlloc(p); !ok {
		return C.hipErrorInvalidValue
	}
	if a.file == 0 {
		if e := C.sh_finish_device(shim, d.c); e != C.hipSuccess {
			return e
		}
		if e := giveAway(&a); e != C.hipSuccess {
			return e
		}
	}
	h := ipcHandle{Magic: ipcMemory, PID: int32(os.Getpid()), File: int32(a.file), Inode: inode(int(a.file)), Size: uint64(a.size),
		Offset: uint64(uintptr(p)) - uint64(a.start), ID: uint64(a.id)}
	*out = C.hipIpcMemHandle_t{}
	*(*ipcHandle)(unsafe.Pointer(out)) = h
	return C.hipSuccess
}

// giveAway moves an allocation into a file that is mapped at the same address. Device memory has
// pages of its own.
func giveAway(a *C.gh_alloc) C.hipError_t {
	room := (uintptr(a.size) + vmmPage - 1) &^ (vmmPage - 1)
	f, err := sharedFile(room)
	if err != nil {
		return C.hipErrorOutOfMemory
	}
	var p unsafe.Pointer
	setPointer(unsafe.Pointer(&p), uintptr(a.start))
	for data, at := unsafe.Slice((*byte)(p), a.size), int64(0); len(data) > 0; {
		n, err := unix.Pwrite(f, data, at)
		if err != nil {
			unix.Close(f)
			return C.hipErrorOutOfMemory
		}
		data, at = data[n:], at+int64(n)
	}
	if _, err := mmap(uintptr(a.start), room, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_FIXED, f); err != nil {
		unix.Close(f)
		return C.hipErrorOutOfMemory
	}
	a.file = C.int(f)
	C.sh_update_alloc(shim, a)
	return C.hipSuccess
}

// drvIPCGet is hipIpcGetMemHandle if the driver makes the handle, which has no room for an offset
// within the allocation.
func drvIPCGet(d *device, a C.gh_alloc, p unsafe.Pointer, out *C.hipIpcMemHandle_t) C.hipError_t {
	if uintptr(a.start) != uintptr(p) {
		complain("hipIpcGetMemHandle: the driver has handles of whole allocations; give the address that was allocated")
		return C.hipErrorInvalidValue
	}
	return C.drv_ipc_get(d.c, p, out)
}

// drvIPCOpen is hipIpcOpenMemHandle for such a handle. The driver counts the opens, and returns the
// same address again.
func drvIPCOpen(d *device, out *unsafe.Pointer, h *C.hipIpcMemHandle_t) C.hipError_t {
	ipcMu.Lock()
	defer ipcMu.Unlock()
	var p unsafe.Pointer
	var size C.size_t
	if e := C.drv_ipc_open(d.c, h, &p, &size); e != C.hipSuccess {
		return e
	}
	if o := ipcOpen[uintptr(p)]; o != nil {
		o.refs++
		*out = p
		return C.hipSuccess
	}
	a := C.gh_alloc{start: C.uintptr_t(uintptr(p)), size: size, kind: C.GH_MAPPED, device: d.c.ordinal}
	if e := C.sh_track(shim, &a); e != C.hipSuccess {
		C.drv_ipc_close(d.c, p)
		return e
	}
	ipcOpen[uintptr(p)] = &opened{start: uintptr(p), in: d, refs: 1}
	*out = p
	return C.hipSuccess
}

func hipIpcOpenMemHandle(out *unsafe.Pointer, handle C.hipIpcMemHandle_t, flags C.uint) C.hipError_t {
	if d := cur(); d.c.drv.ipc_open != nil {
		if out == nil || flags != C.hipIpcMemLazyEnablePeerAccess {
			return C.hipErrorInvalidValue
		}
		return drvIPCOpen(d, out, &handle)
	}
	h := *(*ipcHandle)(unsafe.Pointer(&handle))
	if out == nil || flags != C.hipIpcMemLazyEnablePeerAccess || h.Magic != ipcMemory || h.Size == 0 || h.Offset >= h.Size {
		return C.hipErrorInvalidValue
	}
	if !mapsFiles(cur()) {
		return C.hipErrorNotSupported
	}
	var ctx C.hipCtx_t
	hipCtxGetCurrent(&ctx)
	ipcMu.Lock()
	defer ipcMu.Unlock()
	for at, o := range ipcOpen {
		if o.of != h {
			continue
		}
		if o.ctx != ctx {
			return C.hipErrorInvalidResourceHandle
		}
		o.refs++
		setPointer(unsafe.Pointer(out), at)
		return C.hipSuccess
	}
	f, e := h.open()
	if e != C.hipSuccess {
		return e
	}
	defer unix.Close(f)
	room := (uintptr(h.Size) + vmmPage - 1) &^ (vmmPage - 1)
	start, err := mmap(0, room, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED, f)
	if err != nil {
		return C.hipErrorOutOfMemory
	}
	a := C.gh_alloc{start: C.uintptr_t(start), size: C.size_t(h.Size), kind: C.GH_MAPPED, device: cur().c.ordinal}
	if e := C.sh_track(shim, &a); e != C.hipSuccess {
		unix.Syscall(unix.SYS_MUNMAP, start, room, 0)
		return e
	}
	at := start + uintptr(h.Offset)
	ipcOpen[at] = &opened{of: h, ctx: ctx, start: start, room: room, refs: 1}
	setPointer(unsafe.Pointer(out), at)
	return C.hipSuccess
}

func hipIpcCloseMemHandle(p unsafe.Pointer) C.hipError_t {
	ipcMu.Lock()
	defer ipcMu.Unlock()
	o := ipcOpen[uintptr(p)]
	if o == nil {
		return C.hipErrorInvalidValue
	}
	if o.in != nil {
		if e := C.drv_ipc_close(o.in.c, p); e != C.hipSuccess {
			return e
		}
	}
	if o.refs--; o.refs > 0 {
		return C.hipSuccess
	}
	for _, d := range devices {
		C.sh_finish_device(shim, d.c)
	}
	delete(ipcOpen, uintptr(p))
	var a C.gh_alloc
	setPointer(unsafe.Pointer(&p), o.start)
	C.sh_untrack(shim, p, &a)
	if o.in == nil {
		unix.Syscall(unix.SYS_MUNMAP, o.start, o.room, 0)
	}
	return C.hipSuccess
}

// sharesEvents reports whether streams of the device support events of other processes, which host
// functions record and wait for.
func sharesEvents(d *device) bool { return mapsFiles(d) || d.gpu != nil }

func hipIpcGetEventHandle(out *C.hipIpcEventHandle_t, ev C.hipEvent_t) C.hipError_t {
	if out == nil || ev == nil {
		return C.hipErrorInvalidValue
	}
	e := C.sh_event_of(shim, ev)
	if e == nil || e.flags&C.hipEventInterprocess == 0 {
		return C.hipErrorInvalidHandle
	}
	if !sharesEvents(devices[e.dev.ordinal]) {
		return C.hipErrorNotSupported
	}
	ipcMu.Lock()
	defer ipcMu.Unlock()
	if e.shared == nil {
		f, err := sharedFile(vmmPage)
		if err != nil {
			return C.hipErrorOutOfMemory
		}
		if e := shareEvent(e, f); e != C.hipSuccess {
			return e
		}
	}
	*out = C.hipIpcEventHandle_t{}
	*(*ipcHandle)(unsafe.Pointer(out)) = ipcHandle{Magic: ipcEvent, PID: int32(os.Getpid()), File: int32(e.file), Inode: inode(int(e.file))}
	return C.hipSuccess
}

// shareEvent gives an event the counters that processes share, in a file, which it owns from then
// on.
func shareEvent(e *C.gh_event, file int) C.hipError_t {
	at, err := mmap(0, vmmPage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED, file)
	if err != nil {
		unix.Close(file)
		return C.hipErrorOutOfMemory
	}
	var p unsafe.Pointer
	setPointer(unsafe.Pointer(&p), at)
	C.sh_share_event(shim, e, (*C.gh_shared_event)(p), C.int(file))
	return C.hipSuccess
}

func hipIpcOpenEventHandle(out *C.hipEvent_t, handle C.hipIpcEventHandle_t) C.hipError_t {
	h := *(*ipcHandle)(unsafe.Pointer(&handle))
	if out == nil || h.Magic != ipcEvent {
		return C.hipErrorInvalidValue
	}
	if !sharesEvents(cur()) {
		return C.hipErrorNotSupported
	}
	f, e := h.open()
	if e != C.hipSuccess {
		return e
	}
	var ev C.hipEvent_t
	if e := C.sh_event_create(shim, &ev, C.hipEventInterprocess|C.hipEventDisableTiming); e != C.hipSuccess {
		unix.Close(f)
		return e
	}
	if e := shareEvent(C.sh_event_of(shim, ev), f); e != C.hipSuccess {
		return e
	}
	*out = ev
	return C.hipSuccess
}
