// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"cmp"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// isExchange reports whether an instruction is a warp operation by which lanes get each other's
// values.
func isExchange(i llvm.Value) bool {
	k := flow.SyncOf(i)
	return k == flow.WarpShuffle || k == flow.WarpBallot
}

// countExchanges counts them in a function.
func countExchanges(f llvm.Value) (n int) {
	for _, i := range ir.Instructions(f) {
		if isExchange(i) {
			n++
		}
	}
	return n
}

// batchExchanges moves exchanges of a block that do not depend on each other next to each other, so
// that they become one synchronisation point.
//
//	%r0 = call i32 @_Z17sub_group_shufflejj(i32 %v0, i32 %lane)
//	%w0 = add i32 %v0, %r0
//	%r1 = call i32 @_Z17sub_group_shufflejj(i32 %v1, i32 %lane)
//	%w1 = add i32 %v1, %r1
//
// becomes
//
//	%r0 = call i32 @_Z17sub_group_shufflejj(i32 %v0, i32 %lane)
//	%r1 = call i32 @_Z17sub_group_shufflejj(i32 %v1, i32 %lane)
//	%w0 = add i32 %v0, %r0
//	%w1 = add i32 %v1, %r1
//
// Only instructions that have no side effects and read no memory are moved, so the memory accesses
// of lanes stay on the same side of the same exchanges. All lanes that execute one exchange of a
// block execute its others.
func batchExchanges(u *ir.Unit, f llvm.Value) {
	for _, b := range ir.Blocks(f) {
		var part []llvm.Value
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if isExchange(i) || movable(u, i) {
				part = append(part, i)
			} else {
				batchPart(u, part, i)
				part = nil
			}
			i = next
		}
	}
}

// movable reports whether an instruction may be moved across exchanges.
func movable(u *ir.Unit, i llvm.Value) bool {
	switch ir.Opcode(i) {
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.Shl, llvm.LShr, llvm.AShr, llvm.And, llvm.Or, llvm.Xor,
		llvm.FAdd, llvm.FSub, llvm.FMul, llvm.FDiv, llvm.FRem, llvm.FNeg,
		llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.FPTrunc, llvm.FPExt, llvm.FPToUI, llvm.FPToSI, llvm.UIToFP, llvm.SIToFP,
		llvm.BitCast, llvm.AddrSpaceCast, llvm.PtrToInt, llvm.IntToPtr,
		llvm.GetElementPtr, llvm.ICmp, llvm.FCmp, llvm.Select, llvm.Freeze,
		llvm.ExtractElement, llvm.InsertElement, llvm.ShuffleVector, llvm.ExtractValue, llvm.InsertValue:
		return true
	case llvm.UDiv, llvm.SDiv, llvm.URem, llvm.SRem:
		by := llvm.GetOperand(i, 1)
		return llvm.IsAConstantInt(by) != 0 && llvm.ConstIntGetZExtValue(by) != 0 && llvm.ConstIntGetSExtValue(by) != -1
	case llvm.Call:
		f := ir.Callee(i)
		if f == 0 {
			return false
		}
		if flow.SyncOf(i) != flow.NoSync {
			return false
		}
		if builtinOf(i) != "" {
			return true
		}
		memory := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("memory"))
		convergent := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, u.AttrKind("convergent"))
		return llvm.GetIntrinsicID(f) != 0 && memory != 0 && llvm.GetEnumAttributeValue(memory) == 0 && convergent == 0
	}
	return false
}

// batchPart reorders a sequence of instructions that ends before end by their levels: first the
// rest of a level, then its exchanges. Instructions that no exchange depends on and that depend on
// none stay as late as they were, so that they do not become values that are kept across regions.
func batchPart(u *ir.Unit, part []llvm.Value, end llvm.Value) {
	first := slices.IndexFunc(part, isExchange)
	if first < 0 || !slices.ContainsFunc(part[first+1:], isExchange) {
		return
	}
	at := map[llvm.Value]int{} // the index of an instruction in the sequence
	for k, i := range part {
		at[i] = k
	}
	place, most := levels(part, at)
	for k := len(part) - 1; k > first; k-- {
		if place[k] > 0 || isExchange(part[k]) {
			continue
		}
		place[k] = most + 1
		for _, w := range ir.Users(part[k]) {
			if n, ok := at[w]; ok {
				place[k] = min(place[k], place[n])
			}
		}
	}
	order := make([]int, len(part))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		rank := func(k int) int {
			if isExchange(part[k]) {
				return 2*place[k] + 1
			}
			return 2 * place[k]
		}
		return cmp.Compare(rank(a), rank(b))
	})
	for _, k := range order {
		i := part[k]
		name, b := i.Name(), u.Before(end)
		llvm.InstructionRemoveFromParent(i)
		llvm.SetCurrentDebugLocation2(b, llvm.InstructionGetDebugLoc(i))
		llvm.InsertIntoBuilderWithName(b, i, name)
	}
}

// levels returns, for each instruction of a sequence, the length of the longest chain of exchanges
// that it depends on, and the largest such number.
func levels(part []llvm.Value, at map[llvm.Value]int) (level []int, most int) {
	level = make([]int, len(part))
	for k, i := range part {
		for _, op := range ir.Operands(i) {
			n, ok := at[op]
			switch {
			case !ok:
			case isExchange(op):
				level[k] = max(level[k], level[n]+1)
			default:
				level[k] = max(level[k], level[n])
			}
		}
		most = max(most, level[k])
	}
	return level, most
}

// foldSelections turns PHIs that an otherwise empty diamond or triangle chooses between into
// selects, which merges its blocks into one.
//
//	  br i1 %c, label %join, label %other
//	other:
//	  br label %join
//	join:
//	  %v = phi i32 [ %a, %entry ], [ %b, %other ]
//
// becomes
//
//	%v = select i1 %c, i32 %a, i32 %b
func foldSelections(u *ir.Unit, f llvm.Value) error {
	changed := false
	for _, b := range ir.Blocks(f) {
		t := llvm.GetBasicBlockTerminator(b)
		if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 || llvm.GetSuccessor(t, 0) == llvm.GetSuccessor(t, 1) {
			continue
		}
		sides, join := [2]llvm.Block{}, [2]llvm.Block{}
		for n := range sides {
			s := llvm.GetSuccessor(t, uint32(n))
			sides[n], join[n] = b, s
			if only := llvm.GetFirstInstruction(s); ir.Opcode(only) == llvm.Br && llvm.GetNumSuccessors(only) == 1 && soleEntry(s) == b {
				sides[n], join[n] = s, llvm.GetSuccessor(only, 0)
			}
		}
		if join[0] != join[1] || sides[0] == sides[1] || join[0] == b {
			continue
		}
		condition := llvm.GetOperand(t, 0)
		for _, p := range ir.PHIs(join[0]) {
			v := [2]llvm.Value{incoming(p, sides[0]), incoming(p, sides[1])}
			chosen := v[0]
			if v[0] != v[1] {
				chosen = llvm.BuildSelect(u.Before(t), condition, v[0], v[1], "")
			}
			setIncoming(p, sides[0], chosen)
			setIncoming(p, sides[1], chosen)
		}
		changed = true
	}
	if !changed {
		return nil
	}
	return u.FunctionPasses(f, "simplifycfg")
}

// soleEntry returns the block that leads to another one, 0 if that has several incoming edges or
// none.
func soleEntry(b llvm.Block) llvm.Block {
	var from llvm.Block
	for _, t := range ir.Users(llvm.BasicBlockAsValue(b)) {
		for k := range llvm.GetNumSuccessors(t) {
			if llvm.GetSuccessor(t, k) != b {
				continue
			}
			if from != 0 {
				return 0
			}
			from = llvm.GetInstructionParent(t)
		}
	}
	return from
}

// incoming returns the value of a PHI for the edge from a block.
func incoming(p llvm.Value, from llvm.Block) llvm.Value {
	for k := range llvm.CountIncoming(p) {
		if llvm.GetIncomingBlock(p, k) == from {
			return llvm.GetIncomingValue(p, k)
		}
	}
	return 0
}

func setIncoming(p llvm.Value, from llvm.Block, v llvm.Value) {
	for k := range llvm.CountIncoming(p) {
		if llvm.GetIncomingBlock(p, k) == from {
			llvm.SetOperand(p, k, v)
		}
	}
}
