// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// makeSyncUniform changes a kernel in which work-items exit before others synchronise, or skip warp
// operations, so that all work-items execute the same synchronisation points: the uniform schedule is
// several times as fast. A branch skips what an exited work-item does not execute; it is a guard if it
// depends on the ID.
//
//	  br i1 %inside, label %store, label %exit
//	store:
//	  %e = getelementptr float, ptr addrspace(3) %s, i64 %x
//	  store float %v, ptr addrspace(3) %e
//	  call void @_Z7barrierj(i32 1)
//	  %w = load float, ptr addrspace(3) %e
//
// becomes
//
//	  %e = getelementptr float, ptr addrspace(3) %s, i64 %x
//	  br i1 %inside, label %store, label %barrier
//	store:
//	  store float %v, ptr addrspace(3) %e
//	  br label %barrier
//	barrier:
//	  call void @_Z7barrierj(i32 1)
//	  br i1 %inside, label %load, label %exit
//	load:
//	  %w = load float, ptr addrspace(3) %e
func makeSyncUniform(u *ir.Unit, f llvm.Value) error {
	k := flow.NewKernel(u, f)
	if !k.HasSync() || k.OpaqueSync() != 0 || slices.ContainsFunc(ir.Instructions(f), isYield) {
		return nil
	}
	changed, err := convergence.MakeSyncUniform(k, func() { hoistShared(u, k) })
	if err != nil {
		return err
	}
	if !changed {
		// Blocks have been split at synchronisation points. Exchanges are batched within a block.
		return u.FunctionPasses(f, "simplifycfg")
	}
	// LLVM makes PHIs of selections by a condition that it has just branched on.
	for range 2 {
		selectPHIs(u, k)
		if err := u.FunctionPasses(f, "instcombine<no-verify-fixpoint>,simplifycfg"); err != nil {
			return err
		}
	}
	return nil
}

// hoistShared computes in the entry block what several blocks use and is a function of the IDs and
// the arguments: it is then defined wherever a branch leads.
func hoistShared(u *ir.Unit, k *flow.Kernel) {
	h := newHoister(u, k, llvm.GetEntryBasicBlock(k.F))
	for _, i := range ir.Instructions(k.F) {
		b := llvm.GetInstructionParent(i)
		elsewhere := func(user llvm.Value) bool {
			return llvm.IsAInstruction(user) != 0 && llvm.GetInstructionParent(user) != b
		}
		condition := func(user llvm.Value) bool { return user == llvm.GetBasicBlockTerminator(b) }
		users := ir.Users(i)
		if (slices.ContainsFunc(users, elsewhere) || slices.ContainsFunc(users, condition)) && h.hoistable(i) {
			h.move(i)
		}
	}
}

// selectPHIs turns PHIs of what a branch made some work-items skip into selections, where both values
// can be computed at the branch, which stays.
func selectPHIs(u *ir.Unit, k *flow.Kernel) {
	k.Update()
	dom := k.Dominators()
	for join := range k.Blocks {
		d := dom.Immediate(join)
		if len(k.Pred[join]) != 2 || d < 0 || !slices.Contains(k.Pred[join], d) || len(k.Succ[d]) != 2 {
			continue
		}
		t := llvm.GetBasicBlockTerminator(k.Blocks[d])
		if ir.Opcode(t) != llvm.Br {
			continue
		}
		from := k.Pred[join][0]
		if from == d {
			from = k.Pred[join][1]
		}
		if flow.Reachable(k.Succ, []int{join}, d)[from] {
			continue // a loop, whose PHIs hold what the iteration before has computed
		}
		h := &hoister{u, k, dom, k.Blocks[d]}
		for _, p := range ir.PHIs(k.Blocks[join]) {
			through, around := incoming(p, k.Blocks[from]), incoming(p, k.Blocks[d])
			if !h.hoistable(through) {
				continue
			}
			h.move(through)
			chosen := through
			if !llvm.IsUndef(around) {
				chosen = h.selection(llvm.GetOperand(t, 0), through, around, k.Succ[d][0] == join)
			}
			llvm.ReplaceAllUsesWith(p, chosen)
			ir.Erase(p)
		}
	}
}

// selection builds, at the end of the block, what a PHI chooses: around where a condition is equal to
// skips, otherwise through. Whether a work-item is active becomes a conjunction, which LLVM
// simplifies: the condition of one branch often implies those before it.
func (h *hoister) selection(condition, through, around llvm.Value, skips bool) llvm.Value {
	b := h.u.Before(llvm.GetBasicBlockTerminator(h.to))
	switch {
	case !skips && isBool(around, 0):
		return llvm.BuildAnd(b, condition, h.defined(through), "")
	case skips:
		return llvm.BuildSelect(b, condition, around, through, "")
	}
	return llvm.BuildSelect(b, condition, through, around, "")
}

// defined rebuilds a value at the builder's position so that it is not poison, even for work-items
// that would not have computed it: without the flags by which an operation may be.
func (h *hoister) defined(v llvm.Value) llvm.Value {
	op := func(n uint32) llvm.Value { return h.defined(llvm.GetOperand(v, n)) }
	b := h.u.B
	switch code := ir.Opcode(v); {
	case llvm.IsAConstantInt(v) != 0, builtinOf(v) != "":
		return v
	case code == llvm.ICmp && llvm.GetTypeKind(llvm.TypeOf(llvm.GetOperand(v, 0))) == llvm.IntegerKind:
		return llvm.BuildICmp(b, llvm.GetICmpPredicate(v), op(0), op(1), "")
	case code == llvm.Trunc:
		return llvm.BuildTrunc(b, op(0), llvm.TypeOf(v), "")
	case code == llvm.ZExt:
		return llvm.BuildZExt(b, op(0), llvm.TypeOf(v), "")
	case code == llvm.And, code == llvm.Or, code == llvm.Xor, code == llvm.Add, code == llvm.Sub, code == llvm.Mul:
		return llvm.BuildBinOp(b, code, op(0), op(1), "")
	}
	return llvm.BuildFreeze(b, v, "")
}
