// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Bytes is an [io.ReaderAt] over memory. Readers of this package take slices of
// it instead of copies, so an image in memory is described without copying it.
type Bytes []byte

// ReadAt implements [io.ReaderAt].
func (b Bytes) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("fatbin: negative offset")
	}
	if off >= int64(len(b)) {
		return 0, io.EOF
	}
	n := copy(p, b[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// source is a window of a ReaderAt with the names that errors need.
type source struct {
	r           io.ReaderAt
	base, size  int64
	file, entry string
	format      string
}

func newSource(r io.ReaderAt, size int64, format string) source {
	if b, ok := r.(Bytes); ok && size > int64(len(b)) {
		size = int64(len(b))
	}
	return source{r: r, size: max(size, 0), format: format}
}

// errAt makes a FormatError at off.
func (s *source) errAt(off int64, found any, expected string, args ...any) *FormatError {
	f := ""
	switch v := found.(type) {
	case nil:
	case string:
		f = v
	default:
		f = fmt.Sprint(v)
	}
	return &FormatError{File: s.file, Entry: s.entry, Offset: off, Format: s.format,
		Expected: fmt.Sprintf(expected, args...), Found: f}
}

// has reports whether [off, off+n) lies inside the window.
func (s *source) has(off, n int64) bool {
	return off >= 0 && n >= 0 && off <= s.size && n <= s.size-off
}

// bytes returns n bytes at off: a slice of the input when it is in memory, else a
// fresh copy. The caller must not change them.
func (s *source) bytes(off, n int64, what string) ([]byte, error) {
	if !s.has(off, n) {
		return nil, s.errAt(off, fmt.Sprintf("end of data at %#x", s.size), "%d bytes of %s", n, what)
	}
	if b, ok := s.r.(Bytes); ok {
		return b[s.base+off : s.base+off+n : s.base+off+n], nil
	}
	buf := make([]byte, n)
	if n == 0 {
		return buf, nil
	}
	if k, err := s.r.ReadAt(buf, s.base+off); k < len(buf) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, s.errAt(off, fmt.Sprintf("end of data after %d", k), "%d bytes of %s", n, what)
		}
		return nil, fmt.Errorf("%sreading %s at offset %#x: %w", prefix(s.file, s.entry), what, off, err)
	}
	return buf, nil
}

// peek returns up to n bytes at off, fewer at the end of the data.
func (s *source) peek(off, n int64) []byte {
	if off < 0 || off > s.size {
		return nil
	}
	b, err := s.bytes(off, min(n, s.size-off), "header")
	if err != nil {
		return nil
	}
	return b
}

// sub returns the window [off, off+n); the caller has checked it.
func (s *source) sub(off, n int64) source {
	t := *s
	t.base += off
	t.size = n
	return t
}

// section returns a reader of the whole window.
func (s *source) section() *io.SectionReader { return io.NewSectionReader(s.r, s.base, s.size) }

// all returns the whole window.
func (s *source) all() ([]byte, error) { return s.bytes(0, s.size, "data") }

// nameBudget bounds the bytes of names taken out of a string table, where any
// number of entries may name the same long string.
type nameBudget int64

// newNameBudget allows names sixteen times as long as the data they come from.
func newNameBudget(size int64) nameBudget { return nameBudget(16*size + 1<<20) }

// take reports whether a name of n bytes is still allowed.
func (b *nameBudget) take(n int) bool {
	*b -= nameBudget(n)
	return *b >= 0
}

func prefix(file, entry string) string {
	p := ""
	if file != "" {
		p = file + ": "
	}
	if entry != "" {
		p += entry + ": "
	}
	return p
}

var le = binary.LittleEndian
