// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"cmp"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// constantMemory is the size in bytes of a PTX module's constant memory (CUDA Programming Guide,
// "Technical Specifications per Compute Capability").
const constantMemory = 64 << 10

// Constants moves variables out of constant memory until the rest fits, the largest first. Clang
// places every constant table of the host that device code might read there, whether it is used or
// not.
//
//	@table = addrspace(4) externally_initialized constant [20000 x i32] …
//	@c = addrspace(4) externally_initialized global [4 x i32] undef
//
// becomes
//
//	@table = addrspace(1) externally_initialized constant [20000 x i32] …
//	@c = addrspace(4) externally_initialized global [4 x i32] undef
func Constants(u *ir.Unit) error {
	var list []llvm.Value
	// With the padding of nvptx-alignment, and of a variable that is less aligned.
	size := func(g llvm.Value) uint64 {
		align := uint64(max(widestAccess, llvm.GetAlignment(g)))
		return (llvm.ABISizeOfType(u.Layout, llvm.GlobalGetValueType(g)) + align - 1) &^ (align - 1)
	}
	total := uint64(0)
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ConstantSpace && !llvm.IsDeclaration(g) {
			list = append(list, g)
			total += size(g)
		}
	}
	slices.SortStableFunc(list, func(a, b llvm.Value) int { return cmp.Compare(size(b), size(a)) })
	for _, g := range list {
		if total <= constantMemory {
			break
		}
		// Programs only use generic addresses of these variables.
		if slices.ContainsFunc(ir.Users(g), func(w llvm.Value) bool { return ir.Opcode(w) != llvm.AddrSpaceCast }) {
			continue
		}
		total -= size(g)
		n := replacement(u, g, llvm.GetInitializer(g), ir.GlobalSpace)
		for _, w := range ir.Users(g) {
			llvm.ReplaceAllUsesWith(w, llvm.ConstAddrSpaceCast(n, llvm.TypeOf(w)))
		}
		llvm.DeleteGlobal(g)
	}
	return nil
}

// replacement creates a variable with an initial value in an address space to replace another one, and
// takes over its name.
func replacement(u *ir.Unit, g, value llvm.Value, space uint32) llvm.Value {
	name := g.Name()
	llvm.SetValueName2(g, "")
	n := llvm.AddGlobalInAddressSpace(u.Mod, llvm.TypeOf(value), name, space)
	llvm.SetInitializer(n, value)
	llvm.SetGlobalConstant(n, llvm.IsGlobalConstant(g))
	llvm.SetExternallyInitialized(n, llvm.IsExternallyInitialized(g))
	llvm.SetLinkage(n, llvm.GetLinkage(g))
	llvm.SetVisibility(n, llvm.GetVisibility(g))
	llvm.SetAlignment(n, llvm.GetAlignment(g))
	llvm.SetUnnamedAddress(n, llvm.GetUnnamedAddress(g))
	return n
}
