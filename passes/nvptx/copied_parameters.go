// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// CopiedParameters copies the by-value parameters of functions. LLVM takes their addresses where they are
// written, or read at one of several addresses, and where the parameter is in registers or another's
// address is possible, ptxas can read something else.
//
//	define internal i32 @f(ptr byval(%struct.S) align 4 %s) {
//	  store i32 1, ptr %s, align 4
//
// becomes
//
//	define internal i32 @f(ptr byval(%struct.S) align 4 %s) {
//	  %copy = alloca %struct.S, align 4
//	  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %s, i64 8, i1 false)
//	  store i32 1, ptr %copy, align 4
func CopiedParameters(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if u.IsKernel(f) {
			continue
		}
		for k, p := range ir.Params(f) {
			if !ir.IsByValue(f, p) {
				continue
			}
			t, align := u.ByValue(f, uint32(k+1)), uint32(stated(u, f, uint32(k+1)))
			b := u.AtEntry(f)
			copied := llvm.BuildAlloca(b, t, p.Name()+".copy")
			llvm.SetAlignment(copied, align)
			llvm.ReplaceAllUsesWith(p, copied)
			llvm.BuildMemCpy(b, copied, align, p, align, u.I64(llvm.ABISizeOfType(u.Layout, t)))
		}
	}
	return nil
}
