// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostConverted is the largest number of instructions of both sides of a branch that IfConversion makes
// unconditional: LLVM's own threshold where it converts.
const mostConverted = 4

// IfConversion replaces a branch to two short sides without side effects by selects, where both join
// a block that others reach too. LLVM does that only where nothing else reaches it, and has merged the
// joins of nested branches into one before their values are in registers.
//
//	  br i1 %c, label %left, label %right
//	left:
//	  %i1 = add i32 %i, 1
//	  br label %join
//	right:
//	  %j1 = add i32 %j, 1
//	  br label %join
//	join:
//	  %in = phi i32 [ %i1, %left ], [ %i, %right ], [ %k, %other ]
//
// becomes
//
//	  %i1 = add i32 %i, 1
//	  %j1 = add i32 %j, 1
//	  %v = select i1 %c, i32 %i1, i32 %i
//	  br label %join
//	join:
//	  %in = phi i32 [ %v, %head ], [ %k, %other ]
//
// Lanes of a warp would execute the sides one after the other.
func IfConversion(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	converted := false
	for _, f := range u.Definitions() {
		for again := true; again; {
			again = false
			g := flow.New(f)
			for head := range g.Blocks {
				if d, ok := diamondAt(g, head); ok {
					d.convert(u)
					again, converted = true, true
					break
				}
			}
		}
	}
	if !converted {
		return nil
	}
	return u.LLVMPasses("function(instcombine<no-verify-fixpoint>,simplifycfg)")
}

// A diamond is a conditional branch whose sides join.
type diamond struct {
	branch llvm.Value
	sides  [2]llvm.Block // where the condition is true, and where it is false
	join   llvm.Block
}

// diamondAt returns the diamond that a block ends with, if it is to be converted.
func diamondAt(g *flow.Graph, head int) (d diamond, ok bool) {
	d.branch = llvm.GetBasicBlockTerminator(g.Blocks[head])
	s := g.Succ[head]
	if ir.Opcode(d.branch) != llvm.Br || len(s) != 2 || s[0] == s[1] {
		return d, false
	}
	n := 0
	for k, side := range s {
		if len(g.Pred[side]) != 1 || len(g.Succ[side]) != 1 || g.Succ[side][0] != g.Succ[s[0]][0] || g.Succ[side][0] == head {
			return d, false
		}
		d.sides[k] = g.Blocks[side]
		more, cheap := cheapBlock(g.Blocks[side])
		if n += more; !cheap {
			return d, false
		}
	}
	join := g.Succ[s[0]][0]
	d.join = g.Blocks[join]
	// Where nothing else joins, LLVM has decided. A latch keeps its loop's properties.
	return d, n <= mostConverted && len(g.Pred[join]) > 2 && !g.Dominators().Dominates(join, head)
}

// cheapBlock returns the number of a block's instructions before its branch, and whether all of them can
// be executed in vain.
func cheapBlock(b llvm.Block) (n int, cheap bool) {
	end := llvm.GetBasicBlockTerminator(b)
	for i := llvm.GetFirstInstruction(b); i != end; i = llvm.GetNextInstruction(i) {
		switch ir.Opcode(i) {
		case llvm.Add, llvm.Sub, llvm.And, llvm.Or, llvm.Xor, llvm.Shl, llvm.LShr, llvm.AShr, llvm.ICmp, llvm.Select, llvm.ZExt, llvm.SExt,
			llvm.Trunc, llvm.GetElementPtr, llvm.FAdd, llvm.FSub, llvm.FMul:
			n++
		default:
			return n, false
		}
	}
	return n, ir.Opcode(end) == llvm.Br
}

// convert moves the sides' instructions before the branch, and joins their values by selects.
func (d diamond) convert(u *ir.Unit) {
	head := llvm.GetInstructionParent(d.branch)
	for _, side := range d.sides {
		for i := llvm.GetFirstInstruction(side); i != llvm.GetBasicBlockTerminator(side); i = llvm.GetFirstInstruction(side) {
			llvm.InstructionRemoveFromParent(i)
			llvm.PositionBuilderBefore(u.B, d.branch)
			llvm.InsertIntoBuilder(u.B, i)
		}
	}
	c := llvm.GetOperand(d.branch, 0)
	for _, p := range ir.PHIs(d.join) {
		var vals [2]llvm.Value
		var others []llvm.Value
		var from []llvm.Block
		for k := range llvm.CountIncoming(p) {
			v, b := llvm.GetIncomingValue(p, k), llvm.GetIncomingBlock(p, k)
			switch b {
			case d.sides[0]:
				vals[0] = v
			case d.sides[1]:
				vals[1] = v
			default:
				others, from = append(others, v), append(from, b)
			}
		}
		v := vals[0]
		if vals[1] != v {
			v = llvm.BuildSelect(u.Before(d.branch), c, vals[0], vals[1], "")
		}
		others, from = append(others, v), append(from, head)
		joined := llvm.BuildPhi(u.Before(p), llvm.TypeOf(p), "")
		llvm.AddIncoming(joined, &others[0], &from[0], uint32(len(others)))
		llvm.ReplaceAllUsesWith(p, joined)
		ir.Erase(p)
	}
	llvm.BuildBr(u.Before(d.branch), d.join)
	ir.Erase(d.branch)
	for _, side := range d.sides {
		llvm.DeleteBasicBlock(side)
	}
}
