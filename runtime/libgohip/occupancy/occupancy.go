// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package occupancy computes how many blocks of a kernel a compute unit runs at once, for devices whose driver
// does not report it, and the block size with which most work-items are resident.
package occupancy

// Limits are the limits of a kernel on a device.
type Limits struct {
	MaxThreads      int    // work-items of a block
	ResidentThreads int    // work-items of a compute unit
	StaticShared    uint64 // shared memory of the kernel in bytes
	MaxShared       uint64 // shared memory of a block in bytes, which a compute unit has once
	Units           int    // compute units
	Resident        int    // blocks of all compute units, if there is a guarantee that matters; 0: none
}

// maxBlocks is the largest number of blocks of a compute unit that is reported.
const maxBlocks = 32

// Blocks returns how many blocks of a size, with additional shared memory, a compute unit runs at once; 0 if
// such a block cannot be launched.
func (l Limits) Blocks(block int, dynamic uint64) int {
	if block <= 0 || block > l.MaxThreads || l.StaticShared > l.MaxShared || dynamic > l.MaxShared-l.StaticShared {
		return 0
	}
	n := min(l.ResidentThreads/block, maxBlocks)
	if shared := l.StaticShared + dynamic; shared > 0 {
		n = int(min(uint64(n), l.MaxShared/shared))
	}
	if l.Resident > 0 {
		n = min(n, max(l.Resident/l.Units, 1))
	}
	return n
}

// Grid returns how many blocks of a size, with additional shared memory, a cooperative launch may have: those
// that all compute units run at once.
func (l Limits) Grid(block int, dynamic uint64) int {
	n := l.Blocks(block, dynamic) * l.Units
	if l.Resident > 0 {
		n = min(n, l.Resident)
	}
	return n
}

// AvailableShared returns the shared memory that is left for each of a number of blocks that a compute unit
// runs at once.
func (l Limits) AvailableShared(blocks int) uint64 {
	each := l.MaxShared / uint64(blocks)
	return each - min(l.StaticShared, each)
}

// BestSize returns the block size with which most work-items are resident, the largest if there are several;
// blocks returns how many blocks of a size are. Sizes are multiples of the warp, and the limit itself. It returns
// 0 if no block can be launched.
func BestSize(limit, warp int, blocks func(size int) int) int {
	best, most := 0, 0
	for size := (limit + warp - 1) / warp * warp; size > 0; size -= warp {
		b := min(size, limit)
		if threads := b * blocks(b); threads > most {
			best, most = b, threads
		}
	}
	return best
}
