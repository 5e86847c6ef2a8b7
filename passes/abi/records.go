// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package abi makes what passes and runtime have agreed on in docs/design/abi.md: the records of
// kernels and variables, hidden arguments, the variable segment, dynamic shared memory and
// the records of printf. A pass that changes what the runtime must know or do belongs here.
package abi

import (
	"encoding/json"

	"gohipcc/passes/ir"
)

// Records, as docs/design/abi.md defines them. The field order is the output order.

// ModuleRecord is what there is of the module as a whole.
type ModuleRecord struct {
	Target   string   `json:"target"`
	Size     uint64   `json:"segment_size"`
	Align    uint64   `json:"segment_align"`
	Features []string `json:"features,omitempty"`
}

// KernelRecord is a kernel.
type KernelRecord struct {
	Name     string      `json:".name"`
	Symbol   string      `json:".symbol"`
	Args     []argRecord `json:".args"`
	Size     uint64      `json:".kernarg_segment_size"`
	Shared   uint64      `json:".group_segment_fixed_size"`
	Flat     uint64      `json:".max_flat_workgroup_size"`
	Reqd     []uint64    `json:".reqd_workgroup_size,omitempty"`
	Wave     uint64      `json:".wavefront_size,omitempty"`
	Features []string    `json:"features,omitempty"`
}

type argRecord struct {
	Offset uint64 `json:".offset"`
	Size   uint64 `json:".size"`
	Kind   string `json:".value_kind"`
	Type   string `json:".value_type,omitempty"`
	Space  string `json:".address_space,omitempty"`
}

// GlobalRecord is a variable in the segment that host code may name.
type GlobalRecord struct {
	Name     string `json:".name"`
	Offset   uint64 `json:".offset"`
	Size     uint64 `json:".size"`
	Align    uint64 `json:".align"`
	Constant bool   `json:"constant"`
	Managed  bool   `json:"managed"`
}

// DataRecord is a piece of the segment at the start of the program.
type DataRecord struct {
	Offset uint64 `json:".offset"`
	Base64 string `json:"base64"`
}

// RelocRecord is an address in the segment.
type RelocRecord struct {
	Offset uint64 `json:".offset"`
	Target uint64 `json:"target"`
}

// hiddenSpace is the address space of the hidden arguments that are pointers.
var hiddenSpace = map[string]string{
	"hidden_dynamic_lds":   "local",
	"hidden_gohip_segment": "global",
}

// Records are the text records of the image, in a fixed order.
func Records(u *ir.Unit) []string {
	var out []string
	add := func(kind string, v any) {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err) // the types above always marshal
		}
		out = append(out, "gohip.v1 "+kind+" "+string(b))
	}
	all := map[string]bool{}
	names := ir.SortedKeys(u.Kernels)
	for _, n := range names {
		for _, f := range u.Kernels[n].Needs {
			all[f] = true
		}
	}
	m := ModuleRecord{Target: u.Target.Image, Align: 16, Features: ir.SortedKeys(all)}
	if u.Segment != nil {
		m.Size, m.Align = u.Segment.Size, u.Segment.Align
	}
	add("module", m)
	for _, n := range names {
		k := u.Kernels[n]
		r := KernelRecord{
			Name: k.Name, Symbol: k.Symbol, Args: []argRecord{}, Size: k.Size, Shared: k.Shared,
			Flat: k.Flat, Reqd: k.Reqd, Wave: k.Wave, Features: k.Needs,
		}
		for _, a := range k.Args {
			r.Args = append(r.Args, argRecord{a.Offset, a.Size, a.Kind, a.Type, a.Space})
		}
		off := (k.Size + 7) / 8 * 8
		for _, h := range k.Hidden {
			r.Args = append(r.Args, argRecord{off, 8, h, "", hiddenSpace[h]})
			off += 8
		}
		if len(k.Hidden) > 0 {
			r.Size = off
		}
		add("kernel", r)
	}
	if s := u.Segment; s != nil {
		for _, v := range s.Vars {
			if v.Visible {
				add("global", GlobalRecord{v.Name, v.Offset, v.Size, v.Align, v.Constant, v.Managed})
			}
		}
		for _, c := range chunks(s) {
			add("data", c)
		}
		for _, r := range s.Relocs {
			add("reloc", RelocRecord{r.Offset, r.Target})
		}
	}
	for i, f := range u.Formats {
		add("printf", map[string]any{"id": i + 1, "format": f})
	}
	return out
}
