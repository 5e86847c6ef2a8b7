// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

var programFlags = append([]string{"-O2", "-std=c++17"}, testtree.UnoptimisedHost...)

// Whole self-checking programs through libgohip.so: grid barriers, device malloc by hostcalls,
// shuffles, atomics, and every math function in both precisions against its documented error.
func TestPrograms(t *testing.T) {
	all := testtree.NewBatches(t)
	for _, c := range []struct{ name, target, flags string }{
		{"programs/coop", "gfx90a", ""}, {"programs/devicenew", "gfx90a", ""}, {"programs/warp", "gfx90a", ""}, {"programs/atomics", "gfx90a", ""},
		{"language/math_float", "gfx90a", ""}, {"language/math_double", "gfx90a", ""}, {"programs/graph", "gfx90a", ""}, {"programs/warpflow", "gfx90a", ""},
		{"language/lanes", "gfx1201", ""}, {"programs/rtclink", "gfx1100", "-lhiprtc"},
		// In the batch of rtclink, which needs the library.
		{"programs/printf", "gfx1100", "-lhiprtc"}, {"programs/pointerselects", "gfx1100", "-lhiprtc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := filepath.Join(testtree.Root(t), "testdata", c.name+".hip")
			batch := all.Add(t, source, slices.Concat(programFlags, []string{"--offload-arch=" + c.target}, strings.Fields(c.flags)))
			t.Parallel()
			command := batch.Command(t, source)
			out := emulated(t, c.target, command...)
			if golden, err := os.ReadFile(strings.TrimSuffix(source, ".hip") + ".out"); err == nil {
				if out != string(golden) {
					t.Errorf("the program printed\n%s\nnot\n%s", out, golden)
				}
			} else if !strings.HasSuffix("\n"+out, "\nPASS\n") {
				t.Errorf("the program did not end with PASS:\n%s", out)
			}
		})
	}
}

// Both printf implementations, by hostcalls and through a buffer, with strings that only the kernel
// knows and non-constant formats.
func TestPrintf(t *testing.T) {
	source := filepath.Join(t.TempDir(), "printf.hip")
	const text = `#include <hip/hip_runtime.h>
__global__ void k(const char *s, const char *format, float f, int n) {
  printf("%d %s %f %s %ld|%c %p %5.2e %%\n", n + (int)threadIdx.x, "text", f, s, 1L << 40, 'x', (void *)16, 2.5);
  if (threadIdx.x == 1) printf(format, n);
}
int main() {
  char *s;
  if (hipMalloc((void **)&s, 64) != hipSuccess || hipMemcpy(s, "in memory\0[%04d]\n", 18, hipMemcpyHostToDevice) != hipSuccess) return 1;
  k<<<1, 2>>>(s, s + 10, 1.5f, 3);
  return hipDeviceSynchronize();
}
`
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "3 text 1.500000 in memory 1099511627776|x 0x10 2.50e+00 %\n4 text 1.500000 in memory 1099511627776|x 0x10 2.50e+00 %\n[0003]\n"
	targets := []string{"gfx90a", "gfx1100"}
	for _, kind := range []string{"hostcall", "buffered"} {
		exe := compiledFor(t, targets, source, "-mprintf-kind="+kind)
		for _, target := range targets {
			if out := emulated(t, target, exe); out != want {
				t.Errorf("%s on %s:\n%s\nwant\n%s", kind, target, out, want)
			}
		}
	}
}

// compiledFor compiles a program for several targets: its host code once.
func compiledFor(t *testing.T, targets []string, source string, flags ...string) (exe string) {
	t.Helper()
	exe = filepath.Join(t.TempDir(), "program")
	output(t, testtree.Compiler(t), slices.Concat(programFlags, oncePerConfiguration, flags, []string{"--offload-arch=" + strings.Join(targets, ","), source, "-o", exe})...)
	return exe
}

func emulated(t *testing.T, target string, command ...string) string {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), env+"="+target)
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// Faults that a GPU reports only as an illegal address are reported with their location.
func TestFaults(t *testing.T) {
	source := filepath.Join(t.TempDir(), "fault.hip")
	const text = `#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstring>
__global__ void past(int *p, int n) { p[n + threadIdx.x] = 1; }
__global__ void stop(int *p) {
  if (p[1] == 1) __builtin_trap();
  p[2 + threadIdx.x] = 1;
  if (*p == 0) __builtin_trap();
}
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
	targets := []string{"gfx90a", "gfx1100"}
	exe := compiledFor(t, targets, source)
	for _, target := range targets {
		out := emulated(t, target, exe)
		for _, want := range []string{"write of 4 bytes", "the nearest allocation below is device memory, 400 bytes", "begins 0 bytes past its end", "past", "_store_", "hipErrorIllegalAddress\n", ": trap\n", "hipErrorLaunchFailure\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("on %s the output lacks %q:\n%s", target, want, out)
			}
		}
	}
}
