// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// LocalTables makes constants of local arrays whose elements are assigned constants, one after the other, and then only read. LLVM does
// so for arrays with an initialiser, and leaves these in local memory: each work-item writes its own copy, and a
// copy whose elements the lanes of a warp read at different indices takes one sector of memory for each lane.
//
//	%t = alloca [12 x i32]
//	store i32 31, ptr %t
//	%t1 = getelementptr [12 x i32], ptr %t, i64 0, i64 1
//	store i32 28, ptr %t1
//	…
//	%a = getelementptr [12 x i32], ptr %t, i64 0, i64 %month
//	%days = load i32, ptr %a
//
// becomes
//
//	@table = internal addrspace(1) constant [12 x i32] [i32 31, i32 28, …
//	%a = getelementptr [12 x i32], ptr addrspace(1) @table, i64 0, i64 %month
//	%days = load i32, ptr addrspace(1) %a
//
// Constant memory serves one address at a time, so the table is not there.
func LocalTables(u *ir.Unit) error {
	if u.Opts.Level != "2" && u.Opts.Level != "3" {
		return nil
	}
	for _, f := range u.Definitions() {
		var g *flow.Graph
		var dom *flow.DomTree
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) != llvm.Alloca {
				continue
			}
			t := localTable{u: u, array: i}
			if !t.find() {
				continue
			}
			if g == nil {
				g = flow.New(f)
				dom = g.Dominators()
			}
			if t.storedBeforeLoads(g, dom) {
				t.replace()
			}
		}
	}
	return nil
}

// mostElements bounds the elements of an array that becomes a constant.
const mostElements = 4096

// A localTable is an array in local memory, and what accesses it.
type localTable struct {
	u       *ir.Unit
	array   llvm.Value // the alloca
	element llvm.Type
	values  []llvm.Value // by element, 0 where nothing is stored
	stores  []llvm.Value
	loads   []llvm.Value
	ends    []llvm.Value // lifetime markers
	dynamic bool         // an element is read whose number is not constant
}

// find collects the accesses, and reports whether they are stores of constants to elements that are known and loads.
func (t *localTable) find() bool {
	array := llvm.GetAllocatedType(t.array)
	if llvm.GetTypeKind(array) != llvm.ArrayKind || llvm.IsAConstantInt(llvm.GetOperand(t.array, 0)) == 0 || llvm.GetPointerAddressSpace(llvm.TypeOf(t.array)) != 0 {
		return false
	}
	n := llvm.GetArrayLength2(array)
	t.element = llvm.GetElementType(array)
	switch llvm.GetTypeKind(t.element) {
	case llvm.IntegerKind, llvm.FloatKind, llvm.DoubleKind:
	default:
		return false
	}
	if n > mostElements {
		return false
	}
	t.values = make([]llvm.Value, n)
	return t.accesses(t.array, 0, true) && t.dynamic && len(t.stores) > 0
}

// accesses collects those of an address, which is at an offset in the array if that is known.
func (t *localTable) accesses(address llvm.Value, offset int64, known bool) bool {
	for _, w := range ir.Users(address) {
		switch {
		case ir.Opcode(w) == llvm.Load && !llvm.GetVolatile(w) && llvm.GetOrdering(w) == llvm.NotAtomic:
			t.loads = append(t.loads, w)
			t.dynamic = t.dynamic || !known
		case ir.Opcode(w) == llvm.GetElementPtr && llvm.GetOperand(w, 0) == address && llvm.GetTypeKind(llvm.TypeOf(w)) == llvm.PointerKind:
			add, constant := ir.ConstantOffset(t.u, w)
			if !t.accesses(w, offset+add, known && constant) {
				return false
			}
		case ir.Opcode(w) == llvm.Store && known && llvm.GetOperand(w, 1) == address:
			if !t.store(w, offset) {
				return false
			}
		case isLifetime(w):
			t.ends = append(t.ends, w)
		default:
			return false
		}
	}
	return true
}

// store notes a store at an offset, and reports whether it is of a constant to one element.
func (t *localTable) store(w llvm.Value, offset int64) bool {
	value := llvm.GetOperand(w, 0)
	size := int64(llvm.ABISizeOfType(t.u.Layout, t.element))
	if llvm.GetVolatile(w) || llvm.GetOrdering(w) != llvm.NotAtomic || llvm.TypeOf(value) != t.element || offset < 0 || offset%size != 0 || offset/size >= int64(len(t.values)) {
		return false
	}
	if llvm.IsAConstantInt(value) == 0 && llvm.IsAConstantFP(value) == 0 {
		return false
	}
	if old := t.values[offset/size]; old != 0 && old != value {
		return false
	}
	t.values[offset/size] = value
	t.stores = append(t.stores, w)
	return true
}

// storedBeforeLoads reports whether all stores are in one block, and every load comes after all of them.
func (t *localTable) storedBeforeLoads(g *flow.Graph, dom *flow.DomTree) bool {
	home := llvm.GetInstructionParent(t.stores[0])
	left := map[llvm.Value]bool{}
	for _, s := range t.stores {
		if llvm.GetInstructionParent(s) != home {
			return false
		}
		left[s] = true
	}
	inside := map[llvm.Value]bool{}
	for _, l := range t.loads {
		if b := llvm.GetInstructionParent(l); b == home {
			inside[l] = true
		} else if !dom.Dominates(g.Index[home], g.Index[b]) {
			return false
		}
	}
	for i := llvm.GetFirstInstruction(home); i != 0; i = llvm.GetNextInstruction(i) {
		if inside[i] && len(left) > 0 {
			return false
		}
		delete(left, i)
	}
	return true
}

// replace reads the elements from a constant.
func (t *localTable) replace() {
	for k, v := range t.values {
		if v == 0 {
			t.values[k] = llvm.ConstNull(t.element)
		}
	}
	table := llvm.ConstArray2(t.element, &t.values[0], uint64(len(t.values)))
	c := llvm.AddGlobalInAddressSpace(t.u.Mod, llvm.TypeOf(table), "table", ir.GlobalSpace)
	llvm.SetInitializer(c, table)
	llvm.SetGlobalConstant(c, true)
	llvm.SetLinkage(c, llvm.InternalLinkage)
	llvm.SetUnnamedAddress(c, llvm.GlobalUnnamedAddr)
	llvm.SetAlignment(c, llvm.GetAlignment(t.array))
	for _, w := range append(t.stores, t.ends...) {
		ir.Erase(w)
	}
	ir.MoveLoads(t.u, t.array, c)
	ir.Erase(t.array)
}
