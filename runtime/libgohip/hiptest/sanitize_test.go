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

// sanitized compiles a program with a sanitizer and returns a function that runs it.
func sanitized(t *testing.T, kind, source string, env ...string) func(args ...string) (string, error) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), kind)
	run(t, nil, filepath.Join(testtree.Prefix(t), "bin", "gohipcc"), append(light, "-std=c++17", "-O1", "-g", "-fsanitize="+kind, source, "-o", bin)...)
	return func(args ...string) (string, error) {
		cmd := exec.Command(bin, args...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

// TestAddressSanitizer runs programs with AddressSanitizer, which must find neither invalid
// accesses nor leaks in the runtime.
func TestAddressSanitizer(t *testing.T) {
	run := sanitized(t, "address", "../testdata/everything.hip")
	for arg, want := range map[string]string{"overrun": "heap-buffer-overflow", "leak": "100 byte(s) leaked"} {
		if out, err := run(arg); err == nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v, the report says not %q:\n%s", arg, err, want, out)
		}
	}
	if out, err := run("3"); err != nil || out != "round 0\nround 1\nround 2\nPASS\n" {
		t.Errorf("%v\n%s", err, out)
	}
	// Threads that exit after their first kernel.
	threads := sanitized(t, "address", "../../../testdata/programs/managed_threads.hip")
	if out, err := threads(); err != nil || out != "PASS\n" {
		t.Errorf("managed_threads: %v\n%s", err, out)
	}
}

// TestThreadSanitizer runs 64 threads, without a race in the runtime, both parts of which are built
// with ThreadSanitizer. The Go part's own locks are visible, too, because cgo informs the sanitizer
// of its calls.
func TestThreadSanitizer(t *testing.T) {
	build := t.TempDir()
	// Without optimisation, which is two thirds of the time that the C part takes to compile.
	run(t, nil, "make", "-C", "../../..", "libgohip", "SANITIZE=thread", "CC=clang-22", "RUNTIME_CFLAGS=-O0 -g1 -fsanitize=thread", "BUILD="+build)
	threads := sanitized(t, "thread", "../testdata/threads.hip", "LD_LIBRARY_PATH="+filepath.Join(build, "lib"))
	if out, err := threads("race"); err == nil || !strings.Contains(out, "data race") || !strings.Contains(out, "threads.hip") {
		t.Errorf("a race is not noticed: %v\n%s", err, out)
	}
	for range 3 {
		out, err := threads()
		if err != nil || strings.Contains(out, "ThreadSanitizer") || !strings.HasSuffix(out, "\nPASS\n") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}
