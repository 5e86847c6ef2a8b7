// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"errors"
	"fmt"
	"strings"
)

// FormatError reports input that does not follow its format.
type FormatError struct {
	File     string // file name as given by the caller; may be empty
	Entry    string // container path within the file, e.g. ".hip_fatbin[0]/hipv4-amdgcn-amd-amdhsa--gfx90a"
	Offset   int64  // byte offset in the container (for compressed containers, in the uncompressed data)
	Format   string // format being read, e.g. "offload bundle"
	Expected string // what the format asks for at Offset
	Found    string // what is there
}

// Error returns one line with every known field.
func (e *FormatError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteString(": ")
	}
	if e.Entry != "" {
		b.WriteString(e.Entry)
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "malformed %s at offset %#x: expected %s", e.Format, e.Offset, e.Expected)
	if e.Found != "" {
		b.WriteString(", found ")
		b.WriteString(e.Found)
	}
	return b.String()
}

// ErrNotFound is returned (wrapped) when a container holds no entry that was
// asked for.
var ErrNotFound = errors.New("not found")

// ErrTooLarge is returned (wrapped) when decompression would exceed the limit in
// [Limits].
var ErrTooLarge = errors.New("decompressed data exceeds the limit")
