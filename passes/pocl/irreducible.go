// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// FixIrreducible gives loops with several entries a single one, in kernels with barriers and in what
// they call: PoCL follows control flow after a barrier by a recursive function that stops only at
// back edges to dominators.
//
//	  br i1 %c, label %a, label %b
//	a:
//	  br i1 %d, label %b, label %end
//	b:
//	  br label %a
//
// becomes
//
//	  br i1 %c, label %guard, label %guard
//	guard:
//	  %at.a = phi i1 …
//	  br i1 %at.a, label %a, label %b
func FixIrreducible(u *ir.Unit) error {
	return followed(u, func(k *flow.Kernel) error {
		if !k.Irreducible() {
			return nil
		}
		return u.FixIrreducible(k.F)
	})
}

// followed calls do with the functions whose control flow PoCL follows from barrier to barrier:
// kernels with barriers, and what they call, since PoCL inlines it.
func followed(u *ir.Unit, do func(*flow.Kernel) error) error {
	waits := map[llvm.Value]bool{} // kernels with barriers
	for _, f := range u.Definitions() {
		waits[f] = u.IsKernel(f) && flow.NewKernel(u, f).HasSync()
	}
	for _, f := range u.Definitions() {
		if u.IsKernel(f) && !waits[f] {
			continue
		}
		for caller := range ir.Callers([]llvm.Value{f}) {
			if !waits[caller] {
				continue
			}
			if err := do(flow.NewKernel(u, f)); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// KeepReducible prevents PoCL's optimiser from making loops irreducible whose headers have several
// predecessors outside, as those of fix-irreducible have (FixIrreducible, and the lowering to
// continuations). SimplifyCFG splits the predecessors of a header if some of them store to the same
// address:
//
//	outside:
//	  store i32 %v, ptr %slot
//	  br label %header
//	latch:
//	  store i32 %w, ptr %slot
//	  br label %header
//	header:
//	  %first = phi i1 [ %c, %other ], [ true, %outside ], [ false, %latch ]
//	  br i1 %first, label %a, label %b
//
// and threads edges through a header whose branch depends on constants. The values that decide
// become volatile slots, and each latch ends with an instruction that no other predecessor has:
//
//	latch:
//	  store i32 %w, ptr %slot
//	  store volatile i1 false, ptr %decision
//	  %0 = load volatile i8, ptr %latch.slot
//	  br label %header
//	header:
//	  %first = load volatile i1, ptr %decision
func KeepReducible(u *ir.Unit) error {
	return followed(u, func(k *flow.Kernel) error { keepReducible(k); return nil })
}

func keepReducible(k *flow.Kernel) {
	var slot llvm.Value
	for _, l := range k.NaturalLoops() {
		if header := k.Blocks[l.Header]; slices.ContainsFunc(ir.PHIs(header), decides) {
			demotePHIs(k, header)
		}
		if entries(k.Graph, l, l.Header) < 2 {
			continue
		}
		for _, p := range k.Pred[l.Header] {
			end := llvm.GetBasicBlockTerminator(k.Blocks[p])
			if !l.Member[p] || len(k.Succ[p]) != 1 {
				continue
			}
			b, i8 := k.Unit.B, k.Unit.Types.I8
			llvm.SetCurrentDebugLocation2(b, 0)
			if slot == 0 {
				llvm.PositionBuilderBefore(b, llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(k.F)))
				slot = llvm.BuildAlloca(b, i8, "latch.slot")
			}
			llvm.PositionBuilderBefore(b, end)
			llvm.SetVolatile(llvm.BuildLoad2(b, i8, slot, ""), true)
		}
	}
}

// entries returns how many edges lead to a loop's header from outside; blocks that only branch to it
// count as what leads to them, since SimplifyCFG removes them.
func entries(g *flow.Graph, l flow.Loop, block int) int {
	n := 0
	for _, p := range g.Pred[block] {
		switch first := llvm.GetFirstInstruction(g.Blocks[p]); {
		case l.Member[p]:
		case first == llvm.GetBasicBlockTerminator(g.Blocks[p]) && len(g.Succ[p]) == 1 && len(g.Pred[p]) > 0:
			n += entries(g, l, p)
		default:
			n++
		}
	}
	return n
}

// decides reports whether a PHI has a constant and decides a branch.
func decides(phi llvm.Value) bool {
	if !slices.ContainsFunc(ir.Users(phi), func(v llvm.Value) bool { return llvm.GetInstructionOpcode(v) == llvm.Br }) {
		return false
	}
	for n := range llvm.CountIncoming(phi) {
		if llvm.IsConstant(llvm.GetIncomingValue(phi, n)) {
			return true
		}
	}
	return false
}
