// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// unmaskedStores is the workaround's name.
const unmaskedStores = "unmasked-stores"

// UnmaskedStores keeps LLVM's code generator from storing under a mask what a loop over work-items keeps where a
// condition holds, as the least number and its index. Processors with AVX that have no AVX-512 execute vmaskmovps
// slowly, and the next iteration loads what it stored. An arithmetic fence is no instruction.
//
//	%old = load <8 x float>, ptr %p
//	%new = select <8 x i1> %less, <8 x float> %d, <8 x float> %old
//	store <8 x float> %new, ptr %p
//
// becomes
//
//	%old = load <8 x float>, ptr %p
//	%new = select <8 x i1> %less, <8 x float> %d, <8 x float> %old
//	%fenced = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %new)
//	store <8 x float> %fenced, ptr %p
func UnmaskedStores(u *ir.Unit) error {
	masked := slices.Contains(u.Needed, "avx") && !slices.Contains(u.Needed, "avx512f")
	if u.Opts.Level == "0" || !masked || u.Without(unmaskedStores) {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.Store && keepsElements(i) {
				fence(u, i)
			}
		}
	}
	return nil
}

// keepsElements reports whether a store of a vector leaves elements as they were loaded.
func keepsElements(store llvm.Value) bool {
	v := llvm.GetOperand(store, 0)
	if llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.VectorKind || llvm.IsAInstruction(v) == 0 || ir.Opcode(v) != llvm.Select {
		return false
	}
	for n := uint32(1); n < 3; n++ {
		o := llvm.GetOperand(v, n)
		if llvm.IsAInstruction(o) != 0 && ir.Opcode(o) == llvm.Load && llvm.GetOperand(o, 0) == llvm.GetOperand(store, 1) {
			return true
		}
	}
	return false
}

// fence puts an arithmetic fence before a store of a vector. Integers pass it as floating-point numbers.
func fence(u *ir.Unit, store llvm.Value) {
	v := llvm.GetOperand(store, 0)
	t := llvm.TypeOf(v)
	element, size := llvm.GetElementType(t), llvm.GetVectorSize(t)
	var bits uint32
	switch llvm.GetTypeKind(element) {
	case llvm.FloatKind:
		bits = 32
	case llvm.DoubleKind:
		bits = 64
	case llvm.IntegerKind:
		bits = llvm.GetIntTypeWidth(element)
	}
	switch bits { // others have no masked stores
	case 32:
		element = llvm.FloatTypeInContext(u.Ctx)
	case 64:
		element = u.Types.Double
	default:
		return
	}
	floats := llvm.VectorType(element, size)
	ft := llvm.FunctionType(floats, []llvm.Type{floats}, false)
	name := fmt.Sprintf("llvm.arithmetic.fence.v%df%d", size, bits)
	f := llvm.GetNamedFunction(u.Mod, name)
	if f == 0 {
		f = llvm.AddFunction(u.Mod, name, ft)
	}
	b := u.Before(store)
	if floats != t {
		v = llvm.BuildBitCast(b, v, floats, "")
	}
	v = llvm.BuildCall2(b, ft, f, []llvm.Value{v}, "")
	if floats != t {
		v = llvm.BuildBitCast(b, v, t, "")
	}
	llvm.SetOperand(store, 0, v)
}
