// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// IntegerWidths extends integers of widths that devices lack to the next width that they have.
// Optimisation makes such integers out of plain loops, and LLVM's SPIR-V backend widens them
// without clearing the new bits, which silently gives wrong results.
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
// A value is represented by its zero extension: every operation that can set a bit beyond the width
// is masked, and one that depends on the sign extends its operands first. Vectors of such integers
// are treated in the same way; their loads and stores go byte by byte, so that memory has the
// layout of LLVM's types. Integers of 65 to 128 bits are split by a pass that runs before this one.
func IntegerWidths(u *ir.Unit) error {
	return rewrite(u, oddWidth, func(f llvm.Value) error {
		w := &widener{u: u, f: f, wide: map[llvm.Value]llvm.Value{}}
		return w.run()
	})
}

// oddWidth returns the width of an integer (or of the elements of a vector) that no device
// supports; 0 for every other type. Booleans are a type of their own.
func oddWidth(t llvm.Type) uint32 {
	t = llvm.ScalarType(t)
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
	wide map[llvm.Value]llvm.Value // from values of odd widths to their zero extensions
	phis []llvm.Value
	dead []llvm.Value
}

// legal returns the type that represents an odd one.
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

// constant returns an integer constant of type t, a splat for a vector.
func (w *widener) constant(t llvm.Type, v uint64) llvm.Value {
	return inEachLane(llvm.ConstInt(llvm.ScalarType(t), v, false), t)
}

// inEachLane returns a constant in each element of a type; the constant itself if that is no vector.
func inEachLane(c llvm.Value, t llvm.Type) llvm.Value {
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

// of returns the zero extension of an odd operand.
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

// signed returns the sign extension of an odd operand, within the legal width.
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
	from, to := llvm.GetIntTypeWidth(llvm.ScalarType(llvm.TypeOf(v))), llvm.GetIntTypeWidth(llvm.ScalarType(t))
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
	// Blocks in an order in which definitions precede uses, except for PHIs.
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

// set records the zero extension of an odd instruction, which is erased later.
func (w *widener) set(inst, v llvm.Value) {
	w.wide[inst] = v
	w.dead = append(w.dead, inst)
}

// swap replaces an instruction of a legal type that has odd operands.
func (w *widener) swap(inst, v llvm.Value) {
	llvm.ReplaceAllUsesWith(inst, v)
	w.dead = append(w.dead, inst)
}

// An oddInst is an instruction with a result or an operand of odd width.
type oddInst struct {
	llvm.Value
	op llvm.Opcode
	b  llvm.Builder // at the instruction
	t  llvm.Type    // that represents the result's; 0 if that is legal
	n  uint32       // width of an odd result, else 0
}

func (w *widener) instruction(i llvm.Value) error {
	if !touches(i, oddWidth) {
		return nil
	}
	o := oddInst{Value: i, op: llvm.GetInstructionOpcode(i), n: oddWidth(llvm.TypeOf(i))}
	if o.n != 0 {
		var err error
		if o.t, err = w.legal(llvm.TypeOf(i)); err != nil {
			return err
		}
	}
	widen, ok := wideners[o.op]
	if !ok {
		return fmt.Errorf("%s: %s works on %d-bit integers, which the device lacks", w.u.Where(i), i, max(o.n, oddWidth(llvm.TypeOf(llvm.GetOperand(i, 0)))))
	}
	o.b = w.u.Before(i)
	return widen(w, o)
}

// wideners widen the instructions, by kind.
var wideners = map[llvm.Opcode]func(*widener, oddInst) error{
	llvm.Add: (*widener).overflowing, llvm.Sub: (*widener).overflowing, llvm.Mul: (*widener).overflowing, llvm.Shl: (*widener).overflowing,
	llvm.And: (*widener).within, llvm.Or: (*widener).within, llvm.Xor: (*widener).within,
	llvm.LShr: (*widener).within, llvm.UDiv: (*widener).within, llvm.URem: (*widener).within,
	llvm.SDiv: (*widener).signedDivision, llvm.SRem: (*widener).signedDivision, llvm.AShr: (*widener).ashr,
	llvm.ICmp: (*widener).compare, llvm.Select: (*widener).selection, llvm.Freeze: (*widener).freeze, llvm.PHI: (*widener).phi, llvm.Switch: (*widener).switchOn,
	llvm.ZExt: (*widener).extension, llvm.SExt: (*widener).extension, llvm.Trunc: (*widener).extension, llvm.BitCast: (*widener).bitcast,
	llvm.UIToFP: (*widener).toFloat, llvm.SIToFP: (*widener).toFloat, llvm.FPToUI: (*widener).fromFloat, llvm.FPToSI: (*widener).fromFloat,
	llvm.PtrToInt: (*widener).fromPointer, llvm.IntToPtr: (*widener).toPointer,
	llvm.Load: (*widener).load, llvm.Store: (*widener).store, llvm.GetElementPtr: (*widener).address,
	llvm.ExtractElement: (*widener).extract, llvm.InsertElement: (*widener).insert, llvm.ShuffleVector: (*widener).shuffle,
}

// operands returns two operands, zero-extended.
func (w *widener) operands(o oddInst, first, second uint32) (x, y llvm.Value, err error) {
	if x, err = w.of(llvm.GetOperand(o.Value, first)); err != nil {
		return 0, 0, err
	}
	y, err = w.of(llvm.GetOperand(o.Value, second))
	return x, y, err
}

// signedOperands returns the first two operands, sign-extended.
func (w *widener) signedOperands(o oddInst) (x, y llvm.Value, err error) {
	if x, err = w.signed(o.b, llvm.GetOperand(o.Value, 0)); err != nil {
		return 0, 0, err
	}
	y, err = w.signed(o.b, llvm.GetOperand(o.Value, 1))
	return x, y, err
}

// overflowing widens operations that may set bits beyond the width.
func (w *widener) overflowing(o oddInst) error {
	x, y, err := w.operands(o, 0, 1)
	if err != nil {
		return err
	}
	w.set(o.Value, w.mask(o.b, llvm.BuildBinOp(o.b, o.op, x, y, ""), o.n))
	return nil
}

// within widens operations that set no bit beyond the width.
func (w *widener) within(o oddInst) error {
	x, y, err := w.operands(o, 0, 1)
	if err != nil {
		return err
	}
	w.set(o.Value, llvm.BuildBinOp(o.b, o.op, x, y, ""))
	return nil
}

func (w *widener) signedDivision(o oddInst) error {
	x, y, err := w.signedOperands(o)
	if err != nil {
		return err
	}
	w.set(o.Value, w.mask(o.b, llvm.BuildBinOp(o.b, o.op, x, y, ""), o.n))
	return nil
}

func (w *widener) ashr(o oddInst) error {
	x, err := w.signed(o.b, llvm.GetOperand(o.Value, 0))
	if err != nil {
		return err
	}
	by, err := w.of(llvm.GetOperand(o.Value, 1))
	if err != nil {
		return err
	}
	w.set(o.Value, w.mask(o.b, llvm.BuildAShr(o.b, x, by, ""), o.n))
	return nil
}

func (w *widener) compare(o oddInst) error {
	p := llvm.GetICmpPredicate(o.Value)
	x, y, err := llvm.Value(0), llvm.Value(0), error(nil)
	if p >= llvm.IntSGT {
		x, y, err = w.signedOperands(o)
	} else {
		x, y, err = w.operands(o, 0, 1)
	}
	if err != nil {
		return err
	}
	w.swap(o.Value, llvm.BuildICmp(o.b, p, x, y, ""))
	return nil
}

// extension widens a zext, a sext or a trunc, from an odd width, to one, or both.
func (w *widener) extension(o oddInst) error {
	x, signed := llvm.GetOperand(o.Value, 0), o.op == llvm.SExt
	if oddWidth(llvm.TypeOf(x)) != 0 {
		var err error
		if x, err = w.extended(o, signed); err != nil {
			return err
		}
	}
	if o.n == 0 {
		w.swap(o.Value, resize(o.b, x, llvm.TypeOf(o.Value), signed))
		return nil
	}
	x = resize(o.b, x, o.t, signed)
	if o.op != llvm.ZExt {
		x = w.mask(o.b, x, o.n)
	}
	w.set(o.Value, x)
	return nil
}

// extended returns the sign or the zero extension of the first operand.
func (w *widener) extended(o oddInst, signed bool) (llvm.Value, error) {
	if signed {
		return w.signed(o.b, llvm.GetOperand(o.Value, 0))
	}
	return w.of(llvm.GetOperand(o.Value, 0))
}

func (w *widener) toFloat(o oddInst) error {
	x, err := w.extended(o, o.op == llvm.SIToFP)
	if err != nil {
		return err
	}
	w.swap(o.Value, llvm.BuildCast(o.b, o.op, x, llvm.TypeOf(o.Value), ""))
	return nil
}

func (w *widener) fromFloat(o oddInst) error {
	w.set(o.Value, w.mask(o.b, llvm.BuildCast(o.b, o.op, llvm.GetOperand(o.Value, 0), o.t, ""), o.n))
	return nil
}

func (w *widener) fromPointer(o oddInst) error {
	address := llvm.BuildPtrToInt(o.b, llvm.GetOperand(o.Value, 0), w.u.Types.I64, "")
	w.set(o.Value, w.mask(o.b, resize(o.b, address, o.t, false), o.n))
	return nil
}

func (w *widener) toPointer(o oddInst) error {
	x, err := w.of(llvm.GetOperand(o.Value, 0))
	if err != nil {
		return err
	}
	w.swap(o.Value, llvm.BuildIntToPtr(o.b, resize(o.b, x, w.u.Types.I64, false), llvm.TypeOf(o.Value), ""))
	return nil
}

func (w *widener) selection(o oddInst) error {
	x, y, err := w.operands(o, 1, 2)
	if err != nil {
		return err
	}
	w.set(o.Value, llvm.BuildSelect(o.b, llvm.GetOperand(o.Value, 0), x, y, ""))
	return nil
}

// freeze masks its result: a poison operand may have any bits.
func (w *widener) freeze(o oddInst) error {
	x, err := w.of(llvm.GetOperand(o.Value, 0))
	if err != nil {
		return err
	}
	w.set(o.Value, w.mask(o.b, llvm.BuildFreeze(o.b, x, ""), o.n))
	return nil
}

// phi gets its incoming values at the end, when all are available.
func (w *widener) phi(o oddInst) error {
	w.set(o.Value, llvm.BuildPhi(o.b, o.t, ""))
	w.phis = append(w.phis, o.Value)
	return nil
}

func (w *widener) extract(o oddInst) error {
	x, err := w.of(llvm.GetOperand(o.Value, 0))
	if err != nil {
		return err
	}
	w.set(o.Value, llvm.BuildExtractElement(o.b, x, llvm.GetOperand(o.Value, 1), ""))
	return nil
}

func (w *widener) insert(o oddInst) error {
	x, y, err := w.operands(o, 0, 1)
	if err != nil {
		return err
	}
	w.set(o.Value, llvm.BuildInsertElement(o.b, x, y, llvm.GetOperand(o.Value, 2), ""))
	return nil
}

func (w *widener) shuffle(o oddInst) error {
	x, y, err := w.operands(o, 0, 1)
	if err != nil {
		return err
	}
	mask := make([]llvm.Value, llvm.GetNumMaskElements(o.Value))
	for k := range mask {
		if m := llvm.GetMaskValue(o.Value, uint32(k)); m >= 0 {
			mask[k] = w.u.I32(uint64(m))
		} else {
			mask[k] = llvm.GetPoison(w.u.Types.I32)
		}
	}
	w.set(o.Value, llvm.BuildShuffleVector(o.b, x, y, llvm.ConstVector(mask), ""))
	return nil
}

// address sign-extends the indices of a getelementptr.
func (w *widener) address(o oddInst) error {
	for k, index := range ir.Operands(o.Value) {
		if oddWidth(llvm.TypeOf(index)) == 0 {
			continue
		}
		x, err := w.signed(o.b, index)
		if err != nil {
			return err
		}
		llvm.SetOperand(o.Value, uint32(k), x)
	}
	return nil
}

func (w *widener) switchOn(o oddInst) error {
	b, i := o.b, o.Value
	x, err := w.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	cases := uint32(llvm.GetNumSuccessors(i))
	n := llvm.BuildSwitch(b, x, llvm.GetSuccessor(i, 0), cases-1)
	for k := uint32(1); k < cases; k++ {
		c, err := w.of(ir.CaseValue(i, k))
		if err != nil {
			return err
		}
		llvm.AddCase(n, c, llvm.GetSuccessor(i, k))
	}
	ir.Erase(i)
	return nil
}

// load reads an odd integer as LLVM stores it: in as many bytes as it needs.
func (w *widener) load(o oddInst) error {
	b, i, t, n := o.b, o.Value, o.t, o.n
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

func (w *widener) store(o oddInst) error {
	b, i := o.b, o.Value
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
func (w *widener) bitcast(o oddInst) error {
	src := llvm.GetOperand(o.Value, 0)
	from, to := llvm.TypeOf(src), llvm.TypeOf(o.Value)
	switch {
	case oddWidth(from) != 0 && lanes(from) == 0 && lanes(to) > 0 && oddWidth(llvm.ScalarType(to)) == 0:
		x, err := w.of(src)
		if err != nil {
			return err
		}
		w.swap(o.Value, w.intoElements(o.b, x, to))
	case o.n != 0 && lanes(to) == 0 && lanes(from) > 0 && oddWidth(llvm.ScalarType(from)) == 0:
		w.set(o.Value, w.outOfElements(o.b, src, o.t))
	case o.n != 0 && oddWidth(from) == o.n && lanes(from) == lanes(to):
		x, err := w.of(src)
		if err != nil {
			return err
		}
		w.set(o.Value, x)
	default:
		return fmt.Errorf("%s: %s has no counterpart on the device", w.u.Where(o.Value), o.Value)
	}
	return nil
}

// intoElements splits an integer into the elements of a vector.
func (w *widener) intoElements(b llvm.Builder, x llvm.Value, t llvm.Type) llvm.Value {
	element := llvm.ScalarType(t)
	bits := uint32(llvm.SizeOfTypeInBits(w.u.Layout, element))
	v := llvm.GetPoison(t)
	for k := range lanes(t) {
		part := llvm.BuildLShr(b, x, llvm.ConstInt(llvm.TypeOf(x), uint64(k*bits), false), "")
		piece := resize(b, part, w.u.IntType(bits), false)
		if llvm.TypeOf(piece) != element {
			piece = llvm.BuildBitCast(b, piece, element, "")
		}
		v = llvm.BuildInsertElement(b, v, piece, w.u.I32(uint64(k)), "")
	}
	return v
}

// outOfElements joins the elements of a vector to an integer of type t.
func (w *widener) outOfElements(b llvm.Builder, v llvm.Value, t llvm.Type) llvm.Value {
	from := llvm.TypeOf(v)
	bits := uint32(llvm.SizeOfTypeInBits(w.u.Layout, llvm.ScalarType(from)))
	acc := llvm.ConstNull(t)
	for k := range lanes(from) {
		x := llvm.BuildExtractElement(b, v, w.u.I32(uint64(k)), "")
		if llvm.TypeOf(x) != w.u.IntType(bits) {
			x = llvm.BuildBitCast(b, x, w.u.IntType(bits), "")
		}
		x = resize(b, x, t, false)
		acc = llvm.BuildOr(b, acc, llvm.BuildShl(b, x, llvm.ConstInt(t, uint64(k*bits), false), ""), "")
	}
	return acc
}
