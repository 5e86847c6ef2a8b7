// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import "testing"

func TestIndexRefusesDamage(t *testing.T) {
	good := []uint32{0x07230203, 0x00010200, 0, 10, 0, 2<<16 | 17, 4}
	if _, err := NewIndex(encode(good)); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string][]uint32{
		"no words":       {0x07230203, 0x00010200, 0, 10, 0, 17},
		"too many words": {0x07230203, 0x00010200, 0, 10, 0, 9<<16 | 17, 4},
		"magic":          {1, 2, 3, 4, 5, 6},
		"short":          {0x07230203},
	} {
		if _, err := NewIndex(encode(w)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
