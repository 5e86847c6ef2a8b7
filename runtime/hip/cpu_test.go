// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend/cpu"
	"gohipcc/target"
)

func cpuDevice(t testing.TB) *Device {
	t.Helper()
	all, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Info().Backend == "cpu" {
			return d
		}
	}
	t.Fatal("no CPU device")
	return nil
}

// manyKernels is source with so many kernels more that SPIR-V of it is compiled kernel by kernel.
func manyKernels(source string) string {
	var b strings.Builder
	b.WriteString(source)
	for i := range 40 {
		fmt.Fprintf(&b, "extern \"C\" __global__ void more%d(int *p) { p[threadIdx.x] += %d; }\n", i, i)
	}
	return b.String()
}

// TestCPU runs the kernels of TestLaunch and similar ones as native code, and as SPIR-V that is
// compiled at load or kernel by kernel.
func TestCPU(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	spirv := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	native := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Device: d})
	many := mustCompile(t, manyKernels(kernelsHIP), &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	for name, im := range map[string]*Image{"native": native, "SPIR-V": spirv, "SPIR-V in parts": many} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			m, err := im.Load(t.Context(), d, &LoadOptions{Output: &said})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Unload()
			s := stream(t, d)
			host := make([]int32, 256)
			for i := range host {
				host[i] = int32(i)
			}
			p, err := NewBuffer[int32](d, len(host))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Free()
			if err := p.Write(t.Context(), s, host); err != nil {
				t.Fatal(err)
			}
			if err := s.Launch(t.Context(), function(t, m, "reverse"), Grid(1), Block(256), 4*256, p); err != nil {
				t.Fatal(err)
			}
			pair := struct {
				A float32
				B int32
			}{0, 3}
			if err := s.Launch(t.Context(), function(t, m, "count"), Grid(2), Block(5), 0, pair); err != nil {
				t.Fatal(err)
			}
			got := make([]int32, len(host))
			if err := p.Read(t.Context(), s, got); err != nil {
				t.Fatal(err)
			}
			for i, v := range got {
				if v != host[255-i] {
					t.Fatalf("p[%d] is %d", i, v)
				}
			}
			if err := s.Launch(t.Context(), function(t, m, "say"), Grid(1), Block(1), 0, int32(2)); err != nil {
				t.Fatal(err)
			}
			if err := s.Synchronize(t.Context()); err != nil || said.String() != "2 of two: 3.00|    2|ff  |z\n" {
				t.Errorf("%q, %v", said.String(), err)
			}
			at, size, err := m.Global("counter")
			if err != nil || size != 4 {
				t.Fatalf("%d bytes, %v", size, err)
			}
			var counter [4]byte
			if err := rawQueue(t, d).Copy(uintptr(unsafe.Pointer(&counter)), at, 4, true); err != nil {
				t.Fatal(err)
			}
			if counter[0] != 70 {
				t.Errorf("counter is %d", counter[0])
			}
			if err := s.Launch(t.Context(), function(t, m, "reverse"), Grid(1), Block(2000), 0, p); !errors.Is(err, ErrInvalidConfiguration) {
				t.Error(err)
			}
		})
	}
}

const partsHIP = `
#include <hip/hip_runtime.h>
__device__ int counter = 5;
__constant__ int table[4] = {1, 2, 3, 4};
__device__ __attribute__((noinline)) int deep(int x) { return x < 1 ? counter : deep(x - 1) + table[x & 3]; }
__device__ int twice(int x) { return 2 * x + counter; }
__device__ int thrice(int x) { return 3 * x + counter; }
extern "C" __global__ void bump(int *p) { counter += 10; p[0] = table[1]; }
extern "C" __global__ void calls(int *p) { p[0] = (p[0] & 1 ? twice : thrice)(7) + deep(p[0]); }
extern "C" __global__ void heap(int *p) {
  int *q = (int *)malloc(400);
  for (int i = 0; i < 100; i++) q[i] = i;
  p[0] = q[p[0]];
  free(q);
}
extern "C" __global__ void stop(int *p) { if (p[0] == 3) abort(); }
`

// TestCPUInParts: the kernels of a large SPIR-V module are compiled at their first use, and share the
// module's variables.
func TestCPUInParts(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	im := mustCompile(t, manyKernels(partsHIP), &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	m, err := im.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	prefix := os.Getenv("GOHIP_PATH")
	t.Setenv("GOHIP_PATH", t.TempDir())
	if _, err := m.Kernel(t.Context(), "bump"); !errors.Is(err, ErrUnsupportedImage) {
		t.Errorf("without a compiler: %v", err)
	}
	t.Setenv("GOHIP_PATH", prefix)
	s := stream(t, d)
	p, err := NewBuffer[int32](d, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	run := func(kernel string, in int32) (int32, error) {
		host := []int32{in}
		if err := p.Write(t.Context(), s, host); err != nil {
			t.Fatal(err)
		}
		if err := s.Launch(t.Context(), function(t, m, kernel), Grid(1), Block(1), 0, p); err != nil {
			t.Fatal(err)
		}
		err := s.Synchronize(t.Context())
		if err == nil {
			err = p.Read(t.Context(), s, host)
		}
		return host[0], err
	}
	for _, c := range []struct {
		kernel   string
		in, want int32
	}{{"calls", 0, 21 + 5 + 5}, {"bump", 0, 2}, {"calls", 1, 14 + 15 + 15 + 2}, {"heap", 42, 42}, {"more7", 5, 12}} {
		if got, err := run(c.kernel, c.in); err != nil || got != c.want {
			t.Errorf("%s(%d) is %d, not %d; %v", c.kernel, c.in, got, c.want, err)
		}
	}
	if _, err := m.Kernel(t.Context(), "none"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := run("stop", 3); !errors.Is(err, ErrLaunchFailed) {
		t.Errorf("abort: %v", err)
	}
	// The abort word stays set until it is cleared; the next test needs a usable device.
	word, err := d.impl.(*cpu.Device).AbortWord()
	if err != nil {
		t.Fatal(err)
	}
	var none uint32
	if err := rawQueue(t, d).Copy(word, uintptr(unsafe.Pointer(&none)), 4, true); err != nil {
		t.Fatal(err)
	}
}

// TestCPUWithoutCompiler: without gohipcc the CPU device takes native code only, and the error says
// what else is needed.
func TestCPUWithoutCompiler(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	spirv := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: target.SPIRV64})
	native := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Device: d})
	t.Setenv("GOHIP_PATH", t.TempDir())
	if _, err := spirv.Load(t.Context(), d, nil); !errors.Is(err, ErrUnsupportedImage) || !strings.Contains(err.Error(), "install gohipcc") {
		t.Error(err)
	}
	m, err := native.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Unload()
}

// TestCPUImages: the best image of a bundle that can run is chosen; if there is none, the error
// says why.
func TestCPUImages(t *testing.T) {
	usePrefix(t)
	d := cpuDevice(t)
	images := map[string][]byte{}
	for _, level := range []string{"x86-64", "x86-64-v2", d.Info().Target.Processor} {
		images[level] = mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Target: level}).Bytes
	}
	bundle := func(entries ...string) []byte {
		var b bytes.Buffer
		var in []fatbin.Input
		for _, level := range entries {
			image := images[level]
			if image == nil {
				image = images["x86-64"]
			}
			in = append(in, fatbin.InputBytes("hip-x86_64-unknown-linux-gnu-"+level, image))
		}
		if err := fatbin.WriteBundle(&b, 1, in); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	best, err := d.SelectImage(bundle("x86-64", d.Info().Target.Processor, "x86-64-v2"), "bundle")
	if err != nil || !bytes.Equal(best, images[d.Info().Target.Processor]) {
		t.Errorf("%d bytes, %v", len(best), err)
	}
	// The image names a processor: its record has the features that it needs.
	if best, err = d.SelectImage(bundle("x86-64", "znver2"), "bundle"); err != nil || len(best) == 0 {
		t.Errorf("%d bytes, %v", len(best), err)
	}
	_, err = d.SelectImage(bundle("x86-64-v9"), "bundle")
	if err != nil {
		t.Error("an unknown name is a processor's: ", err)
	}
}
