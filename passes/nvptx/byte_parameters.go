// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ByteParameters extends a function's parameters of one byte by an instruction that LLVM does not
// know. LLVM loads or extends them to 16 bits,
//
//	ld.param.s8 %rs1, [f_param_0];
//	cvt.u32.u16 %r1, %rs1;
//
// and ptxas omits the conversion to 32 bits, though it holds the 16 bits for extended to 32. So
//
//	%y = zext i8 %x to i32
//	%s = call i32 asm "cvt.s32.s8 $0, $1;", "=r,r"(i32 %y)
//	%b = trunc i32 %s to i8
//
// is used in place of %x: of a register of 32 bits that it has extended, ptxas knows the sign.
func ByteParameters(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if u.IsKernel(f) {
			continue
		}
		for _, p := range ir.Params(f) {
			if !isByte(p) || llvm.GetFirstUse(p) == 0 {
				continue
			}
			b := u.AtEntry(f)
			narrow := llvm.BuildZExt(b, p, u.Types.I32, "")
			t := llvm.FunctionType(u.Types.I32, []llvm.Type{u.Types.I32}, false)
			extend := llvm.GetInlineAsm(t, "cvt.s32.s8 $0, $1;", "=r,r", false, false, 0, false)
			wide := llvm.BuildCall2(b, t, extend, []llvm.Value{llvm.GetUndef(u.Types.I32)}, "")
			x := llvm.BuildTrunc(b, wide, u.Types.I8, "")
			llvm.ReplaceAllUsesWith(p, x)
			llvm.SetOperand(narrow, 0, p)
			llvm.SetOperand(wide, 0, narrow)
		}
	}
	return nil
}
