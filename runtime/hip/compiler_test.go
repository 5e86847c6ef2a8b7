// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
// PoCL's use of LLVM are avoided where the result can be passed on through PoCL's cache or as a
// binary; kernels at which LLVM's optimiser fails run without it; where that fails as well, the
// launch returns an error that names the kernel and how the compiler ended.
func TestCompilerErrors(t *testing.T) {
	works := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	switch os.Getenv("GOHIP_TEST_COMPILER") {
	case "cold":
		launchFixpoint(t, works)
		// PoCL's library in full takes another 90 MB.
		if peak := compilerPeak(t); peak > 150<<10 {
			t.Errorf("the compiler's process has parsed PoCL's library: %d KiB of memory", peak)
		}
		return
	case "fixpoint":
		launchFixpoint(t, works)
		return
	case "optimiser":
		// SimplifyCFG makes this kernel's loop irreducible.
		launchLoop(t, "pocl-keep-reducible.ll", 2, []uint32{6, 6, 6, 6, 6, 5, 6, 5}, works)
		return
	case "always":
		launchLoop(t, "pocl-fix-irreducible.ll", 1, nil, func(err error) {
			if !errors.Is(err, ErrCompiler) || !strings.Contains(err.Error(), "kernel k") || !strings.Contains(err.Error(), "segmentation fault") {
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
	cold := run("cold", cache)
	run("fixpoint", cache)
	t.Logf("cold %v, warm %v", cold, run("fixpoint", cache))
	run("fixpoint", "POCL_KERNEL_CACHE=0")
	programs := "GOHIP_CACHE_DIR=" + t.TempDir()
	cold = run("optimiser", cache, programs)
	t.Logf("at the lowest level: cold %v, warm %v", cold, run("optimiser", cache, programs))
	run("optimiser", cache, "GOHIP_CACHE=0")
	run("always", cache, programs)
}

// compilerPeak returns the most memory, in KiB, that this process's compiler process has had resident.
func compilerPeak(t *testing.T) (peak int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), fmt.Sprintf("\nPPid:\t%d\n", os.Getpid())) ||
			!strings.HasPrefix(string(text), "Name:\tclcompile\n") {
			continue
		}
		_, rest, _ := strings.Cut(string(text), "\nVmHWM:")
		if _, err := fmt.Sscan(rest, &peak); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, text)
		}
		return peak
	}
	t.Fatal("there is no compiler process")
	return 0
}

// launchLoop launches the kernel of a reproducer, without the compiler's workarounds, with eight
// work-items, and compares its first buffer.
func launchLoop(t *testing.T, file string, buffers int, want []uint32, see func(error)) {
	d := spirvDevice(t)
	m, err := d.Load(t.Context(), spirvOfIR(t, filepath.Join(testtree.Root(t), "testdata/workarounds", file)), &LoadOptions{Name: file})
	if err != nil {
		t.Fatal(err)
	}
	f, s := function(t, m, "k"), stream(t, d)
	args := make([]any, 0, 3)
	for range buffers {
		b, err := NewBuffer[uint32](d, 72)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Free()
		if err := b.Write(t.Context(), s, make([]uint32, 72)); err != nil {
			t.Fatal(err)
		}
		args = append(args, b)
	}
	err = s.Launch(t.Context(), f, Grid(1), Block(8), 0, append(args, int32(5))...)
	see(err)
	if err != nil {
		return
	}
	got := make([]uint32, len(want))
	if err := args[0].(*Buffer[uint32]).Read(t.Context(), s, got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", file, got, want)
	}
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
