// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// NeedsContinuations is the [convergence.Compiler] of PoCL. It reports whether a branch that is no
// mere guard decides whether all work-items together execute a synchronisation point, or in a
// kernel with warp operations, whether any do (pocl-continuations). An exit of a loop with several
// exits is such a branch, and so is one between the header of a loop with a synchronisation point and a way past
// it that stays in the loop, which LLVM makes where the condition decides about code at both ends of a loop: PoCL adds
// barriers to the headers of such loops.
//
//	if (uniform) barrier(); else other();
//	for (…) { if (uniform) break; barrier(); }
//	for (;;) { if (first) …; barrier(); if (uniform) break; …; barrier(); if (first) …; }
func NeedsContinuations(kernel *flow.Kernel) bool {
	if kernel.Unit.Without(continuations) || kernel.HasOpaqueSync() {
		return false
	}
	warps := slices.ContainsFunc(ir.Instructions(kernel.F), func(i llvm.Value) bool {
		kind := flow.SyncOf(i)
		return kind != flow.NoSync && kind != flow.GroupBarrier
	})
	return slices.ContainsFunc(decisions(kernel), func(d decision) bool {
		return d.synchronises(kernel) && (warps || !d.isGuard()) || d.turns(kernel)
	})
}

// A decision is a branch that decides whether some blocks are executed.
type decision struct {
	block   int
	decides map[int]bool
	succ    [][]int // of the graph
}

// decisions returns the branches of a kernel with the blocks whose execution they decide. The latch
// of a loop with one exiting block decides nothing about the loop's own blocks.
func decisions(kernel *flow.Kernel) []decision {
	return decisionsIn(kernel.Graph, kernel.LiveSuccessors())
}

func decisionsIn(g *flow.Graph, succ [][]int) []decision {
	pd := flow.PostDominators(succ)
	repeats := map[int]flow.Loop{} // by the exiting block
	for _, l := range g.NaturalLoops() {
		if e := g.ExitingBlocks(l); len(e) == 1 {
			repeats[e[0]] = l
		}
	}
	var out []decision
	for i, s := range succ {
		if len(s) < 2 {
			continue
		}
		d := decision{block: i, decides: flow.Reachable(succ, s, pd.Immediate(i)), succ: succ}
		if l, ok := repeats[i]; ok {
			for k := range d.decides {
				if l.Member[k] {
					delete(d.decides, k)
				}
			}
		}
		if len(d.decides) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// synchronises reports whether a synchronisation point is among the blocks.
func (d decision) synchronises(kernel *flow.Kernel) bool {
	for i := range d.decides {
		if kernel.Sync[i] != 0 {
			return true
		}
	}
	return false
}

// turns reports whether the branch, in a loop with a synchronisation point, decides whether the loop's header is executed.
func (d decision) turns(kernel *flow.Kernel) bool {
	return slices.ContainsFunc(kernel.Graph.NaturalLoops(), func(l flow.Loop) bool {
		if !l.Member[d.block] || !d.decides[l.Header] {
			return false
		}
		for i, is := range l.Member {
			if is && kernel.Sync[i] != 0 {
				return true
			}
		}
		return false
	})
}

// isGuard reports whether the branch skips the blocks, or executes them from one entry to one exit,
// as the guard of a loop does:
//
//	if (n > 0) do { barrier(); … } while (--n);
func (d decision) isGuard() bool {
	entries, exits, skips := 0, 0, 0
	for _, s := range d.succ[d.block] {
		if d.decides[s] {
			entries++
		} else {
			skips++
		}
	}
	for i := range d.decides {
		for _, s := range d.succ[i] {
			if !d.decides[s] {
				exits++
			}
		}
	}
	return entries == 1 && skips == 1 && exits == 1
}
