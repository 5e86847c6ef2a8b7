// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// SplitSums splits 64-bit loop variables with a closed form of the third degree or more into
// halves: the ledger's igc-split-sums. IGC's LLVM recognises no polynomial in the halves, and
// computes the sum.
//
//	%s = phi i64 [ 0, %entry ], [ %t, %loop ]
//	%i = phi i32 [ 0, %entry ], [ %n, %loop ]
//	…
//	%w = zext i32 %i to i64
//	%q = mul i64 %w, %w
//	%t = add i64 %s, %q
//
// becomes
//
//	%low = phi i32 [ 0, %entry ], [ %t.low, %loop ]
//	%high = phi i32 [ 0, %entry ], [ %t.high, %loop ]
//	…
//	%s = or disjoint i64 %high.shifted, %low.extended
//	%t = add i64 %s, %q
//	%t.low = trunc i64 %t to i32
//	%t.high = trunc i64 %t.upper to i32
func SplitSums(u *ir.Unit) error {
	for _, f := range u.Definitions() {
		var sums []llvm.Value
		g := flow.New(f)
		for _, l := range g.NaturalLoops() {
			p := polynomials{Graph: g, Loop: l, degrees: map[llvm.Value]int{}}
			for _, phi := range ir.PHIs(g.Blocks[l.Header]) {
				if llvm.TypeOf(phi) == u.Types.I64 && p.degree(phi) >= splitDegree {
					sums = append(sums, phi)
				}
			}
		}
		for _, phi := range sums {
			split(u, phi)
		}
	}
	return nil
}

// splitDegree is the least degree at which the products in the closed form may need more than 64
// bits: those of one or two 32-bit numbers do not.
const splitDegree = 3

// polynomials computes the degrees of the values of a loop as functions of the iteration.
type polynomials struct {
	*flow.Graph
	flow.Loop
	degrees map[llvm.Value]int
}

// none is the degree of a value that is not a polynomial.
const none = -1

// degree returns the degree of a value. A PHI of the header to which something is added has one
// more than that.
func (p *polynomials) degree(v llvm.Value) int {
	if llvm.IsAInstruction(v) == 0 || !p.Member[p.Index[llvm.GetInstructionParent(v)]] {
		return 0
	}
	if d, ok := p.degrees[v]; ok {
		return d
	}
	p.degrees[v] = none // a PHI that the value added to it depends on
	d := p.compute(v)
	p.degrees[v] = d
	return d
}

func (p *polynomials) compute(v llvm.Value) int {
	operand := func(k uint32) int { return p.degree(llvm.GetOperand(v, k)) }
	switch op := ir.Opcode(v); op {
	case llvm.PHI:
		return p.sum(v)
	case llvm.ZExt, llvm.SExt, llvm.Trunc:
		return operand(0)
	case llvm.Add, llvm.Sub, llvm.Or, llvm.Mul, llvm.Shl:
		a, b := operand(0), operand(1)
		switch {
		case a == none || b == none || op == llvm.Shl && b != 0:
			return none
		case op == llvm.Mul:
			return a + b
		}
		return max(a, b)
	}
	return none
}

// sum returns the degree of a PHI of the header.
func (p *polynomials) sum(phi llvm.Value) int {
	degree := none
	if p.Index[llvm.GetInstructionParent(phi)] != p.Header {
		return none
	}
	for k := range llvm.CountIncoming(phi) {
		next := llvm.GetIncomingValue(phi, k)
		if !p.Member[p.Index[llvm.GetIncomingBlock(phi, k)]] {
			continue
		}
		var step llvm.Value
		switch op := ir.Opcode(next); {
		case (op == llvm.Add || op == llvm.Sub) && llvm.GetOperand(next, 0) == phi:
			step = llvm.GetOperand(next, 1)
		case op == llvm.Add && llvm.GetOperand(next, 1) == phi:
			step = llvm.GetOperand(next, 0)
		default:
			return none
		}
		d := p.degree(step)
		if d == none {
			return none
		}
		degree = max(degree, d+1)
	}
	return degree
}

// split replaces a PHI by two.
func split(u *ir.Unit, phi llvm.Value) {
	b := u.Before(phi)
	low, high := llvm.BuildPhi(b, u.Types.I32, ""), llvm.BuildPhi(b, u.Types.I32, "")
	after := llvm.GetNextInstruction(phi)
	for ir.Opcode(after) == llvm.PHI {
		after = llvm.GetNextInstruction(after)
	}
	b = u.Before(after)
	upper := llvm.BuildShl(b, llvm.BuildZExt(b, high, u.Types.I64, ""), u.I64(32), "")
	whole := llvm.BuildOr(b, upper, llvm.BuildZExt(b, low, u.Types.I64, ""), "")
	made := map[llvm.Block][2]llvm.Value{} // a block may be a predecessor twice
	for k := range llvm.CountIncoming(phi) {
		v, from := llvm.GetIncomingValue(phi, k), llvm.GetIncomingBlock(phi, k)
		halves, ok := made[from]
		if !ok {
			b := u.Before(llvm.GetBasicBlockTerminator(from))
			upper := llvm.BuildLShr(b, v, u.I64(32), "")
			halves = [2]llvm.Value{llvm.BuildTrunc(b, v, u.Types.I32, ""), llvm.BuildTrunc(b, upper, u.Types.I32, "")}
			made[from] = halves
		}
		llvm.AddIncoming(low, &halves[0], &from, 1)
		llvm.AddIncoming(high, &halves[1], &from, 1)
	}
	ir.Replace(phi, whole)
}
