// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// inlinedSize bounds the instructions that all copies of a function may have together for it to be
// inlined, counted before optimization.
const inlinedSize = 24000

// Inline inlines functions with pointer parameters before LLVM's pipeline. That unrolls the loops
// of a function before it looks at whether to inline it, and leaves a short function over arrays as
// a long one that is called: then the arrays of the caller, which could be in registers, are in
// local memory, and the function does not know the address spaces.
//
//	define internal void @multiply(ptr %a, ptr %b, ptr %out) {
//
// is inlined into the callers of @multiply.
func Inline(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	recursive := u.Recursive()
	sizes := map[llvm.Value]int{}
	marked := false
	for _, f := range u.Definitions() {
		if recursive[f] || !takesPointer(f) || !mayInline(u, f) {
			continue
		}
		if calls := callsOf(f); calls > 0 && calls*inlined(sizes, recursive, f) <= inlinedSize {
			u.AddAttr(f, llvm.FunctionIndex, "alwaysinline")
			marked = true
		}
	}
	if !marked {
		return nil
	}
	return u.LLVMPasses("always-inline,globaldce")
}

// takesPointer reports whether a function has a pointer parameter.
func takesPointer(f llvm.Value) bool {
	for i := range llvm.CountParams(f) {
		if llvm.GetTypeKind(llvm.TypeOf(llvm.GetParam(f, i))) == llvm.PointerKind {
			return true
		}
	}
	return false
}

// mayInline reports whether a function is one that all callers are known of, and that the source
// does not want to be called.
func mayInline(u *ir.Unit, f llvm.Value) bool {
	if u.IsKernel(f) || !onlyCalled(f) {
		return false
	}
	for _, a := range []string{"noinline", "optnone", "alwaysinline", "cold"} {
		if llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(a)) != 0 {
			return false
		}
	}
	return true
}

// callsOf returns how many calls a function has.
func callsOf(f llvm.Value) int { return len(ir.Users(f)) }

// inlined returns the number of a function's instructions with those of all that it calls.
func inlined(sizes map[llvm.Value]int, recursive map[llvm.Value]bool, f llvm.Value) int {
	if n, ok := sizes[f]; ok {
		return n
	}
	n := 0
	for _, i := range ir.Instructions(f) {
		n++
		if !ir.IsCall(i) {
			continue
		}
		if c := ir.Callee(i); c != 0 && !llvm.IsDeclaration(c) && !recursive[c] {
			n += inlined(sizes, recursive, c)
		}
	}
	sizes[f] = n
	return n
}
