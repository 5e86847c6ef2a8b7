// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"math"
	"testing"
)

func TestPrivateSize(t *testing.T) {
	instruction := func(op uint32, operands ...uint32) []uint32 {
		return append([]uint32{uint32(len(operands)+1)<<16 | op}, operands...)
	}
	module := func(parts ...[]uint32) []byte {
		words := []uint32{0x07230203, 0x10200, 0, 100, 0}
		for _, p := range parts {
			words = append(words, p...)
		}
		return encode(words)
	}
	types := func(length ...uint32) []byte {
		return module(
			instruction(opTypeInt, 1, 32, 0),
			instruction(opTypeInt, 2, 64, 0),
			instruction(opConstant, append([]uint32{2, 3}, length...)...),
			instruction(opTypeArray, 4, 1, 3),
			instruction(opTypeStruct, 5, 4, 2),
			instruction(opTypePointer, 6, classFunction, 5),
			instruction(opTypePointer, 7, classWorkgroup, 5),
			instruction(opVariable, 7, 8, classWorkgroup),
			instruction(opVariable, 6, 9, classFunction),
			instruction(opVariable, 6, 10, classFunction))
	}
	for _, c := range []struct {
		name string
		il   []byte
		want uint64
	}{
		{"two structures", types(1000, 0), 2 * (4000 + 8)},
		{"beyond 64 bits", types(math.MaxUint32, math.MaxUint32), math.MaxUint64},
		{"a cut variable", module(instruction(opVariable, 6, 9)), 0},
		{"cut types", module(instruction(opTypeVector, 1, 2), instruction(opTypeArray, 1, 2), instruction(opTypePointer, 1, 7)), 0},
		{"no module", []byte("no module"), 0},
	} {
		if got := PrivateSize(c.il); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
