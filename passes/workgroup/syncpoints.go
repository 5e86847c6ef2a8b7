// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// syncKind is how work-items synchronise at a point.
type syncKind int

const (
	warpSync     syncKind = iota // the lanes of the warp
	exchangeSync                 // these, and they get each other's values
	groupSync                    // all work-items of the block
	yieldSync                    // anything else that can run: the latch of a loop that spin-waits
)

// A syncPoint is an instruction at which work-items synchronise, or several exchanges that do not
// depend on each other.
type syncPoint struct {
	kind      syncKind
	insts     []llvm.Value
	before    llvm.Block // which they end
	after     llvm.Block // that follows
	exchanges []exchange // the work of the instructions
}

// isYield reports whether an instruction marks a loop that spin-waits (convergence.MarkSpinWaits).
func isYield(i llvm.Value) bool {
	const acquire, singleThread = 4, 0
	return ir.Opcode(i) == llvm.Fence && llvm.GetOrdering(i) == acquire && llvm.GetAtomicSyncScopeID(i) == singleThread
}

func isSync(i llvm.Value) bool { return isYield(i) || flow.SyncOf(i) != flow.NoSync }

// kindOf returns the kind of a synchronisation point.
func kindOf(i llvm.Value) syncKind {
	switch flow.SyncOf(i) {
	case flow.WarpShuffle, flow.WarpBallot:
		return exchangeSync
	case flow.WarpBarrier:
		return warpSync
	case flow.GroupBarrier:
		return groupSync
	}
	return yieldSync
}

// splitAtSyncs ends a block after each synchronisation point.
func (g *regionGraph) splitAtSyncs() {
	g.at, g.after = map[llvm.Block]*syncPoint{}, map[llvm.Block]*syncPoint{}
	taken := map[llvm.Value]bool{}
	for _, i := range ir.Instructions(g.F) {
		if taken[i] || !isSync(i) {
			continue
		}
		// The block keeps what follows the instruction.
		s := &syncPoint{kind: kindOf(i), insts: exchangesFrom(i), after: llvm.GetInstructionParent(i)}
		for _, x := range s.insts {
			taken[x] = true
		}
		s.before = g.u.SplitBefore(llvm.GetNextInstruction(s.insts[len(s.insts)-1]))
		g.syncs = append(g.syncs, s)
		if g.body == s.after {
			g.body = s.before
		}
		if p := g.at[s.after]; p != nil {
			panic("workgroup: a block ends in two synchronisation points")
		}
		g.at[s.before], g.after[s.after] = s, s
		// Instructions before this point in the same block follow the point before it.
		for _, o := range g.syncs {
			if o != s && o.after == s.after {
				o.after = s.before
				g.after[s.before] = o
			}
		}
	}
}

// exchangesFrom returns an instruction and, if it is an exchange, those that follow it directly and
// do not depend on the results of these.
func exchangesFrom(i llvm.Value) []llvm.Value {
	out := []llvm.Value{i}
	if !isExchange(i) {
		return out
	}
	for n := llvm.GetNextInstruction(i); n != 0 && isExchange(n); n = llvm.GetNextInstruction(n) {
		for _, op := range ir.Operands(n) {
			if slices.Contains(out, op) {
				return out
			}
		}
		out = append(out, n)
	}
	return out
}

// dropSteps makes the work-items of a kernel that is split into regions execute no iteration in
// step, and splits it again.
func (g *regionGraph) dropSteps() {
	syncs := g.syncs
	g.syncs, g.regions = nil, nil
	for _, s := range syncs {
		if !flow.IsAll(s.insts[0]) {
			g.syncs = append(g.syncs, s)
			continue
		}
		delete(g.at, s.before)
		delete(g.after, s.after)
	}
	dropSteps(g.u, g.F)
	g.Update()
	g.findDivergent()
	g.partition()
}
