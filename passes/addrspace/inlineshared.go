// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// InlineShared inlines the functions that name a static shared array themselves. OpenCL C allows
// such variables in kernels only, and a device allocates them per kernel: a function that keeps one
// would access other memory than its caller.
//
//	define internal spir_func i32 @f(i32 %i) noinline {
//	  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %i
//
// becomes a function that is inlined into its callers, up to the kernels.
func InlineShared(u *ir.Unit) error {
	set := map[llvm.Value]bool{}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace && !llvm.IsDeclaration(g) {
			set[g] = true
		}
	}
	if len(set) == 0 {
		return nil
	}
	var inlined []llvm.Value
	recursive := u.Recursive()
	for f := range ir.UsedBy(set) {
		if u.IsKernel(f) || recursive[f] {
			continue
		}
		u.ForceInline(f)
		inlined = append(inlined, f)
	}
	if len(inlined) == 0 {
		return nil
	}
	u.InlineCallers(inlined...)
	return u.LLVMPasses("always-inline,globaldce")
}
