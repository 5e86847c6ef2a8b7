// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Signs adds numbers that are negated under one condition by fused instructions with a factor of one or
// minus one, as the source of a butterfly says: "x = sign * x + other". LLVM selects between the number
// and its negation. The result is the same, because the product is exact.
//
//	%n = fneg float %x
//	%s = select i1 %c, float %n, float %x
//	%r = fadd float %s, %y
//
// becomes
//
//	%sign = select i1 %c, float -1.0, float 1.0
//	%r = call float @llvm.fma.f32(float %sign, float %x, float %y)
//
// with one factor for all numbers. For a single one it would save nothing.
func Signs(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		type factor struct {
			cond llvm.Value
			t    llvm.Type
		}
		var order []factor
		found := map[factor][]signed{}
		for _, i := range ir.Instructions(f) {
			if s, ok := signedNumber(u, i); ok {
				k := factor{llvm.GetOperand(i, 0), llvm.TypeOf(i)}
				if found[k] == nil {
					order = append(order, k)
				}
				found[k] = append(found[k], s)
			}
		}
		for _, k := range order {
			if list := found[k]; len(list) > 1 {
				b := afterDefinition(u, f, k.cond)
				sign := llvm.BuildSelect(b, k.cond, one(u, k.t, true), one(u, k.t, false), "sign")
				for _, s := range list {
					s.fuse(u, sign)
				}
			}
		}
	}
	return nil
}

// signed is a select between a number and its negation.
type signed struct {
	inst    llvm.Value
	negated bool // the negation is selected if the condition is false
}

// number returns the number, which may be a sum that has been replaced meanwhile.
func (s signed) number() llvm.Value {
	if s.negated {
		return llvm.GetOperand(s.inst, 1)
	}
	return llvm.GetOperand(s.inst, 2)
}

// signedNumber reports whether all users of an instruction add it, and none else, and it is such a select.
func signedNumber(u *ir.Unit, i llvm.Value) (signed, bool) {
	t := llvm.TypeOf(i)
	if ir.Opcode(i) != llvm.Select || t != llvm.FloatTypeInContext(u.Ctx) && t != llvm.DoubleTypeInContext(u.Ctx) ||
		llvm.IsAInstruction(llvm.GetOperand(i, 0)) == 0 && llvm.IsAArgument(llvm.GetOperand(i, 0)) == 0 {
		return signed{}, false
	}
	users := ir.Users(i)
	if len(users) == 0 || slices.ContainsFunc(users, func(v llvm.Value) bool { return !isSum(v) }) {
		return signed{}, false
	}
	yes, no := llvm.GetOperand(i, 1), llvm.GetOperand(i, 2)
	switch {
	case ir.Opcode(yes) == llvm.FNeg && llvm.GetOperand(yes, 0) == no:
		return signed{i, false}, true
	case ir.Opcode(no) == llvm.FNeg && llvm.GetOperand(no, 0) == yes:
		return signed{i, true}, true
	}
	return signed{}, false
}

// isSum reports whether an instruction adds or subtracts two different numbers.
func isSum(v llvm.Value) bool {
	op := ir.Opcode(v)
	return (op == llvm.FAdd || op == llvm.FSub) && llvm.GetOperand(v, 0) != llvm.GetOperand(v, 1)
}

// one returns one or minus one in a format, or a vector of it.
func one(u *ir.Unit, t llvm.Type, negative bool) llvm.Value {
	pattern, width := uint64(0x3f800000), uint32(32)
	switch llvm.GetTypeKind(t) {
	case llvm.VectorKind:
		all := make([]llvm.Value, llvm.GetVectorSize(t))
		for i := range all {
			all[i] = one(u, llvm.GetElementType(t), negative)
		}
		return llvm.ConstVector(all)
	case llvm.DoubleKind:
		pattern, width = 0x3ff0000000000000, 64
	case llvm.HalfKind:
		pattern, width = 0x3c00, 16
	case llvm.BFloatKind:
		pattern, width = 0x3f80, 16
	}
	if negative {
		pattern |= 1 << (width - 1)
	}
	return llvm.ConstBitCast(llvm.ConstInt(u.IntType(width), pattern, false), t)
}

// afterDefinition returns a builder at the first place where a value of a function may be used.
func afterDefinition(u *ir.Unit, f, v llvm.Value) llvm.Builder {
	if llvm.IsAInstruction(v) == 0 {
		return u.AtEntry(f)
	}
	at := llvm.GetNextInstruction(v)
	for ir.Opcode(at) == llvm.PHI {
		at = llvm.GetNextInstruction(at)
	}
	return u.Before(at)
}

// fuse replaces the sums of a signed number. One of two signed numbers that has been replaced already is no
// sum any more.
func (s signed) fuse(u *ir.Unit, sign llvm.Value) {
	t := llvm.TypeOf(s.inst)
	name := "llvm.fma.f32"
	if t == llvm.DoubleTypeInContext(u.Ctx) {
		name = "llvm.fma.f64"
	}
	for _, sum := range ir.Users(s.inst) {
		if !isSum(sum) {
			continue
		}
		b := u.Before(sum)
		x, y := s.number(), llvm.GetOperand(sum, 0)
		negative := s.negated
		if y == s.inst {
			y = llvm.GetOperand(sum, 1)
			if ir.Opcode(sum) == llvm.FSub {
				y = llvm.BuildFNeg(b, y, "")
			}
		} else if ir.Opcode(sum) == llvm.FSub {
			negative = !negative
		}
		if negative {
			x = llvm.BuildFNeg(b, x, "")
		}
		callee := u.RuntimeFunction(name, t, t, t, t)
		n := llvm.BuildCall2(b, llvm.GlobalGetValueType(callee), callee, []llvm.Value{sign, x, y}, "")
		llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(sum))
		ir.Replace(sum, n)
	}
	if len(ir.Users(s.inst)) == 0 {
		ir.Erase(s.inst)
	}
}
