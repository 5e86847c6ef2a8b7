// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvidia

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// double returns what a program's environment has so that it finds one NVIDIA GPU,
// which is interpreted.
func double(t *testing.T, settings ...string) []string {
	t.Helper()
	return append(append(os.Environ(), "GOHIP_CUDA="+testtree.CUDADouble(t), "GOHIP_CACHE=0"), settings...)
}

func output(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The same programs as on PoCL, compiled to PTX and run by the double: what the
// driver is asked for, and what the PTX computes.
func TestPrograms(t *testing.T) {
	env := double(t, "DOUBLE_CUDA=13000", "GOHIP_CACHE=", "GOHIP_CACHE_DIR="+t.TempDir())
	root, all := testtree.Root(t), testtree.NewBatches(t, withoutToolkit...)
	for _, f := range []string{"programs/faults", "programs/guards", "programs/poolreuse", "programs/poolshare", "programs/groupbase", "programs/streams", "programs/streamwaits", "programs/texture", "programs/coop", "programs/symbols", "programs/memfuncs", "programs/printf", "programs/printfcount", "programs/graphbranches", "programs/copysync", "programs/privatearrays", "programs/rtclink",
		"programs/errors", "programs/refusals", "programs/vmm", "programs/fp8", "programs/saturate", "programs/hip7", "language/math_double", "language/math_float", "language/lanes", "language/memory_atomics", "language/half", "programs/half", "language/wholepowers"} {
		t.Run(f, func(t *testing.T) {
			args := slices.Concat([]string{"-std=c++17", "--offload-arch=sm_90", "-O2"}, testtree.UnoptimisedHost)
			if strings.HasSuffix(f, "s") { // about half of them, with machine code
				args = append(args, "--ptxas-path="+filepath.Join(root, "testdata/nvidia/doubles/ptxas"))
			}
			file := filepath.Join(root, "testdata", f+".hip")
			batch := all.Add(t, file, args)
			t.Parallel()
			command := batch.Command(t, file)
			out, err := output(env, command[0], command[1:]...)
			golden, missing := os.ReadFile("../../testdata/" + f + ".out")
			if err != nil || missing == nil && out != string(golden) || missing != nil && !strings.HasSuffix("\n"+out, "\nPASS\n") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// Buffers and textures of OpenGL: shared by the driver, and, where the context is another
// device's, by copies between its memory and the device's.
func TestGraphics(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "graphics")
	gohipcc(t, "--offload-arch=sm_90", "-O2", "../../runtime/libgohip/testdata/graphics.hip", "-o", exe, "-lEGL", "-lGL")
	for _, setting := range []string{"DOUBLE_GL=1", "DOUBLE_CUDA=13000"} {
		out, err := output(double(t, "DOUBLE_CUDA=13000", setting), exe)
		if err != nil || !strings.Contains("\n"+out, "\nPASS\n") || strings.Contains(out, "OpenGL: 0\n") {
			t.Errorf("%s: %v\n%s", setting, err, out)
		}
		if setting == "DOUBLE_GL=1" && !strings.Contains(out, "maps of buffers of OpenGL: ") {
			t.Errorf("the driver was not asked: %s", out)
		}
	}
}

// The driver is asked for a device's properties once: programs ask for an attribute before each launch, and some
// attributes take the driver long. The properties have the driver's values.
func TestAttributes(t *testing.T) {
	source, exe := filepath.Join(t.TempDir(), "attributes.cpp"), filepath.Join(t.TempDir(), "attributes")
	err := os.WriteFile(source, []byte(`#include <hip/hip_runtime_api.h>
int main(int argc, char **) {
  int warp = 0;
  hipDeviceProp_t p;
  if (hipGetDeviceProperties(&p, 0) != hipSuccess) return 1;
  if (p.reservedSharedMemPerBlock != 1024 || !p.computePreemptionSupported || p.memoryBusWidth != 6144) return 2;
  if (!p.gpuDirectRDMASupported || p.gpuDirectRDMAFlushWritesOptions != 1 || p.gpuDirectRDMAWritesOrdering != 200) return 3;
  for (int i = 0; i < (argc > 1 ? 1000 : 1); i++)
    if (hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0) != hipSuccess || warp != 32) return 1;
}
`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	gohipcc(t, source, "-o", exe)
	env := double(t, "DOUBLE_CUDA=13000", "DOUBLE_ATTRIBUTES=1")
	one, err := output(env, exe)
	if err != nil || !strings.Contains(one, "attributes asked for: ") {
		t.Fatal(err, one)
	}
	if many, err := output(env, exe, "many"); err != nil || many != one {
		t.Errorf("once: %s1000 times: %s%v", one, many, err)
	}
}

// Memory and semaphores of other APIs, in streams, captures and graphs, by the driver.
func TestExternal(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "external")
	gohipcc(t, "--offload-arch=sm_90", "-O2", "../../runtime/libgohip/testdata/external.hip", "-o", exe)
	if out, err := output(double(t, "DOUBLE_CUDA=13000"), exe, "driver"); err != nil || !strings.HasSuffix("\n"+out, "\nPASS\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A program that ends while its image is compiled: the driver's compiler, which is loaded then, has destructors.
func TestEndWhileCompiling(t *testing.T) {
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "a.hip"), filepath.Join(dir, "a")
	const text = `#include <hip/hip_runtime.h>
#include <unistd.h>
__global__ void k(int *p) { *p = 7; }
int main() {
  int *p;
  size_t pitch;
  hipError_t e = hipMallocPitch((void **)&p, &pitch, 4, 1); // does not wait for it
  usleep(100000);                                           // it has begun
  return e;
}
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	gohipcc(t, "--offload-arch=sm_90", "-O2", src, "-o", exe)
	if out, err := output(double(t, "DOUBLE_COMPILES=1000"), exe); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The first allocation compiles the kernels: what a program times afterwards contains no compilation, which
// takes a second here, without a synchronisation before it as well.
func TestCompilesEarly(t *testing.T) {
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "a.hip"), filepath.Join(dir, "a")
	const text = `#include <hip/hip_runtime.h>

#include <chrono>
__global__ void k(int *p) { *p = 7; }
int main() {
  int *p, h = 0;
  auto start = std::chrono::steady_clock::now();
  if (hipMalloc(&p, 4) != hipSuccess) return 1;
  auto allocated = std::chrono::steady_clock::now();
  k<<<1, 1>>>(p);
  if (hipMemcpy(&h, p, 4, hipMemcpyDeviceToHost) != hipSuccess || h != 7) return 2;
  return allocated - start > std::chrono::steady_clock::now() - allocated ? 0 : 3;
}
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	gohipcc(t, "--offload-arch=sm_90", "-O2", src, "-o", exe)
	if out, err := output(double(t, "DOUBLE_COMPILES=1000"), exe); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// One program, a device that it has no image for, a driver that is too old for its
// PTX, and a device with too little memory.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "a.hip"), filepath.Join(dir, "a")
	const text = `#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void k(int *p) { *p = 7; }
int main() {
  int *p, v = 0;
  hipError_t e = hipMalloc(&p, 32 << 20);
  if (e == hipSuccess) k<<<1, 1>>>(p), e = hipGetLastError();
  if (e == hipSuccess) e = hipMemcpy(&v, p, 4, hipMemcpyDeviceToHost);
  printf("%s %d\n", hipGetErrorName(e), v);
}
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	gohipcc(t, "--offload-arch=sm_120", "-O2", src, "-o", exe)
	for _, c := range []struct {
		name, devices, cuda, memory string
		want                        []string
	}{
		{"taken", "sm_120", "13000", "", []string{"hipSuccess 7"}},
		{"older device", "sm_90", "13000", "", []string{"hipErrorNoBinaryForGpu 0", "sm_120"}},
		{"older driver", "sm_120", "12040", "", []string{"hipErrorNoBinaryForGpu 0", "PTX 8.7 needs a driver for CUDA 12.8"}},
		{"little memory", "sm_120", "13000", "16777216", []string{"hipErrorOutOfMemory 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := double(t, "DOUBLE_DEVICES="+c.devices, "DOUBLE_CUDA="+c.cuda)
			if c.memory != "" {
				env = append(env, "DOUBLE_MEMORY="+c.memory)
			}
			out, err := output(env, exe)
			for _, w := range c.want {
				if err != nil || !strings.Contains(out, w) {
					t.Errorf("%v: no %q in\n%s", err, w, out)
				}
			}
		})
	}
}

// What the commands say of an NVIDIA GPU, and what they compile for it.
func TestCommands(t *testing.T) {
	env := double(t, "DOUBLE_DEVICES=sm_86", "DOUBLE_CUDA=12040")
	out, err := output(env, "../../build/bin/gohipcc", "devices")
	for _, w := range []string{"NVIDIA Double 0", "CUDA 12.4", "sm_86"} {
		if err != nil || !strings.Contains(out, w) {
			t.Errorf("devices: %v: no %q in\n%s", err, w, out)
		}
	}
	out, err = output(env, "../../build/bin/gohipcc", "-###", "--offload-arch=native", "-c", "../../testdata/nvidia/ptx/axpy.hip")
	if err != nil || !strings.Contains(out, "hip-nvptx64-nvidia-cuda--sm_86") {
		t.Errorf("--offload-arch=native: %v\n%s", err, out)
	}
}
