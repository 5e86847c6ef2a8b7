// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IndexSums gives the addresses whose indices are a sum of two values and a constant, in several blocks of one loop, a common
// base and constant offsets from it, as IndexBases does for products. LLVM computes each, where an unrolled loop
// has each iteration's load under a condition.
//
//	%c1 = add nsw i32 %c, 1
//	%i1 = add nsw i32 %row, %c1
//	%s1 = sext i32 %i1 to i64
//	%a1 = getelementptr float, ptr addrspace(1) %p, i64 %s1
//
// becomes, if another address has the base %b,
//
//	%r = sext i32 %row to i64
//	%q = getelementptr float, ptr addrspace(1) %p, i64 %r
//	%w = sext i32 %c to i64
//	%b = getelementptr float, ptr addrspace(1) %q, i64 %w
//	…
//	%a1 = getelementptr i8, ptr addrspace(1) %b, i64 4
//
// with %q where %row is computed, which is before the loop if only %c changes in it. In shared memory, no address is
// 2^31 elements away from another, and the sum is one of 32 bits.
func IndexSums(u *ir.Unit) error {
	if u.Opts.Level == "0" || u.Opts.Level == "1" || !llvm.Has("GetIsDisjoint") {
		return nil
	}
	for _, f := range u.Definitions() {
		order, addresses := indexSums(u, f)
		if len(order) == 0 {
			continue
		}
		g := flow.New(f)
		dom, loops := g.Dominators(), g.NaturalLoops()
		for _, s := range order {
			s.share(u, g, dom, loops, addresses[s])
		}
	}
	return nil
}

// An indexSum is the base of addresses pointer + (a + b + k) * size, for all k.
type indexSum struct {
	pointer, a, b llvm.Value
	element       llvm.Type
}

// indexSums lists the bases of a function's addresses that have a constant, and all addresses of each.
func indexSums(u *ir.Unit, f llvm.Value) (order []indexSum, addresses map[indexSum][]indexed) {
	addresses = map[indexSum][]indexed{}
	var plain []indexed
	for _, i := range ir.Instructions(f) {
		s, k, ok := splitIndexSum(u, i)
		switch {
		case !ok:
		case k == 0:
			plain = append(plain, indexed{i, 0})
		default:
			if addresses[s] == nil {
				order = append(order, s)
			}
			addresses[s] = append(addresses[s], indexed{i, k})
		}
	}
	for _, p := range plain {
		s, _, _ := splitIndexSum(u, p.gep)
		for _, s := range []indexSum{s, {s.pointer, s.b, s.a, s.element}} {
			if addresses[s] != nil {
				addresses[s] = append(addresses[s], p)
				break
			}
		}
	}
	return order, addresses
}

// splitIndexSum returns the base of an address and its offset from it, in elements. Sums must be known not to overflow
// as numbers with a sign, except in shared memory.
func splitIndexSum(u *ir.Unit, gep llvm.Value) (s indexSum, offset int64, ok bool) {
	if ir.Opcode(gep) != llvm.GetElementPtr || llvm.GetNumOperands(gep) != 2 {
		return s, 0, false
	}
	s.pointer, s.element = llvm.GetOperand(gep, 0), llvm.GetGEPSourceElementType(gep)
	wide := llvm.GetOperand(gep, 1)
	if op := ir.Opcode(wide); llvm.TypeOf(wide) != u.Types.I64 || op != llvm.SExt && (op != llvm.ZExt || !s.shared()) {
		return s, 0, false
	}
	sum := llvm.GetOperand(wide, 0)
	if llvm.TypeOf(sum) != u.Types.I32 || ir.Opcode(sum) != llvm.Add || !llvm.GetNSW(sum) && !s.shared() {
		return s, 0, false
	}
	s.a, s.b = llvm.GetOperand(sum, 0), llvm.GetOperand(sum, 1)
	if llvm.IsAConstantInt(s.b) != 0 {
		return s, 0, false
	}
	if b, k := s.splitTerm(s.b); k != 0 {
		s.b = b
		return s, k, true
	}
	if a, k := s.splitTerm(s.a); k != 0 {
		s.a, s.b = s.b, a
		return s, k, true
	}
	return s, 0, true
}

// shared reports whether the addresses are of shared memory.
func (s indexSum) shared() bool {
	return llvm.GetPointerAddressSpace(llvm.TypeOf(s.pointer)) == ir.LocalSpace
}

// splitTerm splits a sum of a value and a constant.
func (s indexSum) splitTerm(v llvm.Value) (term llvm.Value, offset int64) {
	switch ir.Opcode(v) {
	case llvm.Or:
		if !llvm.GetIsDisjoint(v) {
			return v, 0
		}
	case llvm.Add:
		if !llvm.GetNSW(v) && !s.shared() {
			return v, 0
		}
	default:
		return v, 0
	}
	k := llvm.GetOperand(v, 1)
	if llvm.IsAConstantInt(k) == 0 {
		return v, 0
	}
	return llvm.GetOperand(v, 0), llvm.ConstIntGetSExtValue(k)
}

// share computes the base of addresses once, and the addresses from it, if they are in several blocks of one loop.
func (s indexSum) share(u *ir.Unit, g *flow.Graph, dom *flow.DomTree, loops []flow.Loop, list []indexed) {
	at, before := above(g, dom, list)
	first := llvm.GetInstructionParent(list[0].gep)
	if !slices.ContainsFunc(list, func(a indexed) bool { return llvm.GetInstructionParent(a.gep) != first }) {
		return
	}
	for _, l := range loops {
		for _, a := range list {
			if l.Member[at] != l.Member[g.Index[llvm.GetInstructionParent(a.gep)]] {
				return
			}
		}
	}
	for _, v := range []llvm.Value{s.pointer, s.a, s.b} {
		if !dom.Dominates(defining(g, v), at) {
			return
		}
	}
	var base llvm.Value
	if s.shared() {
		b := u.Before(before)
		index := llvm.BuildSExt(b, llvm.BuildAdd(b, s.a, s.b, ""), u.Types.I64, "")
		base = llvm.BuildGEP2(b, s.element, s.pointer, []llvm.Value{index}, "")
	} else {
		a, b := s.a, s.b
		if outer := defining(g, b); outer != defining(g, a) && dom.Dominates(outer, defining(g, a)) {
			a, b = b, a
		}
		place := before
		if outer := defining(g, a); outer != at && dom.Dominates(defining(g, s.pointer), outer) {
			place = llvm.GetBasicBlockTerminator(g.Blocks[outer])
		}
		build := u.Before(place)
		base = llvm.BuildGEP2(build, s.element, s.pointer, []llvm.Value{llvm.BuildSExt(build, a, u.Types.I64, "")}, "")
		build = u.Before(before)
		base = llvm.BuildGEP2(build, s.element, base, []llvm.Value{llvm.BuildSExt(build, b, u.Types.I64, "")}, "")
	}
	fromBase(u, base, int64(llvm.ABISizeOfType(u.Layout, s.element)), list)
}

// defining returns the index of the block that computes a value, or the entry's.
func defining(g *flow.Graph, v llvm.Value) int {
	if llvm.IsAInstruction(v) == 0 {
		return 0
	}
	return g.Index[llvm.GetInstructionParent(v)]
}
