// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// InlinePrivate inlines calls that get the address of a stack variable, in functions that
// synchronise. The variable can become registers then. Otherwise a processor keeps it in memory for
// each work-item, and its accesses keep exchanges apart that could be made together. LLVM does not
// know what the call costs: it inlines less than that, depending on the size of the function and
// the number of its callers.
//
//	%x = alloca [16 x float]
//	call void @load(ptr %in, ptr %x)
//	%r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %lane)
//
// becomes
//
//	call void @load(ptr %in, ptr %x) alwaysinline
func InlinePrivate(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	recursive := u.Recursive()
	for f := range ir.Callers(collectives(u)) {
		if llvm.IsDeclaration(f) {
			continue
		}
		for _, c := range ir.Instructions(f) {
			if !ir.IsCall(c) {
				continue
			}
			g := ir.Callee(c)
			if g != 0 && !llvm.IsDeclaration(g) && !recursive[g] && llvm.GetEnumAttributeAtIndex(g, llvm.FunctionIndex, u.AttrKind("noinline")) == 0 && passesVariable(c) {
				llvm.AddCallSiteAttribute(c, llvm.FunctionIndex, llvm.CreateEnumAttribute(u.Ctx, u.AttrKind("alwaysinline"), 0))
			}
		}
	}
	return nil
}

// passesVariable reports whether an argument of a call is an address in a stack variable.
func passesVariable(call llvm.Value) bool {
	for _, a := range ir.CallArgs(call) {
		for llvm.IsAInstruction(a) != 0 {
			switch ir.Opcode(a) {
			case llvm.Alloca:
				return true
			case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
				a = llvm.GetOperand(a, 0)
				continue
			}
			break
		}
	}
	return false
}
