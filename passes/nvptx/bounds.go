// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"fmt"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/legalize"
	"gohipcc/passes/llvm"
)

// IntegerBounds takes minima and maxima of numbers that were integers as such of the integers: HIP's min and max of
// arguments of different types, such as "max(c, 0)" of a char, are those of doubles, and CUDA's are not.
//
//	%x = sitofp i8 %c to double
//	%m = call double @llvm.maxnum.f64(double %x, double 0.0)
//
// becomes
//
//	%w = sext i8 %c to i32
//	%n = call i32 @llvm.smax.i32(i32 %w, i32 0)
//	%m = sitofp i32 %n to double
//
// and a saturating conversion of the result to an integer, which LLVM does not fold, becomes one of the integer. It is the same number even
// where the format rounds the integers, because rounding keeps their order.
func IntegerBounds(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		changed := false
		for _, x := range ir.Instructions(f) {
			m := integerBound(u, x)
			if m == 0 {
				m = integerAgain(u, x)
			}
			if m != 0 {
				ir.Replace(x, m)
				changed = true
			}
		}
		if changed {
			if err := u.FunctionPasses(f, "instcombine<no-verify-fixpoint>"); err != nil {
				return err
			}
		}
	}
	return nil
}

// integerBound builds what replaces a minimum or maximum, and returns 0 if nothing does.
func integerBound(u *ir.Unit, x llvm.Value) llvm.Value {
	bound := boundOf(x)
	if bound == "" {
		return 0
	}
	sides := [2]integer{integerOf(llvm.GetOperand(x, 0)), integerOf(llvm.GetOperand(x, 1))}
	width, signed := common(sides)
	if width == 0 {
		return 0
	}
	t := u.IntType(width)
	var args [2]llvm.Value
	for i, s := range sides {
		if args[i] = s.extended(u, x, llvm.GetOperand(x, uint32(i)), t); args[i] == 0 {
			return 0
		}
	}
	name, back := "llvm.u"+bound, llvm.UIToFP
	if signed {
		name, back = "llvm.s"+bound, llvm.SIToFP
	}
	f := u.RuntimeFunction(fmt.Sprintf("%s.i%d", name, width), t, t, t)
	b := u.Before(x)
	return llvm.BuildCast(b, back, llvm.BuildCall2(b, llvm.GlobalGetValueType(f), f, args[:], ""), llvm.TypeOf(x), "")
}

// integerAgain builds the integer that a saturating conversion makes of an integer that the format holds exactly; 0 if
// the instruction is something else, or the integer has more bits than the result.
func integerAgain(u *ir.Unit, x llvm.Value) llvm.Value {
	if !ir.IsCall(x) || ir.Callee(x) == 0 {
		return 0
	}
	signed, ok := legalize.IsSaturating(ir.Callee(x))
	if !ok || llvm.GetTypeKind(llvm.TypeOf(x)) != llvm.IntegerKind {
		return 0
	}
	i, exact := integerOf(llvm.GetOperand(x, 0)), map[llvm.TypeKind]uint32{llvm.FloatKind: 24, llvm.DoubleKind: 53}
	width := llvm.GetIntTypeWidth(llvm.TypeOf(x))
	if i.value == 0 || i.bits > exact[llvm.GetTypeKind(llvm.TypeOf(llvm.GetOperand(x, 0)))] || i.bits > width || i.bits == width && signed && !i.signed {
		return 0
	}
	v := i.extended(u, x, 0, llvm.TypeOf(x))
	if i.signed && !signed { // negative numbers become zero
		b := u.Before(x)
		v = llvm.BuildSelect(b, llvm.BuildICmp(b, llvm.IntSGT, v, llvm.ConstNull(llvm.TypeOf(v)), ""), v, llvm.ConstNull(llvm.TypeOf(v)), "")
	}
	return v
}

// boundOf returns "max" or "min" for a call of LLVM's maxima or minima, "" for anything else.
func boundOf(x llvm.Value) string {
	if !ir.IsCall(x) || ir.Callee(x) == 0 {
		return ""
	}
	switch op, _, _ := strings.Cut(ir.Callee(x).Name(), ".f"); op {
	case "llvm.maxnum", "llvm.maximum", "llvm.maximumnum":
		return "max"
	case "llvm.minnum", "llvm.minimum", "llvm.minimumnum":
		return "min"
	}
	return ""
}

// common returns the width of integers that both sides are exact in, 0 if there is none, and whether these are signed:
// a signed one has a bit more than an unsigned number.
func common(sides [2]integer) (width uint32, signed bool) {
	if sides[0].value == 0 && sides[1].value == 0 {
		return 0, false
	}
	signed = sides[0].signed || sides[1].signed || sides[0].value == 0 || sides[1].value == 0
	width = 32
	for _, s := range sides {
		n := s.bits
		if signed && !s.signed && s.value != 0 {
			n++
		}
		if n > 64 {
			return 0, false
		}
		if n > 32 {
			width = 64
		}
	}
	return width, signed
}

// An integer is what a number was converted from; its value is 0 if it was not.
type integer struct {
	value  llvm.Value
	bits   uint32
	signed bool
}

func integerOf(number llvm.Value) integer {
	op := ir.Opcode(number)
	if op != llvm.SIToFP && op != llvm.UIToFP || llvm.GetTypeKind(llvm.TypeOf(llvm.GetOperand(number, 0))) != llvm.IntegerKind {
		return integer{}
	}
	v := llvm.GetOperand(number, 0)
	return integer{v, llvm.GetIntTypeWidth(llvm.TypeOf(v)), op == llvm.SIToFP}
}

// extended returns one side of a bound x, a number, as an integer of a type, 0 if it is none.
func (i integer) extended(u *ir.Unit, x, number llvm.Value, t llvm.Type) llvm.Value {
	switch {
	case i.value == 0:
		return exactInteger(u, x, number, t)
	case llvm.TypeOf(i.value) == t:
		return i.value
	case i.signed:
		return llvm.BuildSExt(u.Before(x), i.value, t, "")
	}
	return llvm.BuildZExt(u.Before(x), i.value, t, "")
}

// exactInteger returns a constant number as an integer of a type, 0 if it is none.
func exactInteger(u *ir.Unit, x, number llvm.Value, t llvm.Type) llvm.Value {
	if !llvm.IsConstant(number) {
		return 0
	}
	b := u.Before(x)
	n := llvm.BuildCast(b, llvm.FPToSI, number, t, "")
	if llvm.IsAConstantInt(n) == 0 || llvm.BuildCast(b, llvm.SIToFP, n, llvm.TypeOf(number), "") != number {
		return 0
	}
	return n
}
