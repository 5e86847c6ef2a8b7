// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// boundsAnnotation is the annotation by which the headers express __launch_bounds__ for this
// target: clang emits the attribute only for the code generators of GPUs, but annotations
// for every target (clang's attribute reference, "annotate").
const boundsAnnotation = "gohip.launch_bounds"

// LaunchBounds reads the __launch_bounds__ of kernels from the annotations, and removes all of
// these, the program's own included: their list would be a program-scope variable of pointers to
// functions.
//
//	@name = private unnamed_addr addrspace(1) constant [20 x i8] c"gohip.launch_bounds\00"
//	@args = private unnamed_addr addrspace(1) constant { i32, i32 } { i32 256, i32 2 }
//	@llvm.global.annotations = appending addrspace(1) global [1 x {...}] [{...} {
//	    ptr addrspace(1) addrspacecast (ptr @k to ptr addrspace(1)), ptr addrspace(1) @name,
//	    ptr addrspace(1) @file, i32 5, ptr addrspace(1) @args }]
//
// becomes .max_flat_workgroup_size 256 in the record of @k.
func LaunchBounds(u *ir.Unit) error {
	var bad ir.Problems
	list := llvm.GetNamedGlobal(u.Mod, "llvm.global.annotations")
	if list == 0 {
		return nil
	}
	if init := llvm.GetInitializer(list); init != 0 {
		for i := range uint32(llvm.GetNumOperands(init)) {
			const function, name, args = 0, 1, 4
			entry := llvm.GetAggregateElement(init, i)
			if entry == 0 || llvm.GetNumOperands(entry) <= args {
				continue
			}
			f := llvm.IsAFunction(ir.StripCasts(llvm.GetOperand(entry, function)))
			if s, ok := ir.ConstantCString(llvm.GetOperand(entry, name)); f == 0 || !ok || s != boundsAnnotation {
				continue
			}
			values := llvm.IsAGlobalVariable(ir.StripCasts(llvm.GetOperand(entry, args)))
			if values == 0 {
				continue
			}
			for k, v := range ir.Operands(llvm.GetInitializer(values)) {
				n := llvm.ConstIntGetSExtValue(v)
				if n < 0 {
					bad.Addf("%s: __launch_bounds__ with %d %s; give a positive number", ir.Demangle(f.Name()), n, []string{"threads per block", "warps"}[min(k, 1)])
				} else if k == 0 {
					u.Bounds[f.Name()] = uint64(n)
				}
			}
		}
	}
	llvm.DeleteGlobal(list)
	return bad.Err()
}
