// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package addrspace determines the address spaces of pointers and places variables where devices
// accept them: shared arrays in kernels, arguments that are written in private memory.
package addrspace

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Infer infers the address spaces of generic pointers: most devices access a specific address space
// faster, and some cannot access memory through generic pointers at all. LLVM's pass skips volatile
// accesses, so their address operands are rewritten here.
func Infer(u *ir.Unit) error {
	if err := u.LLVMPasses("function(infer-address-spaces)"); err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			pointer := uint32(0)
			switch ir.Opcode(i) {
			case llvm.Store:
				pointer = 1
			case llvm.Load:
			default:
				continue
			}
			if p := llvm.GetOperand(i, pointer); llvm.GetVolatile(i) && ir.Opcode(p) == llvm.AddrSpaceCast && llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.GenericSpace {
				llvm.SetOperand(i, pointer, llvm.GetOperand(p, 0))
			}
		}
	}
	if u.Opts.Level == "0" {
		return nil
	}
	return u.LLVMPasses("function(instcombine<no-verify-fixpoint>)")
}
