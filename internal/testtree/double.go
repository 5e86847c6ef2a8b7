// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package testtree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// double is the folder of the PTX interpreter, built at its first use. Main removes it.
var double struct {
	once sync.Once
	dir  string
	err  error
}

// CUDADouble returns the path of a library that stands for NVIDIA's driver: it checks the driver's rules,
// and interprets PTX (testdata/nvidia/doubles). The package's TestMain calls Main.
func CUDADouble(t testing.TB) string {
	t.Helper()
	lib, err := BuildCUDADouble()
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// BuildCUDADouble is CUDADouble for a TestMain, before there is a test.
func BuildCUDADouble() (path string, err error) {
	double.once.Do(func() { double.dir, double.err = buildDouble() })
	return filepath.Join(double.dir, "libcuda.so.1"), double.err
}

func buildDouble() (dir string, err error) {
	root, err := findRoot()
	if err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp("", "cuda-double-"); err != nil {
		return "", err
	}
	src := filepath.Join(root, "testdata", "nvidia", "doubles")
	out, err := exec.Command("cc", "-std=gnu17", "-O1", "-frounding-math", "-shared", "-fPIC", "-o", filepath.Join(dir, "libcuda.so.1"),
		filepath.Join(src, "cuda.c"), filepath.Join(src, "ptx.c"), "-lpthread", "-lm").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return dir, err
}

// Main runs the tests of a package, removes what was built for them, and exits.
func Main(m *testing.M) {
	code := m.Run()
	if double.dir != "" {
		os.RemoveAll(double.dir)
	}
	os.Exit(code)
}
