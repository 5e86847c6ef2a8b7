// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/convergence"
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// LoopExits synchronises the lanes of a warp between a loop that they leave in different iterations
// and the next function call. ptxas keeps values of the loop in uniform registers, of which there
// is one set per warp, and lets the lanes that have left the loop continue to the call: the callee
// writes the registers while other lanes are still in the loop.
//
//	call i64 @f(i64 %x)
//
// becomes, in a block that all lanes reach,
//
//	%m = or i32 %lanemask.lt, %lanemask.ge
//	call void @llvm.nvvm.bar.warp.sync(i32 %m)
//	call i64 @f(i64 %x)
//
// In a function, all lanes are those that entered it together. Recursive functions are left alone:
// their lanes may be in several calls at a time. So is a lane that holds a lock, which the others in
// the loop wait for.
func LoopExits(u *ir.Unit) error {
	recursive := u.Recursive()
	for _, f := range u.Definitions() {
		if recursive[f] {
			continue
		}
		calls := callsAfterLoops(u, f)
		if len(calls) == 0 {
			continue
		}
		var entered llvm.Value
		if !u.IsKernel(f) {
			active := u.RuntimeFunction(activeMask, u.Types.I32)
			entered = llvm.BuildCall2(u.AtEntry(f), llvm.GlobalGetValueType(active), active, nil, "")
		}
		sync := u.RuntimeFunction(warpSync, u.Types.Void, u.Types.I32)
		for _, call := range calls {
			mask, b := entered, u.Before(call)
			if mask == 0 {
				mask = allLanes(u, b)
			}
			llvm.BuildCall2(b, llvm.GlobalGetValueType(sync), sync, []llvm.Value{mask}, "")
		}
	}
	return nil
}

// callsFunction reports whether a call is of a function whose code is not the driver's or an instruction.
func callsFunction(call llvm.Value) bool {
	if f := ir.Callee(call); f != 0 {
		return !llvm.IsDeclaration(f)
	}
	return llvm.IsAInlineAsm(llvm.GetCalledValue(call)) == 0
}

// callsAfterLoops returns the first calls of the module's functions in blocks that all lanes reach
// together, after a loop that they leave at different times.
func callsAfterLoops(u *ir.Unit, f llvm.Value) []llvm.Value {
	g := flow.New(f)
	first := make([]llvm.Value, len(g.Blocks))
	some := false
	for i, b := range g.Blocks {
		for x := llvm.GetFirstInstruction(b); x != 0 && first[i] == 0; x = llvm.GetNextInstruction(x) {
			if ir.IsCall(x) && callsFunction(x) {
				first[i], some = x, true
			}
		}
	}
	if !some {
		return nil
	}
	l := newLanes(g, u.IsKernel(f))
	l.findDivergence(nil)
	branches := map[llvm.Value]bool{}
	for i, divergent := range l.divergentBranches() {
		if divergent {
			branches[llvm.GetBasicBlockTerminator(g.Blocks[i])] = true
		}
	}
	after := make([]bool, len(g.Blocks))
	for _, loop := range g.DivergentExits(branches) {
		for b := range flow.Reachable(l.succ, g.ExitingBlocks(loop), -1) {
			after[b] = after[b] || !loop.Member[b]
		}
	}
	var out []llvm.Value
	sections := convergence.FindCriticalSections(f)
	for i, call := range first {
		if call != 0 && after[i] && l.converged[i] && !sections[call] {
			out = append(out, call)
		}
	}
	return out
}
