// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the sessions in testdata/script with the gohipcc of the build
// folder. Each has a temporary folder of its own, so that a session can say that
// nothing was left there.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(root, "build", "bin")
	if _, err := os.Stat(filepath.Join(bin, "gohipcc")); err != nil {
		t.Fatalf("%v (make build makes it)", err)
	}
	shared := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			tmp := filepath.Join(e.WorkDir, "tmp")
			if err := os.MkdirAll(tmp, 0o755); err != nil {
				return err
			}
			e.Setenv("TMPDIR", tmp)
			e.Setenv("PATH", bin+":"+e.Getenv("PATH"))
			// What was learned from clang serves every session.
			e.Setenv("GOHIPCC_CACHE_DIR", shared)
			return nil
		},
	})
}

// TestInterrupted ends builds at different moments, also with a signal that
// cannot be caught. What they leave is whole or nothing, and no temporary file.
func TestInterrupted(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "a.hip")
	if err := os.WriteFile(source, []byte("#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = 1; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	build := func(out string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(root, "build", "bin", "gohipcc"), "--no-cache", "--offload=spirv64", "--offload-arch=gfx90a", "-O2", "-c", source, "-o", out)
		cmd.Env = append(os.Environ(), "TMPDIR="+tmp, "GOHIPCC_CACHE_DIR="+filepath.Join(dir, "cache"))
		return cmd
	}
	whole := filepath.Join(dir, "whole.o")
	if out, err := build(whole).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	begin := time.Now()
	if err := build(whole).Run(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for i, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGINT} {
		out := filepath.Join(dir, "out.o")
		os.Remove(out)
		cmd := build(out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(i+1) / 7)
		cmd.Process.Signal(sig)
		err := cmd.Wait()
		if got, rerr := os.ReadFile(out); rerr == nil && !bytes.Equal(got, want) {
			t.Errorf("%v: the output is not that of a whole build", sig)
		} else if rerr != nil && err == nil {
			t.Errorf("%v: success without an output", sig)
		}
	}
	// The guard of a killed build works on its own time.
	var left []string
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		entries, err := os.ReadDir(tmp)
		if err != nil {
			t.Fatal(err)
		}
		left = left[:0]
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		t.Errorf("left in the temporary folder: %s", strings.Join(left, " "))
	}
}
