// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Whole programs, which check themselves, through libgohip.so: grid barriers, device
// malloc by hostcalls, shuffles, atomics, and every mathematical function in both
// precisions against its documented error.
func TestPrograms(t *testing.T) {
	for _, name := range []string{"e2e/coop", "e2e/devicenew", "e2e/warp", "e2e/atomics", "language/math_float", "language/math_double"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exe := filepath.Join(t.TempDir(), "program")
			source := filepath.Join(root(), "testdata", name+".hip")
			output(t, filepath.Join(root(), "build", "bin", "gohipcc"), "-O2", "-std=c++17", "--offload-arch=gfx90a", source, "-o", exe)
			if out := emulated(t, exe); !strings.HasSuffix("\n"+out, "\nPASS\n") {
				t.Errorf("the program did not end with PASS:\n%s", out)
			}
		})
	}
}

func emulated(t *testing.T, exe string) string {
	t.Helper()
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), Env+"=gfx90a")
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// What a GPU would only call an illegal address is told with its place.
func TestFaults(t *testing.T) {
	source := filepath.Join(t.TempDir(), "fault.hip")
	const text = `#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstring>
__global__ void past(int *p, int n) { p[n + threadIdx.x] = 1; }
__global__ void stop(int *p) { if (*p == 0) __builtin_trap(); }
int main(int argc, char **argv) {
  int *p;
  if (hipMalloc((void **)&p, 400) != hipSuccess || hipMemset(p, 0, 400) != hipSuccess) return 1;
  past<<<1, 64>>>(p, 100);
  std::puts(hipGetErrorName(hipDeviceSynchronize()));
  if (hipDeviceReset() != hipSuccess) return 1;
  if (hipMalloc((void **)&p, 400) != hipSuccess || hipMemset(p, 0, 400) != hipSuccess) return 1;
  stop<<<1, 64>>>(p);
  std::puts(hipGetErrorName(hipDeviceSynchronize()));
}
`
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), "program")
	output(t, filepath.Join(root(), "build", "bin", "gohipcc"), "--offload-arch=gfx90a", source, "-o", exe)
	out := emulated(t, exe)
	for _, want := range []string{"write of 4 bytes", "the nearest allocation below is device memory, 400 bytes", "begins 0 bytes past its end", "past", "_store_dword", "hipErrorIllegalAddress\n", ": trap\n", "hipErrorLaunchFailure\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}
