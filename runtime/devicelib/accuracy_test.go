// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// ownFunctions are those that the device libraries do not leave to PoCL or to libclc as they are.
const ownFunctions = "sin cos tan sincosSine sincosCosine sinpi cospi asin acos atan sinh cosh tanh asinh acosh atanh " +
	"exp exp2 exp10 expm1 log log2 log10 log1p rsqrt cbrt rcbrt erf erfc erfcx erfinv erfcinv normcdf normcdfinv " +
	"lgamma lgammaBelow tgamma cyl_bessel_i1 j0 j1 y0 y1 jn7 pow atan2 hypot fmod remainder fdim logb ldexp"

// TestAccuracy holds this project's own mathematical functions to HIP's bounds against MPFR, on
// samples: on PoCL, and in the libraries for AMD's and NVIDIA's GPUs, which software runs.
// `make accuracy` takes all functions and every float.
func TestAccuracy(t *testing.T) {
	dir, exe := filepath.Join(testtree.Root(t), "testdata", "accuracy"), filepath.Join(t.TempDir(), "accuracy")
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	subset := "-DACCURACY_FUNCTIONS(X)=X(" + strings.ReplaceAll(ownFunctions, " ", ") X(") + ")"
	cmd := exec.CommandContext(ctx, testtree.Compiler(t), "-O1", "-std=c++17", "--offload=spirv64", "--offload-arch=gfx90a,sm_70", "-DACCURACY_ONE_KERNEL", subset, "accuracy.hip", "-lmpfr", "-o", exe)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		name, samples string
		env           []string
	}{
		{"spirv64", "500", nil},
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

// cudaDouble returns the environment in which programs find the interpreter of PTX that stands in
// for NVIDIA's driver.
func cudaDouble(t *testing.T) []string {
	t.Helper()
	src := filepath.Join(testtree.Root(t), "testdata", "nvidia", "doubles")
	lib := filepath.Join(t.TempDir(), "libcuda.so.1")
	output(t, src, "cc", "-std=gnu17", "-O1", "-frounding-math", "-shared", "-fPIC", "-o", lib, "cuda.c", "ptx.c", "-lpthread", "-lm")
	return []string{"GOHIP_CUDA=" + lib, "GOHIP_CACHE=0"}
}

// failing returns the rows beyond their bounds, and what is no row.
func failing(out string) string {
	var b strings.Builder
	for _, l := range strings.Split(out, "\n") {
		if strings.Contains(l, "FAIL") || strings.Count(l, "\t") < 5 {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}
