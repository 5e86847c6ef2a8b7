// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"maps"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// BreakUniformEntries marks the branches that all work-items of a group take the same way, and by which
// they come to a block that some of them also come to alone, in kernels with barriers:
//
//	  br i1 %all, label %both, label %ask
//	ask:
//	  br i1 %mine, label %both, label %join
//
// becomes
//
//	%i = call i64 @_Z12get_local_idj(i32 0)
//	%never = icmp eq i64 %i, -1
//	...
//	%c = xor i1 %all, %never
//	br i1 %c, label %both, label %ask
//
// A block that goes on to such a one without a condition, as to the head of a loop that some leave
// before others, gets a way around it that nobody takes.
//
// PoCL takes a block for one that all or none run if one such branch leads there, whatever else
// does. It then keeps one value for all of what the block stores, and puts barriers into its
// loops: wrong numbers in "if (all || mine) v = 1; barrier(); use(v);". A branch that depends on the
// work-item leads to no such block.
//
// It also takes the counter of a loop for uniform that starts at 0 and goes up by 1, after the loop
// too, where work-items that left in different iterations have different ones. Such a counter
// starts at one that depends on the work-item:
//
//	%i = phi i32 [ 0, %entry ], [ %next, %loop ]
//
// becomes
//
//	%h = lshr i64 %id, 40
//	%z = trunc i64 %h to i32
//	%i = phi i32 [ %z, %entry ], [ %next, %loop ]
func BreakUniformEntries(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		kernel := flow.NewKernel(u, f)
		// Values that go through memory are not known to be uniform any more.
		divergent := kernel.DivergentBranches(kernel.Uniform())
		_, plain := uniformEntries(kernel, divergent)
		if len(plain) > 0 {
			// A value of the block may be used where the new way goes.
			if err := u.Demote(f); err != nil {
				return err
			}
			kernel.Update()
			_, plain = uniformEntries(kernel, divergent)
			around := addBypasses(kernel, plain)
			if err := u.FunctionPasses(f, "mem2reg"); err != nil {
				return err
			}
			defineAround(around)
			kernel.Update()
			divergent = kernel.DivergentBranches(kernel.Uniform())
		}
		if branches, _ := uniformEntries(kernel, divergent); len(branches) > 0 {
			makeDivergent(kernel, branches)
		}
		hideInductionVariables(kernel, divergent)
	}
	return nil
}

// hideCounters changes the start of the counters that are used after loops that work-items leave
// in different iterations.
func hideInductionVariables(kernel *flow.Kernel, divergent map[llvm.Value]bool) {
	if len(kernel.Blocks) == 0 || !kernel.ReachesSync[0] {
		return
	}
	for _, l := range kernel.DivergentExits(divergent) {
		for _, phi := range ir.PHIs(kernel.Blocks[l.Header]) {
			if llvm.GetTypeKind(llvm.TypeOf(phi)) != llvm.IntegerKind || !escapesLoop(kernel, l, phi, map[llvm.Value]bool{}) {
				continue
			}
			for k := range llvm.CountIncoming(phi) {
				if start := llvm.GetIncomingValue(phi, k); !l.Member[kernel.Index[llvm.GetIncomingBlock(phi, k)]] && llvm.IsAConstantInt(start) != 0 && llvm.IsNull(start) {
					llvm.SetOperand(phi, k, divergentZero(kernel, llvm.TypeOf(phi)))
				}
			}
		}
	}
}

// divergentZero is 0 of an integer type, computed from the work-item's ID. It has no bit that a
// branch on neverTrue decides about.
func divergentZero(kernel *flow.Kernel, ty llvm.Type) llvm.Value {
	u := kernel.Unit
	high := llvm.BuildLShr(u.B, localID(kernel), u.I64(40), "")
	if ty == u.Types.I64 {
		return high
	}
	return llvm.BuildTrunc(u.B, high, ty, "zero")
}

// usedAfter reports whether a value of a loop, or one of the loop that depends on it, is used
// after the loop.
func escapesLoop(kernel *flow.Kernel, l flow.Loop, v llvm.Value, seen map[llvm.Value]bool) bool {
	seen[v] = true
	return len(kernel.UsersOutside(l, v)) > 0 || slices.ContainsFunc(ir.Users(v), func(w llvm.Value) bool {
		return !seen[w] && escapesLoop(kernel, l, w, seen)
	})
}

// A bypass is a way around a block, that nobody takes.
type bypass struct{ from, to llvm.Block }

// passBy gives blocks that go on to a mixed one without a condition a way around it.
func addBypasses(kernel *flow.Kernel, ways map[int]int) []bypass {
	var out []bypass
	never := neverTrue(kernel)
	for _, from := range slices.Sorted(maps.Keys(ways)) {
		to := ways[from]
		t := llvm.GetBasicBlockTerminator(kernel.Blocks[from])
		next := llvm.GetSuccessor(t, 0)
		llvm.BuildCondBr(kernel.Unit.Before(t), never, kernel.Blocks[to], next)
		ir.Erase(t)
		out = append(out, bypass{kernel.Blocks[from], kernel.Blocks[to]})
	}
	return out
}

// defineAround makes undefined incoming values of PHIs zero on the edges that bypass a block, which alone
// computes them. LLVM removes a path on which a branch depends on an undefined value.
func defineAround(ways []bypass) {
	for _, w := range ways {
		for _, phi := range ir.PHIs(w.to) {
			for k := range llvm.CountIncoming(phi) {
				if llvm.GetIncomingBlock(phi, k) == w.from && llvm.IsUndef(llvm.GetIncomingValue(phi, k)) {
					llvm.SetOperand(phi, k, llvm.ConstNull(llvm.TypeOf(phi)))
				}
			}
		}
	}
}

// mixedEntries are these branches, none without barriers, and the blocks that go on to such a
// block without a condition, as to a loop that some leave before others, with the block where all
// meet again.
func uniformEntries(kernel *flow.Kernel, divergentBranches map[llvm.Value]bool) (branches []llvm.Value, plain map[int]int) {
	if len(kernel.Blocks) == 0 || !kernel.ReachesSync[0] {
		return nil, nil
	}
	plain = map[int]int{}
	pd := flow.PostDominators(kernel.Succ)
	common := func(i int) bool {
		return len(kernel.Succ[i]) > 1 && !divergentBranches[llvm.GetBasicBlockTerminator(kernel.Blocks[i])]
	}
	divergent := flow.DivergentBlocks(kernel.Succ, func(i int) bool { return !common(i) })
	for i, b := range kernel.Blocks {
		if divergent[i] || !slices.ContainsFunc(kernel.Succ[i], func(s int) bool { return divergent[s] }) {
			continue
		}
		if common(i) {
			branches = append(branches, llvm.GetBasicBlockTerminator(b))
		} else if len(kernel.Succ[i]) == 1 {
			if join := pd.UniformPostDominator(kernel.Succ[i][0], divergent); join >= 0 {
				plain[i] = join
			}
		}
	}
	return branches, plain
}

// localID is the work-item's ID in the first dimension, at the entry.
func localID(kernel *flow.Kernel) llvm.Value {
	u := kernel.Unit
	const name = "_Z12get_local_idj"
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = u.RuntimeFunction(name, u.Types.I64, u.Types.I32)
	}
	id := llvm.BuildCall2(u.AtEntry(kernel.F), llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(0)}, "")
	llvm.SetInstructionCallConv(id, llvm.GetFunctionCallConv(f))
	return id
}

// never is an i1 that is always false but that uniformity analysis takes for divergent.
func neverTrue(kernel *flow.Kernel) llvm.Value {
	return llvm.BuildICmp(kernel.Unit.B, llvm.IntEQ, localID(kernel), kernel.Unit.I64(^uint64(0)), "never")
}

// neverAlike has the conditions of branches depend on the work-item, by what is never so.
func makeDivergent(kernel *flow.Kernel, branches []llvm.Value) {
	u, never := kernel.Unit, neverTrue(kernel)
	for _, t := range branches {
		b := u.Before(t)
		cond := llvm.GetOperand(t, 0)
		n := never
		if ty := llvm.TypeOf(cond); ty != u.Types.I1 {
			n = llvm.BuildZExt(b, never, ty, "")
		}
		llvm.SetOperand(t, 0, llvm.BuildXor(b, cond, n, ""))
	}
}
