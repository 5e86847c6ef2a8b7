// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package extent

import (
	"fmt"
	"math"
	"testing"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		pitch, slice, w, h, d, want uint64
		ok                          bool
	}{
		{0, 0, 16, 1, 1, 16, true},
		{64, 0, 16, 4, 1, 3*64 + 16, true}, // the last row has no padding
		{64, 1024, 16, 4, 2, 1024 + 3*64 + 16, true},
		{1 << 47, 0, 1, 3, 1, 0, false},
		{math.MaxUint64, 0, 1, 2, 1, 0, false},
		{math.MaxUint64, 0, 1, math.MaxUint64, 1, 0, false},
		{1 << 32, 1 << 32, 1 << 32, 1 << 16, 1 << 16, 0, false},
		{0, 0, math.MaxUint64, 1, 1, 0, false},
	} {
		if n, ok := Of(tt.pitch, tt.slice, tt.w, tt.h, tt.d); ok != tt.ok || ok && n != tt.want {
			t.Errorf("%+v: %d, %v", tt, n, ok)
		}
	}
}

func TestCover(t *testing.T) {
	list := [][2]uintptr{{0x1000, 0x1000}, {0x2000, 0x3000}, {0x8000, 0x1000}}
	of := func(m [2]uintptr) (uintptr, uintptr) { return m[0], m[1] }
	for _, tt := range []struct {
		start, size uintptr
		want        int
	}{
		{0x1000, 0x1000, 1},
		{0x1000, 0x4000, 2},
		{0x2000, 0x3000, 1},
		{0x8000, 0x1000, 1},
		{0x1000, 0, 0},
		{0x1000, 0x2000, 0}, // ends in the second
		{0x1800, 0x800, 0},  // begins in the first
		{0x2000, 0x7000, 0}, // has a gap
		{0x8000, 0x2000, 0}, // goes beyond the last
		{0x6000, 0x1000, 0},
		{0x1000, ^uintptr(0), 0},
	} {
		if got := Cover(list, of, tt.start, tt.size); len(got) != tt.want || len(got) > 0 && got[0][0] != tt.start {
			t.Errorf("%#x, %#x bytes: %s", tt.start, tt.size, fmt.Sprintf("%#x", got))
		}
	}
}

func TestRanges(t *testing.T) {
	of := func(m [2]uintptr) (uintptr, uintptr) { return m[0], m[1] }
	var list [][2]uintptr
	for _, tt := range []struct {
		start, size uintptr
		ok          bool
	}{
		{0x3000, 0x1000, true},
		{0x1000, 0x1000, true},
		{0x2000, 0x1000, true},  // between, without gaps
		{0x2000, 0x1000, false}, // again
		{0x2800, 0x100, false},  // within
		{0x0800, 0x900, false},  // ends in the first
		{0x0800, 0x9000, false}, // around all
		{0x3fff, 0x1000, false}, // begins in the last
		{0x4000, 0x1000, true},
		{^uintptr(0) - 0xfff, 0xfff, true}, // at the end of the address space
	} {
		longer, ok := Insert(list, of, [2]uintptr{tt.start, tt.size})
		if ok != tt.ok {
			t.Errorf("%#x, %#x bytes: %v; the list is %#x", tt.start, tt.size, ok, list)
		}
		if ok {
			list = longer
		}
	}
	for p, want := range map[uintptr]uintptr{0xfff: 0, 0x1000: 0x1000, 0x1fff: 0x1000, 0x2000: 0x2000, 0x4fff: 0x4000, 0x5000: 0} {
		if got, ok := At(list, of, p); ok != (want != 0) || got[0] != want {
			t.Errorf("%#x is in the range at %#x, %v; want %#x", p, got[0], ok, want)
		}
	}
}
