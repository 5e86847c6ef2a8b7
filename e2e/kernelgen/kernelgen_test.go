// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelgen

import (
	"fmt"
	"testing"
)

// Kernels keep to HIP's rules, and are the same each time.
func TestKernels(t *testing.T) {
	for seed := range uint64(3000) {
		k := New(seed, fmt.Sprintf("k%d", seed))
		if _, err := k.Run(); err != nil {
			t.Errorf("%v", err)
		}
		if New(seed, k.Name).Text() != k.Text() {
			t.Errorf("seed %d makes two kernels", seed)
		}
	}
}
