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
	var barriers []llvm.Value
	for _, f := range u.Functions() {
		if name, ok := ir.MangledName(f.Name()); ok && llvm.IsDeclaration(f) && (name == "barrier" || strings.HasPrefix(name, "work_group_")) {
			barriers = append(barriers, f)
		}
	}
	synchronising := ir.Callers(barriers)
	for _, f := range u.Definitions() {
		if !synchronising[f] {
			continue
		}
		g := flow.New(f)
		holds := map[llvm.Block]bool{} // a barrier
		for _, i := range ir.Instructions(f) {
			if ir.IsCall(i) && synchronising[llvm.GetCalledValue(i)] {
				holds[llvm.GetInstructionParent(i)] = true
			}
		}
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
	}
	return nil
}
