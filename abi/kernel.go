// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

import "strings"

// Kernel describes a kernel in the vocabulary of AMD's code object metadata (AMDGPUUsage, "Code
// Object Metadata"), for every kind of image. The JSON names are the metadata's keys.
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
	// For code of the host's processor, in bytes: context arrays per work-item and per block, and
	// the stack that a block needs, 0 if that is unknown.
	ContextSize      uint64 `json:".context_size,omitempty"`
	ContextFixedSize uint64 `json:".context_fixed_size,omitempty"`
	StackSize        uint64 `json:".stack_size,omitempty"`
}

// Arg is one argument of a kernel, hidden ones included.
type Arg struct {
	Name         string `json:".name,omitempty"`
	TypeName     string `json:".type_name,omitempty"`
	Offset       uint64 `json:".offset"`               // bytes in the kernarg segment
	Size         uint64 `json:".size"`                 // bytes
	ValueKind    string `json:".value_kind"`           // [ByValue], [GlobalBuffer], "hidden_…"
	ValueType    string `json:".value_type,omitempty"` // "f32", "i32", "struct", …; gfx: of code object versions before 3
	AddressSpace string `json:".address_space,omitempty"`
	Access       string `json:".access,omitempty"`
	ActualAccess string `json:".actual_access,omitempty"`
	PointeeAlign uint64 `json:".pointee_align,omitempty"` // bytes; LDS pointers
	IsConst      bool   `json:".is_const,omitempty"`
	IsRestrict   bool   `json:".is_restrict,omitempty"`
	IsVolatile   bool   `json:".is_volatile,omitempty"`
	IsPipe       bool   `json:".is_pipe,omitempty"`
}

// Value kinds of arguments (AMDGPUUsage, "Code Object Metadata"; docs/design/abi.md).
const (
	ByValue              = "by_value"
	GlobalBuffer         = "global_buffer"
	DynamicSharedPointer = "dynamic_shared_pointer"
	Image                = "image"
	Sampler              = "sampler"
	Pipe                 = "pipe"
	Queue                = "queue"
	// Unknown is a parameter that may be a number or a pointer: images of other producers may
	// declare both as 64-bit integers.
	Unknown = "unknown"
	// HiddenDynamicLDS and HiddenSegment are the hidden arguments of gohipcc's own images.
	HiddenDynamicLDS = "hidden_dynamic_lds"
	HiddenSegment    = "hidden_gohip_segment"
)

// hiddenPrefix is the prefix of the value kinds of arguments that the runtime supplies.
const hiddenPrefix = "hidden_"

// hiddenSpace has the address spaces that the hidden arguments of gohipcc's images point into.
var hiddenSpace = map[string]string{
	HiddenDynamicLDS: SpaceLocal,
	HiddenSegment:    SpaceGlobal,
}

// AddHidden appends hidden arguments of the kinds, 8 bytes each, to the kernel's own.
func (k *Kernel) AddHidden(kinds ...string) {
	if len(kinds) == 0 {
		return
	}
	offset := (k.KernargSize + 7) / 8 * 8
	for _, kind := range kinds {
		k.Args = append(k.Args, Arg{Offset: offset, Size: 8, ValueKind: kind, AddressSpace: hiddenSpace[kind]})
		offset += 8
	}
	k.KernargSize = offset
}

// HiddenKinds returns the value kinds of the hidden arguments, in order.
func (k *Kernel) HiddenKinds() []string {
	var kinds []string
	for i := range k.Args {
		if k.Args[i].Hidden() {
			kinds = append(kinds, k.Args[i].ValueKind)
		}
	}
	return kinds
}

// Hidden reports whether the runtime, not the program, supplies the argument.
func (a *Arg) Hidden() bool { return strings.HasPrefix(a.ValueKind, hiddenPrefix) }

// Explicit reports whether the program supplies the argument. The runtime supplies hidden ones and,
// as in OpenCL, the shared memory that a pointer to such points to.
func (a *Arg) Explicit() bool { return !a.Hidden() && a.ValueKind != DynamicSharedPointer }

// A Class says what a launch passes for a parameter.
type Class uint32

// Classes of parameters.
const (
	ClassValue   Class = iota // bytes that the program supplies
	ClassPointer              // a device address that the program supplies
	ClassLocal                // the launch's dynamic shared memory
	ClassSegment              // the address of the module's variable segment
	ClassHidden               // AMD's runtime supplies it
)

// Class returns the class of the argument, by its value kind.
func (a *Arg) Class() Class {
	switch a.ValueKind {
	case HiddenDynamicLDS, DynamicSharedPointer:
		return ClassLocal
	case HiddenSegment:
		return ClassSegment
	case GlobalBuffer:
		return ClassPointer
	}
	if a.Hidden() {
		return ClassHidden
	}
	return ClassValue
}
