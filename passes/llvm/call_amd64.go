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
	s := spare.Swap(nil)
	if s == nil {
		s = new(frame)
	}
	s.fn = fn
	copy(s.args[:], args)
	cgocall(callCEntry, unsafe.Pointer(s))
	r := s.result
	spare.Store(s)
	return r
}
