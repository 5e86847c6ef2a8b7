// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import "math/bits"

// classFunction is the storage class of a function's own variables (SPIR-V specification, 3.7).
const classFunction = 7

// PrivateSize is the number of bytes that the variables of all functions of a module take, those
// that a work-item has for itself: an upper bound, since a compiler keeps what it can in
// registers. It is 0 for what is no module, and never overflows.
func PrivateSize(il []byte) uint64 {
	words, err := decode(il)
	if err != nil {
		return 0
	}
	sizes := make(map[uint32]uint64)     // of types, in bytes
	pointees := make(map[uint32]uint32)  // of types of pointers
	constants := make(map[uint32]uint64) // integers
	total := uint64(0)
	for at := header; at < len(words); {
		in := words[at : at+int(words[at]>>16)]
		at += len(in)
		switch op := in[0] & 0xffff; {
		case len(in) < 3:
		case op == opConstant && len(in) >= 4:
			constants[in[2]] = uint64(in[3])
			if len(in) >= 5 {
				constants[in[2]] |= uint64(in[4]) << 32
			}
		case op == opTypePointer && len(in) >= 4:
			sizes[in[1]], pointees[in[1]] = 8, in[3]
		case op == opVariable && len(in) >= 4 && in[3] == classFunction:
			total = add(total, sizes[pointees[in[1]]])
		case op >= opTypeInt && op <= opTypeStruct:
			sizes[in[1]] = sizeOfType(in, sizes, constants)
		}
	}
	return total
}

// sizeOfType is the size of a type whose parts are known; structures are taken for packed.
func sizeOfType(in []uint32, sizes, constants map[uint32]uint64) uint64 {
	switch op := in[0] & 0xffff; {
	case op == opTypeInt || op == opTypeFloat:
		return uint64(in[2]+7) / 8
	case op == opTypeVector && len(in) >= 4:
		return times(sizes[in[2]], uint64(in[3]))
	case op == opTypeArray && len(in) >= 4:
		return times(sizes[in[2]], constants[in[3]])
	case op == opTypeStruct:
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
