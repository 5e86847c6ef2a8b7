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

// UnalignedAtomics makes atomic operations on addresses that are no multiple of their size atomic, as those of an _Atomic
// structure of 8 bytes with members of 4 are here (kernelabi.HostLayout). LLVM calls libatomic for them, which kernels are not
// linked with. A locked instruction of x86's has any address, which a move must not have: it may access two cache lines. AArch64 faults at
// an address that crosses 16 bytes, which is an error and no wrong number.
//
//	%v = load atomic i64, ptr addrspace(1) %p seq_cst, align 4
//	store atomic i64 %w, ptr addrspace(1) %p seq_cst, align 4
//
// becomes
//
//	%x = cmpxchg ptr addrspace(1) %p, i64 0, i64 0 seq_cst seq_cst, align 8
//	%v = extractvalue { i64, i1 } %x, 0
//	%y = atomicrmw xchg ptr addrspace(1) %p, i64 %w seq_cst, align 8
func UnalignedAtomics(u *ir.Unit) error {
	const most = 8 // of what one locked instruction does on every processor
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			ptr, value := ir.AtomicOperands(i)
			if ptr == 0 {
				continue
			}
			t := llvm.TypeOf(value)
			size := llvm.ABISizeOfType(u.Layout, t)
			if uint64(llvm.GetAlignment(i)) >= size || size > most || llvm.GetTypeKind(t) != llvm.IntegerKind {
				continue
			}
			switch ir.Opcode(i) {
			case llvm.Load:
				order := max(llvm.GetOrdering(i), llvm.Monotonic)
				zero := llvm.ConstNull(t)
				b := u.Before(i)
				llvm.ReplaceAllUsesWith(i, llvm.BuildExtractValue(b, llvm.BuildAtomicCmpXchg(b, ptr, zero, zero, order, order, false), 0, ""))
				ir.Erase(i)
			case llvm.Store:
				llvm.BuildAtomicRMW(u.Before(i), llvm.RMWXchg, ptr, value, max(llvm.GetOrdering(i), llvm.Monotonic), false)
				ir.Erase(i)
			default:
				llvm.SetAlignment(i, uint32(size))
			}
		}
	}
	return nil
}
