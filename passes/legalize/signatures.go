// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"math/big"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IntegerSignatures changes the types of parameters and results of functions and kernels to types
// that devices support: an integer of an odd width is passed zero-extended, one of more than 64
// bits as a vector of words.
//
//	define internal spir_func i63 @f(i63 %a, i100 %b) {
//	  %x = add i63 %a, 5
//	  ret i63 %x
//
// becomes
//
//	define internal spir_func i64 @f(i64 %0, <2 x i64> %1) {
//	  %a = trunc i64 %0 to i63
//	  %b.w = bitcast <2 x i64> %1 to i128
//	  %b = trunc i128 %b.w to i100
//	  %x = add i63 %a, 5
//	  %r = zext i63 %x to i64
//	  ret i64 %r
//
// IntegerWidths, WideIntegers and MultiwordIntegers legalise the bodies.
func IntegerSignatures(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		legalizeSignature(u, f)
	}
	for _, f := range u.Definitions() {
		for _, c := range ir.Instructions(f) {
			if ir.IsCall(c) && llvm.IsAFunction(llvm.GetCalledValue(c)) == 0 && llvm.IsAInlineAsm(llvm.GetCalledValue(c)) == 0 {
				legalizeIndirectCall(u, c)
			}
		}
	}
	return nil
}

// legalizeIndirectCall changes the types of an indirect call's arguments and result as those of the
// called functions change.
func legalizeIndirectCall(u *ir.Unit, c llvm.Value) {
	old := llvm.GetReturnType(llvm.GetCalledFunctionType(c))
	result := passedAs(u, old)
	changed := result != old
	args := ir.CallArgs(c)
	var params []llvm.Type
	for i, a := range args {
		args[i] = passed(u, u.Before(c), a)
		changed = changed || args[i] != a
		params = append(params, llvm.TypeOf(args[i]))
	}
	if !changed {
		return
	}
	to := u.RebuildCall(c, llvm.GetCalledValue(c), llvm.FunctionType(result, params, false), args)
	if result != old {
		ir.Replace(c, received(u, u.Before(c), to, old))
	}
}

// passedAs returns the type that a value of a type is passed as.
func passedAs(u *ir.Unit, t llvm.Type) llvm.Type {
	n := oddWidth(t)
	switch {
	case n > 64 && lanes(t) == 0 && passedWords(n) > 0:
		return llvm.VectorType(u.Types.I64, passedWords(n))
	case n == 0:
		return t
	case n > 64:
		return t
	}
	s := u.IntType(legalWidth(n))
	if k := lanes(t); k > 0 {
		return llvm.VectorType(s, k)
	}
	return s
}

// passedWords returns the number of words that an integer of more than 64 bits is passed in, which
// is a vector size of OpenCL (OpenCL C 3.0, 6.3.2).
func passedWords(n uint32) uint32 {
	for _, k := range []uint32{2, 3, 4, 8, 16} {
		if n <= 64*k {
			return k
		}
	}
	return 0
}

func legalizeSignature(u *ir.Unit, f llvm.Value) {
	old := llvm.GlobalGetValueType(f)
	result := passedAs(u, llvm.GetReturnType(old))
	changed := result != llvm.GetReturnType(old)
	var params []llvm.Type
	for _, p := range ir.Params(f) {
		t := passedAs(u, llvm.TypeOf(p))
		params = append(params, t)
		changed = changed || t != llvm.TypeOf(p)
	}
	if !changed {
		return
	}
	ft := llvm.FunctionType(result, params, false)
	var calls []llvm.Value
	for _, c := range ir.Users(f) {
		if ir.IsCall(c) && llvm.GetCalledValue(c) == f {
			calls = append(calls, c)
		}
	}
	n := u.RebuildFunction(f, ft, func(f, old, param llvm.Value) {
		llvm.ReplaceAllUsesWith(old, received(u, u.AtEntry(f), param, llvm.TypeOf(old)))
	})
	if result != llvm.GetReturnType(old) {
		for _, b := range ir.Blocks(n) {
			if t := llvm.GetBasicBlockTerminator(b); llvm.GetInstructionOpcode(t) == llvm.Ret {
				llvm.BuildRet(u.Before(t), passed(u, u.Before(t), llvm.GetOperand(t, 0)))
				ir.Erase(t)
			}
		}
	}
	for _, c := range calls {
		args := ir.CallArgs(c)
		for i, a := range args {
			args[i] = passed(u, u.Before(c), a)
		}
		to := u.RebuildCall(c, n, ft, args)
		if result != llvm.GetReturnType(old) {
			ir.Replace(c, received(u, u.Before(c), to, llvm.GetReturnType(old)))
		}
	}
	llvm.ReplaceAllUsesWith(f, n) // in metadata
	llvm.DeleteFunction(f)
}

// passed converts a value to the type in which it is passed.
func passed(u *ir.Unit, b llvm.Builder, v llvm.Value) llvm.Value {
	t := passedAs(u, llvm.TypeOf(v))
	if t == llvm.TypeOf(v) {
		return v
	}
	if wideWidth(llvm.TypeOf(v)) == 0 {
		return llvm.BuildZExt(b, v, t, "")
	}
	if llvm.IsAConstantInt(v) != 0 {
		return constantWords(u, v, lanes(t))
	}
	if whole := u.IntType(64 * lanes(t)); llvm.TypeOf(v) != whole {
		v = llvm.BuildZExt(b, v, whole, "")
	}
	return llvm.BuildBitCast(b, v, t, "")
}

// constantWords returns the zero extension of a constant as words: LLVM would fold a bitcast of a
// constant to a constant expression, in which the other passes do not see the integer.
func constantWords(u *ir.Unit, c llvm.Value, n uint32) llvm.Value {
	value, _ := new(big.Int).SetString(ir.ConstantText(c), 10)
	if value.Sign() < 0 {
		value.Add(value, new(big.Int).Lsh(big.NewInt(1), uint(llvm.GetIntTypeWidth(llvm.TypeOf(c)))))
	}
	words, word := make([]llvm.Value, n), new(big.Int).SetUint64(1<<64-1)
	for i := range words {
		low := new(big.Int).Rsh(value, uint(64*i))
		words[i] = u.I64(low.And(low, word).Uint64())
	}
	return llvm.ConstVector(words)
}

// received converts a passed value back to its type.
func received(u *ir.Unit, b llvm.Builder, v llvm.Value, t llvm.Type) llvm.Value {
	if wideWidth(t) != 0 {
		v = llvm.BuildBitCast(b, v, u.IntType(64*lanes(llvm.TypeOf(v))), "")
	}
	if t == llvm.TypeOf(v) {
		return v
	}
	return llvm.BuildTrunc(b, v, t, "")
}
