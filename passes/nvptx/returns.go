// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// returnedInRegisters is the number of bytes that a function returns in the registers R4 to R14.
const returnedInRegisters = 44

// LargeReturns copies a result that a function returns in R15 to the stack and back. Where ptxas
// expects the lanes to have reconverged, but cannot rely on it, it synchronises them with a mask in
// R15, and overwrites what a function returned there.
//
//	%r = call %S @f()
//
// becomes
//
//	%r = call %S @f()
//	store volatile %S %r, ptr %slot
//	%c = load volatile %S, ptr %slot
func LargeReturns(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, call := range ir.Instructions(f) {
			if !ir.IsCall(call) || llvm.GetFirstUse(call) == 0 || !transfersControl(call) {
				continue
			}
			t := llvm.TypeOf(call)
			if llvm.StoreSizeOfType(u.Layout, t) <= returnedInRegisters {
				continue
			}
			slot := llvm.BuildAlloca(u.AtEntry(f), t, "")
			next := llvm.GetNextInstruction(call)
			copied := llvm.BuildLoad2(u.Before(next), t, slot, "")
			llvm.SetVolatile(copied, true)
			llvm.ReplaceAllUsesWith(call, copied)
			llvm.SetVolatile(llvm.BuildStore(u.Before(copied), call, slot), true)
		}
	}
	return nil
}

// transfersControl reports whether a call is of a function: neither of an intrinsic nor of inline assembly.
func transfersControl(call llvm.Value) bool {
	if llvm.IsAInlineAsm(llvm.GetCalledValue(call)) != 0 {
		return false
	}
	f := ir.Callee(call)
	return f == 0 || llvm.GetIntrinsicID(f) == 0
}
