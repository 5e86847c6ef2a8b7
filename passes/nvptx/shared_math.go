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
func ShareMath(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	inlined := u.AttrKind("alwaysinline")
	var math []llvm.Value
	for _, f := range u.Definitions() {
		// Copies of straight code are recognised.
		if strings.HasPrefix(f.Name(), "__ocml_") && len(ir.Blocks(f)) > 1 && llvm.GetFirstUse(f) != 0 &&
			llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, inlined) != 0 {
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
	for _, f := range u.Definitions() { // some are gone
		if slices.Contains(math, f) {
			u.ForceInline(f)
		}
	}
	return err
}
