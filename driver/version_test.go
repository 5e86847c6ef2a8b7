// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"os"
	"strings"
	"testing"
)

// TestVersion compares Version with the file from which build files get it.
func TestVersion(t *testing.T) {
	text, err := os.ReadFile("../VERSION")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(text)); got != Version {
		t.Errorf("the file VERSION has %s, package driver %s", got, Version)
	}
}
