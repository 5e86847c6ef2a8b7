// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"strings"
	"testing"
	"time"
)

// TestPipeWithin: a tool that does not end is stopped, and one that waits has used no processor time.
func TestPipeWithin(t *testing.T) {
	if _, err := PipeWithin(2*time.Second, "sh", nil, "-c", "while :; do :; done"); err == nil || !strings.Contains(err.Error(), "it took more than 2s") {
		t.Error(err)
	}
	out, err := PipeWithin(2*time.Second, "sh", []byte("text"), "-c", "sleep 3; cat")
	if err != nil || string(out) != "text" {
		t.Errorf("%q, %v", out, err)
	}
}
