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
		Short: "List the targets that programs are compiled for by default",
		Long: `Lists the targets that a program is compiled for here when no option names any, one a line, as
--offload-arch= takes them; with --all every target, with the family that it is of.`,
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
	c.Flags().BoolVar(&all, "all", false, "list every target that there is")
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
