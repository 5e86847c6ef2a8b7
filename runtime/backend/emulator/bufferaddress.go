// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

// bufferAccess is one access through a buffer descriptor (AMD's ISA documents, "Buffer
// Addressing"). Offsets and sizes are in bytes.
type bufferAccess struct {
	stride, records uint64
	index           uint64
	indexed         bool
	offset          uint64 // of the instruction and the VGPR
	scalar          uint64 // of the SGPR
	size            uint64
}

// inside is the range check: gfx9 counts records in bytes unless there are an index and a stride;
// gfx10 and newer have four modes (OOB_SELECT, bits 28 and 29 of word 3).
func (x *bufferAccess) inside(gen int, w3 uint32) bool {
	raw := x.offset+x.scalar+x.size <= x.records
	structured := x.index < x.records
	if gen == 9 {
		if x.stride == 0 || !x.indexed {
			return raw
		}
		return structured
	}
	switch w3 >> 28 & 3 {
	case 0:
		if x.stride == 0 {
			return raw // hand-written descriptors for gfx9
		}
		return structured && x.offset+x.size <= x.stride
	case 1:
		return structured
	case 2:
		return x.records != 0
	}
	return raw
}

// place returns the offset from the base and the SGPR: linear, or swizzled so that the same element
// of consecutive indices is contiguous.
func (x *bufferAccess) place(gen int, w1, w3 uint32) uint64 {
	element := uint64(0)
	switch {
	case gen >= 11:
		element = [4]uint64{0, 4, 8, 16}[w1>>30]
	case w1>>31 == 0:
	case gen == 10:
		element = 4
	default:
		element = 2 << (w3 >> 19 & 3)
	}
	if element == 0 {
		return x.index*x.stride + x.offset
	}
	together := uint64(8) << (w3 >> 21 & 3)
	return (x.index/together*x.stride+x.offset/element*element)*together + x.index%together*element + x.offset%element
}
