// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"errors"
	"strings"
	"testing"

	"gohipcc/target"
)

func TestParseEntryID(t *testing.T) {
	for _, c := range []struct{ in, kind, triple, target, normal string }{
		{"hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "hipv4", "amdgcn-amd-amdhsa", "gfx90a:sramecc+:xnack-", "hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"},
		{"hip-amdgcn-amd-amdhsa-gfx90a", "hip", "amdgcn-amd-amdhsa", "gfx90a", "hip-amdgcn-amd-amdhsa--"},
		{"hip-amdgcn-amd-amdhsa--gfx9-4-generic", "hip", "amdgcn-amd-amdhsa", "gfx9-4-generic", "hip-amdgcn-amd-amdhsa--gfx9-4-generic"},
		{"host-x86_64-unknown-linux-gnu", "host", "x86_64-unknown-linux-gnu", "", HostID},
		{"host-x86_64-unknown-linux--", "host", "x86_64-unknown-linux", "", "host-x86_64-unknown-linux-unknown-"},
		{"hip-spirv64----generic", "hip", "spirv64", "generic", "hip-spirv64-unknown-unknown-unknown-generic"},
		{"hip-spirv64-unknown-unknown--generic", "hip", "spirv64-unknown-unknown", "generic", "hip-spirv64-unknown-unknown-unknown-generic"},
		{"hip-spirv64-amd-amdhsa--amdgcnspirv", "hip", "spirv64-amd-amdhsa", "amdgcnspirv", "hip-spirv64-amd-amdhsa--amdgcnspirv"},
		{"", "", "", "", "-unknown-unknown-unknown-unknown-"},
	} {
		e := ParseEntryID(c.in)
		if e.Kind != c.kind || e.Triple() != c.triple || e.Target.String() != c.target {
			t.Errorf("%q: kind %q, triple %q, target %q", c.in, e.Kind, e.Triple(), e.Target)
		}
		if n := NormalizeEntryID(c.in); n != c.normal {
			t.Errorf("%q is written as %q, want %q", c.in, n, c.normal)
		}
	}
}

func TestRunsOn(t *testing.T) {
	const amd, nv = "hipv4-amdgcn-amd-amdhsa--", "hip-nvptx64-nvidia-cuda--"
	for _, c := range []struct {
		image, arch, device string
		ok                  bool
	}{
		{amd + "gfx90a", "amdgcn", "gfx90a:sramecc+:xnack-", true},
		{amd + "gfx90a:xnack-", "amdgcn", "gfx90a:sramecc+:xnack-", true},
		{amd + "gfx90a:xnack+", "amdgcn", "gfx90a:sramecc+:xnack-", false},
		{amd + "gfx90a:xnack-", "amdgcn", "gfx90a", false},
		{amd + "gfx908", "amdgcn", "gfx90a", false},
		{amd + "gfx9-generic", "amdgcn", "gfx906:sramecc+:xnack-", true},
		{amd + "gfx9-generic:xnack+", "amdgcn", "gfx906:sramecc+:xnack-", false},
		{amd + "gfx9-generic", "amdgcn", "gfx90a", false},
		{amd + "gfx9-4-generic", "amdgcn", "gfx950:sramecc+:xnack-", true},
		{amd + "gfx11-generic", "amdgcn", "gfx1151", true},
		{amd + "gfx10-3-generic", "amdgcn", "gfx1012", false},
		{"hip-spirv64-amd-amdhsa--amdgcnspirv", "amdgcn", "gfx1201", true},
		{"hip-spirv64-amd-amdhsa--amdgcnspirv", "spirv64", "", false},
		{"hip-spirv64-unknown-unknown-unknown-generic", "spirv64", "", true},
		{"hip-spirv64-unknown-unknown-unknown-generic", "amdgcn", "gfx90a", false},
		{HostID, "amdgcn", "gfx90a", false},
		{nv + "sm_80", "nvptx64", "sm_90", true},
		{nv + "sm_90", "nvptx64", "sm_80", false},
		{nv + "sm_90a", "nvptx64", "sm_90", true},
		{nv + "sm_90a", "nvptx64", "sm_100", false},
	} {
		dev, err := target.ParseID(c.device)
		if err != nil {
			t.Fatal(err)
		}
		if rank := ParseEntryID(c.image).RunsOn(c.arch, dev); (rank > 0) != c.ok {
			t.Errorf("%s on %s %s: rank %d", c.image, c.arch, c.device, rank)
		}
	}
}

func TestBest(t *testing.T) {
	b := &Bundle{}
	for _, id := range []string{HostID, "hip-spirv64-amd-amdhsa--amdgcnspirv", "hipv4-amdgcn-amd-amdhsa--gfx9-4-generic", "hipv4-amdgcn-amd-amdhsa--gfx942", "hipv4-amdgcn-amd-amdhsa--gfx942:xnack-"} {
		b.Entries = append(b.Entries, Entry{ID: id})
	}
	for device, want := range map[string]string{
		"gfx942:sramecc+:xnack-": "gfx942:xnack-", "gfx942:sramecc+:xnack+": "gfx942", "gfx950:xnack-": "gfx9-4-generic", "gfx1100": "amdgcnspirv",
	} {
		dev, _ := target.ParseID(device)
		e, err := b.Best("amdgcn", dev)
		if err != nil || !strings.HasSuffix(e.ID, "-"+want) {
			t.Errorf("%s: %v (%v), want %s", device, e, err, want)
		}
	}
	if _, err := b.Best("nvptx64", target.ID{Processor: "sm_90"}); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "gfx942:xnack-") {
		t.Errorf("no image: %v", err)
	}
}

// TestMachineCode: the PTX is an NVIDIA device's image whether or not there is machine code of it, and the
// code is that of the same processor.
func TestMachineCode(t *testing.T) {
	const nv = "hip-nvptx64-nvidia-cuda--"
	b := &Bundle{Entries: []Entry{
		{ID: HostID}, {ID: nv + "sm_70", Size: 1}, {ID: nv + "sm_80", Size: 1}, {ID: nv + "compute_80", Size: 1},
		{ID: nv + "sm_90", Size: 0}, {ID: nv + "compute_90", Size: 1}, {ID: nv + "sm_100", Size: 1}, {ID: nv + "compute_100", Size: 1},
	}}
	for device, want := range map[string][2]string{
		"sm_75": {"sm_70", ""}, "sm_80": {"compute_80", "sm_80"}, "sm_86": {"compute_80", "sm_80"}, "sm_90": {"compute_90", ""},
		"sm_103": {"compute_100", "sm_100"}, "sm_120": {"compute_100", ""},
	} {
		dev := target.ID{Processor: device}
		e, err := b.Best("nvptx64", dev)
		if err != nil || e.ID != nv+want[0] {
			t.Errorf("%s: %v (%v), want %s", device, e, err, want[0])
			continue
		}
		code := ""
		if c := b.MachineCode(e, dev); c != nil {
			code = strings.TrimPrefix(c.ID, nv)
		}
		if code != want[1] {
			t.Errorf("%s: code %q, want %q", device, code, want[1])
		}
	}
}
