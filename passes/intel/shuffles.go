// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"gohipcc/abi"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Functions of OpenCL C, mangled, by the type of what they exchange.
const laneFunction = "_Z22get_sub_group_local_idv"

var shuffles = map[string]string{"_Z17sub_group_shufflejj": "jj", "_Z17sub_group_shufflemj": "mj"}

// RelativeShuffles makes the exchanges whose distance is known those for which a GPU moves registers; any
// other reads them by addresses that it computes for each lane.
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
func RelativeShuffles(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, call := range ir.Instructions(f) {
			if !ir.IsCall(call) || ir.Callee(call) == 0 {
				continue
			}
			if types, ok := shuffles[ir.Callee(call).Name()]; ok {
				relative(u, call, types)
			}
		}
	}
	return u.LLVMPasses("function(dce)")
}

// relative replaces an exchange if all lanes that do not keep their value read from the same distance, or all
// have their number changed in the same bits; or names the lane that all read from.
func relative(u *ir.Unit, call llvm.Value, types string) {
	var from [abi.WarpSize]uint64
	for lane := range from {
		n, ok := laneValue(llvm.GetOperand(call, 1), uint64(lane), 0)
		if !ok {
			return
		}
		from[lane] = n % (1 << 32)
	}
	v := llvm.GetOperand(call, 0)
	if n := from[0]; n < abi.WarpSize && all(from[:], func(_, other uint64) bool { return other == n }) {
		llvm.SetOperand(call, 1, u.I32(n))
		return
	}
	if bits := from[0]; bits > 0 && bits < abi.WarpSize && all(from[:], func(lane, n uint64) bool { return n == lane^bits }) {
		exchange(u, call, "_Z21sub_group_shuffle_xor"+types, bits)
		return
	}
	distance, stay := 0, uint32(0)
	for lane, n := range from {
		d := int(int32(n)) - lane
		switch {
		case n >= abi.WarpSize, d != 0 && distance != 0 && d != distance:
			return
		case d == 0:
			stay |= 1 << lane
		default:
			distance = d
		}
	}
	var r llvm.Value
	switch {
	case distance == 0:
		ir.Replace(call, v)
		return
	case distance > 0:
		r = exchange(u, call, "_Z22sub_group_shuffle_down"+types, uint64(distance))
	default:
		r = exchange(u, call, "_Z20sub_group_shuffle_up"+types, uint64(-distance))
	}
	keep(u, r, v, stay)
}

func all(from []uint64, is func(lane, n uint64) bool) bool {
	for lane, n := range from {
		if !is(uint64(lane), n) {
			return false
		}
	}
	return true
}

// exchange puts the call of another function in the place of an exchange.
func exchange(u *ir.Unit, call llvm.Value, name string, by uint64) llvm.Value {
	v := llvm.GetOperand(call, 0)
	f := u.RuntimeFunction(name, llvm.TypeOf(v), llvm.TypeOf(v), u.Types.I32)
	u.AddAttr(f, llvm.FunctionIndex, "convergent")
	r := llvm.BuildCall2(u.Before(call), llvm.GlobalGetValueType(f), f, []llvm.Value{v, u.I32(by)}, "")
	llvm.SetInstructionCallConv(r, llvm.GetFunctionCallConv(f))
	ir.Replace(call, r)
	return r
}

// keep has some lanes keep their own value instead of what they get.
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

// laneValue is what a value is in a lane, if that is all that it depends on.
func laneValue(v llvm.Value, lane uint64, depth int) (uint64, bool) {
	if c, ok := constantOf(v); ok {
		return c, true
	}
	if depth > 16 || llvm.IsAInstruction(v) == 0 || llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind {
		return 0, false
	}
	if ir.IsCall(v) {
		f := ir.Callee(v)
		return lane, f != 0 && f.Name() == laneFunction
	}
	var x [3]uint64
	operands := ir.Operands(v)
	if len(operands) > len(x) || ir.Opcode(v) == llvm.PHI {
		return 0, false
	}
	for k, o := range operands {
		var ok bool
		if x[k], ok = laneValue(o, lane, depth+1); !ok {
			return 0, false
		}
	}
	n, ok := apply(v, x)
	if bits := llvm.GetIntTypeWidth(llvm.TypeOf(v)); bits < 64 {
		n &= 1<<bits - 1
	}
	return n, ok
}

// apply computes an operation.
func apply(v llvm.Value, x [3]uint64) (uint64, bool) {
	bits := llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(v, 0)))
	if bits > 64 {
		return 0, false
	}
	switch ir.Opcode(v) {
	case llvm.Add:
		return x[0] + x[1], true
	case llvm.Sub:
		return x[0] - x[1], true
	case llvm.Mul:
		return x[0] * x[1], true
	case llvm.And:
		return x[0] & x[1], true
	case llvm.Or:
		return x[0] | x[1], true
	case llvm.Xor:
		return x[0] ^ x[1], true
	case llvm.Shl:
		return x[0] << x[1], x[1] < uint64(bits)
	case llvm.LShr:
		return x[0] >> x[1], x[1] < uint64(bits)
	case llvm.AShr:
		return uint64(signed(x[0], bits) >> x[1]), x[1] < uint64(bits)
	case llvm.ZExt, llvm.Trunc, llvm.Freeze:
		return x[0], true
	case llvm.SExt:
		return uint64(signed(x[0], bits)), true
	case llvm.Select:
		if x[0] != 0 {
			return x[1], true
		}
		return x[2], true
	case llvm.ICmp:
		return compare(llvm.GetICmpPredicate(v), x[0], x[1], bits)
	}
	return 0, false
}

func signed(x uint64, bits uint32) int64 { return int64(x<<(64-bits)) >> (64 - bits) }

func compare(p llvm.IntPredicate, x, y uint64, bits uint32) (uint64, bool) {
	a, b := signed(x, bits), signed(y, bits)
	is, known := map[llvm.IntPredicate]bool{
		llvm.IntEQ: x == y, llvm.IntNE: x != y, llvm.IntULT: x < y, llvm.IntULE: x <= y, llvm.IntUGT: x > y, llvm.IntUGE: x >= y,
		llvm.IntSLT: a < b, llvm.IntSLE: a <= b, llvm.IntSGT: a > b, llvm.IntSGE: a >= b,
	}[p]
	if is {
		return 1, known
	}
	return 0, known
}
