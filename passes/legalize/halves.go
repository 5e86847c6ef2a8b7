// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HalfVectors makes conversions of vectors from and to half those of their elements. An OpenCL device
// translates conversions of vectors to functions (OpenCL C 3.0, 6.4.3), which are missing for half
// without cl_khr_fp16; conversions of scalars are instructions.
//
//	%f = fpext <2 x half> %h to <2 x float>
//
// becomes
//
//	%h0 = extractelement <2 x half> %h, i32 0
//	%f0 = fpext half %h0 to float
//	%g = insertelement <2 x float> poison, float %f0, i32 0
//	%h1 = extractelement <2 x half> %h, i32 1
//	%f1 = fpext half %h1 to float
//	%f = insertelement <2 x float> %g, float %f1, i32 1
func HalfVectors(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			op := llvm.GetInstructionOpcode(i)
			if op < llvm.Trunc || op > llvm.IntToPtr || lanes(llvm.TypeOf(i)) == 0 {
				continue
			}
			if v := llvm.GetOperand(i, 0); isHalf(i) || isHalf(v) {
				convertHalves(u, i, v)
			}
		}
	}
	return nil
}

func isHalf(v llvm.Value) bool {
	return llvm.ScalarKind(llvm.TypeOf(v)) == llvm.HalfKind
}

func convertHalves(u *ir.Unit, i, v llvm.Value) {
	b, t := u.Before(i), llvm.TypeOf(i)
	r := llvm.GetPoison(t)
	for k := range lanes(t) {
		x := llvm.BuildExtractElement(b, v, u.I32(uint64(k)), "")
		x = llvm.BuildCast(b, llvm.GetInstructionOpcode(i), x, llvm.GetElementType(t), "")
		r = llvm.BuildInsertElement(b, r, x, u.I32(uint64(k)), "")
	}
	ir.Replace(i, r)
}
