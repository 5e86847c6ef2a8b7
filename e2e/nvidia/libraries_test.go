// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvidia

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// libraryDoubles are the doubles of CUDA's libraries by their numbers, each of another release.
var libraryDoubles = []string{"libcublas.so.13", "libcublasLt.so.12", "libcufft.so.10", "libcusparse.so.11", "libcusolver.so.11", "libnccl.so.2"}

// TestLibraryCalls: what AMD's libraries ask of CUDA's, found where the loader looks and where a toolkit is.
func TestLibraryCalls(t *testing.T) {
	root := t.TempDir()
	folder := filepath.Join(root, "lib64")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range libraryDoubles {
		out, err := exec.Command("cc", "-std=gnu17", "-O1", "-shared", "-fPIC", fmt.Sprintf("-DLIBRARY=%d", i), "-o", filepath.Join(folder, name),
			"../../testdata/nvidia/doubles/libraries.c", "-ldl").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	exe := filepath.Join(root, "calls")
	gohipcc(t, "--offload-arch=sm_90", "-O2", "../../testdata/nvidia/libraries/calls.hip", "-o", exe,
		"-lhipblas", "-lhipblaslt", "-lhipfft", "-lhipsparse", "-lhipsolver", "-lrccl")
	want, err := os.ReadFile("../../testdata/nvidia/libraries/calls.out")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range []string{"LD_LIBRARY_PATH=" + folder, "CUDA_PATH=" + root} {
		out, err := output(double(t, "GOHIP_CPU=0", found), exe)
		if diff := cmp.Diff(string(want), out); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", found, err, diff)
		}
	}
}

// TestNoLibraries: what is missing is said, and the handle is not there.
func TestNoLibraries(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "calls")
	gohipcc(t, "--offload-arch=sm_90", "-O2", "../../testdata/nvidia/libraries/missing.hip", "-o", exe,
		"-lhipblas", "-lhipblaslt", "-lhipfft", "-lhipsparse", "-lhipsolver", "-lrccl")
	var names, want []string
	for _, l := range []struct{ user, library, variable, file string }{
		{"hipblas", "cuBLAS", "GOHIP_CUBLAS", "libcublas"},
		{"hipblaslt", "cuBLAS", "GOHIP_CUBLASLT", "libcublasLt"},
		{"hipfft", "cuFFT", "GOHIP_CUFFT", "libcufft"},
		{"hipsparse", "cuSPARSE", "GOHIP_CUSPARSE", "libcusparse"},
		{"hipsolver", "cuSOLVER", "GOHIP_CUSOLVER", "libcusolver"},
		{"rccl", "NCCL", "GOHIP_NCCL", "libnccl"},
	} {
		names = append(names, l.variable+"=none")
		want = append(want, fmt.Sprintf("%s: %s=none is no library that can be used", l.user, l.variable))
	}
	out, err := output(double(t, append(names, "GOHIP_CPU=0")...), exe)
	if err != nil || out != strings.Join(want, "\n")+"\n1 1 7 1 1 2\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
