// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import "testing"

func TestAttachRecords(t *testing.T) {
	got, err := AttachRecords([]byte(".version 7.0\n\n\x00"), []string{"gohip.v1 module {}"})
	if want := ".version 7.0\n// gohip.v1 module {}\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
