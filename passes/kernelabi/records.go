// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package kernelabi implements what passes and runtime have agreed on in docs/design/abi.md: the
// records of kernels and variables, hidden arguments, the variable segment, dynamic shared memory
// and printf records. A pass that changes what the runtime must know or do belongs here.
package kernelabi

import (
	"slices"

	"gohipcc/abi"
	"gohipcc/passes/ir"
)

// Records returns the text records of the image, in a fixed order.
func Records(u *ir.Unit) []string {
	var out []string
	add := func(kind string, object any) { out = append(out, abi.Record(kind, object)) }
	all := map[string]bool{}
	names := ir.SortedKeys(u.Kernels)
	for _, n := range names {
		for _, f := range u.Kernels[n].Features {
			all[f] = true
		}
	}
	m := abi.ModuleRecord{Target: u.Target.Image, SegmentAlign: 16, Features: ir.SortedKeys(all), ProcessorFeatures: u.Needed}
	if u.WarpSize() != abi.WarpSize {
		m.WavefrontSize = uint64(u.WarpSize())
	}
	if u.Target.SPIRV {
		m.Processor = u.Opts.CPU
	}
	if u.Segment != nil {
		m.SegmentSize, m.SegmentAlign = u.Segment.Size, u.Segment.Align
	}
	add(abi.ModuleKind, m)
	for _, n := range names {
		k := u.Kernels[n].Kernel
		k.Args = slices.Clone(k.Args)
		k.AddHidden(u.Kernels[n].HiddenArgs...)
		add(abi.KernelKind, &k)
	}
	if s := u.Segment; s != nil {
		for _, v := range s.Vars {
			if v.Visible {
				add(abi.GlobalKind, &v.Global)
			}
		}
		for _, c := range chunks(s) {
			add(abi.DataKind, c)
		}
		for _, r := range s.Relocs {
			add(abi.RelocKind, r)
		}
	}
	for i, f := range u.Formats {
		add(abi.PrintfKind, abi.Printf{ID: uint32(i + 1), Format: f})
	}
	return out
}
