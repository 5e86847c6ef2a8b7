// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// mostUnrolled bounds the instructions of a loop over constant memory that is unrolled completely.
const mostUnrolled = 4096

// overConstants returns the latch branches of the loops that read constant memory in at least an eighth of
// their instructions and are short enough, with all their iterations, to be unrolled completely: then
// the addresses are constants, and such a load is an operand of the instruction that uses it, or one
// for the whole warp.
func overConstants(g *flow.Graph, loops []flow.Loop) (out []llvm.Value) {
	trips := make([]int64, len(loops))
	for i, l := range loops {
		trips[i] = constantTrips(g, l)
	}
	for k, l := range loops {
		all, constant := int64(0), int64(0)
		for b, in := range l.Member {
			if !in {
				continue
			}
			n := trips[k]
			for i, inner := range loops {
				if i != k && inner.Member[b] && l.Member[inner.Header] && inner.Header != l.Header {
					n = min(n*trips[i], mostUnrolled+1)
				}
			}
			if n == 0 {
				all = mostUnrolled + 1 // not known
			}
			for i := llvm.GetFirstInstruction(g.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
				switch ir.Opcode(i) {
				case llvm.GetElementPtr, llvm.SExt, llvm.ZExt, llvm.PHI:
					continue // constants then
				case llvm.Load:
					if inConstantSpace(llvm.GetOperand(i, 0)) {
						constant += n
					}
				}
				all += n
			}
		}
		if all <= mostUnrolled && constant*8 >= all {
			out = append(out, llvm.GetBasicBlockTerminator(g.Blocks[l.Latch]))
		}
	}
	return out
}

// inConstantSpace reports whether an address is one of a variable in constant memory.
func inConstantSpace(v llvm.Value) bool {
	for {
		if llvm.GetPointerAddressSpace(llvm.TypeOf(v)) == ConstantSpace {
			return true
		}
		switch ir.Opcode(v) {
		case llvm.GetElementPtr, llvm.AddrSpaceCast:
			v = llvm.GetOperand(v, 0)
		default:
			return false
		}
	}
}

// constantTrips returns how many iterations a loop has whose counter starts and ends at constants, 0
// where that is not known.
func constantTrips(g *flow.Graph, l flow.Loop) int64 {
	t := llvm.GetBasicBlockTerminator(g.Blocks[l.Latch])
	if llvm.GetInstructionOpcode(t) != llvm.Br || len(g.Succ[l.Latch]) != 2 {
		return 0
	}
	cond := llvm.GetOperand(t, 0)
	if ir.Opcode(cond) != llvm.ICmp || llvm.IsAConstantInt(llvm.GetOperand(cond, 1)) == 0 {
		return 0
	}
	// What is compared is the counter, or what it is next.
	compared, end := llvm.GetOperand(cond, 0), llvm.ConstIntGetSExtValue(llvm.GetOperand(cond, 1))
	counter, first := compared, int64(1)
	if ir.Opcode(compared) == llvm.Add {
		counter, first = llvm.GetOperand(compared, 0), 0
	}
	if ir.Opcode(counter) != llvm.PHI || llvm.GetInstructionParent(counter) != g.Blocks[l.Header] || llvm.CountIncoming(counter) != 2 {
		return 0
	}
	for k := range uint32(2) {
		start, next := llvm.GetIncomingValue(counter, k), llvm.GetIncomingValue(counter, 1-k)
		if llvm.IsAConstantInt(start) == 0 || ir.Opcode(next) != llvm.Add || llvm.GetOperand(next, 0) != counter ||
			llvm.IsAConstantInt(llvm.GetOperand(next, 1)) == 0 || first == 0 && next != compared {
			continue
		}
		n, step := end-llvm.ConstIntGetSExtValue(start), llvm.ConstIntGetSExtValue(llvm.GetOperand(next, 1))
		if step != 0 && n/step+first > 0 {
			return min(n/step+first, mostUnrolled+1)
		}
	}
	return 0
}
