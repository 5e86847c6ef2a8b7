// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cl

import (
	"os"
	"testing"
)

// PoCL is told to load nothing again after barriers, but by the user's leave.
func TestKeepLoads(t *testing.T) {
	for _, c := range []struct{ given, want string }{{"", "0"}, {"0", "0"}, {"1", "1"}} {
		t.Setenv(remat, c.given)
		if c.given == "" {
			os.Unsetenv(remat)
		}
		keepLoads()
		if got := os.Getenv(remat); got != c.want {
			t.Errorf("%s is %q after %q, want %q", remat, got, c.given, c.want)
		}
	}
}
