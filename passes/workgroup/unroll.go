// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"maps"
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Limits of the loops that are unrolled for their shuffles: iterations, and instructions of all of them.
const (
	mostUnrolledTrips = 32
	mostUnrolled      = 640
)

// UnrollShuffles unrolls loops whose counter, with constant values, says from which lane a shuffle gets its value,
// where LLVM finds them too large. A shuffle from a constant distance is a permutation of 32 values; any other
// one is a loop that loads them one by one.
//
//	loop:
//	  %d = phi i32 [ 16, %entry ], [ %half, %loop ]
//	  %from = add i32 %lane, %d
//	  %r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	  …
//	  %half = lshr i32 %d, 1
//	  %more = icmp ugt i32 %d, 1
//	  br i1 %more, label %loop, label %end
//
// becomes
//
//	%from = add i32 %lane, 16
//	%r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//	…
//	%from1 = add i32 %lane, 8
//	…
func UnrollShuffles(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		if countExchanges(f) == 0 {
			continue
		}
		g := flow.New(f)
		loops := g.NaturalLoops()
		var latches []llvm.Value
		for _, l := range loops {
			inner := func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] }
			t := llvm.GetBasicBlockTerminator(g.Blocks[l.Latch])
			if !slices.ContainsFunc(loops, inner) && !flow.HasLoopProperty(u, t, "llvm.loop.unroll.") && countsLanes(g, l) {
				latches = append(latches, t)
			}
		}
		if len(latches) == 0 {
			continue
		}
		if err := unrollFully(u, f, latches, u.Opts.Level); err != nil {
			return err
		}
	}
	return nil
}

// unrollFully unrolls the loops of a function that have some latches, and those that LLVM unrolls fully at a level.
func unrollFully(u *ir.Unit, f llvm.Value, latches []llvm.Value, level string) error {
	flow.MarkLoops(u, latches, "llvm.loop.unroll.full")
	return u.FunctionPasses(f, "loop-unroll<O"+level+";no-runtime;no-partial>,instcombine<no-verify-fixpoint>,simplifycfg,early-cse")
}

// UnrollNested unrolls short loops in which branches choose what is done, and that are all that keeps a loop around them from being
// innermost: executed in step, it is vectorised along the work-items, as LLVM vectorises innermost loops. LLVM, whose limit is
// less than half of this one at level 2, unrolls such loops of hosts at level 3.
//
//	for (; i < n; i += threads) {
//	  for (int bit = 0; bit < 31; bit++)
//	    if (i >> bit & 1) r ^= table[bit];
//	  out[i] = r;
//	}
//
// becomes
//
//	for (; i < n; i += threads) {
//	  if (i & 1) r ^= table[0];
//	  if (i & 2) r ^= table[1];
//	  …
//	  out[i] = r;
//	}
func UnrollNested(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		if llvm.CountBasicBlocks(f) < leastNested {
			continue
		}
		g := flow.New(f)
		loops := g.NaturalLoops()
		var latches []llvm.Value
		for _, l := range loops {
			t := llvm.GetBasicBlockTerminator(g.Blocks[l.Latch])
			if keepsFromInnermost(g, l, loops) && !flow.HasLoopProperty(u, t, "llvm.loop.unroll.") {
				latches = append(latches, t)
			}
		}
		if len(latches) > 0 {
			if err := unrollFully(u, f, latches, "2"); err != nil {
				return err
			}
		}
	}
	return nil
}

// leastNested is the number of blocks that a function with a loop in a loop, and a branch in the inner one, has at least.
const leastNested = 5

// keepsFromInnermost reports whether a loop is short, with a branch in it, is the only one in a loop, and this one calls nothing.
func keepsFromInnermost(g *flow.Graph, l flow.Loop, loops []flow.Loop) bool {
	around := false
	for _, o := range loops {
		if o.Header == l.Header {
			continue
		}
		if l.Member[o.Header] {
			return false
		}
		if !o.Member[l.Header] {
			continue
		}
		within := func(other flow.Loop) bool {
			return other.Header != o.Header && other.Header != l.Header && o.Member[other.Header]
		}
		around = around || !slices.ContainsFunc(loops, within) && !callsOrWaits(g, o)
	}
	if !around {
		return false
	}
	blocks, size := 0, 0
	for b, in := range l.Member {
		if in {
			blocks++
			for i := llvm.GetFirstInstruction(g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
				size++
			}
		}
	}
	if blocks < 2 || size > mostUnrolled {
		return false
	}
	trips := constantTrips(g, l, constantCounters(g, l))
	return trips > 1 && trips*size <= mostUnrolled
}

// callsOrWaits reports whether a loop has a call of a function, a synchronisation point or an atomic operation.
func callsOrWaits(g *flow.Graph, l flow.Loop) bool {
	for b, in := range l.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
			switch ir.Opcode(i) {
			case llvm.Call:
				if f := ir.Callee(i); f == 0 || !strings.HasPrefix(f.Name(), "llvm.") {
					return true
				}
			case llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.Fence:
				return true
			}
		}
	}
	return false
}

// countsLanes reports whether a loop is short, and a counter of it says from which lane a shuffle gets its value.
func countsLanes(g *flow.Graph, l flow.Loop) bool {
	counters := constantCounters(g, l)
	size, found := 0, false
	for b, in := range l.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
			size++
			found = found || flow.SyncOf(i) == flow.WarpShuffle && dependsOn(llvm.GetOperand(i, 1), counters, g, l)
		}
	}
	trips := 0
	if found && size <= mostUnrolled {
		trips = constantTrips(g, l, counters)
	}
	return trips > 1 && trips*size <= mostUnrolled
}

// constantCounters returns the PHIs of a loop's header that begin with a constant, and this constant.
func constantCounters(g *flow.Graph, l flow.Loop) map[llvm.Value]knownBits {
	out := map[llvm.Value]knownBits{}
	for _, p := range ir.PHIs(g.Blocks[l.Header]) {
		if llvm.CountIncoming(p) != 2 || incoming(p, g.Blocks[l.Latch]) == 0 {
			continue
		}
		for k := range uint32(2) {
			start, mask := llvm.GetIncomingValue(p, k), widthMask(llvm.TypeOf(p))
			if llvm.GetIncomingBlock(p, k) != g.Blocks[l.Latch] && llvm.IsAConstantInt(start) != 0 && mask != 0 {
				out[p] = knownBits{llvm.ConstIntGetZExtValue(start) & mask, mask}
			}
		}
	}
	return out
}

// constantTrips returns the number of iterations of a loop that is left at its latch, when its counters have
// certain values; 0 if it is not known, or too large.
func constantTrips(g *flow.Graph, l flow.Loop, counters map[llvm.Value]knownBits) int {
	t := llvm.GetBasicBlockTerminator(g.Blocks[l.Latch])
	if exiting := g.ExitingBlocks(l); len(exiting) != 1 || exiting[0] != l.Latch || ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 {
		return 0
	}
	again := uint64(0)
	if llvm.GetSuccessor(t, 0) == g.Blocks[l.Header] {
		again = 1
	}
	known := map[llvm.Value]*laneValue{}
	for n := 1; n <= mostUnrolledTrips; n++ {
		e := laneEvaluator{seen: maps.Clone(counters), known: known}
		more := e.value(llvm.GetOperand(t, 0))
		if more.known == 0 {
			return 0
		}
		if more.bits != again {
			return n
		}
		next := map[llvm.Value]knownBits{}
		for p := range counters {
			next[p] = e.value(incoming(p, g.Blocks[l.Latch]))
		}
		counters = next
	}
	return 0
}

// dependsOn reports whether a value is computed in a loop from one of some PHIs, in the same iteration.
func dependsOn(v llvm.Value, on map[llvm.Value]knownBits, g *flow.Graph, l flow.Loop) bool {
	seen := map[llvm.Value]bool{}
	var visit func(v llvm.Value) bool
	visit = func(v llvm.Value) bool {
		if _, is := on[v]; is {
			return true
		}
		if llvm.IsAInstruction(v) == 0 || seen[v] || !l.Member[g.Index[llvm.GetInstructionParent(v)]] {
			return false
		}
		seen[v] = true
		return slices.ContainsFunc(ir.Operands(v), visit)
	}
	return visit(v)
}
