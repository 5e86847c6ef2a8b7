// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ArgumentPointers casts the pointers that are loaded from by-value arguments to the global address
// space and back: whatever pointer the host passes points to global memory. Pointer arguments
// themselves already have that type.
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

// globalLoads casts the generic pointers that are loaded through v or an address derived from it.
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
