// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
	"maps"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MixedEntries marks the branches that all work-items of a group take the same way, and by which
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
func MixedEntries(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		c := newConverger(u, f)
		// Values that go through memory are not known to be uniform any more.
		divergent := c.DivergentBranches(c.Uniform())
		_, plain := c.mixedEntries(divergent)
		if len(plain) > 0 {
			// A value of the block may be used where the new way goes.
			if err := u.Demote(f); err != nil {
				return err
			}
			c.scan()
			_, plain = c.mixedEntries(divergent)
			around := c.passBy(plain)
			if err := u.FunctionPasses(f, "mem2reg"); err != nil {
				return err
			}
			defineAround(around)
			c.scan()
			divergent = c.DivergentBranches(c.Uniform())
		}
		if branches, _ := c.mixedEntries(divergent); len(branches) > 0 {
			c.neverAlike(branches)
		}
		c.hideCounters(divergent)
	}
	return nil
}

// hideCounters changes the start of the counters that are used after loops that work-items leave
// in different iterations.
func (c *converger) hideCounters(divergent map[llvm.Value]bool) {
	if len(c.Blocks) == 0 || !c.reaches[0] {
		return
	}
	for _, l := range c.DivergentExits(divergent) {
		for _, phi := range phis(c.Blocks[l.Head]) {
			if llvm.GetTypeKind(llvm.TypeOf(phi)) != llvm.IntegerKind || !c.usedAfter(l, phi, map[llvm.Value]bool{}) {
				continue
			}
			for k := range llvm.CountIncoming(phi) {
				if start := llvm.GetIncomingValue(phi, k); !l.Member[c.Index[llvm.GetIncomingBlock(phi, k)]] && llvm.IsAConstantInt(start) != 0 && llvm.IsNull(start) {
					llvm.SetOperand(phi, k, c.divergentZero(llvm.TypeOf(phi)))
				}
			}
		}
	}
}

// divergentZero is 0 of an integer type, computed from the work-item's ID. It has no bit that a
// branch on neverTrue decides about.
func (c *converger) divergentZero(ty llvm.Type) llvm.Value {
	u := c.u
	high := llvm.BuildLShr(u.B, c.localID(), u.I64(40), "")
	if ty == u.Types.I64 {
		return high
	}
	return llvm.BuildTrunc(u.B, high, ty, "zero")
}

// usedAfter reports whether a value of a loop, or one of the loop that depends on it, is used
// after the loop.
func (c *converger) usedAfter(l flow.Loop, v llvm.Value, seen map[llvm.Value]bool) bool {
	seen[v] = true
	return len(c.UsersOutside(l, v)) > 0 || slices.ContainsFunc(ir.Users(v), func(w llvm.Value) bool {
		return !seen[w] && c.usedAfter(l, w, seen)
	})
}

// A bypass is a way around a block, that nobody takes.
type bypass struct{ from, to llvm.Block }

// passBy gives blocks that go on to a mixed one without a condition a way around it.
func (c *converger) passBy(ways map[int]int) []bypass {
	var out []bypass
	never := c.never()
	for _, from := range slices.Sorted(maps.Keys(ways)) {
		to := ways[from]
		t := llvm.GetBasicBlockTerminator(c.Blocks[from])
		next := llvm.GetSuccessor(t, 0)
		llvm.BuildCondBr(c.u.Before(t), never, c.Blocks[to], next)
		ir.Erase(t)
		out = append(out, bypass{c.Blocks[from], c.Blocks[to]})
	}
	return out
}

// defineAround makes the values zeros that come by a way around a block and that only the block
// computes. LLVM removes a way that has a branch depend on an undefined value.
func defineAround(ways []bypass) {
	for _, w := range ways {
		for _, phi := range phis(w.to) {
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
func (c *converger) mixedEntries(divergentBranches map[llvm.Value]bool) (branches []llvm.Value, plain map[int]int) {
	if len(c.Blocks) == 0 || !c.reaches[0] {
		return nil, nil
	}
	plain = map[int]int{}
	pd := flow.PostDominators(c.Succ)
	common := func(i int) bool {
		return len(c.Succ[i]) > 1 && !divergentBranches[llvm.GetBasicBlockTerminator(c.Blocks[i])]
	}
	divergent := flow.DivergentBlocks(c.Succ, func(i int) bool { return !common(i) })
	for i, b := range c.Blocks {
		if divergent[i] || !slices.ContainsFunc(c.Succ[i], func(s int) bool { return divergent[s] }) {
			continue
		}
		if common(i) {
			branches = append(branches, llvm.GetBasicBlockTerminator(b))
		} else if len(c.Succ[i]) == 1 {
			if join := pd.UniformPostDominator(c.Succ[i][0], divergent); join >= 0 {
				plain[i] = join
			}
		}
	}
	return branches, plain
}

// localID is the work-item's ID in the first dimension, at the entry.
func (c *converger) localID() llvm.Value {
	u := c.u
	const name = "_Z12get_local_idj"
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = u.RuntimeFunction(name, u.Types.I64, u.Types.I32)
	}
	id := llvm.BuildCall2(u.AtEntry(c.F), llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(0)}, "")
	llvm.SetInstructionCallConv(id, llvm.GetFunctionCallConv(f))
	return id
}

// never is an i1 that is always false but that uniformity analysis takes for divergent.
func (c *converger) never() llvm.Value {
	return llvm.BuildICmp(c.u.B, llvm.IntEQ, c.localID(), c.u.I64(^uint64(0)), "never")
}

// neverAlike has the conditions of branches depend on the work-item, by what is never so.
func (c *converger) neverAlike(branches []llvm.Value) {
	u, never := c.u, c.never()
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
