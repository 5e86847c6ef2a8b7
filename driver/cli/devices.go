// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/hip"
)

// deviceRow is one device as `gohipcc devices --json` prints it. Sizes are bytes.
type deviceRow struct {
	Number        int      `json:"number"`
	Name          string   `json:"name"`
	Vendor        string   `json:"vendor,omitempty"`
	Backend       string   `json:"backend"`
	Platform      string   `json:"platform,omitempty"`
	Driver        string   `json:"driver,omitempty"`
	Target        string   `json:"target"`
	IntermediateL []string `json:"intermediate_languages,omitempty"`
	ComputeUnits  int      `json:"compute_units"`
	ClockMHz      int      `json:"clock_mhz,omitempty"`
	WarpSize      int      `json:"warp_size"`
	MaxThreads    int      `json:"max_threads_per_block"`
	GlobalMemory  uint64   `json:"global_memory"`
	LargestAlloc  uint64   `json:"largest_allocation"`
	SharedMemory  uint64   `json:"shared_memory_per_block"`
	HostAccess    bool     `json:"host_access"`
	Features      []string `json:"features"`
	Memory        string   `json:"memory,omitempty"` // where allocations come from
	Lacks         []lack   `json:"lacks"`            // features that HIP takes for granted
}

type lack = backend.Lack

// newDevicesCommand returns `gohipcc devices`.
func newDevicesCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "devices",
		Short: "List the devices of this machine that can run HIP programs",
		Long: `Lists the devices in the order of their HIP numbers, as used by hipSetDevice and
HIP_VISIBLE_DEVICES, with their features and the features required by HIP that they
lack. Drivers and devices that were found but cannot be used come last. If there is no
device, the exit status is 1, and the message lists the drivers that were found and
why their devices cannot be used.`,
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			devices, err := hip.Devices()
			if err != nil {
				return err
			}
			rows := make([]deviceRow, len(devices))
			for i, d := range devices {
				rows[i] = newDeviceRow(d.Ordinal(), d.Info())
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				return enc.Encode(rows)
			}
			printDevices(cmd.OutOrStdout(), rows)
			for _, why := range hip.SkippedDevices() {
				fmt.Fprintf(cmd.OutOrStdout(), "-  not used: %s\n", why)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func newDeviceRow(number int, in *hip.Info) deviceRow {
	target := in.Target.String()
	if target == "" || target == "generic" {
		target = in.Arch
	}
	row := deviceRow{
		Number: number, Name: in.Name, Vendor: in.Vendor, Backend: in.Backend, Platform: in.Platform, Driver: in.Driver,
		Target: target, IntermediateL: in.ILs, ComputeUnits: in.ComputeUnits, ClockMHz: in.ClockKHz / 1000,
		WarpSize: in.WarpSize, MaxThreads: in.MaxThreads, GlobalMemory: in.GlobalMem, LargestAlloc: in.MaxAlloc,
		SharedMemory: in.SharedMem, HostAccess: in.HostAccess, Features: []string{},
		Memory: in.Memory, Lacks: append([]lack{}, in.Lacks...),
	}
	for _, f := range []struct {
		name string
		have bool
	}{
		{"cpu", in.CPU}, {"integrated", in.Integrated}, {"fp64", in.FP64}, {"fp16", in.FP16},
		{"int64-atomics", in.Int64Atomics}, {"sub-groups", len(in.SubGroupSizes) > 0},
	} {
		if f.have {
			row.Features = append(row.Features, f.name)
		}
	}
	return row
}

func printDevices(w io.Writer, rows []deviceRow) {
	for _, r := range rows {
		fmt.Fprintf(w, "%d  %s\n", r.Number, r.Name)
		by := []string{r.Backend}
		for _, s := range []string{r.Platform, r.Driver} {
			if s != "" {
				by = append(by, s)
			}
		}
		fmt.Fprintf(w, "   driver  %s\n", strings.Join(by, ", "))
		runs := r.Target
		if len(r.IntermediateL) > 0 {
			runs += " (" + strings.Join(r.IntermediateL, " ") + ")"
		}
		fmt.Fprintf(w, "   runs    %s\n", runs)
		clock := ""
		if r.ClockMHz > 0 {
			clock = fmt.Sprintf(" at %d MHz", r.ClockMHz)
		}
		fmt.Fprintf(w, "   units   %d%s, warps of %d, up to %d threads a block\n", r.ComputeUnits, clock, r.WarpSize, r.MaxThreads)
		fmt.Fprintf(w, "   memory  %s, %s at once, %s shared a block\n",
			formatSize(int64(r.GlobalMemory)), formatSize(int64(r.LargestAlloc)), formatSize(int64(r.SharedMemory)))
		if r.Memory != "" {
			fmt.Fprintf(w, "   from    %s\n", r.Memory)
		}
		if len(r.Features) > 0 {
			fmt.Fprintf(w, "   has     %s\n", strings.Join(r.Features, " "))
		}
		for _, l := range r.Lacks {
			fmt.Fprintf(w, "   lacks   %s: %s\n", l.What, l.Then)
		}
	}
}
