// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// demoteAllocas gives each work-item its own stack variables. Those whose content may live across
// regions are in context arrays; the others exist once, and one work-item after the other uses
// them.
func (vs *values) demoteAllocas() {
	// Collect first: removing an alloca's lifetime markers may erase the next instruction.
	var allocas []llvm.Value
	for _, r := range vs.regions {
		for _, b := range r.blocks {
			for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
				if ir.Opcode(i) == llvm.Alloca && llvm.IsAConstantInt(llvm.GetOperand(i, 0)) != 0 {
					allocas = append(allocas, i)
				}
			}
		}
	}
	loops := vs.regionLoops()
	for _, a := range allocas {
		vs.demoteAlloca(a, loops)
	}
}

func (vs *values) demoteAlloca(a llvm.Value, loops map[*region]bool) {
	within := map[*region]bool{}
	reached, escapes := reachedFrom(a)
	for _, w := range reached {
		within[vs.regionAt(w)] = true
	}
	// A debugger shows the variable in all regions, of the work-item that runs.
	local := len(vs.regions) == 1 && !loops[vs.regions[0]] || len(within) <= 1 && !escapes && vs.debug.declared[a] == nil
	for r := range within {
		local = local && !loops[r]
	}
	name := a.Name()
	if local {
		llvm.InstructionRemoveFromParent(a)
		llvm.PositionBuilderBefore(vs.u.B, llvm.GetFirstInstruction(vs.preamble))
		llvm.SetCurrentDebugLocation2(vs.u.B, 0)
		llvm.InsertIntoBuilderWithName(vs.u.B, a, name)
		return
	}
	t := llvm.GetAllocatedType(a)
	if n := llvm.ConstIntGetZExtValue(llvm.GetOperand(a, 0)); n != 1 {
		t = llvm.ArrayType2(t, n)
	}
	// Elements have the variable's alignment.
	bytes := ir.AlignUp(llvm.ABISizeOfType(vs.u.Layout, t)+vs.redzone(), uint64(llvm.GetAlignment(a)))
	s := vs.context.variable(bytes, uint64(llvm.GetAlignment(a)), name)
	vs.context.poisonArray(s, bytes, llvm.ABISizeOfType(vs.u.Layout, t))
	vs.debug.showElement(a, s, name)
	for _, w := range ir.Users(a) {
		if isLifetime(w) {
			vs.erase(w)
		}
	}
	for _, w := range ir.Users(a) {
		for k := range uint32(llvm.GetNumOperands(w)) {
			if llvm.GetOperand(w, k) != a {
				continue
			}
			r := vs.regionAt(w)
			if llvm.IsAPHINode(w) != 0 {
				r = vs.of[llvm.GetIncomingBlock(w, k)]
			}
			n, ok := r.loads[a]
			if !ok {
				at := vs.pos.placeIn(r)
				// Before values that were recomputed from it.
				first := llvm.GetFirstInstruction(r.item)
				for vs.pos.isPlace(first) {
					first = llvm.GetNextInstruction(first)
				}
				llvm.PositionBuilderBefore(vs.u.B, first)
				n = vs.context.element(s, at)
				llvm.SetValueName2(n, name)
				r.loads[a] = n
			}
			llvm.SetOperand(w, k, n)
		}
	}
	vs.erase(a)
}

// reachedFrom returns the instructions that use an address, or one derived from it, and whether the
// address escapes.
func reachedFrom(v llvm.Value) (out []llvm.Value, escapes bool) {
	seen := map[llvm.Value]bool{}
	var walk func(llvm.Value)
	walk = func(v llvm.Value) {
		for _, w := range ir.Users(v) {
			if seen[w] || llvm.IsAInstruction(w) == 0 {
				continue
			}
			seen[w] = true
			out = append(out, w)
			switch ir.Opcode(w) {
			case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast, llvm.PHI, llvm.Select:
				walk(w)
			case llvm.Load, llvm.AtomicRMW, llvm.AtomicCmpXchg, llvm.ICmp:
			case llvm.Store:
				escapes = escapes || llvm.GetOperand(w, 0) == v
			case llvm.Call:
				f := ir.Callee(w)
				escapes = escapes || f == 0 || llvm.GetIntrinsicID(f) == 0
			default:
				escapes = true
			}
		}
	}
	walk(v)
	return out, escapes
}

// isLifetime reports whether an instruction is a lifetime marker of a stack variable.
func isLifetime(i llvm.Value) bool {
	if !ir.IsCall(i) {
		return false
	}
	f := ir.Callee(i)
	return f != 0 && (hasPrefix(f.Name(), "llvm.lifetime.") || hasPrefix(f.Name(), "llvm.invariant."))
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }
