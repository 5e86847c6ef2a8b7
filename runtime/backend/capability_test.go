// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend

import (
	"testing"

	"gohipcc/abi"
)

// TestCapability: what devices that have no compute capability are said to have.
func TestCapability(t *testing.T) {
	for text, want := range map[string][2]int{"": {}, "9.4": {9, 4}, "3": {3, 0}, "10.0": {10, 0}, "-1.2": {}, "x": {}, "9.x": {9, 0}, "1000.1": {}} {
		t.Setenv(abi.EnvCapability, text)
		if major, minor := Capability(); [2]int{major, minor} != want {
			t.Errorf("%q: %d.%d, want %v", text, major, minor, want)
		}
	}
}
