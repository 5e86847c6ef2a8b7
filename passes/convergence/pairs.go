// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Pairs of elements, each of which one lane alone accesses, as in a bitonic sort:
//
//	%j = xor i32 %i, %distance
//	%first = icmp ugt i32 %j, %i
//	br i1 %first, label %sort, label %end
//	sort:
//	  %v = load i32, ptr addrspace(3) %p           ; s[i]
//	  store i32 %v, ptr addrspace(3) %q            ; s[j]
//
// No other lane that gets there has %j for its %i, because its %j would be the smaller one.

// ofPair reports whether the accesses a and b are to the elements of such a pair.
func (x *accessOrder) ofPair(a, b int) bool {
	p, q := &x.access[a], &x.access[b]
	i, j := elementIndex(p.ptr), elementIndex(q.ptr)
	if i == 0 || j == 0 || !x.partners(i, j) && !x.partners(j, i) || llvm.GetGEPSourceElementType(p.ptr) != llvm.GetGEPSourceElementType(q.ptr) {
		return false
	}
	from, to := x.block(a), x.block(b)
	found := false
	controlling(x.Graph, x.dom, to, func(at int, cond llvm.Value, want bool) {
		found = found || x.dom.Dominates(at, from) && comparesPair(cond, want, i, j)
	})
	return found
}

// partners reports whether j is i with some bits inverted, the same in all lanes.
func (x *kernelAccesses) partners(i, j llvm.Value) bool {
	if ir.Opcode(j) != llvm.Xor {
		return false
	}
	same := func(v llvm.Value) bool { return llvm.IsAInstruction(v) == 0 || x.uniformValues()[v] }
	a, b := llvm.GetOperand(j, 0), llvm.GetOperand(j, 1)
	return a == i && same(b) || b == i && same(a)
}

// elementIndex returns the only index of an address that is one into an array without other offsets,
// before it is extended, 0 for other addresses.
func elementIndex(p llvm.Value) llvm.Value {
	if ir.Opcode(p) != llvm.GetElementPtr || len(ir.Operands(p)) != 2 || llvm.IsAInstruction(llvm.GetOperand(p, 0)) != 0 {
		return 0
	}
	return withoutExtension(llvm.GetOperand(p, 1))
}

func withoutExtension(v llvm.Value) llvm.Value {
	if op := ir.Opcode(v); op == llvm.ZExt || op == llvm.SExt {
		return llvm.GetOperand(v, 0)
	}
	return v
}

// comparisons are the predicates by which the first number is the larger one, or the second, and the intrinsics that
// return the smaller and the larger of two numbers in that order.
var comparisons = map[llvm.IntPredicate]struct {
	second      bool
	least, most string
}{
	llvm.IntUGT: {false, "llvm.umin.", "llvm.umax."}, llvm.IntUGE: {false, "llvm.umin.", "llvm.umax."},
	llvm.IntULT: {true, "llvm.umin.", "llvm.umax."}, llvm.IntULE: {true, "llvm.umin.", "llvm.umax."},
	llvm.IntSGT: {false, "llvm.smin.", "llvm.smax."}, llvm.IntSGE: {false, "llvm.smin.", "llvm.smax."},
	llvm.IntSLT: {true, "llvm.smin.", "llvm.smax."}, llvm.IntSLE: {true, "llvm.smin.", "llvm.smax."},
}

// comparesPair reports whether a condition with the value that is wanted says which of two numbers is the
// larger one. They may be equal: then a lane is its own partner.
func comparesPair(cond llvm.Value, want bool, i, j llvm.Value) bool {
	switch ir.Opcode(cond) {
	case llvm.And, llvm.Or:
		return want == (ir.Opcode(cond) == llvm.And) &&
			slices.ContainsFunc(ir.Operands(cond), func(c llvm.Value) bool { return comparesPair(c, want, i, j) })
	case llvm.Select: // an "and" of conditions, as clang writes it
		last := llvm.IsAConstantInt(llvm.GetOperand(cond, 2))
		return want && last != 0 && llvm.IsNull(last) &&
			(comparesPair(llvm.GetOperand(cond, 0), true, i, j) || comparesPair(llvm.GetOperand(cond, 1), true, i, j))
	case llvm.ICmp:
	default:
		return false
	}
	c, ok := comparisons[llvm.GetICmpPredicate(cond)]
	large, small := llvm.GetOperand(cond, 0), llvm.GetOperand(cond, 1)
	if c.second == want {
		large, small = small, large
	}
	return ok && (among(large, c.least, i) && among(small, c.most, j) || among(large, c.least, j) && among(small, c.most, i))
}

// among reports whether v is a value, or a minimum or maximum of it and another.
func among(v llvm.Value, intrinsic string, value llvm.Value) bool {
	if v == value {
		return true
	}
	return ir.Opcode(v) == llvm.Call && ir.Callee(v) != 0 && strings.HasPrefix(ir.Callee(v).Name(), intrinsic) &&
		slices.Contains(ir.Operands(v)[:2], value)
}
