// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// RuntimeFunction returns a function of the device library, which is declared if it was not.
func (u *Unit) RuntimeFunction(name string, result llvm.Type, args ...llvm.Type) llvm.Value {
	if f := llvm.GetNamedFunction(u.Mod, name); f != 0 {
		return f
	}
	f := llvm.AddFunction(u.Mod, name, llvm.FunctionType(result, args, false))
	llvm.SetFunctionCallConv(f, u.Target.DeviceCC)
	u.AddAttr(f, llvm.FunctionIndex, "nounwind")
	return f
}

// Erase removes an instruction that has no users left.
func Erase(inst llvm.Value) { llvm.InstructionEraseFromParent(inst) }

// EraseAll removes instructions that only these instructions themselves may still use.
func EraseAll(dead []llvm.Value) {
	for _, i := range dead {
		if llvm.GetTypeKind(llvm.TypeOf(i)) != llvm.VoidKind {
			llvm.ReplaceAllUsesWith(i, llvm.GetPoison(llvm.TypeOf(i)))
		}
	}
	for _, i := range dead {
		Erase(i)
	}
}

// Replace replaces inst by v.
func Replace(inst, v llvm.Value) {
	llvm.ReplaceAllUsesWith(inst, v)
	Erase(inst)
}

// Before positions the builder before inst, with inst's debug location.
func (u *Unit) Before(inst llvm.Value) llvm.Builder {
	llvm.PositionBuilderBefore(u.B, inst)
	llvm.SetCurrentDebugLocation2(u.B, llvm.InstructionGetDebugLoc(inst))
	return u.B
}

// AtEntry positions the builder at the start of a function, after its allocas.
func (u *Unit) AtEntry(f llvm.Value) llvm.Builder {
	i := llvm.GetFirstInstruction(llvm.GetEntryBasicBlock(f))
	for llvm.IsAInstruction(i) != 0 && llvm.GetInstructionOpcode(i) == llvm.Alloca {
		i = llvm.GetNextInstruction(i)
	}
	llvm.PositionBuilderBefore(u.B, i)
	llvm.SetCurrentDebugLocation2(u.B, 0)
	return u.B
}

// SplitBefore moves everything before an instruction into a new block that precedes its own. PHIs
// of successors need no change, since the block that branches to them stays; the block's own PHIs
// move along with its predecessors.
func (u *Unit) SplitBefore(at llvm.Value) llvm.Block {
	b := llvm.GetInstructionParent(at)
	head := llvm.InsertBasicBlockInContext(u.Ctx, b, "")
	for _, t := range Users(llvm.BasicBlockAsValue(b)) {
		if llvm.IsAInstruction(t) == 0 {
			continue
		}
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) == b {
				llvm.SetSuccessor(t, k, head)
			}
		}
	}
	llvm.PositionBuilderAtEnd(u.B, head)
	llvm.SetCurrentDebugLocation2(u.B, 0)
	for i := llvm.GetFirstInstruction(b); i != at; {
		next := llvm.GetNextInstruction(i)
		name := i.Name()
		llvm.InstructionRemoveFromParent(i)
		loc := llvm.InstructionGetDebugLoc(i)
		llvm.SetCurrentDebugLocation2(u.B, loc)
		llvm.InsertIntoBuilderWithName(u.B, i, name)
		i = next
	}
	llvm.SetCurrentDebugLocation2(u.B, 0)
	llvm.BuildBr(u.B, b)
	return head
}
