// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"cmp"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Switches has the cases of a switch compared in the order of their values, as nvcc does. LLVM tests
// the likely ones first, but of cases that are equally likely it moves the one whose block comes next, the
// source's first, to the end, to save a branch: PTX has no use for that, and it is often the case of
// most lanes. With weights that differ by next to nothing all have an order.
//
//	switch i32 %x, label %d [ i32 0, label %a
//	                          i32 4, label %b
//	                          i32 8, label %c ]
//
// gets
//
//	!prof !{!"branch_weights", i32 1000000, i32 1000003, i32 1000002, i32 1000001}
//
// Weights of the source's own stay.
func Switches(u *ir.Unit) error {
	kind := u.MDKind("prof")
	for _, f := range u.Definitions() {
		for _, b := range ir.Blocks(f) {
			if t := llvm.GetBasicBlockTerminator(b); t != 0 && llvm.GetInstructionOpcode(t) == llvm.Switch && llvm.GetMetadata(t, kind) == 0 {
				weighCases(u, t, kind)
			}
		}
	}
	return nil
}

// evenWeight is the weight of a switch's default, next to which the differences do not count.
const evenWeight = 1000000

func weighCases(u *ir.Unit, t llvm.Value, kind uint32) {
	n := int(llvm.GetNumSuccessors(t))
	if llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(t, 0))) > 64 {
		return
	}
	byValue := make([]int, n-1) // the cases' indices as successors
	for i := range byValue {
		byValue[i] = i + 1
	}
	value := func(i int) int64 { return llvm.ConstIntGetSExtValue(ir.CaseValue(t, uint32(i))) }
	slices.SortFunc(byValue, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	weights := make([]llvm.Metadata, n+1)
	weights[0] = llvm.MDStringInContext2(u.Ctx, "branch_weights")
	weights[1] = llvm.ValueAsMetadata(u.I32(evenWeight))
	for at, i := range byValue {
		weights[i+1] = llvm.ValueAsMetadata(u.I32(uint64(evenWeight + n - 1 - at)))
	}
	llvm.SetMetadata(t, kind, llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &weights[0], uint64(len(weights)))))
}
