// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"math/big"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// MultiwordIntegers splits integers of more than 128 bits into words of 64. Clang accesses adjacent
// bit-fields of a packed structure as one integer, however many there are.
//
//	%w = load i136, ptr %p, align 1
//	%f = lshr i136 %w, 68
//	%r = trunc i136 %f to i64
//
// becomes
//
//	%w0 = load i64, ptr %p, align 1
//	…
//	%l = lshr i64 %w1, 4
//	%h = shl i64 %w2, 60
//	%r = or i64 %l, %h
//
// A value is kept zero-extended to whole words. Division is not supported.
func MultiwordIntegers(u *ir.Unit) error {
	return rewrite(u, multiwordWidth, func(f llvm.Value) error {
		m := &multiword{u: u, f: f, words: map[llvm.Value][]llvm.Value{}}
		return m.run()
	})
}

// multiwordWidth returns the width of an integer of more than 128 bits, 0 for other types.
func multiwordWidth(t llvm.Type) uint32 {
	if n := wideWidth(t); n > 128 {
		return n
	}
	return 0
}

func wordsOf(n uint32) int { return int(n+63) / 64 }

type multiword struct {
	u     *ir.Unit
	f     llvm.Value
	words map[llvm.Value][]llvm.Value // the lowest first
	phis  []llvm.Value
	dead  []llvm.Value
}

func (m *multiword) run() error {
	for _, b := range reversePostOrder(m.f) {
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if touches(i, multiwordWidth) {
				if err := m.instruction(i); err != nil {
					return err
				}
			}
			i = next
		}
	}
	for _, phi := range m.phis {
		for k := range llvm.CountIncoming(phi) {
			x, err := m.of(llvm.GetIncomingValue(phi, k))
			if err != nil {
				return err
			}
			from := llvm.GetIncomingBlock(phi, k)
			for j, n := range m.words[phi] {
				llvm.AddIncoming(n, &x[j], &from, 1)
			}
		}
	}
	ir.EraseAll(m.dead)
	return nil
}

// of returns the words of an operand.
func (m *multiword) of(v llvm.Value) ([]llvm.Value, error) {
	if x, ok := m.words[v]; ok {
		return x, nil
	}
	n := multiwordWidth(llvm.TypeOf(v))
	x := make([]llvm.Value, wordsOf(n))
	value := new(big.Int)
	switch {
	case llvm.IsUndef(v) || llvm.IsNull(v):
	case llvm.IsAConstantInt(v) != 0:
		if _, ok := value.SetString(ir.ConstantText(v), 10); !ok {
			return nil, m.cannot(v)
		}
		if value.Sign() < 0 {
			value.Add(value, new(big.Int).Lsh(big.NewInt(1), uint(n)))
		}
	default:
		return nil, m.cannot(v)
	}
	word := new(big.Int).SetUint64(^uint64(0))
	for k := range x {
		x[k] = m.u.I64(new(big.Int).And(new(big.Int).Rsh(value, uint(64*k)), word).Uint64())
	}
	return x, nil
}

func (m *multiword) cannot(v llvm.Value) error {
	return fmt.Errorf("%s: %s works on an integer of more than 128 bits, which the device lacks and this compiler cannot split there", ir.Demangle(m.f.Name()), v)
}

func (m *multiword) set(i llvm.Value, x []llvm.Value) {
	n := multiwordWidth(llvm.TypeOf(i))
	if top := n % 64; top != 0 {
		x[len(x)-1] = llvm.BuildAnd(m.u.B, x[len(x)-1], m.u.I64(maskOf(top)), "")
	}
	m.words[i] = x
	m.dead = append(m.dead, i)
}

func (m *multiword) swap(i, v llvm.Value) {
	llvm.ReplaceAllUsesWith(i, v)
	m.dead = append(m.dead, i)
}

// instruction splits one instruction.
func (m *multiword) instruction(i llvm.Value) error {
	op := llvm.GetInstructionOpcode(i)
	m.u.Before(i)
	if multi, ok := multiwordSplitters[op]; ok {
		return multi(m, i)
	}
	combine, ok := multiwordOps[op]
	if !ok {
		return m.cannot(i)
	}
	x, err := m.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	y, err := m.of(llvm.GetOperand(i, 1))
	if err != nil {
		return err
	}
	if op == llvm.AShr {
		x = m.extended(x, multiwordWidth(llvm.TypeOf(i)))
	}
	m.set(i, combine(m, x, y))
	return nil
}

// multiwordOps compute the words of a result from those of the two operands.
var multiwordOps = map[llvm.Opcode]func(m *multiword, x, y []llvm.Value) []llvm.Value{
	llvm.Add: func(m *multiword, x, y []llvm.Value) []llvm.Value { return m.sum(x, y) },
	llvm.Sub: func(m *multiword, x, y []llvm.Value) []llvm.Value { return m.difference(x, y) },
	llvm.Mul: func(m *multiword, x, y []llvm.Value) []llvm.Value { return m.product(x, y) },
	llvm.And: bitwise(llvm.And), llvm.Or: bitwise(llvm.Or), llvm.Xor: bitwise(llvm.Xor),
	llvm.Shl: shifting((*multiword).shiftLeft), llvm.LShr: shifting((*multiword).shiftRight), llvm.AShr: shifting((*multiword).shiftSigned),
}

// multiwordSplitters split the other instructions.
var multiwordSplitters = map[llvm.Opcode]func(m *multiword, i llvm.Value) error{
	llvm.ICmp: (*multiword).compare, llvm.Select: (*multiword).selection, llvm.PHI: (*multiword).phi, llvm.Freeze: (*multiword).freeze,
	llvm.ZExt: (*multiword).extend, llvm.SExt: (*multiword).extend, llvm.Trunc: (*multiword).trunc, llvm.BitCast: (*multiword).bitcast,
	llvm.Load: (*multiword).load, llvm.Store: (*multiword).store,
}

func bitwise(op llvm.Opcode) func(m *multiword, x, y []llvm.Value) []llvm.Value {
	return func(m *multiword, x, y []llvm.Value) []llvm.Value {
		out := make([]llvm.Value, len(x))
		for k := range x {
			out[k] = llvm.BuildBinOp(m.u.B, op, x[k], y[k], "")
		}
		return out
	}
}

// carryInto adds a word at an index and propagates the carry to the words above.
func (m *multiword) carryInto(x []llvm.Value, at int, v llvm.Value) {
	b := m.u.B
	for k := at; k < len(x); k++ {
		x[k] = llvm.BuildAdd(b, x[k], v, "")
		v = llvm.BuildZExt(b, llvm.BuildICmp(b, llvm.IntULT, x[k], v, ""), m.u.Types.I64, "")
	}
}

func (m *multiword) sum(x, y []llvm.Value) []llvm.Value {
	out := append([]llvm.Value(nil), x...)
	for k := range y {
		m.carryInto(out, k, y[k])
	}
	return out
}

// difference adds the two's complement.
func (m *multiword) difference(x, y []llvm.Value) []llvm.Value {
	not := make([]llvm.Value, len(y))
	for k := range y {
		not[k] = llvm.BuildXor(m.u.B, y[k], m.u.I64(^uint64(0)), "")
	}
	out := m.sum(x, not)
	m.carryInto(out, 0, m.u.I64(1))
	return out
}

func (m *multiword) product(x, y []llvm.Value) []llvm.Value {
	b, t := m.u.B, m.u.Types.I64
	out := make([]llvm.Value, len(x))
	for k := range out {
		out[k] = m.u.I64(0)
	}
	high := m.u.RuntimeFunction("_Z6mul_himm", t, t, t)
	for i := range x {
		for j := range len(x) - i {
			m.carryInto(out, i+j, llvm.BuildMul(b, x[i], y[j], ""))
			if i+j+1 < len(x) {
				c := llvm.BuildCall2(b, llvm.GlobalGetValueType(high), high, []llvm.Value{x[i], y[j]}, "")
				llvm.SetInstructionCallConv(c, llvm.GetFunctionCallConv(high))
				m.carryInto(out, i+j+1, c)
			}
		}
	}
	return out
}

// shifting shifts by a number of bits: directly if that is a constant, else by each power of two
// that is set in it.
func shifting(by func(m *multiword, x []llvm.Value, bits int) []llvm.Value) func(m *multiword, x, y []llvm.Value) []llvm.Value {
	return func(m *multiword, x, y []llvm.Value) []llvm.Value {
		if llvm.IsAConstantInt(y[0]) != 0 {
			return by(m, x, int(min(llvm.ConstIntGetZExtValue(y[0]), uint64(64*len(x)))))
		}
		b := m.u.B
		for bits := 1; bits < 64*len(x); bits *= 2 {
			moved := by(m, x, bits)
			has := llvm.BuildICmp(b, llvm.IntNE, llvm.BuildAnd(b, y[0], m.u.I64(uint64(bits)), ""), m.u.I64(0), "")
			out := make([]llvm.Value, len(x))
			for k := range x {
				out[k] = llvm.BuildSelect(b, has, moved[k], x[k], "")
			}
			x = out
		}
		return x
	}
}

// window returns 64 bits of a value, starting at a bit; words beyond its ends are below and above.
func (m *multiword) window(x []llvm.Value, from int, below, above llvm.Value) llvm.Value {
	word := func(k int) llvm.Value {
		switch {
		case k < 0:
			return below
		case k >= len(x):
			return above
		}
		return x[k]
	}
	k, by := floorDiv(from, 64), from-64*floorDiv(from, 64)
	if by == 0 {
		return word(k)
	}
	b := m.u.B
	return llvm.BuildOr(b, llvm.BuildLShr(b, word(k), m.u.I64(uint64(by)), ""), llvm.BuildShl(b, word(k+1), m.u.I64(uint64(64-by)), ""), "")
}

func floorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

func (m *multiword) moved(x []llvm.Value, by int, above llvm.Value) []llvm.Value {
	out := make([]llvm.Value, len(x))
	for k := range x {
		out[k] = m.window(x, 64*k+by, m.u.I64(0), above)
	}
	return out
}

func (m *multiword) shiftLeft(x []llvm.Value, bits int) []llvm.Value {
	return m.moved(x, -bits, m.u.I64(0))
}

func (m *multiword) shiftRight(x []llvm.Value, bits int) []llvm.Value {
	return m.moved(x, bits, m.u.I64(0))
}

func (m *multiword) shiftSigned(x []llvm.Value, bits int) []llvm.Value {
	return m.moved(x, bits, m.sign(x))
}

// sign returns a word of copies of the sign bit.
func (m *multiword) sign(x []llvm.Value) llvm.Value {
	return llvm.BuildAShr(m.u.B, x[len(x)-1], m.u.I64(63), "")
}

// extended returns the sign extension of a value of n bits to whole words.
func (m *multiword) extended(x []llvm.Value, n uint32) []llvm.Value {
	out := append([]llvm.Value(nil), x...)
	if rest := n % 64; rest != 0 {
		by := m.u.I64(uint64(64 - rest))
		top := &out[len(out)-1]
		*top = llvm.BuildAShr(m.u.B, llvm.BuildShl(m.u.B, *top, by, ""), by, "")
	}
	return out
}

func (m *multiword) compare(i llvm.Value) error {
	b, n := m.u.B, multiwordWidth(llvm.TypeOf(llvm.GetOperand(i, 0)))
	x, err := m.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	y, err := m.of(llvm.GetOperand(i, 1))
	if err != nil {
		return err
	}
	p := llvm.GetICmpPredicate(i)
	low := p // only the highest word is signed
	if p >= llvm.IntSGT {
		x, y = m.extended(x, n), m.extended(y, n)
		low = p - llvm.IntSGT + llvm.IntUGT
	}
	r := llvm.BuildICmp(b, low, x[0], y[0], "")
	for k := 1; k < len(x); k++ {
		if k == len(x)-1 {
			low = p
		}
		here, same := llvm.BuildICmp(b, low, x[k], y[k], ""), llvm.BuildICmp(b, llvm.IntEQ, x[k], y[k], "")
		r = llvm.BuildSelect(b, same, r, here, "")
	}
	m.swap(i, r)
	return nil
}

func (m *multiword) selection(i llvm.Value) error {
	x, err := m.of(llvm.GetOperand(i, 1))
	if err != nil {
		return err
	}
	y, err := m.of(llvm.GetOperand(i, 2))
	if err != nil {
		return err
	}
	out := make([]llvm.Value, len(x))
	for k := range x {
		out[k] = llvm.BuildSelect(m.u.B, llvm.GetOperand(i, 0), x[k], y[k], "")
	}
	m.set(i, out)
	return nil
}

// phi gets its incoming values at the end, when all are available.
func (m *multiword) phi(i llvm.Value) error {
	out := make([]llvm.Value, wordsOf(multiwordWidth(llvm.TypeOf(i))))
	for k := range out {
		out[k] = llvm.BuildPhi(m.u.B, m.u.Types.I64, "")
	}
	m.words[i] = out
	m.dead = append(m.dead, i)
	m.phis = append(m.phis, i)
	return nil
}

func (m *multiword) freeze(i llvm.Value) error {
	x, err := m.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	out := make([]llvm.Value, len(x))
	for k := range x {
		out[k] = llvm.BuildFreeze(m.u.B, x[k], "")
	}
	m.set(i, out)
	return nil
}

// extend splits a zext or a sext.
func (m *multiword) extend(i llvm.Value) error {
	u, b := m.u, m.u.B
	signed := llvm.GetInstructionOpcode(i) == llvm.SExt
	v := llvm.GetOperand(i, 0)
	var out []llvm.Value
	switch n := llvm.GetIntTypeWidth(llvm.TypeOf(v)); {
	case n > 128:
		x, err := m.of(v)
		if err != nil {
			return err
		}
		if out = append(out, x...); signed {
			out = m.extended(x, n)
		}
	case n > 64:
		v = resize(b, v, u.IntType(128), signed)
		out = []llvm.Value{llvm.BuildTrunc(b, v, u.Types.I64, ""), llvm.BuildTrunc(b, llvm.BuildLShr(b, v, llvm.ConstInt(u.IntType(128), 64, false), ""), u.Types.I64, "")}
	default:
		out = []llvm.Value{resize(b, v, u.Types.I64, signed)}
	}
	above := u.I64(0)
	if signed {
		above = m.sign(out)
	}
	for len(out) < wordsOf(multiwordWidth(llvm.TypeOf(i))) {
		out = append(out, above)
	}
	m.set(i, out)
	return nil
}

func (m *multiword) trunc(i llvm.Value) error {
	b, t := m.u.B, llvm.TypeOf(i)
	x, err := m.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	switch n := llvm.GetIntTypeWidth(t); {
	case n > 128:
		m.set(i, append([]llvm.Value(nil), x[:wordsOf(n)]...))
	case n > 64:
		both := m.u.IntType(128)
		high := llvm.BuildShl(b, llvm.BuildZExt(b, x[1], both, ""), llvm.ConstInt(both, 64, false), "")
		m.swap(i, resize(b, llvm.BuildOr(b, llvm.BuildZExt(b, x[0], both, ""), high, ""), t, false))
	default:
		m.swap(i, resize(b, x[0], t, false))
	}
	return nil
}

// bitcast splits a bitcast from or to a vector of words.
func (m *multiword) bitcast(i llvm.Value) error {
	v, b := llvm.GetOperand(i, 0), m.u.B
	from, to := llvm.TypeOf(v), llvm.TypeOf(i)
	switch word := m.u.Types.I64; {
	case lanes(from) > 0 && llvm.ScalarType(from) == word:
		out := make([]llvm.Value, lanes(from))
		for k := range out {
			out[k] = llvm.BuildExtractElement(b, v, m.u.I32(uint64(k)), "")
		}
		m.set(i, out)
	case lanes(to) > 0 && llvm.ScalarType(to) == word:
		x, err := m.of(v)
		if err != nil {
			return err
		}
		r := llvm.GetPoison(to)
		for k := range x {
			r = llvm.BuildInsertElement(b, r, x[k], m.u.I32(uint64(k)), "")
		}
		m.swap(i, r)
	default:
		return m.cannot(i)
	}
	return nil
}

// bytesOf returns the type in memory of word k of a value of n bits.
func (m *multiword) bytesOf(n uint32, k int) llvm.Type {
	return m.u.IntType(min(64, (n-uint32(64*k)+7)/8*8))
}

func (m *multiword) load(i llvm.Value) error {
	b, n := m.u.B, multiwordWidth(llvm.TypeOf(i))
	p, align := llvm.GetOperand(i, 0), max(llvm.GetAlignment(i), 1)
	out := make([]llvm.Value, wordsOf(n))
	for k := range out {
		l := llvm.BuildLoad2(b, m.bytesOf(n, k), offset(m.u, b, p, uint64(8*k)), "")
		llvm.SetAlignment(l, uint32(alignAt(uint64(align), uint64(8*k))))
		llvm.SetVolatile(l, llvm.GetVolatile(i))
		out[k] = resize(b, l, m.u.Types.I64, false)
	}
	m.set(i, out)
	return nil
}

func (m *multiword) store(i llvm.Value) error {
	v, p := llvm.GetOperand(i, 0), llvm.GetOperand(i, 1)
	b, n := m.u.B, multiwordWidth(llvm.TypeOf(v))
	x, err := m.of(v)
	if err != nil {
		return err
	}
	align := max(llvm.GetAlignment(i), 1)
	for k := range x {
		s := llvm.BuildStore(b, resize(b, x[k], m.bytesOf(n, k), false), offset(m.u, b, p, uint64(8*k)))
		llvm.SetAlignment(s, uint32(alignAt(uint64(align), uint64(8*k))))
		llvm.SetVolatile(s, llvm.GetVolatile(i))
	}
	m.dead = append(m.dead, i)
	return nil
}
