// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gohipcc/e2e/torture"
)

func TestTargets(t *testing.T) {
	got, err := targets("spirv64,cpu,sm_90,gfx1100", 32)
	want := []torture.Target{
		{Name: "spirv64", Flags: []string{"--offload=spirv64"}, Env: []string{"GOHIP_CUDA=/dev/null", "GOHIP_AMD=0"}},
		{Name: "cpu", Flags: []string{"--offload=cpu"}, Env: []string{"GOHIP_CUDA=/dev/null", "GOHIP_AMD=0"}},
		{Name: "sm_90", Flags: []string{"--offload-arch=sm_90"}},
		{Name: "gfx1100", Flags: []string{"--offload-arch=gfx1100"}, Env: []string{"GOHIP_EMULATE=gfx1100"}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, list := range []string{"x86", "spirv64,,cpu", "spirv64 ,cpu"} {
		if _, err := targets(list, 32); err == nil || !strings.Contains(err.Error(), "there are spirv64, cpu, sm_NN and gfxNNNN") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

// TestWideWarps: programs for warps of 32 lanes are not run on processors with 64, and those for 64 where warps can
// have 64.
func TestWideWarps(t *testing.T) {
	got, err := targets("cpu,gfx90a", 64)
	want := []torture.Target{
		{Name: "cpu", Flags: []string{"--offload=cpu", "-mwavefrontsize64"}, Env: []string{"GOHIP_CUDA=/dev/null", "GOHIP_AMD=0"}},
		{Name: "gfx90a", Flags: []string{"--offload-arch=gfx90a"}, Env: []string{"GOHIP_EMULATE=gfx90a"}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for name, want := range map[string]string{"spirv64": "spirv64 has no warps of 64 lanes", "gfx1100": "gfx1100 has warps of 32 lanes"} {
		if _, err := targets(name, 64); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"gfx90a", "gfx942"} {
		if _, err := targets("gfx1100,"+name, 32); err == nil || !strings.Contains(err.Error(), name+" has warps of 64 lanes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTally: the table has a row for each target, a column for each level and their sum.
func TestTally(t *testing.T) {
	c := &tally{counts: map[run]count{
		{"spirv64", "-O0"}: {16, 0}, {"spirv64", "-O2"}: {15, 1}, {"cpu", "-O2"}: {16, 0},
	}}
	names, sums := c.byTarget()
	if !slices.Equal(names, []string{"cpu", "spirv64"}) || sums["spirv64"] != (count{31, 1}) || sums["cpu"] != (count{16, 0}) {
		t.Errorf("%v %v", names, sums)
	}
	var rows [][]string
	for line := range strings.Lines(c.table([]string{"-O0", "-O2"})) {
		rows = append(rows, strings.Fields(line))
	}
	want := [][]string{
		{"target", "-O0", "-O2", "all"},
		{"cpu", "0", "clean", "16", "clean", "16", "clean"},
		{"spirv64", "16", "clean", "15", "clean,", "1", "wrong", "31", "clean,", "1", "wrong"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestProgramsOf: batches follow each other without a gap, and a seed gives one program.
func TestProgramsOf(t *testing.T) {
	o := &options{lanes: 32, seed: 100, batch: 3}
	var seeds []uint64
	for b := range 2 {
		for _, p := range programsOf(o, b) {
			seeds = append(seeds, p.Seed)
		}
	}
	if !slices.Equal(seeds, []uint64{100, 101, 102, 103, 104, 105}) {
		t.Errorf("seeds %v", seeds)
	}
}
