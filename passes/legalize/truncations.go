// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MaskTruncations rewrites a zero extension of a truncation as a mask. LLVM's SPIR-V backend folds
// the pair into a mask with operands of different widths if the source is wider than the result:
// invalid SPIR-V, on which a driver may crash.
//
//	%t = trunc i64 %x to i16
//	%z = zext i16 %t to i32
//
// becomes
//
//	%n = trunc i64 %x to i32
//	%z = and i32 %n, 65535
//
// LLVM's optimiser leaves no such pairs, but other passes make them: a boolean that is one bit of
// an integer is stored as a byte.
func MaskTruncations(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, z := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(z) != llvm.ZExt {
				continue
			}
			t := llvm.GetOperand(z, 0)
			if llvm.IsAInstruction(t) == 0 || llvm.GetInstructionOpcode(t) != llvm.Trunc {
				continue
			}
			mid, to := llvm.TypeOf(t), llvm.TypeOf(z)
			x := resize(u.Before(z), llvm.GetOperand(t, 0), to, false)
			mask := llvm.BuildZExt(u.B, llvm.ConstAllOnes(mid), to, "")
			llvm.ReplaceAllUsesWith(z, llvm.BuildAnd(u.B, x, mask, ""))
			llvm.InstructionEraseFromParent(z)
			if llvm.GetFirstUse(t) == 0 {
				llvm.InstructionEraseFromParent(t)
			}
		}
	}
	return nil
}
