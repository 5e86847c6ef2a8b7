// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"errors"
	"fmt"
	"slices"
)

// Capabilities of SPIR-V that devices may lack (SPIR-V specification, 3.31).
const (
	capabilityFloat16      = 9
	capabilityFloat64      = 10
	capabilityInt64Atomics = 12
	capabilityGeneric      = 38
)

// WarpSize is the size of the sub-groups that are warps.
const WarpSize = 32

// ErrUnsupported is among the errors of a kernel that no change fits to a device.
var ErrUnsupported = errors.New("image not supported by the device")

// Device is what a device has of what HIP takes for granted.
type Device struct {
	Name, Platform                             string // for messages and advice
	Warps                                      bool   // its sub-groups can be warps
	FP64, FP16, Int64Atomics, GenericAddresses bool
}

// Lack is something that a device does not have, and what becomes of programs then.
type Lack struct{ What, Then string }

// needs are what HIP programs take for granted and OpenCL leaves to the device: how a
// kernel's module shows that it needs it, and what the user may do. A module that does
// not need it does not declare it either, which some drivers insist on.
var needs = []struct {
	what       string
	capability uint32
	has        func(*Device) bool
	used       func(*module) bool
	advice     map[string]string // by the platform's name
}{
	{"double precision", capabilityFloat64, func(d *Device) bool { return d.FP64 },
		func(m *module) bool { return m.declaresFloat(64) }, map[string]string{"rusticl": "RUSTICL_FEATURES=fp64 in the environment turns it on"}},
	{"half precision arithmetic", capabilityFloat16, func(d *Device) bool { return d.FP16 },
		func(m *module) bool { return m.declaresFloat(16) }, map[string]string{"rusticl": "RUSTICL_FEATURES=fp16 in the environment turns it on"}},
	{"64-bit atomic operations", capabilityInt64Atomics, func(d *Device) bool { return d.Int64Atomics }, (*module).wideAtomics, nil},
	{"pointers that may point to global, shared or private memory (generic pointers)", capabilityGeneric,
		func(d *Device) bool { return d.GenericAddresses }, (*module).genericPointers,
		map[string]string{"": "-O2 or more resolves many of them; so does a function for each kind of memory"}},
}

// spirvWithoutExchanges is the version word of SPIR-V 1.2.
const spirvWithoutExchanges = 0x00010200

// Lacks lists what the device does not have, for those who want to know beforehand.
func Lacks(d *Device) []Lack {
	var out []Lack
	if !d.Warps {
		out = append(out, Lack{What: fmt.Sprintf("sub-groups of %d", WarpSize), Then: "warps exchange through shared memory"})
	}
	for _, n := range needs {
		if n.has(d) {
			continue
		}
		then := "kernels that use it are refused"
		if n.capability == capabilityGeneric {
			then = "kernels whose pointers are all to global memory run, others are refused"
		}
		if a := n.advice[d.Platform]; a != "" {
			then += "; " + a
		}
		out = append(out, Lack{What: n.what, Then: then})
	}
	return out
}

// Adapt makes a kernel's module fit a device that does not have all that HIP takes for
// granted. What cannot be made to fit is an error that says what the kernel needs. ours
// is a module of this compiler's, whose warp functions all work-items of a group come to
// together. The second result is the shared memory that the changes take.
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
			return nil, 0, fmt.Errorf("kernel %s uses sub-groups; %s has none of %d work-items: %w", kernel, d.Name, WarpSize, ErrUnsupported)
		}
		if shared, err = m.softWarps(); err != nil {
			return nil, 0, fmt.Errorf("kernel %s: warp functions for %s: %w", kernel, d.Name, err)
		}
		if m.usesSubgroups() {
			return nil, 0, fmt.Errorf("kernel %s uses sub-group operations other than HIP's; %s has no sub-groups of %d work-items: %w", kernel, d.Name, WarpSize, ErrUnsupported)
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
		// The compiler asks for 1.3 where it uses the exchanges of that version, no more.
		m.words[1] = min(m.words[1], spirvWithoutExchanges)
		m.dropCapabilities(func(c uint32) bool { return subgroupCapabilities[c] != "" })
	}
	m.nameFunctions()
	return m.bytes(), shared, nil
}

func (m *module) declaresFloat(bits uint32) bool {
	return slices.ContainsFunc(m.globals, func(in []uint32) bool {
		return in[0]&0xffff == opTypeFloat && len(in) >= 3 && in[2] == bits
	})
}

// wideAtomics reports whether there are atomic operations on 64-bit integers.
func (m *module) wideAtomics() bool {
	return slices.ContainsFunc(m.body, func(in []uint32) bool {
		op := in[0] & 0xffff
		if op < opAtomicLoad || op > opAtomicXor {
			return false
		}
		typ := in[1]
		if op == opAtomicStore && len(in) > 4 {
			typ = m.types[in[4]]
		}
		t := m.def[typ]
		return len(t) >= 3 && t[0]&0xffff == opTypeInt && t[2] == 64
	})
}

func (m *module) genericPointers() bool {
	return slices.ContainsFunc(m.globals, func(in []uint32) bool {
		return in[0]&0xffff == opTypePointer && len(in) == 4 && in[2] == classGeneric
	})
}

// usesSubgroups reports whether a capability of sub-groups is declared and used: by an
// instruction of theirs, or by what the kernel asks of its launch.
func (m *module) usesSubgroups() bool {
	const (
		firstNonUniform, lastNonUniform = 333, 366 // OpGroupNonUniformElect, OpGroupNonUniformQuadSwap
		firstGroup, lastGroup           = 261, 271 // OpGroupAll, OpGroupSMax
		modeSubgroupSize                = 35
	)
	for _, in := range m.body {
		switch op := in[0] & 0xffff; {
		case op >= firstNonUniform && op <= lastNonUniform:
			return true
		case op >= firstGroup && op <= lastGroup && len(in) > 3:
			if m.isConstant(in[3], scopeSubgroup) {
				return true
			}
		case op == opControlBarrier && len(in) == 4:
			if m.isConstant(in[1], scopeSubgroup) {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.head, func(in []uint32) bool {
		return in[0]&0xffff == opExecutionMode && len(in) > 2 && in[2] == modeSubgroupSize
	})
}

// resolveGeneric makes generic pointers global ones, when no pointer to other memory
// ever becomes a generic one: those that come out of memory then are global, too.
func (m *module) resolveGeneric() {
	class := func(typ uint32) uint32 {
		if t := m.def[typ]; len(t) == 4 && t[0]&0xffff == opTypePointer {
			return t[2]
		}
		return classGeneric
	}
	// Operations at module scope are in[3] of OpSpecConstantOp.
	for _, in := range slices.Concat(m.globals, m.body) {
		switch in[0] & 0xffff {
		case opPtrCastToGeneric:
			if len(in) != 4 || class(m.types[in[3]]) != classCrossWorkgroup {
				return
			}
		case opGenericCastToPtr:
			if class(in[1]) != classCrossWorkgroup {
				return
			}
		case opSpecConstantOp:
			if len(in) > 4 && (in[3] == opPtrCastToGeneric && class(m.types[in[4]]) != classCrossWorkgroup || in[3] == opGenericCastToPtr) {
				return
			}
		case opGenericCastToExpl, 281: // OpGenericPtrMemSemantics
			return
		}
	}
	for i, in := range m.globals {
		switch {
		case in[0]&0xffff == opTypePointer && len(in) == 4 && in[2] == classGeneric:
			m.globals[i] = instruction(opTypePointer, in[1], classCrossWorkgroup, in[3])
		case in[0]&0xffff == opSpecConstantOp && len(in) > 4 && in[3] == opPtrCastToGeneric:
			in = slices.Clone(in)
			in[3] = opBitcast
			m.globals[i] = in
		default:
			continue
		}
		m.file(m.globals[i])
	}
	for i, in := range m.body {
		switch in[0] & 0xffff {
		case opPtrCastToGeneric, opGenericCastToPtr:
			m.body[i] = instruction(opBitcast, in[1:]...)
		}
	}
}

// foldNull makes conversions of null pointers at module scope what they are: nulls. Mesa
// knows no conversions there and ends the process.
func (m *module) foldNull() {
	for i, in := range m.globals {
		if in[0]&0xffff != opSpecConstantOp || len(in) != 5 {
			continue
		}
		switch in[3] {
		case opConvertPtrToU, opConvertUToPtr, opPtrCastToGeneric, opGenericCastToPtr, opBitcast:
			if of := m.def[in[4]]; len(of) > 0 && of[0]&0xffff == opConstantNull {
				m.globals[i] = instruction(opConstantNull, in[1], in[2])
				m.file(m.globals[i])
			}
		}
	}
}

// nameFunctions gives functions names, but for the kernel, which has one. They mean
// nothing, but Mesa's compiler for CPUs reads them without asking whether there are any.
func (m *module) nameFunctions() {
	kernels := make(map[uint32]bool)
	for _, in := range m.head {
		if in[0]&0xffff == opEntryPoint {
			kernels[in[2]] = true
		}
	}
	for _, in := range m.body {
		if in[0]&0xffff == opFunction && len(in) > 2 && !kernels[in[2]] {
			name := fmt.Sprintf("f%d", in[2])
			m.names = append(m.names, instruction(opName, append([]uint32{in[2]}, stringWords(name)...)...))
		}
	}
}
