// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"testing"

	"gohipcc/spirv"
)

func TestIndexRefusesDamage(t *testing.T) {
	good := []uint32{spirv.Magic, 0x00010200, 0, 10, 0, 2<<16 | spirv.OpCapability, 4}
	if _, err := NewIndex(spirv.Encode(good)); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string][]uint32{
		"no words":       {spirv.Magic, 0x00010200, 0, 10, 0, 17},
		"too many words": {spirv.Magic, 0x00010200, 0, 10, 0, 9<<16 | 17, 4},
		"magic":          {1, 2, 3, 4, 5, 6},
		"short":          {spirv.Magic},
	} {
		if _, err := NewIndex(spirv.Encode(w)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
