// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that is larger than the process may write is an error and leaves nothing; the signal would end the test.
func TestFits(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	small, large := Write(filepath.Join(dir, "small"), make([]byte, 1000), 0o600), Write(filepath.Join(dir, "large"), make([]byte, 1001), 0o600)
	pipe := Write("/dev/null", make([]byte, 1001), 0o600)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if small != nil || !errors.Is(large, syscall.EFBIG) || pipe != nil || err != nil || len(left) != 1 {
		t.Errorf("%v, %v, %v; %v, %v", small, large, pipe, left, err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := Write(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		st, _ := os.Stat(path)
		if err != nil || string(b) != text || st.Mode() != 0o640 {
			t.Errorf("%q, mode %v, %v; want %q", b, st.Mode(), err, text)
		}
	}
	// A place that cannot be taken keeps what it has, and no temporary file stays.
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(taken, []byte("x"), 0o644); err == nil {
		t.Error("a folder was written over")
	}
	if err := Write(filepath.Join(dir, "none", "f"), nil, 0o644); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%v is left", left)
	}
	// A pipe is written into; it is not replaced.
	if err := Write("/dev/null", []byte("x"), 0o644); err != nil {
		t.Error(err)
	}
	if st, err := os.Stat("/dev/null"); err != nil || st.Mode().IsRegular() {
		t.Errorf("/dev/null is %v, %v", st, err)
	}
}
