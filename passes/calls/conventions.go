// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Conventions makes the calling conventions of device functions and of their calls agree. IR that a
// program contains verbatim, or that another producer wrote, often omits the convention; a call
// whose convention differs from its callee's is undefined behaviour to LLVM, which would silently
// empty the kernel.
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
				// An indirect call: every function that it can reach has the device's convention.
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
