// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package kernelabi

import (
	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MultiGrid records which kernels make a group of the grids of several devices, before the function by which
// they say so is inlined. It changes no instruction. With
//
//	define spir_kernel void @k() {
//	  call spir_func void @__gohip_multi_grid()
//	  ret void
//	}
//
// the record of k has the feature multi_grid.
func MultiGrid(u *ir.Unit) error {
	f := llvm.GetNamedFunction(u.Mod, abi.MultiGrid)
	if f == 0 {
		return nil
	}
	for caller := range ir.Callers([]llvm.Value{f}) {
		if u.IsKernel(caller) {
			u.Needs(abi.FeatureMultiGrid, caller)
		}
	}
	return nil
}
