// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"slices"

	"gohipcc/passes/llvm"
)

// SplitCycleEdges is the ID of a workaround in the ledger of passes.
const SplitCycleEdges = "split-cycle-edges"

// FixIrreducible gives the loops of a function that have several entries a single header, by LLVM's
// pass of that name. It lowers switches, which that pass does not handle.
//
//	  br i1 %c, label %a, label %b
//	a:
//	  %x = phi i32 [ 0, %entry ], [ %y, %b ]
//	  br i1 %d, label %b, label %end
//	b:
//	  %y = phi i32 [ 1, %entry ], [ %x, %a ]
//	  br label %a
//
// becomes
//
//	  br i1 %c, label %guard, label %guard
//	guard:
//	  %at.a = phi i1 [ true, %entry ], …
//	  br i1 %at.a, label %a, label %b
func (u *Unit) FixIrreducible(f llvm.Value) error {
	if err := u.FunctionPasses(f, "lower-switch"); err != nil {
		return err
	}
	if !u.Without(SplitCycleEdges) {
		u.splitCycleEdges(f, Blocks(f))
	}
	return u.FunctionPasses(f, "fix-irreducible")
}

// splitCycleEdges splits the edges in loops with several entries from a branch that stays in the
// loop on both sides to a block with PHIs: of such a block LLVM's pass may drop the value of an edge
// that it does not move (split-cycle-edges). blocks are those of a function or of a loop without its header.
//
//	br i1 %c, label %header, label %b
//
// becomes
//
//	  br i1 %c, label %header, label %edge
//	edge:
//	  br label %b
func (u *Unit) splitCycleEdges(f llvm.Value, blocks []llvm.Block) {
	inside := map[llvm.Block]bool{}
	for _, b := range blocks {
		inside[b] = true
	}
	within := func(b llvm.Block) []llvm.Block {
		return slices.DeleteFunc(Successors(b), func(s llvm.Block) bool { return !inside[s] })
	}
	for _, loop := range Components(blocks, within) {
		if len(loop) == 1 {
			continue
		}
		if headers := entriesOf(f, loop); len(headers) == 1 {
			u.splitCycleEdges(f, slices.DeleteFunc(slices.Clone(loop), func(b llvm.Block) bool { return b == headers[0] }))
			continue
		}
		for _, b := range loop {
			s := Successors(b)
			if len(s) != 2 || s[0] == s[1] || !slices.Contains(loop, s[0]) || !slices.Contains(loop, s[1]) {
				continue
			}
			for k, to := range s {
				if len(PHIs(to)) > 0 {
					u.splitEdge(f, b, uint32(k))
				}
			}
		}
	}
}

// entriesOf lists the blocks of a loop that are reached from outside of it.
func entriesOf(f llvm.Value, loop []llvm.Block) []llvm.Block {
	var out []llvm.Block
	for _, b := range Blocks(f) {
		if slices.Contains(loop, b) {
			continue
		}
		for _, s := range Successors(b) {
			if slices.Contains(loop, s) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// Successors lists the successors of a block, one that is reached by several edges as often.
func Successors(b llvm.Block) []llvm.Block {
	t := llvm.GetBasicBlockTerminator(b)
	out := make([]llvm.Block, llvm.GetNumSuccessors(t))
	for k := range out {
		out[k] = llvm.GetSuccessor(t, uint32(k))
	}
	return out
}

// splitEdge puts a block into the edge from a block to its successor of an index, which no other of its edges leads to.
func (u *Unit) splitEdge(f llvm.Value, from llvm.Block, successor uint32) {
	t := llvm.GetBasicBlockTerminator(from)
	to := llvm.GetSuccessor(t, successor)
	edge := llvm.AppendBasicBlockInContext(u.Ctx, f, "edge")
	llvm.PositionBuilderAtEnd(u.B, edge)
	llvm.SetCurrentDebugLocation2(u.B, llvm.InstructionGetDebugLoc(t))
	llvm.BuildBr(u.B, to)
	llvm.SetSuccessor(t, successor, edge)
	for _, p := range PHIs(to) {
		n := llvm.BuildPhi(u.Before(p), llvm.TypeOf(p), "")
		for k := range llvm.CountIncoming(p) {
			v, b := llvm.GetIncomingValue(p, k), llvm.GetIncomingBlock(p, k)
			if b == from {
				b = edge
			}
			llvm.AddIncoming(n, &v, &b, 1)
		}
		Replace(p, n)
	}
}
