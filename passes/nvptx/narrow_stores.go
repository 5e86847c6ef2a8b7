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
func NarrowStores(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(x) != llvm.BitCast {
				continue
			}
			width := floatWidth(scalar(llvm.TypeOf(llvm.GetOperand(x, 0))))
			if width == 0 || !isNarrowed(x, width) {
				continue
			}
			b := u.Before(x)
			bits := moved(u, b, llvm.GetOperand(x, 0), width)
			if llvm.TypeOf(bits) != llvm.TypeOf(x) {
				bits = llvm.BuildBitCast(b, bits, llvm.TypeOf(x), "")
			}
			ir.Replace(x, bits)
		}
	}
	return nil
}

// floatWidth returns the bits of a floating-point type, 0 for other types.
func floatWidth(t llvm.Type) uint32 {
	switch llvm.GetTypeKind(t) {
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
		t := scalar(llvm.TypeOf(v))
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

// moved returns the bits of a floating-point number, or of each of a vector of them, in registers of integers.
func moved(u *ir.Unit, b llvm.Builder, x llvm.Value, width uint32) llvm.Value {
	t := u.IntType(width)
	if llvm.GetTypeKind(llvm.TypeOf(x)) == llvm.VectorKind {
		n := llvm.GetVectorSize(llvm.TypeOf(x))
		out := llvm.GetPoison(llvm.VectorType(t, n))
		for k := range uint64(n) {
			e := moved(u, b, llvm.BuildExtractElement(b, x, u.I32(k), ""), width)
			out = llvm.BuildInsertElement(b, out, e, u.I32(k), "")
		}
		return out
	}
	class := map[uint32]string{16: "h", 32: "r", 64: "l"}[width]
	ft := llvm.FunctionType(t, []llvm.Type{t}, false)
	move := llvm.GetInlineAsm(ft, fmt.Sprintf("mov.b%d $0, $1;", width), "="+class+","+class, false, false, 0, false)
	return llvm.BuildCall2(b, ft, move, []llvm.Value{llvm.BuildBitCast(b, x, t, "")}, "")
}
