// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// TruthVectors makes integers of vectors of booleans, and the other way round, element by element: booleans have no bit
// pattern (SPIR-V specification, 2.2.2), so that they are neither cast nor stored. clang stores its vectors of bool as an integer,
// and LLVM makes a cast of a reduction, too.
//
//	%b = bitcast <2 x i1> %v to i2
//	%w = bitcast i2 %n to <2 x i1>
//
// becomes
//
//	%e.0 = extractelement <2 x i1> %v, i32 0
//	%b.0 = zext i1 %e.0 to i2
//	%e.1 = extractelement <2 x i1> %v, i32 1
//	%z.1 = zext i1 %e.1 to i2
//	%b.1 = shl i2 %z.1, 1
//	%b = or i2 %b.0, %b.1
//	%t.0 = trunc i2 %n to i1
//	%w.0 = insertelement <2 x i1> poison, i1 %t.0, i32 0
//	%s.1 = lshr i2 %n, 1
//	%t.1 = trunc i2 %s.1 to i1
//	%w = insertelement <2 x i1> %w.0, i1 %t.1, i32 1
//
// A load or store is one of an integer of whole bytes.
func TruthVectors(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			switch ir.Opcode(i) {
			case llvm.BitCast:
				from, to := llvm.GetOperand(i, 0), llvm.TypeOf(i)
				switch was, is := isTruths(u, llvm.TypeOf(from)), isTruths(u, to); {
				case was && !is:
					n := u.IntType(llvm.GetVectorSize(llvm.TypeOf(from)))
					ir.Replace(i, castTo(u.Before(i), packTruths(u, i, from, n), to))
				case is && !was:
					n := u.IntType(llvm.GetVectorSize(to))
					ir.Replace(i, unpackTruths(u, i, castTo(u.Before(i), from, n), to))
				}
			case llvm.Load:
				if t := llvm.TypeOf(i); isTruths(u, t) {
					v := llvm.BuildLoad2(u.Before(i), wholeBytes(u, t), llvm.GetOperand(i, 0), "")
					likeAccess(v, i)
					ir.Replace(i, unpackTruths(u, i, v, t))
				}
			case llvm.Store:
				if v := llvm.GetOperand(i, 0); isTruths(u, llvm.TypeOf(v)) {
					packed := packTruths(u, i, v, wholeBytes(u, llvm.TypeOf(v)))
					likeAccess(llvm.BuildStore(u.Before(i), packed, llvm.GetOperand(i, 1)), i)
					ir.Erase(i)
				}
			}
		}
	}
	return nil
}

func isTruths(u *ir.Unit, t llvm.Type) bool {
	return llvm.GetTypeKind(t) == llvm.VectorKind && llvm.GetElementType(t) == u.Types.I1
}

// wholeBytes returns the integer that a vector of booleans is in memory.
func wholeBytes(u *ir.Unit, t llvm.Type) llvm.Type {
	return u.IntType((llvm.GetVectorSize(t) + 7) / 8 * 8)
}

func likeAccess(access, old llvm.Value) {
	llvm.SetVolatile(access, llvm.GetVolatile(old))
	llvm.SetAlignment(access, llvm.GetAlignment(old))
}

func castTo(b llvm.Builder, v llvm.Value, t llvm.Type) llvm.Value {
	if llvm.TypeOf(v) == t {
		return v
	}
	return llvm.BuildBitCast(b, v, t, "")
}

// packTruths makes an integer of a vector of booleans, before an instruction.
func packTruths(u *ir.Unit, at, v llvm.Value, t llvm.Type) llvm.Value {
	b := u.Before(at)
	var all llvm.Value
	for k := range llvm.GetVectorSize(llvm.TypeOf(v)) {
		bit := llvm.BuildZExt(b, llvm.BuildExtractElement(b, v, llvm.ConstInt(u.Types.I32, uint64(k), false), ""), t, "")
		if k == 0 {
			all = bit
			continue
		}
		all = llvm.BuildOr(b, all, llvm.BuildShl(b, bit, llvm.ConstInt(t, uint64(k), false), ""), "")
	}
	return all
}

// unpackTruths makes a vector of booleans of the low bits of an integer, before an instruction.
func unpackTruths(u *ir.Unit, at, v llvm.Value, t llvm.Type) llvm.Value {
	b := u.Before(at)
	all := llvm.GetPoison(t)
	for k := range llvm.GetVectorSize(t) {
		bit := v
		if k > 0 {
			bit = llvm.BuildLShr(b, v, llvm.ConstInt(llvm.TypeOf(v), uint64(k), false), "")
		}
		all = llvm.BuildInsertElement(b, all, llvm.BuildTrunc(b, bit, u.Types.I1, ""), llvm.ConstInt(u.Types.I32, uint64(k), false), "")
	}
	return all
}
