// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package extent computes how much memory pitched copies touch and which mappings cover a range.
package extent

import "math/bits"

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
