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
)

// fixpoint is a kernel that LLVM 18 cannot simplify in one iteration as PoCL hands it over: the
// load of the slot that PoCL makes of %p can go to %some only after the stores of %r's slot are
// one. PoCL has LLVM take that for an error, which ends the process.
const fixpoint = `
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @fixpoint(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %n = load i32, ptr addrspace(1) %from
  call spir_func void @_Z7barrierj(i32 1)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %part, label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %x = shl i32 %v, 3
  %y = xor i32 %x, %n
  %v1 = mul i32 %y, 40503
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %part
part:
  %p = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %odd = and i32 %n, 1
  %pass = icmp eq i32 %odd, 0
  br i1 %pass, label %meet, label %some
some:
  %d = or i32 %p, 1
  %q = udiv i32 -1, %d
  br label %meet
meet:
  %r = phi i32 [ 1, %part ], [ %q, %some ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %to
  ret void
}
`

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

// TestCompilerErrors: an error inside a driver's compiler does not end the program. What is
// wrong with PoCL's use of LLVM is put right where the result can be handed over, through PoCL's
// cache; where it cannot, the launch is an error that names the kernel and has LLVM's words.
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

// launchFixpoint launches the kernel with grids and blocks that PoCL compiles apart.
func launchFixpoint(t *testing.T, see func(error)) {
	if os.Getenv("GOHIP_PATH") == "" {
		t.Fatal("GOHIP_PATH is not set")
	}
	d := spirvDevice(t)
	m, err := d.Load(spirvOfIR(t, fixpoint), "fixpoint.spv")
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
		if err := in.Write(s, host); err != nil {
			t.Fatal(err)
		}
		err = s.Launch(f, Grid(c.grid), Block(c.block), 0, out, in)
		see(err)
		if err != nil {
			continue
		}
		if err := out.Read(s, host); err != nil {
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
func spirvOfIR(t *testing.T, text string) []byte {
	t.Helper()
	in := filepath.Join(t.TempDir(), "k.ll")
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	spv, err := exec.Command("llc-22", "-mtriple=spirv64v1.2-unknown-unknown", "-filetype=obj", "-o", "-", in).Output()
	if err != nil {
		t.Fatal(err)
	}
	return spv
}
