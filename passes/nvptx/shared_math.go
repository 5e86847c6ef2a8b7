// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// shareMath are passes that find calls of the same function with the same arguments, and move those
// out of loops whose arguments do not change there. A convergent call is neither moved nor merged;
// instcombine sees that the callee is not convergent.
const shareMath = "cgscc(inline),globaldce,function(sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>," +
	"loop-mssa(loop-rotate,licm<allowspeculation>),gvn)"

// ShareMath calls a mathematical function once where a program calls it several times with the same
// argument, or in a loop that does not change it. LLVM merges and moves calls, but it inlines them
// first, and what is inlined has branches: nothing recognises that two such pieces of code compute the
// same.
//
//	%a = call double @__ocml_sin_f64(double %x)
//	…
//	%b = call double @__ocml_sin_f64(double %x)
//
// becomes
//
//	%a = call double @__ocml_sin_f64(double %x)   ; also %b
//
// A function remains a call where its copies in one caller would be more code than the GPU keeps near: it is
// fetched faster than they are.
func ShareMath(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	always := u.AttrKind("alwaysinline")
	var math []llvm.Value
	for _, f := range u.Definitions() {
		// Copies of straight code are recognised.
		if strings.HasPrefix(f.Name(), "__ocml_") && len(ir.Blocks(f)) > 1 && llvm.GetFirstUse(f) != 0 &&
			llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, always) != 0 {
			math = append(math, f)
		}
	}
	if len(math) == 0 {
		return nil
	}
	for _, f := range math {
		u.RemoveAttr(f, llvm.FunctionIndex, "alwaysinline")
		u.AddAttr(f, llvm.FunctionIndex, "noinline")
	}
	err := u.LLVMPasses(shareMath)
	recursive, sizes := u.Recursive(), map[llvm.Value]int{}
	for _, f := range u.Definitions() { // some are gone
		if slices.Contains(math, f) && mostCalls(f)*inlined(sizes, recursive, f) <= copiesSize {
			u.ForceInline(f)
		}
	}
	return err
}

// copiesSize bounds the instructions that all copies of a mathematical function in one caller may have. It is about
// half of the 128 KiB that an SM's instruction cache has, at 16 bytes for each.
const copiesSize = 3000

// mostCalls returns the largest number of calls of a function in one caller.
func mostCalls(f llvm.Value) (most int) {
	in := map[llvm.Value]int{}
	for _, call := range ir.Users(f) {
		if ir.IsCall(call) {
			caller := ir.FunctionOf(call)
			in[caller]++
			most = max(most, in[caller])
		}
	}
	return most
}
