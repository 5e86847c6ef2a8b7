// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"math"
	"slices"
	"testing"
)

// pool returns a pool with allocations of so many bytes, and blocks.
func pool(threshold, used uint64, blocks ...Block[string]) *Pool[string] {
	p := &Pool[string]{Threshold: threshold}
	p.Take(used)
	for i := range blocks {
		p.Take(blocks[i].Size)
		p.Keep(&blocks[i])
	}
	return p
}

func names(list []*Block[string]) (out []string) {
	for _, b := range list {
		out = append(out, b.Item)
	}
	return out
}

func TestReuse(t *testing.T) {
	blocks := []Block[string]{{64, 1, false, "busy"}, {64, 2, false, "followed"}, {32, 3, true, "ended"}, {64, 4, true, "ended too"}}
	for _, tt := range []struct {
		size, stream uint64
		want         string
	}{
		{64, 1, "busy"},     // the stream has freed it itself
		{64, 9, "followed"}, // the first one it waits for
		{32, 9, "ended"},    // nothing uses it
		{16, 9, ""},         // another size
		{128, 1, ""},        // blocks are not joined
	} {
		p := pool(0, 0, slices.Clone(blocks)...)
		got := p.Reuse(tt.size, tt.stream, func(b *Block[string]) bool { return b.Stream == 2 })
		if tt.want == "" {
			if got != nil || len(p.Blocks()) != len(blocks) {
				t.Errorf("%d bytes in stream %d: %v", tt.size, tt.stream, got)
			}
			continue
		}
		if got == nil || got.Item != tt.want || p.Holds(got) || len(p.Blocks()) != len(blocks)-1 {
			t.Errorf("%d bytes in stream %d: %v, want %s; kept are %v", tt.size, tt.stream, got, tt.want, names(p.Blocks()))
		}
	}
}

func TestTrim(t *testing.T) {
	blocks := []Block[string]{{10, 1, true, "a"}, {20, 1, false, "b"}, {30, 1, true, "c"}}
	for _, tt := range []struct {
		keep     uint64
		removed  []string
		reserved uint64
	}{
		{0, []string{"a", "c"}, 120}, // the stream may still use b
		{110, []string{"c"}, 130},
		{129, []string{"c"}, 130}, // a fits, b stays
		{160, nil, 160},
		{math.MaxUint64, nil, 160},
	} {
		p := pool(0, 100, slices.Clone(blocks)...)
		if got := names(p.Trim(tt.keep)); !slices.Equal(got, tt.removed) || p.Reserved != tt.reserved {
			t.Errorf("trimmed to %d: %v are released and %d bytes reserved, want %v and %d", tt.keep, got, p.Reserved, tt.removed, tt.reserved)
		}
	}
}

func TestMakeRoom(t *testing.T) {
	blocks := []Block[string]{{10, 1, true, "a"}, {20, 2, false, "b"}, {30, 3, false, "c"}, {40, 2, false, "d"}}
	for _, tt := range []struct {
		threshold, n, stream uint64
		removed              []string
	}{
		{0, 8, 2, []string{"a", "b", "d"}}, // stream 3 may still use c
		{0, 8, 9, []string{"a"}},
		{208, 8, 2, nil},
		{200, 8, 2, []string{"a"}},
		{180, 8, 2, []string{"a", "b"}},
	} {
		p := pool(tt.threshold, 100, slices.Clone(blocks)...)
		if got := names(p.MakeRoom(tt.n, tt.stream)); !slices.Equal(got, tt.removed) {
			t.Errorf("%+v: %v are released", tt, got)
		}
	}
}

func TestCounts(t *testing.T) {
	p := &Pool[string]{MaxSize: 100, Threshold: 7}
	if !p.Fits(100) || p.Fits(101) || p.Fits(math.MaxUint64) {
		t.Error("an empty pool of 100 bytes has room for another number of bytes")
	}
	p.Take(60)
	p.Take(30)
	if p.Fits(11) || !p.Fits(10) {
		t.Error("with 90 of 100 bytes used, another number than 10 fits")
	}
	b := &Block[string]{Size: 60, Stream: 1}
	p.Keep(b)
	if p.Used != 30 || p.Reserved != 90 || p.UsedHigh != 90 || p.ReservedHigh != 90 {
		t.Errorf("after a free: %+v", p)
	}
	p.Take(20)
	if p.Used != 50 || p.Reserved != 110 || p.UsedHigh != 90 || p.ReservedHigh != 110 {
		t.Errorf("after another allocation: %+v", p)
	}
	p.Freed(50)
	p.Freed(50) // of a pool of another process
	if p.Used != 0 || p.Keeps() != 7 || p.Gone() {
		t.Errorf("after all frees: %+v", p)
	}
	p.Destroyed = true
	if p.Keeps() != 0 || p.Gone() {
		t.Error("a destroyed pool keeps memory, or is gone while it has a block")
	}
	b.Ended = true
	if got := p.Trim(p.Keeps()); len(got) != 1 || !p.Gone() {
		t.Errorf("the last block of a destroyed pool: %v, gone: %v", got, p.Gone())
	}
}
