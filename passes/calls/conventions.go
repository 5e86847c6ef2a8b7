// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Conventions makes device functions and their callers agree. IR that a
// program writes itself, or another producer, often leaves the convention out; LLVM
// takes a call with another one than its callee's as unreachable, and the kernel
// would silently become empty.
//
//	declare float @__ocml_cos_f32(float)
//	%c = call float @__ocml_cos_f32(float %x)
//
// becomes
//
//	define spir_func float @__ocml_cos_f32(float)
//	%c = call spir_func float @__ocml_cos_f32(float %x)
func Conventions(u *ir.Unit) error {
	for _, f := range u.Functions() {
		if llvm.GetIntrinsicID(f) == 0 && !u.IsKernel(f) {
			llvm.SetFunctionCallConv(f, u.Target.DeviceCC)
		}
	}
	for _, f := range u.Definitions() {
		for _, inst := range ir.Instructions(f) {
			if llvm.IsACallInst(inst) == 0 {
				continue
			}
			callee := llvm.GetCalledValue(inst)
			switch {
			case llvm.IsAFunction(callee) == 0:
				// A call by address: what can be called has the device's convention.
				if llvm.IsAInlineAsm(callee) == 0 {
					llvm.SetInstructionCallConv(inst, u.Target.DeviceCC)
				}
			case llvm.GetIntrinsicID(callee) == 0:
				llvm.SetInstructionCallConv(inst, llvm.GetFunctionCallConv(callee))
			}
		}
	}
	return nil
}
