// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package llvm

import (
	"runtime"
	"testing"
	"unsafe"
)

// TestStrings: C gets a NUL-terminated copy of a string, and what it returns is copied into Go memory.
func TestStrings(t *testing.T) {
	for _, s := range []string{"", "x", "äöü", "a\tb"} {
		c := cstr(s)
		if got := goString(uintptr(unsafe.Pointer(c))); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
		b := goBytes(uintptr(unsafe.Pointer(c)), uint64(len(s)))
		if string(b) != s {
			t.Errorf("bytes of %q: %q", s, b)
		}
		if len(b) > 0 {
			if b[0]++; *c == b[0] {
				t.Error("the bytes are C's own")
			}
		}
		runtime.KeepAlive(c)
	}
	if goString(0) != "" || goBytes(0, 4) != nil {
		t.Error("null is not empty")
	}
}
