// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelink

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// TestEndAfter: processor time counts, not the time that passes.
func TestEndAfter(t *testing.T) {
	ended := make(chan bool)
	go endAfter(time.Second, func() { close(ended) })
	select {
	case <-ended:
		t.Error("it ended a process that waits")
	case <-time.After(300 * time.Millisecond):
	}
	for n := 0; ; n++ {
		select {
		case <-ended:
			return
		default:
		}
	}
}

func TestSPIRVTime(t *testing.T) {
	for value, want := range map[string]time.Duration{"": 0, "0": -1, "90": 90 * time.Second} {
		if got, err := spirvTime(value); got != want || err != nil {
			t.Errorf("%q: %v, %v, want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"-1", "1m", "99999999999"} {
		if got, err := spirvTime(value); err == nil {
			t.Errorf("%q: %v", value, got)
		}
	}
}

// TestUsage: --help has every option of the table.
func TestUsage(t *testing.T) {
	for _, o := range options {
		if o.name != "--help" && !strings.Contains(Usage, "\n  "+o.name) && !strings.Contains(Usage, " "+o.name+" ") {
			t.Errorf("--help lacks %s", o.name)
		}
	}
}

// TestImpatient: a loop for which LLVM's vectoriser takes exponential time is compiled without it.
func TestImpatient(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in.ll"), filepath.Join(t.TempDir(), "out")
	var steps strings.Builder
	for n := range 27 {
		fmt.Fprintf(&steps, "  %%a%d = shl i32 %%x%d, %d\n  %%x%d = xor i32 %%x%d, %%a%d\n", n, n, n%13+5, n+1, n, n)
	}
	ir := `target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
define spir_kernel void @k(ptr addrspace(1) %seed, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %id = trunc i64 %i to i32
  %x0 = load i32, ptr addrspace(1) %seed
` + steps.String() + `  %v = add i32 %x27, %id
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %v, ptr addrspace(1) %o
  ret void
}
`
	if err := os.WriteFile(in, []byte(ir), 0o600); err != nil {
		t.Fatal(err)
	}
	link := exec.Command(testtree.Compiler(t), "-device-link", "--target=x86_64-unknown-linux-gnu", "--cpu=x86-64-v3", "-O2", "--emit=shared",
		"--disable-workarounds=uniform-chains", "--patience=1", in, "-o", out)
	said, err := link.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "vectoriser does not come to an end") {
		t.Errorf("%v\n%s", err, said)
	}
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
}
