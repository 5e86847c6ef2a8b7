// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// CrossedHalves copies the half of a 64-bit value that becomes the other half of a value for which ptxas can take the
// same two registers, as both are values of one PHI or of PHIs of each other. If the registers are also written as
// a whole, by arithmetic on doubles, in a branch that has become predicated instructions, ptxas writes the new half
// before it has moved the old one:
//
//	@!P0 DADD R6, R6, R6
//	@P0  LOP3 R6, R4, 0x10000, RZ, 0xfc
//	@P0  MOV  R7, R6
//
// The copy is an instruction that ptxas does not remove.
//
//	%h = shl i64 %x, 32
//	%v = or disjoint i64 %h, %y
//	...
//	%p = phi i64 [ %x, %entry ], [ %d, %double ], [ %v, %shifted ]
//
// becomes
//
//	%h = shl i64 %x, 32
//	%v = or disjoint i64 %h, %y
//	%t = trunc i64 %x to i32
//	%c = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 %t)
//	%z = zext i32 %c to i64
//	%s = shl i64 %z, 32
//	%l = and i64 %v, 4294967295
//	%w = or i64 %l, %s
//	...
//	%p = phi i64 [ %x, %entry ], [ %d, %double ], [ %w, %shifted ]
func CrossedHalves(u *ir.Unit) error {
	double := llvm.DoubleTypeInContext(u.Ctx)
	for _, f := range u.Definitions() {
		var same congruence
		copied := map[llvm.Value]llvm.Value{}
		for _, b := range ir.Blocks(f) {
			for _, phi := range ir.PHIs(b) {
				t := llvm.TypeOf(phi)
				if t != u.Types.I64 && t != double {
					continue
				}
				for i := range llvm.CountIncoming(phi) {
					v := llvm.GetIncomingValue(phi, i)
					if copied[v] == 0 {
						copied[v] = v
						for part, from := range crossedHalves(u, bitsOf(u, v)) {
							if from == 0 {
								continue
							}
							if same == nil {
								same = congruenceOf(u, f)
							}
							if same.class(from) == same.class(v) {
								copied[v] = withCopiedHalf(u, copied[v], uint64(part), from)
							}
						}
					}
					llvm.SetOperand(phi, i, copied[v])
				}
			}
		}
	}
	return nil
}

// bitsOf returns the integer of 64 bits that a value is or that is cast to it, otherwise the value.
func bitsOf(u *ir.Unit, v llvm.Value) llvm.Value {
	if ir.Opcode(v) == llvm.BitCast && llvm.TypeOf(llvm.GetOperand(v, 0)) == u.Types.I64 {
		return llvm.GetOperand(v, 0)
	}
	return v
}

// crossedHalves returns, for the low half of a 64-bit integer and for the high one, the value whose other half it is, 0 if it is
// none. Two halves that change places ptxas moves by a third register.
func crossedHalves(u *ir.Unit, v llvm.Value) (from [2]llvm.Value) {
	if llvm.TypeOf(v) != u.Types.I64 {
		return from
	}
	low, high := wordHalf(v, 0, halfDepth), wordHalf(v, 1, halfDepth)
	if low.part == 1 {
		from[0] = low.word
	}
	if high.part == 0 {
		from[1] = high.word
	}
	if from[0] == from[1] {
		from = [2]llvm.Value{}
	}
	return from
}

// halfDepth bounds how many instructions wordHalf looks through.
const halfDepth = 8

// wordHalf finds the value of which a half is a half of a 64-bit integer, through what joins halves and moves them:
// none if the half is zero.
func wordHalf(v llvm.Value, part uint64, depth int) half {
	here := half{v, part}
	if depth == 0 {
		return here
	}
	in := func(operand uint32, part uint64) half { return wordHalf(llvm.GetOperand(v, operand), part, depth-1) }
	switch op := ir.Opcode(v); op {
	case llvm.Shl, llvm.LShr:
		if isConstant(llvm.GetOperand(v, 1), 32) {
			if (op == llvm.Shl) == (part == 1) {
				return in(0, 1-part)
			}
			return half{}
		}
	case llvm.ZExt:
		if part == 1 && llvm.GetIntTypeWidth(llvm.TypeOf(llvm.GetOperand(v, 0))) <= 32 {
			return half{}
		}
	case llvm.And:
		masks := [2]int64{1<<32 - 1, -1 << 32} // of the low half, and of the high one
		switch mask := llvm.GetOperand(v, 1); {
		case isConstant(mask, masks[part]):
			return in(0, part)
		case isConstant(mask, masks[1-part]):
			return half{}
		}
	case llvm.Or, llvm.Xor:
		x, y := in(0, part), in(1, part)
		if x.word == 0 {
			return y
		}
		if y.word == 0 {
			return x
		}
	case llvm.Call:
		if f := ir.Callee(v); f != 0 && f.Name() == "llvm.fshl.i64" && isConstant(llvm.GetOperand(v, 2), 32) {
			return in(uint32(1-part), 1-part)
		}
	}
	if isZeroHalf(v, part) {
		return half{}
	}
	return here
}

// isZeroHalf reports whether a half of a constant is zero.
func isZeroHalf(v llvm.Value, part uint64) bool {
	return llvm.IsAConstantInt(v) != 0 && uint32(llvm.ConstIntGetZExtValue(v)>>(32*part)) == 0
}

// withCopiedHalf returns, after a 64-bit value, that value with one half copied from the other half of another value.
func withCopiedHalf(u *ir.Unit, v llvm.Value, part uint64, from llvm.Value) llvm.Value {
	b := u.Before(llvm.GetNextInstruction(v))
	bits := llvm.BuildBitCast(b, v, u.Types.I64, "")
	if part == 0 {
		from = llvm.BuildLShr(b, from, u.I64(32), "")
	}
	t := llvm.FunctionType(u.Types.I32, []llvm.Type{u.Types.I32}, false)
	permute := llvm.GetInlineAsm(t, "prmt.b32 $0, $1, 0, 0x3210;", "=r,r", false, false, 0, false)
	x := llvm.BuildZExt(b, llvm.BuildCall2(b, t, permute, []llvm.Value{llvm.BuildTrunc(b, from, u.Types.I32, "")}, ""), u.Types.I64, "")
	kept := u.I64(1<<32 - 1)
	if part == 1 {
		x = llvm.BuildShl(b, x, u.I64(32), "")
	} else {
		kept = u.I64(^uint64(1<<32 - 1))
	}
	return llvm.BuildBitCast(b, llvm.BuildOr(b, llvm.BuildAnd(b, bits, kept, ""), x, ""), llvm.TypeOf(v), "")
}

// A congruence has the values of a function that a PHI of 64 bits joins, each with another one of its class.
type congruence map[llvm.Value]llvm.Value

// congruenceOf finds the classes of the 64-bit values of a function.
func congruenceOf(u *ir.Unit, f llvm.Value) congruence {
	c := congruence{}
	for _, x := range ir.Instructions(f) {
		switch ir.Opcode(x) {
		case llvm.PHI:
			for i := range llvm.CountIncoming(x) {
				if v := llvm.GetIncomingValue(x, i); !llvm.IsConstant(v) {
					c[c.class(v)] = c.class(x)
				}
			}
		case llvm.BitCast, llvm.Freeze, llvm.IntToPtr, llvm.PtrToInt:
			c[c.class(llvm.GetOperand(x, 0))] = c.class(x)
		}
	}
	return c
}

// class returns the value that stands for a value's class.
func (c congruence) class(v llvm.Value) llvm.Value {
	for {
		p, ok := c[v]
		if !ok || p == v {
			return v
		}
		if next, ok := c[p]; ok {
			c[v] = next
		}
		v = p
	}
}
