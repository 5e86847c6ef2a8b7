// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"strings"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// KeepBarrierLoops has loops around barriers of the work-group stay loops. PoCL makes a loop
// over the work-items of each region between two barriers, and loses the work of some
// where an unrolled loop leaves many regions behind each other (6.0, its method "loops").
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
	meets := ir.Callers(barriers)
	for _, f := range u.Definitions() {
		if !meets[f] {
			continue
		}
		g := flow.New(f)
		holds := map[llvm.Block]bool{}
		for _, i := range ir.Instructions(f) {
			if ir.IsCall(i) && meets[llvm.GetCalledValue(i)] {
				holds[llvm.GetInstructionParent(i)] = true
			}
		}
		var ends []llvm.Value
		for _, l := range g.BackEdgeLoops() {
			for i, b := range g.Blocks {
				if l.Member[i] && holds[b] {
					ends = append(ends, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
					break
				}
			}
		}
		flow.MarkLoops(u, ends, "llvm.loop.unroll.disable")
	}
	return nil
}
