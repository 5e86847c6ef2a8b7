// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HighProducts multiplies for the high word of a 64-bit product alone. LLVM multiplies 64 bits and
// unpacks the result,
//
//	mul.lo.s64 %rd3, %rd1, %rd2;
//	mov.b64 {_, %r4}, %rd3;
//	mul.lo.s32 %r6, %r4, %r5;
//
// and where %r5 and one factor are invariant in a loop, ptxas multiplies these two before the loop,
// as if the product's high word were the whole product. So
//
//	%p = mul i64 %x, %y ; zero-extended from i32 %a, %b
//	%h = lshr i64 %p, 32
//
// becomes
//
//	%m = call i32 @llvm.nvvm.mulhi.ui(i32 %a, i32 %b)
//	%h = zext i32 %m to i64
//
// and of wider factors, the products of their low and high words are added.
func HighProducts(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(x) == llvm.Mul && llvm.TypeOf(x) == u.Types.I64 {
				highWord(u, x)
			}
		}
	}
	return nil
}

// highWord replaces the shifts of a product that leave its high word, if nothing else uses it.
func highWord(u *ir.Unit, product llvm.Value) {
	users := ir.Users(product)
	for _, x := range users {
		if !shiftsWord(x, product) {
			return
		}
	}
	if len(users) == 0 {
		return
	}
	high := highProduct(u, u.Before(product), llvm.GetOperand(product, 0), llvm.GetOperand(product, 1))
	for _, x := range users {
		b := u.Before(x)
		if llvm.GetInstructionOpcode(x) == llvm.AShr {
			ir.Replace(x, llvm.BuildSExt(b, high, u.Types.I64, ""))
		} else {
			ir.Replace(x, llvm.BuildZExt(b, high, u.Types.I64, ""))
		}
	}
	ir.Erase(product)
}

// shiftsWord reports whether an instruction shifts v right by 32 bits.
func shiftsWord(x, v llvm.Value) bool {
	if llvm.IsAInstruction(x) == 0 {
		return false
	}
	if op := llvm.GetInstructionOpcode(x); op != llvm.LShr && op != llvm.AShr {
		return false
	}
	n := llvm.GetOperand(x, 1)
	return llvm.GetOperand(x, 0) == v && llvm.IsAConstantInt(n) != 0 && llvm.ConstIntGetZExtValue(n) == 32
}

// highProduct returns the high word of the low 64 bits of l*r.
func highProduct(u *ir.Unit, b llvm.Builder, l, r llvm.Value) llvm.Value {
	i32 := u.Types.I32
	for _, e := range []struct {
		op     llvm.Opcode
		suffix string
	}{{llvm.ZExt, "ui"}, {llvm.SExt, "i"}} {
		if isWord(l, e.op) && isWord(r, e.op) {
			return multiplyHigh(u, b, e.suffix, llvm.BuildTrunc(b, l, i32, ""), llvm.BuildTrunc(b, r, i32, ""))
		}
	}
	var words [2][2]llvm.Value
	for k, v := range []llvm.Value{l, r} {
		words[k][0] = llvm.BuildTrunc(b, v, i32, "")
		words[k][1] = llvm.BuildTrunc(b, llvm.BuildLShr(b, v, u.I64(32), ""), i32, "")
	}
	high := multiplyHigh(u, b, "ui", words[0][0], words[1][0])
	high = llvm.BuildAdd(b, high, llvm.BuildMul(b, words[0][0], words[1][1], ""), "")
	return llvm.BuildAdd(b, high, llvm.BuildMul(b, words[0][1], words[1][0], ""), "")
}

// isWord reports whether a number of 64 bits is one of 32 that was extended by op, ZExt or SExt.
func isWord(v llvm.Value, op llvm.Opcode) bool {
	if llvm.IsAConstantInt(v) != 0 {
		n := llvm.ConstIntGetZExtValue(v)
		if op == llvm.SExt {
			return n == uint64(int64(int32(n)))
		}
		return n == uint64(uint32(n))
	}
	return llvm.IsAInstruction(v) != 0 && llvm.GetInstructionOpcode(v) == op &&
		llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(v, 0))) <= 32
}

func multiplyHigh(u *ir.Unit, b llvm.Builder, suffix string, l, r llvm.Value) llvm.Value {
	f := u.RuntimeFunction("llvm.nvvm.mulhi."+suffix, u.Types.I32, u.Types.I32, u.Types.I32)
	return llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, []llvm.Value{l, r}, "")
}
