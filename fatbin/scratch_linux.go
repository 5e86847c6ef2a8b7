// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// fillFile has fill write size bytes that go to a temporary file instead of the
// heap. The file has no name; its space is free again once the reader is garbage.
func fillFile(size int64, fill func([]byte) error) (io.ReaderAt, error) {
	f, err := os.CreateTemp("", "gohipcc-bundle-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	// Every block is reserved before it is mapped: a store to a page that finds no
	// room on the disk is a SIGBUS.
	if err = syscall.Fallocate(int(f.Fd()), 0, 0, size); errors.Is(err, syscall.EOPNOTSUPP) {
		_, err = io.CopyN(f, zeroReader{}, size)
	}
	if err == nil {
		err = fillMapping(f, size, fill)
	} else {
		err = &os.PathError{Op: "reserve room for a file in", Path: os.TempDir(), Err: err}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func fillMapping(f *os.File, size int64, fill func([]byte) error) error {
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return os.NewSyscallError("mmap", err)
	}
	defer syscall.Munmap(b)
	return fill(b)
}

// zeroReader is an endless file of zeros.
type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
