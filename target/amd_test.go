// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"slices"
	"strings"
	"testing"
)

// TestProcessorTable: names and machine numbers are unique, a generic processor exists and has no
// features that its members lack, and the capabilities of a generation are those of its unknown
// processors.
func TestProcessorTable(t *testing.T) {
	machines := map[uint32]string{}
	for _, p := range processors {
		if other := machines[p.Machine]; other != "" {
			t.Errorf("%s and %s are machine %#x", p.Name, other, p.Machine)
		}
		machines[p.Machine] = p.Name
		if byName[p.Name].Machine != p.Machine {
			t.Errorf("%s is there twice", p.Name)
		}
		major, minor, stepping := Version(p.Name)
		if major < 6 {
			t.Errorf("%s: version %d.%d.%d", p.Name, major, minor, stepping)
		}
		if !strings.HasSuffix(p.Name, "-generic") && AMDName(major, minor, stepping) != p.Name {
			t.Errorf("%s: version %d.%d.%d is %s", p.Name, major, minor, stepping, AMDName(major, minor, stepping))
		}
		if p.Generic == "" {
			continue
		}
		g, known := LookUp(p.Generic)
		if !known {
			t.Errorf("%s: there is no %s", p.Name, p.Generic)
		}
		if !p.Has(g.Capabilities) || p.Generation() != g.Generation() || p.LDS < g.LDS {
			t.Errorf("%s cannot run all code for %s", p.Name, g.Name)
		}
	}
}

func TestLookUp(t *testing.T) {
	for _, c := range []struct {
		name       string
		known      bool
		generation int
		wave, lds  int
		features   string
		has        Capabilities
	}{
		{"gfx803", true, 8, 64, 64 << 10, "", 0},
		{"gfx90a", true, 9, 64, 64 << 10, "sramecc xnack", UnifiedRegisters | PackedWorkItemIDs},
		{"gfx942", true, 9, 64, 64 << 10, "sramecc xnack", UnifiedRegisters | PackedWorkItemIDs | FlatScratchSetUp},
		{"gfx950", true, 9, 64, 160 << 10, "sramecc xnack", UnifiedRegisters | PackedWorkItemIDs | FlatScratchSetUp},
		{"gfx9-4-generic", true, 9, 64, 64 << 10, "sramecc xnack", UnifiedRegisters | PackedWorkItemIDs | FlatScratchSetUp},
		{"gfx1010", true, 10, 32, 64 << 10, "xnack", 0},
		{"gfx1100", true, 11, 32, 64 << 10, "", PackedWorkItemIDs | FlatScratchSetUp},
		{"gfx1299", false, 12, 32, 64 << 10, "", PackedWorkItemIDs | FlatScratchSetUp},
		{"gfx90f", false, 9, 64, 64 << 10, "", 0},
		{"machine 0x7", false, 0, 64, 64 << 10, "", 0},
	} {
		p, known := LookUp(c.name)
		if known != c.known || p.Name != c.name || p.Generation() != c.generation || p.WavefrontSize() != c.wave || p.LDS != c.lds {
			t.Errorf("%s: %+v, known %v", c.name, p, known)
		}
		if got := strings.Join(p.Features(), " "); got != c.features {
			t.Errorf("%s: features %q, want %q", c.name, got, c.features)
		}
		if got := p.Capabilities &^ (XNACK | SRAMECC | FNUZ | SplitRegisters); got != c.has {
			t.Errorf("%s: capabilities %b, want %b", c.name, got, c.has)
		}
	}
}

func TestMachine(t *testing.T) {
	for flags, want := range map[uint32]string{0x3f: "gfx90a", 0x53f: "gfx90a", 0x41: "gfx1100", 0x1000051: "gfx9-generic", 0x40: "gfx940"} {
		if p, known := Machine(flags); !known || p.Name != want {
			t.Errorf("%#x: %q, want %q", flags, p.Name, want)
		}
	}
	if _, known := Machine(7); known {
		t.Error("machine 7 is known")
	}
}

func TestVersion(t *testing.T) {
	for name, want := range map[string][3]int{
		"gfx803": {8, 0, 3}, "gfx90a": {9, 0, 10}, "gfx1100": {11, 0, 0}, "gfx1250": {12, 5, 0},
		"gfx9-generic": {9, 0, 0}, "gfx9-4-generic": {9, 4, 0}, "gfx10-3-generic": {10, 3, 0}, "gfx12-5-generic": {12, 5, 0},
		"sm_90": {}, "": {}, "gfx": {}, "gfx9": {}, "gfx90": {}, "gfx9-": {}, "gfx-generic": {}, "gfx9-4-5-generic": {}, "gfxabc": {},
		"gfx90g": {}, "gfx-100": {}, "gfx99999900": {}, "machine 0x7": {},
	} {
		a, b, c := Version(name)
		if got := [3]int{a, b, c}; got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
	if WavefrontSize("gfx90a") != 64 || WavefrontSize("gfx9-4-generic") != 64 || WavefrontSize("gfx1030") != 32 || WavefrontSize("gfx12-generic") != 32 {
		t.Error("wavefront sizes")
	}
}

func TestProcessors(t *testing.T) {
	all := Processors()
	if all[0] != "gfx600" || all[len(all)-1] != "gfx10-3-generic" || len(all) != 54 {
		t.Errorf("%d: %q", len(all), all)
	}
	for _, name := range []string{"gfx940", "gfx941", "gfx12-5-generic"} {
		if slices.Contains(all, name) {
			t.Errorf("%s can be compiled for", name)
		}
	}
}

func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		name              string
		amd, sm, anything bool
	}{
		{"gfx90a", true, false, true}, {"gfx90a:xnack+", true, false, true}, {"sm_90", false, true, true},
		{"generic", false, false, true}, {"amdgcnspirv", false, false, true}, {"x86_64", false, false, false}, {"", false, false, false},
	} {
		if IsAMD(c.name) != c.amd || IsSM(c.name) != c.sm || IsProcessor(c.name) != c.anything {
			t.Errorf("%q", c.name)
		}
	}
	for triple, want := range map[string][2]bool{
		SPIRVTriple: {true, false}, AMDSPIRVTriple: {false, true}, "spirv64-amd-amdhsa-unknown": {false, true},
		"spirv": {true, false}, AMDTriple: {}, NVPTXTriple: {},
	} {
		if got := [2]bool{isSPIRV(triple), IsAMDSPIRV(triple)}; got != want {
			t.Errorf("%s: %v, want %v", triple, got, want)
		}
	}
}

func TestGCNArch(t *testing.T) {
	for processor, want := range map[string]int{"gfx906": 906, "gfx90a": 910, "gfx90c": 912, "gfx1100": 1100, "gfx9-generic": 900, "spirv64": 0, "": 0, "gfx": 0} {
		if got := GCNArch(processor); got != want {
			t.Errorf("GCNArch(%q) = %d, want %d", processor, got, want)
		}
	}
}
