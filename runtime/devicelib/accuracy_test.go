// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// ownFunctions are the functions that the device libraries do not take unchanged from PoCL or
// libclc.
const ownFunctions = "sin cos tan sincosSine sincosCosine sinpi cospi asin acos atan sinh cosh tanh asinh acosh atanh " +
	"exp exp2 exp10 expm1 log log2 log10 log1p rsqrt cbrt rcbrt erf erfc erfcx erfinv erfcinv normcdf normcdfinv " +
	"lgamma lgammaBelow tgamma cyl_bessel_i1 j0 j1 y0 y1 jn7 pow atan2 hypot fmod remainder fdim logb ldexp"

// TestAccuracy compares gohipcc's own math functions with MPFR, on samples, and checks HIP's error
// bounds: on the CPU device, on PoCL, and in the libraries for AMD and NVIDIA GPUs, which are interpreted. `make
// accuracy` tests all functions, at all floats.
func TestAccuracy(t *testing.T) {
	dir, exe := filepath.Join(testtree.Root(t), "testdata", "accuracy"), filepath.Join(t.TempDir(), "accuracy")
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	subset := "-DACCURACY_FUNCTIONS(X)=X(" + strings.ReplaceAll(ownFunctions, " ", ") X(") + ")"
	args := append([]string{"-O1", "-std=c++17", "--offload=spirv64", "--offload-arch=native,gfx90a,sm_70", "-DACCURACY_ONE_KERNEL", subset, "accuracy.hip", "-lmpfr", "-o", exe}, testtree.UnoptimisedHost...)
	cmd := exec.CommandContext(ctx, testtree.Compiler(t), args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		name, samples string
		env           []string
	}{
		{"cpu", "500", nil},
		{"spirv64", "500", []string{"GOHIP_CPU=0"}},
		{"gfx90a", "60", []string{"GOHIP_EMULATE=gfx90a"}},
		{"sm_70", "60", cudaDouble(t)},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.CommandContext(ctx, exe, "--samples="+c.samples)
			cmd.Env = append(os.Environ(), c.env...)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.HasSuffix("\n"+string(out), "\nPASS\n") {
				t.Errorf("%v\n%s", err, failing(string(out)))
			}
		})
	}
}

// cudaDouble returns the environment in which programs use the PTX interpreter as NVIDIA's driver.
func cudaDouble(t *testing.T) []string {
	t.Helper()
	return []string{"GOHIP_CUDA=" + testtree.CUDADouble(t), "GOHIP_CACHE=0"}
}

// failing returns the rows that exceed their bounds, and lines that are not rows.
func failing(out string) string {
	var b strings.Builder
	for _, l := range strings.Split(out, "\n") {
		if strings.Contains(l, "FAIL") || strings.Count(l, "\t") < 5 {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// TestHalf checks that the half-precision functions in the libraries for NVIDIA GPUs have errors of
// at most one unit in the last place.
func TestHalf(t *testing.T) {
	out := onDouble(t, "half.hip")
	if !strings.HasSuffix("\n"+out, "\nPASS\n") {
		t.Error(out)
	}
}

// TestFlushDenormals runs a program with and without -fgpu-flush-denormals-to-zero. The floats of
// the first row are half the smallest normal number, a difference of normal numbers, and e^-95. The program also
// checks exponentials of arguments that overflow or underflow.
func TestFlushDenormals(t *testing.T) {
	for want, flags := range map[string][]string{
		"0x1p-127 0x1p-127 0x1.ec8p-138 0x0.8p-1022\nPASS\n": nil,
		"0x0p+0 0x0p+0 0x0p+0 0x0.8p-1022\nPASS\n":           {"-fgpu-flush-denormals-to-zero"},
	} {
		if out := onDouble(t, "flush.hip", flags...); out != want {
			t.Errorf("%v:\n%swant\n%s", flags, out, want)
		}
	}
}

// onDouble returns the output of a program of testdata/accuracy when an interpreter runs the
// libraries for NVIDIA GPUs.
func onDouble(t *testing.T, program string, flags ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "program")
	args := slices.Concat([]string{"-O2", "-std=c++17", "--offload-arch=sm_70", program, "-o", exe}, testtree.UnoptimisedHost, flags)
	output(t, filepath.Join(testtree.Root(t), "testdata", "accuracy"), testtree.Compiler(t), args...)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), cudaDouble(t)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return string(out)
}
