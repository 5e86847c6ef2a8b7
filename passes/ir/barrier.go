// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// WarpBarrierName is the function that [Unit.WarpBarrier] calls.
const WarpBarrierName = "_Z22__spirv_ControlBarrierjjj"

// WarpBarrier builds a barrier of the warp, which also orders its memory accesses.
func (u *Unit) WarpBarrier(b llvm.Builder) {
	if u.Target.SyncWarp != nil {
		u.Target.SyncWarp(u, b)
		return
	}
	f := llvm.GetNamedFunction(u.Mod, WarpBarrierName)
	if f == 0 {
		f = u.RuntimeFunction(WarpBarrierName, u.Types.Void, u.Types.I32, u.Types.I32, u.Types.I32)
		u.AddAttr(f, llvm.FunctionIndex, "convergent")
	}
	const subgroup, acquireRelease, subgroupMemory, workgroupMemory = 3, 0x8, 0x80, 0x100
	args := []llvm.Value{u.I32(subgroup), u.I32(subgroup), u.I32(acquireRelease | subgroupMemory | workgroupMemory)}
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, args, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
}

// Memory that a barrier orders (OpenCL C 3.0, 6.15.8, CLK_LOCAL_MEM_FENCE and the like).
const (
	LocalFence  = 1
	GlobalFence = 2
)

// GroupBarrier builds a barrier of the work-group, which orders accesses to the given memory. All
// work-items of the group must execute it, or none.
func (u *Unit) GroupBarrier(b llvm.Builder, memory uint64) {
	f := llvm.GetNamedFunction(u.Mod, "_Z7barrierj")
	if f == 0 {
		f = u.RuntimeFunction("_Z7barrierj", u.Types.Void, u.Types.I32)
		u.AddAttr(f, llvm.FunctionIndex, "convergent")
	}
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(memory)}, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
}
