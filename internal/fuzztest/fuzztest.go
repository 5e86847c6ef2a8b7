// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package fuzztest has helpers of fuzz targets: damaged inputs derived from valid ones, processes
// that read an input, and an LLVM that crashes.
package fuzztest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// Seeds returns the valid inputs, and for each of them a truncated one, one with an increased
// length or offset, and one spliced with the next input. Go's fuzzer flips bits, truncates and
// repeats, but never joins two inputs.
func Seeds(whole ...[]byte) [][]byte {
	var out [][]byte
	for i, b := range whole {
		out = append(out, b)
		if len(b) < 16 {
			continue
		}
		out = append(out, b[:len(b)*2/3])
		grown := bytes.Clone(b)
		at := len(b) / 3 &^ 3
		binary.LittleEndian.PutUint32(grown[at:], binary.LittleEndian.Uint32(grown[at:])+0x1000)
		next := whole[(i+1)%len(whole)]
		out = append(out, grown, slices.Concat(b[:len(b)/2&^3], next[len(next)/2&^3:]))
	}
	return out
}

// Limits are the resource limits of a process.
type Limits struct {
	Memory uint64 // bytes of address space
	CPU    time.Duration
}

// Result describes how a process ended.
type Result struct {
	Status   int // exit status, -1 if it was killed by a signal
	Signal   syscall.Signal
	Text     string // output
	Overtime bool   // it used up its CPU time
}

// Run runs a program in a folder, which contains its TMPDIR, under the limits.
func Run(t testing.TB, dir string, limits Limits, argv ...string) Result {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -c 0; ulimit -v %d; ulimit -t %d; exec "$0" "$@"`,
		limits.Memory>>10, int(limits.CPU.Seconds()))}, argv...)...)
	tmp := filepath.Join(dir, "tmp")
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	r := Result{Text: out.String()}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit != nil {
		ws := exit.Sys().(syscall.WaitStatus)
		r.Status = ws.ExitStatus()
		if ws.Signaled() {
			r.Signal = ws.Signal()
		}
	}
	r.Overtime = r.Signal == syscall.SIGXCPU || cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime() >= limits.CPU
	return r
}

// Check fails if a program did what no input may cause: it was killed by a signal, panicked, failed
// without an error that contains one of the names (of the input or of the faulty part), used up its
// CPU time, or left a file behind.
func (r Result) Check(t testing.TB, dir string, names []string, keep ...string) {
	t.Helper()
	switch {
	case r.Overtime:
		t.Errorf("it took too long:\n%s", r.Text)
	case r.Signal != 0:
		t.Errorf("it ended by a signal (%v):\n%s", r.Signal, r.Text)
	case strings.Contains(r.Text, "goroutine ") || strings.Contains(r.Text, "panic: "):
		t.Errorf("it panicked:\n%s", r.Text)
	case r.Status != 0 && (!strings.Contains(r.Text, "error: ") ||
		!slices.ContainsFunc(names, func(n string) bool { return strings.Contains(r.Text, n) })):
		t.Errorf("status %d without an error that has one of %q:\n%s", r.Status, names, r.Text)
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil && !slices.Contains(keep, name) {
			t.Errorf("%s is left behind", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// CrashingLLVM builds a library with the functions that package llvm binds, each of which executes
// crash, a C statement. It reports release 22 as its version.
func CrashingLLVM(t testing.TB, library, crash string) {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(testtree.Root(t), "passes/llvm/api.txt"))
	if err != nil {
		t.Fatal(err)
	}
	source := "#include <stdlib.h>\nvoid LLVMGetVersion(unsigned *a, unsigned *b, unsigned *c) { *a = 22, *b = *c = 0; }\n"
	for _, part := range []string{"TargetInfo", "Target", "TargetMC", "AsmPrinter"} {
		source += "void LLVMInitializeSPIRV" + part + "(void) {}\n"
	}
	for _, m := range regexp.MustCompile(`(?m)^\??(\w+) `).FindAllStringSubmatch(string(table), -1) {
		if m[1] != "GetVersion" {
			source += "void LLVM" + m[1] + "(void) { " + crash + "; }\n"
		}
	}
	cc := exec.Command("cc", "-w", "-shared", "-fPIC", "-o", library, "-x", "c", "-")
	cc.Stdin = strings.NewReader(source)
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
