// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Extensions keeps the extension of an index in the block of the address that it is for. LLVM's code
// generator moves it to the load of the index, where the two could be one instruction, and multiplies the
// 64-bit number in each block: seven instructions for two addresses, where ptxas has one for the
// extension, product and sum of each. It looks for a load only.
//
//	%i = load i32, ptr addrspace(1) %p
//	br i1 %c, label %yes, label %no
//	yes:
//	%w = sext i32 %i to i64
//	%a = getelementptr i32, ptr addrspace(1) %q, i64 %w
//
// becomes
//
//	yes:
//	%f = freeze i32 %i
//	%w = sext i32 %f to i64
//	%a = getelementptr i32, ptr addrspace(1) %q, i64 %w
func Extensions(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if op := ir.Opcode(i); op != llvm.SExt && op != llvm.ZExt || llvm.TypeOf(i) != u.Types.I64 {
				continue
			}
			x := llvm.GetOperand(i, 0)
			if ir.Opcode(x) != llvm.Load || llvm.TypeOf(x) != u.Types.I32 || llvm.GetInstructionParent(x) == llvm.GetInstructionParent(i) {
				continue
			}
			llvm.SetOperand(i, 0, llvm.BuildFreeze(u.Before(i), x, ""))
		}
	}
	return nil
}
