// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// innerLoop marks the loops that are kept.
const innerLoop = "gohip.loop.inner"

// KeepInnerLoops forbids LLVM to unroll a loop without barriers in a loop with barriers. The addresses in an
// unrolled loop are the same in all iterations of the outer one, so LLVM moves them out of it. PoCL then stores
// each in an array with an element for each work-item, because it is live across barriers, and reads it from
// there. Loops that access private variables, which become registers when they are unrolled, and those whose
// source says whether to unroll them are left alone.
//
//	outer:
//	  call spir_func void @_Z7barrierj(i32 1)
//	  br label %inner
//	inner:
//	  …
//	  br i1 %more, label %inner, label %next
//
// becomes
//
//	  br i1 %more, label %inner, label %next, !llvm.loop !0
//	!0 = distinct !{!0, !1, !2}
//	!1 = !{!"gohip.loop.inner"}
//	!2 = !{!"llvm.loop.unroll.disable"}
func KeepInnerLoops(u *ir.Unit) error {
	eachSynchronising(u, func(g *flow.Graph, holds map[llvm.Block]bool) {
		loops := g.NaturalLoops()
		withBarrier := func(l flow.Loop) bool {
			return slices.ContainsFunc(members(g, l), func(b llvm.Block) bool { return holds[b] })
		}
		var latches []llvm.Value
		for _, l := range loops {
			within := func(o flow.Loop) bool { return o.Header != l.Header && o.Member[l.Header] && withBarrier(o) }
			t := llvm.GetBasicBlockTerminator(g.Blocks[l.Latch])
			if !withBarrier(l) && slices.ContainsFunc(loops, within) && !flow.HasLoopProperty(u, t, "llvm.loop.unroll.") && !accessesPrivate(g, l) {
				latches = append(latches, t)
			}
		}
		flow.MarkLoops(u, latches, "llvm.loop.unroll.disable")
		flow.MarkLoops(u, latches, innerLoop)
	})
	return nil
}

// ReleaseInnerLoops removes the marks after LLVM's optimiser, so that a device's compiler may unroll the loops.
//
//	  br i1 %more, label %inner, label %next, !llvm.loop !0
//	!0 = distinct !{!0, !1, !2}
//	!1 = !{!"gohip.loop.inner"}
//
// becomes
//
//	br i1 %more, label %inner, label %next
func ReleaseInnerLoops(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, b := range ir.Blocks(f) {
			if t := llvm.GetBasicBlockTerminator(b); flow.HasLoopProperty(u, t, innerLoop) {
				llvm.SetMetadata(t, u.MDKind("llvm.loop"), 0)
			}
		}
	}
	return nil
}

// members lists the blocks of a loop.
func members(g *flow.Graph, l flow.Loop) []llvm.Block {
	var out []llvm.Block
	for i, in := range l.Member {
		if in {
			out = append(out, g.Blocks[i])
		}
	}
	return out
}

// accessesPrivate reports whether an operand in a loop is the address of a private variable.
func accessesPrivate(g *flow.Graph, l flow.Loop) bool {
	for _, b := range members(g, l) {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			for _, v := range ir.Operands(i) {
				for slices.Contains([]llvm.Opcode{llvm.GetElementPtr, llvm.BitCast, llvm.AddrSpaceCast}, ir.Opcode(v)) {
					v = llvm.GetOperand(v, 0)
				}
				if ir.Opcode(v) == llvm.Alloca {
					return true
				}
			}
		}
	}
	return false
}
