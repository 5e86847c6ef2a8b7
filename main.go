// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command gohipcc compiles, links and inspects HIP programs.
package main

import (
	"os"

	"gohipcc/driver/cli"
	"gohipcc/internal/printable"
	"gohipcc/passes/devicelink"
)

func main() {
	// The device link is a mode of this binary, run as a process of its own, so
	// that a crash of a back end is contained.
	if len(os.Args) > 1 && os.Args[1] == "-device-link" {
		os.Exit(devicelink.Main(os.Args[2:], os.Stdout, printable.NewWriter(os.Stderr)))
	}
	cli.Exit()
}
