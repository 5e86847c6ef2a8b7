// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FoldPointerCasts replaces a pointer that is cast to an integer and back by a cast of the pointer.
// Clang's coercion of kernel arguments produces such pairs, and address-space inference does not
// see through them.
//
//	%i = ptrtoint ptr addrspace(1) %p to i64
//	%q = inttoptr i64 %i to ptr addrspace(4)
//
// becomes
//
//	%q = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
func FoldPointerCasts(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, inst := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(inst) != llvm.IntToPtr {
				continue
			}
			from := llvm.GetOperand(inst, 0)
			if ir.Opcode(from) != llvm.PtrToInt || llvm.GetTypeKind(llvm.TypeOf(from)) != llvm.IntegerKind || llvm.GetIntTypeWidth(llvm.TypeOf(from)) != 64 {
				continue
			}
			p := llvm.GetOperand(from, 0)
			src, dst := llvm.TypeOf(p), llvm.TypeOf(inst)
			if src == dst {
				ir.Replace(inst, p)
				continue
			}
			a, d := llvm.GetPointerAddressSpace(src), llvm.GetPointerAddressSpace(dst)
			if a != ir.GenericSpace && d != ir.GenericSpace {
				continue // no cast exists between two specific spaces
			}
			ir.Replace(inst, llvm.BuildAddrSpaceCast(u.Before(inst), p, dst, ""))
		}
	}
	return nil
}
