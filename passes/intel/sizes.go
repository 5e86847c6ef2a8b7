// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// OpenCL C's functions that return the sizes of a launch.
const numGroups, localSize, globalSize = "_Z14get_num_groupsj", "_Z14get_local_sizej", "_Z15get_global_sizej"

// GlobalSizes replaces the product gridDim.x * blockDim.x by the global size of the launch, which
// the driver passes to the GPU. In HIP all work-groups of a launch have the same size, so the two
// are equal.
//
//	%g = call spir_func i64 @_Z14get_num_groupsj(i32 0)
//	%l = call spir_func i64 @_Z14get_local_sizej(i32 0)
//	%g32 = trunc i64 %g to i32
//	%l32 = trunc i64 %l to i32
//	%n = mul i32 %g32, %l32
//
// becomes
//
//	%s = call spir_func i64 @_Z15get_global_sizej(i32 0)
//	%n = trunc i64 %s to i32
func GlobalSizes(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, mul := range ir.Instructions(f) {
			if ir.Opcode(mul) != llvm.Mul {
				continue
			}
			groups, size := sizeCall(llvm.GetOperand(mul, 0), numGroups), sizeCall(llvm.GetOperand(mul, 1), localSize)
			if groups == 0 || size == 0 {
				groups, size = sizeCall(llvm.GetOperand(mul, 1), numGroups), sizeCall(llvm.GetOperand(mul, 0), localSize)
			}
			if groups == 0 || size == 0 || llvm.GetOperand(groups, 0) != llvm.GetOperand(size, 0) {
				continue
			}
			b := u.Before(mul)
			f := u.RuntimeFunction(globalSize, u.Types.I64, u.Types.I32)
			v := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{llvm.GetOperand(size, 0)}, "")
			llvm.SetInstructionCallConv(v, llvm.GetFunctionCallConv(f))
			if t := llvm.TypeOf(mul); t != u.Types.I64 {
				v = llvm.BuildTrunc(b, v, t, "")
			}
			ir.Replace(mul, v)
		}
	}
	return u.LLVMPasses("function(dce)")
}

// sizeCall returns the call of a function whose 64-bit result, or its truncation to 32 bits, a
// value is; 0 if it is not.
func sizeCall(v llvm.Value, name string) llvm.Value {
	if ir.Opcode(v) == llvm.Trunc {
		v = llvm.GetOperand(v, 0)
	}
	if llvm.IsAInstruction(v) == 0 || !ir.IsCall(v) || ir.Callee(v) == 0 || ir.Callee(v).Name() != name || llvm.IsAConstantInt(llvm.GetOperand(v, 0)) == 0 {
		return 0
	}
	return v
}
