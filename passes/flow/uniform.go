// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package flow

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// uniformBuiltins are the OpenCL functions whose value is that of the work-group.
var uniformBuiltins = []string{
	"get_group_id", "get_local_size", "get_enqueued_local_size", "get_num_groups", "get_global_size", "get_work_dim", "get_global_offset",
	"get_max_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups",
}

// Uniform is the set of the values that are the same for all work-items of a group: those
// that depend on nothing but arguments, uniform built-ins, and memory at
// uniform addresses, and that no divergent branch chooses between. A value of a loop that
// work-items leave in different iterations is uniform within the loop only (temporal
// divergence): what uses it outside is divergent.
func (g *Graph) Uniform() map[llvm.Value]bool {
	divergent := map[llvm.Value]bool{}
	loops := g.NaturalLoops()
	pd := PostDominators(g.Succ)
	var list []llvm.Value
	for _, b := range g.Blocks {
		for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
			list = append(list, i)
		}
	}
	influenced := map[int]bool{}     // blocks whose PHIs a divergent branch feeds
	escaped := map[llvm.Value]bool{} // uses of a loop's values after a divergent exit
	done := map[int]bool{}
	for changed := true; changed; {
		changed = false
		for _, i := range list {
			if divergent[i] {
				continue
			}
			d := escaped[i]
			for _, op := range ir.Operands(i) {
				d = d || divergent[op]
			}
			switch llvm.GetInstructionOpcode(i) {
			case llvm.Call:
				d = d || !uniformCall(i)
			case llvm.Load:
				p := llvm.GetOperand(i, 0)
				d = d || llvm.GetPointerAddressSpace(llvm.TypeOf(p)) == ir.PrivateSpace && !readOnlyArgument(p)
			case llvm.Alloca, llvm.AtomicRMW, llvm.AtomicCmpXchg:
				d = true
			case llvm.PHI:
				d = d || influenced[g.Index[llvm.GetInstructionParent(i)]]
			}
			if d {
				divergent[i] = true
				changed = true
			}
		}
		for k, b := range g.Blocks {
			t := llvm.GetBasicBlockTerminator(b)
			if done[k] || len(g.Succ[k]) < 2 || !divergent[llvm.GetOperand(t, 0)] {
				continue
			}
			done[k] = true
			changed = true
			for _, s := range g.Joins(k, pd.Immediate(k)) {
				influenced[s] = true
			}
			for _, l := range loops {
				if l.divergentExit(k, pd) {
					g.escapes(l, escaped, divergent)
				}
			}
		}
	}
	out := map[llvm.Value]bool{}
	for _, i := range list {
		if !divergent[i] {
			out[i] = true
		}
	}
	for _, p := range ir.Params(g.F) {
		out[p] = true
	}
	for _, b := range g.Blocks {
		for _, op := range ir.Operands(llvm.GetBasicBlockTerminator(b)) {
			if llvm.IsConstant(op) {
				out[op] = true
			}
		}
	}
	return out
}

// escapes adds the uses of a loop's values outside of it. A branch has no value that could be
// divergent: there the condition is.
func (g *Graph) escapes(l Loop, uses, values map[llvm.Value]bool) {
	for i, in := range l.Member {
		if !in {
			continue
		}
		for v := llvm.GetFirstInstruction(g.Blocks[i]); v != 0; v = llvm.GetNextInstruction(v) {
			for _, w := range g.UsersOutside(l, v) {
				if w == llvm.GetBasicBlockTerminator(llvm.GetInstructionParent(w)) {
					values[v] = true
				} else {
					uses[w] = true
				}
			}
		}
	}
}

// readOnlyArgument reports whether a pointer is into an argument passed by value that
// is nowhere written.
func readOnlyArgument(p llvm.Value) bool {
	for ir.Opcode(p) == llvm.GetElementPtr {
		p = llvm.GetOperand(p, 0)
	}
	var reads func(v llvm.Value) bool
	reads = func(v llvm.Value) bool {
		for _, w := range ir.Users(v) {
			if op := ir.Opcode(w); op != llvm.Load && (op != llvm.GetElementPtr || !reads(w)) {
				return false
			}
		}
		return true
	}
	return llvm.IsAArgument(p) != 0 && reads(p)
}

// uniformCall reports whether a function of uniform operands has a uniform value.
func uniformCall(call llvm.Value) bool {
	f := ir.Callee(call)
	if f == 0 {
		return false
	}
	if llvm.GetIntrinsicID(f) != 0 {
		return true // a function of its operands
	}
	name, ok := ir.MangledName(f.Name())
	if !ok || !ir.OpenCLBuiltin(f.Name()) {
		return false
	}
	if slices.Contains(uniformBuiltins, name) || strings.HasPrefix(name, "work_group_") {
		return true
	}
	return !strings.HasPrefix(name, "get_") && !strings.Contains(name, "sub_group") && !strings.HasPrefix(name, "atom") && !strings.HasPrefix(name, "clock") && !strings.HasPrefix(name, "__spirv")
}
