// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParseID(t *testing.T) {
	for in, want := range map[string]string{
		"gfx90a": "gfx90a", "gfx90a:xnack+:sramecc-": "gfx90a:sramecc-:xnack+", "": "", "sm_90a": "sm_90a",
		"gfx1100:new+": "gfx1100:new+", "generic": "generic",
		"gfx90a:xnack": "error", "gfx90a:": "error", "gfx90a:+": "error", "gfx90a:xnack+:": "error",
		"gfx90a:xnack+:xnack-": "error", ":xnack+": "error",
	} {
		id, err := ParseID(in)
		got := id.String()
		if err != nil {
			got = "error"
			if !strings.Contains(err.Error(), in) {
				t.Errorf("%q: the error does not name it: %v", in, err)
			}
		}
		if got != want {
			t.Errorf("%q: %q (%v), want %q", in, got, err, want)
		}
	}
}

func TestParseAMD(t *testing.T) {
	for _, c := range []struct{ in, want, err string }{
		{"gfx90a", "gfx90a", ""},
		{"gfx90a:xnack+:sramecc-", "gfx90a:sramecc-:xnack+", ""},
		{"gfx9-4-generic:xnack-", "gfx9-4-generic:xnack-", ""},
		{"gfx1100:xnack+", "", "gfx1100 takes no features"},
		{"gfx906:xnack+:sram+", "", "gfx906 takes each of these once: sramecc xnack"},
		{"gfx900:sramecc+", "", "gfx900 takes each of these once: xnack"},
		{"gfx90a:xnack", "", "invalid target ID"},
		{"gfx90a:xnack+:xnack-", "", "invalid target ID"},
		{"gfx90a:", "", "invalid target ID"},
		{"gfx000:xnack+", "", "no processor is called 'gfx000'"},
		{"gfx000", "", "unsupported HIP gpu architecture: gfx000; did you mean 'gfx600', 'gfx700', 'gfx900'? the AMD processors supported are gfx600"},
		{"gfx940", "", "unsupported HIP gpu architecture"}, // removed in LLVM 20
		{"gfx940:xnack+", "", "no processor is called 'gfx940'"},
		{"sm_35", "", "the NVIDIA processors supported are sm_70 sm_72"},
		{"amdgcnspirv", "", "unsupported HIP gpu architecture"},
		{"", "", "unsupported HIP gpu architecture"},
	} {
		id, err := ParseAMD(c.in)
		switch {
		case c.err == "" && (err != nil || id.String() != c.want):
			t.Errorf("%q: %v, %v", c.in, id, err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: error %v, want %q", c.in, err, c.err)
		}
	}
}

func TestSettings(t *testing.T) {
	id, err := ParseAMD("gfx90a:xnack+:sramecc-")
	if err != nil {
		t.Fatal(err)
	}
	if got := id.Options(); !slices.Equal(got, []string{"-sramecc", "+xnack"}) {
		t.Errorf("options %q", got)
	}
	if on, set := id.Feature("xnack"); !on || !set {
		t.Error("xnack")
	}
	if on, set := id.Feature("sramecc"); on || !set {
		t.Error("sramecc")
	}
	if _, set := id.Feature("cumode"); set {
		t.Error("cumode")
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct{ ids, a, b string }{
		{"gfx90a gfx1100", "", ""},
		{"gfx90a:xnack+ gfx90a:xnack-", "", ""},
		{"gfx90a gfx90a:xnack+", "gfx90a", "gfx90a:xnack+"},
		{"gfx90a:xnack+ gfx1100 gfx90a:sramecc+", "gfx90a:sramecc+", "gfx90a:xnack+"},
		{"gfx90a:sramecc+ gfx90a:sramecc-:xnack+ gfx90a:sramecc-", "gfx90a:sramecc+", "gfx90a:sramecc-:xnack+"},
		{"amdgcnspirv gfx90a", "", ""},
		{"gfx90a gfx90a:nonsense", "", ""},
	} {
		err := CheckConflicts(strings.Fields(c.ids))
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			conflict = &ConflictError{}
		}
		if conflict.A != c.a || conflict.B != c.b {
			t.Errorf("%s: %v", c.ids, err)
		}
	}
	if _, _, bad := Conflict([]ID{{}, {Features: []Feature{{"xnack", true}}}}); bad {
		t.Error("hosts conflict")
	}
}

func TestRankAMD(t *testing.T) {
	for _, c := range []struct {
		image, device string
		want          Rank
	}{
		{"gfx90a", "gfx90a:sramecc+:xnack-", RankExact},
		{"gfx90a:xnack-", "gfx90a:sramecc+:xnack-", RankExact + 1},
		{"gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-", RankExact + 2},
		{"gfx90a:xnack+", "gfx90a:sramecc+:xnack-", 0},
		{"gfx90a:xnack-", "gfx90a", 0},
		{"gfx908", "gfx90a", 0},
		{"gfx9-generic", "gfx906:sramecc+:xnack-", RankGeneric},
		{"gfx9-generic:xnack-", "gfx906:sramecc+:xnack-", RankGeneric},
		{"gfx9-generic:xnack+", "gfx906:sramecc+:xnack-", 0},
		{"gfx9-generic", "gfx908", 0},
		{"gfx9-generic", "gfx90a", 0},
		{"gfx9-4-generic", "gfx950:sramecc+:xnack-", RankGeneric},
		{"gfx11-generic", "gfx1151", RankGeneric},
		{"gfx10-3-generic", "gfx1012", 0},
		{"", "gfx1250", 0},
		{"gfx9999", "gfx9999", RankExact},
	} {
		image, _ := ParseID(c.image)
		device, _ := ParseID(c.device)
		if got := RankAMD(image, device); got != c.want {
			t.Errorf("%s on %s: rank %d, want %d", c.image, c.device, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	for arch, want := range map[string]string{
		"sm90":    "did you mean 'sm_90'? the NVIDIA processors supported are sm_70 ",
		"GFX90A":  "did you mean 'gfx90a'? the AMD processors supported are gfx600 ",
		"gfx9000": "did you mean 'gfx900'? the AMD",
		"sm_":     "did you mean 'sm_70', 'sm_72', 'sm_75'? the NVIDIA",
		"nothing": "the AMD processors",

		"x86-64-v9": "did you mean 'x86-64-v2', 'x86-64-v3', 'x86-64-v4'? the CPU levels are x86-64 x86-64-v2 ",
		"x86_64-v3": "did you mean 'x86-64-v3'? the CPU levels are ",
		"spirv":     "SPIR-V has no processors: it is --offload=spirv64",
	} {
		if got := (&UnsupportedArchError{arch}).Hint(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", arch, got, want)
		}
	}
}
