// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package atomicfile writes files that appear whole or not at all.
package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Fits returns an error if the process may not have files of a size (ulimit -f): to write one, in memory, too, would
// end a program that does not expect it by a signal.
func Fits(size int64) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l); err != nil || uint64(size) <= l.Cur {
		return nil
	}
	return fmt.Errorf("%d bytes where the limit on the size of files (ulimit -f) is %d: %w", size, l.Cur, syscall.EFBIG)
}

// Write writes a file whole or not at all: into a temporary file beside it
// that is then renamed.
func Write(path string, data []byte, mode os.FileMode) error {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return os.WriteFile(path, data, mode) // a pipe or device has no name to take over
	}
	if err := Fits(int64(len(data))); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
