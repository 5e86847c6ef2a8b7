// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !amd64

package llvm

import "github.com/ebitengine/purego"

// call calls a C function with integers and pointers.
//
//go:uintptrescapes
func call(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

// callFew is call for three arguments or fewer, the rest of which C ignores.
func callFew(fn, a, b, c uintptr) uintptr { return call(fn, a, b, c) }

// callQuick is callFew for a function that returns at once, and does not call back.
func callQuick(fn, a, b, c uintptr) uintptr { return call(fn, a, b, c) }
