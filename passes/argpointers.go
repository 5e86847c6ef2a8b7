// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"gohipcc/passes/llvm"
)

// argumentPointers says of the pointers inside by-value arguments what is known of all
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
func argumentPointers(u *Unit) error {
	for _, f := range u.definitions() {
		if !u.isKernel(f) {
			continue
		}
		for k, p := range params(f) {
			if u.byValue(f, uint32(k+1)) != 0 && onlyRead(p) {
				u.globalLoads(p)
			}
		}
	}
	return nil
}

// globalLoads casts the generic pointers that are loaded through an address.
func (u *Unit) globalLoads(v llvm.Value) {
	for _, w := range users(v) {
		switch llvm.GetInstructionOpcode(w) {
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
			u.globalLoads(w)
		case llvm.Load:
			t := llvm.TypeOf(w)
			if llvm.GetTypeKind(t) != llvm.PointerKind || llvm.GetPointerAddressSpace(t) != asGeneric {
				continue
			}
			b := u.before(llvm.GetNextInstruction(w))
			g := llvm.BuildAddrSpaceCast(b, w, u.ptr(asGlobal), "")
			back := llvm.BuildAddrSpaceCast(b, g, t, "")
			llvm.ReplaceAllUsesWith(w, back)
			llvm.SetOperand(g, 0, w)
		}
	}
}
