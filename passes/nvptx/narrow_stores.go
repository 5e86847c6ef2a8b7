// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// NarrowStores moves the bits of a floating-point number to a register of their own if a part of them is taken.
// LLVM's registers have no types, so a part is stored from the register of the number,
//
//	fma.rn.f32 %r3, %r2, 0f40400000, 0f4B400000;
//	st.global.b8 [%rd8], %r3;
//
// which ptxas takes for the conversion to an integer. So
//
//	%i = bitcast float %x to i32
//	%b = trunc i32 %i to i8
//
// becomes
//
//	%i = bitcast float %x to i32
//	%m = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 %i)
//	%b = trunc i32 %m to i8
//
// LLVM stores a number of which the address is not aligned byte by byte, and returns packed structures so: these get the
// number with its bits moved.
func NarrowStores(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			switch llvm.GetInstructionOpcode(x) {
			case llvm.BitCast:
				if width := floatWidth(llvm.GetOperand(x, 0)); width != 0 && isNarrowed(x, width) {
					ir.Replace(x, moved(u, x, llvm.GetOperand(x, 0), llvm.TypeOf(x)))
				}
			case llvm.Store:
				if llvm.GetAlignment(x)*8 < floatWidth(llvm.GetOperand(x, 0)) {
					move(u, x, 0)
				}
			case llvm.InsertValue:
				if t := llvm.TypeOf(x); llvm.GetTypeKind(t) == llvm.StructKind && llvm.IsPackedStruct(t) && floatWidth(llvm.GetOperand(x, 1)) != 0 {
					move(u, x, 1)
				}
			}
		}
	}
	return nil
}

// move gives an instruction an operand of the same type with its bits moved.
func move(u *ir.Unit, x llvm.Value, operand uint32) {
	v := llvm.GetOperand(x, operand)
	if !llvm.IsConstant(v) {
		llvm.SetOperand(x, operand, moved(u, x, v, llvm.TypeOf(v)))
	}
}

// floatWidth returns the bits of a floating-point number, or of the elements of a vector of them, 0 for other values.
func floatWidth(v llvm.Value) uint32 {
	switch llvm.ScalarKind(llvm.TypeOf(v)) {
	case llvm.HalfKind, llvm.BFloatKind:
		return 16
	case llvm.FloatKind:
		return 32
	case llvm.DoubleKind:
		return 64
	}
	return 0
}

// isNarrowed reports whether less than width bits of an integer, or of a vector of them, are taken, also after
// they have been extended or merged with others.
func isNarrowed(x llvm.Value, width uint32) bool {
	seen := map[llvm.Value]bool{}
	var walk func(v llvm.Value) bool
	walk = func(v llvm.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		t := llvm.ScalarType(llvm.TypeOf(v))
		if llvm.GetTypeKind(t) != llvm.IntegerKind {
			return false
		}
		if llvm.GetIntTypeWidth(t) < width {
			return true
		}
		for _, w := range ir.Users(v) {
			if llvm.IsAInstruction(w) == 0 {
				continue
			}
			switch llvm.GetInstructionOpcode(w) {
			case llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.BitCast, llvm.PHI, llvm.Select, llvm.Freeze, llvm.ExtractElement:
				if walk(w) {
					return true
				}
			}
		}
		return false
	}
	return walk(x)
}

// moved returns, before an instruction, the bits of a floating-point number, or of each of a vector of them, from registers
// that only moves write, as a value of type t.
func moved(u *ir.Unit, before, x llvm.Value, t llvm.Type) llvm.Value {
	b, width := u.Before(before), floatWidth(x)
	i := u.IntType(width)
	class := map[uint32]string{16: "h", 32: "r", 64: "l"}[width]
	ft := llvm.FunctionType(i, []llvm.Type{i}, false)
	move := llvm.GetInlineAsm(ft, fmt.Sprintf("mov.b%d $0, $1;", width), "="+class+","+class, false, false, 0, false)
	one := func(x llvm.Value) llvm.Value {
		return llvm.BuildCall2(b, ft, move, []llvm.Value{llvm.BuildBitCast(b, x, i, "")}, "")
	}
	var bits llvm.Value
	if llvm.GetTypeKind(llvm.TypeOf(x)) == llvm.VectorKind {
		n := llvm.GetVectorSize(llvm.TypeOf(x))
		bits = llvm.GetPoison(llvm.VectorType(i, n))
		for k := range uint64(n) {
			bits = llvm.BuildInsertElement(b, bits, one(llvm.BuildExtractElement(b, x, u.I32(k), "")), u.I32(k), "")
		}
	} else {
		bits = one(x)
	}
	if llvm.TypeOf(bits) == t {
		return bits
	}
	return llvm.BuildBitCast(b, bits, t, "")
}
