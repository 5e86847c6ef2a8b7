// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workitems

import (
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
		if branches := c.mixedEntries(); len(branches) > 0 {
			c.neverAlike(branches)
		}
	}
	return nil
}

// mixedEntries are these branches, none without barriers.
func (c *converger) mixedEntries() []llvm.Value {
	if len(c.Blocks) == 0 || !c.reaches[0] {
		return nil
	}
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
	var out []llvm.Value
	for i, b := range c.Blocks {
		if some[i] || !common(i) {
			continue
		}
		for _, s := range c.Succ[i] {
			if some[s] {
				out = append(out, llvm.GetBasicBlockTerminator(b))
				break
			}
		}
	}
	return out
}

// neverAlike has the conditions of branches depend on the work-item, by what is never so.
func (c *converger) neverAlike(branches []llvm.Value) {
	u := c.u
	const name = "_Z12get_local_idj"
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = u.RuntimeFunction(name, u.Types.I64, u.Types.I32)
	}
	b := u.AtEntry(c.F)
	id := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{u.I32(0)}, "")
	llvm.SetInstructionCallConv(id, llvm.GetFunctionCallConv(f))
	never := llvm.BuildICmp(b, llvm.IntEQ, id, u.I64(^uint64(0)), "never")
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
