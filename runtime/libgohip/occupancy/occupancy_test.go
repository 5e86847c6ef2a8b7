// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package occupancy

import (
	"math"
	"testing"
)

func TestBlocks(t *testing.T) {
	device := Limits{MaxThreads: 1024, ResidentThreads: 2048, MaxShared: 64 << 10, Units: 4}
	static, guaranteed, single, oversized := device, device, device, device
	static.StaticShared = 16 << 10
	guaranteed.Resident = 7
	single.Resident = 1
	oversized.StaticShared = device.MaxShared + 1
	for _, c := range []struct {
		name    string
		limits  Limits
		block   int
		dynamic uint64
		want    int
		grid    int
	}{
		{"threads", device, 256, 0, 8, 32},
		{"the largest block", device, 1024, 0, 2, 8},
		{"a size that does not divide", device, 1000, 0, 2, 8},
		{"too large a block", device, 1025, 0, 0, 0},
		{"no work-item", device, 0, 0, 0, 0},
		{"a negative size", device, -1, 0, 0, 0},
		{"the most blocks", device, 1, 0, 32, 128},
		{"static memory", static, 64, 0, 4, 16},
		{"static and dynamic memory", static, 64, 16 << 10, 2, 8},
		{"dynamic memory alone", device, 64, 64 << 10, 1, 4},
		{"a byte too much", static, 64, 48<<10 + 1, 0, 0},
		{"a size that overflows", static, 64, math.MaxUint64, 0, 0},
		{"a kernel that fits nowhere", oversized, 64, 0, 0, 0},
		{"a guarantee", guaranteed, 64, 0, 1, 4},
		{"no two blocks at once", single, 64, 0, 1, 1},
	} {
		if got := c.limits.Blocks(c.block, c.dynamic); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
		if got := c.limits.Grid(c.block, c.dynamic); got != c.grid {
			t.Errorf("%s: a grid of %d, want %d", c.name, got, c.grid)
		}
	}
}

func TestAvailableShared(t *testing.T) {
	l := Limits{MaxShared: 64 << 10, StaticShared: 20 << 10}
	for blocks, want := range map[int]uint64{1: 44 << 10, 2: 12 << 10, 3: (64<<10)/3 - 20<<10, 4: 0} {
		if got := l.AvailableShared(blocks); got != want {
			t.Errorf("%d blocks: %d, want %d", blocks, got, want)
		}
	}
}

func TestBestSize(t *testing.T) {
	device := Limits{MaxThreads: 1024, ResidentThreads: 1536, MaxShared: 64 << 10}
	for _, c := range []struct {
		name        string
		limit, warp int
		dynamic     uint64
		want        int
	}{
		{"larger ones leave threads idle", 1024, 32, 0, 768},
		{"a limit that is no multiple of the warp", 100, 32, 0, 96},
		{"a limit below the warp", 20, 64, 0, 20},
		{"memory for one block", 1024, 32, 40 << 10, 1024},
		{"no memory", 1024, 32, 65 << 10, 0},
	} {
		if got := BestSize(c.limit, c.warp, func(size int) int { return device.Blocks(size, c.dynamic) }); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
