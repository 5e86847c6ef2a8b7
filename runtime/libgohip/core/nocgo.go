// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//go:build !cgo

// Command core is a C shared library and so needs cgo; "make runtime" builds it.
// Without cgo it only says so.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "libgohip_core.so is built with cgo: make runtime")
	os.Exit(2)
}
