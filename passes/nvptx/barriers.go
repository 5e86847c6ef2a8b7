// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// DivergentBarriers lets the lanes of a warp arrive at different barriers of the block. ptxas assumes
// of a barrier that is aligned that all lanes which have not exited execute it together, and has them
// wait for each other before it: those that the other side of a branch led to the next barrier would
// wait for ever. A barrier that is not aligned counts threads (PTX ISA, barrier). If one barrier of a
// function is under a divergent branch, all become so.
//
//	br i1 %low, label %round, label %join ; %low is a function of threadIdx
//	round:
//	  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
//	  br label %join
//	join:
//	  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
//
// becomes
//
//	round:
//	  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
//	  br label %join
//	join:
//	  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
//
// Only conditions that are computed from threadIdx count: of others it is not known whether lanes
// differ, and an aligned barrier is faster.
func DivergentBarriers(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !hasDivergentBarrier(f) {
			continue
		}
		for _, i := range ir.Instructions(f) {
			if isBarrier(i) {
				countThreads(u, i)
			}
		}
	}
	return nil
}

// hasDivergentBarrier reports whether a function has a barrier between a branch by threadIdx and where
// its sides join.
func hasDivergentBarrier(f llvm.Value) bool {
	g := flow.New(f)
	succ := g.LiveSuccessors()
	post := flow.PostDominators(succ)
	for k, b := range g.Blocks {
		if len(succ[k]) < 2 || !dependsOnThread(llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0), 0) {
			continue
		}
		for _, s := range flow.ListReachable(succ, succ[k], post.Immediate(k)) {
			for i := llvm.GetFirstInstruction(g.Blocks[s]); i != 0; i = llvm.GetNextInstruction(i) {
				if isBarrier(i) {
					return true
				}
			}
		}
	}
	return false
}

// barrier0 is the aligned barrier of LLVM before 21.
const barrier0 = "llvm.nvvm.barrier0"

// isBarrier reports whether an instruction is an aligned barrier of the block.
func isBarrier(i llvm.Value) bool {
	if !ir.IsCall(i) || ir.Callee(i) == 0 {
		return false
	}
	name := ir.Callee(i).Name()
	return name == barrier0 || strings.HasPrefix(name, "llvm.nvvm.barrier.cta.") && strings.Contains(name, ".aligned")
}

// countThreads makes an aligned barrier one that is not.
func countThreads(u *ir.Unit, i llvm.Value) {
	f := ir.Callee(i)
	if f.Name() == barrier0 {
		t := llvm.FunctionType(u.Types.Void, []llvm.Type{u.Types.I32}, false)
		llvm.BuildCall2(u.Before(i), t, u.RuntimeFunction("llvm.nvvm.barrier.sync", u.Types.Void, u.Types.I32), []llvm.Value{u.I32(0)}, "")
		ir.Erase(i)
		return
	}
	t := llvm.GlobalGetValueType(f)
	other := u.RuntimeFunction(strings.Replace(f.Name(), ".aligned", "", 1), llvm.GetReturnType(t), ir.ParamTypes(t)...)
	llvm.SetOperand(i, uint32(llvm.GetNumOperands(i)-1), other)
}

// mostInCondition is how deeply the operands of a condition are looked at.
const mostInCondition = 8

// dependsOnThread reports whether arithmetic computes a value from threadIdx.
func dependsOnThread(v llvm.Value, depth int) bool {
	if llvm.IsAInstruction(v) == 0 || depth > mostInCondition {
		return false
	}
	if ir.IsCall(v) {
		f := ir.Callee(v)
		return f != 0 && strings.HasPrefix(f.Name(), "llvm.nvvm.read.ptx.sreg.tid.")
	}
	switch ir.Opcode(v) {
	case llvm.Load, llvm.PHI, llvm.AtomicRMW, llvm.AtomicCmpXchg:
		return false
	}
	return slices.ContainsFunc(ir.Operands(v), func(op llvm.Value) bool { return dependsOnThread(op, depth+1) })
}
