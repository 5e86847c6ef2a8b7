// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package legalize

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// WideIntegers splits integers of 65 to 128 bits into two of 64: the optimiser makes them for the
// upper half of a product, and _BitInt and __int128 are such integers.
//
//	%x = zext i64 %a to i128
//	%y = zext i64 %b to i128
//	%p = mul i128 %x, %y
//	%h = lshr i128 %p, 64
//	%r = trunc i128 %h to i64
//
// becomes
//
//	%p = call { i64, i64 } @__gohip.wide.mul(i64 %a, i64 0, i64 %b, i64 0)
//	%r = extractvalue { i64, i64 } %p, 1
//
// where the helper, which is inlined, multiplies with OpenCL's mul_hi. A value is kept
// zero-extended to 128 bits, as in IntegerWidths.
func WideIntegers(u *ir.Unit) error {
	s := &splitter{u: u}
	for _, f := range u.Definitions() {
		if slices.ContainsFunc(ir.Instructions(f), switchesWide) {
			if err := u.FunctionPasses(f, "lower-switch"); err != nil {
				return err
			}
		}
	}
	err := rewrite(u, wideWidth, func(f llvm.Value) error {
		s.f, s.parts, s.phis, s.dead = f, map[llvm.Value][2]llvm.Value{}, nil, nil
		if s.helpers == nil {
			if err := s.declare(); err != nil {
				return err
			}
		}
		return s.run()
	})
	if err != nil {
		return err
	}
	if s.helpers != nil {
		for _, f := range s.helpers {
			llvm.SetLinkage(f, llvm.InternalLinkage)
		}
		return u.LLVMPasses("always-inline,function(instsimplify),globaldce")
	}
	return nil
}

// switchesWide reports whether an instruction is a switch over more than 64 bits, which is lowered
// to comparisons.
func switchesWide(i llvm.Value) bool {
	return ir.Opcode(i) == llvm.Switch && wideWidth(llvm.TypeOf(llvm.GetOperand(i, 0))) != 0
}

// wideWidth returns the width of an integer of 65 bits or more, 0 for other types.
func wideWidth(t llvm.Type) uint32 {
	if llvm.GetTypeKind(t) == llvm.IntegerKind {
		if n := llvm.GetIntTypeWidth(t); n > 64 {
			return n
		}
	}
	return 0
}

// wideShiftRight returns the helper that shifts right by the instruction op; over is the high half
// of the result of shifts by 64 and more.
func wideShiftRight(op, over string) string {
	return fmt.Sprintf(`
define { i64, i64 } @__gohip.wide.%[1]s(i64 %%al, i64 %%ah, i64 %%bl, i64 %%bh) alwaysinline nounwind {
  %%big = icmp uge i64 %%bl, 64
  %%n = and i64 %%bl, 63
  %%sign = ashr i64 %%ah, 63
  %%h = %[1]s i64 %%ah, %%n
  %%l0 = lshr i64 %%al, %%n
  %%back = sub i64 63, %%n
  %%twice = shl i64 %%ah, 1
  %%carry = shl i64 %%twice, %%back
  %%l1 = or i64 %%l0, %%carry
  %%rl = select i1 %%big, i64 %%h, i64 %%l1
  %%rh = select i1 %%big, i64 %[2]s, i64 %%h
  %%r0 = insertvalue { i64, i64 } poison, i64 %%rl, 0
  %%r1 = insertvalue { i64, i64 } %%r0, i64 %%rh, 1
  ret { i64, i64 } %%r1
}
`, op, over)
}

// wideText are the helpers. Each takes values as low and high halves.
const wideText = `
declare spir_func i64 @_Z6mul_himm(i64, i64) nounwind willreturn memory(none)
declare spir_func i64 @_Z3clzm(i64) nounwind willreturn memory(none)

define { i64, i64 } @__gohip.wide.add(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %l = add i64 %al, %bl
  %c = icmp ult i64 %l, %al
  %cz = zext i1 %c to i64
  %h0 = add i64 %ah, %bh
  %h = add i64 %h0, %cz
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}

define { i64, i64 } @__gohip.wide.sub(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %l = sub i64 %al, %bl
  %c = icmp ult i64 %al, %bl
  %cz = zext i1 %c to i64
  %h0 = sub i64 %ah, %bh
  %h = sub i64 %h0, %cz
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}

define { i64, i64 } @__gohip.wide.mul(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %l = mul i64 %al, %bl
  %m = call spir_func i64 @_Z6mul_himm(i64 %al, i64 %bl)
  %x = mul i64 %al, %bh
  %y = mul i64 %ah, %bl
  %xy = add i64 %x, %y
  %h = add i64 %m, %xy
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}

define { i64, i64 } @__gohip.wide.shl(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %big = icmp uge i64 %bl, 64
  %n = and i64 %bl, 63
  %l = shl i64 %al, %n
  %h0 = shl i64 %ah, %n
  %back = sub i64 63, %n
  %half = lshr i64 %al, 1
  %carry = lshr i64 %half, %back
  %h1 = or i64 %h0, %carry
  %rl = select i1 %big, i64 0, i64 %l
  %rh = select i1 %big, i64 %l, i64 %h1
  %r0 = insertvalue { i64, i64 } poison, i64 %rl, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %rh, 1
  ret { i64, i64 } %r1
}

; Quotient and remainder, bit by bit from the top; the remainder grows from nothing.
define { i64, i64, i64, i64 } @__gohip.wide.divide(i64 %al, i64 %ah, i64 %bl, i64 %bh) noinline nounwind {
entry:
  br label %step
step:
  %i = phi i32 [ 128, %entry ], [ %i1, %step ]
  %nl = phi i64 [ %al, %entry ], [ %nl2, %step ]
  %nh = phi i64 [ %ah, %entry ], [ %nh1, %step ]
  %rl = phi i64 [ 0, %entry ], [ %rl3, %step ]
  %rh = phi i64 [ 0, %entry ], [ %rh3, %step ]
  %top = lshr i64 %nh, 63
  %out = lshr i64 %rh, 63
  %rhs = shl i64 %rh, 1
  %rlt = lshr i64 %rl, 63
  %rh1 = or i64 %rhs, %rlt
  %rls = shl i64 %rl, 1
  %rl1 = or i64 %rls, %top
  %nhs = shl i64 %nh, 1
  %nlt = lshr i64 %nl, 63
  %nh1 = or i64 %nhs, %nlt
  %nl1 = shl i64 %nl, 1
  %gt = icmp ugt i64 %rh1, %bh
  %eq = icmp eq i64 %rh1, %bh
  %ge = icmp uge i64 %rl1, %bl
  %eg = and i1 %eq, %ge
  %fits0 = or i1 %gt, %eg
  %over = icmp ne i64 %out, 0
  %fits = or i1 %fits0, %over
  %dl = sub i64 %rl1, %bl
  %borrow = icmp ult i64 %rl1, %bl
  %bz = zext i1 %borrow to i64
  %dh0 = sub i64 %rh1, %bh
  %dh = sub i64 %dh0, %bz
  %rl3 = select i1 %fits, i64 %dl, i64 %rl1
  %rh3 = select i1 %fits, i64 %dh, i64 %rh1
  %q = zext i1 %fits to i64
  %nl2 = or i64 %nl1, %q
  %i1 = sub i32 %i, 1
  %more = icmp ne i32 %i1, 0
  br i1 %more, label %step, label %done
done:
  %v0 = insertvalue { i64, i64, i64, i64 } poison, i64 %nl2, 0
  %v1 = insertvalue { i64, i64, i64, i64 } %v0, i64 %nh1, 1
  %v2 = insertvalue { i64, i64, i64, i64 } %v1, i64 %rl3, 2
  %v3 = insertvalue { i64, i64, i64, i64 } %v2, i64 %rh3, 3
  ret { i64, i64, i64, i64 } %v3
}

define { i64, i64 } @__gohip.wide.udiv(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %d = call { i64, i64, i64, i64 } @__gohip.wide.divide(i64 %al, i64 %ah, i64 %bl, i64 %bh)
  %l = extractvalue { i64, i64, i64, i64 } %d, 0
  %h = extractvalue { i64, i64, i64, i64 } %d, 1
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}

define { i64, i64 } @__gohip.wide.urem(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %d = call { i64, i64, i64, i64 } @__gohip.wide.divide(i64 %al, i64 %ah, i64 %bl, i64 %bh)
  %l = extractvalue { i64, i64, i64, i64 } %d, 2
  %h = extractvalue { i64, i64, i64, i64 } %d, 3
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}

; The negative of a value when sign is all ones, else the value.
define { i64, i64 } @__gohip.wide.flip(i64 %al, i64 %ah, i64 %sign, i64 %unused) alwaysinline nounwind {
  %xl = xor i64 %al, %sign
  %xh = xor i64 %ah, %sign
  %r = call { i64, i64 } @__gohip.wide.sub(i64 %xl, i64 %xh, i64 %sign, i64 %sign)
  ret { i64, i64 } %r
}

; From floating point, of a value that is not negative: the upper half first.
define { i64, i64 } @__gohip.wide.fromdouble(double %d) alwaysinline nounwind {
  %u = fmul double %d, 0x3BF0000000000000
  %h = fptoui double %u to i64
  %hd = uitofp i64 %h to double
  %p = fmul double %hd, 0x43F0000000000000
  %rest = fsub double %d, %p
  %l = fptoui double %rest to i64
  %r0 = insertvalue { i64, i64 } poison, i64 %l, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %h, 1
  ret { i64, i64 } %r1
}
`

// wideSigned returns the helper of a signed operation: it calls the unsigned one with the operands'
// magnitudes, and gives the result the sign in %as (of the first operand) or %s (of the product).
func wideSigned(name, unsigned, sign string) string {
	return `
define { i64, i64 } @__gohip.wide.` + name + `(i64 %al, i64 %ah, i64 %bl, i64 %bh) alwaysinline nounwind {
  %as = ashr i64 %ah, 63
  %bs = ashr i64 %bh, 63
  %s = xor i64 %as, %bs
  %a = call { i64, i64 } @__gohip.wide.flip(i64 %al, i64 %ah, i64 %as, i64 0)
  %b = call { i64, i64 } @__gohip.wide.flip(i64 %bl, i64 %bh, i64 %bs, i64 0)
  %a0 = extractvalue { i64, i64 } %a, 0
  %a1 = extractvalue { i64, i64 } %a, 1
  %b0 = extractvalue { i64, i64 } %b, 0
  %b1 = extractvalue { i64, i64 } %b, 1
  %q = call { i64, i64 } @__gohip.wide.` + unsigned + `(i64 %a0, i64 %a1, i64 %b0, i64 %b1)
  %q0 = extractvalue { i64, i64 } %q, 0
  %q1 = extractvalue { i64, i64 } %q, 1
  %r = call { i64, i64 } @__gohip.wide.flip(i64 %q0, i64 %q1, i64 ` + sign + `, i64 0)
  ret { i64, i64 } %r
}
`
}

// wideToFloating converts to floating point: the top 64 bits, the lowest of which is set if lower
// bits were cut off, round as the whole value would. The result is multiplied by a power of two:
// %e1 is its exponent in the position of the format's exponent field, from which scale makes a
// number.
func wideToFloating(float, scale string, bias, fraction int) string {
	return strings.NewReplacer("$FRACTION", strconv.Itoa(fraction), "$F", float, "$SCALE", scale, "$BIAS", strconv.Itoa(bias+64)).Replace(`
define $F @__gohip.wide.to$F(i64 %al, i64 %ah) alwaysinline nounwind {
  %small = icmp eq i64 %ah, 0
  %one = or i64 %ah, 1
  %n0 = call spir_func i64 @_Z3clzm(i64 %one)
  %n = select i1 %small, i64 64, i64 %n0
  %s = call { i64, i64 } @__gohip.wide.shl(i64 %al, i64 %ah, i64 %n, i64 0)
  %l = extractvalue { i64, i64 } %s, 0
  %h = extractvalue { i64, i64 } %s, 1
  %cut = icmp ne i64 %l, 0
  %sticky = zext i1 %cut to i64
  %top = or i64 %h, %sticky
  %d = uitofp i64 %top to $F
  %e0 = sub i64 $BIAS, %n
  %e1 = shl i64 %e0, $FRACTION
  $SCALE
  %r = fmul $F %d, %scale
  ret $F %r
}
`)
}

type splitter struct {
	u       *ir.Unit
	f       llvm.Value
	parts   map[llvm.Value][2]llvm.Value
	phis    []llvm.Value
	dead    []llvm.Value
	helpers map[string]llvm.Value
}

func (s *splitter) declare() error {
	if err := s.u.LinkText(wideText + wideShiftRight("lshr", "0") + wideShiftRight("ashr", "%sign") + wideSigned("sdiv", "udiv", "%s") + wideSigned("srem", "urem", "%as") +
		wideToFloating("double", "%scale = bitcast i64 %e1 to double", 1023, 52) +
		wideToFloating("float", "%e2 = trunc i64 %e1 to i32\n  %scale = bitcast i32 %e2 to float", 127, 23)); err != nil {
		return err
	}
	s.helpers = map[string]llvm.Value{}
	for _, f := range s.u.Definitions() {
		if name, ok := strings.CutPrefix(f.Name(), "__gohip.wide."); ok {
			s.helpers[name] = f
		}
	}
	return nil
}

func (s *splitter) call(name string, args ...llvm.Value) llvm.Value {
	f := s.helpers[name]
	return llvm.BuildCall2(s.u.B, llvm.GlobalGetValueType(f), f, args, "")
}

func (s *splitter) pair(v llvm.Value) [2]llvm.Value {
	return [2]llvm.Value{llvm.BuildExtractValue(s.u.B, v, 0, ""), llvm.BuildExtractValue(s.u.B, v, 1, "")}
}

// of returns the two halves of a wide operand, zero-extended.
func (s *splitter) of(v llvm.Value) ([2]llvm.Value, error) {
	if p, ok := s.parts[v]; ok {
		return p, nil
	}
	zero := s.u.I64(0)
	switch {
	case llvm.IsUndef(v) || llvm.IsNull(v):
		return [2]llvm.Value{zero, zero}, nil
	case llvm.IsAConstantInt(v) != 0:
		n, ok := new(big.Int).SetString(ir.ConstantText(v), 10)
		if !ok {
			break
		}
		w := wideWidth(llvm.TypeOf(v))
		if n.Sign() < 0 {
			n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		mask := new(big.Int).SetUint64(^uint64(0))
		return [2]llvm.Value{
			s.u.I64(new(big.Int).And(n, mask).Uint64()),
			s.u.I64(new(big.Int).Rsh(n, 64).Uint64()),
		}, nil
	}
	return [2]llvm.Value{}, fmt.Errorf("%s: %s is an integer of a width that the device lacks, in a place where it cannot be split", ir.Demangle(s.f.Name()), v)
}

// mask clears the bits of the upper half beyond the width.
func (s *splitter) mask(p [2]llvm.Value, n uint32) [2]llvm.Value {
	if n < 128 {
		p[1] = llvm.BuildAnd(s.u.B, p[1], s.u.I64(maskOf(n-64)), "")
	}
	return p
}

// extend returns the sign extension of a value of n bits to 128 bits.
func (s *splitter) extend(p [2]llvm.Value, n uint32) [2]llvm.Value {
	if n < 128 {
		by := s.u.I64(uint64(128 - n))
		p[1] = llvm.BuildAShr(s.u.B, llvm.BuildShl(s.u.B, p[1], by, ""), by, "")
	}
	return p
}

func (s *splitter) run() error {
	for _, b := range reversePostOrder(s.f) {
		for i := llvm.GetFirstInstruction(b); i != 0; {
			next := llvm.GetNextInstruction(i)
			if err := s.instruction(i); err != nil {
				return err
			}
			i = next
		}
	}
	for _, phi := range s.phis {
		n := s.parts[phi]
		for k := range llvm.CountIncoming(phi) {
			p, err := s.of(llvm.GetIncomingValue(phi, k))
			if err != nil {
				return err
			}
			from := llvm.GetIncomingBlock(phi, k)
			llvm.AddIncoming(n[0], &p[0], &from, 1)
			llvm.AddIncoming(n[1], &p[1], &from, 1)
		}
	}
	ir.EraseAll(s.dead)
	return nil
}

func (s *splitter) set(i llvm.Value, p [2]llvm.Value) {
	s.parts[i] = p
	s.dead = append(s.dead, i)
}

func (s *splitter) swap(i, v llvm.Value) {
	llvm.ReplaceAllUsesWith(i, v)
	s.dead = append(s.dead, i)
}

// wideOps are the operations that helpers do on halves.
var wideOps = map[llvm.Opcode]struct {
	helper string
	signed bool
}{
	llvm.Add: {"add", false}, llvm.Sub: {"sub", false}, llvm.Mul: {"mul", false}, llvm.Shl: {"shl", false},
	llvm.LShr: {"lshr", false}, llvm.AShr: {"ashr", true}, llvm.UDiv: {"udiv", false}, llvm.URem: {"urem", false},
	llvm.SDiv: {"sdiv", true}, llvm.SRem: {"srem", true},
}

// A wideInst is an instruction with a result or an operand of more than 64 bits.
type wideInst struct {
	llvm.Value
	op   llvm.Opcode
	b    llvm.Builder // at the instruction
	n    uint32       // width of a wide result, else 0
	from uint32       // width of the widest operand, else 0
}

func (w wideInst) operand(k uint32) llvm.Value { return llvm.GetOperand(w.Value, k) }

func (s *splitter) instruction(i llvm.Value) error {
	w := wideInst{Value: i, n: wideWidth(llvm.TypeOf(i)), op: llvm.GetInstructionOpcode(i)}
	for _, op := range ir.Operands(i) {
		w.from = max(w.from, wideWidth(llvm.TypeOf(op)))
	}
	if w.n == 0 && w.from == 0 {
		return nil
	}
	if max(w.n, w.from) > 128 {
		return fmt.Errorf("%s: %s works on integers of %d bits, which the device lacks", s.u.Where(i), i, max(w.n, w.from))
	}
	split, ok := splitters[w.op]
	if !ok {
		return fmt.Errorf("%s: %s works on integers of %d bits, which the device lacks", s.u.Where(i), i, max(w.n, w.from))
	}
	w.b = s.u.Before(i)
	return split(s, w)
}

// splitters split the instructions, by kind.
var splitters = map[llvm.Opcode]func(*splitter, wideInst) error{
	llvm.Add: (*splitter).arithmetic, llvm.Sub: (*splitter).arithmetic, llvm.Mul: (*splitter).arithmetic,
	llvm.Shl: (*splitter).arithmetic, llvm.LShr: (*splitter).arithmetic, llvm.AShr: (*splitter).arithmetic,
	llvm.UDiv: (*splitter).arithmetic, llvm.URem: (*splitter).arithmetic, llvm.SDiv: (*splitter).arithmetic, llvm.SRem: (*splitter).arithmetic,
	llvm.And: (*splitter).bitwise, llvm.Or: (*splitter).bitwise, llvm.Xor: (*splitter).bitwise,
	llvm.ICmp: (*splitter).compare, llvm.Select: (*splitter).selection, llvm.PHI: (*splitter).phi, llvm.Freeze: (*splitter).freeze,
	llvm.ZExt: (*splitter).zext, llvm.SExt: (*splitter).sext, llvm.Trunc: (*splitter).trunc, llvm.BitCast: (*splitter).bitcast,
	llvm.UIToFP: (*splitter).toFloat, llvm.SIToFP: (*splitter).toFloat, llvm.FPToUI: (*splitter).fromFloat, llvm.FPToSI: (*splitter).fromFloat,
	llvm.Load: (*splitter).load, llvm.Store: (*splitter).store,
}

// operands returns two operands in halves.
func (s *splitter) operands(w wideInst, first, second uint32) (x, y [2]llvm.Value, err error) {
	if x, err = s.of(w.operand(first)); err != nil {
		return x, y, err
	}
	y, err = s.of(w.operand(second))
	return x, y, err
}

func (s *splitter) arithmetic(w wideInst) error {
	x, y, err := s.operands(w, 0, 1)
	if err != nil {
		return err
	}
	op := wideOps[w.op]
	if op.signed {
		x = s.extend(x, w.n)
		if w.op != llvm.AShr {
			y = s.extend(y, w.n)
		}
	}
	s.set(w.Value, s.mask(s.pair(s.call(op.helper, x[0], x[1], y[0], y[1])), w.n))
	return nil
}

func (s *splitter) bitwise(w wideInst) error {
	x, y, err := s.operands(w, 0, 1)
	if err != nil {
		return err
	}
	s.set(w.Value, [2]llvm.Value{llvm.BuildBinOp(w.b, w.op, x[0], y[0], ""), llvm.BuildBinOp(w.b, w.op, x[1], y[1], "")})
	return nil
}

func (s *splitter) selection(w wideInst) error {
	x, y, err := s.operands(w, 1, 2)
	if err != nil {
		return err
	}
	c := w.operand(0)
	s.set(w.Value, [2]llvm.Value{llvm.BuildSelect(w.b, c, x[0], y[0], ""), llvm.BuildSelect(w.b, c, x[1], y[1], "")})
	return nil
}

// phi gets its incoming values at the end, when all are available.
func (s *splitter) phi(w wideInst) error {
	s.phis = append(s.phis, w.Value)
	s.set(w.Value, [2]llvm.Value{llvm.BuildPhi(w.b, s.u.Types.I64, ""), llvm.BuildPhi(w.b, s.u.Types.I64, "")})
	return nil
}

func (s *splitter) freeze(w wideInst) error {
	x, err := s.of(w.operand(0))
	if err != nil {
		return err
	}
	s.set(w.Value, s.mask([2]llvm.Value{llvm.BuildFreeze(w.b, x[0], ""), llvm.BuildFreeze(w.b, x[1], "")}, w.n))
	return nil
}

func (s *splitter) zext(w wideInst) error {
	if w.from == 0 {
		s.set(w.Value, [2]llvm.Value{s.to64(w), s.u.I64(0)})
		return nil
	}
	x, err := s.of(w.operand(0))
	if err != nil {
		return err
	}
	s.set(w.Value, x)
	return nil
}

func (s *splitter) sext(w wideInst) error {
	if w.from == 0 {
		low := s.to64(w)
		s.set(w.Value, s.mask([2]llvm.Value{low, llvm.BuildAShr(w.b, low, s.u.I64(63), "")}, w.n))
		return nil
	}
	x, err := s.of(w.operand(0))
	if err != nil {
		return err
	}
	s.set(w.Value, s.mask(s.extend(x, w.from), w.n))
	return nil
}

// to64 extends the operand of a zext or a sext, of up to 64 bits, to 64 bits.
func (s *splitter) to64(w wideInst) llvm.Value {
	src := w.operand(0)
	if llvm.GetIntTypeWidth(llvm.TypeOf(src)) == 64 {
		return src
	}
	return llvm.BuildCast(w.b, w.op, src, s.u.Types.I64, "")
}

func (s *splitter) trunc(w wideInst) error {
	x, err := s.of(w.operand(0))
	if err != nil {
		return err
	}
	if w.n != 0 {
		s.set(w.Value, s.mask(x, w.n))
		return nil
	}
	v := x[0]
	if llvm.TypeOf(w.Value) != s.u.Types.I64 {
		v = llvm.BuildTrunc(w.b, v, llvm.TypeOf(w.Value), "")
	}
	s.swap(w.Value, v)
	return nil
}

// toFloat converts the magnitude and restores the sign.
func (s *splitter) toFloat(w wideInst) error {
	x, err := s.of(w.operand(0))
	if err != nil {
		return err
	}
	sign := s.u.I64(0)
	if w.op == llvm.SIToFP {
		x = s.extend(x, w.from)
		sign = llvm.BuildAShr(w.b, x[1], s.u.I64(63), "")
		x = s.pair(s.call("flip", x[0], x[1], sign, s.u.I64(0)))
	}
	var v llvm.Value
	switch llvm.GetTypeKind(llvm.TypeOf(w.Value)) {
	case llvm.DoubleKind:
		v = s.call("todouble", x[0], x[1])
	case llvm.FloatKind:
		v = s.call("tofloat", x[0], x[1])
	default:
		v = llvm.BuildFPTrunc(w.b, s.call("tofloat", x[0], x[1]), llvm.TypeOf(w.Value), "")
	}
	if w.op == llvm.SIToFP {
		neg := llvm.BuildICmp(w.b, llvm.IntNE, sign, s.u.I64(0), "")
		v = llvm.BuildSelect(w.b, neg, llvm.BuildFNeg(w.b, v, ""), v, "")
	}
	s.swap(w.Value, v)
	return nil
}

func (s *splitter) fromFloat(w wideInst) error {
	d := w.operand(0)
	if llvm.TypeOf(d) != s.u.Types.Double {
		d = llvm.BuildFPExt(w.b, d, s.u.Types.Double, "")
	}
	if w.op == llvm.FPToUI {
		s.set(w.Value, s.mask(s.pair(s.call("fromdouble", d)), w.n))
		return nil
	}
	neg := llvm.BuildFCmp(w.b, llvm.RealOLT, d, llvm.ConstNull(s.u.Types.Double), "")
	x := s.pair(s.call("fromdouble", llvm.BuildSelect(w.b, neg, llvm.BuildFNeg(w.b, d, ""), d, "")))
	sign := llvm.BuildSExt(w.b, neg, s.u.Types.I64, "")
	s.set(w.Value, s.mask(s.pair(s.call("flip", x[0], x[1], sign, s.u.I64(0))), w.n))
	return nil
}

func (s *splitter) compare(w wideInst) error {
	b, i, n := w.b, w.Value, w.from
	x, err := s.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	y, err := s.of(llvm.GetOperand(i, 1))
	if err != nil {
		return err
	}
	p := llvm.GetICmpPredicate(i)
	if p == llvm.IntEQ || p == llvm.IntNE {
		d := llvm.BuildOr(b, llvm.BuildXor(b, x[0], y[0], ""), llvm.BuildXor(b, x[1], y[1], ""), "")
		s.swap(i, llvm.BuildICmp(b, p, d, s.u.I64(0), ""))
		return nil
	}
	low := p // if the upper halves are equal, the lower ones decide, unsigned
	if p >= llvm.IntSGT {
		x, y = s.extend(x, n), s.extend(y, n)
		low = p - llvm.IntSGT + llvm.IntUGT
	}
	same := llvm.BuildICmp(b, llvm.IntEQ, x[1], y[1], "")
	s.swap(i, llvm.BuildSelect(b, same, llvm.BuildICmp(b, low, x[0], y[0], ""), llvm.BuildICmp(b, p, x[1], y[1], ""), ""))
	return nil
}

// load reads 8 bytes and then the rest.
func (s *splitter) load(w wideInst) error {
	b, i, n := w.b, w.Value, w.n
	u := s.u
	p := llvm.GetOperand(i, 0)
	align := max(llvm.GetAlignment(i), 1)
	l := llvm.BuildLoad2(b, u.Types.I64, p, "")
	llvm.SetAlignment(l, align)
	llvm.SetVolatile(l, llvm.GetVolatile(i))
	bits := (n - 64 + 7) / 8 * 8
	h := llvm.BuildLoad2(b, u.IntType(bits), offset(u, b, p, 8), "")
	llvm.SetAlignment(h, min(align, 8))
	llvm.SetVolatile(h, llvm.GetVolatile(i))
	v := h
	if bits != 64 {
		v = llvm.BuildZExt(b, h, u.Types.I64, "")
	}
	s.set(i, s.mask([2]llvm.Value{l, v}, n))
	return nil
}

func (s *splitter) store(w wideInst) error {
	b, i := w.b, w.Value
	u := s.u
	x, err := s.of(llvm.GetOperand(i, 0))
	if err != nil {
		return err
	}
	p := llvm.GetOperand(i, 1)
	align := max(llvm.GetAlignment(i), 1)
	l := llvm.BuildStore(b, x[0], p)
	llvm.SetAlignment(l, align)
	llvm.SetVolatile(l, llvm.GetVolatile(i))
	bits := (wideWidth(llvm.TypeOf(llvm.GetOperand(i, 0))) - 64 + 7) / 8 * 8
	v := x[1]
	if bits != 64 {
		v = llvm.BuildTrunc(b, v, u.IntType(bits), "")
	}
	h := llvm.BuildStore(b, v, offset(u, b, p, 8))
	llvm.SetAlignment(h, min(align, 8))
	llvm.SetVolatile(h, llvm.GetVolatile(i))
	s.dead = append(s.dead, i)
	return nil
}

// bitcast goes through a vector of two 64-bit elements.
func (s *splitter) bitcast(w wideInst) error {
	b, i, n := w.b, w.Value, w.n
	u := s.u
	v2 := llvm.VectorType(u.Types.I64, 2)
	src := llvm.GetOperand(i, 0)
	if n == wideWidth(llvm.TypeOf(src)) {
		x, err := s.of(src)
		if err != nil {
			return err
		}
		s.set(i, x)
		return nil
	}
	if max(n, wideWidth(llvm.TypeOf(src))) != 128 || lanes(llvm.TypeOf(src)) == 0 && lanes(llvm.TypeOf(i)) == 0 {
		return fmt.Errorf("%s: %s has no counterpart on the device", u.Where(i), i)
	}
	if n != 0 {
		v := src
		if llvm.TypeOf(v) != v2 {
			v = llvm.BuildBitCast(b, v, v2, "")
		}
		s.set(i, [2]llvm.Value{llvm.BuildExtractElement(b, v, u.I32(0), ""), llvm.BuildExtractElement(b, v, u.I32(1), "")})
		return nil
	}
	x, err := s.of(src)
	if err != nil {
		return err
	}
	v := llvm.BuildInsertElement(b, llvm.GetPoison(v2), x[0], u.I32(0), "")
	v = llvm.BuildInsertElement(b, v, x[1], u.I32(1), "")
	if llvm.TypeOf(i) != v2 {
		v = llvm.BuildBitCast(b, v, llvm.TypeOf(i), "")
	}
	s.swap(i, v)
	return nil
}
