// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Tables moves tables that lanes of a warp read at different indices out of constant memory, which serves
// one address at a time. Clang places every constant array that device code reads there, be it a
// __device__, a static or the host's; nvcc does so only for __constant__ variables.
//
//	@table = internal addrspace(4) constant [16 x float] …
//	%a = getelementptr [16 x float], ptr addrspace(4) @table, i64 0, i64 %lane
//	%v = load float, ptr addrspace(4) %a
//
// becomes
//
//	@table = internal addrspace(1) constant [16 x float] …
//	%a = getelementptr [16 x float], ptr addrspace(1) @table, i64 0, i64 %lane
//	%v = load float, ptr addrspace(1) %a       ; ld.global.nc
//
// A table whose indices are uniform stays: its elements are operands, or one load for the warp. So does a
// __constant__ variable that the host may write to: that is where its program wants it.
func Tables(u *ir.Unit) error {
	known := map[llvm.Value]map[llvm.Value]bool{} // by function: its divergent values
	divergent := func(address, load llvm.Value) bool {
		if llvm.IsConstant(address) {
			return false
		}
		f := ir.FunctionOf(load)
		if known[f] == nil {
			_, known[f] = newLanes(flow.New(f), u.IsKernel(f)).divergence()
		}
		return known[f][address]
	}
	for _, g := range u.Globals() {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ConstantSpace && !llvm.IsDeclaration(g) &&
			llvm.IsGlobalConstant(g) && !llvm.IsExternallyInitialized(g) && ir.OnlyLoaded(g) && anyLoad(g, divergent) {
			ir.MoveLoads(u, g, replacement(u, g, llvm.GetInitializer(g), ir.GlobalSpace))
			llvm.ReplaceAllUsesWith(g, llvm.GetPoison(llvm.TypeOf(g)))
			llvm.DeleteGlobal(g)
			clear(known) // the addresses are others
		}
	}
	return nil
}

// anyLoad reports whether a condition holds for one of the loads from an address, or from one computed
// from it.
func anyLoad(address llvm.Value, holds func(address, load llvm.Value) bool) bool {
	for _, w := range ir.Users(address) {
		if ir.Opcode(w) == llvm.Load {
			if holds(address, w) {
				return true
			}
		} else if anyLoad(w, holds) {
			return true
		}
	}
	return false
}
