// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"errors"
	"fmt"
	"slices"

	"gohipcc/abi"
	"gohipcc/spirv"
)

// ErrUnsupported is wrapped by the error of a kernel that cannot be adapted to a device.
var ErrUnsupported = errors.New("image not supported by the device")

// Device lists the features of a device that HIP requires and OpenCL leaves optional.
type Device struct {
	Name, Platform                             string // for messages and advice
	Warps                                      bool   // its sub-groups can serve as warps
	FP64, FP16, Int64Atomics, GenericAddresses bool
}

// Lack is a missing feature and its effect on programs.
type Lack struct{ What, Then string }

// needs are the features that HIP requires and OpenCL leaves optional: how a kernel's module shows
// that it needs one, and advice for the user. A module that does not need a feature does not
// declare it either, because some drivers reject declared capabilities that they lack.
var needs = []struct {
	what       string
	capability uint32
	has        func(*Device) bool
	used       func(*module) bool
	advice     map[string]string // by platform name
}{
	{"double precision", spirv.CapabilityFloat64, func(d *Device) bool { return d.FP64 },
		func(m *module) bool { return m.declaresFloat(64) }, map[string]string{"rusticl": "RUSTICL_FEATURES=fp64 in the environment turns it on"}},
	{"half precision arithmetic", spirv.CapabilityFloat16, func(d *Device) bool { return d.FP16 },
		func(m *module) bool { return m.declaresFloat(16) }, map[string]string{"rusticl": "RUSTICL_FEATURES=fp16 in the environment turns it on"}},
	{"64-bit atomic operations", spirv.CapabilityInt64Atomics, func(d *Device) bool { return d.Int64Atomics }, (*module).wideAtomics, nil},
	{"pointers that may point to global, shared or private memory (generic pointers)", spirv.CapabilityGenericPointer,
		func(d *Device) bool { return d.GenericAddresses }, (*module).genericPointers,
		map[string]string{"": "-O2 or more resolves many of them; so does a function for each kind of memory"}},
}

// spirvWithoutExchanges is the version word of SPIR-V 1.2.
const spirvWithoutExchanges = 0x00010200

// Lacks lists the features that the device lacks, before any kernel is adapted.
func Lacks(d *Device) []Lack {
	var out []Lack
	if !d.Warps {
		out = append(out, Lack{What: fmt.Sprintf("sub-groups of %d", abi.WarpSize), Then: "warps exchange through shared memory"})
	}
	for _, n := range needs {
		if n.has(d) {
			continue
		}
		then := "kernels that use it are refused"
		if n.capability == spirv.CapabilityGenericPointer {
			then = "kernels whose pointers are all to global memory run, others are refused"
		}
		if a := n.advice[d.Platform]; a != "" {
			then += "; " + a
		}
		out = append(out, Lack{What: n.what, Then: then})
	}
	return out
}

// Adapt adapts a kernel's module to a device that lacks features which HIP requires. If that is
// impossible, the error names what the kernel needs. ours is set for modules from this compiler, in
// which all work-items of a work-group execute warp operations uniformly. The second result is the
// shared memory that the changes need.
func Adapt(il []byte, kernel string, ours bool, d *Device) ([]byte, uint64, error) {
	complete := d.Warps
	for _, n := range needs {
		complete = complete && n.has(d)
	}
	if complete {
		return il, 0, nil
	}
	m, err := readModule(il)
	if err != nil {
		return nil, 0, err
	}
	shared := uint64(0)
	if !d.Warps && m.usesSubgroups() {
		if !ours {
			return nil, 0, fmt.Errorf("kernel %s uses sub-groups; %s has none of %d work-items: %w", kernel, d.Name, abi.WarpSize, ErrUnsupported)
		}
		if shared, err = m.softWarps(); err != nil {
			return nil, 0, fmt.Errorf("kernel %s: warp functions for %s: %w", kernel, d.Name, err)
		}
		if m.usesSubgroups() {
			return nil, 0, fmt.Errorf("kernel %s uses sub-group operations other than HIP's; %s has no sub-groups of %d work-items: %w", kernel, d.Name, abi.WarpSize, ErrUnsupported)
		}
	}
	if !d.GenericAddresses {
		m.resolveGeneric()
	}
	m.foldNull()
	for _, n := range needs {
		switch {
		case !n.used(m):
			m.dropCapabilities(func(c uint32) bool { return c == n.capability })
		case !n.has(d):
			hint := ""
			for _, platform := range []string{"", d.Platform} {
				if a := n.advice[platform]; a != "" {
					hint = "; " + a
				}
			}
			return nil, 0, fmt.Errorf("kernel %s needs %s, which %s does not have%s: %w", kernel, n.what, d.Name, hint, ErrUnsupported)
		}
	}
	if ours && !m.usesSubgroups() {
		// The compiler requests version 1.3 only for the exchanges of that version.
		m.words[spirv.VersionWord] = min(m.words[spirv.VersionWord], spirvWithoutExchanges)
		m.dropCapabilities(func(c uint32) bool { return spirv.SubgroupCapabilities[c] })
	}
	m.nameFunctions()
	return m.bytes(), shared, nil
}

func (m *module) declaresFloat(bits uint32) bool {
	return slices.ContainsFunc(m.globals, func(in []uint32) bool {
		return spirv.Op(in) == spirv.OpTypeFloat && len(in) >= 3 && in[2] == bits
	})
}

// wideAtomics reports whether there are atomic operations on 64-bit integers.
func (m *module) wideAtomics() bool {
	return slices.ContainsFunc(m.body, func(in []uint32) bool {
		op := spirv.Op(in)
		if op < spirv.OpAtomicLoad || op > spirv.OpAtomicXor {
			return false
		}
		typ := in[1]
		if op == spirv.OpAtomicStore && len(in) > 4 {
			typ = m.types[in[4]]
		}
		t := m.def[typ]
		return len(t) >= 3 && spirv.Op(t) == spirv.OpTypeInt && t[2] == 64
	})
}

func (m *module) genericPointers() bool {
	return slices.ContainsFunc(m.globals, func(in []uint32) bool {
		return spirv.Op(in) == spirv.OpTypePointer && len(in) == 4 && in[2] == spirv.ClassGeneric
	})
}

// usesSubgroups reports whether a sub-group capability is declared and used, by a sub-group
// instruction or by an execution mode of the kernel.
func (m *module) usesSubgroups() bool {
	for _, in := range m.body {
		switch op := spirv.Op(in); {
		case op >= spirv.OpGroupNonUniformElect && op <= spirv.OpGroupNonUniformQuadSwap:
			return true
		case op >= spirv.OpGroupAll && op <= spirv.OpGroupSMax && len(in) > 3:
			if m.isConstant(in[3], spirv.ScopeSubgroup) {
				return true
			}
		case op == spirv.OpControlBarrier && len(in) == 4:
			if m.isConstant(in[1], spirv.ScopeSubgroup) {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.head, func(in []uint32) bool {
		return spirv.Op(in) == spirv.OpExecutionMode && len(in) > 2 && in[2] == spirv.ModeSubgroupSize
	})
}

// resolveGeneric replaces generic pointers by global ones, if no pointer to other memory is ever
// converted to a generic one; generic pointers loaded from memory are then global, too.
func (m *module) resolveGeneric() {
	// Operations at module scope are in[3] of OpSpecConstantOp.
	if slices.ContainsFunc(m.globals, m.needsGeneric) || slices.ContainsFunc(m.body, m.needsGeneric) {
		return
	}
	for i, in := range m.globals {
		switch {
		case spirv.Op(in) == spirv.OpTypePointer && len(in) == 4 && in[2] == spirv.ClassGeneric:
			m.globals[i] = spirv.Instruction(spirv.OpTypePointer, in[1], spirv.ClassCrossWorkgroup, in[3])
		case spirv.Op(in) == spirv.OpSpecConstantOp && len(in) > 4 && in[3] == spirv.OpPtrCastToGeneric:
			in = slices.Clone(in)
			in[3] = spirv.OpBitcast
			m.globals[i] = in
		default:
			continue
		}
		m.file(m.globals[i])
	}
	for i, in := range m.body {
		switch spirv.Op(in) {
		case spirv.OpPtrCastToGeneric, spirv.OpGenericCastToPtr:
			m.body[i] = spirv.Instruction(spirv.OpBitcast, in[1:]...)
		}
	}
}

// needsGeneric reports whether an instruction converts between the generic address space and one
// other than global memory, or queries the address space of a pointer.
func (m *module) needsGeneric(in []uint32) bool {
	notGlobal := func(typ uint32) bool {
		t := m.def[typ]
		return len(t) != 4 || spirv.Op(t) != spirv.OpTypePointer || t[2] != spirv.ClassCrossWorkgroup
	}
	switch spirv.Op(in) {
	case spirv.OpPtrCastToGeneric:
		return len(in) != 4 || notGlobal(m.types[in[3]])
	case spirv.OpGenericCastToPtr:
		return notGlobal(in[1])
	case spirv.OpSpecConstantOp:
		return len(in) > 4 && (in[3] == spirv.OpPtrCastToGeneric && notGlobal(m.types[in[4]]) || in[3] == spirv.OpGenericCastToPtr)
	case spirv.OpGenericCastToPtrExplicit, spirv.OpGenericPtrMemSemantics:
		return true
	}
	return false
}

// foldNull folds conversions of null pointers at module scope to null constants. Mesa does not
// support conversions there and ends the process.
func (m *module) foldNull() {
	for i, in := range m.globals {
		if spirv.Op(in) != spirv.OpSpecConstantOp || len(in) != 5 {
			continue
		}
		switch in[3] {
		case spirv.OpConvertPtrToU, spirv.OpConvertUToPtr, spirv.OpPtrCastToGeneric, spirv.OpGenericCastToPtr, spirv.OpBitcast:
			if of := m.def[in[4]]; len(of) > 0 && spirv.Op(of) == spirv.OpConstantNull {
				m.globals[i] = spirv.Instruction(spirv.OpConstantNull, in[1], in[2])
				m.file(m.globals[i])
			}
		}
	}
}

// nameFunctions names all functions except the kernel, which has a name. The names have no meaning,
// but Mesa's compiler for CPUs reads them without checking that they exist.
func (m *module) nameFunctions() {
	kernels := make(map[uint32]bool)
	for _, in := range m.head {
		if spirv.Op(in) == spirv.OpEntryPoint {
			kernels[in[2]] = true
		}
	}
	for _, in := range m.body {
		if spirv.Op(in) == spirv.OpFunction && len(in) > 2 && !kernels[in[2]] {
			name := fmt.Sprintf("f%d", in[2])
			m.names = append(m.names, spirv.Instruction(spirv.OpName, append([]uint32{in[2]}, spirv.StringWords(name)...)...))
		}
	}
}
