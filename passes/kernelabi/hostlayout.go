// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HostLayout warns of memory that kernels and the host see in different ways. It runs before optimisation,
// which drops the types of structures.
//
// For SPIR-V clang has no __int128, and the headers substitute _BitInt(128), whose alignment is 8. They align what a
// declaration names, but a template's argument and an array's alias are types without the attribute, so that
// std::pair<int, __int128> has another layout than on the host:
//
//	%"struct.std::pair" = type { i32, i128 }   ; on the host { i32, [12 x i8], i128 }
//	%p = getelementptr %"struct.std::pair", ptr %x, i32 0, i32 1
//
// For every target clang makes a double of a long double, and tells them apart in the tags of accesses alone, which
// there are from -O1 on:
//
//	store double 3.0, ptr %x, !tbaa !{!structure, !longDouble, i64 8}
//
// Only for AMD's targets clang aligns an _Atomic structure to its size as on the host. For the others the alignment is that of
// its members, and accesses have less than their size:
//
//	%v = load atomic i64, ptr %x seq_cst, align 4   ; _Atomic(struct { int a, b; })
func HostLayout(u *ir.Unit) error {
	if u.Opts.NoLayout {
		return nil
	}
	h := hostLayout{u: u, narrow: map[llvm.Type]string{}, warned: map[string]bool{}}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.Load:
				h.access(i, i, llvm.GetOperand(i, 0))
			case llvm.Store:
				h.access(i, llvm.GetOperand(i, 0), llvm.GetOperand(i, 1))
			}
			h.atomic(i)
		}
	}
	return nil
}

// access looks at a load or store of a value. One of a variable of its function does not concern the host.
func (h *hostLayout) access(i, value, pointer llvm.Value) {
	const name = "long double"
	switch {
	case inFrame(pointer):
	case isInt128(llvm.TypeOf(value)):
		if p := ir.StripCasts(pointer); isGEP(p) && !h.isNarrower(i, value) {
			h.check(llvm.GetGEPSourceElementType(p), h.u.WhereUsed(i))
		}
	case !h.warned[name] && h.u.AccessedType(i) == name:
		h.warned[name] = true
		h.u.Warning("%s: a long double is a double here, of 8 bytes, and has 16 on the host: do not share it with the host, or write double [-Whost-layout]", h.u.WhereUsed(i))
	}
}

// atomic looks at the alignment of an atomic operation: a builtin on a pointer has its type's, so that
// less is an _Atomic structure's.
func (h *hostLayout) atomic(i llvm.Value) {
	pointer, value := ir.AtomicOperands(i)
	if pointer == 0 || inFrame(pointer) {
		return
	}
	size, align := llvm.ABISizeOfType(h.u.Layout, llvm.TypeOf(value)), uint64(llvm.GetAlignment(i))
	name := fmt.Sprintf("atomic%d", size)
	if align >= size || h.warned[name] {
		return
	}
	h.warned[name] = true
	h.u.Warning("%s: an _Atomic structure of %d bytes is aligned to %d here and to %d on the host: "+
		"do not share it with the host, or give it alignas(%[2]d) [-Whost-layout]", h.u.WhereUsed(i), size, align, size)
}

// isNarrower reports whether a 128-bit access is one of a _BitInt of fewer bits, which is extended in memory and
// aligned to 8 bytes on the host, too. Its name is that of the type, or at -O0 the value is of an odd width.
func (h *hostLayout) isNarrower(access, value llvm.Value) bool {
	if name := h.u.AccessedType(access); name != "" {
		return name != "_BitInt(128)"
	}
	odd := func(v llvm.Value) bool {
		t := llvm.TypeOf(v)
		return llvm.GetTypeKind(t) == llvm.IntegerKind && llvm.GetIntTypeWidth(t) > 64 && !isInt128(t)
	}
	if access == value {
		return slices.ContainsFunc(ir.Users(value), odd)
	}
	return llvm.IsAInstruction(value) != 0 && odd(llvm.GetOperand(value, 0))
}

func isGEP(v llvm.Value) bool {
	return llvm.IsAInstruction(v) != 0 && ir.Opcode(v) == llvm.GetElementPtr
}

// inFrame reports whether a pointer is to a function's own variable, or to an element of one.
func inFrame(p llvm.Value) bool {
	for p = ir.StripCasts(p); isGEP(p); {
		p = ir.StripCasts(llvm.GetOperand(p, 0))
	}
	return isAlloca(p)
}

type hostLayout struct {
	u      *ir.Unit
	narrow map[llvm.Type]string // the structure in a type that differs from the host's, or ""
	warned map[string]bool      // by what it is about
}

func (h *hostLayout) check(t llvm.Type, where string) {
	name := h.find(t)
	if name == "" || h.warned[name] {
		return
	}
	h.warned[name] = true
	h.u.Warning("%s: %s holds a 128-bit integer that is aligned to 8 bytes here and to 16 on the host, as in templates and aliases of arrays: "+
		"do not share it with the host, or give the member alignas(16) [-Whost-layout]", where, name)
}

// find returns the name of the structure in a type that a host with __int128 lays out in another way: there
// each 128-bit integer is at a multiple of 16, and so is the size of what holds one. Packed structures have no such rule.
func (h *hostLayout) find(t llvm.Type) string {
	switch llvm.GetTypeKind(t) {
	case llvm.ArrayKind:
		return h.find(llvm.GetElementType(t))
	case llvm.StructKind:
	default:
		return ""
	}
	if name, known := h.narrow[t]; known {
		return name
	}
	h.narrow[t] = ""
	for k := range llvm.CountStructElementTypes(t) {
		member := llvm.StructGetTypeAtIndex(t, k)
		if name := h.find(member); name != "" {
			h.narrow[t] = name
			return name
		}
		if isInt128(member) && !llvm.IsPackedStruct(t) &&
			(llvm.OffsetOfElement(h.u.Layout, t, k)%16 != 0 || llvm.ABISizeOfType(h.u.Layout, t)%16 != 0) {
			h.narrow[t] = structureName(t)
		}
	}
	return h.narrow[t]
}

// structureName returns S for clang's struct.S, and for struct.S.1, a second one of this name.
func structureName(t llvm.Type) string {
	_, name, _ := strings.Cut(llvm.GetStructName(t), ".")
	if k := strings.LastIndexByte(name, '.'); k > 0 {
		name = name[:k]
	}
	return name
}

func isAlloca(v llvm.Value) bool { return llvm.IsAInstruction(v) != 0 && ir.Opcode(v) == llvm.Alloca }

func isInt128(t llvm.Type) bool {
	for llvm.GetTypeKind(t) == llvm.ArrayKind {
		t = llvm.GetElementType(t)
	}
	return llvm.GetTypeKind(t) == llvm.IntegerKind && llvm.GetIntTypeWidth(t) == 128
}
