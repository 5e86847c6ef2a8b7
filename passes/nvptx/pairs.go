// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// convertsPair is NVVM's conversion of two floats to a pair of bfloats; its first operand becomes the high one.
const convertsPair = "llvm.nvvm.ff2bf16x2.rn"

// Pairs keeps pairs of 16-bit numbers in the 32-bit registers that they are in, where LLVM takes them apart
// into 16-bit ones, for which ptxas has an instruction each. A number in the high half of a word, as the float
// that a bfloat is, is that word shifted or masked:
//
//	%h = extractelement <2 x i16> %v, i64 1
//	%w = zext i16 %h to i32
//	%f = shl nuw i32 %w, 16
//
// becomes
//
//	%w = bitcast <2 x i16> %v to i32
//	%f = and i32 %w, -65536
//
// and a pair of two floats that were converted one by one is converted as one:
//
//	%a = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %x)
//	%b = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %y)
//	%p = shufflevector <2 x bfloat> %a, <2 x bfloat> %b, <2 x i32> <i32 0, i32 2>
//
// becomes
//
//	%p = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float %y, float %x)
func Pairs(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	changed := false
	for _, f := range u.Definitions() {
		for _, rewrite := range []func(*ir.Unit, llvm.Value) llvm.Value{joined, inHighHalf} {
			for _, x := range ir.Instructions(f) {
				if llvm.GetFirstUse(x) == 0 {
					continue
				}
				if v := rewrite(u, x); v != 0 {
					llvm.ReplaceAllUsesWith(x, v)
					changed = true
				}
			}
		}
	}
	if !changed {
		return nil
	}
	return u.LLVMPasses("function(dce)")
}

// A half is one of the two parts of a value, of 16 bits or, in CrossedHalves, of 32, 0 for the low one.
type half struct {
	word llvm.Value
	part uint64
}

// is32Bits reports whether a type is an integer of 32 bits or a vector of two 16-bit elements.
func is32Bits(u *ir.Unit, t llvm.Type) bool {
	return t == u.Types.I32 || isPair(t)
}

// isPair reports whether a type is a vector of two 16-bit elements.
func isPair(t llvm.Type) bool {
	if llvm.GetTypeKind(t) != llvm.VectorKind || llvm.GetVectorSize(t) != 2 {
		return false
	}
	switch e := llvm.GetElementType(t); llvm.GetTypeKind(e) {
	case llvm.HalfKind, llvm.BFloatKind:
		return true
	case llvm.IntegerKind:
		return llvm.GetIntTypeWidth(e) == 16
	}
	return false
}

// joined returns one conversion for a pair that is made of two, 0 if it is not.
func joined(u *ir.Unit, x llvm.Value) llvm.Value {
	switch ir.Opcode(x) {
	case llvm.Or, llvm.ShuffleVector, llvm.InsertElement:
	default:
		return 0
	}
	if !is32Bits(u, llvm.TypeOf(x)) {
		return 0
	}
	low, high := lowConversion(x, halfOf(u, half{x, 0})), lowConversion(x, halfOf(u, half{x, 1}))
	if low == 0 || high == 0 {
		return 0
	}
	f := ir.Callee(low)
	b := u.Before(x)
	pair := llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{llvm.GetOperand(high, 1), llvm.GetOperand(low, 1)}, "")
	return llvm.BuildBitCast(b, pair, llvm.TypeOf(x), "")
}

// lowConversion returns the conversion in the block of x whose low half a half is, and whose high one is zero, or 0.
func lowConversion(x llvm.Value, h half) llvm.Value {
	if h.part != 0 || !ir.IsCall(h.word) || ir.Callee(h.word) == 0 || ir.Callee(h.word).Name() != convertsPair ||
		llvm.GetInstructionParent(h.word) != llvm.GetInstructionParent(x) {
		return 0
	}
	if zero := llvm.GetOperand(h.word, 0); !llvm.IsConstant(zero) || !llvm.IsNull(zero) {
		return 0
	}
	return h.word
}

// halfOf finds where a half of a word comes from, through what joins halves and takes them apart.
func halfOf(u *ir.Unit, h half) half {
	for {
		next := half{}
		switch x := h.word; ir.Opcode(x) {
		case llvm.BitCast:
			next = half{llvm.GetOperand(x, 0), h.part}
		case llvm.ShuffleVector:
			next = shuffled(x, h.part)
		case llvm.InsertElement:
			if at := llvm.GetOperand(x, 2); llvm.IsAConstantInt(at) != 0 {
				next = half{llvm.GetOperand(x, 0), h.part}
				if llvm.ConstIntGetZExtValue(at) == h.part {
					next = halfIn(u, llvm.GetOperand(x, 1))
				}
			}
		case llvm.Or:
			next = either(u, x, h.part)
		}
		if next.word == 0 || !is32Bits(u, llvm.TypeOf(next.word)) {
			return h
		}
		h = next
	}
}

// shuffled returns the half that a shuffle puts into a half of its result.
func shuffled(x llvm.Value, part uint64) half {
	m := llvm.GetMaskValue(x, uint32(part))
	if m < 0 || m > 3 {
		return half{}
	}
	return half{llvm.GetOperand(x, uint32(m/2)), uint64(m % 2)}
}

// either returns the half of the result of an or of a high half and a low half that is one of the two.
func either(u *ir.Unit, x llvm.Value, part uint64) half {
	for k := range uint32(2) {
		high, low := shifted(llvm.GetOperand(x, k)), llvm.GetOperand(x, 1-k)
		if high == 0 || ir.Opcode(low) != llvm.ZExt || llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(low, 0))) != 16 {
			continue
		}
		if part == 1 {
			return halfIn(u, high)
		}
		return halfIn(u, llvm.GetOperand(low, 0))
	}
	return half{}
}

// shifted returns the 16-bit integer that an instruction shifts into the high half of a word, 0 if it does not.
func shifted(x llvm.Value) llvm.Value {
	if ir.Opcode(x) != llvm.Shl || ir.Opcode(llvm.GetOperand(x, 0)) != llvm.ZExt {
		return 0
	}
	n, v := llvm.GetOperand(x, 1), llvm.GetOperand(llvm.GetOperand(x, 0), 0)
	if llvm.IsAConstantInt(n) == 0 || llvm.ConstIntGetZExtValue(n) != 16 ||
		llvm.GetTypeKind(llvm.TypeOf(v)) != llvm.IntegerKind || llvm.GetIntTypeWidth(llvm.TypeOf(v)) != 16 {
		return 0
	}
	return v
}

// halfIn returns the half of a word that a 16-bit number is, nothing if it is not one.
func halfIn(u *ir.Unit, v llvm.Value) half {
	switch ir.Opcode(v) {
	case llvm.BitCast:
		return halfIn(u, llvm.GetOperand(v, 0))
	case llvm.Trunc:
		return half{llvm.GetOperand(v, 0), 0}
	case llvm.ExtractElement:
		if at := llvm.GetOperand(v, 1); llvm.IsAConstantInt(at) != 0 && isPair(llvm.TypeOf(llvm.GetOperand(v, 0))) {
			return halfOf(u, half{llvm.GetOperand(v, 0), llvm.ConstIntGetZExtValue(at)})
		}
	}
	return half{}
}

// inHighHalf returns the word whose high half is one of another word, for an instruction that shifts it there,
// or 0.
func inHighHalf(u *ir.Unit, x llvm.Value) llvm.Value {
	v := shifted(x)
	if v == 0 || llvm.TypeOf(x) != u.Types.I32 {
		return 0
	}
	h := halfIn(u, v)
	if h.word == 0 || !is32Bits(u, llvm.TypeOf(h.word)) || h.part > 1 {
		return 0
	}
	b := u.Before(x)
	word := llvm.BuildBitCast(b, h.word, u.Types.I32, "")
	if h.part == 1 {
		return llvm.BuildAnd(b, word, u.I32(0xffff0000), "")
	}
	return llvm.BuildShl(b, word, u.I32(16), "")
}
