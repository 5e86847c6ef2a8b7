// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cli has gohipcc's subcommands.
package cli

import (
	"context"
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
	"gohipcc/toolchains"
)

// Main runs a command line, program name first: a subcommand if the first word is the name of one,
// else a compilation. It returns the exit status.
func Main(argv []string, stdout, stderr io.Writer) int {
	isBundler := bundler.IsBundler(argv[0])
	if !isBundler && !isCommandLine(argv) {
		if err := misspelled(argv); err != nil {
			fmt.Fprintf(stderr, "gohipcc: error: %s\n", printable.Text(err.Error()))
			return 1
		}
		return driver.Main(argv, stdout, stderr)
	}
	if values, ok := completeTarget(argv); ok {
		fmt.Fprint(stdout, values)
		return 0
	}
	// Commands show text from files that anyone may have written; only content that the user asks
	// for is written unchanged (printable.Raw).
	out, errw := printable.NewWriter(stdout), printable.NewWriter(stderr)
	defer errw.Flush()
	ctx, finish := untilSignal()
	defer finish()
	status := 0
	if isBundler {
		status = bundler.Main(argv, out, errw)
	} else {
		status = command(ctx, argv, out, errw)
	}
	if ctx.Err() != nil {
		return 1
	}
	if err := out.Flush(); err != nil && status == 0 {
		fmt.Fprintf(errw, "%s: error: cannot write the standard output: %v\n", filepath.Base(argv[0]), err)
		return 1
	}
	return status
}

// command runs a subcommand and returns the exit status.
func command(ctx context.Context, argv []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(argv[1:])
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); errors.Is(err, errDiffers) {
		return 1
	} else if err != nil && ctx.Err() == nil {
		fmt.Fprintf(stderr, "gohipcc: error: %v\n", err)
		return 1
	}
	return 0
}

// needs checks the number of a command's arguments: at least n, and at most as many if the command
// takes no more.
func needs(n int, more bool) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return fmt.Errorf("an argument is missing; usage: %s", cmd.UseLine())
		case len(args) > n && !more:
			return fmt.Errorf("'%s' is one argument too many; usage: %s", args[n], cmd.UseLine())
		}
		return nil
	}
}

// isCommandLine reports whether argv names a subcommand. Only gohipcc itself has them: under its
// other names it is a compiler only.
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
				// A file of that name is an input only if it is spelled with a folder.
				return true
			}
		}
		return false
	}
}

// misspelled returns the command that is most similar to a first word which is neither a command
// nor a file.
func misspelled(argv []string) error {
	if filepath.Base(argv[0]) != "gohipcc" || len(argv) < 2 || strings.ContainsAny(argv[1], "-./@") {
		return nil
	}
	if _, err := os.Lstat(argv[1]); err == nil {
		return nil
	}
	near := newRoot().SuggestionsFor(argv[1])
	if len(near) == 0 {
		return nil
	}
	return fmt.Errorf("no command and no file is called '%s'; did you mean 'gohipcc %s'?", argv[1], strings.Join(near, "' or 'gohipcc "))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "gohipcc [clang options] file...",
		Short: "HIP compiler driver: one program for CPUs, AMD, NVIDIA and SPIR-V devices",

		DisableFlagsInUseLine: true,

		Long: `gohipcc compiles and links HIP programs. It accepts clang's files and options.

  gohipcc app.hip -o app                          for this machine's CPU and AMD GPUs, and SPIR-V devices
  gohipcc --offload-arch=gfx90a,gfx1100 app.hip   for these AMD GPUs
  gohipcc --offload-arch=sm_90 app.hip            for NVIDIA GPUs of this architecture and later
  gohipcc --offload-arch=x86-64-v3 app.hip        for CPUs of this level; native: this machine's
  gohipcc --offload=spirv64 app.hip               for every SPIR-V device

Options that clang does not have:
  -j N, --offload-jobs=N|jobserver   number of parallel jobs
  -v                                 print every step with its time
  -###                               print the plan without running it
  --llvm-path=DIR                    the LLVM to use
  --hip-link-pass-path=FILE          LLVM pass plugin to run at device link
  --spirv-version=V                  SPIR-V version (default 1.2)
  --spirv-producer=NAME              what writes SPIR-V: auto, llvm or llvm-spirv
  --offload-check=race               check for data races within blocks on the CPU device
  -Wwarp-size, -Wno-warp-size        warnings of warp operations for more lanes than a warp has (on)
  -Whost-layout, -Wno-host-layout    warnings of memory with another layout than the host's (on)
  --verify-spirv                     check device code after every pass
  --no-cache, --no-pch-cache         do not use the result cache; precompiled headers
  --remote-cache=URL                 share the result cache through a server
  --remote-executor=URL              run jobs on a server's workers, grpc[s]://host:port/instance
  --remote-property=NAME=VALUE       property required of a worker
  --remote-local=N, --remote-jobs=N  maximum number of local jobs, and of all jobs
  --remote-verify                    run remote jobs here, too, and compare the results
  --resource-usage[=json]            registers, scratch and LDS of every kernel
  --time-trace=FILE                  Chrome trace of every job
  --explain                          why each step ran or was taken from the cache
  --cxxflags, --ldflags              what another compiler needs for HIP's host functions
  --short-version                    HIP's version alone`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SuggestionsMinimumDistance = 2
	root.SetHelpCommand(newHelpCommand(root))
	for _, c := range commands {
		root.AddCommand(c.make())
	}
	return root
}

// newHelpCommand returns cobra's, with an error for unknown topics.
func newHelpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range commands {
				names = append(names, c.name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err == nil && c != root && len(rest) == 0 || len(args) == 0 {
				c.InitDefaultHelpFlag()
				return c.Help()
			}
			hint := ""
			if near := root.SuggestionsFor(args[0]); len(near) > 0 {
				hint = "; did you mean '" + strings.Join(near, "' or '") + "'?"
			}
			return fmt.Errorf("there is no help on '%s'%s; 'gohipcc help' lists the commands", strings.Join(args, " "), hint)
		},
	}
}

// targetOptions are the options whose values are targets, with the toolchains' names for these.
var targetOptions = []struct {
	name   string
	values func(toolchains.Toolchain) []string
}{
	{"offload-arch=", toolchains.Toolchain.Archs},
	{"no-offload-arch=", toolchains.Toolchain.Archs},
	{"offload=", func(tc toolchains.Toolchain) []string { return []string{tc.Triple()} }},
}

// completeTarget completes the last word for a shell if it is a target option, which is clang's and
// not cobra's.
func completeTarget(argv []string) (answer string, ok bool) {
	if len(argv) < 3 || argv[1] != cobra.ShellCompRequestCmd && argv[1] != cobra.ShellCompNoDescRequestCmd {
		return "", false
	}
	word := argv[len(argv)-1]
	for _, o := range targetOptions {
		value, ok := strings.CutPrefix(strings.TrimPrefix(word, "-"), "-"+o.name)
		if !ok {
			value, ok = strings.CutPrefix(word, "-"+o.name)
		}
		if !ok {
			continue
		}
		done := value[:strings.LastIndexByte(value, ',')+1]
		var b strings.Builder
		for _, tc := range toolchains.All() {
			for _, name := range o.values(tc) {
				if strings.HasPrefix(done+name, value) {
					fmt.Fprintln(&b, done+name)
				}
			}
		}
		fmt.Fprintf(&b, ":%d\n", cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp)
		return b.String(), true
	}
	return "", false
}

// Exit runs Main and exits with its status.
func Exit() {
	os.Exit(Main(os.Args, os.Stdout, os.Stderr))
}
