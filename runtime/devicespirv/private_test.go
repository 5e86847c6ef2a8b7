// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"math"
	"testing"

	"gohipcc/spirv"
)

func TestPrivateSize(t *testing.T) {
	module := func(parts ...[]uint32) []byte {
		words := []uint32{spirv.Magic, 0x10200, 0, 100, 0}
		for _, p := range parts {
			words = append(words, p...)
		}
		return spirv.Encode(words)
	}
	types := func(length ...uint32) []byte {
		return module(
			spirv.Instruction(spirv.OpTypeInt, 1, 32, 0),
			spirv.Instruction(spirv.OpTypeInt, 2, 64, 0),
			spirv.Instruction(spirv.OpConstant, append([]uint32{2, 3}, length...)...),
			spirv.Instruction(spirv.OpTypeArray, 4, 1, 3),
			spirv.Instruction(spirv.OpTypeStruct, 5, 4, 2),
			spirv.Instruction(spirv.OpTypePointer, 6, spirv.ClassFunction, 5),
			spirv.Instruction(spirv.OpTypePointer, 7, spirv.ClassWorkgroup, 5),
			spirv.Instruction(spirv.OpVariable, 7, 8, spirv.ClassWorkgroup),
			spirv.Instruction(spirv.OpVariable, 6, 9, spirv.ClassFunction),
			spirv.Instruction(spirv.OpVariable, 6, 10, spirv.ClassFunction))
	}
	for _, c := range []struct {
		name string
		il   []byte
		want uint64
	}{
		{"two structures", types(1000, 0), 2 * (4000 + 8)},
		{"beyond 64 bits", types(math.MaxUint32, math.MaxUint32), math.MaxUint64},
		{"a cut variable", module(spirv.Instruction(spirv.OpVariable, 6, 9)), 0},
		{"cut types", module(spirv.Instruction(spirv.OpTypeVector, 1, 2), spirv.Instruction(spirv.OpTypeArray, 1, 2), spirv.Instruction(spirv.OpTypePointer, 1, 7)), 0},
		{"no module", []byte("no module"), 0},
	} {
		if got := PrivateSize(c.il); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
