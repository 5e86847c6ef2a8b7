// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"debug/elf"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// filesBelow returns the names of the cached files below dir.
func filesBelow(t *testing.T, dir string) (names []string, size int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		in, err := e.Info()
		if err != nil {
			return err
		}
		names, size = append(names, path), size+in.Size()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, size
}

// neededBy returns the libraries that a shared object is linked to.
func neededBy(t *testing.T, file string) []string {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		t.Fatal(err)
	}
	return libraries
}

// processesOf returns for how many processes of a program the loader has written what it loads.
func processesOf(t *testing.T, logs, program string) (n int) {
	t.Helper()
	files, err := filepath.Glob(logs)
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s (%v)", logs, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m := neededByProgram.FindSubmatch(text); m != nil && strings.Contains(string(m[1]), program) {
			n++
		}
	}
	return n
}

var neededByProgram = regexp.MustCompile(`needed by (\S+) \[0\]`)

// TestColdStart checks that in the first run of a program PoCL compiles one function per kernel,
// the one that is launched, that the second run caches the result, and that the third one needs
// nothing from PoCL. A kernel that calls no library is linked to none. llvm-spirv is started
// once, to translate two kernels. After the first run, PoCL's cache may be lost.
func TestColdStart(t *testing.T) {
	dir := t.TempDir()
	bin, ours, pocls := filepath.Join(dir, "small"), filepath.Join(dir, "ours"), filepath.Join(dir, "pocl")
	compiled(t, "--offload=spirv64", "../testdata/coldstart.hip", "-o", bin)
	start := func() (functions []string, kept int64) {
		t.Helper()
		if err := os.MkdirAll(pocls, 0o755); err != nil {
			t.Fatal(err)
		}
		run(t, []string{"GOHIP_CACHE_DIR=" + ours, "POCL_CACHE_DIR=" + pocls}, bin)
		all, _ := filesBelow(t, pocls)
		for _, name := range all {
			if strings.HasSuffix(name, ".so") {
				functions = append(functions, name)
			}
		}
		_, kept = filesBelow(t, ours)
		return functions, kept
	}
	if functions, kept := start(); len(functions) != 1 || kept > 1024 {
		t.Errorf("the first run: PoCL made %q, want one function; %d bytes are kept", functions, kept)
	} else if needed := neededBy(t, functions[0]); len(needed) != 0 {
		t.Errorf("a kernel without calls was linked to %q", needed)
	}
	if functions, kept := start(); len(functions) != 2 || kept < 4096 {
		t.Errorf("the second run: PoCL made %q, want the generic variant, too; %d bytes are kept", functions, kept)
	}
	if err := os.RemoveAll(pocls); err != nil {
		t.Fatal(err)
	}
	_, before := filesBelow(t, ours)
	if _, kept := start(); kept != before {
		t.Errorf("the third run kept anew what was there: %d bytes, before it %d", kept, before)
	}
	loader := t.TempDir()
	run(t, []string{"GOHIP_CACHE_DIR=" + loader, "POCL_CACHE_DIR=" + loader, "LD_DEBUG=files", "LD_DEBUG_OUTPUT=" + loader + "/process"}, bin, "two")
	if n := processesOf(t, loader+"/process.*", "/llvm-spirv"); n != 1 {
		t.Errorf("llvm-spirv was started %d times", n)
	}
	run(t, []string{"GOHIP_CACHE_DIR=" + loader, "POCL_CACHE_DIR=" + t.TempDir()}, bin, "two")
}
