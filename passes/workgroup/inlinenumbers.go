// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostNumeric and mostNumericInlined are how many instructions a numeric function has at most, with those that it calls,
// and how many a kernel gets.
const mostNumeric, mostNumericInlined = 400, 2000

// InlineNumbers inlines numeric functions into kernels, as those of the device library that are too large for LLVM to
// inline: they compute numbers without a loop and access no memory but variables on the caller's stack. A loop with
// a call of one is neither executed in step (stepLoops) nor vectorised over work-items.
//
//	define internal float @power(float %x, float %y) memory(none) { … }
//	define spir_kernel void @k(ptr addrspace(1) %p) {
//	  …
//	  %t = call float @power(float %x, float %y)
//
// becomes
//
//	define spir_kernel void @k(ptr addrspace(1) %p) {
//	  …
//	  %mul = fmul float %log, %y
//
// All calls of a kernel are inlined or none, since one that stays is enough to keep a loop scalar.
func InlineNumbers(u *ir.Unit) error {
	if slices.Contains([]string{"0", "s", "z"}, u.Opts.Level) {
		return nil
	}
	n := numericFunctions{u: u, recursive: u.Recursive(), sizes: map[llvm.Value]int{}}
	var kernels []llvm.Value
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) || marked(u, f) {
			continue
		}
		calls, size := n.callsIn(f)
		if len(calls) > 0 && size <= mostNumericInlined {
			n.mark(calls)
			kernels = append(kernels, f)
		}
	}
	if len(kernels) == 0 {
		return nil
	}
	if err := u.LLVMPasses("always-inline,globaldce"); err != nil {
		return err
	}
	for _, f := range kernels {
		if err := u.FunctionPasses(f, "sroa"); err != nil { // of results that were in memory
			return err
		}
	}
	return nil
}

// marked reports whether a function has a sanitizer's mark or is not optimised.
func marked(u *ir.Unit, f llvm.Value) bool {
	return slices.ContainsFunc([]string{ir.AddressSanitizer, ir.ThreadSanitizer, "noinline", "optnone"}, func(name string) bool {
		return llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind(name)) != 0
	})
}

// numericFunctions finds functions that compute numbers.
type numericFunctions struct {
	u         *ir.Unit
	recursive map[llvm.Value]bool
	sizes     map[llvm.Value]int // notNumeric of those that are none
}

const notNumeric = -1

// callsIn lists a function's calls of numeric functions, with the number of instructions that they add.
func (n *numericFunctions) callsIn(f llvm.Value) (calls []llvm.Value, size int) {
	for _, i := range ir.Instructions(f) {
		if more := n.size(i); more != notNumeric {
			calls, size = append(calls, i), size+more
		}
	}
	return calls, size
}

// mark makes LLVM inline calls, and those of what they call.
func (n *numericFunctions) mark(calls []llvm.Value) {
	always := llvm.CreateEnumAttribute(n.u.Ctx, n.u.AttrKind("alwaysinline"), 0)
	for _, c := range calls {
		llvm.AddCallSiteAttribute(c, llvm.FunctionIndex, always)
		nested, _ := n.callsIn(ir.Callee(c))
		n.mark(nested)
	}
}

// size returns how many instructions an instruction stands for that calls a numeric function, notNumeric if it does not.
func (n *numericFunctions) size(i llvm.Value) int {
	f := llvm.Value(0)
	if ir.Opcode(i) == llvm.Call {
		f = ir.Callee(i)
	}
	if f == 0 || llvm.IsDeclaration(f) || llvm.GetLinkage(f) != llvm.InternalLinkage {
		return notNumeric
	}
	for _, o := range ir.Operands(i) {
		if o != f && llvm.GetTypeKind(llvm.TypeOf(o)) == llvm.PointerKind && ir.Opcode(o) != llvm.Alloca {
			return notNumeric
		}
	}
	size, known := n.sizes[f]
	if !known {
		size = n.sizeOf(f)
		n.sizes[f] = size
	}
	return size
}

// sizeOf returns how many instructions a numeric function has, notNumeric if it is none.
func (n *numericFunctions) sizeOf(f llvm.Value) int {
	u := n.u
	kind := u.AttrKind("memory")
	memory := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, kind)
	const ofArguments = 3
	if u.IsKernel(f) || n.recursive[f] || marked(u, f) || memory == 0 || llvm.GetEnumAttributeValue(memory)&^ofArguments != 0 {
		return notNumeric
	}
	size := 0
	for _, i := range ir.Instructions(f) {
		switch ir.Opcode(i) {
		case llvm.Alloca:
			array := llvm.GetTypeKind(llvm.GetAllocatedType(i)) == llvm.ArrayKind
			if array || llvm.GetInstructionParent(i) != llvm.GetEntryBasicBlock(f) {
				return notNumeric // may stay in memory
			}
		case llvm.Switch, llvm.IndirectBr:
			return notNumeric
		case llvm.Call:
			callee := ir.Callee(i)
			nested := n.size(i)
			switch {
			case nested != notNumeric:
				size += nested
			case callee == 0 || llvm.GetIntrinsicID(callee) == 0 && !vectorisable(u, i):
				return notNumeric
			}
		}
		size++
	}
	if size > mostNumeric || len(flow.New(f).NaturalLoops()) > 0 {
		return notNumeric
	}
	return size
}
