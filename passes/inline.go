// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"gohipcc/passes/llvm"
)

// inlineShared has functions inlined that name a static shared array themselves.
// OpenCL C knows such variables in kernels only, and devices give each kernel its
// own; a function that is left with one reads other memory.
//
//	define internal spir_func i32 @f(i32 %i) noinline {
//	  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %i
//
// becomes a function that is inlined into its callers, up to the kernels.
func inlineShared(u *Unit) error {
	set := map[llvm.Value]bool{}
	for _, g := range u.globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == asLocal && !llvm.IsDeclaration(g) {
			set[g] = true
		}
	}
	if len(set) == 0 {
		return nil
	}
	found := false
	recursive := u.recursive()
	for f := range u.usedBy(newReachability(set)) {
		if u.isKernel(f) || recursive[f] {
			continue
		}
		found = true
		u.forceInline(f)
		u.inlineCallers(f)
	}
	if !found {
		return nil
	}
	return u.llvmPasses("always-inline,globaldce")
}

// privateCopies gives each work-item its own copy of a by-value argument that the
// kernel writes to. Devices pass one block of arguments to all.
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
func privateCopies(u *Unit) error {
	for _, f := range u.definitions() {
		if !u.isKernel(f) {
			continue
		}
		for k, p := range params(f) {
			t := u.byValue(f, uint32(k+1))
			if t == 0 || onlyRead(p) {
				continue
			}
			b := u.atEntry(f)
			copied := llvm.BuildAlloca(b, t, "")
			align := uint32(llvm.ABIAlignmentOfType(u.layout, t))
			if a := llvm.GetEnumAttributeAtIndex(f, uint32(k+1), u.attrKind("align")); a != 0 {
				align = uint32(llvm.GetEnumAttributeValue(a))
			}
			llvm.SetAlignment(copied, align)
			llvm.ReplaceAllUsesWith(p, copied)
			llvm.BuildMemCpy(b, copied, align, p, align, u.i64(llvm.ABISizeOfType(u.layout, t)))
		}
	}
	return nil
}

// onlyRead reports whether nothing is written through an address and it goes nowhere
// that could.
func onlyRead(v llvm.Value) bool {
	for _, w := range users(v) {
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
			f := callee(w)
			if f == 0 || llvm.GetIntrinsicID(f) == 0 || len(f.Name()) < 11 || f.Name()[:11] != "llvm.memcpy" || llvm.GetOperand(w, 0) == v {
				return false
			}
		default:
			return false
		}
	}
	return true
}
