// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostAligned is the largest alignment in bytes that accesses to memory rely on.
const mostAligned = 8

// UnalignedVectors makes accesses to global and shared memory work at any multiple of 8 bytes. AMD's
// GPUs do not require more, and programs place vectors of 16 bytes in shared memory accordingly; x86's
// aligned vector moves raise an exception, and the others are as fast.
//
//	%v = load <2 x double>, ptr addrspace(3) %p, align 16
//
// becomes
//
//	%v = load <2 x double>, ptr addrspace(3) %p, align 8
func UnalignedVectors(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.Load:
				unalign(i, llvm.GetOperand(i, 0))
			case llvm.Store:
				unalign(i, llvm.GetOperand(i, 1))
			case llvm.Call:
				unalignCopy(u, i)
			}
		}
	}
	return nil
}

func unalign(access, pointer llvm.Value) {
	if llvm.GetPointerAddressSpace(llvm.TypeOf(pointer)) != ir.PrivateSpace && llvm.GetOrdering(access) == llvm.NotAtomic && llvm.GetAlignment(access) > mostAligned {
		llvm.SetAlignment(access, mostAligned)
	}
}

// unalignCopy replaces a copy of memory that relies on more.
func unalignCopy(u *ir.Unit, i llvm.Value) {
	f := ir.Callee(i)
	if f == 0 || !strings.HasPrefix(f.Name(), "llvm.memcpy.p") || !llvm.IsNull(llvm.GetOperand(i, 3)) {
		return
	}
	least := func(arg uint32) uint32 {
		align := u.CallAlign(i, arg)
		if llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, arg))) != ir.PrivateSpace {
			align = min(align, mostAligned)
		}
		return uint32(align)
	}
	to, from := least(0), least(1)
	if uint64(to) == u.CallAlign(i, 0) && uint64(from) == u.CallAlign(i, 1) {
		return
	}
	llvm.BuildMemCpy(u.Before(i), llvm.GetOperand(i, 0), to, llvm.GetOperand(i, 1), from, llvm.GetOperand(i, 2))
	ir.Erase(i)
}
