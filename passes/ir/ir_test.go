// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"strings"
	"testing"

	"gohipcc/abi"
)

func TestMangledName(t *testing.T) {
	for symbol, want := range map[string]string{
		"_Z4sqrtf": "sqrt", "_Z12get_local_idj": "get_local_id", "_Z7barrierj": "barrier",
		"sqrt": "", "_Z": "", "_Z99x": "", "_ZN1a1bEv": "", "_Z4sqr": "",
	} {
		if got, _ := MangledName(symbol); got != want {
			t.Errorf("%s: %q, want %q", symbol, got, want)
		}
	}
	for symbol, want := range map[string]bool{
		"_Z4sqrtf": true, "_Z13native_sinDv4f": true, "_Z17sub_group_shuffleij": true, "__spirv_BuiltInWorkDim": true,
		"_Z6helperi": false, "printf": false, "_Z4sqrf": false,
	} {
		if got := OpenCLBuiltin(symbol); got != want {
			t.Errorf("%s: %v, want %v", symbol, got, want)
		}
	}
	if f, ok := BuiltinFeature("_Z22get_sub_group_local_idv"); f != abi.FeatureSubgroup || !ok {
		t.Error("sub-group built-ins need the feature subgroup")
	}
}

func TestProblems(t *testing.T) {
	var p Problems
	if p.Err() != nil {
		t.Error("no problem is an error")
	}
	for range 12 {
		p.Addf("x")
	}
	if got := p.Err().Error(); strings.Count(got, "\n") != 10 || !strings.HasSuffix(got, "and 2 more") {
		t.Errorf("%q", got)
	}
}

func TestAlignUp(t *testing.T) {
	for _, c := range [][3]uint64{{0, 8, 0}, {1, 8, 8}, {8, 8, 8}, {9, 4, 12}, {7, 1, 7}} {
		if got := AlignUp(c[0], c[1]); got != c[2] {
			t.Errorf("%d to %d: %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
