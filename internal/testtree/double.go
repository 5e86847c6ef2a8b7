// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package testtree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// CUDADouble returns the path of a library that stands for NVIDIA's driver: it checks the driver's rules,
// and interprets PTX (testdata/nvidia/doubles).
func CUDADouble(t testing.TB) string {
	t.Helper()
	lib, err := BuildCUDADouble()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// doubleFlags are the compiler's. Programs that run on the interpreter take longer than it does to optimise.
var doubleFlags = []string{"-std=gnu17", "-O2", "-frounding-math", "-shared", "-fPIC"}

// BuildCUDADouble is CUDADouble for a TestMain, before there is a test. The packages share the library: the first
// that needs it compiles it into the build folder, named after its sources.
func BuildCUDADouble() (path string, err error) {
	root, err := findRoot()
	if err != nil {
		return "", err
	}
	src := filepath.Join(root, "testdata", "nvidia", "doubles")
	sources := []string{filepath.Join(src, "cuda.c"), filepath.Join(src, "ptx.c")}
	sum := sha256.New()
	fmt.Fprintln(sum, doubleFlags)
	for _, name := range append(sources, filepath.Join(src, "ptx.h")) {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(sum, len(text))
		sum.Write(text)
	}
	dir := filepath.Join(root, "build", "obj", "cuda-double-"+hex.EncodeToString(sum.Sum(nil)[:8]))
	lib := filepath.Join(dir, "libcuda.so.1")
	if _, err := os.Stat(lib); err == nil {
		return lib, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	// Packages that are tested at the same time wait for the first one.
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o644)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if _, err := os.Stat(lib); err == nil {
		return lib, nil
	}
	fresh := lib + ".new"
	out, err := exec.Command("cc", slices.Concat(doubleFlags, []string{"-o", fresh}, sources, []string{"-lpthread", "-lm"})...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return lib, os.Rename(fresh, lib)
}
