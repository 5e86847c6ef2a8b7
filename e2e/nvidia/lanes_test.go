// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvidia

import (
	"path/filepath"
	"testing"
	"time"

	"gohipcc/e2e/torture"
	"gohipcc/internal/testtree"
)

// TestLoopVotes: lanes reconverge at the end of each iteration of a loop, also where others have left it.
func TestLoopVotes(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "program")
	gohipcc(t, "--offload-arch=sm_90", "-O2", "../../testdata/programs/loopvotes.hip", "-o", exe)
	for _, lanes := range []string{"together", "apart"} {
		if out, err := output(double(t, "DOUBLE_LANES="+lanes), exe); err != nil {
			t.Errorf("%s: %v\n%s", lanes, err, out)
		}
	}
}

// TestEarlyExits: lanes that exit before a barrier do not wait for those that wait for them there, also
// where lanes wait at every join of a branch.
func TestEarlyExits(t *testing.T) {
	for _, level := range []string{"-O0", "-O1", "-O3"} {
		exe := filepath.Join(t.TempDir(), "program")
		gohipcc(t, "--offload-arch=sm_90", level, "../../testdata/programs/leavefirst.hip", "-o", exe)
		for _, lanes := range []string{"together", "apart", "joined"} {
			if out, err := output(double(t, "DOUBLE_LANES="+lanes), exe); err != nil {
				t.Errorf("%s, %s: %v\n%s", level, lanes, err, out)
			}
		}
	}
}

// TestLockstep: lanes exchange values without a barrier, as on devices that execute them in lockstep, also
// if nothing but barriers has them reconverge, and if they wait wherever the paths of a branch join.
func TestLockstep(t *testing.T) {
	for _, name := range []string{"lockstep_data", "lockstep_global", "column_lockstep"} {
		exe := filepath.Join(t.TempDir(), "program")
		gohipcc(t, "--offload-arch=sm_90", "-O2", "../../testdata/programs/"+name+".hip", "-o", exe)
		for _, lanes := range []string{"apart", "joined"} {
			if out, err := output(double(t, "DOUBLE_LANES="+lanes), exe); err != nil {
				t.Errorf("%s, %s: %v\n%s", name, lanes, err, out)
			}
		}
	}
}

// TestLanesApart: what random programs compute does not depend on when diverged lanes reconverge. The
// double runs each lane alone up to where it must wait, which CUDA permits. All of these gave other numbers
// on an H200, or hung.
func TestLanesApart(t *testing.T) {
	randomPrograms(t, double(t, "DOUBLE_CUDA=13000", "DOUBLE_LANES=apart"), []leveled{
		{"-O0", []uint64{90000242, 90000447}},
		{"-O1", []uint64{90000008, 70000098, 93000431}},
		{"-O2", []uint64{90000136, 101795532267024}},
		{"-O3", []uint64{90000308, 90000429, 70000059}},
		{"-g", []uint64{90000198, 90000476}},
	})
}

// TestKernelParameters: members of structures that a program aligns to 64 bytes are found in a kernel's parameters,
// whose addresses are multiples of 16.
func TestKernelParameters(t *testing.T) {
	randomPrograms(t, double(t, "DOUBLE_CUDA=13000"), []leveled{{"-O0", []uint64{93000012}}, {"-g", []uint64{93000386}}})
}

// leveled are seeds of random programs, and the level that they are compiled at.
type leveled struct {
	level string
	seeds []uint64
}

// randomPrograms holds what programs give against what they give on the host.
func randomPrograms(t *testing.T, env []string, tests []leveled) {
	t.Helper()
	s := &torture.Session{
		Compiler: testtree.Compiler(t), Host: "/usr/lib/llvm-22/bin/clang++", Include: "../../testdata/torture", Limit: 4 * time.Minute,
	}
	// One program for the host has those of all levels.
	var all []*torture.Program
	for _, test := range tests {
		for _, seed := range test.seeds {
			all = append(all, torture.New(seed))
		}
	}
	expected, err := s.Expected(t.TempDir(), all)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		list, want := all[:len(test.seeds)], expected[:len(test.seeds)]
		all, expected = all[len(list):], expected[len(list):]
		t.Run(test.level, func(t *testing.T) {
			t.Parallel()
			target := torture.Target{Name: "sm_90", Flags: []string{"--offload-arch=sm_90"}, Env: env}
			wrong, err := s.Wrong(t.TempDir(), list, want, target, test.level)
			if err != nil {
				t.Fatal(err)
			}
			for i, what := range wrong {
				t.Errorf("seed %d: %s", list[i].Seed, what)
			}
		})
	}
}
