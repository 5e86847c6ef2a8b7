// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package rawimage finds how long an image is that a program hands over as a bare pointer.
package rawimage

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/hip"
	"gohipcc/spirv"
)

// Bytes copies the image at an address. How long it is says its own header.
func Bytes(p unsafe.Pointer) ([]byte, error) {
	room := readableFrom(uintptr(p))
	if room < 24 {
		return nil, fmt.Errorf("an image of %d readable bytes: %w", room, hip.ErrNoImage)
	}
	all := unsafe.Slice((*byte)(p), room)
	n, err := length(all)
	if err != nil {
		return nil, err
	}
	// A header may say any 64-bit number.
	if n == 0 || uint64(n) > room {
		return nil, fmt.Errorf("the image says it has %d bytes; %d can be read: %w", uint64(n), room, hip.ErrNoImage)
	}
	return append([]byte(nil), all[:n]...), nil
}

// readableFrom returns the number of bytes that may be read from an address on: an image handed
// over as a bare pointer must not be followed out of its mapping.
func readableFrom(p uintptr) uint64 {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return 0
	}
	defer f.Close()
	var end uintptr
	for s := bufio.NewScanner(f); s.Scan(); {
		var lo, hi uintptr
		var perm string
		if n, _ := fmt.Sscanf(s.Text(), "%x-%x %s", &lo, &hi, &perm); n != 3 {
			continue
		}
		switch {
		case end == 0 && p >= lo && p < hi && perm[0] == 'r':
			end = hi
		case end != 0 && lo == end && perm[0] == 'r':
			end = hi
		case end != 0:
			return uint64(end - p)
		}
	}
	if end == 0 {
		return 0
	}
	return uint64(end - p)
}

// length reads from an image's header how many bytes it has, which is for the caller to check.
func length(b []byte) (int64, error) {
	le := binary.LittleEndian
	switch k := fatbin.Sniff(b); {
	case k == fatbin.KindCompressed:
		switch version := le.Uint16(b[4:]); version {
		case 2:
			return int64(le.Uint32(b[8:])), nil
		case 3:
			return int64(le.Uint64(b[8:])), nil
		default:
			// Version 1 has no length: it ends where the compressed stream ends.
			return int64(len(b)), nil
		}
	case k == fatbin.KindBundle:
		return fatbin.MeasureBundle(fatbin.Bytes(b))
	case k == fatbin.KindSPIRV:
		if n := spirv.Length(b); n > 0 {
			return int64(n), nil
		}
		return 0, fmt.Errorf("a SPIR-V module without functions: %w", hip.ErrNoImage)
	case k == fatbin.KindBitcode && fatbin.MeasureBitcode(b) > 0:
		return fatbin.MeasureBitcode(b), nil
	case k.IsELF():
		if len(b) < 64 {
			break
		}
		// The section headers come last in what the linkers for gfx write.
		return int64(le.Uint64(b[40:]) + uint64(le.Uint16(b[58:]))*uint64(le.Uint16(b[60:]))), nil
	}
	for i, c := range b {
		if c == 0 { // it is text
			if i > 0 {
				return int64(i), nil
			}
			break
		}
	}
	return 0, fmt.Errorf("an image that starts with %q is neither a fat binary nor a device image: %w", b[:8], hip.ErrNoImage)
}
