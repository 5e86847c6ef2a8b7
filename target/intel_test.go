// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import "testing"

func TestIntelVersion(t *testing.T) {
	for name, want := range map[string]string{
		"pvc": "pvc", "intel_gpu_pvc": "pvc", "dg2": "acm-g10", "intel_gpu_dg2_g11": "acm-g11", "bmg": "bmg-g21", "bmg_g21": "bmg-g21",
		"12.60.7": "pvc", "intel_gpu_12_60_7": "pvc", "12.99.1": "12.99.1",
		"gfx90a": "", "sm_90": "", "": "", "intel_gpu_": "", "intel_gpu_nothing": "", "12.60": "", "012.60.7": "", "1.2.3": "",
	} {
		v, ok := IntelVersion(name)
		if got := IntelName(v); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestIntelWideRegisters(t *testing.T) {
	for name, want := range map[string]bool{"pvc": true, "pvc-vg": true, "bmg": true, "12.61.7": true, "nvl-p": true, "dg2": false, "mtl": false, "tgllp": false, "skl": false} {
		if got := IntelWideRegisters(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestDecodeIPVersion: 12.60.7 as today's drivers return it, and as those of 2022 did.
func TestDecodeIPVersion(t *testing.T) {
	for n, want := range map[uint32]string{12<<22 | 60<<14 | 7: "pvc", 12<<16 | 60<<8 | 7: "pvc", 20<<22 | 1<<14: "bmg-g21", 0: ""} {
		v, ok := DecodeIPVersion(n)
		if ok != (want != "") || ok && IntelName(v) != want {
			t.Errorf("%#x is %v, %v; want %q", n, v, ok, want)
		}
	}
}

func TestRankIntel(t *testing.T) {
	for _, c := range []struct {
		image, device string
		want          Rank
	}{
		{"pvc", "pvc", RankExact + 1}, {"pvc-sdv", "pvc", RankExact}, {"pvc", "bmg-g21", RankIR}, {"pvc", "", 0}, {"gfx90a", "pvc", 0},
	} {
		if got := RankIntel(c.image, c.device); got != c.want {
			t.Errorf("%s on %q has rank %d, want %d", c.image, c.device, got, c.want)
		}
	}
}
