// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// The kernels compiled to SPIR-V and from there to AMD code give the same results.
func TestKernelsFromSPIRV(t *testing.T) {
	spv := filepath.Join(t.TempDir(), "k.spv")
	output(t, testtree.Compiler(t), "-O2", "--offload=spirv64", "--offload-device-only", "--no-gpu-bundle-output", "-c", "-o", spv, allKernels(t))
	for _, target := range []string{"gfx90a", "gfx1100"} {
		t.Run(target, func(t *testing.T) {
			// A sub-group keeps its 32 lanes.
			checkKernels(t, fromSPIRV(t, spv, target), target, 32)
		})
	}
}

// fromSPIRV compiles a code object like the runtime's compiler: a device link with gohipcc's own
// device libraries, and ld.lld.
func fromSPIRV(t *testing.T, spv, target string) []byte {
	t.Helper()
	lib := filepath.Join(testtree.Prefix(t), "lib", "gohip")
	args := []string{"-device-link", "--target=amdgcn-amd-amdhsa", "--cpu=" + target, "-O3", "--emit=obj", "--verify", "--library=" + filepath.Join(lib, "gohip-amdgcn.bc")}
	wave := "off"
	if strings.HasPrefix(target, "gfx9") {
		wave = "on"
	}
	for _, f := range []string{"ocml", "ockl", "oclc_abi_version_600", "oclc_isa_version_" + strings.TrimPrefix(target, "gfx"), "oclc_wavefrontsize64_" + wave,
		"oclc_unsafe_math_off", "oclc_finite_only_off", "oclc_daz_opt_off", "oclc_correctly_rounded_sqrt_on"} {
		args = append(args, "--library="+filepath.Join(lib, "amdgcn", "bitcode", f+".bc"))
	}
	dir := t.TempDir()
	obj, image := filepath.Join(dir, "k.o"), filepath.Join(dir, "k.co")
	output(t, testtree.Compiler(t), append(args, "-o", obj, spv)...)
	output(t, "ld.lld-22", "-m", "elf64_amdgpu", "--no-undefined", "-shared", "-o", image, obj)
	b, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
