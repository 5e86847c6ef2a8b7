// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gohipcc/toolchains"
)

// vendorChecks examine the software of GPU vendors.
var vendorChecks = []check{
	{"targets", "ROCm", "running on AMD GPUs; AMD's own device libraries", false, (*doctor).rocm},
	{"targets", "ocloc", "code for Intel GPUs ahead of time", false, (*doctor).ocloc},
	{"targets", "CUDA", "running on NVIDIA GPUs", false, (*doctor).cuda},
}

// vendorLibraries are gohipcc's own device libraries for the targets of a vendor.
var vendorLibraries = []struct{ file, targets string }{
	{"amdgcn/bitcode", "AMD targets without ROCm"},
	{"gohip-nvptx64.bc", "NVIDIA targets"},
	{"gohip-spir64_gen.bc", "Intel targets"},
}

func (d *doctor) rocm(f *finding) {
	var roots []string
	for _, e := range []string{"ROCM_PATH", "HIP_PATH"} {
		if v := d.env(e); v != "" {
			roots = append(roots, v)
		}
	}
	roots = append(roots, "/opt/rocm")
	if more, _ := filepath.Glob(d.root + "/opt/rocm-*"); len(more) > 0 {
		roots = append(roots, strings.TrimPrefix(more[len(more)-1], d.root))
	}
	if !firstFile(d.root, f, "", roots...) {
		f.Details = append(f.Details, "AMD targets use gohipcc's own device library over libclc")
	} else if v, err := os.ReadFile(filepath.Join(d.root+f.Path, ".info", "version")); err == nil {
		f.Version = strings.TrimSpace(string(v))
	}
	root := f.Path
	if root == "" {
		root = "/usr"
	}
	for _, p := range []string{root + "/lib/libamdhip64.so", root + "/amdgcn/bitcode", "/dev/kfd"} {
		if _, err := os.Stat(d.root + p); err == nil {
			f.Details = append(f.Details, p+" is there")
		} else if f.State == found {
			f.Details = append(f.Details, p+" is not there")
		}
	}
}

// ocloc checks Intel's compiler, which some packages install without the library that compiles.
func (d *doctor) ocloc(f *finding) {
	path, err := toolchains.Ocloc()
	if err != nil {
		f.State = missing
		f.Advice = err.Error()
		return
	}
	f.Path = path
	out, err := d.run(d.ctx, path, "ids", "dg1")
	if err != nil || !strings.Contains(string(out), "12.10.0") {
		f.State = broken
		f.Details = append(f.Details, fmt.Sprintf("ocloc ids dg1: %v %s", err, strings.TrimSpace(string(out))))
	}
	if libs, _ := filepath.Glob(d.root + "/usr/lib/*-linux-gnu/libigc.so.*"); len(libs) == 0 {
		f.Details = append(f.Details, "libigc.so, the compiler that ocloc loads, is not below /usr/lib: Debian has it in libigc2 (libigc1 in Debian 12)")
	}
}

func (d *doctor) cuda(f *finding) {
	ok := firstFile(d.root, f, "",
		"/usr/lib/x86_64-linux-gnu/libcuda.so.1", "/usr/lib64/libcuda.so.1", "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
		"/usr/local/cuda/compat/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1")
	if !ok {
		return
	}
	if v, err := os.ReadFile(d.root + "/proc/driver/nvidia/version"); err == nil {
		f.Version = "driver " + versionPattern.FindString(string(v))
	}
	if gpus, _ := filepath.Glob(d.root + "/dev/nvidia[0-9]*"); len(gpus) == 0 {
		f.Details = append(f.Details, "no /dev/nvidia0: the driver library is there, a GPU is not")
	} else {
		f.Details = append(f.Details, fmt.Sprintf("GPU devices: %d", len(gpus)))
	}
}
