// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"strings"
	"testing"
)

func TestParseTargetID(t *testing.T) {
	tests := []struct{ in, want, err string }{
		{"gfx90a", "gfx90a", ""},
		{"gfx90a:xnack+:sramecc-", "gfx90a:sramecc-:xnack+", ""},
		{"gfx9-4-generic:xnack-", "gfx9-4-generic:xnack-", ""},
		{"gfx1100:xnack+", "", "invalid target ID"},
		{"gfx90a:xnack", "", "invalid target ID"},
		{"gfx90a:xnack+:xnack-", "", "invalid target ID"},
		{"gfx90a:", "", "invalid target ID"},
		{"gfx000", "", "unsupported HIP gpu architecture"},
		{"", "", "unsupported HIP gpu architecture"},
	}
	for _, tt := range tests {
		id, err := ParseTargetID(tt.in)
		switch {
		case tt.err == "" && (err != nil || id.String() != tt.want):
			t.Errorf("%q: %v, %v", tt.in, id, err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%q: error %v, want %q", tt.in, err, tt.err)
		}
	}
}

func TestCheckConflicts(t *testing.T) {
	tests := []struct {
		ids string
		bad bool
	}{
		{"gfx90a gfx1100", false},
		{"gfx90a:xnack+ gfx90a:xnack-", false},
		{"gfx90a gfx90a:xnack+", true},
		{"gfx90a:sramecc+ gfx90a:xnack+", true},
		{"amdgcnspirv gfx90a", false},
	}
	for _, tt := range tests {
		if err := CheckConflicts(strings.Fields(tt.ids)); (err != nil) != tt.bad {
			t.Errorf("%s: %v", tt.ids, err)
		}
	}
}
