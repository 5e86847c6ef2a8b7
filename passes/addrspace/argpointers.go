// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ArgumentPointers says of the pointers inside by-value arguments what is known of all
// pointers that come from the host: they lead to global memory. Pointer arguments
// themselves have that type already.
//
//	define spir_kernel void @k(ptr byval(%struct.S) %s) {
//	  %p = load ptr addrspace(4), ptr %s
//	  %v = load i32, ptr addrspace(4) %p
//
// becomes, after LLVM has inferred the address spaces that follow,
//
//	define spir_kernel void @k(ptr byval(%struct.S) %s) {
//	  %p = load ptr addrspace(4), ptr %s
//	  %g = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
//	  %v = load i32, ptr addrspace(1) %g
func ArgumentPointers(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		for k, p := range ir.Params(f) {
			if u.ByValue(f, uint32(k+1)) != 0 && onlyRead(p) {
				globalLoads(u, p)
			}
		}
	}
	return nil
}

// globalLoads casts the generic pointers that are loaded through an address.
func globalLoads(u *ir.Unit, v llvm.Value) {
	for _, w := range ir.Users(v) {
		switch llvm.GetInstructionOpcode(w) {
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
			globalLoads(u, w)
		case llvm.Load:
			t := llvm.TypeOf(w)
			if llvm.GetTypeKind(t) != llvm.PointerKind || llvm.GetPointerAddressSpace(t) != ir.GenericSpace {
				continue
			}
			b := u.Before(llvm.GetNextInstruction(w))
			g := llvm.BuildAddrSpaceCast(b, w, u.Ptr(ir.GlobalSpace), "")
			back := llvm.BuildAddrSpaceCast(b, g, t, "")
			llvm.ReplaceAllUsesWith(w, back)
			llvm.SetOperand(g, 0, w)
		}
	}
}
