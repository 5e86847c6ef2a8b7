// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cl

import (
	"errors"
	"testing"
)

// TestAnswers: results of clGet…Info as text and as numbers of any width.
func TestAnswers(t *testing.T) {
	for in, want := range map[string]string{"": "", "\x00": "", "PoCL\x00": "PoCL", " OpenCL 3.0 \x00\x00": "OpenCL 3.0"} {
		if got := text([]byte(in), nil); got != want {
			t.Errorf("text %q: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]uint64{"": 0, "\x07": 7, "\x01\x02\x00\x00": 0x201, "\xff\xff\xff\xff\xff\xff\xff\xff": 1<<64 - 1, "\x01\x00\x00\x00\x00\x00\x00\x00\x09": 1} {
		if got := number([]byte(in), nil); got != want {
			t.Errorf("number %q: %d, want %d", in, got, want)
		}
	}
	refused := errors.New("refused")
	if text([]byte("x"), refused) != "" || number([]byte("x"), refused) != 0 {
		t.Error("a refused question has an answer")
	}
}
