// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package devicelib_test compiles the programs of testdata/language with the built gohipcc and runs
// them on this machine's device. Each compares one family of device functions with the host.
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

func output(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute) // of a machine that may be busy
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestFamilies checks that each program prints PASS, which means that every function of its family
// agrees with the host, whose code is not optimised, which takes longer than to run it. TestFunctions compiles the
// functions for SPIR-V, which is not run here.
func TestFamilies(t *testing.T) {
	dir := filepath.Join(testtree.Root(t), "testdata", "language")
	programs, err := filepath.Glob(filepath.Join(dir, "*.hip"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("no programs in %s (%v)", dir, err)
	}
	all := testtree.NewBatches(t)
	for _, file := range programs {
		t.Run(testtree.ProgramName(file), func(t *testing.T) {
			batch := all.Add(t, file, slices.Concat([]string{"-O2", "-std=c++17", "--offload=cpu"}, testtree.UnoptimisedHost))
			t.Parallel()
			command := batch.Command(t, file)
			if out := output(t, dir, command[0], command[1:]...); !strings.HasSuffix("\n"+out, "\nPASS\n") {
				t.Errorf("the program did not end with PASS:\n%s", out)
			}
		})
	}
}

// headerOrders are orders in which programs include the standard library's headers and
// hip_runtime.h. In all of them, device code has std's functions. One has HIP's other headers, too.
var headerOrders = map[string]string{
	"before": "#include <cmath>\n#include <algorithm>\n#include <cstdlib>\n#include <hip/hip_runtime.h>\n",
	"after": "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n#include <hip/hip_complex.h>\n#include <hip/hip_cooperative_groups.h>\n" +
		"#include <cmath>\n#include <algorithm>\n#include <cstdlib>\n",
	"c": "#include <math.h>\n#include <stdlib.h>\n#include <hip/hip_runtime.h>\n#include <cmath>\n#include <algorithm>\n",
	"complex": "#include <complex>\n#include <hip/hip_runtime.h>\n#include <algorithm>\n" +
		"__global__ void z(std::complex<float> *c) { c[0] = c[1] * std::conj(c[2]) / c[3]; }\n",
}

const headerUse = `
#if __cplusplus >= 202002L && defined(__cpp_lib_format)
#error "<format> takes as long to parse as all other headers"
#endif
__global__ void k(float *f, double *d, int *i, unsigned *u) {
  f[0] = std::sin(f[1]) + std::abs(f[2]) + std::pow(f[3], 2) + std::sqrt(f[4]) + sin(f[5]) + abs(f[6]) + pow(f[1], 2) + fmaxf(f[1], 2);
  d[0] = std::fmod(d[1], d[2]) + std::abs(d[3]) + std::exp(d[4]) + sqrt(i[0]) + max(f[1], d[1]) + fabs(d[1]);
  i[0] = abs(i[1]) + min(i[2], i[3]) + std::isnan(f[1]) + std::isinf(d[1]) + min(i[1], u[1]) + std::abs(i[4]);
#if __cplusplus >= 201402L
  i[1] = std::min(i[2], i[3]) + std::max(i[4], i[5]);
#endif
}
float host(float x, double y, int n) { return std::sin(x) + abs(y) + abs(n) + std::pow(x, 2) + sqrtf(x) + min(n, 3); }
// Programs count on the clocks of AMD's header.
bool clocks() { return std::chrono::steady_clock::now().time_since_epoch() < std::chrono::milliseconds(1); }
`

// TestHeaderOrders checks that host and device code compile in every language standard, without a warning. The headers
// are not precompiled here: that would be one for each compile. Nor is a compile with few headers tried first, which
// would not test the others, and fails. One order has all standards, as a header's conditions on them change from
// one to the next; of the others each has the first or the last one, and the programs of testdata are C++17. The headers
// tell the CPU from SPIR-V in places that do not depend on the standard, so it is a target of one order and standard.
func TestHeaderOrders(t *testing.T) {
	cc := testtree.Compiler(t)
	for name, includes := range headerOrders {
		file := filepath.Join(t.TempDir(), name+".hip")
		if err := os.WriteFile(file, []byte(includes+headerUse), 0o666); err != nil {
			t.Fatal(err)
		}
		standards := map[string][]string{"before": {"c++20"}, "after": {"c++11", "c++14", "c++17", "gnu++20"}, "c": {"c++11"}, "complex": {"c++20"}}[name]
		for _, std := range standards {
			targets := "--offload=spirv64"
			if name == "after" && std == "c++17" {
				targets = "--offload=cpu,spirv64"
			}
			t.Run(name+"/"+std, func(t *testing.T) {
				t.Parallel()
				output(t, filepath.Dir(file), cc, "--no-pch-cache", "-UGOHIP_FEW_HEADERS", targets, "-std="+std, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", file)
			})
		}
	}
}
