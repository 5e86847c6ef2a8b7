// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IntegerWidths gives integers of a width that devices lack the next width that
// they have. Optimisation makes such integers out of plain loops, and the SPIR-V
// back end widens them without clearing the new bits: wrong numbers, silently.
//
//	%a = zext i32 %x to i33
//	%b = mul i33 %a, %c
//	%d = lshr i33 %b, 1
//	%e = trunc i33 %d to i32
//
// becomes
//
//	%a = zext i32 %x to i64
//	%b.w = mul i64 %a, %c
//	%b = and i64 %b.w, 8589934591
//	%d = lshr i64 %b, 1
//	%e = trunc i64 %d to i32
//
// A value stands for its zero extension: every operation that can set a bit beyond
// the width is masked, and one that looks at the sign extends its operands first.
// Vectors of such integers are treated alike; loads and stores of them go byte by
// byte, so that memory holds what LLVM's layout says. Integers of 65 to 128 bits
// are split by another pass before this one.
func IntegerWidths(u *ir.Unit) error {
	return rewrite(u, oddWidth, func(f llvm.Value) error {
		w := &widener{u: u, f: f, wide: map[llvm.Value]llvm.Value{}}
		return w.run()
	})
}

// oddWidth is the width of an integer (or the elements of a vector of them) that
// no device has; 0 for every other type. Booleans are a type of their own.
func oddWidth(t llvm.Type) uint32 {
	t = scalarOf(t)
	if llvm.GetTypeKind(t) != llvm.IntegerKind {
		return 0
	}
	switch n := llvm.GetIntTypeWidth(t); n {
	case 1, 8, 16, 32, 64:
		return 0
	default:
		return n
	}
}

type widener struct {
	u    *ir.Unit
	f    llvm.Value
	wide map[llvm.Value]llvm.Value // odd value -> its zero extension
	phis []llvm.Value
	dead []llvm.Value
}

// legal is the type that stands for an odd one.
func (w *widener) legal(t llvm.Type) (llvm.Type, error) {
	n := legalWidth(oddWidth(t))
	if n == 0 {
		return 0, fmt.Errorf("%s: integers of %d bits have no counterpart on the device", ir.Demangle(w.f.Name()), oddWidth(t))
	}
	s := w.u.IntType(n)
	if k := lanes(t); k > 0 {
		return llvm.VectorType(s, k), nil
	}
	return s, nil
}

// constant is an integer constant of type t, a splat for a vector.
func (w *widener) constant(t llvm.Type, v uint64) llvm.Value {
	c := llvm.ConstInt(scalarOf(t), v, false)
	k := lanes(t)
	if k == 0 {
		return c
	}
	list := make([]llvm.Value, k)
	for i := range list {
		list[i] = c
	}
	return llvm.ConstVector(list)
}

func maskOf(n uint32) uint64 { return 1<<n - 1 }

// of is the zero extension of an odd operand.
func (w *widener) of(v llvm.Value) (llvm.Value, error) {
	if x, ok := w.wide[v]; ok {
		return x, nil
	}
	t, err := w.legal(llvm.TypeOf(v))
	if err != nil {
		return 0, err
	}
	switch {
	case llvm.IsUndef(v):
		return llvm.ConstNull(t), nil
	case llvm.IsAConstantInt(v) != 0:
		return llvm.ConstInt(t, llvm.ConstIntGetZExtValue(v), false), nil
	case llvm.IsNull(v):
		return llvm.ConstNull(t), nil
	case llvm.IsConstant(v) && lanes(t) > 0:
		list := make([]llvm.Value, lanes(t))
		for i := range list {
			e := llvm.GetAggregateElement(v, uint32(i))
			if list[i], err = w.of(e); err != nil {
				return 0, err
			}
		}
		return llvm.ConstVector(list), nil
	}
	return 0, fmt.Errorf("%s: %s is an integer of a width that the device lacks, in a place where it cannot be widened", ir.Demangle(w.f.Name()), v)
}

// signed is the sign extension of an odd operand, within the legal width.
func (w *widener) signed(b llvm.Builder, v llvm.Value) (llvm.Value, error) {
	x, err := w.of(v)
	if err != nil {
		return 0, err
	}
	n := oddWidth(llvm.TypeOf(v))
	t := llvm.TypeOf(x)
	by := w.constant(t, uint64(legalWidth(n)-n))
	return llvm.BuildAShr(b, llvm.BuildShl(b, x, by, ""), by, ""), nil
}

func (w *widener) mask(b llvm.Builder, v llvm.Value, n uint32) llvm.Value {
	return llvm.BuildAnd(b, v, w.constant(llvm.TypeOf(v), maskOf(n)), "")
}

// resize converts between legal integer types.
func resize(b llvm.Builder, v llvm.Value, t llvm.Type, signed bool) llvm.Value {
	from, to := llvm.GetIntTypeWidth(scalarOf(llvm.TypeOf(v))), llvm.GetIntTypeWidth(scalarOf(t))
	switch {
	case from == to:
		return v
	case from > to:
		return llvm.BuildTrunc(b, v, t, "")
	case signed:
		return llvm.BuildSExt(b, v, t, "")
	}
	return llvm.BuildZExt(b, v, t, "")
}

func (w *widener) run() error {
	// Blocks in an order that has definitions before uses, but for PHIs.
	for _, b := range w.order() {
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if err := w.instruction(i); err != nil {
				return err
			}
			i = next
		}
	}
	for _, phi := range w.phis {
		n := w.wide[phi]
		for i := range llvm.CountIncoming(phi) {
			v, err := w.of(llvm.GetIncomingValue(phi, i))
			if err != nil {
				return err
			}
			from := llvm.GetIncomingBlock(phi, i)
			llvm.AddIncoming(n, &v, &from, 1)
		}
	}
	ir.EraseAll(w.dead)
	return nil
}

// order lists the blocks in reverse post-order; unreachable ones come last.
func (w *widener) order() []llvm.Block { return reversePostOrder(w.f) }

func reversePostOrder(f llvm.Value) []llvm.Block {
	seen := map[llvm.Block]bool{}
	var post []llvm.Block
	type frame struct {
		b    llvm.Block
		next uint32
	}
	visit := func(start llvm.Block) {
		if seen[start] {
			return
		}
		seen[start] = true
		stack := []frame{{start, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			t := llvm.GetBasicBlockTerminator(top.b)
			if top.next < llvm.GetNumSuccessors(t) {
				s := llvm.GetSuccessor(t, top.next)
				top.next++
				if !seen[s] {
					seen[s] = true
					stack = append(stack, frame{s, 0})
				}
				continue
			}
			post = append(post, top.b)
			stack = stack[:len(stack)-1]
		}
	}
	visit(llvm.GetEntryBasicBlock(f))
	reached := len(post)
	out := make([]llvm.Block, 0, reached)
	for i := reached - 1; i >= 0; i-- {
		out = append(out, post[i])
	}
	for _, b := range ir.Blocks(f) {
		if !seen[b] {
			out = append(out, b)
		}
	}
	return out
}

// set notes the wide value of an odd instruction, which then goes away.
func (w *widener) set(inst, v llvm.Value) {
	w.wide[inst] = v
	w.dead = append(w.dead, inst)
}

// swap replaces an instruction of a legal type that had odd operands.
func (w *widener) swap(inst, v llvm.Value) {
	llvm.ReplaceAllUsesWith(inst, v)
	w.dead = append(w.dead, inst)
}

func (w *widener) instruction(i llvm.Value) error {
	n := oddWidth(llvm.TypeOf(i))
	odd := n != 0
	for _, op := range ir.Operands(i) {
		odd = odd || oddWidth(llvm.TypeOf(op)) != 0
	}
	if !odd {
		return nil
	}
	u := w.u
	var t llvm.Type
	if n != 0 {
		var err error
		if t, err = w.legal(llvm.TypeOf(i)); err != nil {
			return err
		}
	}
	op := llvm.GetInstructionOpcode(i)
	b := u.Before(i)
	// two gives both operands in the form that the operation needs.
	two := func(signed bool) (x, y llvm.Value, err error) {
		get := w.of
		if signed {
			get = func(v llvm.Value) (llvm.Value, error) { return w.signed(b, v) }
		}
		if x, err = get(llvm.GetOperand(i, 0)); err != nil {
			return
		}
		y, err = get(llvm.GetOperand(i, 1))
		return
	}
	switch op {
	case llvm.Add, llvm.Sub, llvm.Mul:
		x, y, err := two(false)
		if err != nil {
			return err
		}
		w.set(i, w.mask(b, llvm.BuildBinOp(b, op, x, y, ""), n))
	case llvm.Shl:
		x, y, err := two(false)
		if err != nil {
			return err
		}
		w.set(i, w.mask(b, llvm.BuildShl(b, x, y, ""), n))
	case llvm.And, llvm.Or, llvm.Xor, llvm.LShr, llvm.UDiv, llvm.URem:
		x, y, err := two(false)
		if err != nil {
			return err
		}
		w.set(i, llvm.BuildBinOp(b, op, x, y, ""))
	case llvm.SDiv, llvm.SRem:
		x, y, err := two(true)
		if err != nil {
			return err
		}
		w.set(i, w.mask(b, llvm.BuildBinOp(b, op, x, y, ""), n))
	case llvm.AShr:
		x, err := w.signed(b, llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		y, err := w.of(llvm.GetOperand(i, 1))
		if err != nil {
			return err
		}
		w.set(i, w.mask(b, llvm.BuildAShr(b, x, y, ""), n))
	case llvm.ICmp:
		p := llvm.GetICmpPredicate(i)
		x, y, err := two(p >= llvm.IntSGT)
		if err != nil {
			return err
		}
		w.swap(i, llvm.BuildICmp(b, p, x, y, ""))
	case llvm.ZExt, llvm.SExt, llvm.Trunc:
		src := llvm.GetOperand(i, 0)
		x := src
		var err error
		if oddWidth(llvm.TypeOf(src)) != 0 {
			if op == llvm.SExt {
				x, err = w.signed(b, src)
			} else {
				x, err = w.of(src)
			}
			if err != nil {
				return err
			}
		}
		if n == 0 {
			w.swap(i, resize(b, x, llvm.TypeOf(i), op == llvm.SExt))
			break
		}
		x = resize(b, x, t, op == llvm.SExt)
		if op != llvm.ZExt {
			x = w.mask(b, x, n)
		}
		w.set(i, x)
	case llvm.UIToFP, llvm.SIToFP:
		get := w.of
		if op == llvm.SIToFP {
			get = func(v llvm.Value) (llvm.Value, error) { return w.signed(b, v) }
		}
		x, err := get(llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		w.swap(i, llvm.BuildCast(b, op, x, llvm.TypeOf(i), ""))
	case llvm.FPToUI, llvm.FPToSI:
		w.set(i, w.mask(b, llvm.BuildCast(b, op, llvm.GetOperand(i, 0), t, ""), n))
	case llvm.PtrToInt:
		w.set(i, w.mask(b, resize(b, llvm.BuildPtrToInt(b, llvm.GetOperand(i, 0), u.Types.I64, ""), t, false), n))
	case llvm.IntToPtr:
		x, err := w.of(llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		w.swap(i, llvm.BuildIntToPtr(b, resize(b, x, u.Types.I64, false), llvm.TypeOf(i), ""))
	case llvm.Select:
		x, err := w.of(llvm.GetOperand(i, 1))
		if err != nil {
			return err
		}
		y, err := w.of(llvm.GetOperand(i, 2))
		if err != nil {
			return err
		}
		w.set(i, llvm.BuildSelect(b, llvm.GetOperand(i, 0), x, y, ""))
	case llvm.Freeze:
		x, err := w.of(llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		// A poison operand may have any bits: those beyond the width must be clear.
		w.set(i, w.mask(b, llvm.BuildFreeze(b, x, ""), n))
	case llvm.PHI:
		w.set(i, llvm.BuildPhi(b, t, ""))
		w.phis = append(w.phis, i)
	case llvm.Switch:
		return w.switchOn(b, i)
	case llvm.Load:
		return w.load(b, i, t, n)
	case llvm.Store:
		return w.store(b, i)
	case llvm.BitCast:
		return w.bitcast(b, i, t, n)
	case llvm.ExtractElement:
		x, err := w.of(llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		w.set(i, llvm.BuildExtractElement(b, x, llvm.GetOperand(i, 1), ""))
	case llvm.InsertElement:
		x, err := w.of(llvm.GetOperand(i, 0))
		if err != nil {
			return err
		}
		y, err := w.of(llvm.GetOperand(i, 1))
		if err != nil {
			return err
		}
		w.set(i, llvm.BuildInsertElement(b, x, y, llvm.GetOperand(i, 2), ""))
	case llvm.ShuffleVector:
		x, y, err := two(false)
		if err != nil {
			return err
		}
		idx := make([]llvm.Value, llvm.GetNumMaskElements(i))
		for k := range idx {
			if m := llvm.GetMaskValue(i, uint32(k)); m >= 0 {
				idx[k] = u.I32(uint64(m))
			} else {
				idx[k] = llvm.GetPoison(u.Types.I32)
			}
		}
		w.set(i, llvm.BuildShuffleVector(b, x, y, llvm.ConstVector(idx), ""))
	case llvm.GetElementPtr:
		// An index of odd width is a signed number.
		for k, o := range ir.Operands(i) {
			if oddWidth(llvm.TypeOf(o)) == 0 {
				continue
			}
			x, err := w.signed(b, o)
			if err != nil {
				return err
			}
			llvm.SetOperand(i, uint32(k), x)
		}
	default:
		return fmt.Errorf("%s: %s works on %d-bit integers, which the device lacks", u.Where(i), i, max(n, oddWidth(llvm.TypeOf(llvm.GetOperand(i, 0)))))
	}
	return nil
}

func (w *widener) switchOn(b llvm.Builder, i llvm.Value) error {
	x, err := w.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	ops := ir.Operands(i)
	n := llvm.BuildSwitch(b, x, llvm.ValueAsBasicBlock(ops[1]), uint32(len(ops)/2-1))
	for k := 2; k+1 < len(ops); k += 2 {
		c, err := w.of(ops[k])
		if err != nil {
			return err
		}
		llvm.AddCase(n, c, llvm.ValueAsBasicBlock(ops[k+1]))
	}
	ir.Erase(i)
	return nil
}

// load reads an odd integer as LLVM lays it out: in as many bytes as it needs.
func (w *widener) load(b llvm.Builder, i llvm.Value, t llvm.Type, n uint32) error {
	if lanes(t) > 0 {
		return fmt.Errorf("%s: a load of %s, which the device lacks", w.u.Where(i), llvm.TypeOf(i))
	}
	p := llvm.GetOperand(i, 0)
	align := uint64(max(llvm.GetAlignment(i), 1))
	acc := llvm.ConstNull(t)
	for _, c := range piecesOf(uint64(n+7)/8, align) {
		l := llvm.BuildLoad2(b, w.u.IntType(uint32(c.size*8)), offset(w.u, b, p, c.at), "")
		llvm.SetAlignment(l, uint32(alignAt(align, c.at)))
		llvm.SetVolatile(l, llvm.GetVolatile(i))
		part := resize(b, l, t, false)
		acc = llvm.BuildOr(b, acc, llvm.BuildShl(b, part, llvm.ConstInt(t, c.at*8, false), ""), "")
	}
	if n%8 != 0 {
		acc = w.mask(b, acc, n)
	}
	w.set(i, acc)
	return nil
}

func (w *widener) store(b llvm.Builder, i llvm.Value) error {
	v, p := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
	x, err := w.of(v)
	if err != nil {
		return err
	}
	t := llvm.TypeOf(x)
	if lanes(t) > 0 {
		return fmt.Errorf("%s: a store of %s, which the device lacks", w.u.Where(i), llvm.TypeOf(v))
	}
	align := uint64(max(llvm.GetAlignment(i), 1))
	for _, c := range piecesOf(uint64(oddWidth(llvm.TypeOf(v))+7)/8, align) {
		part := resize(b, llvm.BuildLShr(b, x, llvm.ConstInt(t, c.at*8, false), ""), w.u.IntType(uint32(c.size*8)), false)
		s := llvm.BuildStore(b, part, offset(w.u, b, p, c.at))
		llvm.SetAlignment(s, uint32(alignAt(align, c.at)))
		llvm.SetVolatile(s, llvm.GetVolatile(i))
	}
	w.dead = append(w.dead, i)
	return nil
}

// bitcast goes through the elements: between <3 x i8> and i24, say.
func (w *widener) bitcast(b llvm.Builder, i llvm.Value, t llvm.Type, n uint32) error {
	src := llvm.GetOperand(i, 0)
	st, dt := llvm.TypeOf(src), llvm.TypeOf(i)
	u := w.u
	bad := fmt.Errorf("%s: %s has no counterpart on the device", u.Where(i), i)
	switch {
	case oddWidth(st) != 0 && st != 0 && lanes(st) == 0 && lanes(dt) > 0:
		// Integer to vector.
		x, err := w.of(src)
		if err != nil {
			return err
		}
		e := scalarOf(dt)
		ew := uint32(llvm.SizeOfTypeInBits(u.Layout, e))
		if oddWidth(e) != 0 {
			return bad
		}
		v := llvm.GetPoison(dt)
		for k := range lanes(dt) {
			part := llvm.BuildLShr(b, x, llvm.ConstInt(llvm.TypeOf(x), uint64(k*ew), false), "")
			piece := resize(b, part, u.IntType(ew), false)
			if llvm.TypeOf(piece) != e {
				piece = llvm.BuildBitCast(b, piece, e, "")
			}
			v = llvm.BuildInsertElement(b, v, piece, u.I32(uint64(k)), "")
		}
		w.swap(i, v)
	case n != 0 && lanes(dt) == 0 && lanes(st) > 0:
		e := scalarOf(st)
		ew := uint32(llvm.SizeOfTypeInBits(u.Layout, e))
		if oddWidth(e) != 0 {
			return bad
		}
		acc := llvm.ConstNull(t)
		for k := range lanes(st) {
			x := llvm.BuildExtractElement(b, src, u.I32(uint64(k)), "")
			if llvm.TypeOf(x) != u.IntType(ew) {
				x = llvm.BuildBitCast(b, x, u.IntType(ew), "")
			}
			x = resize(b, x, t, false)
			acc = llvm.BuildOr(b, acc, llvm.BuildShl(b, x, llvm.ConstInt(t, uint64(k*ew), false), ""), "")
		}
		w.set(i, acc)
	case n != 0 && oddWidth(st) == n && lanes(st) == lanes(dt):
		x, err := w.of(src)
		if err != nil {
			return err
		}
		w.set(i, x)
	default:
		return bad
	}
	return nil
}
