// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// buildMask builds the test double of devices with fewer features.
func buildMask(t *testing.T, dir string) string {
	t.Helper()
	lib := filepath.Join(dir, "libclmask.so")
	run(t, nil, "cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-Wl,--no-as-needed", "../testdata/clmask.c", "-o", lib, "-lOpenCL")
	return lib
}

// TestLesserDevices runs programs on devices that lack features of this machine's. Programs that
// can run pass; the others are rejected with the name of the feature.
func TestLesserDevices(t *testing.T) {
	dir := t.TempDir()
	lib := buildMask(t, dir)
	all, commands := testtree.NewBatches(t), map[string]func() []string{}
	for _, name := range []string{"warp", "warpflow", "memory", "symbols", "virtual", "poolreuse"} {
		file := filepath.Join(testtree.Root(t), "testdata/programs", name+".hip")
		b := all.Add(t, file, slices.Concat([]string{"-O2", "-std=c++17", "--offload=spirv64"}, testtree.UnoptimisedHost))
		commands[name] = func() []string { return b.Command(t, file) }
	}
	commands["wideatomics"] = func() []string { return []string{filepath.Join(dir, "wideatomics")} }
	compiled(t, "--offload=spirv64", "../testdata/wideatomics.hip", "-o", commands["wideatomics"]()[0])
	const passes = "PASS\n"
	for _, c := range []struct{ mask, program, want string }{
		{"subgroups", "warp", passes},
		{"subgroups", "warpflow", passes},
		{"generic,subgroups", "warpflow", passes},
		{"generic", "symbols", passes},
		{"generic", "memory", passes},
		{"generic", "virtual", "shapesEPf needs pointers that may point to global, shared or private memory (generic pointers), which"},
		{"fp64", "symbols", "useEPd needs double precision, which"},
		{"fp64", "memory", passes},
		{"int64", "memory", passes},
		{"int64", "wideatomics", "kernel _Z5countPy needs 64-bit atomic operations, which"},
		{"gpu,system", "warp", passes},
		{"gpu,system", "warpflow", passes},
		{"gpu,system", "symbols", passes},
		{"gpu,system", "memory", passes},
		{"gpu,system", "poolreuse", passes},
		{"system,usm", "memory", passes},
		{"system,usm", "symbols", passes},
	} {
		t.Run(c.mask+"/"+c.program, func(t *testing.T) {
			t.Parallel()
			command := commands[c.program]()
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Env = append(os.Environ(), "GOHIP_OPENCL="+lib, "CLMASK="+c.mask)
			out, err := cmd.CombinedOutput()
			if (err == nil) != (c.want == passes) || !strings.Contains(string(out), c.want) {
				t.Errorf("%v, want %q in\n%s", err, c.want, out)
			}
		})
	}
}

// TestSeveralDevices runs a program on two PoCL devices, on one of them, and in device memory
// instead of host memory.
func TestSeveralDevices(t *testing.T) {
	dir := t.TempDir()
	lib := buildMask(t, dir)
	bin := filepath.Join(dir, "several")
	compiled(t, "--offload=spirv64", "../testdata/severaldevices.hip", "-o", bin)
	for _, c := range []struct {
		count string
		env   []string
	}{
		{"2", nil},
		{"1", []string{"HIP_VISIBLE_DEVICES=1"}},
		{"2", []string{"HIP_VISIBLE_DEVICES=1,0"}},
		{"2", []string{"GOHIP_OPENCL=" + lib, "CLMASK=gpu,system,subgroups"}},
	} {
		out := run(t, append(c.env, "POCL_DEVICES=cpu cpu"), bin, c.count)
		if !strings.HasSuffix(out, "PASS\n") {
			t.Errorf("%v: %s", c.env, out)
		}
	}
}

// TestDevicesLack checks that `gohipcc devices` lists the features that each device lacks, and that
// the doctor lists each driver's devices.
func TestDevicesLack(t *testing.T) {
	p := testtree.Prefix(t)
	lib := buildMask(t, t.TempDir())
	out := run(t, []string{"GOHIP_OPENCL=" + lib, "CLMASK=fp64,generic,subgroups,system"}, filepath.Join(p, "bin", "gohipcc"), "devices")
	for _, want := range []string{
		"from    unified shared memory",
		"lacks   sub-groups of 32: warps exchange through shared memory\n",
		"lacks   double precision: kernels that use it are refused\n",
		"lacks   pointers that may point to global, shared or private memory (generic pointers): kernels whose",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
