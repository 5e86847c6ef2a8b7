// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cli has gohipcc's subcommands.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/driver"
	"gohipcc/driver/bundler"
	"gohipcc/internal/printable"
)

// Main runs a command line, program name first: a subcommand when the first
// word is the name of one, else a compilation. It returns the exit status.
func Main(argv []string, stdout, stderr io.Writer) int {
	isBundler := bundler.IsBundler(argv[0])
	if !isBundler && !isCommandLine(argv) {
		return driver.Main(argv, stdout, stderr)
	}
	// What commands show is in files of anyone; only contents that the user asks for are
	// written as they are (printable.Raw).
	out, errw := printable.NewWriter(stdout), printable.NewWriter(stderr)
	defer out.Flush()
	defer errw.Flush()
	if isBundler {
		return bundler.Main(argv, out, errw)
	}
	root := newRoot()
	root.SetArgs(argv[1:])
	root.SetOut(out)
	root.SetErr(errw)
	if err := root.Execute(); errors.Is(err, errDiffers) {
		return 1
	} else if err != nil {
		fmt.Fprintf(errw, "gohipcc: error: %v\n", err)
		return 1
	}
	return 0
}

// isCommandLine reports whether argv names a subcommand. Only gohipcc itself
// has them: under its other names it is a compiler and nothing else.
func isCommandLine(argv []string) bool {
	if filepath.Base(argv[0]) != "gohipcc" {
		return false
	}
	if len(argv) == 1 {
		return true
	}
	switch w := argv[1]; w {
	case "--help", "-h", "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
		return true
	default:
		if strings.ContainsAny(w, "-./") {
			return false
		}
		for _, c := range commands {
			if c.name == w {
				// A file of that name is an input only when it is spelled as one.
				return true
			}
		}
		return false
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "gohipcc [clang options] file...",
		Short: "HIP compiler driver: one program for AMD, SPIR-V and NVIDIA devices",
		Long: `gohipcc compiles and links HIP programs. Files and options are clang's.

  gohipcc app.hip -o app                          for SPIR-V devices and this machine's AMD GPUs
  gohipcc --offload-arch=gfx90a,gfx1100 app.hip   for these AMD processors
  gohipcc --offload=spirv64 app.hip               for every SPIR-V device

Options of gohipcc's own:
  -j N, --offload-jobs=N|jobserver   jobs that run at once
  -v                                 print every step with its time
  -###                               print the plan and run nothing
  --llvm-path=DIR                    the LLVM to use
  --hip-link-pass-path=FILE          LLVM pass plugin to run at device link
  --spirv-version=V                  SPIR-V version, 1.2 unless given
  --verify-spirv                     check device code after every pass
  --no-cache, --remote-cache=URL     cache of results
  --resource-usage[=json]            registers, scratch and LDS of every kernel
  --time-trace=FILE                  Chrome trace of every job
  --explain                          why each step ran or was taken from the cache`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       driver.Version,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	for _, c := range commands {
		root.AddCommand(c.make())
	}
	return root
}

// Exit is Main for a process.
func Exit() {
	os.Exit(Main(os.Args, os.Stdout, os.Stderr))
}
