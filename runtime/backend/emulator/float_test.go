// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import "testing"

// TestScaleDown64 tests quotients that become subnormal: halfway cases are rounded by the bits that
// the fused multiply-add lost, like the exact value.
func TestScaleDown64(t *testing.T) {
	const unit = 0x1p-1074
	for _, c := range []struct {
		v, lost, want float64
	}{
		{2.5 * 0x1p-946, 0, 2 * unit},
		{2.5 * 0x1p-946, 0x1p-1000, 3 * unit},
		{3.5 * 0x1p-946, -0x1p-1000, 3 * unit},
		{-2.5 * 0x1p-946, -0x1p-1000, -3 * unit},
		{-3.5 * 0x1p-946, 0x1p-1000, -3 * unit},
		{2.25 * 0x1p-946, 0x1p-1000, 2 * unit},
		{0x1.3p-894, 0x1p-960, 0x1.3p-1022},
	} {
		if got := scaleDown64(c.v, c.lost); got != c.want {
			t.Errorf("scaleDown64(%x, %x) = %x, want %x", c.v, c.lost, got, c.want)
		}
	}
}
