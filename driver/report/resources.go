// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/ianlancetaylor/demangle"

	"gohipcc/fatbin"
	"gohipcc/internal/printable"
)

// kernelUsage is the resource usage of a kernel (--resource-usage). The names are AMD's. Values
// that the device's own compiler decides are absent: registers and scratch of SPIR-V, for example.
type kernelUsage struct {
	File     string  `json:"file"`
	Target   string  `json:"target"`                                // "gfx90a", "spirv64", "sm_90"
	Kernel   string  `json:".name"`                                 // mangled
	VGPRs    *uint64 `json:".vgpr_count,omitempty"`                 // vector registers; AGPRs count where they share a file
	AGPRs    *uint64 `json:".agpr_count,omitempty"`                 // accumulation registers
	SGPRs    *uint64 `json:".sgpr_count,omitempty"`                 // scalar registers
	VSpills  *uint64 `json:".vgpr_spill_count,omitempty"`           // registers
	SSpills  *uint64 `json:".sgpr_spill_count,omitempty"`           // registers
	Scratch  *uint64 `json:".private_segment_fixed_size,omitempty"` // bytes per work-item
	Dynamic  *bool   `json:".uses_dynamic_stack,omitempty"`         // scratch is not bounded by that
	LDS      uint64  `json:".group_segment_fixed_size"`             // bytes per work-group
	Kernarg  uint64  `json:".kernarg_segment_size"`                 // bytes
	MaxGroup uint64  `json:".max_flat_workgroup_size,omitempty"`    // work-items
	Wave     uint64  `json:".wavefront_size,omitempty"`             // work-items
}

// Resources prints the resource usage of the kernels in the files, as a table or as JSON.
func Resources(w io.Writer, files []string, asJSON bool) error {
	usage := []kernelUsage{}
	var errs []error
	for _, name := range files {
		// A dependency file, a device in /dev, or an output that only a failed job has.
		if st, err := os.Stat(name); err != nil || !st.Mode().IsRegular() {
			continue
		}
		u, err := usageIn(name)
		usage = append(usage, u...)
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("--resource-usage: %w", err)
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(usage)
	}
	return printUsage(w, usage)
}

func usageIn(name string) ([]kernelUsage, error) {
	f, err := fatbin.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var usage []kernelUsage
	for n := range f.Images() {
		kernels, err := n.Kernels()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		target := n.Target()
		for i := range kernels {
			k := &kernels[i]
			u := kernelUsage{File: name, Target: target.Target.String(), Kernel: k.Name, LDS: k.GroupSize,
				Kernarg: k.KernargSize, MaxGroup: k.MaxFlatWorkgroup, Wave: k.WavefrontSize}
			switch n.Kind {
			case fatbin.KindGFX:
				u.VGPRs, u.AGPRs, u.SGPRs = &k.VGPRs, &k.AGPRs, &k.SGPRs
				u.VSpills, u.SSpills = &k.VGPRSpills, &k.SGPRSpills
				u.Scratch, u.Dynamic = &k.PrivateSize, &k.UsesDynamicStack
			case fatbin.KindSPIRV:
				u.Target = "spirv64"
			}
			usage = append(usage, u)
		}
	}
	return usage, f.Errors()
}

func printUsage(w io.Writer, usage []kernelUsage) error {
	if len(usage) == 0 {
		_, err := fmt.Fprintln(w, "no kernels")
		return err
	}
	number := func(n *uint64) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	known := func(n uint64) string {
		if n == 0 {
			return "-"
		}
		return fmt.Sprint(n)
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	file := ""
	for _, u := range usage {
		if u.File != file {
			file = u.File
			fmt.Fprintf(tw, "%s\nTARGET\tVGPR\tAGPR\tSGPR\tSPILLS\tSCRATCH\tLDS\tKERNARG\tWAVE\tMAX WG\tKERNEL\n", file)
		}
		scratch, spills := number(u.Scratch), "-"
		if u.Dynamic != nil && *u.Dynamic {
			scratch += "+"
		}
		if u.VSpills != nil {
			spills = fmt.Sprint(*u.VSpills + *u.SSpills)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", u.Target, number(u.VGPRs), number(u.AGPRs), number(u.SGPRs),
			spills, scratch, u.LDS, u.Kernarg, known(u.Wave), known(u.MaxGroup), printable.String(demangle.Filter(u.Kernel, demangle.NoEnclosingParams)))
	}
	return tw.Flush()
}
