// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// SharedCounters has addresses in shared memory count with a loop, instead of computing them from its
// counter. Where the driver's compiler unrolls the loop, its copies then are constants away from one
// register; otherwise each has an address in a register of its own, and there may be none left for
// what the copies load from global memory, whose loads then wait for the stores of others. Loops that
// load nothing else stay.
//
//	%i = phi i32 [ 0, %entry ], [ %next, %loop ]
//	…
//	%s = sext i32 %i to i64
//	%a = getelementptr float, ptr addrspace(3) @tile, i64 %s
//	…
//	%next = add nsw i32 %i, 4
//
// becomes
//
//	%t = call ptr addrspace(3) asm "mov.b64 $0, $1;", "=l,i"(ptr addrspace(3) @tile)
//	…
//	%a = phi ptr addrspace(3) [ %t, %entry ], [ %b, %loop ]
//	…
//	%b = getelementptr i8, ptr addrspace(3) %a, i64 16
//
// with the address of a variable in an instruction that LLVM does not move to the start of the kernel, where it would
// be the same for several loops: then the driver's compiler does not take it for constant.
// A counter that indexes several arrays stays: their addresses share its product.
func SharedCounters(u *ir.Unit) error {
	if u.Opts.Level == "0" || u.Opts.Level == "1" || !llvm.Has("GetIsDisjoint") {
		return nil
	}
	for _, f := range u.Definitions() {
		g := flow.New(f)
		var dom *flow.DomTree
		for _, l := range g.NaturalLoops() {
			if len(g.Pred[l.Header]) != 2 || !loadsGlobally(g, l) {
				continue
			}
			if dom == nil {
				dom = g.Dominators()
			}
			for _, phi := range ir.Instructions(f) {
				if ir.Opcode(phi) != llvm.PHI || llvm.GetInstructionParent(phi) != g.Blocks[l.Header] {
					continue
				}
				if c, ok := sharedCounter(u, phi, g.Blocks[l.Latch]); ok && c.addresses(u, g, l, dom) {
					c.count(u)
				}
			}
		}
	}
	return nil
}

// loadsGlobally reports whether a loop loads from memory other than shared memory: then registers for the values
// that are on their way are what matters.
func loadsGlobally(g *flow.Graph, l flow.Loop) bool {
	for block, in := range l.Member {
		if !in {
			continue
		}
		for i := llvm.GetFirstInstruction(g.Blocks[block]); i != 0; i = llvm.GetNextInstruction(i) {
			if llvm.GetInstructionOpcode(i) == llvm.Load && llvm.GetPointerAddressSpace(llvm.TypeOf(llvm.GetOperand(i, 0))) != ir.LocalSpace {
				return true
			}
		}
	}
	return false
}

// A counterOf is a loop's counter, with what it addresses in shared memory.
type counterOf struct {
	phi, start  llvm.Value
	entry, back llvm.Block
	step        int64
	base        llvm.Value
	element     llvm.Type
	list        []indexed
}

// sharedCounter recognises a counter with a constant step that does not overflow.
func sharedCounter(u *ir.Unit, phi llvm.Value, latch llvm.Block) (c counterOf, ok bool) {
	if t := llvm.TypeOf(phi); t != u.Types.I32 && t != u.Types.I64 || llvm.CountIncoming(phi) != 2 {
		return c, false
	}
	from := uint32(0)
	if llvm.GetIncomingBlock(phi, 0) == latch {
		from = 1
	}
	c = counterOf{phi: phi, start: llvm.GetIncomingValue(phi, from), entry: llvm.GetIncomingBlock(phi, from), back: latch}
	next := llvm.GetIncomingValue(phi, 1-from)
	if llvm.GetIncomingBlock(phi, 1-from) != latch || ir.Opcode(next) != llvm.Add || !llvm.GetNSW(next) {
		return c, false
	}
	step := llvm.GetOperand(next, 1)
	if llvm.GetOperand(next, 0) != phi || llvm.IsAConstantInt(step) == 0 {
		return c, false
	}
	c.step = llvm.ConstIntGetSExtValue(step)
	return c, true
}

// addresses finds the addresses in shared memory of which the counter is the index. They must have one base,
// which the loop does not change.
func (c *counterOf) addresses(u *ir.Unit, g *flow.Graph, l flow.Loop, dom *flow.DomTree) bool {
	inside := func(v llvm.Value) bool { return l.Member[g.Index[llvm.GetInstructionParent(v)]] }
	outside := func(base llvm.Value) bool {
		return llvm.IsAInstruction(base) == 0 || !inside(base) && dom.Dominates(g.Index[llvm.GetInstructionParent(base)], g.Index[c.entry])
	}
	if !c.extended(u, c.phi, 0, inside, outside) {
		return false
	}
	for _, sum := range ir.Users(c.phi) {
		if v, k := splitSum(sum); v == c.phi && k > 0 && !c.extended(u, sum, k, inside, outside) {
			return false
		}
	}
	return len(c.list) > 0
}

// extended is collect for a value, or for what it is extended to.
func (c *counterOf) extended(u *ir.Unit, v llvm.Value, offset int64, inside, outside func(llvm.Value) bool) bool {
	if llvm.TypeOf(v) == u.Types.I64 {
		return c.collect(v, offset, inside, outside)
	}
	for _, wide := range ir.Users(v) {
		if op := ir.Opcode(wide); (op == llvm.SExt || op == llvm.ZExt && llvm.GetNNeg(wide)) && !c.collect(wide, offset, inside, outside) {
			return false
		}
	}
	return true
}

// collect adds the addresses that have an index, the counter and an offset; false if their base is another one, or is
// not outside of the loop.
func (c *counterOf) collect(index llvm.Value, offset int64, inside, outside func(llvm.Value) bool) bool {
	for _, gep := range ir.Users(index) {
		if ir.Opcode(gep) != llvm.GetElementPtr || llvm.GetPointerAddressSpace(llvm.TypeOf(gep)) != ir.LocalSpace {
			continue
		}
		base, element := llvm.GetOperand(gep, 0), llvm.GetGEPSourceElementType(gep)
		if llvm.GetNumOperands(gep) != 2 || llvm.GetOperand(gep, 1) != index || c.base != 0 && (base != c.base || element != c.element) || !outside(base) {
			return false
		}
		c.base, c.element = base, element
		if inside(gep) {
			c.list = append(c.list, indexed{gep, offset})
		}
	}
	return true
}

// count makes the address of the first iteration, the one that is a step further at the latch, and the others from
// their constant offsets.
func (c *counterOf) count(u *ir.Unit) {
	size := int64(llvm.ABISizeOfType(u.Layout, c.element))
	before := u.Before(llvm.GetBasicBlockTerminator(c.entry))
	start := c.base
	if !llvm.IsConstant(c.start) || !llvm.IsNull(c.start) {
		index := c.start
		if llvm.TypeOf(index) != u.Types.I64 {
			index = llvm.BuildSExt(before, index, u.Types.I64, "")
		}
		start = llvm.BuildGEP2(before, c.element, c.base, []llvm.Value{index}, "")
	}
	if llvm.IsAGlobalVariable(start) != 0 {
		start = addressHere(before, start)
	}
	address := llvm.BuildPhi(u.Before(c.phi), llvm.TypeOf(c.base), "")
	next := llvm.BuildGEP2(u.Before(llvm.GetBasicBlockTerminator(c.back)), u.Types.I8, address, []llvm.Value{u.I64(uint64(c.step * size))}, "")
	values, blocks := []llvm.Value{start, next}, []llvm.Block{c.entry, c.back}
	llvm.AddIncoming(address, &values[0], &blocks[0], 2)
	for _, a := range c.list {
		v := address
		if a.offset != 0 {
			v = llvm.BuildGEP2(u.Before(a.gep), u.Types.I8, address, []llvm.Value{u.I64(uint64(a.offset * size))}, "")
		}
		ir.Replace(a.gep, v)
	}
}

// addressHere builds the address of a variable where the builder is, and nowhere else.
func addressHere(b llvm.Builder, variable llvm.Value) llvm.Value {
	ft := llvm.FunctionType(llvm.TypeOf(variable), []llvm.Type{llvm.TypeOf(variable)}, false)
	asm := llvm.GetInlineAsm(ft, "mov.b64 $0, $1;", "=l,i", false, false, 0, false)
	return llvm.BuildCall2(b, ft, asm, []llvm.Value{variable}, "")
}
