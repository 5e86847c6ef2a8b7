// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IndexBases gives the addresses that the iterations of an unrolled loop compute from a product of
// the counter a common base, and constant offsets from it. LLVM distributes no product over the sum
// in it, and the iterations often are in blocks of their own, as after "if (…) continue", where no
// address of another iteration is known.
//
//	%j1 = or disjoint i32 %j, 1
//	%m1 = mul nuw nsw i32 %j1, 3
//	%s1 = sext i32 %m1 to i64
//	%a1 = getelementptr i32, ptr addrspace(1) %p, i64 %s1
//
// becomes, if another address has the base %b,
//
//	%m = mul i32 %j, 3
//	%s = sext i32 %m to i64
//	%b = getelementptr i32, ptr addrspace(1) %p, i64 %s
//	…
//	%a1 = getelementptr i8, ptr addrspace(1) %b, i64 12
//
// The base is computed in the nearest block that dominates the addresses.
func IndexBases(u *ir.Unit) error {
	if u.Opts.Level == "0" || u.Opts.Level == "1" || !llvm.Has("GetIsDisjoint") {
		return nil
	}
	for _, f := range u.Definitions() {
		var order []indexBase
		addresses := map[indexBase][]indexed{}
		for _, i := range ir.Instructions(f) {
			if b, k, ok := splitIndex(u, i); ok {
				if addresses[b] == nil {
					order = append(order, b)
				}
				addresses[b] = append(addresses[b], indexed{i, k})
			}
		}
		var g *flow.Graph
		var dom *flow.DomTree
		for _, b := range order {
			if len(addresses[b]) < 2 {
				continue
			}
			if g == nil {
				g = flow.New(f)
				dom = g.Dominators()
			}
			b.share(u, g, dom, addresses[b])
		}
	}
	return nil
}

// An indexBase is the base of addresses pointer + (counter + k) * factor * size, for all k.
type indexBase struct {
	pointer, counter llvm.Value
	factor           int64
	element          llvm.Type
}

// An indexed is an address and its offset from the base, in elements.
type indexed struct {
	gep    llvm.Value
	offset int64
}

// splitIndex returns the base of an address and its offset from it. The product must be known not to
// overflow as a number with and without a sign: then neither it nor the counter is negative, and
// the counter's product does not overflow either.
func splitIndex(u *ir.Unit, gep llvm.Value) (b indexBase, offset int64, ok bool) {
	if ir.Opcode(gep) != llvm.GetElementPtr || llvm.GetNumOperands(gep) != 2 {
		return b, 0, false
	}
	wide := llvm.GetOperand(gep, 1)
	if op := ir.Opcode(wide); op != llvm.SExt && op != llvm.ZExt || llvm.TypeOf(wide) != u.Types.I64 {
		return b, 0, false
	}
	product := llvm.GetOperand(wide, 0)
	if llvm.TypeOf(product) != u.Types.I32 || ir.Opcode(product) != llvm.Mul || !llvm.GetNUW(product) || !llvm.GetNSW(product) {
		return b, 0, false
	}
	factor := llvm.GetOperand(product, 1)
	if llvm.IsAConstantInt(factor) == 0 || llvm.ConstIntGetSExtValue(factor) <= 0 {
		return b, 0, false
	}
	counter, k := splitSum(llvm.GetOperand(product, 0))
	b = indexBase{llvm.GetOperand(gep, 0), counter, llvm.ConstIntGetSExtValue(factor), llvm.GetGEPSourceElementType(gep)}
	return b, k * b.factor, true
}

// splitSum splits a sum that does not overflow, or what is one, into a value and a constant.
func splitSum(v llvm.Value) (counter llvm.Value, offset int64) {
	switch ir.Opcode(v) {
	case llvm.Or:
		if !llvm.GetIsDisjoint(v) {
			return v, 0
		}
	case llvm.Add:
		if !llvm.GetNUW(v) || !llvm.GetNSW(v) {
			return v, 0
		}
	default:
		return v, 0
	}
	k := llvm.GetOperand(v, 1)
	if llvm.IsAConstantInt(k) == 0 || llvm.ConstIntGetSExtValue(k) <= 0 {
		return v, 0
	}
	return llvm.GetOperand(v, 0), llvm.ConstIntGetSExtValue(k)
}

// share computes the base of addresses once, and the addresses from it.
func (b indexBase) share(u *ir.Unit, g *flow.Graph, dom *flow.DomTree, list []indexed) {
	at, before := above(g, dom, list)
	for _, v := range []llvm.Value{b.pointer, b.counter} {
		if llvm.IsAInstruction(v) != 0 && !dom.Dominates(g.Index[llvm.GetInstructionParent(v)], at) {
			return
		}
	}
	build := u.Before(before)
	index := llvm.BuildMul(build, b.counter, u.I32(uint64(b.factor)), "")
	base := llvm.BuildGEP2(build, b.element, b.pointer, []llvm.Value{llvm.BuildSExt(build, index, u.Types.I64, "")}, "")
	fromBase(u, base, int64(llvm.ABISizeOfType(u.Layout, b.element)), list)
}

// above returns the nearest block that dominates all addresses, and the instruction in it before which their base is
// computed: the first address there is, or the terminator.
func above(g *flow.Graph, dom *flow.DomTree, list []indexed) (at int, before llvm.Value) {
	at = g.Index[llvm.GetInstructionParent(list[0].gep)]
	for _, a := range list[1:] {
		for block := g.Index[llvm.GetInstructionParent(a.gep)]; !dom.Dominates(at, block); {
			at = dom.Immediate(at)
		}
	}
	before = llvm.GetFirstInstruction(g.Blocks[at])
	for before != llvm.GetBasicBlockTerminator(g.Blocks[at]) && !slices.ContainsFunc(list, func(a indexed) bool { return a.gep == before }) {
		before = llvm.GetNextInstruction(before)
	}
	return at, before
}

// fromBase replaces addresses by a base and their offsets from it, in elements of a size in bytes.
func fromBase(u *ir.Unit, base llvm.Value, size int64, list []indexed) {
	for _, a := range list {
		address := base
		if a.offset != 0 {
			address = llvm.BuildGEP2(u.Before(a.gep), u.Types.I8, base, []llvm.Value{u.I64(uint64(a.offset * size))}, "")
		}
		ir.Replace(a.gep, address)
	}
}
