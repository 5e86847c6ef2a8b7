// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// line is a cache line in bytes.
const line = 64

// worthwhile reports whether neighbouring work-items access neighbouring elements of global memory
// somewhere and the next iteration another cache line, and nowhere the other way round. LLVM must be
// able to vectorise the rest: nothing but plain loads and stores accesses memory.
func (s *stepped) worthwhile() bool {
	found := false
	for n, in := range s.loop.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(s.k.Blocks[n]); i != 0; i = llvm.GetNextInstruction(i) {
			p := accessed(i)
			if p == 0 && ir.TouchesMemory(i) {
				return false
			}
			if p == 0 || llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.LocalSpace {
				continue
			}
			item, next, known := s.strides(p, 0)
			if !known {
				continue
			}
			t := llvm.TypeOf(i)
			if ir.Opcode(i) == llvm.Store {
				t = llvm.TypeOf(llvm.GetOperand(i, 0))
			}
			if next != 0 && next.near() && !item.near() {
				return false
			}
			found = found || item == stride(llvm.StoreSizeOfType(s.u.Layout, t)) && !next.near()
		}
	}
	return found
}

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

// strides returns by how much a value grows from one work-item to the next, and from one iteration
// to the next, if that can be told.
func (s *stepped) strides(v llvm.Value, depth int) (item, next stride, known bool) {
	if s.fixed(v) || llvm.IsAArgument(v) != 0 {
		return 0, 0, true
	}
	if depth > 24 || llvm.IsAInstruction(v) == 0 {
		return 0, 0, false
	}
	operand := func(k uint32) (stride, stride, bool) { return s.strides(llvm.GetOperand(v, k), depth+1) }
	switch ir.Opcode(v) {
	case llvm.PHI:
		by := s.advance[v]
		if by == 0 {
			return 0, 0, false
		}
		item, _, known = s.strides(incoming(v, s.before), depth+1)
		next = far
		if llvm.IsAConstantInt(by) != 0 {
			next = stride(1).times(llvm.ConstIntGetSExtValue(by))
		}
		return item, next, known
	case llvm.SExt, llvm.ZExt, llvm.Trunc, llvm.AddrSpaceCast, llvm.BitCast, llvm.Freeze:
		return operand(0)
	case llvm.And: // the low bits, of a number without others
		if mask := llvm.GetOperand(v, 1); llvm.IsAConstantInt(mask) != 0 && llvm.ConstIntGetZExtValue(mask)&(llvm.ConstIntGetZExtValue(mask)+1) == 0 {
			return operand(0)
		}
	case llvm.Add, llvm.Sub, llvm.Or:
		a, m, ok := operand(0)
		c, n, also := operand(1)
		sign := int64(1)
		if ir.Opcode(v) == llvm.Sub {
			sign = -1
		}
		return a.plus(c.times(sign)), m.plus(n.times(sign)), ok && also && (ir.Opcode(v) != llvm.Or || c == 0 && n == 0)
	case llvm.Mul, llvm.Shl:
		return s.scaled(v, depth)
	case llvm.GetElementPtr:
		if llvm.GetNumOperands(v) != 2 {
			return 0, 0, false
		}
		a, m, ok := operand(0)
		c, n, also := operand(1)
		size := int64(llvm.ABISizeOfType(s.u.Layout, llvm.GetGEPSourceElementType(v)))
		return a.plus(c.times(size)), m.plus(n.times(size)), ok && also
	case llvm.Call:
		if d := localID(v); d >= 0 {
			if d == 0 {
				return 1, 0, true
			}
			return 0, 0, true
		}
	}
	return 0, 0, false
}

// scaled returns the strides of a product.
func (s *stepped) scaled(v llvm.Value, depth int) (item, next stride, known bool) {
	a, by := llvm.GetOperand(v, 0), llvm.GetOperand(v, 1)
	if !s.fixed(by) && ir.Opcode(v) == llvm.Mul {
		a, by = by, a
	}
	item, next, known = s.strides(a, depth+1)
	if !s.fixed(by) {
		return 0, 0, known && item == 0 && next == 0 && s.uniform[v]
	}
	if llvm.IsAConstantInt(by) == 0 {
		if item != 0 {
			item = far
		}
		if next != 0 {
			next = far
		}
		return item, next, known
	}
	n := llvm.ConstIntGetSExtValue(by)
	if ir.Opcode(v) == llvm.Shl {
		n = 1 << min(uint64(n), 30)
	}
	return item.times(n), next.times(n), known
}
