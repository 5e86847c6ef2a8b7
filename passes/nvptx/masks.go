// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HIP's warp functions without a mask mean the lanes that are active. The device
// library reads that mask anew for every call, which costs an instruction and a
// synchronisation of the lanes in it, and after a branch that some lanes took it may
// be less than the program means: lanes come together again when the hardware likes.
// At a place that all lanes of a warp come to, the mask is all of them, those that
// have ended included (PTX ISA, "shfl.sync", "vote.sync": the lanes waited for are
// the non-exited ones).

const activeMask = "llvm.nvvm.activemask"

// Masks gives the warp functions of kernels the full mask where control flow is
// the same for all lanes.
//
//	%m = call i32 @llvm.nvvm.activemask()
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 %m, i1 %p)
//
// becomes
//
//	%v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %p)
func Masks(u *ir.Unit) error {
	f := llvm.GetNamedFunction(u.Mod, activeMask)
	if f == 0 || llvm.GetFirstUse(f) == 0 || u.Opts.Level == "0" {
		return nil
	}
	// A value of a loop that lanes leave at different times is only the same for all
	// inside of it; this form has a PHI wherever one is used outside.
	if err := u.LLVMPasses("function(loop-simplify,lcssa)"); err != nil {
		return err
	}
	for _, k := range u.Definitions() {
		if u.Kernels[k.Name()] == nil {
			continue
		}
		var g *flow.Graph
		var together []bool
		for _, call := range ir.Instructions(k) {
			if !ir.IsCall(call) || ir.Callee(call) != f || !onlyMasks(call) {
				continue
			}
			if g == nil {
				g = flow.New(k)
				together = togetherBlocks(g)
			}
			if together[g.Index[llvm.GetInstructionParent(call)]] {
				ir.Replace(call, llvm.ConstInt(u.Types.I32, 0xffffffff, false))
			}
		}
	}
	return nil
}

// onlyMasks reports whether a value is used as the mask of synchronising warp
// functions and as nothing else.
func onlyMasks(v llvm.Value) bool {
	for _, x := range ir.Users(v) {
		if !ir.IsCall(x) || !isWarpSync(x) {
			return false
		}
		for _, op := range ir.Operands(x)[1:] {
			if op == v {
				return false
			}
		}
	}
	return true
}

// isWarpSync reports whether a call is a warp function whose first operand is a mask.
func isWarpSync(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return false
	}
	name, ok := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	return ok && (name == "bar.warp.sync" ||
		strings.Contains(name, ".sync") && (strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "shfl.") || strings.HasPrefix(name, "match.")))
}

// togetherBlocks finds the blocks that all lanes of a warp that have not ended come to
// together: no branch decides on the way there that lanes do not decide alike.
func togetherBlocks(g *flow.Graph) []bool {
	divergent := divergentBranches(g)
	pd := flow.PostDominators(g.Succ)
	meets := meetingBlocks(g)
	together := make([]bool, len(g.Blocks))
	for i := range together {
		together[i] = true
	}
	for k := range g.Blocks {
		if !divergent[k] {
			continue
		}
		// Lanes that only end, without another warp function or a loop on their way,
		// are not waited for, or not for long: a loop could wait for the others.
		var stay []int
		for _, s := range g.Succ[k] {
			if meets[s] {
				stay = append(stay, s)
			}
		}
		if len(stay) < 2 {
			continue
		}
		for b := range flow.Reachable(g.Succ, stay, pd.Immediate(k)) {
			together[b] = false
		}
	}
	return together
}

// meetingBlocks says of every block whether a place where lanes wait for one another,
// or a loop, can be reached from its start.
func meetingBlocks(g *flow.Graph) []bool {
	meets := make([]bool, len(g.Blocks))
	for i, b := range g.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0; x = llvm.GetNextInstruction(x) {
			if ir.IsCall(x) && (isWarpSync(x) || !plainCall(x)) {
				meets[i] = true
			}
		}
		meets[i] = meets[i] || flow.Reachable(g.Succ, g.Succ[i], -1)[i]
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Blocks {
			if !meets[i] && slices.ContainsFunc(g.Succ[i], func(s int) bool { return meets[s] }) {
				meets[i], changed = true, true
			}
		}
	}
	return meets
}

// plainCall reports whether a call is an intrinsic that computes or accesses memory.
func plainCall(call llvm.Value) bool {
	f := ir.Callee(call)
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
func divergentBranches(g *flow.Graph) []bool {
	d := &divergence{values: map[llvm.Value]bool{}, influenced: make([]bool, len(g.Blocks))}
	pd := flow.PostDominators(g.Succ)
	branches := make([]bool, len(g.Blocks))
	for changed := true; changed; {
		changed = false
		for k, b := range g.Blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if !d.values[i] && d.of(i, k) {
					d.values[i], changed = true, true
				}
			}
			t := llvm.GetBasicBlockTerminator(b)
			if branches[k] || len(g.Succ[k]) < 2 || !d.values[llvm.GetOperand(t, 0)] {
				continue
			}
			branches[k], changed = true, true
			for _, s := range g.Joins(k, pd.Immediate(k)) {
				d.influenced[s] = true
			}
			// Lanes leave a loop here at different times, with different values.
			for _, s := range g.Succ[k] {
				if !flow.Reachable(g.Succ, []int{s}, -1)[k] {
					d.influenced[s] = true
				}
			}
		}
	}
	return branches
}

// divergence is what is known so far of the values of a kernel.
type divergence struct {
	values     map[llvm.Value]bool // the divergent ones
	influenced []bool              // a divergent branch feeds the block's PHIs
}

// of reports whether the lanes of a warp may have different results of an instruction.
func (d *divergence) of(i llvm.Value, block int) bool {
	switch llvm.GetInstructionOpcode(i) {
	case llvm.Call:
		if divergent, known := divergentCall(i); known {
			return divergent
		}
	case llvm.Load:
		if llvm.GetVolatile(i) || llvm.GetOrdering(i) != 0 {
			return true
		}
	case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
		return true
	case llvm.PHI:
		if d.influenced[block] {
			return true
		}
	}
	return slices.ContainsFunc(ir.Operands(i), func(op llvm.Value) bool { return d.values[op] })
}

// divergentCall reports whether a call's result is divergent or uniform, where that does not depend on
// the arguments.
func divergentCall(call llvm.Value) (divergent, known bool) {
	f := ir.Callee(call)
	if f == 0 || llvm.GetIntrinsicID(f) == 0 {
		return true, true
	}
	name, _ := strings.CutPrefix(f.Name(), "llvm.nvvm.")
	if strings.HasPrefix(name, "vote.") || strings.HasPrefix(name, "barrier0.") || strings.HasPrefix(name, "barrier.cta.red") {
		return false, true
	}
	if reg, ok := strings.CutPrefix(name, "read.ptx.sreg."); ok {
		return slices.ContainsFunc(laneRegisters, func(r string) bool { return strings.HasPrefix(reg, r) }), true
	}
	return true, isWarpSync(call) || name == "activemask"
}
