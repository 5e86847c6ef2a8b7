// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package fatbin

import "io"

// fillFile has fill write size bytes, on the heap where files cannot be mapped.
func fillFile(size int64, fill func([]byte) error) (io.ReaderAt, error) {
	b := make(Bytes, size)
	return b, fill(b)
}
