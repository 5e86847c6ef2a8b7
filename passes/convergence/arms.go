// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"maps"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Unordered returns the names of the kernels that may have lost the order of accesses which lanes
// make in lockstep: in one arm of a branch, a lane stores what another lane accesses in the other arm.
func Unordered(u *ir.Unit) map[string]bool {
	out := map[string]bool{}
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		a := &kernelAccesses{Graph: flow.New(f), u: u, anySpace: true}
		if !a.collect() {
			continue
		}
		if arms := armsOf(a); len(arms.pairs) > 0 && len(arms.racing(newExchange(a, nil))) > 0 {
			out[f.Name()] = true
		}
	}
	return out
}

// serialiseArms has the lanes of a warp execute the arms of a branch one after the other, if
// different lanes access one address in them.
//
//	  br i1 %c, label %store, label %load
//	load:
//	  %v = load i32, ptr addrspace(3) %p           ; s[lane - 1]
//	  br label %join
//	store:
//	  store i32 %w, ptr addrspace(3) @s            ; in lane 0
//	  br label %join
//	join:
//	  %x = phi i32 [ %v, %load ], [ 0, %store ]
//
// becomes
//
//	  br i1 %c, label %between, label %load
//	load:
//	  %v = load i32, ptr addrspace(3) %p
//	  br label %between
//	between:
//	  %y = phi i32 [ %v, %load ], [ poison, %0 ]
//	  br i1 %c, label %store, label %join
//	store:
//	  store i32 %w, ptr addrspace(3) @s
//	  br label %join
//	join:
//	  %x = phi i32 [ %y, %between ], [ 0, %store ]
//
// Each lane executes what it did before. The lanes can synchronise between the arms now, which they
// then do for each of its accesses that needs it. The arm for a false condition is first: the order
// of the program is lost, but LLVM lays out the arms in this order for AMD's GPUs, and makes the same
// branches for them from consecutive ones. A load before a store in lanes that compare equal to a number has
// the false condition, since LLVM tests for equality.
//
// It returns what is known about the kernel's accesses, nil if lanes cannot exchange values.
func serialiseArms(u *ir.Unit, f llvm.Value, sections CriticalSections) *exchange {
	for {
		a := &kernelAccesses{Graph: flow.New(f), u: u}
		if !a.collect() {
			return nil
		}
		x, arms := newExchange(a, sections), armsOf(a)
		serialise := func(branch int) bool { return arms.serialise(branch, x.postDom.Immediate(branch)) }
		if !slices.ContainsFunc(arms.racing(x), serialise) {
			return x
		}
	}
}

// arms are the accesses in the arms of a kernel's divergent branches.
type arms struct {
	*kernelAccesses
	pairs     map[int][][2]int // by branch: accesses to one variable, of which one is a store, in different arms
	untilSync []blockAccesses  // by block
}

// racing lists the divergent branches in whose arms different lanes certainly make accesses to one
// address of which one is a store.
func (x *arms) racing(lanes *exchange) (branches []int) {
	for branch := range x.Blocks {
		for _, p := range x.pairs[branch] {
			if x.access[p[1]].write && lanes.raced(p[0], p[1]) || x.access[p[0]].write && lanes.raced(p[1], p[0]) {
				branches = append(branches, branch)
				break
			}
		}
	}
	return branches
}

func armsOf(a *kernelAccesses) *arms {
	postDom := flow.PostDominators(a.Succ)
	x := &arms{kernelAccesses: a, pairs: map[int][][2]int{}, untilSync: make([]blockAccesses, len(a.Blocks))}
	for i := range x.Blocks {
		x.untilSync[i] = x.accessesUntilSync(i)
	}
	for i := range x.Blocks {
		if len(x.Succ[i]) != 2 {
			continue
		}
		join := postDom.Immediate(i)
		first := x.inArm(x.Succ[i][0], i, join)
		if len(first) == 0 {
			continue
		}
		second := x.inArm(x.Succ[i][1], i, join)
		if len(second) == 0 || x.hasUniformBranch(i) {
			continue
		}
		for a := range first {
			for b := range second {
				p, q := &x.access[a], &x.access[b]
				if !second[a] && !first[b] && p.base != 0 && p.base == q.base && (p.write || q.write) {
					x.pairs[i] = append(x.pairs[i], [2]int{a, b})
				}
			}
		}
	}
	return x
}

// blockAccesses are the accesses of a block up to its first synchronisation point.
type blockAccesses struct {
	access []int
	syncs  bool // whether there is such a point
}

func (x *arms) accessesUntilSync(block int) (out blockAccesses) {
	for i := llvm.GetFirstInstruction(x.Blocks[block]); i != 0; i = llvm.GetNextInstruction(i) {
		if flow.SyncOf(i) != flow.NoSync {
			out.syncs = true
			return out
		}
		out.access = append(out.access, x.at[i]...)
	}
	return out
}

// inArm returns the accesses in one arm of a branch, up to where the arms join or the lanes
// synchronise.
func (x *arms) inArm(start, branch, join int) map[int]bool {
	out, seen := map[int]bool{}, map[int]bool{branch: true, join: true}
	var walk func(block int)
	walk = func(block int) {
		if seen[block] {
			return
		}
		seen[block] = true
		for _, a := range x.untilSync[block].access {
			out[a] = true
		}
		if x.untilSync[block].syncs {
			return
		}
		for _, s := range x.Succ[block] {
			walk(s)
		}
	}
	walk(start)
	return out
}

// serialise puts the arm of a branch for a true condition behind the other, and reports whether the
// arms allow that.
func (x *arms) serialise(branch, join int) bool {
	last, first := x.Succ[branch][0], x.Succ[branch][1]
	arm := x.armOf(first, branch, join)
	if arm == nil || x.armOf(last, branch, join) == nil {
		return false
	}
	t := llvm.GetBasicBlockTerminator(x.Blocks[branch])
	cond, loc := llvm.GetOperand(t, 0), llvm.InstructionGetDebugLoc(t)
	between := llvm.InsertBasicBlockInContext(x.u.Ctx, x.Blocks[last], "")
	for _, phi := range ir.PHIs(x.Blocks[join]) {
		x.joinArm(phi, arm, x.Blocks[branch], between)
	}
	for _, phi := range ir.PHIs(x.Blocks[last]) { // which has one predecessor
		llvm.ReplaceAllUsesWith(phi, llvm.GetIncomingValue(phi, 0))
		ir.Erase(phi)
	}
	for _, i := range slices.Sorted(maps.Keys(arm)) {
		from := llvm.GetBasicBlockTerminator(x.Blocks[i])
		for k := range llvm.GetNumSuccessors(from) {
			if llvm.GetSuccessor(from, k) == x.Blocks[join] {
				llvm.SetSuccessor(from, k, between)
			}
		}
	}
	llvm.SetSuccessor(t, 0, between)
	llvm.PositionBuilderAtEnd(x.u.B, between)
	llvm.SetCurrentDebugLocation2(x.u.B, loc)
	llvm.BuildCondBr(x.u.B, cond, x.Blocks[last], x.Blocks[join])
	return true
}

// armOf returns the blocks of an arm, nil if it is not entered from the branch alone or does not
// lead to the join alone.
func (x *arms) armOf(start, branch, join int) map[int]bool {
	if join < 0 || start == join {
		return nil
	}
	arm := flow.Reachable(x.Succ, []int{start}, join)
	if arm[branch] {
		return nil
	}
	for i := range arm {
		for _, p := range x.Pred[i] {
			if !arm[p] && (p != branch || i != start) {
				return nil
			}
		}
	}
	return arm
}

// joinArm gives a PHI where the arms join the value of one arm from the block between them.
func (x *arms) joinArm(phi llvm.Value, arm map[int]bool, branch, between llvm.Block) {
	add := func(to, v llvm.Value, from llvm.Block) { llvm.AddIncoming(to, &v, &from, 1) }
	llvm.PositionBuilderAtEnd(x.u.B, between)
	llvm.SetCurrentDebugLocation2(x.u.B, llvm.InstructionGetDebugLoc(phi))
	early := llvm.BuildPhi(x.u.B, llvm.TypeOf(phi), "")
	late := llvm.BuildPhi(x.u.Before(phi), llvm.TypeOf(phi), phi.Name())
	add(early, llvm.GetPoison(llvm.TypeOf(phi)), branch)
	add(late, early, between)
	for k := range llvm.CountIncoming(phi) {
		v, from := llvm.GetIncomingValue(phi, k), llvm.GetIncomingBlock(phi, k)
		if arm[x.Index[from]] {
			add(early, v, from)
		} else {
			add(late, v, from)
		}
	}
	llvm.ReplaceAllUsesWith(phi, late)
	ir.Erase(phi)
}
