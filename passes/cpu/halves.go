// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// HalfConversions converts double to half by way of float on x86, which has no instruction for it:
// LLVM would call a function for each element, and __hfma needs it. So that the result is not rounded
// twice, the float is rounded to odd (ir.Unit.OddFloat).
//
//	%h = fptrunc double %v to half
//
// becomes
//
//	%f = fptrunc float %odd to half
func HalfConversions(u *ir.Unit) error {
	if !strings.HasPrefix(llvm.GetTarget(u.Mod), "x86_64") {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) != llvm.FPTrunc {
				continue
			}
			to, from := llvm.TypeOf(i), llvm.TypeOf(llvm.GetOperand(i, 0))
			if llvm.ScalarKind(to) == llvm.HalfKind && llvm.ScalarKind(from) == llvm.DoubleKind {
				throughFloat(u, i)
			}
		}
	}
	return nil
}

// throughFloat replaces a conversion of double to half.
func throughFloat(u *ir.Unit, i llvm.Value) {
	b := u.Before(i)
	ir.Replace(i, llvm.BuildFPTrunc(b, u.OddFloat(llvm.GetOperand(i, 0)), llvm.TypeOf(i), ""))
}
