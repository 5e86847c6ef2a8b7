// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// LocalFences removes the fence of global memory from a barrier if no work-item can have accessed
// global memory since the last one: a GPU waits at the fence. HIP's __syncthreads orders both
// memories, and in a reduction most of them follow accesses to shared memory alone.
//
//	store float %s, ptr addrspace(3) %p
//	call spir_func void @_Z7barrierj(i32 3)
//
// becomes
//
//	store float %s, ptr addrspace(3) %p
//	call spir_func void @_Z7barrierj(i32 1)
func LocalFences(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue // the caller may have accessed global memory
		}
		g := flow.New(f)
		in := make([]bool, len(g.Blocks)) // by block: global memory may have been accessed at its start
		for changed := true; changed; {
			changed = false
			for i := range g.Blocks {
				for _, p := range g.Pred[i] {
					if !in[i] && accessed(g.Blocks[p], in[p], nil) {
						in[i] = true
						changed = true
					}
				}
			}
		}
		for i, b := range g.Blocks {
			accessed(b, in[i], func(barrier llvm.Value) { llvm.SetOperand(barrier, 0, u.I32(localFence)) })
		}
	}
	return nil
}

// OpenCL C's barrier and its flags.
const (
	barrierFunction         = "_Z7barrierj"
	localFence, globalFence = 1, 2
)

// accessed reports whether global memory may have been accessed since its last fence at the end of
// a block, given whether it may have been at the start. It calls idle for the barriers whose fence
// of global memory is redundant.
func accessed(b llvm.Block, before bool, idle func(barrier llvm.Value)) bool {
	for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
		flags, barrier := barrierFlags(i)
		switch {
		case barrier && flags == localFence|globalFence:
			if !before && idle != nil {
				idle(i)
			}
			before = false
		case barrier:
			before = before && flags&globalFence == 0
		default:
			before = before || touchesGlobal(i)
		}
	}
	return before
}

// barrierFlags returns the flags of a call of OpenCL C's barrier.
func barrierFlags(i llvm.Value) (flags uint64, barrier bool) {
	if !ir.IsCall(i) || ir.Callee(i) == 0 || ir.Callee(i).Name() != barrierFunction {
		return 0, false
	}
	return constantOf(llvm.GetOperand(i, 0))
}

// touchesGlobal reports whether an instruction may access global memory.
func touchesGlobal(i llvm.Value) bool {
	var p llvm.Value
	switch ir.Opcode(i) {
	case llvm.Load, llvm.AtomicRMW, llvm.AtomicCmpXchg:
		p = llvm.GetOperand(i, 0)
	case llvm.Store:
		p = llvm.GetOperand(i, 1)
	default:
		return ir.TouchesMemory(i) && !flow.IsShuffle(i)
	}
	switch llvm.GetPointerAddressSpace(llvm.TypeOf(p)) {
	case ir.PrivateSpace, ir.LocalSpace, ir.ConstantSpace:
		return false
	}
	return true
}
