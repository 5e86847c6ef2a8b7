// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package dynlib

import (
	"strings"
	"testing"
)

func TestOpen(t *testing.T) {
	t.Setenv("GOHIP_TEST_LIBRARY", "")
	l, err := Open("GOHIP_TEST_LIBRARY", "libnone.so.9", "libc.so.6")
	if err != nil || l.Path != "libc.so.6" {
		t.Fatalf("%v, %v", l, err)
	}
	for range 2 {
		if l.Symbol("strlen") == 0 || l.Symbol("no_such_function") != 0 {
			t.Error("the C library has no strlen, or a function that nobody wrote")
		}
	}
	t.Setenv("GOHIP_TEST_LIBRARY", "libother.so.9")
	if _, err := Open("GOHIP_TEST_LIBRARY", "libc.so.6"); err == nil || !strings.Contains(err.Error(), "libother.so.9") {
		t.Errorf("%v does not name the library that was asked for", err)
	}
}
