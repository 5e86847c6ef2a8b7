// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// KeepBarrierLoops forbids LLVM to unroll loops with work-group barriers. PoCL makes a loop over
// the work-items of each parallel region, and skips work-items of some regions where an unrolled
// loop leaves many regions in a row.
//
//	loop:
//	  call spir_func void @_Z7barrierj(i32 1)
//	  br i1 %more, label %loop, label %end
//
// becomes
//
//	  br i1 %more, label %loop, label %end, !llvm.loop !0
//	!0 = distinct !{!0, !1}
//	!1 = !{!"llvm.loop.unroll.disable"}
func KeepBarrierLoops(u *ir.Unit) error {
	eachSynchronising(u, func(g *flow.Graph, holds map[llvm.Block]bool) {
		var latches []llvm.Value
		for _, l := range g.BackEdgeLoops() {
			for i, b := range g.Blocks {
				if l.Member[i] && holds[b] {
					latches = append(latches, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
					break
				}
			}
		}
		flow.MarkLoops(u, latches, "llvm.loop.unroll.disable")
	})
	return nil
}

// eachSynchronising visits the graphs of the functions that call work-group barriers, directly or not, with
// the blocks that do.
func eachSynchronising(u *ir.Unit, visit func(g *flow.Graph, holds map[llvm.Block]bool)) {
	synchronising := ir.Callers(groupBarriers(u))
	for _, f := range u.Definitions() {
		if synchronising[f] {
			visit(flow.New(f), barrierBlocks(f, synchronising))
		}
	}
}

// groupBarriers returns the functions that are barriers of the work-group.
func groupBarriers(u *ir.Unit) []llvm.Value {
	var out []llvm.Value
	for _, f := range u.Functions() {
		if name, ok := ir.MangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || strings.HasPrefix(name, "work_group_")) {
			out = append(out, f)
		}
	}
	return out
}

// barrierBlocks returns the blocks that call a function that synchronises.
func barrierBlocks(f llvm.Value, synchronising map[llvm.Value]bool) map[llvm.Block]bool {
	out := map[llvm.Block]bool{}
	for _, i := range ir.Instructions(f) {
		if ir.IsCall(i) && synchronising[llvm.GetCalledValue(i)] {
			out[llvm.GetInstructionParent(i)] = true
		}
	}
	return out
}
