// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// SharedOffsets sign-extends unsigned indices into shared memory that count backwards. A pointer
// into shared memory has 32 bits on the GPUs that HIP programs are written for, so adding
// 0xffffffff subtracts 1 there.
//
//	%n = xor i32 %i, -1
//	%x = zext i32 %n to i64
//	%p = getelementptr i32, ptr addrspace(3) %s, i64 %x
//
// becomes
//
//	%x = sext i32 %n to i64
//	%p = getelementptr i32, ptr addrspace(3) %s, i64 %x
func SharedOffsets(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) != llvm.GetElementPtr || llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, 0))) != ir.LocalSpace {
				continue
			}
			index, changed := ir.Operands(i)[1:], false
			for k, ix := range index {
				if ir.Opcode(ix) != llvm.ZExt || llvm.IsAInstruction(ix) == 0 {
					continue
				}
				if n := llvm.GetOperand(ix, 0); llvm.TypeOf(n) == u.Types.I32 && countsBackwards(n) {
					index[k], changed = llvm.BuildSExt(u.Before(i), n, llvm.TypeOf(ix), ""), true
				}
			}
			if changed {
				// A new GEP, since the old one may carry nuw or inbounds.
				ir.Replace(i, llvm.BuildGEP2(u.Before(i), llvm.GetGEPSourceElementType(i), llvm.GetOperand(i, 0), index, ""))
			}
		}
	}
	return nil
}

// countsBackwards reports whether a number is computed by negation: the complement of another
// value, or a value less than that.
func countsBackwards(n llvm.Value) bool {
	switch ir.Opcode(n) {
	case llvm.Sub:
		return true
	case llvm.Xor, llvm.Add:
		c := llvm.IsAConstantInt(llvm.GetOperand(n, 1))
		return c != 0 && llvm.ConstIntGetSExtValue(c) < 0
	}
	return false
}
