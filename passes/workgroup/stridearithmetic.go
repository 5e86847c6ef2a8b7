// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A stride is a distance in bytes, or far for one that is not known.
type stride int64

const far stride = 1 << 40

func (a stride) near() bool { return a > -line && a < line }

func (a stride) plus(b stride) stride {
	if a == far || b == far {
		return far
	}
	return a + b
}

func (a stride) times(n int64) stride {
	if a == far || a != 0 && (n > 1<<20 || n < -1<<20) {
		return far
	}
	return a * stride(n)
}

// strides are a value's in two directions, such as those from one work-item to the next in x and in y.
type strides [2]stride

func (a strides) plus(b strides) strides { return strides{a[0].plus(b[0]), a[1].plus(b[1])} }

func (a strides) times(n int64) strides { return strides{a[0].times(n), a[1].times(n)} }

// arithmetic returns the strides of a conversion, a sum, a difference, a product, a shift or an address, if those of its
// operands are known, which of returns.
func arithmetic(layout llvm.TargetData, v llvm.Value, of func(llvm.Value) (strides, bool)) (strides, bool) {
	sum := func(times int64) (strides, bool) {
		a, known := of(llvm.GetOperand(v, 0))
		b, also := of(llvm.GetOperand(v, 1))
		return a.plus(b.times(times)), known && also
	}
	switch ir.Opcode(v) {
	case llvm.SExt, llvm.ZExt, llvm.Trunc, llvm.AddrSpaceCast, llvm.BitCast, llvm.Freeze:
		return of(llvm.GetOperand(v, 0))
	case llvm.Add:
		return sum(1)
	case llvm.Sub:
		return sum(-1)
	case llvm.Mul, llvm.Shl:
		return product(v, of)
	case llvm.AShr: // of a number that was shifted to the left, a sign extension
		if x := llvm.GetOperand(v, 0); ir.Opcode(x) == llvm.Shl && llvm.GetOperand(x, 1) == llvm.GetOperand(v, 1) {
			return of(llvm.GetOperand(x, 0))
		}
	case llvm.GetElementPtr:
		if llvm.GetNumOperands(v) == 2 {
			return sum(int64(llvm.ABISizeOfType(layout, llvm.GetGEPSourceElementType(v))))
		}
	}
	return strides{}, false
}

// product returns the strides of a product or a shift.
func product(v llvm.Value, of func(llvm.Value) (strides, bool)) (strides, bool) {
	x, by := llvm.GetOperand(v, 0), llvm.GetOperand(v, 1)
	a, known := of(x)
	b, also := of(by)
	if a == (strides{}) && ir.Opcode(v) == llvm.Mul {
		a, b, by = b, a, x
	}
	n := int64(far)
	if llvm.IsAConstantInt(by) != 0 {
		n = llvm.ConstIntGetSExtValue(by)
		if ir.Opcode(v) == llvm.Shl {
			n = 1 << min(uint64(n), 30)
		}
	}
	s := a.times(n)
	for d := range s {
		if b[d] != 0 {
			s[d] = far
		}
	}
	return s, known && also
}
