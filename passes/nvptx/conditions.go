// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Conditions converts conditions to floating-point numbers without a conversion: LLVM selects an integer first,
// and converts that, where the two numbers can be selected. A comparison whose numbers have the result's type,
// float or pairs of halves, gives one and zero itself (PTX ISA, "set").
//
//	%c = icmp slt i32 %i, %n
//	%x = uitofp i1 %c to double
//	%d = fcmp ogt <2 x half> %a, %b
//	%y = uitofp <2 x i1> %d to <2 x half>
//
// becomes
//
//	%x = select i1 %c, double 1.0, double 0.0
//	%y = call <2 x half> asm "set.gt.f16x2.f16x2 $0, $1, $2;", "=r,r,r"(<2 x half> %a, <2 x half> %b)
func Conditions(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, x := range ir.Instructions(f) {
			if c := converted(u, x); c != 0 {
				ir.Replace(x, numberOf(u, x, c))
			}
		}
	}
	return nil
}

// converted returns the condition that an instruction makes a number of, 0 if it does not.
func converted(u *ir.Unit, x llvm.Value) llvm.Value {
	c := llvm.Value(0)
	switch ir.Opcode(x) {
	case llvm.UIToFP, llvm.SIToFP:
		c = llvm.GetOperand(x, 0)
	case llvm.Select:
		if llvm.GetTypeKind(llvm.TypeOf(x)) == llvm.FloatKind && llvm.GetOperand(x, 1) == one(u, llvm.TypeOf(x), false) && llvm.GetOperand(x, 2) == llvm.ConstNull(llvm.TypeOf(x)) && comparison(u, x, llvm.GetOperand(x, 0)) != "" {
			c = llvm.GetOperand(x, 0)
		}
	}
	if c == 0 || llvm.ScalarType(llvm.TypeOf(c)) != u.Types.I1 || llvm.IsConstant(c) {
		return 0
	}
	return c
}

// numberOf builds the number that an instruction makes of a condition.
func numberOf(u *ir.Unit, x, c llvm.Value) llvm.Value {
	t := llvm.TypeOf(x)
	b := u.Before(x)
	if code := comparison(u, x, c); code != "" {
		ft := llvm.FunctionType(t, []llvm.Type{t, t}, false)
		asm := llvm.GetInlineAsm(ft, code, "=r,r,r", false, false, 0, false)
		return llvm.BuildCall2(b, ft, asm, []llvm.Value{llvm.GetOperand(c, 0), llvm.GetOperand(c, 1)}, "")
	}
	return llvm.BuildSelect(b, c, one(u, t, ir.Opcode(x) == llvm.SIToFP), llvm.ConstNull(t), "")
}

// comparison returns the instruction that gives one or zero, as x does, for a comparison without another use; "" if
// there is none.
func comparison(u *ir.Unit, x, c llvm.Value) string {
	t := llvm.TypeOf(x)
	kind := ""
	switch {
	case llvm.GetTypeKind(t) == llvm.FloatKind:
		kind = "f32"
	case llvm.GetTypeKind(t) == llvm.VectorKind && llvm.GetVectorSize(t) == 2 && llvm.ScalarKind(t) == llvm.HalfKind:
		kind = "f16x2"
	}
	if kind == "" || ir.Opcode(x) == llvm.SIToFP || ir.Opcode(c) != llvm.FCmp || llvm.TypeOf(llvm.GetOperand(c, 0)) != t || len(ir.Users(c)) != 1 {
		return ""
	}
	name := setNames[llvm.GetFCmpPredicate(c)]
	if name == "" {
		return ""
	}
	return "set." + name + "." + kind + "." + kind + " $0, $1, $2;"
}

// setNames has PTX's names of LLVM's comparisons of floating-point numbers, by number: ordered equal to unordered not equal.
var setNames = [16]string{1: "eq", "gt", "ge", "lt", "le", "ne", "num", "nan", "equ", "gtu", "geu", "ltu", "leu", "neu"}
