// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// floatFunctions are the single-precision functions that the library for NVIDIA implements itself,
// by number of arguments.
var floatFunctions = map[int]string{
	1: "exp exp2 exp10 expm1 sinh cosh tanh log log2 log10 log1p asinh acosh atanh cbrt rcbrt " +
		"sin cos tan asin acos atan sinpi cospi erf erfc erfcx normcdf erfinv erfcinv normcdfinv " +
		"j0 j1 y0 y1 tgamma round logb",
	2: "pow hypot fmod remainder nextafter",
}

// A table lookup with an index that differs between the lanes of a warp, or a call.
var ptxSlow = regexp.MustCompile(`\b(ld\.(const|global\.nc|local)|st\.local|call)\b|\.local .*__local_depot|\.f64`)

// mostExponential bounds the statements of a kernel that computes an exponential, those for arguments that
// overflow or underflow among them.
const mostExponential = 44

// ptx returns the PTX of a source, compiled without a CUDA toolkit, and with the same precompiled header as e2e/nvidia's.
func ptx(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.hip"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CUDA_PATH", dir)
	output(t, dir, testtree.Compiler(t), "-std=c++17", "-O3", "--offload-arch=sm_90", "--cuda-device-only", "-S", "k.hip", "-o", "k.ptx")
	text, err := os.ReadFile(filepath.Join(dir, "k.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFloatPTX checks that the single-precision functions have, without libdevice, the properties
// that make them fast: they use no tables, no memory, no calls and no double precision.
func TestFloatPTX(t *testing.T) {
	var src strings.Builder
	src.WriteString("#include <hip/hip_runtime.h>\n")
	n := 0
	for arity, names := range floatFunctions {
		args := "p[threadIdx.x], p[threadIdx.x + 64]"
		if arity == 1 {
			args = "p[threadIdx.x]"
		}
		for _, f := range strings.Fields(names) {
			fmt.Fprintf(&src, "extern \"C\" __global__ void of_%s(float *p) { p[threadIdx.x] = %sf(%s); }\n", f, f, args)
			n++
		}
	}
	kernels := regexp.MustCompile(`(?s)\.entry of_(\w+)\(.*?\n}`).FindAllStringSubmatch(ptx(t, src.String()), -1)
	if len(kernels) != n {
		t.Errorf("%d kernels in place of %d", len(kernels), n)
	}
	for _, k := range kernels {
		if slow := ptxSlow.FindString(k[0]); slow != "" {
			t.Errorf("%sf has %s", k[1], slow)
		}
		if n := strings.Count(k[0], ";\n"); strings.HasPrefix(k[1], "exp") && k[1] != "expm1" && n > mostExponential {
			t.Errorf("%sf has %d instructions", k[1], n)
		}
	}
}

// The log-gamma function in double reads no table and no memory, and calls only what is rare: the
// gamma function, and others that it once was composed of, are not among it. The usual exponential is
// complete before the only branch, which skips what is done for the others.
func TestDoublePTX(t *testing.T) {
	const src = `#include <hip/hip_runtime.h>
#define OF(F) extern "C" __global__ void of_##F(double *p) { p[threadIdx.x] = F(p[threadIdx.x]); }
OF(lgamma) OF(exp) OF(exp2) OF(exp10)
`
	text, kernels := ptx(t, src), map[string]string{}
	for _, k := range regexp.MustCompile(`(?s)\.entry of_(\w+)\(.*?\n}`).FindAllStringSubmatch(text, -1) {
		kernels[k[1]] = k[0]
	}
	if len(kernels) != 4 {
		t.Fatalf("%d kernels in\n%s", len(kernels), text)
	}
	for name, kernel := range kernels {
		if slow := regexp.MustCompile(`\b(ld\.(const|global\.nc|local)|st\.local)\b|__local_depot`).FindString(kernel); slow != "" {
			t.Errorf("%s has %s", name, slow)
		}
		if n := strings.Count(kernel, "bra"); name != "lgamma" && (n != 1 || strings.Contains(kernel, "call")) {
			t.Errorf("%s has %d branches:\n%s", name, n, kernel)
		}
	}
	for _, call := range regexp.MustCompile(`call\.uni[^;]*?(\w+),\s*\(`).FindAllStringSubmatch(kernels["lgamma"], -1) {
		rare := func(name string) bool { return strings.Contains(call[1], name) }
		if !slices.ContainsFunc([]string{"gohip_lgammaNearZero", "rareLogGamma", "fractionOfTurn"}, rare) {
			t.Errorf("it calls %s", call[1])
		}
	}
}

// Half and bfloat16 are computed in their own instructions, two numbers at a time, pairs are added
// to memory in one, and numbers of eight bits are converted by the hardware.
func TestHalfPTX(t *testing.T) {
	const src = `#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp8.h>
__global__ void half_(__half2 *p, __half *q) {
  p[0] = __hfma2(p[1], p[2], p[3]);
  p[4] = __hadd2(p[5], p[6]);
  p[7] = p[8] * p[9];
  q[64] = __hfma(q[65], q[66], q[67]);
  unsafeAtomicAdd(p + 40, p[10]);
  p[11] = __hgt2(p[12], p[13]);
  p[14] = __hequ2(p[15], p[16]);
  p[17] = __hmax2(p[18], p[19]);
  q[68] = __hmin(q[69], q[70]);
}
__global__ void bfloat_(__hip_bfloat162 *p) {
  p[0] = __hfma2(p[1], p[2], p[3]);
  unsafeAtomicAdd(p + 40, p[10]);
  p[11] = (p[12] + p[13]) * p[14];
  p[15].x = p[16].x - p[17].x;
  p[18] = __hmin2(p[19], p[20]);
  p[21].x = __hmax(p[22].x, p[23].x);
}
__global__ void eight_(__hip_fp8_e4m3 *p, __hip_fp8x2_e5m2 *q, __hip_fp8x2_e4m3_fnuz *r, float *f) {
  p[0] = __hip_fp8_e4m3(f[0]);
  f[1] = (float)p[1];
  q[0] = __hip_fp8x2_e5m2(float2(f[2], f[3]));
  r[0] = __hip_fp8x2_e4m3_fnuz(float2(f[4], f[5]));
}
__global__ void four_(__hip_fp8x4_e4m3_fnuz *p, float4 *f) { f[0] = p[0]; }
__global__ void convert_(__hip_bfloat16 *p, float *f) { p[threadIdx.x] = __float2bfloat16(f[threadIdx.x]); }
`
	text := ptx(t, src)
	for _, want := range []string{"fma.rn.f16x2", "add.f16x2", "mul.f16x2", "fma.rn.f16 ", "fma.rn.bf16", "atom.relaxed.gpu.add.noftz.f16x2", "atom.relaxed.gpu.add.noftz.bf16x2",
		"cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.satfinite.e5m2x2.f32", "cvt.rn.f16x2.e4m3x2", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32", "set.gt.f16x2.f16x2", "set.equ.f16x2.f16x2", "max.f16x2", "min.f16 ", "min.bf16x2", "max.bf16 "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if got := regexp.MustCompile(`\.f64|atom\S*\.cas|cvt\.rn\.bf16\.f32|(add|sub|mul)(\.rn)?\.f32[^;]*;[^;]*cvt\S*bf16`).FindString(text); got != "" {
		t.Errorf("%s in\n%s", got, text)
	}
	// NaN is seen in the number that has been converted: its byte is taken once.
	if got := regexp.MustCompile(`setp\.(eq|ne)\.b(16|32)\s+\S+ \S+ 128;`).FindString(text); got != "" {
		t.Errorf("%s in\n%s", got, text)
	}
	// Large numbers are not rounded in software either, on a path of their own.
	if got := regexp.MustCompile(`sh[lr]\.[bu]32\s+%r\d+, \S+, %r`).FindString(text); got != "" {
		t.Errorf("%s in\n%s", got, text)
	}
}
