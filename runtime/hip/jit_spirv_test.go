// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend/cuda"
	"gohipcc/runtime/backend/emulator"
)

// openCL is a kernel of another producer: OpenCL C through clang and LLVM's SPIR-V backend, with
// operations for which SPIR-V has instructions, built-in variables and functions.
const openCL = `
typedef struct { int a[3]; float f; } S;
__constant int table[4] = {10, 20, 30, 40};
kernel void mixed(global int *out, S s, constant float *x, global float *y, global int *sums) {
  int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  local int tile[64];
  tile[l] = i * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  float whole, m = modf(x[i], &whole);
  int e;
  float f = frexp(x[i], &e);
  float4 v = (float4)(x[i], 1, 2, 3);
  y[i] = m + whole * 2 + f + e + dot(v, v) + length(v.yz) + fma(x[i], 2.0f, s.f) + clamp(x[i], -1.0f, 1.0f) + sin(v).x + mix(1.0f, 3.0f, 0.25f);
  out[i] = tile[n - 1 - l] + s.a[i % 3] + table[i & 3] + popcount(i) + clz(i | 1) + max(i, 5) + mul_hi(i << 20, 1 << 16)
         + add_sat(0x7fffffff, i) - 0x7fffffff + abs_diff(i, 9) + rotate(i, 31) + isnan(x[i]) + convert_int_sat(x[i] * 1e9f) / 1000
         + convert_int_rtp(x[i]) + as_int(convert_float_rtz(0x1000001 + 2 * i)) - 0x4b800000 + upsample((short)i, (ushort)3);
  atomic_add(&sums[0], i);
  atomic_max(&sums[1], out[i]);
  if (atomic_cmpxchg(&sums[2], 7, 8) == 7) atomic_inc(&sums[3]);
  float4 w = vload4(0, x + i);
  vstore2(w.xy + w.zw, i, y + n);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0) sums[4] = get_num_groups(0) * 100 + get_global_size(0) + get_local_size(1);
}
`

// spirvOf compiles OpenCL C.
func spirvOf(t *testing.T, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	in, bc, out := filepath.Join(dir, "k.cl"), filepath.Join(dir, "k.bc"), filepath.Join(dir, "k.spv")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{
		{"clang-22", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "--target=spirv64-unknown-unknown", "-O1", "-emit-llvm", "-c", "-o", bc, in},
		{"llc-22", "-mtriple=spirv64v1.2-unknown-unknown", "-filetype=obj", "-o", out, bc},
	} {
		if msg, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, msg)
		}
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// emulated returns an AMD GPU of the emulator.
func emulated(t *testing.T, target string) *Device {
	t.Helper()
	d, err := emulator.New(target)
	if err != nil {
		t.Fatal(err)
	}
	return &Device{0, d}
}

// The same for NVIDIA, on the double of the CUDA driver, which interprets PTX.
func TestCompileSPIRVForNVIDIA(t *testing.T) {
	onCUDADouble(t, func(d *Device) { runMixed(t, d, spirvOf(t, openCL)) })
}

// onCUDADouble runs the rest of a test with a device of the double of NVIDIA's driver. A process
// loads the driver once, so the test runs again in a process of its own, where the double is the
// driver.
func onCUDADouble(t *testing.T, run func(d *Device)) {
	t.Helper()
	if os.Getenv("GOHIP_TEST_CUDA_DOUBLE") != "" {
		usePrefix(t)
		devices, _, err := cuda.Devices()
		if err != nil || len(devices) != 1 {
			t.Fatalf("%v, %v", devices, err)
		}
		run(&Device{0, devices[0]})
		return
	}
	lib := testtree.CUDADouble(t)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "GOHIP_CUDA="+lib, "DOUBLE_DEVICES=sm_80", "GOHIP_TEST_CUDA_DOUBLE=1")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestCompileSPIRV: SPIR-V of any producer is compiled for AMD's GPUs and computes the same as on
// devices that take SPIR-V.
func TestCompileSPIRV(t *testing.T) {
	usePrefix(t)
	spv := spirvOf(t, openCL)
	for _, d := range []*Device{emulated(t, "gfx90a"), emulated(t, "gfx1100"), spirvDevice(t)} {
		t.Run(d.Info().Target.String()+d.Info().Arch, func(t *testing.T) { runMixed(t, d, spv) })
	}
}

// runMixed runs the kernel and compares all of its results.
func runMixed(t *testing.T, d *Device, spv []byte) {
	type aggregate struct {
		A [3]int32
		F float32
	}
	im, err := Compile(t.Context(), spv, &CompileOptions{Device: d})
	if err != nil {
		t.Fatal(err)
	}
	m, err := im.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	const n = 64
	out, y, x, sums := make([]int32, n), make([]float32, 3*n), make([]float32, n+4), []int32{5, -1 << 31, 7, 0, 0}
	for i := range x {
		x[i] = float32(i)*0.375 - 7
	}
	s := aggregate{[3]int32{100, 200, 300}, 0.5}
	runOn(t, m, "mixed", n, out, unsafe.Slice((*byte)(unsafe.Pointer(&s)), unsafe.Sizeof(s)), x, y, sums)
	greatest := int32(math.MinInt32)
	for i := range int32(n) {
		v := x[i]
		whole := float32(math.Trunc(float64(v)))
		f, e := math.Frexp(float64(v))
		want := float64(v-whole) + float64(whole)*2 + f + float64(e) + float64(v*v+14) + math.Sqrt(5) + float64(v*2+0.5) +
			math.Max(-1, math.Min(1, float64(v))) + math.Sin(float64(v)) + 1.5
		if math.Abs(float64(y[i])-want) > 2e-5*math.Max(1, math.Abs(want)) {
			t.Errorf("y[%d] = %v, want %v", i, y[i], want)
		}
		pop, zeros := int32(0), int32(0)
		for k := i; k != 0; k &= k - 1 {
			pop++
		}
		for k := uint32(i | 1); k>>31 == 0; k <<= 1 {
			zeros++
		}
		// The literal and the index are multiplied in single precision.
		scaled := math.Trunc(float64(v * 1e9))
		r := (n-1-i)*(n-1-i) + s.A[i%3] + []int32{10, 20, 30, 40}[i&3] + pop + zeros + max(i, 5) + int32(int64(i)<<20<<16>>32) +
			int32(math.MaxInt32-0x7fffffff) + max(i-9, 9-i) + int32(uint32(i)<<31|uint32(i)>>1) +
			int32(math.Max(math.MinInt32, math.Min(math.MaxInt32, scaled)))/1000 +
			int32(math.Ceil(float64(v))) + (0x1000001+2*i-0x1000000)/2 + i<<16 + 3
		if out[i] != r {
			t.Errorf("out[%d] = %d, want %d", i, out[i], r)
		}
		greatest = max(greatest, out[i])
	}
	if want := []int32{5 + n*(n-1)/2, greatest, 8, 1, 100 + n + 1}; !slices.Equal(sums, want) {
		t.Errorf("sums %v, want %v", sums, want)
	}
	for i := range n / 2 {
		if want := x[i] + x[i+2]; y[n+2*i] != want {
			t.Errorf("vstore2 %d: %v, want %v", i, y[n+2*i], want)
		}
	}
}

// TestExecutableWithSPIRV: a library of device functions in SPIR-V is linked with a kernel in LLVM
// IR, for a device that takes SPIR-V and for one that does not.
func TestExecutableWithSPIRV(t *testing.T) {
	usePrefix(t)
	spv := spirvOf(t, "int scale(int v) { return v * 7 + (int)get_local_id(0); }")
	for _, c := range []struct {
		d    *Device
		main string
	}{{spirvDevice(t), mainIR}, {emulated(t, "gfx942"), amdMain}} {
		x := c.d.NewExecutable(nil)
		if err := x.Add(t.Context(), "main", []byte(c.main)); err != nil {
			t.Fatal(err)
		}
		if err := x.Add(t.Context(), "scale", spv); err != nil {
			t.Fatal(err)
		}
		if err := x.Freeze(t.Context()); err != nil {
			t.Fatal(err)
		}
		k, err := x.Kernel(t.Context(), "apply")
		if err != nil {
			t.Fatal(err)
		}
		data := []int32{1, 2, 3, 4}
		runOn(t, k.mod, "apply", 4, data)
		if !slices.Equal(data, []int32{7, 15, 23, 31}) {
			t.Errorf("%s: %v", c.d.Name(), data)
		}
		f, err := x.DeviceFunction("scale")
		if err != nil || f.Object != "scale" {
			t.Errorf("%+v, %v", f, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCompileSPIRVErrors: SPIR-V that cannot be compiled for another device gives an error that
// says so.
func TestCompileSPIRVErrors(t *testing.T) {
	usePrefix(t)
	spv := spirvOf(t, "kernel void k(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, (int2)(1, 2)); }")
	_, err := Compile(t.Context(), spv, &CompileOptions{Target: "gfx90a", Name: "picture.spv"})
	if err == nil || !strings.Contains(err.Error(), "picture.spv") {
		t.Errorf("an image: %v", err)
	}
	_, err = Compile(t.Context(), spv[:len(spv)-6], &CompileOptions{Target: "gfx90a", Name: "short.spv"})
	if err == nil || !strings.Contains(err.Error(), "short.spv") {
		t.Errorf("a module cut off: %v", err)
	}
}
