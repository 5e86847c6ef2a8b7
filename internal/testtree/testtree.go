// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package testtree locates the source tree and the build for tests, and builds the double of a GPU driver.
package testtree

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Root returns the root of the source tree: the folder with go.mod, at or above the test's.
func Root(t testing.TB) string {
	t.Helper()
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func findRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no go.mod in %s and above it", start)
}

// Prefix returns the build folder, which has the layout of an installation prefix.
func Prefix(t testing.TB) string {
	t.Helper()
	return filepath.Dir(filepath.Dir(Compiler(t)))
}

// Built returns a file in the build folder by its relative path.
func Built(t testing.TB, name ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{Root(t), "build"}, name...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run 'make build' first", err)
	}
	return path
}

// UnoptimisedHost are options for programs whose host code and linking are not what is tested: the code is compiled
// in half of the time, with one precompiled header at all levels, and linked in 25 ms of CPU time instead of GNU ld's
// 70 ms, which are the same for every program, because most of them are spent on the C++ library's symbols.
var UnoptimisedHost = []string{"-Xarch_host", "-O0", "-Xarch_host", "-g0", "-fuse-ld=lld"}

// Compiler returns the gohipcc of the build folder.
func Compiler(t testing.TB) string {
	t.Helper()
	return Built(t, "bin", "gohipcc")
}
