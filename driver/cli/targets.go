// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gohipcc/toolchains"
)

// newTargetsCommand returns `gohipcc targets`.
func newTargetsCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "targets",
		Short: "List the default targets of this machine",
		Long: `Lists the targets that programs are compiled for on this machine without a target
option, one per line, in the syntax of --offload-arch=. With --all it lists every
target, with its family.`,
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				return printTargets(cmd.OutOrStdout())
			}
			for _, t := range toolchains.Local() {
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), t.Arch); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&all, "all", false, "list all targets")
	return c
}

func printTargets(w io.Writer) error {
	for _, tc := range toolchains.All() {
		for _, arch := range tc.Archs() {
			if _, err := fmt.Fprintf(w, "%-24s %s\n", arch, tc.Triple()); err != nil {
				return err
			}
		}
	}
	return nil
}
