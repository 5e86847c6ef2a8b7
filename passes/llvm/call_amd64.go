// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package llvm

import (
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
)

// frame is a call of a C function, as callC reads it.
type frame struct {
	fn     uintptr
	args   [6]uintptr
	result uintptr
}

// spare is a frame that no call uses. Frames are on the heap, because a C function that calls back may
// move the stack of the goroutine that called it.
var spare atomic.Pointer[frame]

// callCEntry is the address of callC.
var callCEntry uintptr

//go:linkname cgocall runtime.cgocall
func cgocall(fn uintptr, arg unsafe.Pointer) int32

// call calls a C function with integers and pointers. Passes call LLVM a million times for a large
// module; purego's calls, which pass fifteen arguments and as many floating-point ones, take twice as
// long.
//
//go:uintptrescapes
func call(fn uintptr, args ...uintptr) uintptr {
	if len(args) > len(frame{}.args) {
		r, _, _ := purego.SyscallN(fn, args...)
		return r
	}
	s := spareFrame()
	copy(s.args[:], args)
	return s.run(fn)
}

// callFew is call for three arguments or fewer, the rest of which C ignores. None is a Go pointer, so that nothing
// escapes: the arguments of call are on the heap.
func callFew(fn, a, b, c uintptr) uintptr {
	s := spareFrame()
	s.args[0], s.args[1], s.args[2] = a, b, c
	return s.run(fn)
}

// callQuick is callFew for a function that returns at once, and does not call back. It runs on the goroutine's stack, and the
// scheduler is not told that the thread is in C: that took longer than the function itself, and a twelfth of a device link.
func callQuick(fn, a, b, c uintptr) uintptr

func spareFrame() *frame {
	if s := spare.Swap(nil); s != nil {
		return s
	}
	return new(frame)
}

func (s *frame) run(fn uintptr) uintptr {
	s.fn = fn
	cgocall(callCEntry, unsafe.Pointer(s))
	r := s.result
	spare.Store(s)
	return r
}
