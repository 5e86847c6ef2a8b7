// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// PackedSums adds vectors of 16-bit integers element by element. LLVM has add.s16x2 for them, and if
// only one half of its result is used, ptxas adds 0 in place of a constant.
//
//	%s = add <2 x i16> %v, <i16 4, i16 7>
//
// becomes
//
//	%a = extractelement <2 x i16> %v, i32 0
//	%x = add i16 %a, 4
//	%r = insertelement <2 x i16> poison, i16 %x, i32 0
//	%b = extractelement <2 x i16> %v, i32 1
//	%y = add i16 %b, 7
//	%s = insertelement <2 x i16> %r, i16 %y, i32 1
func PackedSums(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			switch op := llvm.GetInstructionOpcode(x); {
			case op == llvm.Add || op == llvm.Sub:
				if elements := halves(llvm.TypeOf(x)); elements != 0 {
					ir.Replace(x, byElement(u, x, elements, func(b llvm.Builder, l, r llvm.Value) llvm.Value {
						return llvm.BuildBinOp(b, op, l, r, "")
					}))
				}
			case ir.IsCall(x):
				packedIntrinsic(u, x)
			}
		}
	}
	return nil
}

// halves returns the number of elements of a vector of 16-bit integers, 0 for other types.
func halves(t llvm.Type) uint32 {
	if llvm.GetTypeKind(t) != llvm.VectorKind {
		return 0
	}
	if e := llvm.GetElementType(t); llvm.GetTypeKind(e) != llvm.IntegerKind || llvm.GetIntTypeWidth(e) != 16 {
		return 0
	}
	return llvm.GetVectorSize(t)
}

// byElement builds a vector of the results for the elements of an instruction's first two operands.
func byElement(u *ir.Unit, x llvm.Value, elements uint32, op func(b llvm.Builder, l, r llvm.Value) llvm.Value) llvm.Value {
	b := u.Before(x)
	out := llvm.GetPoison(llvm.TypeOf(x))
	for k := range uint64(elements) {
		l := llvm.BuildExtractElement(b, llvm.GetOperand(x, 0), u.I32(k), "")
		r := llvm.BuildExtractElement(b, llvm.GetOperand(x, 1), u.I32(k), "")
		out = llvm.BuildInsertElement(b, out, op(b, l, r), u.I32(k), "")
	}
	return out
}

// packedIntrinsic replaces a call of an intrinsic of vectors that LLVM expands to additions.
func packedIntrinsic(u *ir.Unit, x llvm.Value) {
	callee := ir.Callee(x)
	if callee == 0 {
		return
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(callee.Name(), "llvm."), ".v")
	switch name {
	case "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat":
		elements := halves(llvm.TypeOf(x))
		if elements == 0 {
			return
		}
		i16 := llvm.GetElementType(llvm.TypeOf(x))
		scalar := u.RuntimeFunction("llvm."+name+".i16", i16, i16, i16)
		ir.Replace(x, byElement(u, x, elements, func(b llvm.Builder, l, r llvm.Value) llvm.Value {
			return llvm.BuildCall2(b, llvm.GlobalGetValueType(scalar), scalar, []llvm.Value{l, r}, "")
		}))
	case "vector.reduce.add":
		v := llvm.GetOperand(x, 0)
		elements := halves(llvm.TypeOf(v))
		if elements == 0 {
			return
		}
		b := u.Before(x)
		sum := llvm.BuildExtractElement(b, v, u.I32(0), "")
		for k := uint64(1); k < uint64(elements); k++ {
			sum = llvm.BuildAdd(b, sum, llvm.BuildExtractElement(b, v, u.I32(k), ""), "")
		}
		ir.Replace(x, sum)
	}
}
