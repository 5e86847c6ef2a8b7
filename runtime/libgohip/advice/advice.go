// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package advice keeps what a program says about parts of its managed memory, to report it
// back: HIP's hipMemAdvise and hipMemPrefetchAsync.
package advice

import (
	"slices"
	"sync"
)

// State is what was said about a piece of memory.
type State struct {
	ReadMostly bool
	Preferred  int   // the device where it had best be
	AccessedBy []int // the devices that will use it
	Prefetched int   // the device that it was last brought to
	Coarse     bool  // coherent at the ends of kernels only
}

func (s *State) equal(o *State) bool {
	return s.ReadMostly == o.ReadMostly && s.Preferred == o.Preferred && s.Prefetched == o.Prefetched &&
		s.Coarse == o.Coarse && slices.Equal(s.AccessedBy, o.AccessedBy)
}

// Range is a part of an allocation, in bytes.
type Range struct {
	Allocation   uint64 // its number
	Start, Size  uint64 // address and size of the whole
	From, Length uint64 // address and size of the part
}

const page = 4096

// pages are those of the allocation that hold a byte of the part.
func (r Range) pages() (from, to uint64) {
	first := r.Start / page
	return r.From/page - first, (r.From+r.Length+page-1)/page - first
}

// span is a part of an allocation, in pages, that the same was said about.
type span struct {
	from, to uint64
	state    State
}

// Table keeps the state of all allocations.
type Table struct {
	nothing State
	mu      sync.Mutex
	of      map[uint64][]span
}

// NewTable returns a table of memory without advice, whose state is nothing.
func NewTable(nothing State) *Table { return &Table{nothing: nothing, of: make(map[uint64][]span)} }

// spans are those of an allocation, by address and without gaps.
func (b *Table) spans(r Range) []span {
	if s := b.of[r.Allocation]; s != nil {
		return s
	}
	_, end := Range{Start: r.Start, From: r.Start, Length: r.Size}.pages()
	return []span{{0, end, b.nothing}}
}

// Change changes what was said about a part of an allocation. It holds for whole pages.
func (b *Table) Change(r Range, change func(*State)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	from, to := r.pages()
	var out []span
	for _, s := range b.spans(r) {
		for _, part := range [][2]uint64{{s.from, min(s.to, from)}, {max(s.from, from), min(s.to, to)}, {max(s.from, to), s.to}} {
			if part[0] >= part[1] {
				continue
			}
			piece := span{part[0], part[1], s.state}
			if part[0] >= from && part[1] <= to {
				change(&piece.state)
			}
			if last := len(out) - 1; last >= 0 && out[last].state.equal(&piece.state) {
				out[last].to = piece.to
			} else {
				out = append(out, piece)
			}
		}
	}
	b.of[r.Allocation] = out
}

// Of is what was said about all of a part, where that is one thing.
func (b *Table) Of(r Range) State {
	b.mu.Lock()
	defer b.mu.Unlock()
	from, to := r.pages()
	for _, s := range b.spans(r) {
		if s.from <= from && to <= s.to {
			return s.state
		}
	}
	return b.nothing
}
