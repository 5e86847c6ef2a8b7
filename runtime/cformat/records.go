// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cformat

import (
	"encoding/binary"
	"io"
	"math"
	"unsafe"
)

// Records formats the records of a printf buffer's data area (docs/design/abi.md,
// "Device printf"). Damaged records end the walk.
func Records(w io.Writer, data []byte, formats map[uint32]string) {
	for len(data) >= 8 {
		size, id := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		if size < 8 || int64(size) > int64(len(data)) {
			return
		}
		args := recordArgs{b: data[8:size]}
		format, ok := formats[id]
		if id == 0 {
			format, ok = args.text()
			args.addresses = true
		}
		if ok {
			io.WriteString(w, Format(format, &args))
		}
		data = data[size:]
	}
}

type recordArgs struct {
	b         []byte
	addresses bool // %s takes an address instead of a string
}

// Word implements [Args].
func (a *recordArgs) Word() uint64 {
	if len(a.b) < 8 {
		a.b = nil
		return 0
	}
	v := binary.LittleEndian.Uint64(a.b)
	a.b = a.b[8:]
	return v
}

// Text implements [Args].
func (a *recordArgs) Text() string {
	if a.addresses {
		return cString(uintptr(a.Word()))
	}
	s, _ := a.text()
	return s
}

func (a *recordArgs) text() (string, bool) {
	if len(a.b) < 8 {
		return "", false
	}
	n := a.Word()
	if n == math.MaxUint64 {
		return "", true
	}
	if n > uint64(len(a.b)) {
		return "", false
	}
	s := string(a.b[:n])
	a.b = a.b[min((n+7)&^7, uint64(len(a.b))):]
	return s, true
}

// cString reads a string at a device address, which the host can access if formats are not
// constant.
func cString(p uintptr) string {
	if p == 0 {
		return ""
	}
	var b []byte
	for i := uintptr(0); i < 1<<20; i++ {
		c := *(*byte)(address(p + i))
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// address converts an address of memory that Go did not allocate to a pointer.
func address(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
