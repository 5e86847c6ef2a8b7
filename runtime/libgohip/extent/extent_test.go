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

// TestArray: an array of 3 slices of 5 rows of 12 bytes, 16 bytes apart, and one of a single row.
func TestArray(t *testing.T) {
	volume, line := Array{12, 16, 5, 3}, Array{12, 12, 1, 1}
	for _, tt := range []struct {
		a                Array
		x, y, z, offset  uint64
		row, rows, depth uint64
		ok               bool
	}{
		{volume, 0, 0, 0, 0, 12, 5, 3, true},
		{volume, 4, 2, 1, 4 + 2*16 + 80, 8, 3, 2, true},
		{volume, 12, 4, 2, 12 + 4*16 + 2*80, 0, 1, 1, true},
		{volume, 13, 0, 0, 0, 0, 0, 0, false},
		{volume, 0, 5, 0, 0, 0, 0, 0, false},
		{volume, 0, 0, 3, 0, 0, 0, 0, false},
		{volume, 0, 1 << 63, 0, 0, 0, 0, 0, false},
		{line, 11, 0, 0, 11, 1, 1, 1, true},
		{line, 0, 1, 0, 0, 0, 0, 0, false},
	} {
		offset, left, ok := tt.a.From(tt.x, tt.y, tt.z)
		if offset != tt.offset || left != [3]uint64{tt.row, tt.rows, tt.depth} || ok != tt.ok {
			t.Errorf("%+v from %d, %d, %d: %d, %v, %v", tt.a, tt.x, tt.y, tt.z, offset, left, ok)
		}
		// What is left ends within the memory that a copy of the whole array touches.
		if all, _ := Of(tt.a.Pitch, tt.a.Slice(), tt.a.Row, tt.a.Rows, tt.a.Slices); ok {
			if n, fits := Of(tt.a.Pitch, tt.a.Slice(), left[0], left[1], left[2]); !fits || offset+n > all {
				t.Errorf("%+v from %d, %d, %d: %d bytes from %d, of %d", tt.a, tt.x, tt.y, tt.z, n, offset, all)
			}
		}
	}
}
