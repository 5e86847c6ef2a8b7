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
	if all := SMs(); !slices.IsSortedFunc(all, CompareSM) || !slices.Contains(all, PortableSM) || len(slices.Compact(all)) != len(sms) {
		t.Errorf("%q", all)
	}
	got := []string{"sm_100", "sm_90a", "sm_70", "sm_120", "sm_90"}
	slices.SortFunc(got, CompareSM)
	if want := []string{"sm_70", "sm_90", "sm_90a", "sm_100", "sm_120"}; !slices.Equal(got, want) {
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
		{"sm_", "sm_90", false}, {"sm_x", "sm_90", false}, {"sm_-1", "sm_90", false}, {"sm_80", "", false}, {"gfx90a", "sm_90", false},
	} {
		if rank := RankSM(c.image, c.device); (rank > 0) != c.ok {
			t.Errorf("%s on %s: rank %d", c.image, c.device, rank)
		}
	}
	if RankSM("sm_80", "sm_90") <= RankSM("sm_70", "sm_90") {
		t.Error("the closer sm does not rank higher")
	}
}
