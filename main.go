// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command gohipcc compiles, links and inspects HIP programs.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"gohipcc/driver/cli"
	"gohipcc/driver/cmdline"
	"gohipcc/driver/jobserver"
	"gohipcc/internal/printable"
	"gohipcc/passes/devicelink"
)

func main() {
	collectLater()
	// The device link is a mode of this binary, run as a process of its own, so
	// that a crash of a back end is contained.
	if len(os.Args) > 1 && os.Args[1] == "-device-link" {
		args, err := cmdline.ExpandResponseFiles(os.Args[2:])
		if err != nil {
			fmt.Fprintf(printable.NewWriter(os.Stderr), "gohipcc: error: -device-link: %v\n", err)
			os.Exit(1)
		}
		os.Exit(devicelink.Main(args, jobserver.Extra(), os.Stdout, printable.NewWriter(os.Stderr)))
	}
	cli.Exit()
}

// collectLater lets the heap grow to 32 MiB before the first garbage collection, instead of 4 MiB: most runs are short
// and end before. From then on, collections are as usual, because large modules need the memory for LLVM.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(800)
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(usual) })
}
