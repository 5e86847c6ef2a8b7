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

// light are options for programs that are compiled as no other test's is, so that a precompiled header would be used
// once, and that need what hiprtc has of HIP's header: it is parsed in a third of the time.
var light = []string{"--no-pch-cache", "-D__HIPCC_RTC__=1"}

func run(t testing.TB, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// compiled compiles a program whose host code is not what is tested.
func compiled(t testing.TB, args ...string) {
	t.Helper()
	run(t, nil, testtree.Compiler(t), slices.Concat([]string{"-O2", "-std=c++17"}, testtree.UnoptimisedHost, args)...)
}

func TestAPIFromC(t *testing.T) {
	p := testtree.Prefix(t)
	bin := filepath.Join(t.TempDir(), "api")
	run(t, nil, "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I"+p+"/include", "../testdata/api.c", "-o", bin,
		"-L"+p+"/lib", "-lgohip", "-lpthread", "-Wl,-rpath,"+p+"/lib")
	if out := run(t, []string{"GOHIP_QUIET=1"}, bin); out != "0 calls went wrong\n" {
		t.Error(out)
	}
}

// double builds the test double and a program to run on it.
func double(t *testing.T) (lib, bin string) {
	t.Helper()
	dir := t.TempDir()
	lib, bin = filepath.Join(dir, "libclnull.so"), filepath.Join(dir, "errors")
	run(t, nil, "cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "../testdata/clnull.c", "-o", lib)
	compiled(t, "--offload=spirv64", "../testdata/errors.hip", "-o", bin)
	return lib, bin
}

func TestDriverErrors(t *testing.T) {
	lib, bin := double(t)
	good := map[string]string{
		"count": "hipSuccess", "devices": "1", "malloc": "hipSuccess", "launch": "hipSuccess", "again": "hipSuccess",
		"copy": "hipSuccess", "stream": "hipSuccess", "event": "hipSuccess", "record": "hipSuccess", "wait": "hipSuccess",
		"sync": "hipSuccess", "flags": "hipErrorInvalidValue", "destroy": "hipSuccess", "free": "hipSuccess",
	}
	for _, tt := range []struct {
		env  string
		want map[string]string // differences from the expected output without failures
		says string
	}{
		{"CLNULL_FAIL=none", nil, ""},
		{"CLNULL_PLATFORMS=0", map[string]string{"count": "hipErrorNoDevice", "devices": "0", "malloc": "hipErrorNoDevice", "launch": "hipErrorNoDevice",
			"again": "hipErrorNoDevice", "copy": "hipErrorNoDevice", "stream": "hipErrorNoDevice", "event": "hipErrorNoDevice", "record": "hipErrorNoDevice",
			"wait": "hipErrorNoDevice", "sync": "hipErrorNoDevice", "flags": "hipErrorNoDevice", "destroy": "hipErrorNoDevice", "free": "hipErrorNoDevice"}, ""},
		{"CLNULL_FAIL=clBuildProgram:-11", map[string]string{"launch": "hipErrorInvalidKernelFile", "again": "hipErrorInvalidKernelFile"}, "the log of the null compiler"},
		// The compiler's crash does not end the program.
		{"CLNULL_CRASH=clBuildProgram", map[string]string{"launch": "hipErrorNoBinaryForGpu", "again": "hipErrorNoBinaryForGpu"}, "the driver's compiler ended its process"},
		// If a driver returns no binaries, the program compiles a second time.
		{"CLNULL_FAIL=clGetProgramInfo:-30", nil, ""},
		{"CLNULL_FAIL=clCreateProgramWithBinary:-42", nil, ""},
		{"CLNULL_FAIL=clCreateKernel:-46", map[string]string{"launch": "hipErrorInvalidKernelFile", "again": "hipErrorInvalidKernelFile"}, "INVALID_KERNEL_NAME"},
		{"CLNULL_FAIL=clEnqueueNDRangeKernel:-5", map[string]string{"launch": "hipErrorLaunchOutOfResources", "again": "hipErrorLaunchOutOfResources"}, ""},
		{"CLNULL_FAIL=clEnqueueNDRangeKernel:-5:1", map[string]string{"again": "hipErrorLaunchOutOfResources"}, ""},
		{"CLNULL_FAIL=clSetKernelArgSVMPointer:-50:1", map[string]string{"launch": "hipErrorLaunchFailure", "again": "hipErrorLaunchFailure"}, ""},
		{"CLNULL_FAIL=clCreateCommandQueueWithProperties:-6:3", nil, ""},
		{"CLNULL_FAIL=clEnqueueMarkerWithWaitList:-5", map[string]string{"record": "hipErrorLaunchOutOfResources"}, ""},
	} {
		out := run(t, []string{"GOHIP_OPENCL=" + lib, "GOHIP_CPU=0", "GOHIP_CACHE=0", tt.env}, bin)
		seen := 0
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			step, got, _ := strings.Cut(line, " ")
			want, ok := tt.want[step]
			if !ok {
				if want, ok = good[step]; !ok {
					continue
				}
			}
			seen++
			if got != want {
				t.Errorf("%s: %s: %s, want %s", tt.env, step, got, want)
			}
		}
		if seen != len(good) || !strings.Contains(out, tt.says) {
			t.Errorf("%s: %d steps of %d, want %q in\n%s", tt.env, seen, len(good), tt.says, out)
		}
	}
}

// The driver calls of a launch, and the source of event times: a queue with profiling makes every
// launch slower, so if a queue can run native functions, these read the clock, and only for event
// records.
func TestCallsPerLaunch(t *testing.T) {
	lib, _ := double(t)
	bin := filepath.Join(t.TempDir(), "launches")
	compiled(t, "--offload=spirv64", "../testdata/launches.hip", "-o", bin)
	for _, tt := range []struct {
		env  string
		args []string
		want map[string]string // calls
	}{
		{"CLNULL_CPU=1", []string{"host"}, map[string]string{"clEnqueueNativeKernel": "3", "clGetEventProfilingInfo": "0", "profiling": "0",
			"clFlush": "0"}},
		{"CLNULL_CPU=0", nil, map[string]string{"clEnqueueNativeKernel": "0", "clGetEventProfilingInfo": "2", "profiling": "1"}},
	} {
		out := run(t, []string{"GOHIP_OPENCL=" + lib, "GOHIP_CACHE=0", "CLNULL_TRACE=1", tt.env}, bin, tt.args...)
		calls := make(map[string]string)
		for _, line := range strings.Split(out, "\n") {
			if name, n, ok := strings.Cut(line, " "); ok {
				calls[name] = n
			}
		}
		// 1000 launches in three runs: the pointer does not change, the number changes from run to
		// run.
		for name, n := range map[string]string{"clEnqueueNDRangeKernel": "1000", "clSetKernelArgSVMPointer": "1", "clSetKernelArg": "3"} {
			tt.want[name] = n
		}
		for name, n := range tt.want {
			if got := calls[name]; got != n && (got != "" || n != "0") {
				t.Errorf("%s: %s was called %s times, want %s; all calls:\n%s", tt.env, name, got, n, out)
			}
		}
	}
}

// The generated files must match the table that they are generated from.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	dir := t.TempDir()
	files := []string{"../include/hip/gohip_functions.h", "../include/hip/gohip_hiprtc_functions.h", "../include/hip/gohip_gl_functions.h",
		"trampolines.inc", "libgohip.map", "core/dispatch_gen.go"}
	for _, d := range []string{"a/include/hip", "a/libgohip/core", "docs"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.ReadFile("../api.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a/libgohip/api.txt"), table, 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, nil, "go", "run", "-trimpath", "../apigen", filepath.Join(dir, "a/libgohip"))
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join(dir, "a/libgohip", f))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", f))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is not what apigen makes of api.txt (%v); run make generate", f, err)
		}
	}
}

// Every function of the table is exported, and nothing else.
func TestExports(t *testing.T) {
	p := testtree.Prefix(t)
	out := run(t, nil, "nm", "-D", "--defined-only", filepath.Join(p, "lib", "libgohip.so"))
	have := make(map[string]bool)
	for _, line := range strings.Split(out, "\n") {
		f := strings.Fields(line)
		if len(f) == 3 {
			name, _, _ := strings.Cut(f[2], "@")
			have[name] = true
			// The other names are one that PoCL's kernels use, those that package backend/cpu
			// calls, and those that the HIP libraries use.
			if !strings.HasPrefix(strings.TrimLeft(name, "_"), "hip") && !strings.HasPrefix(name, "gohip_cpu_") &&
				!slices.Contains([]string{"__pocl_work_group_alloca", "gohip_cuda_stream"}, name) {
				t.Errorf("%s is exported", name)
			}
		}
	}
	table, err := os.ReadFile("../libgohip.map")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(table), "\n") {
		name, ok := strings.CutSuffix(strings.TrimSpace(line), ";")
		if !ok || strings.ContainsAny(name, "*}") {
			continue
		}
		if !have[name] {
			t.Errorf("%s is in the table but not exported", name)
		}
	}
}
