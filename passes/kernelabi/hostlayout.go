// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
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
func HostLayout(u *ir.Unit) error {
	if u.Opts.NoLayout {
		return nil
	}
	h := hostLayout{u: u, narrow: map[llvm.Type]string{}, warned: map[string]bool{}}
	for _, f := range u.Definitions() {
		for k := range ir.Params(f) {
			if t := u.ByValue(f, uint32(k+1)); t != 0 {
				h.check(t, ir.Demangle(f.Name()))
			}
		}
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.GetElementPtr:
				if !isAlloca(ir.StripCasts(llvm.GetOperand(i, 0))) {
					h.check(llvm.GetGEPSourceElementType(i), u.WhereUsed(i))
				}
			case llvm.Load:
				h.access(i, llvm.GetOperand(i, 0))
			case llvm.Store:
				h.access(i, llvm.GetOperand(i, 1))
			}
		}
	}
	for _, g := range u.Globals() {
		h.check(llvm.GlobalGetValueType(g), ir.Demangle(g.Name()))
	}
	return nil
}

// access looks at a load or store: one of a long double of the program's own is in a variable of its function.
func (h *hostLayout) access(i, pointer llvm.Value) {
	const name = "long double"
	if h.warned[name] || h.u.AccessedType(i) != name || inFrame(pointer) {
		return
	}
	h.warned[name] = true
	h.u.Warning("%s: a long double is a double here, of 8 bytes, and has 16 on the host: do not share it with the host, or write double [-Whost-layout]", h.u.WhereUsed(i))
}

// inFrame reports whether a pointer is to a function's own variable, or to an element of one.
func inFrame(p llvm.Value) bool {
	for p = ir.StripCasts(p); llvm.IsAInstruction(p) != 0 && ir.Opcode(p) == llvm.GetElementPtr; {
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
