// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelink_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"gohipcc/internal/fuzztest"
	"gohipcc/internal/printable"
	"gohipcc/internal/testtree"
	"gohipcc/passes/devicelink"
)

const linkMode = "GOHIP_TEST_DEVICE_LINK"

func TestMain(m *testing.M) {
	if os.Getenv(linkMode) != "" {
		os.Exit(devicelink.Main(os.Args[1:], nil, os.Stdout, printable.NewWriter(os.Stderr)))
	}
	os.Exit(m.Run())
}

// limits are far above what intact inputs of FuzzDeviceLink need.
var limits = fuzztest.Limits{Memory: 4 << 30, CPU: 20 * time.Second}

// ways are the command lines by which an input is linked. A library is linked into other.ll, which
// calls it.
var ways = [][]string{
	{"--target=spirv64-unknown-unknown", "--emit=spirv", "-O3"},
	{"--target=amdgcn-amd-amdhsa", "--cpu=gfx90a", "--emit=obj", "-O1"},
	{"--target=nvptx64-nvidia-cuda", "--cpu=sm_70", "--emit=asm", "-O2"},
	{"--target=spirv64-unknown-unknown", "--emit=spirv", "-O0", "--verify-input"},
	{"--target=amdgcn-amd-amdhsa", "--cpu=gfx1100", "--emit=obj", "-O3", "--verify-input"},
	{"--target=nvptx64-nvidia-cuda", "--cpu=sm_90", "--emit=asm", "-O3", "--verify-input"},
	{"--target=x86_64-unknown-linux-gnu", "--cpu=x86-64-v3", "--emit=shared", "-O2"},
	{"--target=x86_64-unknown-linux-gnu", "--cpu=x86-64", "--emit=shared", "-O0", "--verify-input"},
}

// libraryWays are those by which an input is linked as a library.
var libraryWays = [][]string{ways[0], ways[6]}

const other = `target triple = "spirv64-unknown-unknown"
declare spir_func float @scale(float)
define spir_kernel void @other(ptr addrspace(1) %p) {
  %v = load float, ptr addrspace(1) %p
  %w = call spir_func float @scale(float %v)
  store float %w, ptr addrspace(1) %p
  ret void
}
`

// wholeInputs returns the intact inputs.
func wholeInputs(t testing.TB) [][]byte {
	t.Helper()
	root := testtree.Root(t)
	var whole [][]byte
	add := func(name string) {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, b)
	}
	for _, n := range []string{"kernels.bc", "kernels.spv", "lib.a", "foreign.spv", "mixed.hipfb"} {
		add("fatbin/testdata/" + n)
	}
	// Goldens that reach more of the passes, as bitcode.
	for _, n := range []string{"indirect-calls", "recursion", "atomics", "insert-warp-barriers"} {
		b, err := exec.Command("llvm-as-22", "-o", "-", filepath.Join(root, "passes/testdata", n+".ll")).Output()
		if err != nil {
			t.Fatalf("%s: %v", n, err)
		}
		whole = append(whole, b)
	}
	add("passes/testdata/vectors.ll")
	return whole
}

// FuzzDeviceLink links damaged bitcode, IR text, SPIR-V and archives, in processes as the driver
// starts them. LLVM may crash on broken bitcode; the link then reports it and leaves no files.
func FuzzDeviceLink(f *testing.F) {
	for i, b := range fuzztest.Seeds(wholeInputs(f)...) {
		f.Add(b, byte(i*51))
	}
	f.Fuzz(linkDamaged)
}

func TestMutations(t *testing.T) {
	fuzztest.Mutations(t, "FuzzDeviceLink", wholeInputs(t), 20, linkDamaged)
}

// linkDamaged links an input in one of the ways and checks the messages and files that result.
func linkDamaged(t *testing.T, in []byte, way byte) {
	dir := t.TempDir()
	const input, output = "in.bc", "out.img"
	keep := []string{input}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(input, in)
	args := slices.Clone(ways[int(way)%len(ways)])
	if way >= 0xc0 { // as a library
		write("other.ll", []byte(other))
		keep = append(keep, "other.ll")
		args = append(slices.Clone(libraryWays[int(way)%len(libraryWays)]), "--library="+input, "--allow-undefined", "other.ll")
	} else {
		args = append(args, input)
	}
	r := runLink(t, dir, append(args, "-o", output)...)
	if r.Status == 0 && r.Signal == 0 {
		if b, err := os.ReadFile(filepath.Join(dir, output)); err != nil || len(b) == 0 {
			t.Errorf("success with an output of %d bytes, %v", len(b), err)
		}
		keep = append(keep, output)
	}
	// Errors in the linked module name symbols instead of the input.
	r.Check(t, dir, []string{input, "function ", "kernel ", "variable "}, keep...)
}

// runLink runs `gohipcc -device-link`, which is this test binary.
func runLink(t testing.TB, dir string, args ...string) fuzztest.Result {
	t.Helper()
	return fuzztest.Run(t, dir, limits, append([]string{"env", linkMode + "=1", os.Args[0]}, args...)...)
}

// TestCrash: where LLVM crashes, the error names the input and the LLVM-C function, and the status
// is 128 plus the signal. A library that exports LLVM-C's names stands in for LLVM.
func TestCrash(t *testing.T) {
	for _, c := range []struct {
		crash, says string
		status      int
	}{
		{"*(volatile int *)0 = 0", "(segmentation fault)", 128 + int(syscall.SIGSEGV)},
		{"abort()", "(aborted)", 128 + int(syscall.SIGABRT)},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "other.ll"), []byte(other), 0o644); err != nil {
			t.Fatal(err)
		}
		library := filepath.Join(t.TempDir(), "libLLVM.so")
		fuzztest.CrashingLLVM(t, library, c.crash)
		r := runLink(t, dir, "--target=spirv64-unknown-unknown", "--llvm="+library, "-o", "out.spv", "other.ll")
		want := regexp.MustCompile(`^gohipcc: error: device link of other\.ll: LLVM crashed in LLVM\w+ ` + regexp.QuoteMeta(c.says) + "\n$")
		if r.Status != c.status || !want.MatchString(r.Text) {
			t.Errorf("%s: status %d, signal %v\n%s", c.crash, r.Status, r.Signal, r.Text)
		}
		r.Check(t, dir, []string{"other.ll"}, "other.ll")
	}
}
