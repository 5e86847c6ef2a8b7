// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// TestNoOcloc checks the message of --offload-arch= if Intel's compiler is missing, or does not
// support the GPU.
func TestNoOcloc(t *testing.T) {
	p := testtree.Prefix(t)
	double := filepath.Join(t.TempDir(), "ocloc")
	run(t, nil, "go", "build", "-trimpath", "-o", double, "gohipcc/e2e/intel/ocloc")
	for _, c := range []struct{ arch, ocloc, want string }{
		{"pvc", "/nonexistent/ocloc", "install intel-ocloc"},
		{"intel_gpu_pvc", "/nonexistent/ocloc", "intel-opencl-icd"},
		{"cri", double, "Could not determine device target: cri"},
		{"intel_gpu_pvx", double, "did you mean 'pvc'"},
	} {
		cmd := exec.Command(filepath.Join(p, "bin", "gohipcc"), append(light, "--offload-arch="+c.arch, "-c", "../../../testdata/bench/vadd.hip", "-o", filepath.Join(t.TempDir(), "x.o"))...)
		cmd.Env = append(os.Environ(), "GOHIPCC_OCLOC="+c.ocloc)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s with %s: %v, want %q in\n%s", c.arch, c.ocloc, err, c.want, out)
		}
	}
}

// TestIntelImage runs a program with machine code by ocloc on a test double of an Intel GPU, which
// reports when it loads machine code: it is used if it matches the device and the driver accepts
// it; otherwise the SPIR-V is used.
func TestIntelImage(t *testing.T) {
	dir := t.TempDir()
	lib := buildMask(t, dir)
	ocloc, err := exec.LookPath("ocloc")
	if err != nil { // Debian 13 has none
		ocloc = filepath.Join(dir, "ocloc")
		run(t, nil, "go", "build", "-trimpath", "-o", ocloc, "gohipcc/e2e/intel/ocloc")
	}
	t.Setenv("GOHIPCC_OCLOC", ocloc)
	for arch, program := range map[string]string{"pvc": "symbols", "dg2": "memory", "pvc,spirv64": "symbols"} { // dg2 has no doubles
		compiled(t, "--offload-arch="+arch, "../../../testdata/programs/"+program+".hip", "-o", filepath.Join(dir, arch))
	}
	const taken, refused = "clmask: code for pvc\n", "the driver does not take the code for pvc"
	for _, c := range []struct {
		program, mask string
		says, never   string
	}{
		{"pvc", "gpu,system,pvc", taken, refused},
		{"pvc", "gpu,system,pvc,newdriver", refused, taken},
		{"pvc,spirv64", "gpu,system,pvc", taken, refused},
		{"pvc,spirv64", "gpu,system", "", taken},
		{"dg2", "gpu,system,pvc", "", taken},
	} {
		t.Run(c.program+"/"+c.mask, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(dir, c.program))
			cmd.Env = append(os.Environ(), "GOHIP_OPENCL="+lib, "CLMASK="+c.mask, "GOHIP_CPU=0", "GOHIP_CACHE=0", "GOHIP_VERBOSE=1")
			b, err := cmd.CombinedOutput()
			out := string(b)
			if err != nil || !strings.Contains(out, "PASS\n") || !strings.Contains(out, c.says) || strings.Contains(out, c.never) {
				t.Errorf("%v, want %q and not %q in\n%s", err, c.says, c.never, out)
			}
		})
	}
}
