// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import "testing"

func TestStandsIn(t *testing.T) {
	for _, tt := range []struct {
		picked, amd []string
		want        bool
	}{
		{[]string{StandIn}, nil, true},
		{[]string{StandIn + ":xnack-"}, nil, true},
		{[]string{StandIn, StandIn}, nil, true},
		{[]string{StandIn}, []string{"gfx90a"}, false},
		{[]string{StandIn, "gfx90a"}, nil, false},
		{[]string{"gfx90a"}, nil, false},
		{[]string{"spirv64"}, nil, false},
		{nil, nil, false},
	} {
		var picked []Target
		for _, arch := range tt.picked {
			target, err := ForArch(arch)
			if err != nil {
				t.Fatal(err)
			}
			picked = append(picked, target)
		}
		if got := StandsIn(picked, tt.amd); got != tt.want {
			t.Errorf("%v with %v: got %v", tt.picked, tt.amd, got)
		}
	}
}
