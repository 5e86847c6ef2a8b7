// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package ir has what every pass uses: the Unit, which is the module on its way through the passes
// with what they learn about it, and functions to traverse the IR and its call graph. Code that
// changes a program for a kind of device belongs in one of the packages beside it.
package ir

import "gohipcc/passes/llvm"

// Address spaces of SPIR-V in LLVM IR (the SPIR numbering). Other targets have the same first four,
// except for constant memory.
const (
	PrivateSpace  = 0
	GlobalSpace   = 1
	ConstantSpace = 2
	LocalSpace    = 3
	GenericSpace  = 4
)

// Unit is a module on its way through a pipeline, with what the passes learn about it for the
// records of docs/design/abi.md.
type Unit struct {
	Ctx  llvm.Context
	Mod  llvm.Module
	Opts *Options

	Target *Target
	Lib    *llvm.Library
	TM     llvm.TargetMachine
	Layout llvm.TargetData
	B      llvm.Builder // as last positioned by Before or AtEntry

	Formats  []string           // printf formats; id is index+1
	Kernels  map[string]*Kernel // by name
	Bounds   map[string]uint64  // the largest work-group sizes that kernels declare, by name
	Segment  *Segment           // the variable segment, once laid out
	Coverage []CoverageRecord   // the program's coverage mapping
	Profiled bool               // the program counts what it executes
	Needed   []string           // features of the processor that the code needs, in LLVM's names
	Again    bool               // optimise once more: indirect calls became direct
	// Vectorise: LLVM's passes may vectorise loops and straight code.
	Vectorise bool
	Pending   string              // text of helpers to link, for which calls were built already
	Reach     map[string][]string // feature -> functions that need it
	md        map[string]uint32   // metadata kinds by name
	attrs     map[string]uint32   // enum attribute kinds by name
	Library   map[string]bool     // names that a device library defines
	Diag      []string            // errors and warnings of LLVM since the last reset
	Failed    bool                // whether one of Diag is an error of the code generator
	Parts     []*Unit             // of a large module for a processor: its kernels, in modules that are compiled in parallel
	Part      bool                // it is one of these
	Objects   [][]byte            // the object files of the parts
	Types     struct {
		Void, I1, I8, I32, I64, Double llvm.Type
	}
}

// Init initialises what depends on the context alone.
func (u *Unit) Init() {
	c := u.Ctx
	u.B = llvm.CreateBuilderInContext(c)
	u.Kernels = map[string]*Kernel{}
	u.Bounds = map[string]uint64{}
	u.Reach = map[string][]string{}
	u.md = map[string]uint32{}
	u.attrs = map[string]uint32{}
	u.Library = map[string]bool{}
	t := &u.Types
	t.Void = llvm.VoidTypeInContext(c)
	t.I1 = llvm.IntTypeInContext(c, 1)
	t.I8 = llvm.IntTypeInContext(c, 8)
	t.I32 = llvm.IntTypeInContext(c, 32)
	t.I64 = llvm.IntTypeInContext(c, 64)
	t.Double = llvm.DoubleTypeInContext(c)
}

// Without reports whether a workaround of a ledger is switched off.
func (u *Unit) Without(id string) bool { return u.Opts.Disabled[id] }

// IntType returns an integer type.
func (u *Unit) IntType(bits uint32) llvm.Type { return llvm.IntTypeInContext(u.Ctx, bits) }

// Ptr returns the type of pointers into an address space.
func (u *Unit) Ptr(as uint32) llvm.Type { return llvm.PointerTypeInContext(u.Ctx, as) }

// I32 returns a 32-bit constant.
func (u *Unit) I32(v uint64) llvm.Value { return llvm.ConstInt(u.Types.I32, v, false) }

// I64 returns a 64-bit constant.
func (u *Unit) I64(v uint64) llvm.Value { return llvm.ConstInt(u.Types.I64, v, false) }

// MDKind returns the number of a metadata kind.
func (u *Unit) MDKind(name string) uint32 {
	k, ok := u.md[name]
	if !ok {
		k = llvm.GetMDKindIDInContext(u.Ctx, name)
		u.md[name] = k
	}
	return k
}

// AttrKind returns the number of an enum attribute in this LLVM, 0 when it has none of that name.
// Numbers change between releases; names do not.
func (u *Unit) AttrKind(name string) uint32 {
	k, ok := u.attrs[name]
	if !ok {
		k = llvm.GetEnumAttributeKindForName(name)
		u.attrs[name] = k
	}
	return k
}

// AddAttr adds an enum attribute to a function if this LLVM knows it.
func (u *Unit) AddAttr(v llvm.Value, index uint32, name string) {
	if k := u.AttrKind(name); k != 0 {
		llvm.AddAttributeAtIndex(v, index, llvm.CreateEnumAttribute(u.Ctx, k, 0))
	}
}

// RemoveAttr removes an enum attribute from a function if this LLVM knows it.
func (u *Unit) RemoveAttr(v llvm.Value, index uint32, name string) {
	if k := u.AttrKind(name); k != 0 {
		llvm.RemoveEnumAttributeAtIndex(v, index, k)
	}
}

// RemoveCallAttr removes an enum attribute from a call if this LLVM knows it.
func (u *Unit) RemoveCallAttr(call llvm.Value, index uint32, name string) {
	if k := u.AttrKind(name); k != 0 {
		llvm.RemoveCallSiteEnumAttribute(call, index, k)
	}
}

// The attributes by which front ends mark the functions that a sanitizer is to instrument.
const (
	AddressSanitizer = "sanitize_address"
	ThreadSanitizer  = "sanitize_thread"
)

// Sanitized reports whether a function has the attribute of a sanitizer.
func (u *Unit) Sanitized(attr string) bool {
	for _, f := range u.Definitions() {
		if llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(attr)) != 0 {
			return true
		}
	}
	return false
}

// A CoverageRecord is a part of the coverage mapping, which is not device code.
type CoverageRecord struct {
	Name, Section string
	Value         llvm.Value // the bytes
}
