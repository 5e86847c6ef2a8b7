// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

// Kernel describes one kernel in the vocabulary of AMD's code object metadata
// (AMDGPUUsage, "Code Object Metadata"), for every kind of image. The JSON names
// are the metadata's keys.
type Kernel struct {
	Name                string   `json:".name"`
	Symbol              string   `json:".symbol,omitempty"`
	Args                []Arg    `json:".args,omitempty"`
	KernargSize         uint64   `json:".kernarg_segment_size"`               // bytes
	KernargAlign        uint64   `json:".kernarg_segment_align,omitempty"`    // bytes
	GroupSize           uint64   `json:".group_segment_fixed_size"`           // static work-group memory (LDS), bytes
	PrivateSize         uint64   `json:".private_segment_fixed_size"`         // scratch per work-item, bytes
	MaxFlatWorkgroup    uint64   `json:".max_flat_workgroup_size,omitempty"`  // work-items
	ReqdWorkgroupSize   []uint64 `json:".reqd_workgroup_size,omitempty"`      // work-items in x, y, z
	WorkgroupSizeHint   []uint64 `json:".workgroup_size_hint,omitempty"`      // work-items in x, y, z
	VecTypeHint         string   `json:".vec_type_hint,omitempty"`            // OpenCL
	WavefrontSize       uint64   `json:".wavefront_size,omitempty"`           // work-items
	SGPRs               uint64   `json:".sgpr_count,omitempty"`               // scalar registers
	VGPRs               uint64   `json:".vgpr_count,omitempty"`               // vector registers
	AGPRs               uint64   `json:".agpr_count,omitempty"`               // accumulation registers
	SGPRSpills          uint64   `json:".sgpr_spill_count,omitempty"`         // registers
	VGPRSpills          uint64   `json:".vgpr_spill_count,omitempty"`         // registers
	UniformWorkGroups   bool     `json:".uniform_work_group_size,omitempty"`  // grid is a multiple of the work-group
	UsesDynamicStack    bool     `json:".uses_dynamic_stack,omitempty"`       // scratch is not bounded by PrivateSize
	WorkgroupProcessors bool     `json:".workgroup_processor_mode,omitempty"` // WGP rather than CU mode
	Kind                string   `json:".kind,omitempty"`                     // "normal", "init", "fini"
	Language            string   `json:".language,omitempty"`                 // source language
	LanguageVersion     []uint64 `json:".language_version,omitempty"`         // major, minor
	DeviceEnqueueSymbol string   `json:".device_enqueue_symbol,omitempty"`    // OpenCL
	Features            []string `json:"features,omitempty"`                  // what it needs of the host side (docs/design/abi.md)
}

// Arg is one argument of a kernel, hidden ones included.
type Arg struct {
	Name         string `json:".name,omitempty"`
	TypeName     string `json:".type_name,omitempty"`
	Offset       uint64 `json:".offset"`     // bytes in the kernarg segment
	Size         uint64 `json:".size"`       // bytes
	ValueKind    string `json:".value_kind"` // "by_value", "global_buffer", "hidden_…"
	AddressSpace string `json:".address_space,omitempty"`
	ValueType    string `json:".value_type,omitempty"` // "f32", "i32", "struct", …; gfx: of code object versions before 3
	Access       string `json:".access,omitempty"`
	ActualAccess string `json:".actual_access,omitempty"`
	PointeeAlign uint64 `json:".pointee_align,omitempty"` // bytes; LDS pointers
	IsConst      bool   `json:".is_const,omitempty"`
	IsRestrict   bool   `json:".is_restrict,omitempty"`
	IsVolatile   bool   `json:".is_volatile,omitempty"`
	IsPipe       bool   `json:".is_pipe,omitempty"`
}

// Hidden reports whether the runtime, not the program, supplies the argument.
func (a *Arg) Hidden() bool {
	return len(a.ValueKind) >= 7 && a.ValueKind[:7] == "hidden_"
}
