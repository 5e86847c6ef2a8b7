// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package extent computes how much memory pitched copies touch and where a part of an array is, and keeps lists of
// address ranges.
package extent

import (
	"cmp"
	"math/bits"
	"slices"
)

// most is the size of an address space; a larger extent is an error of the program.
const most = 1 << 48

// Of returns the number of bytes from the first to the last of d slices of h rows of w bytes, which
// begin pitch and slice bytes after each other; ok is false on overflow. h and d are at least 1.
func Of(pitch, slice, w, h, d uint64) (n uint64, ok bool) {
	n = w
	for _, part := range [][2]uint64{{pitch, h - 1}, {slice, d - 1}} {
		hi, lo := bits.Mul64(part[0], part[1])
		if hi != 0 || lo > most || n > most {
			return 0, false
		}
		n += lo
	}
	return n, n <= most
}

// Array is the layout of an array: slices of rows, which begin Pitch bytes after each other and have Row bytes.
type Array struct{ Row, Pitch, Rows, Slices uint64 }

// Slice returns how many bytes after each other the slices begin.
func (a Array) Slice() uint64 { return a.Pitch * a.Rows }

// From returns where the byte x of the row y in the slice z is, and how many bytes of a row, rows and slices there are
// from it on; ok is false if it is not in the array. The end of a row is, with no byte left.
func (a Array) From(x, y, z uint64) (offset uint64, left [3]uint64, ok bool) {
	if x > a.Row || y >= a.Rows || z >= a.Slices {
		return 0, left, false
	}
	return z*a.Slice() + y*a.Pitch + x, [3]uint64{a.Row - x, a.Rows - y, a.Slices - z}, true
}

// Cover returns the items of a list, sorted by address and disjoint, that a range consists of: without
// gaps, and no part of an item. It returns nil if there are none such. of returns the range of an item.
func Cover[T any](list []T, of func(T) (start, size uintptr), start, size uintptr) []T {
	if size == 0 || start+size < start {
		return nil
	}
	var out []T
	at := start
	for _, t := range list {
		if from, n := of(t); from == at && at < start+size {
			out = append(out, t)
			at += n
		}
	}
	if at != start+size {
		return nil
	}
	return out
}

// At returns the item of a list whose range contains an address.
func At[T any](list []T, of func(T) (start, size uintptr), p uintptr) (t T, ok bool) {
	for _, t := range list {
		if start, size := of(t); p-start < size {
			return t, true
		}
	}
	return t, false
}

// Insert returns a list, which is sorted by address, with another item. It reports false if the range of
// the item and that of another one overlap.
func Insert[T any](list []T, of func(T) (start, size uintptr), t T) ([]T, bool) {
	start, size := of(t)
	i, _ := slices.BinarySearchFunc(list, start, func(other T, p uintptr) int {
		at, _ := of(other)
		return cmp.Compare(at, p)
	})
	if i > 0 {
		if at, n := of(list[i-1]); start-at < n {
			return nil, false
		}
	}
	if i < len(list) {
		if at, _ := of(list[i]); at-start < size {
			return nil, false
		}
	}
	return slices.Concat(list[:i], []T{t}, list[i:]), true
}
