// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"math"
	"math/bits"
)

// toHalf rounds to f16, to nearest even.
func toHalf(v float64) uint16 { return toHalfMode(v, 0) }

// toHalfMode rounds to f16 in a rounding mode of the MODE register: 0 nearest even,
// 1 up, 2 down, 3 to zero.
func toHalfMode(v float64, mode uint32) uint16 {
	return uint16(narrow(v, 10, 5, mode))
}

// narrow rounds to a format of mant mantissa bits and exp exponent bits.
func narrow(v float64, mant, exp uint, mode uint32) uint64 {
	b := math.Float64bits(v)
	sign := b >> 63 << (mant + exp)
	inf := (uint64(1)<<exp - 1) << mant
	switch {
	case math.IsNaN(v):
		return sign | inf | 1<<(mant-1) | b>>(52-mant)&(1<<mant-1)
	case math.IsInf(v, 0):
		return sign | inf
	case v == 0:
		return sign
	}
	bias := 1<<(exp-1) - 1
	e := int(b>>52&0x7ff) - 1023
	m := b & (1<<52 - 1)
	if e == -1023 {
		sh := bits.LeadingZeros64(m) - 11
		m, e = m<<sh&(1<<52-1), -1022-sh
	}
	m |= 1 << 52
	drop := 52 - int(mant)
	if lim := 1 - bias; e < lim {
		drop += lim - e
		e = lim - 1 // encodes exponent 0
	}
	// The implicit bit adds 1 to the exponent; subnormal numbers have none.
	r := rounded(m, drop, mode, sign != 0)
	if e >= 1-bias {
		r += uint64(e+bias-1) << mant
	}
	if r >= inf {
		if mode == 3 || mode == 1 && sign != 0 || mode == 2 && sign == 0 {
			return sign | inf - 1
		}
		return sign | inf
	}
	return sign | r
}

// rounded drops low bits of a magnitude, rounding to nearest even (mode 0), up, down or towards
// zero (3).
func rounded(m uint64, drop int, mode uint32, negative bool) uint64 {
	q, rest, halfway := uint64(0), uint64(1), uint64(2)
	if drop < 64 {
		q, rest, halfway = m>>drop, m&(1<<drop-1), 1<<(drop-1)
	}
	up := false
	switch mode {
	case 0:
		up = rest > halfway || rest == halfway && q&1 == 1
	case 1:
		up = rest != 0 && !negative
	case 2:
		up = rest != 0 && negative
	}
	if up {
		q++
	}
	return q
}

func fromHalf(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&0x3ff)
	var v float64
	switch e {
	case 0:
		v = math.Ldexp(m, -24)
	case 31:
		if m != 0 {
			return math.Float64frombits(uint64(h>>15)<<63 | 0x7ff<<52 | uint64(h&0x3ff)<<42)
		}
		v = math.Inf(1)
	default:
		v = math.Ldexp(1024+m, e-25)
	}
	if h>>15 != 0 {
		return math.Copysign(v, -1)
	}
	return v
}

func toBF16(v float32) uint16 {
	b := math.Float32bits(v)
	if v != v {
		return uint16(b>>16 | 0x40)
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

func fromBF16(v uint16) float32 { return math.Float32frombits(uint32(v) << 16) }

func f32(v uint64) float32 { return math.Float32frombits(uint32(v)) }
func b32(v float32) uint64 { return uint64(math.Float32bits(v)) }
func f64(v uint64) float64 { return math.Float64frombits(v) }
func b64(v float64) uint64 { return math.Float64bits(v) }
func f16(v uint64) float64 { return fromHalf(uint16(v)) }

// twoSum returns the sum and its rounding error.
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}

// toOdd converts a rounded sum and its error to the sum rounded to odd, from which any narrower
// format can be rounded correctly.
func toOdd(s, e float64) float64 {
	if e == 0 || math.IsInf(s, 0) || s != s || e != e {
		return s
	}
	b := math.Float64bits(s)
	if b&1 == 0 {
		if (e > 0) == (s > 0) {
			b++
		} else {
			b--
		}
	}
	return math.Float64frombits(b)
}

// fmaOdd returns a*b+c of f32 or f16 values in f64, rounded to odd: a*b is exact.
func fmaOdd(a, b, c float64) float64 { return toOdd(twoSum(a*b, c)) }

// to32 rounds an f64 that is exact or rounded to odd.
func to32(v float64, mode uint32) float32 {
	if mode == 0 {
		return float32(v)
	}
	return math.Float32frombits(uint32(narrow(v, 23, 8, mode)))
}

const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
	nan16 = 0x7e00
)

func isNaN32(b uint64) bool { return b&0x7fffffff > 0x7f800000 }
func isNaN64(b uint64) bool { return b&(1<<63-1) > 0x7ff<<52 }
func isNaN16(b uint64) bool { return b&0x7fff > 0x7c00 }
func denorm32(b uint64) bool {
	return b&0x7f800000 == 0 && b&0x7fffff != 0
}
func denorm64(b uint64) bool { return b&(0x7ff<<52) == 0 && b&(1<<52-1) != 0 }
func denorm16(b uint64) bool { return b&0x7c00 == 0 && b&0x3ff != 0 }

// in32 and out32 flush subnormals according to the MODE register; the same applies to the functions
// for other formats.
func (w *wave) in32(b uint64) uint64 {
	if denorm32(b) && w.flush32in() {
		return b & 0x80000000
	}
	return b
}

func (w *wave) out32(b uint64) uint64 {
	if denorm32(b) && w.flush32out() {
		return b & 0x80000000
	}
	return b
}

func (w *wave) in64(b uint64) uint64 {
	if denorm64(b) && w.flush64in() {
		return b & (1 << 63)
	}
	return b
}

func (w *wave) out64(b uint64) uint64 {
	if denorm64(b) && w.flush64out() {
		return b & (1 << 63)
	}
	return b
}

func (w *wave) in16(b uint64) uint64 {
	if denorm16(b) && w.flush64in() {
		return b & 0x8000
	}
	return b
}

func (w *wave) out16(b uint64) uint64 {
	if denorm16(b) && w.flush64out() {
		return b & 0x8000
	}
	return b
}

// sem implements a vector operation for one lane; operands and result are bits of their types.
type sem func(w *wave, a, b, c uint64) uint64

// format describes a floating-point format.
type format struct {
	quiet, nan uint64 // the bit that makes a NaN quiet; the NaN of an invalid operation
	isNaN      func(uint64) bool
	in, out    func(w *wave, b uint64) uint64 // with subnormals flushed according to the mode
}

var (
	format16 = &format{1 << 9, nan16, isNaN16, (*wave).in16, (*wave).out16}
	format32 = &format{1 << 22, nan32, isNaN32, (*wave).in32, (*wave).out32}
	format64 = &format{1 << 51, nan64, isNaN64, (*wave).in64, (*wave).out64}
)

// arith returns an operation with n operands. f computes the rounded result; if operands are NaN,
// the result is the first of them, made quiet.
func (p *format) arith(n int, f func(w *wave, a, b, c uint64) uint64) sem {
	return func(w *wave, a, b, c uint64) uint64 {
		a = p.in(w, a)
		if n > 1 {
			b = p.in(w, b)
		}
		if n > 2 {
			c = p.in(w, c)
		}
		switch {
		case p.isNaN(a):
			return a | p.quiet
		case n > 1 && p.isNaN(b):
			return b | p.quiet
		case n > 2 && p.isNaN(c):
			return c | p.quiet
		}
		v := f(w, a, b, c)
		if p.isNaN(v) {
			return p.nan
		}
		return p.out(w, v)
	}
}

// arith32 returns an f32 operation that computes in f64 without double rounding.
func arith32(n int, f func(a, b, c float64) float64) sem {
	return format32.arith(n, func(w *wave, a, b, c uint64) uint64 {
		return b32(to32(f(float64(f32(a)), float64(f32(b)), float64(f32(c))), w.round32()))
	})
}

func arith16(n int, f func(a, b, c float64) float64) sem {
	return format16.arith(n, func(w *wave, a, b, c uint64) uint64 {
		return uint64(toHalfMode(f(f16(a), f16(b), f16(c)), w.round64()))
	})
}

// arith64 returns an f64 operation. f returns the result rounded to nearest even and the sign of
// the rounding error, by which other modes adjust it.
func arith64(n int, f func(a, b, c float64) (v, lost float64)) sem {
	return format64.arith(n, func(w *wave, a, b, c uint64) uint64 {
		v, lost := f(f64(a), f64(b), f64(c))
		if mode := w.round64(); mode != 0 && lost != 0 && lost == lost {
			v = directed(v, lost, mode)
		}
		return b64(v)
	})
}

// directed moves a result rounded to nearest to its neighbour if the mode requires it: lost tells
// on which side of v the exact value is.
func directed(v, lost float64, mode uint32) float64 {
	switch {
	case mode == 1 && lost > 0, mode == 3 && lost > 0 && v < 0:
		return math.Nextafter(v, math.Inf(1))
	case mode == 2 && lost < 0, mode == 3 && lost < 0 && v > 0:
		return math.Nextafter(v, math.Inf(-1))
	}
	return v
}

func add64(a, b, _ float64) (float64, float64) { return twoSum(a, b) }

func mul64(a, b, _ float64) (float64, float64) {
	p := a * b
	return p, math.FMA(a, b, -p)
}

func fma64(a, b, c float64) (float64, float64) {
	v := math.FMA(a, b, c)
	// The exact error of a fused multiply-add (Boldo and Muller): two parts, of which the leading
	// one has the sign.
	p := a * b
	pe := math.FMA(a, b, -p)
	s, se := twoSum(c, pe)
	t, te := twoSum(p, s)
	return v, ((t - v) + te) + se
}

// approx64 keeps only the accurate bits of V_RCP_F64, V_RSQ_F64 and V_SQRT_F64, which exposes code
// that does not refine them.
func approx64(v float64) float64 {
	if v != v || math.IsInf(v, 0) {
		return v
	}
	return math.Float64frombits(math.Float64bits(v) &^ (1<<26 - 1))
}

// trans32 returns a transcendental f32 operation, which flushes subnormals in every mode.
func trans32(f func(float64) float64) sem {
	return func(w *wave, a, _, _ uint64) uint64 {
		if isNaN32(a) {
			return a | 1<<22
		}
		if denorm32(a) {
			a &= 0x80000000
		}
		v := f(float64(f32(a)))
		if v != v {
			return nan32
		}
		r := b32(float32(v))
		if denorm32(r) {
			r &= 0x80000000
		}
		return r
	}
}

func trans16(f func(float64) float64) sem {
	return arith16(1, func(a, _, _ float64) float64 { return f(a) })
}

func trans64(f func(float64) float64) sem {
	return arith64(1, func(a, _, _ float64) (float64, float64) { return approx64(f(a)), 0 })
}

func rcp(v float64) float64 { return 1 / v }
func rsq(v float64) float64 { return 1 / math.Sqrt(v) }

// The arguments of sine and cosine are in revolutions.
func sinRev(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return math.Sin(2 * math.Pi * (v - math.Trunc(v)))
}

func cosRev(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return math.Cos(2 * math.Pi * (v - math.Trunc(v)))
}

// minmax returns IEEE 754-2008 minNum or maxNum: a number is preferred to a quiet NaN, -0 is less
// than +0.
func minmax[F float32 | float64](get func(uint64) F, nan func(uint64) bool, quiet, sign uint64, max bool) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		switch {
		case nan(a) && nan(b):
			return a | quiet
		case nan(a):
			return b
		case nan(b):
			return a
		}
		x, y := get(a), get(b)
		less := x < y || x == y && a&sign != 0
		if less != max {
			return a
		}
		return b
	}
}

var (
	min32 = minmax(f32, isNaN32, 1<<22, 1<<31, false)
	max32 = minmax(f32, isNaN32, 1<<22, 1<<31, true)
	min64 = minmax(f64, isNaN64, 1<<51, 1<<63, false)
	max64 = minmax(f64, isNaN64, 1<<51, 1<<63, true)
	min16 = minmax(f16, isNaN16, 1<<9, 1<<15, false)
	max16 = minmax(f16, isNaN16, 1<<9, 1<<15, true)
)

// med3 returns the median of three; with a NaN, the minimum.
func med3(min, max func(a, b uint64) uint64, nan func(uint64) bool) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		if nan(a) || nan(b) || nan(c) {
			return min(min(a, b), c)
		}
		return max(min(a, b), min(max(a, b), c))
	}
}

// propagate returns IEEE 754-2019 minimum or maximum, which propagate NaN.
func propagate(f func(a, b uint64) uint64, nan func(uint64) bool, quiet uint64) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		switch {
		case nan(a):
			return a | quiet
		case nan(b):
			return b | quiet
		}
		return f(a, b)
	}
}

// classify implements V_CMP_CLASS: bit 0 signalling NaN, 1 quiet NaN, 2 -infinity, 3 -normal, 4
// -subnormal, 5 -0, 6 +0, 7 +subnormal, 8 +normal, 9 +infinity.
func classify(b uint64, mant, exp uint) uint64 {
	sign := b>>(mant+exp)&1 != 0
	e, m := b>>mant&(1<<exp-1), b&(1<<mant-1)
	pick := func(neg, pos uint64) uint64 {
		if sign {
			return 1 << neg
		}
		return 1 << pos
	}
	switch {
	case e == 1<<exp-1 && m != 0:
		if m>>(mant-1) != 0 {
			return 1 << 1
		}
		return 1
	case e == 1<<exp-1:
		return pick(2, 9)
	case e == 0 && m == 0:
		return pick(5, 6)
	case e == 0:
		return pick(4, 7)
	}
	return pick(3, 8)
}

// toInt converts like V_CVT_*: towards zero, saturating, NaN to 0.
func toInt(v float64, lo, hi float64) int64 {
	switch {
	case v != v:
		return 0
	case v <= lo:
		return int64(lo)
	case v >= hi:
		return int64(hi)
	}
	return int64(v)
}

// A divFormat is a format of the instructions of a division.
type divFormat struct {
	mant, exp uint // bits of the fraction and of the exponent
	// For V_DIV_FIXUP: a difference of the exponents below which a quotient is zero.
	under int
	// For V_DIV_SCALE, of single and double precision.
	from  func(uint64) float64
	to    func(float64) uint64
	nan   uint64
	over  int     // a difference of the exponents at which a quotient may overflow
	tiny  int     // the largest exponent of a numerator that is scaled
	shift int     // by how much
	least float64 // the least normal number
}

var (
	divF16 = divFormat{mant: 10, exp: 5, under: -64}
	divF32 = divFormat{mant: 23, exp: 8, under: -150, nan: nan32, over: 96, tiny: 23, shift: 64, least: 0x1p-126,
		from: func(v uint64) float64 { return float64(f32(v)) }, to: func(v float64) uint64 { return b32(float32(v)) }}
	divF64 = divFormat{mant: 52, exp: 11, under: -1075, nan: nan64, over: 768, tiny: 53, shift: 128, least: 0x1p-1022, from: f64, to: b64}
)

// exponent returns the biased exponent of a number.
func (f *divFormat) exponent(v uint64) int { return int(v >> f.mant & (1<<f.exp - 1)) }

func exp32(b uint64) int { return divF32.exponent(b) }
func exp64(b uint64) int { return divF64.exponent(b) }

// scale is V_DIV_SCALE: it returns the scaled operand and whether the quotient must be scaled
// back. s0 is the denominator or the numerator.
func (f *divFormat) scale(s0, den, num uint64) (uint64, bool) {
	x, d, n := f.from(s0), f.from(den), f.from(num)
	by := func(shift int) uint64 { return f.to(math.Ldexp(x, shift)) }
	if n == 0 || d == 0 {
		return f.nan, false
	}
	small := !math.IsInf(d, 0) && math.Abs(n/d) < f.least
	inverse := !math.IsInf(d, 0) && 1/math.Abs(d) < f.least
	switch {
	case f.exponent(num)-f.exponent(den) >= f.over:
		if s0 == den {
			return by(f.shift), true
		}
		return s0, true
	case f.exponent(den) == 0:
		return by(f.shift), false
	case inverse && small:
		if s0 == den {
			return by(-f.shift), true
		}
		return s0, true
	case inverse:
		return by(-f.shift), false
	case small:
		if s0 == num {
			return by(f.shift), true
		}
		return s0, true
	case f.exponent(num) <= f.tiny:
		return by(f.shift), false
	}
	return s0, false
}

// fixup is V_DIV_FIXUP: quotient, denominator, numerator.
func (f *divFormat) fixup(q, den, num uint64) uint64 {
	mant, exp := f.mant, f.exp
	sign := uint64(1) << (mant + exp)
	out := (den ^ num) & sign
	inf := (uint64(1)<<exp - 1) << mant
	quiet := uint64(1) << (mant - 1)
	d, n := den&^sign, num&^sign
	switch {
	case n > inf:
		return num | quiet
	case d > inf:
		return den | quiet
	case d == 0 && n == 0, d == inf && n == inf:
		return sign | inf | quiet
	case d == 0, n == inf:
		return out | inf
	case d == inf, n == 0:
		return out
	case f.exponent(n)-f.exponent(d) < f.under:
		return out
	case f.exponent(d) == 1<<exp-1:
		return out | inf
	}
	if q&^sign > inf {
		return out | inf
	}
	return out | q&^sign
}
