// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"
	"strings"

	"gohipcc/passes/llvm"
)

// HIP's warp functions without a mask mean the lanes that are active. The device
// library reads that mask anew for every call, which costs an instruction and a
// synchronisation of the lanes in it, and after a branch that some lanes took it may
// be less than the program means: lanes come together again when the hardware likes.
// At a place that all lanes of a warp come to, the mask is all of them, those that
// have ended included (PTX ISA, "shfl.sync", "vote.sync": the lanes waited for are
// the non-exited ones).

const nvptxActiveMask = "llvm.nvvm.activemask"

// nvptxMasks gives the warp functions of kernels the full mask where control flow is
// the same for all lanes.
//
//	%m = call i32 @llvm.nvvm.activemask()
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 %m, i1 %p)
//
// becomes
//
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %p)
func nvptxMasks(u *Unit) error {
	f := llvm.GetNamedFunction(u.Mod, nvptxActiveMask)
	if f == 0 || llvm.GetFirstUse(f) == 0 || u.Opts.Level == "0" {
		return nil
	}
	// A value of a loop that lanes leave at different times is only the same for all
	// inside of it; this form has a PHI wherever one is used outside.
	if err := u.llvmPasses("function(loop-simplify,lcssa)"); err != nil {
		return err
	}
	for _, k := range u.definitions() {
		if u.kernels[k.Name()] == nil {
			continue
		}
		var g *graph
		var together []bool
		for _, call := range instructions(k) {
			if !isCall(call) || callee(call) != f || !onlyMasks(call) {
				continue
			}
			if g == nil {
				g = newGraph(k)
				together = togetherBlocks(g)
			}
			if together[g.index[llvm.GetInstructionParent(call)]] {
				replace(call, llvm.ConstInt(u.types.i32, 0xffffffff, false))
			}
		}
	}
	return nil
}

// onlyMasks reports whether a value is used as the mask of synchronising warp
// functions and as nothing else.
func onlyMasks(v llvm.Value) bool {
	for _, x := range users(v) {
		if !isCall(x) || !isWarpSync(x) {
			return false
		}
		for _, op := range operands(x)[1:] {
			if op == v {
				return false
			}
		}
	}
	return true
}

// isWarpSync reports whether a call is a warp function whose first operand is a mask.
func isWarpSync(call llvm.Value) bool {
	f := callee(call)
	if f == 0 {
		return false
	}
	name, ok := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	return ok && (name == "bar.warp.sync" ||
		strings.Contains(name, ".sync") && (strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "shfl.") || strings.HasPrefix(name, "match.")))
}

// togetherBlocks finds the blocks that all lanes of a warp that have not ended come to
// together: no branch decides on the way there that lanes do not decide alike.
func togetherBlocks(g *graph) []bool {
	divergent := divergentBranches(g)
	pd := postDominators(g.succ)
	meets := meetingBlocks(g)
	together := make([]bool, len(g.blocks))
	for i := range together {
		together[i] = true
	}
	for k := range g.blocks {
		if !divergent[k] {
			continue
		}
		// Lanes that only end, without another warp function or a loop on their way,
		// are not waited for, or not for long: a loop could wait for the others.
		var stay []int
		for _, s := range g.succ[k] {
			if meets[s] {
				stay = append(stay, s)
			}
		}
		if len(stay) < 2 {
			continue
		}
		for b := range reachableFrom(g.succ, stay, pd.immediate(k)) {
			together[b] = false
		}
	}
	return together
}

// meetingBlocks says of every block whether a place where lanes wait for one another,
// or a loop, can be reached from its start.
func meetingBlocks(g *graph) []bool {
	meets := make([]bool, len(g.blocks))
	for i, b := range g.blocks {
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if isCall(x) && (isWarpSync(x) || !plainCall(x)) {
				meets[i] = true
			}
		}
		meets[i] = meets[i] || reachableFrom(g.succ, g.succ[i], -1)[i]
	}
	for changed := true; changed; {
		changed = false
		for i := range g.blocks {
			if !meets[i] && slices.ContainsFunc(g.succ[i], func(s int) bool { return meets[s] }) {
				meets[i], changed = true, true
			}
		}
	}
	return meets
}

// plainCall reports whether a call is an intrinsic that computes or accesses memory.
func plainCall(call llvm.Value) bool {
	f := callee(call)
	if f == 0 || llvm.GetIntrinsicID(f) == 0 {
		return false
	}
	name, nvvm := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	return !nvvm || !strings.HasPrefix(name, "bar") && !strings.Contains(name, "sync")
}

// laneRegisters are the special registers that differ between the lanes of a warp, or
// from one reading to the next.
var laneRegisters = []string{"tid.", "laneid", "lanemask.", "clock", "globaltimer"}

// divergentBranches finds the blocks whose branch lanes of a warp may decide
// differently.
func divergentBranches(g *graph) []bool {
	values := map[llvm.Value]bool{}
	pd := postDominators(g.succ)
	branches := make([]bool, len(g.blocks))
	influenced := make([]bool, len(g.blocks)) // a divergent branch feeds the block's PHIs
	differs := func(i llvm.Value, block int) bool {
		switch llvm.GetInstructionOpcode(i) {
		case llvm.Call:
			f := callee(i)
			if f == 0 || llvm.GetIntrinsicID(f) == 0 {
				return true
			}
			name, _ := strings.CutPrefix(f.Name(), "llvm.nvvm.")
			if strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "barrier0.") || strings.HasPrefix(name, "barrier.cta.red") {
				return false // one answer for all
			}
			if reg, ok := strings.CutPrefix(name, "read.ptx.sreg."); ok {
				return slices.ContainsFunc(laneRegisters, func(r string) bool { return strings.HasPrefix(reg, r) })
			}
			if isWarpSync(i) || name == "activemask" {
				return true
			}
		case llvm.Load:
			if llvm.GetVolatile(i) || llvm.GetOrdering(i) != 0 {
				return true
			}
		case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
			return true
		case llvm.PHI:
			if influenced[block] {
				return true
			}
		}
		return slices.ContainsFunc(operands(i), func(op llvm.Value) bool { return values[op] })
	}
	for changed := true; changed; {
		changed = false
		for k, b := range g.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if !values[i] && differs(i, k) {
					values[i], changed = true, true
				}
			}
			t := llvm.GetBasicBlockTerminator(b)
			if branches[k] || len(g.succ[k]) < 2 || !values[llvm.GetOperand(t, 0)] {
				continue
			}
			branches[k], changed = true, true
			for _, s := range g.joins(k, pd.immediate(k)) {
				influenced[s] = true
			}
			// Lanes leave a loop here at different times, with different values.
			for _, s := range g.succ[k] {
				if !reachableFrom(g.succ, []int{s}, -1)[k] {
					influenced[s] = true
				}
			}
		}
	}
	return branches
}
