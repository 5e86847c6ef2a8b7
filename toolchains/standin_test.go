// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import "testing"

func TestWithStandIn(t *testing.T) {
	for _, tt := range []struct {
		picked, amd []string
		more        bool
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
		if got := WithStandIn(picked, tt.amd); (len(got) == len(picked)+len(Local())) != tt.more || len(got) < len(picked) {
			t.Errorf("%v with %v: got %v", tt.picked, tt.amd, got)
		}
	}
}
