// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// PrivateCopies gives each work-item its own copy of a by-value argument that the kernel writes.
// Devices pass one block of arguments to all work-items.
//
//	define spir_kernel void @k(ptr byval(%struct.S) %s) {
//	  store i32 1, ptr %s
//
// becomes
//
//	define spir_kernel void @k(ptr byval(%struct.S) %s) {
//	  %copy = alloca %struct.S
//	  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 16, i1 false)
//	  store i32 1, ptr %copy
func PrivateCopies(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		for k, p := range ir.Params(f) {
			t := u.ByValue(f, uint32(k+1))
			if t == 0 || onlyRead(p) {
				continue
			}
			b := u.AtEntry(f)
			copied := llvm.BuildAlloca(b, t, "")
			align := uint32(llvm.ABIAlignmentOfType(u.Layout, t))
			if a := llvm.GetEnumAttributeAtIndex(f, uint32(k+1), u.AttrKind("align")); a != 0 {
				align = uint32(llvm.GetEnumAttributeValue(a))
			}
			llvm.SetAlignment(copied, align)
			llvm.ReplaceAllUsesWith(p, copied)
			llvm.BuildMemCpy(b, copied, align, p, align, u.I64(llvm.ABISizeOfType(u.Layout, t)))
		}
	}
	return nil
}

// onlyRead reports whether nothing is stored through an address and the address does not escape.
func onlyRead(v llvm.Value) bool {
	for _, w := range ir.Users(v) {
		if llvm.IsAInstruction(w) == 0 {
			return false
		}
		switch llvm.GetInstructionOpcode(w) {
		case llvm.Load, llvm.ICmp:
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast, llvm.PHI, llvm.Select:
			if op := llvm.GetInstructionOpcode(w); op == llvm.PHI || op == llvm.Select || !onlyRead(w) {
				return false
			}
		case llvm.Call:
			f := ir.Callee(w)
			if f == 0 || llvm.GetIntrinsicID(f) == 0 || len(f.Name()) < 11 || f.Name()[:11] != "llvm.memcpy" || llvm.GetOperand(w, 0) == v {
				return false
			}
		default:
			return false
		}
	}
	return true
}
