// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// SyncKind is how an instruction synchronises the work-items of a warp or a work-group.
type SyncKind int

// Kinds of synchronisation points.
const (
	NoSync       SyncKind = iota
	GroupBarrier          // of the work-group
	WarpBarrier
	WarpShuffle
	WarpBallot
	OtherSync // a collective operation that continuation-based synchronisation cannot lower
)

// independent is the attribute that [MarkIndependent] adds to calls.
const independent = "gohip-independent"

// MarkIndependent marks the call of a warp operation for which no lane has to wait: SyncOf does not
// classify it as a synchronisation point.
func MarkIndependent(u *ir.Unit, call llvm.Value) {
	llvm.AddCallSiteAttribute(call, llvm.FunctionIndex, llvm.CreateStringAttribute(u.Ctx, independent, ""))
}

func isIndependent(call llvm.Value) bool {
	n := llvm.GetCallSiteAttributeCount(call, llvm.FunctionIndex)
	if n == 0 {
		return false
	}
	list := make([]llvm.Attribute, n)
	llvm.GetCallSiteAttributes(call, llvm.FunctionIndex, &list[0])
	return slices.ContainsFunc(list, func(a llvm.Attribute) bool {
		if !llvm.IsStringAttribute(a) {
			return false
		}
		length := new(uint32)
		name := llvm.GetStringAttributeKind(a, length)
		return llvm.CopyString(name, uint64(*length)) == independent
	})
}

// SyncOf classifies an instruction; [NoSync] if it does not synchronise.
func SyncOf(i llvm.Value) SyncKind {
	kind := syncOf(i)
	if kind != NoSync && isIndependent(i) {
		return NoSync
	}
	return kind
}

// IsShuffle reports whether an instruction is an exchange between the lanes of a warp, marked
// independent or not.
func IsShuffle(i llvm.Value) bool { return syncOf(i) == WarpShuffle }

func syncOf(i llvm.Value) SyncKind {
	if i == 0 || !ir.IsCall(i) {
		return NoSync
	}
	f := ir.Callee(i)
	if f == 0 {
		return NoSync
	}
	if f.Name() == AllName {
		return GroupBarrier
	}
	if name, ok := strings.CutPrefix(f.Name(), nvvmPrefix); ok {
		return syncOfNVVM(name)
	}
	name, ok := ir.MangledName(f.Name())
	switch {
	case !ok:
		return NoSync
	case name == "__spirv_ControlBarrier":
		const subgroup = 3 // the scope, SPIR-V specification 3.27
		if scope := llvm.GetOperand(i, 0); llvm.IsAConstantInt(scope) != 0 && llvm.ConstIntGetZExtValue(scope) == subgroup {
			return WarpBarrier
		}
		return GroupBarrier
	case name == "barrier" || name == "work_group_barrier":
		return GroupBarrier
	case name == "sub_group_barrier":
		return WarpBarrier
	case name == "sub_group_shuffle" && llvm.GetTypeKind(llvm.TypeOf(i)) == llvm.IntegerKind && llvm.GetIntTypeWidth(llvm.TypeOf(i)) >= 32:
		return WarpShuffle
	case name == "sub_group_ballot":
		return WarpBallot
	case strings.HasPrefix(name, "work_group_"), strings.HasPrefix(name, "sub_group_"):
		return OtherSync
	}
	return NoSync
}

// AllName is the name of the function that [All] calls.
const AllName = "__gohip.all"

// All builds a barrier of the work-group, whose result is uniform: whether all work-items pass true
// to it. It may also be false if they do. Work-group formation builds it, and lowers it.
func All(u *ir.Unit, b llvm.Builder, v llvm.Value) llvm.Value {
	f := llvm.GetNamedFunction(u.Mod, AllName)
	if f == 0 {
		f = llvm.AddFunction(u.Mod, AllName, llvm.FunctionType(u.Types.I1, []llvm.Type{u.Types.I1}, false))
		u.AddAttr(f, llvm.FunctionIndex, "convergent")
		u.AddAttr(f, llvm.FunctionIndex, "nounwind")
	}
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{v}, "all")
}

// IsAll reports whether an instruction was built by [All].
func IsAll(i llvm.Value) bool {
	return llvm.IsAInstruction(i) != 0 && ir.IsCall(i) && ir.Callee(i) != 0 && ir.Callee(i).Name() == AllName
}
