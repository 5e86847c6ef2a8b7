// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"math/bits"
	"slices"

	"gohipcc/abi"
	"gohipcc/passes/convergence"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// OpenCL C's sub-group functions, mangled, by the type of the value that they exchange.
const laneFunction = "_Z22get_sub_group_local_idv"

var shuffles = map[string]string{"_Z17sub_group_shufflejj": "jj", "_Z17sub_group_shufflemj": "mj"}

// RelativeShuffles replaces shuffles by a known distance by functions for which a GPU moves
// registers; a general shuffle computes a register address for each lane.
//
//	%far = add i32 %lane, 8
//	%in = icmp ult i32 %far, 32
//	%from = select i1 %in, i32 %far, i32 %lane
//	%r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%s = call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %v, i32 8)
//	%in = icmp ult i32 %lane, 24
//	%r = select i1 %in, i32 %s, i32 %v
//
// and only the first line of these if the values of the last lanes are unused.
func RelativeShuffles(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		list := slices.DeleteFunc(ir.Instructions(f), func(i llvm.Value) bool {
			return !ir.IsCall(i) || ir.Callee(i) == 0 || shuffles[ir.Callee(i).Name()] == ""
		})
		if len(list) == 0 {
			continue
		}
		demanded := convergence.DemandedLanes(u, f)
		for _, call := range list {
			if from := demanded.SourcesOf(call); from != nil {
				relative(u, call, from, demanded.Of(call))
			}
		}
	}
	return u.LLVMPasses("function(dce)")
}

// relative replaces a shuffle if all lanes that do not keep their value read from the same
// distance, or all with the same bit of their number changed; or if all read from one lane. The
// values of other lanes do not matter.
func relative(u *ir.Unit, call llvm.Value, from *convergence.Sources, needed convergence.Lanes) {
	all := func(is func(lane, source int) bool) bool {
		for lane, source := range from {
			if needed.Has(lane) && !is(lane, source) {
				return false
			}
		}
		return true
	}
	v, types := llvm.GetOperand(call, 0), shuffles[ir.Callee(call).Name()]
	if all(func(lane, source int) bool { return source == lane }) {
		ir.Replace(call, v)
		return
	}
	first := bits.TrailingZeros32(uint32(needed))
	source := from[first]
	if !all(func(_, source int) bool { return source >= 0 && source < abi.WarpSize }) {
		return
	}
	if all(func(_, other int) bool { return other == source }) {
		llvm.SetOperand(call, 1, u.I32(uint64(source)))
		return
	}
	distance, stay := distanceOf(from, needed)
	move := distance != 0 && stay&needed == 0
	x := first ^ source
	swap := x != 0 && all(func(lane, other int) bool { return other == lane^x })
	// A shuffle by a distance takes twice as many instructions where registers have 32 bytes.
	if swap && (!move || !target.IntelWideRegisters(u.Opts.CPU)) {
		exchange(u, call, "_Z21sub_group_shuffle_xor"+types, x)
		return
	}
	var r llvm.Value
	switch {
	case distance > 0:
		r = exchange(u, call, "_Z22sub_group_shuffle_down"+types, distance)
	case distance < 0:
		r = exchange(u, call, "_Z20sub_group_shuffle_up"+types, -distance)
	default:
		return
	}
	if !move {
		keep(u, r, v, uint32(stay))
	}
}

// distanceOf returns the distance from which the lanes whose values are used read, 0 if that
// differs, and the mask of the lanes that read their own value.
func distanceOf(from *convergence.Sources, needed convergence.Lanes) (distance int, stay convergence.Lanes) {
	for lane, n := range from {
		switch d := n - lane; {
		case d == 0:
			stay |= 1 << lane
		case !needed.Has(lane):
		case distance != 0 && d != distance:
			return 0, 0
		default:
			distance = d
		}
	}
	return distance, stay
}

// exchange replaces a shuffle by a call of another function.
func exchange(u *ir.Unit, call llvm.Value, name string, by int) llvm.Value {
	v := llvm.GetOperand(call, 0)
	f := u.RuntimeFunction(name, llvm.TypeOf(v), llvm.TypeOf(v), u.Types.I32)
	u.AddAttr(f, llvm.FunctionIndex, "convergent")
	r := llvm.BuildCall2(u.Before(call), llvm.GlobalGetValueType(f), f, []llvm.Value{v, u.I32(uint64(by))}, "")
	llvm.SetInstructionCallConv(r, llvm.GetFunctionCallConv(f))
	ir.Replace(call, r)
	return r
}

// keep makes some lanes keep their own value instead of the shuffled one.
func keep(u *ir.Unit, r, own llvm.Value, stay uint32) {
	b := u.Before(llvm.GetNextInstruction(r))
	lane := laneOf(u, b)
	var in llvm.Value
	n := 0
	for stay>>n&1 == 1 {
		n++
	}
	switch {
	case n > 0 && stay == 1<<n-1: // the first
		in = llvm.BuildICmp(b, llvm.IntUGE, lane, u.I32(uint64(n)), "")
	case n == 0 && ^stay&(^stay+1) == 0: // the last
		for n < abi.WarpSize && stay>>n&1 == 0 {
			n++
		}
		in = llvm.BuildICmp(b, llvm.IntULT, lane, u.I32(uint64(n)), "")
	default:
		bit := llvm.BuildAnd(b, llvm.BuildLShr(b, u.I32(uint64(^stay)), lane, ""), u.I32(1), "")
		in = llvm.BuildICmp(b, llvm.IntNE, bit, u.I32(0), "")
	}
	uses := ir.Users(r)
	s := llvm.BuildSelect(b, in, r, own, "")
	for _, user := range uses {
		for k := range uint32(llvm.GetNumOperands(user)) {
			if llvm.GetOperand(user, k) == r {
				llvm.SetOperand(user, k, s)
			}
		}
	}
}

func laneOf(u *ir.Unit, b llvm.Builder) llvm.Value {
	f := u.RuntimeFunction(laneFunction, u.Types.I32)
	c := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, nil, "")
	llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(f))
	return c
}
