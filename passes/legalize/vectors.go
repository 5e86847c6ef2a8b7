// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Vectors takes vectors apart that no device has: those of a size other
// than 2, 3, 4, 8 and 16, and those of pointers.
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
// with %y.4 in the place of %e. Elements reached by a variable index go through a
// stack slot.
func Vectors(u *ir.Unit) error {
	return rewrite(u, oddVector, func(f llvm.Value) error {
		s := &scalarizer{u: u, f: f, parts: map[llvm.Value][]llvm.Value{}}
		return s.run()
	})
}

// oddVector is the number of elements of a vector that no device has, 0 for other
// types.
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

// of is the elements of a vector value at the builder's place, whatever its size.
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

// join makes a vector that the device has of elements.
func (s *scalarizer) join(t llvm.Type, parts []llvm.Value) llvm.Value {
	v := llvm.GetPoison(t)
	for k, p := range parts {
		v = llvm.BuildInsertElement(s.u.B, v, p, s.u.I32(uint64(k)), "")
	}
	return v
}

// done gives the instruction's elements: kept apart, or joined if the device has
// the vector.
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

func (s *scalarizer) instruction(i llvm.Value) error {
	u := s.u
	b := u.Before(i)
	op := llvm.GetInstructionOpcode(i)
	t := llvm.TypeOf(i)
	n := lanes(t)
	out := make([]llvm.Value, n)
	arg := func(k uint32) []llvm.Value { return s.of(llvm.GetOperand(i, k)) }
	switch {
	case op >= llvm.Add && op <= llvm.Xor:
		x, y := arg(0), arg(1)
		for k := range out {
			out[k] = s.flags(i, llvm.BuildBinOp(b, op, x[k], y[k], ""))
		}
	case op == llvm.FNeg:
		for k, x := range arg(0) {
			out[k] = s.flags(i, llvm.BuildFNeg(b, x, ""))
		}
	case op == llvm.Freeze:
		for k, x := range arg(0) {
			out[k] = llvm.BuildFreeze(b, x, "")
		}
	case op == llvm.ICmp:
		x, y := arg(0), arg(1)
		for k := range out {
			out[k] = llvm.BuildICmp(b, llvm.GetICmpPredicate(i), x[k], y[k], "")
		}
	case op == llvm.FCmp:
		x, y := arg(0), arg(1)
		for k := range out {
			out[k] = s.flags(i, llvm.BuildFCmp(b, llvm.GetFCmpPredicate(i), x[k], y[k], ""))
		}
	case op == llvm.Select:
		x, y := arg(1), arg(2)
		c := llvm.GetOperand(i, 0)
		var cs []llvm.Value
		if lanes(llvm.TypeOf(c)) > 0 {
			cs = s.of(c)
		}
		for k := range out {
			if cs != nil {
				c = cs[k]
			}
			out[k] = s.flags(i, llvm.BuildSelect(b, c, x[k], y[k], ""))
		}
	case op == llvm.BitCast:
		return s.bitcast(i)
	case op >= llvm.Trunc && op <= llvm.IntToPtr || op == llvm.AddrSpaceCast:
		for k, x := range arg(0) {
			out[k] = llvm.BuildCast(b, op, x, llvm.GetElementType(t), "")
		}
	case op == llvm.PHI:
		for k := range out {
			out[k] = llvm.BuildPhi(b, llvm.GetElementType(t), "")
		}
		s.phis = append(s.phis, i)
		s.parts[i] = out
		s.dead = append(s.dead, i)
		return nil
	case op == llvm.ShuffleVector:
		all := append(append([]llvm.Value(nil), arg(0)...), arg(1)...)
		for k := range out {
			if m := llvm.GetMaskValue(i, uint32(k)); m >= 0 && m < len(all) {
				out[k] = all[m]
			} else {
				out[k] = llvm.GetPoison(llvm.GetElementType(t))
			}
		}
	case op == llvm.ExtractElement:
		x := arg(0)
		ix := llvm.GetOperand(i, 1)
		var v llvm.Value
		if llvm.IsAConstantInt(ix) != 0 {
			k := llvm.ConstIntGetZExtValue(ix)
			if k < uint64(len(x)) {
				v = x[k]
			} else {
				v = llvm.GetPoison(t)
			}
		} else {
			// A chain of selections: an index out of range gives the last element.
			v = x[len(x)-1]
			for k := len(x) - 2; k >= 0; k-- {
				is := llvm.BuildICmp(b, llvm.IntEQ, ix, llvm.ConstInt(llvm.TypeOf(ix), uint64(k), false), "")
				v = llvm.BuildSelect(b, is, x[k], v, "")
			}
		}
		llvm.ReplaceAllUsesWith(i, v)
		s.replaced(i, v)
		s.dead = append(s.dead, i)
		return nil
	case op == llvm.InsertElement:
		x := arg(0)
		e, ix := llvm.GetOperand(i, 1), llvm.GetOperand(i, 2)
		copy(out, x)
		if llvm.IsAConstantInt(ix) != 0 {
			if k := llvm.ConstIntGetZExtValue(ix); k < uint64(n) {
				out[k] = e
			}
		} else {
			for k := range out {
				is := llvm.BuildICmp(b, llvm.IntEQ, ix, llvm.ConstInt(llvm.TypeOf(ix), uint64(k), false), "")
				out[k] = llvm.BuildSelect(b, is, e, x[k], "")
			}
		}
	case op == llvm.Load:
		return s.load(i)
	case op == llvm.Store:
		return s.store(i)
	case op == llvm.GetElementPtr:
		// A vector of addresses: element by element.
		ops := ir.Operands(i)
		for k := range out {
			args := make([]llvm.Value, len(ops))
			for j, o := range ops {
				args[j] = o
				if lanes(llvm.TypeOf(o)) > 0 {
					args[j] = s.of(o)[k]
				}
			}
			out[k] = llvm.BuildGEP2(b, llvm.GetGEPSourceElementType(i), args[0], args[1:], "")
		}
	default:
		return fmt.Errorf("%s: %s works on a vector that no device has", u.Where(i), i)
	}
	s.done(i, out)
	return nil
}

// replaced notes that a part which is about to go away has moved on.
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

func (s *scalarizer) load(i llvm.Value) error {
	t := llvm.TypeOf(i)
	e := llvm.GetElementType(t)
	bits := uint32(llvm.SizeOfTypeInBits(s.u.Layout, e))
	p := llvm.GetOperand(i, 0)
	b := s.u.B
	align := uint64(max(llvm.GetAlignment(i), 1))
	out := make([]llvm.Value, llvm.GetVectorSize(t))
	if bits%8 != 0 {
		// Packed bits: read the integer and cut.
		w := s.u.IntType(bits * uint32(len(out)))
		l := llvm.BuildLoad2(b, w, p, "")
		llvm.SetAlignment(l, uint32(align))
		for k := range out {
			x := llvm.BuildLShr(b, l, llvm.ConstInt(w, uint64(uint32(k)*bits), false), "")
			out[k] = llvm.BuildTrunc(b, x, e, "")
		}
		s.done(i, out)
		return nil
	}
	for k := range out {
		at := uint64(uint32(k) * bits / 8)
		l := llvm.BuildLoad2(b, e, offset(s.u, b, p, at), "")
		llvm.SetAlignment(l, uint32(alignAt(align, at)))
		llvm.SetVolatile(l, llvm.GetVolatile(i))
		out[k] = l
	}
	s.done(i, out)
	return nil
}

func (s *scalarizer) store(i llvm.Value) error {
	v, p := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
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
	return nil
}

// bitcast goes through the bits, element by element where both sides have the same
// number, else through the widest unit that divides both elements.
func (s *scalarizer) bitcast(i llvm.Value) error {
	u := s.u
	b := u.B
	src := llvm.GetOperand(i, 0)
	st, dt := llvm.TypeOf(src), llvm.TypeOf(i)
	se, de := scalarOf(st), scalarOf(dt)
	sb, db := uint32(llvm.SizeOfTypeInBits(u.Layout, se)), uint32(llvm.SizeOfTypeInBits(u.Layout, de))
	var in []llvm.Value
	if lanes(st) > 0 {
		in = s.of(src)
	} else {
		in = []llvm.Value{src}
	}
	unit := sb
	for sb%unit != 0 || db%unit != 0 {
		unit--
	}
	asInt := func(v llvm.Value, bits uint32) llvm.Value {
		t := u.IntType(bits)
		if llvm.TypeOf(v) == t {
			return v
		}
		if llvm.GetTypeKind(llvm.TypeOf(v)) == llvm.PointerKind {
			return llvm.BuildPtrToInt(b, v, t, "")
		}
		return llvm.BuildBitCast(b, v, t, "")
	}
	var units []llvm.Value
	for _, v := range in {
		x := asInt(v, sb)
		for k := uint32(0); k < sb; k += unit {
			y := x
			if k > 0 {
				y = llvm.BuildLShr(b, x, llvm.ConstInt(u.IntType(sb), uint64(k), false), "")
			}
			units = append(units, resize(b, y, u.IntType(unit), false))
		}
	}
	var out []llvm.Value
	per := int(db / unit)
	for k := 0; k < len(units); k += per {
		acc := resize(b, units[k], u.IntType(db), false)
		for j := 1; j < per; j++ {
			x := resize(b, units[k+j], u.IntType(db), false)
			acc = llvm.BuildOr(b, acc, llvm.BuildShl(b, x, llvm.ConstInt(u.IntType(db), uint64(uint32(j)*unit), false), ""), "")
		}
		switch {
		case llvm.TypeOf(acc) == de:
		case llvm.GetTypeKind(de) == llvm.PointerKind:
			acc = llvm.BuildIntToPtr(b, acc, de, "")
		default:
			acc = llvm.BuildBitCast(b, acc, de, "")
		}
		out = append(out, acc)
	}
	if lanes(dt) == 0 {
		llvm.ReplaceAllUsesWith(i, out[0])
		s.replaced(i, out[0])
		s.dead = append(s.dead, i)
		return nil
	}
	s.done(i, out)
	return nil
}
