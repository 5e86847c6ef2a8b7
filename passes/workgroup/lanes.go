// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"math/bits"
	"slices"

	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// lanesOf evaluates, for each lane of a warp of so many, the lane that it asks in a shuffle: nil if that depends on more
// than the number of the lane.
func lanesOf(from llvm.Value, lanes uint64) []uint64 {
	last := lanes - 1
	out := make([]uint64, last+1)
	known := map[llvm.Value]*laneValue{}
	for lane := range out {
		e := laneEvaluator{lane: uint64(lane), last: last, seen: map[llvm.Value]knownBits{}, known: known}
		v := e.value(from)
		if v.known&last != last {
			return nil
		}
		out[lane] = v.bits & last
	}
	return out
}

// splitSelectedLanes makes two shuffles of each whose source lane is selected from two that are functions of the
// lane, by a condition that is not: a permutation is faster than a loop that loads each lane's value. Lanes that
// do not take a branch ask lane 0 where the others exchange values.
//
//	%from = select i1 %c, i32 0, i32 %next
//	%r = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
//
// becomes
//
//	%r0 = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 0)
//	%r1 = call i32 @_Z17sub_group_shufflejj(i32 %v, i32 %next)
//	%r = select i1 %c, i32 %r0, i32 %r1
func (kern *kernel) splitSelectedLanes() {
	if kern.u.Opts.Level == "0" {
		return
	}
	dom := kern.Dominators()
	for _, x := range ir.Instructions(kern.F) {
		if flow.SyncOf(x) != flow.WarpShuffle {
			continue
		}
		from := llvm.GetOperand(x, 1)
		if lanesOf(from, warpSize(kern.u)) != nil {
			continue
		}
		of := kern.selection(from, dom)
		if of == nil || lanesOf(of[1], warpSize(kern.u)) == nil || lanesOf(of[2], warpSize(kern.u)) == nil {
			continue
		}
		parts := [2]llvm.Value{}
		for k := range parts {
			parts[k] = llvm.InstructionClone(x)
			llvm.InsertIntoBuilderWithName(kern.u.Before(x), parts[k], "")
			llvm.SetOperand(parts[k], 1, of[k+1])
		}
		// After the exchanges that are one synchronisation point with it.
		at := llvm.GetNextInstruction(x)
		for isExchange(at) && !slices.Contains(ir.Operands(at), x) {
			at = llvm.GetNextInstruction(at)
		}
		r := llvm.BuildSelect(kern.u.Before(at), of[0], parts[0], parts[1], x.Name())
		if kern.UniformValues[x] {
			kern.UniformValues[r] = true
		}
		kern.replace(x, r)
	}
}

// selection returns the condition of a select, and its value for true and false; nil for other values. A PHI is a
// select if its block is a successor of its immediate dominator, and one value comes from there and another one
// from everywhere else.
func (kern *kernel) selection(v llvm.Value, dom *flow.DomTree) []llvm.Value {
	if ir.Opcode(v) == llvm.Select {
		return ir.Operands(v)
	}
	join, ok := kern.Index[llvm.GetInstructionParent(v)]
	if ir.Opcode(v) != llvm.PHI || !ok || dom.Immediate(join) < 0 {
		return nil
	}
	head := kern.Blocks[dom.Immediate(join)]
	t := llvm.GetBasicBlockTerminator(head)
	if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 || llvm.GetSuccessor(t, 0) == llvm.GetSuccessor(t, 1) {
		return nil
	}
	around, through := incoming(v, head), llvm.Value(0)
	for k := range llvm.CountIncoming(v) {
		in := llvm.GetIncomingValue(v, k)
		switch {
		case llvm.GetIncomingBlock(v, k) == head:
		case through != 0 && in != through, !kern.definedAt(in, head, dom):
			return nil
		default:
			through = in
		}
	}
	switch {
	case around == 0 || through == 0:
		return nil
	case llvm.GetSuccessor(t, 0) == kern.Blocks[join]:
		return []llvm.Value{llvm.GetOperand(t, 0), around, through}
	}
	return []llvm.Value{llvm.GetOperand(t, 0), through, around}
}

// definedAt reports whether a value is defined at the end of a block.
func (kern *kernel) definedAt(v llvm.Value, b llvm.Block, dom *flow.DomTree) bool {
	if llvm.IsAInstruction(v) == 0 || llvm.GetInstructionParent(v) == kern.preamble {
		return true
	}
	at, ok := kern.Index[llvm.GetInstructionParent(v)]
	return ok && dom.Dominates(at, kern.Index[b])
}

// knownBits is a value of which some bits are known.
type knownBits struct {
	bits, known uint64 // bits that are not known are 0
}

// laneEvaluator evaluates values of one lane, of whose flat local ID it knows what is the same in all warps.
type laneEvaluator struct {
	lane  uint64
	last  uint64 // lane of a warp
	seen  map[llvm.Value]knownBits
	known map[llvm.Value]*laneValue // for all lanes
	steps int
}

// laneValue has what LLVM says of a value. It is asked once, and not by each lane.
type laneValue struct {
	mask     uint64     // the bits of the type
	constant *knownBits // of a constant, and of what nothing is known
	flatID   bool
	op       llvm.Opcode
	operands []llvm.Value
}

func (e *laneEvaluator) describe(v llvm.Value) *laneValue {
	d, ok := e.known[v]
	if ok {
		return d
	}
	d = &laneValue{mask: widthMask(llvm.TypeOf(v))}
	e.known[v] = d
	switch {
	case d.mask == 0:
		d.constant = &knownBits{}
	case llvm.IsAConstantInt(v) != 0:
		d.constant = &knownBits{llvm.ConstIntGetZExtValue(v) & d.mask, d.mask}
	case llvm.IsAInstruction(v) == 0:
		d.constant = &knownBits{}
	case localID(v) == 3:
		d.flatID = true
	default:
		d.op, d.operands = ir.Opcode(v), ir.Operands(v)
	}
	return d
}

// mostSteps is how many instructions are evaluated for a lane.
const mostSteps = 64

// widthMask has the bits of an integer type set, 0 for other types and more than 64 bits.
func widthMask(t llvm.Type) uint64 {
	if llvm.GetTypeKind(t) != llvm.IntegerKind || llvm.GetIntTypeWidth(t) > 64 {
		return 0
	}
	return ^uint64(0) >> (64 - llvm.GetIntTypeWidth(t))
}

func (e *laneEvaluator) value(v llvm.Value) knownBits {
	d := e.describe(v)
	switch {
	case d.constant != nil:
		return *d.constant
	case d.flatID:
		return knownBits{e.lane, e.last}
	}
	if p, ok := e.seen[v]; ok {
		return p
	}
	e.seen[v] = knownBits{} // of what needs itself nothing is known
	if e.steps++; e.steps > mostSteps {
		return knownBits{}
	}
	p := e.evaluate(v, d)
	p.known &= d.mask
	p.bits &= p.known
	e.seen[v] = p
	return p
}

func (e *laneEvaluator) evaluate(v llvm.Value, d *laneValue) knownBits {
	switch d.op {
	case llvm.Select:
		c := e.value(d.operands[0])
		if c.known == 0 {
			return knownBits{}
		}
		return e.value(d.operands[2-c.bits])
	case llvm.Trunc, llvm.ZExt, llvm.SExt, llvm.Freeze:
		return e.extend(d.op, d.operands[0])
	case llvm.Add, llvm.Sub, llvm.Mul, llvm.And, llvm.Or, llvm.Xor, llvm.Shl, llvm.LShr, llvm.AShr:
		return e.binary(d.op, d.operands[0], d.operands[1])
	case llvm.ICmp, llvm.UDiv, llvm.URem, llvm.SDiv, llvm.SRem:
		a, b := d.operands[0], d.operands[1]
		mask := e.describe(a).mask
		x, y := e.value(a), e.value(b)
		if mask == 0 || x.known != mask || y.known != mask {
			return knownBits{}
		}
		if d.op == llvm.ICmp {
			return compare(llvm.GetICmpPredicate(v), x.bits, y.bits, mask)
		}
		return divide(d.op, x.bits, y.bits, mask)
	}
	return knownBits{}
}

// extend evaluates a conversion between integers.
func (e *laneEvaluator) extend(op llvm.Opcode, of llvm.Value) knownBits {
	p, mask := e.value(of), e.describe(of).mask
	switch {
	case mask == 0:
		return knownBits{}
	case op == llvm.ZExt:
		p.known |= ^mask
	case op == llvm.SExt && p.known&^(mask>>1) != 0: // the sign is known
		p.known |= ^mask
		p.bits = signed(p.bits, mask)
	}
	return p
}

// signed extends the sign of a value to 64 bits.
func signed(v, mask uint64) uint64 {
	if v&(mask&^(mask>>1)) != 0 {
		return v | ^mask
	}
	return v
}

// binary evaluates an operation on two values.
func (e *laneEvaluator) binary(op llvm.Opcode, a, b llvm.Value) knownBits {
	x, y, mask := e.value(a), e.value(b), e.describe(a).mask
	both := x.known & y.known
	// Of a sum and a product as many low bits are known as of both operands.
	low := uint64(1)<<bits.TrailingZeros64(^both) - 1
	switch op {
	case llvm.Add:
		return knownBits{x.bits + y.bits, low}
	case llvm.Sub:
		return knownBits{x.bits - y.bits, low}
	case llvm.Mul:
		return knownBits{x.bits * y.bits, low}
	case llvm.And:
		return knownBits{x.bits & y.bits, both | x.known&^x.bits | y.known&^y.bits}
	case llvm.Or:
		return knownBits{x.bits | y.bits, both | x.bits | y.bits}
	case llvm.Xor:
		return knownBits{x.bits ^ y.bits, both}
	}
	if y.known != mask || y.bits >= uint64(bits.OnesCount64(mask)) {
		return knownBits{}
	}
	n := y.bits
	switch {
	case op == llvm.Shl:
		return knownBits{x.bits << n, x.known<<n | (1<<n - 1)}
	case op == llvm.LShr:
		return knownBits{x.bits >> n, x.known>>n | ^(mask >> n)}
	case x.known == mask: // an arithmetic shift
		return knownBits{uint64(int64(signed(x.bits, mask)) >> n), mask}
	}
	return knownBits{}
}

// divide evaluates a quotient or a remainder of integers.
func divide(op llvm.Opcode, a, b, mask uint64) knownBits {
	x, y := int64(signed(a, mask)), int64(signed(b, mask))
	if y == 0 || y == -1 {
		return knownBits{} // not defined, or may overflow
	}
	switch op {
	case llvm.UDiv:
		return knownBits{a / b, mask}
	case llvm.URem:
		return knownBits{a % b, mask}
	case llvm.SDiv:
		return knownBits{uint64(x / y), mask}
	}
	return knownBits{uint64(x % y), mask}
}

// compare evaluates a comparison of integers.
func compare(predicate llvm.IntPredicate, a, b, mask uint64) knownBits {
	x, y := int64(signed(a, mask)), int64(signed(b, mask))
	var is bool
	switch predicate {
	case llvm.IntEQ:
		is = a == b
	case llvm.IntNE:
		is = a != b
	case llvm.IntUGT:
		is = a > b
	case llvm.IntUGE:
		is = a >= b
	case llvm.IntULT:
		is = a < b
	case llvm.IntULE:
		is = a <= b
	case llvm.IntSGT:
		is = x > y
	case llvm.IntSGE:
		is = x >= y
	case llvm.IntSLT:
		is = x < y
	case llvm.IntSLE:
		is = x <= y
	default:
		return knownBits{}
	}
	if is {
		return knownBits{1, 1}
	}
	return knownBits{0, 1}
}
