// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"strings"

	"gohipcc/passes/llvm"
)

// syncKind is what the work-items of a warp or a work-group do together.
type syncKind int

const (
	noSync syncKind = iota
	groupBarrier
	warpBarrier
	warpShuffle
	warpBallot
	otherSync // a function that rounds cannot take apart
)

// syncOf classifies an instruction.
func syncOf(i llvm.Value) syncKind {
	if i == 0 || !isCall(i) {
		return noSync
	}
	f := callee(i)
	if f == 0 {
		return noSync
	}
	name, ok := mangledName(f.Name())
	switch {
	case !ok:
		return noSync
	case name == "__spirv_ControlBarrier":
		const subgroup = 3 // the scope, SPIR-V specification 3.27
		if scope := llvm.GetOperand(i, 0); llvm.IsAConstantInt(scope) != 0 && llvm.ConstIntGetZExtValue(scope) == subgroup {
			return warpBarrier
		}
		return groupBarrier
	case name == "barrier" || name == "work_group_barrier":
		return groupBarrier
	case name == "sub_group_barrier":
		return warpBarrier
	case name == "sub_group_shuffle" && llvm.GetTypeKind(llvm.TypeOf(i)) == llvm.IntegerKind && llvm.GetIntTypeWidth(llvm.TypeOf(i)) >= 32:
		return warpShuffle
	case name == "sub_group_ballot":
		return warpBallot
	case strings.HasPrefix(name, "work_group_"), strings.HasPrefix(name, "sub_group_"):
		return otherSync
	}
	return noSync
}
