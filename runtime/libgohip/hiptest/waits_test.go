// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"gohipcc/internal/testtree"
)

// TestThreadsForWaiting checks that on PoCL a program with a kernel whose blocks wait for each
// other gets threads for 32 of them, that other programs do not, and that the user's setting takes
// precedence.
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
		{"plain", nil, nil, runtime.NumCPU(), min(32*runtime.NumCPU(), 100), "unset"},
		{"waits", []string{"-DWAITS"}, nil, max(runtime.NumCPU(), 32), max(runtime.NumCPU(), 32), "unset"},
		{"compressed", []string{"-DWAITS", "--offload-compress"}, nil, max(runtime.NumCPU(), 32), max(runtime.NumCPU(), 32), "unset"},
		{"given", []string{"-DWAITS"}, []string{"POCL_CPU_MAX_CU_COUNT=3"}, 3, 3, "3"},
		{"given by the older name", []string{"-DWAITS"}, []string{"POCL_MAX_PTHREAD_COUNT=5"}, 5, 5, "unset"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin := filepath.Join(dir, "units")
			run(t, nil, filepath.Join(p, "bin", "gohipcc"), slices.Concat(c.flags, light, []string{"--offload=spirv64", "-O2", "-std=c++17", "../testdata/units.hip", "-o", bin})...)
			want := fmt.Sprintf("%d %d\n%s\n", c.units, c.most, c.child)
			if out := run(t, c.env, bin); out != want {
				t.Errorf("got %q, want %q", out, want)
			}
		})
	}
}

// TestModulesThatWait checks that for a kernel whose blocks wait for each other, in a module loaded
// after the device was opened, a message says how many of them run concurrently.
func TestModulesThatWait(t *testing.T) {
	dir := t.TempDir()
	cc, bin := filepath.Join(testtree.Prefix(t), "bin", "gohipcc"), filepath.Join(dir, "latewaits")
	waits, plain := filepath.Join(dir, "waits.hsaco"), filepath.Join(dir, "plain.hsaco")
	compiled(t, "../testdata/latewaits.hip", "-o", bin)
	run(t, nil, cc, append(light, "--cuda-device-only", "--offload=spirv64", "-DWAITS", "../testdata/units.hip", "-o", waits)...)
	run(t, nil, cc, append(light, "--cuda-device-only", "--offload=spirv64", "../testdata/units.hip", "-o", plain)...)
	const says = "libgohip: kernel _Z1kPi: its blocks wait for each other; the device was opened before its module was loaded, and runs 3 at once: " +
		"a launch of more may never end. POCL_CPU_MAX_CU_COUNT=32 in the environment makes it run 32\n"
	for _, c := range []struct{ threads, module, want string }{
		{"3", waits, says + "PASS\n"},
		{"32", waits, "PASS\n"},
		{"3", plain, "PASS\n"},
	} {
		if out := run(t, []string{"GOHIP_CPU=0", "POCL_CPU_MAX_CU_COUNT=" + c.threads}, bin, c.module); out != c.want {
			t.Errorf("%s threads, %s: got %q, want %q", c.threads, filepath.Base(c.module), out, c.want)
		}
	}
}
