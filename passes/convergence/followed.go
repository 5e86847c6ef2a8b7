// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// followBranches lets exited work-items follow branches that decide which synchronisation point is next, if their
// conditions are computed from arguments, IDs that are uniform, and counters of loops: all work-items compute those.
//
//	  br i1 %inside, label %loop, label %exit
//	loop:
//	  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
//	  store float %v, ptr addrspace(3) %e
//	  call void @_Z7barrierj(i32 1)
//	  %w = load float, ptr addrspace(3) %e
//	  %next = add i32 %i, 1
//	  %more = icmp slt i32 %next, %n
//	  br i1 %more, label %loop, label %end
//
// becomes, before exited work-items bypass the blocks that are not in the result,
//
//	loop:                                         ; in the result
//	  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
//	  br label %before
//	before:
//	  store float %v, ptr addrspace(3) %e
//	  br label %barrier
//	barrier:
//	  call void @_Z7barrierj(i32 1)
//	  br label %after
//	after:                                        ; in the result
//	  %next = add i32 %i, 1
//	  %more = icmp slt i32 %next, %n
//	  br label %rest
//	rest:
//	  %w = load float, ptr addrspace(3) %e
//	  br label %latch
//	latch:                                        ; in the result
//	  br i1 %more, label %loop, label %end
//
// The result is nil where they cannot follow.
func followBranches(kernel *flow.Kernel, prepare func()) (map[llvm.Block]bool, error) {
	if err := kernel.Unit.FunctionPasses(kernel.F, "break-crit-edges"); err != nil {
		return nil, err
	}
	if newFollower(kernel) == nil {
		return nil, nil
	}
	prepare()
	f := newFollower(kernel)
	if f == nil {
		return nil, nil
	}
	return f.split(), nil
}

// A follower finds what exited work-items execute to follow branches.
type follower struct {
	kernel   *flow.Kernel
	path     *exitPaths
	deciding map[int]bool        // blocks whose branches decide which synchronisation point is next
	needed   map[llvm.Value]bool // what is computed for these on the paths of exited work-items
	ends     map[int]bool        // blocks whose ends they execute, for the PHIs that follow
	before   func(i int) bool    // a block has been executed by all before any of them exits
}

// newFollower returns nil if exited work-items cannot follow all branches.
func newFollower(kernel *flow.Kernel) *follower {
	kernel.Update()
	kernel.FindUniform()
	if _, apart := syncForks(kernel); apart {
		return nil
	}
	exit := earlyExits(kernel)
	all := map[llvm.Block]bool{} // every branch may be followed
	for i, b := range kernel.Blocks {
		all[b] = len(kernel.Succ[i]) > 1 && !kernel.DivergentBranch(i)
	}
	p := findExitPaths(kernel, exit, all)
	if p == nil || len(exit) == 0 {
		return nil
	}
	dom := kernel.Dominators()
	f := &follower{kernel: kernel, path: p, deciding: p.deciding, needed: map[llvm.Value]bool{}, ends: map[int]bool{}}
	f.before = func(i int) bool {
		for e := range exit {
			if !dom.Dominates(i, kernel.Index[e]) {
				return false
			}
		}
		return !p.inactive[i]
	}
	for i := range f.deciding {
		t := llvm.GetBasicBlockTerminator(kernel.Blocks[i])
		if ir.Opcode(t) != llvm.Br || !f.need(llvm.GetOperand(t, 0)) {
			return nil
		}
	}
	return f
}

// need adds a value and what it is computed from. It reports false if exited work-items cannot compute it.
func (f *follower) need(v llvm.Value) bool {
	k := f.kernel
	if llvm.IsAInstruction(v) == 0 || f.needed[v] {
		return llvm.IsAInstruction(v) != 0 || llvm.IsConstant(v) || llvm.IsAArgument(v) != 0
	}
	at := k.Index[llvm.GetInstructionParent(v)]
	if f.before(at) {
		return true
	}
	if !f.path.inactive[at] || k.Sync[at] != 0 || !k.UniformValues[v] || !followable(v) {
		return false
	}
	if f.branches(at) && slices.Contains(flow.ListReachable(f.path.stay, f.path.stay[at], f.path.next[at]), at) {
		return false // a loop that they bypass
	}
	f.needed[v] = true
	if ir.Opcode(v) != llvm.PHI {
		return !slices.ContainsFunc(arguments(v), func(o llvm.Value) bool { return !f.need(o) })
	}
	for n := range llvm.CountIncoming(v) {
		from := k.Index[llvm.GetIncomingBlock(v, n)]
		if !f.path.inactive[from] || len(f.path.exits[from]) > 0 || f.branches(from) {
			return false
		}
		f.ends[from] = true
		if !f.need(llvm.GetIncomingValue(v, n)) {
			return false
		}
	}
	return true
}

// branches reports whether a block ends in a branch that exited work-items bypass.
func (f *follower) branches(i int) bool { return len(f.path.stay[i]) > 1 && !f.deciding[i] }

// arguments returns the operands of an instruction without the function that it calls.
func arguments(v llvm.Value) []llvm.Value {
	if ir.IsCall(v) {
		return ir.CallArgs(v)
	}
	return ir.Operands(v)
}

// followable reports whether an instruction may be executed by work-items that would not have done so: it has no effect and cannot fail.
func followable(v llvm.Value) bool {
	switch op := ir.Opcode(v); op {
	case llvm.PHI, llvm.Add, llvm.Sub, llvm.Mul, llvm.And, llvm.Or, llvm.Xor, llvm.Shl, llvm.LShr, llvm.AShr,
		llvm.ICmp, llvm.FCmp, llvm.Select, llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.Freeze:
		return true
	case llvm.UDiv, llvm.SDiv, llvm.URem, llvm.SRem:
		by := llvm.GetOperand(v, 1)
		return llvm.IsAConstantInt(by) != 0 && llvm.ConstIntGetSExtValue(by) > 0
	case llvm.Call:
		if ir.ReadNone(v) {
			return true
		}
		callee := ir.Callee(v)
		return callee != 0 && slices.ContainsFunc([]string{"llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax."}, func(p string) bool {
			return len(callee.Name()) > len(p) && callee.Name()[:len(p)] == p
		})
	}
	return false
}

// split makes blocks of what exited work-items execute.
func (f *follower) split() map[llvm.Block]bool {
	k, u := f.kernel, f.kernel.Unit
	out := map[llvm.Block]bool{}
	for i, b := range k.Blocks {
		if !f.path.inactive[i] || k.Sync[i] != 0 {
			continue
		}
		first, rest := f.parts(b)
		empty := rest == llvm.GetFirstInstruction(b) && len(k.Succ[i]) == 1 && rest == llvm.GetBasicBlockTerminator(b)
		if len(first) == 0 && !f.deciding[i] && !f.ends[i] && !empty {
			continue
		}
		for _, v := range first {
			if llvm.IsAPHINode(v) != 0 {
				continue
			}
			name, loc := v.Name(), llvm.InstructionGetDebugLoc(v)
			llvm.InstructionRemoveFromParent(v)
			llvm.PositionBuilderBefore(u.B, rest)
			llvm.SetCurrentDebugLocation2(u.B, loc)
			llvm.InsertIntoBuilderWithName(u.B, v, name)
		}
		branch := llvm.GetBasicBlockTerminator(b)
		if f.deciding[i] {
			// It may be poison where no work-item is left.
			llvm.SetOperand(branch, 0, llvm.BuildFreeze(u.Before(rest), llvm.GetOperand(branch, 0), ""))
		}
		own := f.branches(i) || len(f.path.exits[i]) > 0 // whose branch others do not execute
		if (own || rest != branch) && llvm.GetFirstInstruction(b) != rest {
			out[u.SplitBefore(rest)] = true
		}
		if own {
			continue
		}
		if rest != branch {
			u.SplitBefore(branch)
		}
		out[b] = true // which is left with the branch
	}
	k.Update()
	k.FindUniform()
	return out
}

// parts lists what is needed of a block's instructions, and returns the first one of the others, which is its branch at
// the latest.
func (f *follower) parts(b llvm.Block) (first []llvm.Value, rest llvm.Value) {
	for v := llvm.GetFirstInstruction(b); v != 0; v = llvm.GetNextInstruction(v) {
		switch {
		case f.needed[v]:
			first = append(first, v)
		case rest == 0 && llvm.IsAPHINode(v) == 0:
			rest = v
		}
	}
	return first, rest
}
