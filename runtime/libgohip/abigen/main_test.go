// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHeaderIsCurrent(t *testing.T) {
	got, err := os.ReadFile("../abi.h")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(header()), string(got)); diff != "" {
		t.Errorf("runtime/libgohip/abi.h is not what go generate ./abi writes:\n%s", diff)
	}
}
