// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"gohipcc/internal/testtree"
)

// TestThreadsForWaiting: a program that has a kernel whose blocks wait for each other gets
// threads for 32 of them; another does not, and what the user says holds.
func TestThreadsForWaiting(t *testing.T) {
	p := testtree.Prefix(t)
	dir := t.TempDir()
	for _, c := range []struct {
		name  string
		flags []string
		env   []string
		units int
		most  int // blocks of a cooperative launch
		child string
	}{
		{"plain", nil, nil, runtime.NumCPU(), 100, "unset"},
		{"waits", []string{"-DWAITS"}, nil, max(runtime.NumCPU(), 32), max(runtime.NumCPU(), 32), "unset"},
		{"compressed", []string{"-DWAITS", "--offload-compress"}, nil, max(runtime.NumCPU(), 32), max(runtime.NumCPU(), 32), "unset"},
		{"given", []string{"-DWAITS"}, []string{"POCL_CPU_MAX_CU_COUNT=3"}, 3, 3, "3"},
		{"given by the older name", []string{"-DWAITS"}, []string{"POCL_MAX_PTHREAD_COUNT=5"}, 5, 5, "unset"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin := filepath.Join(dir, "units")
			run(t, nil, filepath.Join(p, "bin", "gohipcc"), append(c.flags, "../testdata/units.hip", "-o", bin)...)
			want := fmt.Sprintf("%d %d\n%s\n", c.units, c.most, c.child)
			if out := run(t, c.env, bin); out != want {
				t.Errorf("got %q, want %q", out, want)
			}
		})
	}
}
