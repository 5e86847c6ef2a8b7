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
// Lanes of a warp would execute the sides one after the other. One side may be empty, and be an edge to
// the join. What remains of nested branches, two sides that nothing else joins, is converted even if LLVM
// did not, because it joins more than two values: "if (x < a) { b = a; a = x; k = i; } else if (x < b) b = x".
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
	sides  [2]llvm.Block // where the condition is true, and where it is false; the branch's own for an edge
	join   llvm.Block
}

// LLVM converts no branch that joins more values than this, whatever it costs.
const mostJoined = 2

// diamondAt returns the diamond that a block ends with, if it is to be converted.
func diamondAt(g *flow.Graph, head int) (d diamond, ok bool) {
	d.branch = llvm.GetBasicBlockTerminator(g.Blocks[head])
	s := g.Succ[head]
	if ir.Opcode(d.branch) != llvm.Br || len(s) != 2 || s[0] == s[1] {
		return d, false
	}
	join := s[0]
	if len(g.Pred[join]) == 1 && len(g.Succ[join]) == 1 {
		join = g.Succ[join][0]
	}
	if join == head {
		return d, false
	}
	d.join = g.Blocks[join]
	n := 0
	for k, side := range s {
		if side == join {
			d.sides[k] = g.Blocks[head]
			continue
		}
		if len(g.Pred[side]) != 1 || len(g.Succ[side]) != 1 || g.Succ[side][0] != join {
			return d, false
		}
		d.sides[k] = g.Blocks[side]
		more, cheap := cheapBlock(g.Blocks[side])
		if n += more; !cheap {
			return d, false
		}
	}
	// Where nothing else joins, LLVM has decided by what it costs. A latch keeps its loop's properties.
	if n > mostConverted || len(g.Pred[join]) == 2 && len(ir.PHIs(d.join)) <= mostJoined {
		return d, false
	}
	return d, !g.Dominators().Dominates(join, head)
}

// cheapBlock returns the number of a block's instructions before its branch, and whether all of them can
// be executed in vain.
func cheapBlock(b llvm.Block) (n int, cheap bool) {
	end := llvm.GetBasicBlockTerminator(b)
	for i := llvm.GetFirstInstruction(b); i != end; i = llvm.GetNextInstruction(i) {
		switch ir.Opcode(i) {
		case llvm.FCmp, llvm.FNeg, llvm.Add, llvm.Sub, llvm.And, llvm.Or, llvm.Xor, llvm.Shl, llvm.LShr, llvm.AShr, llvm.ICmp, llvm.Select, llvm.ZExt, llvm.SExt,
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
	var sides []llvm.Block
	for _, side := range d.sides {
		if side != head {
			sides = append(sides, side)
		}
	}
	for _, side := range sides {
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
	for _, side := range sides {
		llvm.DeleteBasicBlock(side)
	}
}
