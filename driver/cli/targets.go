// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"gohipcc/toolchains"
)

// newTargetsCommand makes `gohipcc targets`.
func newTargetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "targets",
		Short: "List the targets that programs are compiled for by default",
		Long: `Lists the targets that a program is compiled for here when no option names any, one a line, as
--offload-arch= takes them.`,
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, t := range toolchains.Local() {
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), t.Arch); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
