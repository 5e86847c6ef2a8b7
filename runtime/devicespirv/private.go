// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"math/bits"

	"gohipcc/spirv"
)

// PrivateSize returns the size in bytes of the function-scope variables of all functions of a
// module, which each work-item has its own copy of. It is an upper bound, because a compiler keeps
// variables in registers where possible. It is 0 for an invalid module, and does not overflow.
func PrivateSize(il []byte) uint64 {
	words, err := spirv.Decode(il)
	if err != nil {
		return 0
	}
	sizes := make(map[uint32]uint64)     // of types, in bytes
	pointees := make(map[uint32]uint32)  // of pointer types
	constants := make(map[uint32]uint64) // integer constants
	total := uint64(0)
	for _, in := range spirv.Instructions(words) {
		switch op := spirv.Op(in); {
		case len(in) < 3:
		case op == spirv.OpConstant && len(in) >= 4:
			constants[in[2]] = uint64(in[3])
			if len(in) >= 5 {
				constants[in[2]] |= uint64(in[4]) << 32
			}
		case op == spirv.OpTypePointer && len(in) >= 4:
			sizes[in[1]], pointees[in[1]] = 8, in[3]
		case op == spirv.OpVariable && len(in) >= 4 && in[3] == spirv.ClassFunction:
			total = add(total, sizes[pointees[in[1]]])
		case op >= spirv.OpTypeInt && op <= spirv.OpTypeStruct:
			sizes[in[1]] = sizeOfType(in, sizes, constants)
		}
	}
	return total
}

// sizeOfType returns the size of a type whose components are known; structures are assumed to be
// packed.
func sizeOfType(in []uint32, sizes, constants map[uint32]uint64) uint64 {
	switch op := spirv.Op(in); {
	case op == spirv.OpTypeInt || op == spirv.OpTypeFloat:
		return uint64(in[2]+7) / 8
	case op == spirv.OpTypeVector && len(in) >= 4:
		return times(sizes[in[2]], uint64(in[3]))
	case op == spirv.OpTypeArray && len(in) >= 4:
		return times(sizes[in[2]], constants[in[3]])
	case op == spirv.OpTypeStruct:
		n := uint64(0)
		for _, member := range in[2:] {
			n = add(n, sizes[member])
		}
		return n
	}
	return 0
}

func add(a, b uint64) uint64 {
	if sum, carry := bits.Add64(a, b, 0); carry == 0 {
		return sum
	}
	return 1<<64 - 1
}

func times(a, b uint64) uint64 {
	if high, low := bits.Mul64(a, b); high == 0 {
		return low
	}
	return 1<<64 - 1
}
