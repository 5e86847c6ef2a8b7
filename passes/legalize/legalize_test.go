// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"slices"
	"testing"
)

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		size, align uint64
		want        []piece
	}{
		{0, 8, nil},
		{7, 8, []piece{{0, 4}, {4, 2}, {6, 1}}},
		{16, 8, []piece{{0, 8}, {8, 8}}},
		{16, 16, []piece{{0, 8}, {8, 8}}},
		{6, 2, []piece{{0, 2}, {2, 2}, {4, 2}}},
		{3, 1, []piece{{0, 1}, {1, 1}, {2, 1}}},
	} {
		if got := piecesOf(c.size, c.align); !slices.Equal(got, c.want) {
			t.Errorf("%d bytes aligned to %d: %v, want %v", c.size, c.align, got, c.want)
		}
	}
	if got := len(piecesOf(1<<40, 1)); got > unrolled+1 {
		t.Errorf("a huge size gave %d pieces", got)
	}
}
