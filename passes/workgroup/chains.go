// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// maxPaths is how many paths through the operands of a value LLVM's vectoriser may have to follow: it
// takes less than a second for 2^18, and four times as long for each two more.
const maxPaths = 1 << 16

// UniformChains keeps LLVM's vectoriser from loops with long chains of uniform values. To tell whether a
// value is the same in all iterations, it looks at all operands of all operands, without a note of where it
// has been, so that each value that is used twice doubles the time: minutes for eight steps of xorshift on a
// number that all work-items load.
//
//	loop:
//	  %s = load i32, ptr %seed
//	  %a = shl i32 %s, 13
//	  %b = xor i32 %s, %a        ; two paths to the load
//	  %c = lshr i32 %b, 17
//	  %d = xor i32 %b, %c        ; four
//	  …
//	  br i1 %more, label %loop, label %done
//
// gets the property that disables vectorisation:
//
//	br i1 %more, label %loop, label %done, !llvm.loop !0
//	!0 = distinct !{!0, !{!"llvm.loop.vectorize.enable", i1 false}}
func UniformChains(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		g := flow.New(f)
		loops := g.NaturalLoops()
		var latches []llvm.Value
		for _, l := range loops {
			inner := func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] }
			if slices.ContainsFunc(loops, inner) {
				continue // LLVM vectorises innermost loops
			}
			if c := (chains{g: g, loop: l, paths: map[llvm.Value]int{}}); c.longest() > maxPaths {
				latches = append(latches, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
			}
		}
		if len(latches) > 0 {
			flow.MarkLoops(u, latches, "llvm.loop.vectorize.enable", llvm.ConstInt(u.Types.I1, 0, false))
		}
	}
	return nil
}

// chains counts paths in one loop.
type chains struct {
	g     *flow.Graph
	loop  flow.Loop
	paths map[llvm.Value]int
}

// longest returns the largest number of paths of a value of the loop, or a number above maxPaths.
func (c *chains) longest() int {
	longest := 0
	for i, b := range c.g.Blocks {
		if !c.loop.Member[i] {
			continue
		}
		for v := llvm.GetFirstInstruction(b); v != 0; v = llvm.GetNextInstruction(v) {
			longest = max(longest, c.count(v))
		}
	}
	return longest
}

// divergent is the number of paths of a value that is not uniform: LLVM stops there.
const divergent = -1

// count returns the number of paths from a value to loads in the loop through uniform values.
// Without a load there are none, because LLVM moves the value out of the loop.
func (c *chains) count(v llvm.Value) int {
	if llvm.IsAInstruction(v) == 0 || !c.loop.Member[c.g.Index[llvm.GetInstructionParent(v)]] {
		return 0
	}
	if n, ok := c.paths[v]; ok {
		return n
	}
	c.paths[v] = divergent // while it is looked at, and at the end if it is a value of a recurrence
	n := 0
	switch {
	case !uniformByOperands(v):
		return divergent
	case ir.Opcode(v) == llvm.PHI && llvm.GetInstructionParent(v) == c.g.Blocks[c.loop.Header]:
		return divergent
	case ir.Opcode(v) == llvm.Load:
		n = 1
	}
	for _, o := range ir.Operands(v) {
		k := c.count(o)
		if k == divergent {
			return divergent
		}
		n = min(n+k, maxPaths+1)
	}
	c.paths[v] = n
	return n
}

// uniformByOperands reports whether a value is uniform if its operands are.
func uniformByOperands(v llvm.Value) bool {
	switch ir.Opcode(v) {
	case llvm.Alloca, llvm.Store, llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.Fence:
		return false
	case llvm.Load: // not of a work-item's number or other local variables, which are in memory still
		p := accessed(v)
		for ir.Opcode(p) == llvm.GetElementPtr {
			p = ir.StripCasts(llvm.GetOperand(p, 0))
		}
		return p != 0 && ir.Opcode(p) != llvm.Alloca
	case llvm.Call:
		f := ir.Callee(v)
		return f != 0 && llvm.GetIntrinsicID(f) != 0
	}
	return true
}
