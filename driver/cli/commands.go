// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import "github.com/spf13/cobra"

// commands is the table of subcommands, in the order of --help.
var commands = []struct {
	name string
	make func() *cobra.Command
}{
	{"run", newRunCommand},
	{"devices", newDevicesCommand},
	{"targets", newTargetsCommand},
	{"inspect", newInspectCommand},
	{"diff", newDiffCommand},
	{"bundle", newBundleCommand},
	{"unbundle", newUnbundleCommand},
	{"extract", newExtractCommand},
	{"strip", newStripCommand},
	{"doctor", newDoctorCommand},
	{"cache", newCacheCommand},
}
