// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// rare is the prefix of the device library's functions that a program seldom calls, as for the sine of
// a large number. They have one argument, whose type is also the result's.
const rare = "__gohip_rare_"

// hidden is LLVM-C's LLVMHiddenVisibility.
const hidden = 1

// variantWidths are the numbers of lanes that loops are vectorised for.
var variantWidths = []int{2, 4, 8, 16}

// vectorABI is the attribute in which LLVM's vectoriser looks for the vector variants of a function
// (llvm/Analysis/VectorUtils.h).
const vectorABI = "vector-function-abi-variant"

// MaskedVariants gives the functions that are seldom called a variant for vectors with a mask, so that
// a call in a branch does not keep LLVM from vectorising a loop over work-items.
//
//	define internal float @__gohip_rare_sin(float %x) { … }
//
// becomes
//
//	define internal float @__gohip_rare_sin(float %x) "vector-function-abi-variant"="_ZGV_LLVM_M8v___gohip_rare_sin(__gohip_rare_sin.8)" { … }
//	define hidden <8 x float> @__gohip_rare_sin.8(<8 x float> %x, <8 x i1> %mask) {
//	  %bits = bitcast <8 x i1> %mask to i8
//	  %none = icmp eq i8 %bits, 0
//	  br i1 %none, label %end, label %calls
//	calls:
//	  %x0 = extractelement <8 x float> %x, i64 0
//	  %y0 = call float @__gohip_rare_sin(float %x0)
//	  %r0 = insertelement <8 x float> poison, float %y0, i64 0
//	  …
//	  br label %end
//	end:
//	  %r = phi <8 x float> [ poison, %0 ], [ %r7, %calls ]
//	  ret <8 x float> %r
//	}
//
// and likewise for other numbers of lanes. DropVariants removes those that were not needed.
func MaskedVariants(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		name := f.Name()
		if !strings.HasPrefix(name, rare) {
			continue
		}
		llvm.SetLinkage(f, llvm.ExternalLinkage) // so that the linker finds it
		llvm.SetVisibility(f, hidden)
		convention := llvm.GetFunctionCallConv(f)
		element := llvm.PrintTypeToString(llvm.TypeOf(llvm.GetParam(f, 0)))
		var text strings.Builder
		var mappings []string
		fmt.Fprintf(&text, "declare cc%d %s @%s(%[2]s)\n", convention, element, name)
		for _, n := range variantWidths {
			mappings = append(mappings, fmt.Sprintf("_ZGV_LLVM_M%dv_%s(%s)", n, name, variant(name, n)))
			text.WriteString(variantText(name, element, convention, n))
		}
		if err := u.LinkText(text.String()); err != nil {
			return err
		}
		llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, vectorABI, strings.Join(mappings, ",")))
		for _, n := range variantWidths {
			// In which registers a vector is passed depends on the processor.
			v := llvm.GetNamedFunction(u.Mod, variant(name, n))
			for _, kind := range []string{"target-cpu", "target-features", "tune-cpu"} {
				if a := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, kind); a != 0 {
					llvm.AddAttributeAtIndex(v, llvm.FunctionIndex, a)
				}
			}
		}
	}
	return nil
}

func variant(name string, lanes int) string { return fmt.Sprintf("%s.%d", name, lanes) }

// variantText is the definition of a variant.
func variantText(name, element string, convention uint32, lanes int) string {
	var s strings.Builder
	vector := fmt.Sprintf("<%d x %s>", lanes, element)
	fmt.Fprintf(&s, "define hidden %s @%s(%[1]s %%x, <%[3]d x i1> %%mask) noinline nounwind willreturn memory(none) {\n", vector, variant(name, lanes), lanes)
	fmt.Fprintf(&s, "  %%bits = bitcast <%d x i1> %%mask to i%[1]d\n  %%none = icmp eq i%[1]d %%bits, 0\n", lanes)
	s.WriteString("  br i1 %none, label %end, label %calls\ncalls:\n")
	result := "poison"
	for i := range lanes {
		fmt.Fprintf(&s, "  %%x%d = extractelement %s %%x, i64 %[1]d\n", i, vector)
		fmt.Fprintf(&s, "  %%y%d = call cc%d %s @%s(%[3]s %%x%[1]d)\n", i, convention, element, name)
		fmt.Fprintf(&s, "  %%r%d = insertelement %s %s, %s %%y%[1]d, i64 %[1]d\n", i, vector, result, element)
		result = fmt.Sprintf("%%r%d", i)
	}
	fmt.Fprintf(&s, "  br label %%end\nend:\n  %%r = phi %s [ poison, %%0 ], [ %s, %%calls ]\n  ret %[1]s %%r\n}\n", vector, result)
	return s.String()
}

// DropVariants removes the vector variants of MaskedVariants that nothing calls.
//
//	define hidden <8 x float> @__gohip_rare_sin.8(<8 x float> %x, <8 x i1> %mask) { … }
//
// becomes, if it is called,
//
//	define internal <8 x float> @__gohip_rare_sin.8(<8 x float> %x, <8 x i1> %mask) { … }
func DropVariants(u *ir.Unit) error {
	for _, f := range slices.Backward(u.Definitions()) { // the functions that variants call come first
		if !strings.HasPrefix(f.Name(), rare) {
			continue
		}
		llvm.RemoveStringAttributeAtIndex(f, llvm.FunctionIndex, vectorABI)
		if llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
		} else {
			llvm.SetVisibility(f, 0)
			llvm.SetLinkage(f, llvm.InternalLinkage)
		}
	}
	return nil
}
