// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestCheckSM(t *testing.T) {
	for _, sm := range []string{"sm_70", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_120"} {
		if err := CheckSM(sm); err != nil {
			t.Errorf("CheckSM(%s): %v", sm, err)
		}
	}
	var unsupported *UnsupportedArchError
	if err := CheckSM("sm_35"); !errors.As(err, &unsupported) || !strings.Contains(err.Error(), "sm_70 sm_72") {
		t.Errorf("CheckSM(sm_35) = %v", err)
	}
}

func TestPTXFeature(t *testing.T) {
	for sm, want := range map[string]string{"sm_70": "+ptx80", "sm_90": "+ptx80", "sm_100": "+ptx86", "sm_120": "+ptx87", "sm_121": "+ptx88"} {
		if got := PTXFeature(sm); got != want {
			t.Errorf("PTXFeature(%s) = %s, want %s", sm, got, want)
		}
	}
}

func TestSMOrder(t *testing.T) {
	if all := SMs(); !slices.IsSortedFunc(all, CompareSM) || !slices.Contains(all, RealSM(PortablePTX)) || len(slices.Compact(all)) != len(sms) {
		t.Errorf("%q", all)
	}
	got := []string{"sm_100", "sm_90a", "sm_70", "compute_90", "sm_120", "sm_90"}
	slices.SortFunc(got, CompareSM)
	if want := []string{"sm_70", "sm_90", "compute_90", "sm_90a", "sm_100", "sm_120"}; !slices.Equal(got, want) {
		t.Errorf("sorted: %v, want %v", got, want)
	}
	for in, want := range map[string]string{"sm_90": "sm_90", "sm_92": "sm_90", "sm_130": "sm_121", "sm_61": "", SMName(8, 6): "sm_86"} {
		if got := NearestSM(in); got != want {
			t.Errorf("NearestSM(%s) = %q, want %q", in, got, want)
		}
	}
}

func TestRankSM(t *testing.T) {
	for _, c := range []struct {
		image, device string
		ok            bool
	}{
		{"sm_80", "sm_90", true}, {"sm_90", "sm_90", true}, {"sm_90", "sm_80", false},
		{"sm_90a", "sm_90", true}, {"sm_90a", "sm_90a", true}, {"sm_90a", "sm_100", false}, {"sm_100a", "sm_100f", false},
		{"compute_80", "sm_90", true}, {"compute_90a", "sm_90", true}, {"compute_100", "sm_90", false}, {"compute_", "sm_90", false},
		{"sm_", "sm_90", false}, {"sm_x", "sm_90", false}, {"sm_-1", "sm_90", false}, {"sm_80", "", false}, {"gfx90a", "sm_90", false},
	} {
		if rank := rankSM(c.image, c.device); (rank > 0) != c.ok {
			t.Errorf("%s on %s: rank %d", c.image, c.device, rank)
		}
	}
	order := []string{"sm_70", "compute_70", "sm_80", "compute_80", "sm_90", "compute_90"}
	for i, better := range order[1:] {
		if rankSM(better, "sm_90") <= rankSM(order[i], "sm_90") {
			t.Errorf("%s does not rank above %s", better, order[i])
		}
	}
}

func TestRunsCode(t *testing.T) {
	for _, c := range []struct {
		code, device string
		runs         bool
	}{
		{"sm_80", "sm_80", true}, {"sm_80", "sm_86", true}, {"sm_86", "sm_80", false}, {"sm_80", "sm_90", false}, {"sm_90", "sm_100", false},
		{"sm_90a", "sm_90", true}, {"sm_100f", "sm_103", false}, {"sm_100", "sm_103", true}, {"sm_120", "sm_121", true}, {"sm_110", "sm_120", false},
		{"sm_", "sm_90", false}, {"gfx90a", "sm_90", false}, {"sm_90", "", false},
	} {
		if got := RunsCode(c.code, c.device); got != c.runs {
			t.Errorf("RunsCode(%s, %s) = %v", c.code, c.device, got)
		}
	}
}

func TestVirtualSM(t *testing.T) {
	for _, c := range [][2]string{{"sm_90", "compute_90"}, {"sm_90a", "compute_90a"}} {
		if VirtualSM(c[0]) != c[1] || RealSM(c[1]) != c[0] || VirtualSM(c[1]) != c[1] || RealSM(c[0]) != c[0] || !IsVirtualSM(c[1]) || IsVirtualSM(c[0]) {
			t.Errorf("%s and %s", c[0], c[1])
		}
		if ptxVersion(c[0]) != ptxVersion(c[1]) {
			t.Errorf("PTX versions of %s and %s differ", c[0], c[1])
		}
	}
	if err := CheckSM("compute_35"); err == nil {
		t.Error("compute_35 is accepted")
	}
}
