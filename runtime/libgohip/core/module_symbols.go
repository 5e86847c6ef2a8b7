// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

// symbolAddress returns a device variable for the address of its host shadow.
func symbolAddress(symbol unsafe.Pointer) (uintptr, uint64, C.hipError_t) {
	if symbol == nil {
		return 0, 0, C.hipErrorInvalidSymbol
	}
	s := C.sh_symbol(shim, symbol)
	if s == nil || s.kind == C.GH_SYM_FUNCTION {
		complain("no device variable of this program is at %p; it registered %s", symbol, registered(func(kind C.int) bool { return kind != C.GH_SYM_FUNCTION }))
		return 0, 0, C.hipErrorInvalidSymbol
	}
	switch s.kind {
	case C.GH_SYM_MANAGED:
		if _, err := cur().binaryModule(int(s.binary)); err != nil {
			complain("variable %s: %v", C.GoString(s.name), err)
		}
		return uintptr(s.managed), uint64(s.size), C.hipSuccess
	case C.GH_SYM_VAR, C.GH_SYM_TEXTURE, C.GH_SYM_SURFACE:
		name := C.GoString(s.name)
		m, err := cur().binaryModule(int(s.binary))
		if err != nil {
			complain("variable %s: %v", name, err)
			return 0, 0, m.code
		}
		addr, size, err := m.rt.Global(name)
		if err != nil {
			complain("%v", err)
			return 0, 0, C.hipErrorInvalidSymbol
		}
		return addr, size, C.hipSuccess
	}
	return 0, 0, C.hipErrorInvalidSymbol
}

func hipGetSymbolAddress(out *unsafe.Pointer, symbol unsafe.Pointer) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	addr, _, e := symbolAddress(symbol)
	if e == C.hipSuccess {
		setPointer(unsafe.Pointer(out), addr)
	}
	return e
}

func hipGetSymbolSize(out *C.size_t, symbol unsafe.Pointer) C.hipError_t {
	if out == nil {
		return C.hipErrorInvalidValue
	}
	_, size, e := symbolAddress(symbol)
	if e == C.hipSuccess {
		*out = C.size_t(size)
	}
	return e
}

// A symbolCopy is a copy to or from a part of a variable.
type symbolCopy struct {
	symbol, other unsafe.Pointer
	size, offset  C.size_t
	kind          C.hipMemcpyKind
	toSymbol      bool
}

func (c *symbolCopy) run(how submission) C.hipError_t {
	addr, have, e := symbolAddress(c.symbol)
	if e != C.hipSuccess {
		return e
	}
	if c.size == 0 {
		return C.hipSuccess
	}
	if c.other == nil || uint64(c.offset) > have || uint64(c.size) > have-uint64(c.offset) {
		return C.hipErrorInvalidValue
	}
	across := C.hipMemcpyKind(C.hipMemcpyDeviceToHost)
	if c.toSymbol {
		across = C.hipMemcpyHostToDevice
	}
	if c.kind != across && c.kind != C.hipMemcpyDeviceToDevice && c.kind != C.hipMemcpyDefault {
		return C.hipErrorInvalidMemcpyDirection
	}
	var src unsafe.Pointer
	setPointer(unsafe.Pointer(&src), addr+uintptr(c.offset))
	dst := c.other
	if c.toSymbol {
		dst, src = src, dst
	}
	return how.run(C.op_copy(dst, src, c.size, C.int(c.kind)))
}

func hipMemcpyToSymbol(symbol, src unsafe.Pointer, size, offset C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return (&symbolCopy{symbol, src, size, offset, kind, true}).run(blocking)
}

func hipMemcpyToSymbolAsync(symbol, src unsafe.Pointer, size, offset C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return (&symbolCopy{symbol, src, size, offset, kind, true}).run(async(s))
}

func hipMemcpyFromSymbol(dst, symbol unsafe.Pointer, size, offset C.size_t, kind C.hipMemcpyKind) C.hipError_t {
	return (&symbolCopy{symbol, dst, size, offset, kind, false}).run(blocking)
}

func hipMemcpyFromSymbolAsync(dst, symbol unsafe.Pointer, size, offset C.size_t, kind C.hipMemcpyKind, s C.hipStream_t) C.hipError_t {
	return (&symbolCopy{symbol, dst, size, offset, kind, false}).run(async(s))
}
