// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A skip is a branch by which some work-items skip warp operations that others execute, on
// their way to where all of them go on.
type skip struct {
	head, taken, join int          // the branch, its side with the functions, and where the sides meet
	taking            map[int]bool // the blocks of that side
	passing           map[int]bool // those of the other one, and the branch
	next              map[int]int  // of a block that all on that side execute, the one after it
}

// skips predicates the warp operations that a branch skips for some work-items, as
// rounds would have them wait:
//
//	  br i1 %first, label %sum, label %join
//	sum:
//	  %o = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	  %w = add i32 %v, %o
//	  store i32 %w, ptr addrspace(3) %s
//	  br label %join
//
// becomes
//
//	  %a = select i1 %first, i32 %v, i32 0
//	  %o = call i32 @_Z17sub_group_shufflejj(i32 %a, i32 …)
//	  br i1 %first, label %body, label %join
//	body:
//	  %w = add i32 %v, %o
//	  store i32 %w, ptr addrspace(3) %s
//	  br label %join
//
// It is the shape of most sums over a block. Those who pass run nothing but these functions, in
// which they have no vote and nothing to tell. It reports whether the kernel has changed.
func predicateWarpOps(kernel *flow.Kernel) (bool, error) {
	changed := false
	for {
		splitAtSyncs(kernel)
		kernel.Update()
		kernel.UniformValues = kernel.Uniform()
		s := findPredicable(kernel)
		if s == nil {
			return changed, nil
		}
		// Their blocks stay those that they are when values go through memory.
		head, first := kernel.Blocks[s.head], kernel.Blocks[s.taken]
		if err := kernel.Unit.Demote(kernel.F); err != nil {
			return changed, err
		}
		kernel.Update()
		for k, to := range kernel.Succ[kernel.Index[head]] {
			if to == kernel.Index[first] || len(kernel.Succ[to]) == 1 && kernel.Succ[to][0] == kernel.Index[first] {
				if s = predicableAt(kernel, kernel.Index[head], k); s != nil {
					predicate(kernel, s)
				}
				break
			}
		}
		if err := kernel.Unit.FunctionPasses(kernel.F, "sroa,simplifycfg,dce"); err != nil {
			return changed, err
		}
		if s == nil {
			return changed, nil
		}
		changed = true
	}
}

// findSkip looks for one at the branches that work-items take differently.
func findPredicable(kernel *flow.Kernel) *skip {
	for i, b := range kernel.Blocks {
		if len(kernel.Succ[i]) != 2 || kernel.UniformValues[llvm.GetOperand(llvm.GetBasicBlockTerminator(b), 0)] {
			continue
		}
		for k := range kernel.Succ[i] {
			if s := predicableAt(kernel, i, k); s != nil {
				return s
			}
		}
	}
	return nil
}

// skipAt is the branch of block i as a skip, with the warp operations on the given side,
// nil if it is none: where that side has barriers, which those who pass need not come to, where
// it ends or is entered otherwise, or where a branch decides what comes next.
func predicableAt(kernel *flow.Kernel, i, side int) *skip {
	if len(kernel.Succ[i]) != 2 || llvm.GetInstructionOpcode(llvm.GetBasicBlockTerminator(kernel.Blocks[i])) != llvm.Br {
		return nil
	}
	pd := flow.PostDominators(kernel.Succ)
	s := &skip{head: i, taken: kernel.Succ[i][side], join: pd.Immediate(i), next: map[int]int{}}
	other := kernel.Succ[i][1-side]
	if s.join < 0 || s.taken == s.join || s.taken == other || !kernel.SyncBetween(i, s.join, kernel.Succ) {
		return nil
	}
	s.taking = flow.Reachable(kernel.Succ, []int{s.taken}, s.join)
	s.passing = map[int]bool{}
	if other != s.join {
		s.passing = flow.Reachable(kernel.Succ, []int{other}, s.join)
	}
	for k := range s.passing {
		if s.taking[k] || kernel.Sync[k] != 0 {
			return nil
		}
	}
	if s.taking[i] || s.passing[i] {
		return nil
	}
	s.passing[i] = true
	for k := range s.taking {
		switch flow.SyncOf(kernel.Sync[k]) {
		case flow.GroupBarrier, flow.OtherSync:
			return nil
		}
		if len(kernel.Succ[k]) == 0 || slices.ContainsFunc(kernel.Pred[k], func(p int) bool { return !s.taking[p] && (p != i || k != s.taken) }) {
			return nil
		}
	}
	synced := false
	for at := s.taken; at != s.join; at = s.next[at] {
		if _, again := s.next[at]; again || at < 0 {
			return nil
		}
		synced = synced || kernel.Sync[at] != 0
		s.next[at] = kernel.Succ[at][0]
		if len(kernel.Succ[at]) > 1 {
			s.next[at] = pd.Immediate(at)
			if kernel.SyncBetween(at, s.next[at], kernel.Succ) {
				return nil
			}
		}
	}
	if !synced {
		return nil
	}
	return s
}

// pass has the work-items that do not take the side skip its warp operations. No value
// crosses blocks but through memory.
func predicate(kernel *flow.Kernel, s *skip) {
	u, b, t := kernel.Unit, kernel.Unit.B, &kernel.Unit.Types
	llvm.SetCurrentDebugLocation2(b, 0)
	llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(kernel.F)))
	here := llvm.BuildAlloca(b, t.I1, "here")
	llvm.BuildStore(b, llvm.ConstNull(t.I1), here)
	isHere := func() llvm.Value { return llvm.BuildLoad2(b, t.I1, here, "") }
	branch := llvm.GetBasicBlockTerminator(kernel.Blocks[s.head])
	u.Before(branch)
	takes := llvm.GetOperand(branch, 0)
	if kernel.Succ[s.head][0] != s.taken {
		takes = llvm.BuildXor(b, takes, llvm.ConstInt(t.I1, 1, false), "")
	}
	llvm.BuildStore(b, takes, here)

	// check[i] is where block i begins for all.
	check := map[int]llvm.Block{}
	for i := range kernel.Blocks {
		if _, ok := s.next[i]; ok && kernel.Sync[i] == 0 {
			check[i] = llvm.AppendBasicBlockInContext(u.Ctx, kernel.F, "check")
		}
	}
	start := func(i int) llvm.Block {
		if check[i] != 0 {
			return check[i]
		}
		return kernel.Blocks[i]
	}
	redirect := func(from int, to llvm.Block, instead llvm.Block) {
		term := llvm.GetBasicBlockTerminator(kernel.Blocks[from])
		for k := range llvm.GetNumSuccessors(term) {
			if llvm.GetSuccessor(term, k) == to {
				llvm.SetSuccessor(term, k, instead)
			}
		}
	}
	for i := range s.passing {
		redirect(i, kernel.Blocks[s.join], start(s.taken))
	}
	for i := range kernel.Blocks {
		if _, ok := s.next[i]; !ok {
			continue
		}
		if x := kernel.Sync[i]; x != 0 {
			if kind := flow.SyncOf(x); kind == flow.WarpShuffle || kind == flow.WarpBallot {
				u.Before(x)
				for k, v := range ir.CallArgs(x) {
					llvm.SetOperand(x, uint32(k), llvm.BuildSelect(b, isHere(), v, llvm.ConstNull(llvm.TypeOf(v)), ""))
				}
			}
			continue
		}
		for _, p := range kernel.Pred[i] {
			redirect(p, kernel.Blocks[i], check[i])
		}
		llvm.PositionBuilderAtEnd(b, check[i])
		llvm.BuildCondBr(b, isHere(), kernel.Blocks[i], start(s.next[i]))
		llvm.MoveBasicBlockAfter(kernel.Blocks[i], check[i])
	}
	kernel.Update()
}
