// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"maps"
	"slices"

	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// dynamicAlign is the alignment of the dynamic part of a block's shared memory, which the runtime
// allocates after the static part.
const dynamicAlign = 16

// A sharedLayout has the offsets of shared variables in a block's shared memory.
type sharedLayout struct {
	of        map[llvm.Value]uint64 // offsets
	functions map[llvm.Value]bool   // functions other than kernels that name one
	size      map[string]uint64     // by kernel: bytes of the static ones
	dynamic   llvm.Value            // the dynamic array, 0 for none
	common    map[string]bool       // kernels that call a function which names the dynamic array
	redzones  bool                  // each variable is followed by poisoned bytes
	after     map[string][]span     // the poisoned bytes, by kernel
	shown     []sharedVariable      // those that a debugger shows
}

// span is a part of a block's shared memory.
type span struct{ at, size uint64 }

// in returns the offsets in a kernel. The dynamic array follows the kernel's static variables.
func (l *sharedLayout) in(kernel string) map[llvm.Value]uint64 {
	out := maps.Clone(l.of)
	if l.dynamic != 0 && !l.common[kernel] {
		out[l.dynamic] = ir.AlignUp(l.size[kernel], dynamicAlign)
	}
	return out
}

// layoutShared assigns offsets to shared variables. A variable has the same offset in all kernels,
// so that functions can name it; a kernel's size ends with its last variable.
func layoutShared(u *ir.Unit) (*sharedLayout, error) {
	l := &sharedLayout{of: map[llvm.Value]uint64{}, functions: map[llvm.Value]bool{}, size: map[string]uint64{}, redzones: u.Sanitized(ir.AddressSanitizer), after: map[string][]span{}}
	var vars []llvm.Value
	set := map[llvm.Value]bool{}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace {
			set[g] = true
			if g.Name() != abi.DynamicShared {
				vars = append(vars, g)
			}
		}
	}
	if len(set) == 0 {
		return l, nil
	}
	reach := ir.UsedBy(set)
	for f := range reach {
		if !u.IsKernel(f) {
			l.functions[f] = true
		}
	}
	users := map[llvm.Value]map[string]bool{} // kernels, by variable
	for _, g := range vars {
		users[g] = kernelsOf(u, g)
	}
	// One kernel's variables do not overlap; those of different kernels may.
	for _, g := range vars {
		t := llvm.GlobalGetValueType(g)
		align := uint64(max(llvm.GetAlignment(g), llvm.ABIAlignmentOfType(u.Layout, t)))
		at := uint64(0)
		for k := range users[g] {
			at = max(at, l.size[k])
		}
		at = ir.AlignUp(at, align)
		l.of[g] = at
		end := at + llvm.ABISizeOfType(u.Layout, t)
		for k := range users[g] {
			l.size[k] = end
			if l.redzones {
				l.size[k] = end + redzone
				l.after[k] = append(l.after[k], span{end, redzone})
			}
		}
	}
	l.shown = takeSharedVariables(u, l.of)
	g := llvm.GetNamedGlobal(u.Mod, abi.DynamicShared)
	if g == 0 {
		return l, nil
	}
	l.dynamic = g
	align := max(uint64(llvm.GetAlignment(g)), dynamicAlign)
	for k := range kernelsOf(u, g) {
		if llvm.GetAlignment(g) > dynamicAlign {
			l.size[k] = ir.AlignUp(l.size[k], align)
		}
	}
	// Other functions name it, so it has one offset in all kernels that call them.
	l.common = functionsKernels(u, g)
	most := uint64(0)
	for k := range l.common {
		most = max(most, l.size[k])
	}
	l.of[g] = ir.AlignUp(most, align)
	for k := range l.common {
		l.size[k] = l.of[g]
	}
	return l, nil
}

// kernelsOf returns the kernels that use a global or call a function that does. A function whose
// address is taken may be called by any kernel.
func kernelsOf(u *ir.Unit, g llvm.Value) map[string]bool {
	return kernelsThatCall(u, slices.Collect(maps.Keys(ir.UsedBy(map[llvm.Value]bool{g: true}))))
}

// functionsKernels returns the kernels that call a function that uses a global.
func functionsKernels(u *ir.Unit, g llvm.Value) map[string]bool {
	users := slices.Collect(maps.Keys(ir.UsedBy(map[llvm.Value]bool{g: true})))
	return kernelsThatCall(u, slices.DeleteFunc(users, u.IsKernel))
}

// kernelsThatCall returns the kernels among some functions and those that call one of them.
func kernelsThatCall(u *ir.Unit, roots []llvm.Value) map[string]bool {
	out := map[string]bool{}
	every := false
	for f := range ir.Callers(roots) {
		if u.IsKernel(f) {
			out[f.Name()] = true
			continue
		}
		for x := llvm.GetFirstUse(f); x != 0; x = llvm.GetNextUse(x) {
			c := llvm.GetUser(x)
			every = every || !ir.IsCall(c) || llvm.GetCalledValue(c) != f
		}
	}
	if every {
		for _, f := range u.Definitions() {
			if u.IsKernel(f) {
				out[f.Name()] = true
			}
		}
	}
	return out
}
