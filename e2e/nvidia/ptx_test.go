// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package nvidia checks the PTX that gohipcc writes, and runs programs on a double of
// the driver that interprets it. Speed is measured on a machine that has a GPU, with
// testdata/nvidia/bench.hip.
package nvidia

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p
		}
	}
	t.Fatalf("none of %q is installed", names)
	return ""
}

// withoutToolkit is the environment of compilations: the math must not depend on what this machine has.
var withoutToolkit = []string{"CUDA_PATH=", "CUDA_HOME="}

// gohipcc compiles as C++17 unless args say otherwise, so that all use the same precompiled headers, and without
// optimising the host's code, which is the same for every target and is tested with others.
func gohipcc(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("../../build/bin/gohipcc", slices.Concat([]string{"-std=c++17"}, args, testtree.UnoptimisedHost)...)
	cmd.Env = append(os.Environ(), withoutToolkit...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gohipcc %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func TestPTX(t *testing.T) {
	check := tool(t, "FileCheck-22", "/usr/lib/llvm-22/bin/FileCheck", "FileCheck")
	files, err := filepath.Glob("../../testdata/nvidia/ptx/*.hip")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out.s")
			gohipcc(t, "--offload-arch=sm_90", "-O3", "--cuda-device-only", "-S", f, "-o", out)
			if text, err := exec.Command(check, f, "--input-file="+out).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// Every processor gets an image of its own, in a version of PTX that knows it.
func TestProcessors(t *testing.T) {
	for sm, version := range map[string]string{"sm_70": "8.0", "sm_80": "8.0", "sm_100": "8.6", "sm_120": "8.7"} {
		t.Run(sm, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out.s")
			gohipcc(t, "--no-pch-cache", "-D__HIPCC_RTC__=1", "--offload-arch="+sm, "-O2", "--cuda-device-only", "-S", "../../testdata/nvidia/ptx/axpy.hip", "-o", out)
			ptx, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(ptx, []byte(".version "+version)) || !bytes.Contains(ptx, []byte(".target "+sm)) {
				t.Errorf("not PTX %s for %s:\n%.200s", version, sm, ptx)
			}
		})
	}
}
