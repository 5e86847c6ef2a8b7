// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// fixpointResult is what the kernel of runtime/libgohip/testdata/fixpoint.ll computes.
func fixpointResult(n uint32) uint32 {
	p := uint32(1)
	for range n {
		p = (p<<3 ^ n) * 40503
	}
	if n&1 == 0 {
		return 1
	}
	return ^uint32(0) / (p | 1)
}

// TestCompilerErrors: an internal error of a driver's compiler does not end the program. Faults in
// PoCL's use of LLVM are avoided where the result can be passed on through PoCL's cache; where it
// cannot, the launch returns an error that names the kernel and has LLVM's message.
func TestCompilerErrors(t *testing.T) {
	switch os.Getenv("GOHIP_TEST_COMPILER") {
	case "works":
		launchFixpoint(t, func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		})
		return
	case "fails":
		launchFixpoint(t, func(err error) {
			if !errors.Is(err, ErrCompiler) || !strings.Contains(err.Error(), "kernel fixpoint") || !strings.Contains(err.Error(), "did not reach a fixpoint") {
				t.Fatalf("%v", err)
			}
		})
		return
	}
	run := func(what string, env ...string) time.Duration {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCompilerErrors$")
		cmd.Env = append(append(os.Environ(), "GOHIP_TEST_COMPILER="+what), env...)
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
		return time.Since(start)
	}
	usePrefix(t)
	cache := "POCL_CACHE_DIR=" + t.TempDir()
	cold := run("works", cache)
	run("works", cache)
	t.Logf("cold %v, warm %v", cold, run("works", cache))
	run("fails", "POCL_KERNEL_CACHE=0")
}

// launchFixpoint launches the kernel with grids and blocks for which PoCL has different
// specialisations.
func launchFixpoint(t *testing.T, see func(error)) {
	if os.Getenv("GOHIP_PATH") == "" {
		t.Fatal("GOHIP_PATH is not set")
	}
	d := spirvDevice(t)
	m, err := d.Load(t.Context(), spirvOfIR(t, filepath.Join(testtree.Root(t), "runtime/libgohip/testdata/fixpoint.ll")), &LoadOptions{Name: "fixpoint.spv"})
	if err != nil {
		t.Fatal(err)
	}
	f := function(t, m, "fixpoint")
	s := stream(t, d)
	for _, c := range []struct{ grid, block int }{{2, 64}, {1, 100}, {1100, 64}} {
		n := c.grid * c.block
		in, err := NewBuffer[uint32](d, n)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Free()
		out, err := NewBuffer[uint32](d, n)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Free()
		host := make([]uint32, n)
		for i := range host {
			host[i] = uint32(i % 50)
		}
		if err := in.Write(t.Context(), s, host); err != nil {
			t.Fatal(err)
		}
		err = s.Launch(t.Context(), f, Grid(c.grid), Block(c.block), 0, out, in)
		see(err)
		if err != nil {
			continue
		}
		if err := out.Read(t.Context(), s, host); err != nil {
			t.Fatal(err)
		}
		for i, v := range host {
			if want := fixpointResult(uint32(i % 50)); v != want {
				t.Fatalf("%d blocks of %d: element %d is %d, want %d", c.grid, c.block, i, v, want)
			}
		}
	}
}

// spirvOfIR translates LLVM IR to SPIR-V by LLVM's backend alone.
func spirvOfIR(t *testing.T, file string) []byte {
	t.Helper()
	spv, err := exec.Command("llc-22", "-mtriple=spirv64v1.2-unknown-unknown", "-filetype=obj", "-o", "-", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	return spv
}
