// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
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
func MixedEntries(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		c := newConverger(u, f)
		_, plain := c.mixedEntries()
		if len(plain) > 0 {
			// A value of the block may be used where the new way goes.
			if err := u.Demote(f); err != nil {
				return err
			}
			c.scan()
			_, plain = c.mixedEntries()
			c.passBy(plain)
			if err := u.FunctionPasses(f, "mem2reg"); err != nil {
				return err
			}
			c.scan()
		}
		if branches, _ := c.mixedEntries(); len(branches) > 0 {
			c.neverAlike(branches)
		}
	}
	return nil
}

// passBy gives blocks that go on to a mixed one without a condition a way around it.
func (c *converger) passBy(ways map[int]int) {
	never := c.never()
	for from, to := range ways {
		t := llvm.GetBasicBlockTerminator(c.Blocks[from])
		next := llvm.GetSuccessor(t, 0)
		llvm.BuildCondBr(c.u.Before(t), never, c.Blocks[to], next)
		ir.Erase(t)
	}
}

// mixedEntries are these branches, none without barriers, and the blocks that go on to such a
// block without a condition, as to a loop that some leave before others, with the block where all
// meet again.
func (c *converger) mixedEntries() (branches []llvm.Value, plain map[int]int) {
	if len(c.Blocks) == 0 || !c.reaches[0] {
		return nil, nil
	}
	plain = map[int]int{}
	same := c.Uniform()
	pd := flow.PostDominators(c.Succ)
	common := func(i int) bool {
		return len(c.Succ[i]) > 1 && same[llvm.GetOperand(llvm.GetBasicBlockTerminator(c.Blocks[i]), 0)]
	}
	some := map[int]bool{} // blocks that a part of the work-items may run alone
	for i, s := range c.Succ {
		if len(s) > 1 && !common(i) {
			for k := range flow.Reachable(c.Succ, s, pd.Immediate(i)) {
				some[k] = true
			}
		}
	}
	for i, b := range c.Blocks {
		if some[i] || !slices.ContainsFunc(c.Succ[i], func(s int) bool { return some[s] }) {
			continue
		}
		if common(i) {
			branches = append(branches, llvm.GetBasicBlockTerminator(b))
		} else if len(c.Succ[i]) == 1 {
			meet := pd.Immediate(c.Succ[i][0])
			for meet >= 0 && some[meet] {
				meet = pd.Immediate(meet)
			}
			if meet >= 0 {
				plain[i] = meet
			}
		}
	}
	return branches, plain
}

// never is what is so for no work-item, and depends on it.
func (c *converger) never() llvm.Value {
	u := c.u
	const name = "_Z12get_local_idj"
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = u.RuntimeFunction(name, u.Types.I64, u.Types.I32)
	}
	b := u.AtEntry(c.F)
	id := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(0)}, "")
	llvm.SetInstructionCallConv(id, llvm.GetFunctionCallConv(f))
	return llvm.BuildICmp(b, llvm.IntEQ, id, u.I64(^uint64(0)), "never")
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
