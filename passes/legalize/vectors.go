// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"slices"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Vectors scalarises vectors that no device supports: those of sizes other than 2, 3, 4, 8 and 16,
// and those of pointers.
//
//	%x = load <5 x float>, ptr %p
//	%y = fadd <5 x float> %x, %x
//	%e = extractelement <5 x float> %y, i32 4
//
// becomes
//
//	%x.0 = load float, ptr %p
//	...
//	%y.4 = fadd float %x.4, %x.4        ; and %y.0 to %y.3
//
// with %y.4 instead of %e. Elements at a variable index are accessed through a stack slot.
func Vectors(u *ir.Unit) error {
	return rewrite(u, oddVector, func(f llvm.Value) error {
		s := &scalarizer{u: u, f: f, parts: map[llvm.Value][]llvm.Value{}}
		return s.run()
	})
}

// oddVector returns the number of elements of a vector that no device supports, 0 for other types.
func oddVector(t llvm.Type) uint32 {
	if llvm.GetTypeKind(t) != llvm.VectorKind {
		return 0
	}
	n := llvm.GetVectorSize(t)
	if !oclLanes(n) || llvm.GetTypeKind(llvm.GetElementType(t)) == llvm.PointerKind {
		return n
	}
	return 0
}

type scalarizer struct {
	u     *ir.Unit
	f     llvm.Value
	parts map[llvm.Value][]llvm.Value
	phis  []llvm.Value
	dead  []llvm.Value
}

// of returns the elements of a vector value, extracted at the builder's position if need be.
func (s *scalarizer) of(v llvm.Value) []llvm.Value {
	if p, ok := s.parts[v]; ok {
		return p
	}
	t := llvm.TypeOf(v)
	n := llvm.GetVectorSize(t)
	out := make([]llvm.Value, n)
	for k := range out {
		switch {
		case llvm.IsPoison(v):
			out[k] = llvm.GetPoison(llvm.GetElementType(t))
		case llvm.IsUndef(v):
			out[k] = llvm.GetUndef(llvm.GetElementType(t))
		case llvm.IsConstant(v):
			out[k] = llvm.GetAggregateElement(v, uint32(k))
		default:
			out[k] = llvm.BuildExtractElement(s.u.B, v, s.u.I32(uint64(k)), "")
		}
	}
	return out
}

// join builds a vector of a supported size from its elements.
func (s *scalarizer) join(t llvm.Type, parts []llvm.Value) llvm.Value {
	v := llvm.GetPoison(t)
	for k, p := range parts {
		v = llvm.BuildInsertElement(s.u.B, v, p, s.u.I32(uint64(k)), "")
	}
	return v
}

// done records the elements of the instruction's result: separately, or joined if the vector is
// supported.
func (s *scalarizer) done(i llvm.Value, parts []llvm.Value) {
	if oddVector(llvm.TypeOf(i)) == 0 {
		llvm.ReplaceAllUsesWith(i, s.join(llvm.TypeOf(i), parts))
	} else {
		s.parts[i] = parts
	}
	s.dead = append(s.dead, i)
}

func (s *scalarizer) run() error {
	for _, b := range reversePostOrder(s.f) {
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if touches(i, oddVector) {
				if err := s.instruction(i); err != nil {
					return err
				}
			}
			i = next
		}
	}
	for _, phi := range s.phis {
		for k := range llvm.CountIncoming(phi) {
			from := llvm.GetIncomingBlock(phi, k)
			s.u.Before(llvm.GetBasicBlockTerminator(from))
			for e, v := range s.of(llvm.GetIncomingValue(phi, k)) {
				llvm.AddIncoming(s.parts[phi][e], &v, &from, 1)
			}
		}
	}
	ir.EraseAll(s.dead)
	return nil
}

// A vectorInst is an instruction with a result or an operand that is an unsupported vector.
type vectorInst struct {
	llvm.Value
	op llvm.Opcode
	b  llvm.Builder // at the instruction
	t  llvm.Type    // of the result
}

func (v vectorInst) operand(k uint32) llvm.Value { return llvm.GetOperand(v.Value, k) }

func (s *scalarizer) instruction(i llvm.Value) error {
	v := vectorInst{Value: i, op: llvm.GetInstructionOpcode(i), t: llvm.TypeOf(i)}
	elements, ok := elementwise[v.op]
	whole, other := scalarizers[v.op]
	if !ok && !other {
		return fmt.Errorf("%s: %s works on a vector that no device has", s.u.Where(i), i)
	}
	v.b = s.u.Before(i)
	if ok {
		s.done(i, elements(s, v))
	} else {
		whole(s, v)
	}
	return nil
}

// elementwise compute the elements of the result, by kind of instruction.
var elementwise = map[llvm.Opcode]func(*scalarizer, vectorInst) []llvm.Value{
	llvm.FNeg: (*scalarizer).fneg, llvm.Freeze: (*scalarizer).freeze, llvm.Select: (*scalarizer).selection,
	llvm.ICmp: (*scalarizer).icmp, llvm.FCmp: (*scalarizer).fcmp, llvm.AddrSpaceCast: (*scalarizer).cast,
	llvm.ShuffleVector: (*scalarizer).shuffle, llvm.InsertElement: (*scalarizer).insert, llvm.GetElementPtr: (*scalarizer).address,
}

func init() {
	for op := llvm.Add; op <= llvm.Xor; op++ {
		elementwise[op] = (*scalarizer).binary
	}
	for op := llvm.Trunc; op <= llvm.IntToPtr; op++ {
		elementwise[op] = (*scalarizer).cast
	}
}

// scalarizers replace the instructions whose result is no vector, or whose elements are used before
// they are known.
var scalarizers = map[llvm.Opcode]func(*scalarizer, vectorInst){
	llvm.PHI: (*scalarizer).phi, llvm.ExtractElement: (*scalarizer).extract, llvm.BitCast: (*scalarizer).bitcast,
	llvm.Load: (*scalarizer).load, llvm.Store: (*scalarizer).store,
}

// zip combines the elements of two vectors pairwise.
func (s *scalarizer) zip(x, y llvm.Value, combine func(x, y llvm.Value) llvm.Value) []llvm.Value {
	xs, ys := s.of(x), s.of(y)
	out := make([]llvm.Value, len(xs))
	for k := range out {
		out[k] = combine(xs[k], ys[k])
	}
	return out
}

// each applies a function to the elements of a vector.
func (s *scalarizer) each(x llvm.Value, change func(llvm.Value) llvm.Value) []llvm.Value {
	xs := s.of(x)
	out := make([]llvm.Value, len(xs))
	for k := range out {
		out[k] = change(xs[k])
	}
	return out
}

func (s *scalarizer) binary(i vectorInst) []llvm.Value {
	return s.zip(i.operand(0), i.operand(1), func(x, y llvm.Value) llvm.Value {
		return s.flags(i.Value, llvm.BuildBinOp(i.b, i.op, x, y, ""))
	})
}

func (s *scalarizer) fneg(i vectorInst) []llvm.Value {
	return s.each(i.operand(0), func(x llvm.Value) llvm.Value { return s.flags(i.Value, llvm.BuildFNeg(i.b, x, "")) })
}

func (s *scalarizer) freeze(i vectorInst) []llvm.Value {
	return s.each(i.operand(0), func(x llvm.Value) llvm.Value { return llvm.BuildFreeze(i.b, x, "") })
}

func (s *scalarizer) icmp(i vectorInst) []llvm.Value {
	return s.zip(i.operand(0), i.operand(1), func(x, y llvm.Value) llvm.Value {
		return llvm.BuildICmp(i.b, llvm.GetICmpPredicate(i.Value), x, y, "")
	})
}

func (s *scalarizer) fcmp(i vectorInst) []llvm.Value {
	return s.zip(i.operand(0), i.operand(1), func(x, y llvm.Value) llvm.Value {
		return s.flags(i.Value, llvm.BuildFCmp(i.b, llvm.GetFCmpPredicate(i.Value), x, y, ""))
	})
}

func (s *scalarizer) cast(i vectorInst) []llvm.Value {
	return s.each(i.operand(0), func(x llvm.Value) llvm.Value {
		return llvm.BuildCast(i.b, i.op, x, llvm.GetElementType(i.t), "")
	})
}

// selection selects by one condition for all elements or by one for each.
func (s *scalarizer) selection(i vectorInst) []llvm.Value {
	x, y := s.of(i.operand(1)), s.of(i.operand(2))
	c := i.operand(0)
	var each []llvm.Value
	if lanes(llvm.TypeOf(c)) > 0 {
		each = s.of(c)
	}
	out := make([]llvm.Value, len(x))
	for k := range out {
		if each != nil {
			c = each[k]
		}
		out[k] = s.flags(i.Value, llvm.BuildSelect(i.b, c, x[k], y[k], ""))
	}
	return out
}

func (s *scalarizer) shuffle(i vectorInst) []llvm.Value {
	all := append(slices.Clone(s.of(i.operand(0))), s.of(i.operand(1))...)
	out := make([]llvm.Value, lanes(i.t))
	for k := range out {
		if m := llvm.GetMaskValue(i.Value, uint32(k)); m >= 0 && m < len(all) {
			out[k] = all[m]
		} else {
			out[k] = llvm.GetPoison(llvm.GetElementType(i.t))
		}
	}
	return out
}

// isIndex compares an index with a constant.
func isIndex(b llvm.Builder, index llvm.Value, k int) llvm.Value {
	return llvm.BuildICmp(b, llvm.IntEQ, index, llvm.ConstInt(llvm.TypeOf(index), uint64(k), false), "")
}

// insert selects for each element if the index is not constant.
func (s *scalarizer) insert(i vectorInst) []llvm.Value {
	out := slices.Clone(s.of(i.operand(0)))
	element, index := i.operand(1), i.operand(2)
	if llvm.IsAConstantInt(index) != 0 {
		if k := llvm.ConstIntGetZExtValue(index); k < uint64(len(out)) {
			out[k] = element
		}
		return out
	}
	for k, x := range out {
		out[k] = llvm.BuildSelect(i.b, isIndex(i.b, index, k), element, x, "")
	}
	return out
}

// address computes each address of a vector of addresses.
func (s *scalarizer) address(i vectorInst) []llvm.Value {
	ops := ir.Operands(i.Value)
	out := make([]llvm.Value, lanes(i.t))
	for k := range out {
		args := make([]llvm.Value, len(ops))
		for j, o := range ops {
			args[j] = o
			if lanes(llvm.TypeOf(o)) > 0 {
				args[j] = s.of(o)[k]
			}
		}
		out[k] = llvm.BuildGEP2(i.b, llvm.GetGEPSourceElementType(i.Value), args[0], args[1:], "")
	}
	return out
}

// phi gets its incoming values at the end, when all are available.
func (s *scalarizer) phi(i vectorInst) {
	out := make([]llvm.Value, lanes(i.t))
	for k := range out {
		out[k] = llvm.BuildPhi(i.b, llvm.GetElementType(i.t), "")
	}
	s.phis = append(s.phis, i.Value)
	s.parts[i.Value] = out
	s.dead = append(s.dead, i.Value)
}

func (s *scalarizer) extract(i vectorInst) {
	s.scalar(i.Value, extracted(i.b, i.t, s.of(i.operand(0)), i.operand(1)))
}

// extracted returns one of the elements x of a vector. A variable index becomes a chain of selects,
// which returns the last element for an index out of range.
func extracted(b llvm.Builder, t llvm.Type, x []llvm.Value, index llvm.Value) llvm.Value {
	if llvm.IsAConstantInt(index) != 0 {
		if k := llvm.ConstIntGetZExtValue(index); k < uint64(len(x)) {
			return x[k]
		}
		return llvm.GetPoison(t)
	}
	v := x[len(x)-1]
	for k := len(x) - 2; k >= 0; k-- {
		v = llvm.BuildSelect(b, isIndex(b, index, k), x[k], v, "")
	}
	return v
}

// scalar replaces an instruction whose result is no vector.
func (s *scalarizer) scalar(i, v llvm.Value) {
	llvm.ReplaceAllUsesWith(i, v)
	s.replaced(i, v)
	s.dead = append(s.dead, i)
}

// replaced updates the elements after a value that is about to be erased was replaced.
func (s *scalarizer) replaced(old, v llvm.Value) {
	for _, p := range s.parts {
		for k := range p {
			if p[k] == old {
				p[k] = v
			}
		}
	}
}

// flags copies fast-math and wrap flags.
func (s *scalarizer) flags(from, to llvm.Value) llvm.Value {
	if llvm.IsAInstruction(to) != 0 && llvm.CanValueUseFastMathFlags(from) && llvm.CanValueUseFastMathFlags(to) {
		llvm.SetFastMathFlags(to, llvm.GetFastMathFlags(from))
	}
	return to
}

func (s *scalarizer) load(v vectorInst) {
	i, t := v.Value, v.t
	e := llvm.GetElementType(t)
	bits := uint32(llvm.SizeOfTypeInBits(s.u.Layout, e))
	p := llvm.GetOperand(i, 0)
	b := s.u.B
	align := uint64(max(llvm.GetAlignment(i), 1))
	out := make([]llvm.Value, llvm.GetVectorSize(t))
	if bits%8 != 0 {
		// From an integer: extract the bits.
		w := s.u.IntType(bits * uint32(len(out)))
		l := llvm.BuildLoad2(b, w, p, "")
		llvm.SetAlignment(l, uint32(align))
		for k := range out {
			x := llvm.BuildLShr(b, l, llvm.ConstInt(w, uint64(uint32(k)*bits), false), "")
			out[k] = llvm.BuildTrunc(b, x, e, "")
		}
		s.done(i, out)
		return
	}
	for k := range out {
		at := uint64(uint32(k) * bits / 8)
		l := llvm.BuildLoad2(b, e, offset(s.u, b, p, at), "")
		llvm.SetAlignment(l, uint32(alignAt(align, at)))
		llvm.SetVolatile(l, llvm.GetVolatile(i))
		out[k] = l
	}
	s.done(i, out)
}

func (s *scalarizer) store(inst vectorInst) {
	i, v, p := inst.Value, inst.operand(0), inst.operand(1)
	e := llvm.GetElementType(llvm.TypeOf(v))
	bits := uint32(llvm.SizeOfTypeInBits(s.u.Layout, e))
	b := s.u.B
	align := uint64(max(llvm.GetAlignment(i), 1))
	parts := s.of(v)
	if bits%8 != 0 {
		w := s.u.IntType(bits * uint32(len(parts)))
		acc := llvm.ConstNull(w)
		for k, x := range parts {
			z := llvm.BuildZExt(b, x, w, "")
			acc = llvm.BuildOr(b, acc, llvm.BuildShl(b, z, llvm.ConstInt(w, uint64(uint32(k)*bits), false), ""), "")
		}
		llvm.SetAlignment(llvm.BuildStore(b, acc, p), uint32(align))
	} else {
		for k, x := range parts {
			at := uint64(uint32(k) * bits / 8)
			st := llvm.BuildStore(b, x, offset(s.u, b, p, at))
			llvm.SetAlignment(st, uint32(alignAt(align, at)))
			llvm.SetVolatile(st, llvm.GetVolatile(i))
		}
	}
	s.dead = append(s.dead, i)
}

// bitcast goes through integers, element by element if both sides have the same number of elements,
// else through the widest unit that divides both element sizes.
func (s *scalarizer) bitcast(i vectorInst) {
	src := i.operand(0)
	in := []llvm.Value{src}
	if lanes(llvm.TypeOf(src)) > 0 {
		in = s.of(src)
	}
	element := llvm.ScalarType(i.t)
	bits := func(t llvm.Type) uint32 { return uint32(llvm.SizeOfTypeInBits(s.u.Layout, t)) }
	from, to := bits(llvm.ScalarType(llvm.TypeOf(src))), bits(element)
	unit := from
	for from%unit != 0 || to%unit != 0 {
		unit--
	}
	var units []llvm.Value
	for _, v := range in {
		units = append(units, s.cut(s.asInt(v, from), from, unit)...)
	}
	var out []llvm.Value
	for part := range slices.Chunk(units, int(to/unit)) {
		out = append(out, s.fromInt(s.glue(part, unit, to), element))
	}
	if lanes(i.t) == 0 {
		s.scalar(i.Value, out[0])
		return
	}
	s.done(i.Value, out)
}

// asInt casts a number or a pointer to an integer of its width.
func (s *scalarizer) asInt(v llvm.Value, bits uint32) llvm.Value {
	t := s.u.IntType(bits)
	switch {
	case llvm.TypeOf(v) == t:
		return v
	case llvm.GetTypeKind(llvm.TypeOf(v)) == llvm.PointerKind:
		return llvm.BuildPtrToInt(s.u.B, v, t, "")
	}
	return llvm.BuildBitCast(s.u.B, v, t, "")
}

// fromInt casts an integer to a number or a pointer of its width.
func (s *scalarizer) fromInt(v llvm.Value, t llvm.Type) llvm.Value {
	switch {
	case llvm.TypeOf(v) == t:
		return v
	case llvm.GetTypeKind(t) == llvm.PointerKind:
		return llvm.BuildIntToPtr(s.u.B, v, t, "")
	}
	return llvm.BuildBitCast(s.u.B, v, t, "")
}

// cut splits an integer into units, the lowest first.
func (s *scalarizer) cut(v llvm.Value, bits, unit uint32) []llvm.Value {
	var out []llvm.Value
	for k := uint32(0); k < bits; k += unit {
		part := v
		if k > 0 {
			part = llvm.BuildLShr(s.u.B, v, llvm.ConstInt(s.u.IntType(bits), uint64(k), false), "")
		}
		out = append(out, resize(s.u.B, part, s.u.IntType(unit), false))
	}
	return out
}

// glue joins units to an integer, the lowest first.
func (s *scalarizer) glue(units []llvm.Value, unit, bits uint32) llvm.Value {
	t := s.u.IntType(bits)
	acc := resize(s.u.B, units[0], t, false)
	for j, v := range units[1:] {
		x := llvm.BuildShl(s.u.B, resize(s.u.B, v, t, false), llvm.ConstInt(t, uint64(j+1)*uint64(unit), false), "")
		acc = llvm.BuildOr(s.u.B, acc, x, "")
	}
	return acc
}
