// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import "gohipcc/passes/llvm"

// sharedOffsets lets indices into shared memory count backwards when they are unsigned.
// A pointer into shared memory has 32 bits on the GPUs that HIP programs are written for,
// where adding 0xffffffff is subtracting 1.
//
//	%n = xor i32 %i, -1
//	%x = zext i32 %n to i64
//	%p = getelementptr i32, ptr addrspace(3) %s, i64 %x
//
// becomes
//
//	%x = sext i32 %n to i64
//	%p = getelementptr i32, ptr addrspace(3) %s, i64 %x
func sharedOffsets(u *Unit) error {
	for _, f := range u.definitions() {
		for _, i := range instructions(f) {
			if opcode(i) != llvm.GetElementPtr || llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, 0))) != asLocal {
				continue
			}
			index, changed := operands(i)[1:], false
			for k, ix := range index {
				if opcode(ix) != llvm.ZExt || llvm.IsAInstruction(ix) == 0 {
					continue
				}
				if n := llvm.GetOperand(ix, 0); llvm.TypeOf(n) == u.types.i32 && countsBackwards(n) {
					index[k], changed = llvm.BuildSExt(u.before(i), n, llvm.TypeOf(ix), ""), true
				}
			}
			if changed {
				// A new one: the old one may say that it never wraps.
				replace(i, llvm.BuildGEP2(u.before(i), llvm.GetGEPSourceElementType(i), llvm.GetOperand(i, 0), index, ""))
			}
		}
	}
	return nil
}

// countsBackwards reports whether a number is made by turning signs: the complement of
// another, or less than it.
func countsBackwards(n llvm.Value) bool {
	switch opcode(n) {
	case llvm.Sub:
		return true
	case llvm.Xor, llvm.Add:
		c := llvm.IsAConstantInt(llvm.GetOperand(n, 1))
		return c != 0 && llvm.ConstIntGetSExtValue(c) < 0
	}
	return false
}
