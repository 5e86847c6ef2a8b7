// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import "testing"

func TestIsSystem(t *testing.T) {
	c := Parse([]string{"clang", "-cc1", "-I", "lib", "-I/usr/include/mine", "-isystem", "/hip/include",
		"-internal-externc-isystem", "/usr/include", "-o", "a.o", "-x", "hip", "a.hip"}).(*CC1)
	h := c.HeaderPath()
	for _, tt := range []struct {
		header string
		want   bool
	}{
		{"a.hip", false},
		{"lib/x.h", false},
		{"/usr/include/stdio.h", true},
		{"/usr/include/mine/x.h", false},
		{"/usr/includes/x.h", false},
		{"/hip/include/hip/hip_runtime.h", true},
	} {
		if got := h.IsSystem(tt.header); got != tt.want {
			t.Errorf("IsSystem(%s) = %v, want %v", tt.header, got, tt.want)
		}
	}
}
