// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostAligned is the largest alignment of a local variable that LLVM's SPIR-V backend can emit: its
// intrinsic spv_alloca takes the alignment as a signed i8.
const mostAligned = 64

// StackAlignment aligns over-aligned local variables at run time: it allocates more bytes and
// rounds the address up. It runs after lifetime markers have been removed, since these accept
// allocas only.
//
//	%a = alloca [4 x i32], align 256
//
// becomes
//
//	%0 = alloca [208 x i8], align 64
//	%1 = ptrtoint ptr %0 to i64
//	%2 = sub i64 0, %1
//	%3 = and i64 %2, 255
//	%a = getelementptr i8, ptr %0, i64 %3
//
// An array of variable size is an error: SPIR-V has none, and devices have no stack.
func StackAlignment(u *ir.Unit) error {
	var bad ir.Problems
	for _, f := range u.Definitions() {
		for _, a := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(a) != llvm.Alloca {
				continue
			}
			n := llvm.GetOperand(a, 0)
			if llvm.IsAConstantInt(n) == 0 {
				bad.Addf("%s: an array of variable size, or alloca: SPIR-V devices have no call stack to put it on; give it a constant size, or compile for others (--offload-arch=)", u.Where(a))
				continue
			}
			if llvm.GetAlignment(a) <= mostAligned {
				continue
			}
			align := uint64(llvm.GetAlignment(a))
			size := llvm.ABISizeOfType(u.Layout, llvm.GetAllocatedType(a)) * llvm.ConstIntGetZExtValue(n)
			b := u.Before(a)
			room := llvm.BuildAlloca(b, llvm.ArrayType2(u.Types.I8, size+align-mostAligned), "")
			llvm.SetAlignment(room, mostAligned)
			address := llvm.BuildPtrToInt(b, room, u.Types.I64, "")
			pad := llvm.BuildAnd(b, llvm.BuildSub(b, u.I64(0), address, ""), u.I64(align-1), "")
			p := llvm.BuildInBoundsGEP2(b, u.Types.I8, room, []llvm.Value{pad}, "")
			ir.Replace(a, p)
		}
	}
	return bad.Err()
}
