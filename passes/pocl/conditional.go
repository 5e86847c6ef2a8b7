// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package pocl

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HideConditionalLoops makes branches that decide whether innermost loops with one exit are
// executed divergent to PoCL's uniformity analysis, in kernels with barriers. PoCL adds barriers to
// such loops if it considers them uniform. Within a branch these are conditional barriers, with the
// faults for which other kernels get continuations (NeedsContinuations):
//
//	  br i1 %uniform, label %loop, label %join
//	loop:
//	  …
//	  br i1 %more, label %loop, label %join
//	join:
//	  %r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%i = call i64 @_Z12get_local_idj(i32 0)
//	%never = icmp eq i64 %i, -1
//	...
//	  %c = xor i1 %uniform, %never
//	  br i1 %c, label %loop, label %join
func HideConditionalLoops(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		kernel := flow.NewKernel(u, f)
		if !kernel.HasSync() {
			continue
		}
		if branches := loopDecisions(kernel); len(branches) > 0 {
			makeDivergent(kernel, branches)
		}
	}
	return nil
}

// loopDecisions returns the branches that HideConditionalLoops changes.
func loopDecisions(kernel *flow.Kernel) []llvm.Value {
	ds, loops := decisions(kernel), kernel.NaturalLoops()
	hide := map[int]bool{}
	for _, l := range loops {
		exiting := kernel.ExitingBlocks(l)
		if len(exiting) != 1 || slices.ContainsFunc(loops, func(o flow.Loop) bool { return o.Header != l.Header && l.Member[o.Header] }) {
			continue
		}
		for _, d := range ds {
			if d.decides[l.Header] {
				hide[d.block] = true
			}
		}
	}
	var out []llvm.Value
	for i, b := range kernel.Blocks {
		if hide[i] {
			out = append(out, llvm.GetBasicBlockTerminator(b))
		}
	}
	return out
}
