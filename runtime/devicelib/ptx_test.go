// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.hip"), []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CUDA_PATH", dir) // without a toolkit
	output(t, dir, testtree.Compiler(t), "-O3", "--offload-arch=sm_90", "--cuda-device-only", "-S", "k.hip", "-o", "k.ptx")
	ptx, err := os.ReadFile(filepath.Join(dir, "k.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	kernels := regexp.MustCompile(`(?s)\.entry of_(\w+)\(.*?\n}`).FindAllStringSubmatch(string(ptx), -1)
	if len(kernels) != n {
		t.Errorf("%d kernels in place of %d", len(kernels), n)
	}
	for _, k := range kernels {
		if slow := ptxSlow.FindString(k[0]); slow != "" {
			t.Errorf("%sf has %s", k[1], slow)
		}
	}
}
