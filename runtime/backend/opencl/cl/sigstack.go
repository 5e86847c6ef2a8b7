// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cl

import (
	"runtime"
	"syscall"
	"unsafe"
)

// signalStack is the kernel's stack_t.
type signalStack struct {
	base  uintptr
	flags int32
	_     int32
	size  uintptr
}

// noStack is SS_DISABLE: the thread has no alternate signal stack.
const noStack = 2

// callCompiler calls a driver's function that may start its compiler or run it, and restores the
// thread's alternate signal stack. LLVM, which drivers compile with, replaces the one that the
// program, AddressSanitizer or Go's scheduler set by a larger one, and these unmap whatever they
// find at the end of the thread.
func (l *Library) callCompiler(name string, args ...uintptr) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, after := new(signalStack), new(signalStack)
	if _, _, e := syscall.RawSyscall(syscall.SYS_SIGALTSTACK, 0, uintptr(unsafe.Pointer(before)), 0); e != 0 {
		return l.call(name, args...)
	}
	err := l.call(name, args...)
	_, _, e := syscall.RawSyscall(syscall.SYS_SIGALTSTACK, 0, uintptr(unsafe.Pointer(after)), 0)
	if e == 0 && *before != *after {
		if before.flags&noStack != 0 {
			*before = signalStack{flags: noStack}
		}
		_, _, _ = syscall.RawSyscall(syscall.SYS_SIGALTSTACK, uintptr(unsafe.Pointer(before)), 0, 0)
	}
	return err
}
