// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// hidden is LLVM-C's LLVMHiddenVisibility.
const hidden = 1

// variantWidths are the numbers of lanes that loops are vectorised for.
var variantWidths = []int{2, 4, 8, 16}

// vectorABI is the attribute in which LLVM's vectoriser looks for the vector variants of a function
// (llvm/Analysis/VectorUtils.h).
const vectorABI = "vector-function-abi-variant"

// MaskedVariants gives functions that are seldom called, because they are cold, a variant for vectors
// with a mask, so that a call in a branch does not keep LLVM from vectorising a loop over work-items.
// Such a function has numbers of one floating-point type as arguments and result, and no effects.
//
//	define internal float @large(float %x) cold noinline nounwind memory(none) { … }
//
// becomes
//
//	define internal float @large(float %x) cold noinline nounwind memory(none)
//	    "vector-function-abi-variant"="_ZGV_LLVM_M8v_large(large.masked8)" { … }
//	define hidden <8 x float> @large.masked8(<8 x float> %a0, <8 x i1> %mask) {
//	  %bits = bitcast <8 x i1> %mask to i8
//	  %none = icmp eq i8 %bits, 0
//	  br i1 %none, label %end, label %calls
//	calls:
//	  %a0.0 = extractelement <8 x float> %a0, i64 0
//	  %y0 = call float @large(float %a0.0)
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
		if seldomCalled(u, f) {
			if err := addVariants(u, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// seldomCalled tells whether a function gets variants.
func seldomCalled(u *ir.Unit, f llvm.Value) bool {
	for _, name := range []string{"cold", "noinline", "nounwind"} {
		if llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(name)) == 0 {
			return false
		}
	}
	if strings.ContainsAny(f.Name(), "\"\\(),") { // for the IR text and the attribute
		return false
	}
	memory := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("memory"))
	if memory == 0 || llvm.GetEnumAttributeValue(memory) != 0 || llvm.CountParams(f) == 0 {
		return false
	}
	t := llvm.GetReturnType(llvm.GlobalGetValueType(f))
	if k := llvm.GetTypeKind(t); k != llvm.FloatKind && k != llvm.DoubleKind {
		return false
	}
	for i := range llvm.CountParams(f) {
		if llvm.TypeOf(llvm.GetParam(f, i)) != t {
			return false
		}
	}
	return true
}

func addVariants(u *ir.Unit, f llvm.Value) error {
	llvm.SetLinkage(f, llvm.ExternalLinkage) // so that the linker finds it
	llvm.SetVisibility(f, hidden)
	s := scalarFunction{f.Name(), llvm.PrintTypeToString(llvm.TypeOf(llvm.GetParam(f, 0))), llvm.GetFunctionCallConv(f), int(llvm.CountParams(f))}
	var text strings.Builder
	var mappings []string
	fmt.Fprintf(&text, "declare cc%d %s @\"%s\"(%s)\n", s.convention, s.element, s.name, s.list(func(int) string { return s.element }))
	for _, n := range variantWidths {
		mappings = append(mappings, fmt.Sprintf("_ZGV_LLVM_M%d%s_%s(%s)", n, strings.Repeat("v", s.arguments), s.name, s.variant(n)))
		s.writeVariant(&text, n)
	}
	if err := u.LinkText(text.String()); err != nil {
		return err
	}
	llvm.AddAttributeAtIndex(f, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, vectorABI, strings.Join(mappings, ",")))
	for _, n := range variantWidths {
		// In which registers a vector is passed depends on the processor.
		v := llvm.GetNamedFunction(u.Mod, s.variant(n))
		for _, kind := range []string{"target-cpu", "target-features", "tune-cpu"} {
			if a := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, kind); a != 0 {
				llvm.AddAttributeAtIndex(v, llvm.FunctionIndex, a)
			}
		}
	}
	return nil
}

// A scalarFunction is a function that gets variants.
type scalarFunction struct {
	name, element string // element is the type of arguments and result
	convention    uint32
	arguments     int
}

// variantSuffix precedes the number of lanes in a variant's name.
const variantSuffix = ".masked"

func (s scalarFunction) variant(lanes int) string {
	return s.name + variantSuffix + strconv.Itoa(lanes)
}

// list is a comma-separated list with something for each argument.
func (s scalarFunction) list(of func(argument int) string) string {
	var all []string
	for i := range s.arguments {
		all = append(all, of(i))
	}
	return strings.Join(all, ", ")
}

// writeVariant writes the definition of a variant.
func (s scalarFunction) writeVariant(w *strings.Builder, lanes int) {
	vector := fmt.Sprintf("<%d x %s>", lanes, s.element)
	arguments := s.list(func(i int) string { return fmt.Sprintf("%s %%a%d", vector, i) })
	fmt.Fprintf(w, "define hidden %s @\"%s\"(%s, <%d x i1> %%mask) cold noinline nounwind willreturn memory(none) {\n", vector, s.variant(lanes), arguments, lanes)
	fmt.Fprintf(w, "  %%bits = bitcast <%d x i1> %%mask to i%[1]d\n  %%none = icmp eq i%[1]d %%bits, 0\n", lanes)
	w.WriteString("  br i1 %none, label %end, label %calls\ncalls:\n")
	result := "poison"
	for lane := range lanes {
		for i := range s.arguments {
			fmt.Fprintf(w, "  %%a%d.%d = extractelement %s %%a%[1]d, i64 %[2]d\n", i, lane, vector)
		}
		arguments := s.list(func(i int) string { return fmt.Sprintf("%s %%a%d.%d", s.element, i, lane) })
		fmt.Fprintf(w, "  %%y%d = call cc%d %s @\"%s\"(%s)\n", lane, s.convention, s.element, s.name, arguments)
		fmt.Fprintf(w, "  %%r%d = insertelement %s %s, %s %%y%[1]d, i64 %[1]d\n", lane, vector, result, s.element)
		result = fmt.Sprintf("%%r%d", lane)
	}
	fmt.Fprintf(w, "  br label %%end\nend:\n  %%r = phi %s [ poison, %%0 ], [ %s, %%calls ]\n  ret %[1]s %%r\n}\n", vector, result)
}

// DropVariants removes the vector variants of MaskedVariants that nothing calls.
//
//	define hidden <8 x float> @large.masked8(<8 x float> %a0, <8 x i1> %mask) { … }
//
// becomes, if it is called,
//
//	define internal <8 x float> @large.masked8(<8 x float> %a0, <8 x i1> %mask) { … }
func DropVariants(u *ir.Unit) error {
	for _, f := range slices.Backward(u.Definitions()) { // the functions that variants call come first
		original := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, vectorABI) != 0
		if name, _, found := strings.Cut(f.Name(), variantSuffix); !original && (!found || llvm.GetNamedFunction(u.Mod, name) == 0) {
			continue
		}
		if llvm.RemoveStringAttributeAtIndex(f, llvm.FunctionIndex, vectorABI); llvm.GetFirstUse(f) == 0 {
			llvm.DeleteFunction(f)
			continue
		}
		llvm.SetVisibility(f, 0)
		llvm.SetLinkage(f, llvm.InternalLinkage)
	}
	return nil
}
