// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// TestModulesOnly: a program without device code of its own loads modules with native code, with
// SPIR-V and with both. What can run on the machine runs; otherwise the message says what to do.
func TestModulesOnly(t *testing.T) {
	p, dir := testtree.Prefix(t), t.TempDir()
	bin := filepath.Join(dir, "modules")
	run(t, nil, "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-D__HIP_PLATFORM_AMD__", "-I"+p+"/include", "../testdata/modules.c", "-o", bin,
		"-L"+p+"/lib", "-lgohip", "-Wl,-rpath,"+p+"/lib")
	for name, targets := range map[string][]string{"native": {"--offload=cpu"}, "spirv": {"--offload=spirv64"}, "both": {"--offload=cpu", "--offload=spirv64"}} {
		args := append(targets, "--cuda-device-only", "-O1", "-std=c++17", "../testdata/modules.hip", "-o", filepath.Join(dir, name))
		run(t, nil, filepath.Join(p, "bin", "gohipcc"), args...)
	}
	const noCompiler, noOpenCL = "GOHIP_PATH=/nonexistent", "OCL_ICD_VENDORS=/nonexistent"
	const works = "hipErrorLaunchFailure, 0 wrong\n" // after the failed assertion
	for _, tt := range []struct {
		env    []string
		module string
		says   []string
	}{
		{nil, "native", []string{"3 of module\n", "`n == 4' failed", works}},
		{nil, "spirv", []string{"3 of module\n", "`n == 4' failed", works}},
		{nil, "both", []string{"3 of module\n", works}},
		{[]string{"GOHIP_CPU=0"}, "spirv", []string{"3 of module\n", works}},
		{[]string{noCompiler}, "spirv", []string{"3 of module\n", works}},
		{[]string{noCompiler}, "both", []string{works}},
		{[]string{noCompiler}, "native", []string{"hipErrorNoBinaryForGpu", "compile it with --offload=spirv64, or run it on the CPU device with GOHIP_CPU=1"}},
		{[]string{noCompiler, "GOHIP_CPU=1"}, "native", []string{works}},
		{[]string{noCompiler, noOpenCL}, "native", []string{works}},
		{[]string{noCompiler, noOpenCL}, "both", []string{works}},
		{[]string{noCompiler, noOpenCL}, "spirv", []string{"hipErrorNoBinaryForGpu", "install gohipcc (GOHIP_PATH names its prefix), compile the image with --offload-arch="}},
	} {
		for _, how := range []string{"file", "memory"} {
			cmd := exec.Command(bin, filepath.Join(dir, tt.module), how)
			cmd.Env = append(os.Environ(), tt.env...)
			out, _ := cmd.CombinedOutput()
			for _, s := range tt.says {
				if !strings.Contains(string(out), s) {
					t.Errorf("%s from %s, %v: no %q in\n%s", tt.module, how, tt.env, s, out)
				}
			}
		}
	}
}

// TestInitialiser: the device is the one that the program's images are for, although an initialiser
// calls HIP before they are registered.
func TestInitialiser(t *testing.T) {
	dir := t.TempDir()
	for offload, device := range map[string]string{"cpu": "x86-64", "spirv64": "spirv64"} {
		bin := filepath.Join(dir, offload)
		compiled(t, "--offload="+offload, "../testdata/initialiser.hip", "-o", bin)
		for _, env := range []string{"GOHIP_QUIET=0", "GOHIP_PATH=/nonexistent"} {
			cmd := exec.Command(bin)
			cmd.Env = append(os.Environ(), env)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.HasPrefix(string(out), "42, 1 devices, ") || !strings.Contains(string(out), device) {
				t.Errorf("%s, %q: %v\n%s", offload, env, err, out)
			}
		}
	}
}
