// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"maps"
	"math"
	"math/bits"
)

func u2(f func(a, b uint32) uint32) sem {
	return func(_ *wave, a, b, _ uint64) uint64 { return uint64(f(uint32(a), uint32(b))) }
}

func u3(f func(a, b, c uint32) uint32) sem {
	return func(_ *wave, a, b, c uint64) uint64 { return uint64(f(uint32(a), uint32(b), uint32(c))) }
}

func i3(f func(a, b, c int32) int32) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		return uint64(uint32(f(int32(uint32(a)), int32(uint32(b)), int32(uint32(c)))))
	}
}

func s2(f func(a, b uint16) uint16) sem {
	return func(_ *wave, a, b, _ uint64) uint64 { return uint64(f(uint16(a), uint16(b))) }
}

func s3(f func(a, b, c uint16) uint16) sem {
	return func(_ *wave, a, b, c uint64) uint64 { return uint64(f(uint16(a), uint16(b), uint16(c))) }
}

func q2(f func(a, b uint64) uint64) sem {
	return func(_ *wave, a, b, _ uint64) uint64 { return f(a, b) }
}

// num32 returns an operation of two operands from one on their bits, after flushing subnormals.
func num32(f func(a, b uint64) uint64) sem {
	return func(w *wave, a, b, _ uint64) uint64 { return w.out32(f(w.in32(a), w.in32(b))) }
}

func num64(f func(a, b uint64) uint64) sem {
	return func(w *wave, a, b, _ uint64) uint64 { return w.out64(f(w.in64(a), w.in64(b))) }
}

func num16(f func(a, b uint64) uint64) sem {
	return func(w *wave, a, b, _ uint64) uint64 { return w.out16(f(w.in16(a), w.in16(b))) }
}

func three(f, g func(a, b uint64) uint64) sem {
	return func(_ *wave, a, b, c uint64) uint64 { return g(f(a, b), c) }
}

func min3of(f sem) sem {
	return func(w *wave, a, b, c uint64) uint64 { return f(w, f(w, a, b, 0), c, 0) }
}

func sext24(v uint32) int32 { return int32(v<<8) >> 8 }

func minu(a, b uint32) uint32 { return min(a, b) }
func maxu(a, b uint32) uint32 { return max(a, b) }
func mini(a, b uint32) uint32 { return uint32(min(int32(a), int32(b))) }
func maxi(a, b uint32) uint32 { return uint32(max(int32(a), int32(b))) }

func bfeu(a, b, c uint32) uint32 {
	return uint32(uint64(a) >> (b & 31) & (1<<(c&31) - 1))
}

func bfei(a, b, c uint32) uint32 {
	n := c & 31
	if n == 0 {
		return 0
	}
	v := int64(int32(a)) >> (b & 31)
	return uint32(v << (64 - n) >> (64 - n))
}

func ffbhu(a uint32) uint32 {
	if a == 0 {
		return math.MaxUint32
	}
	return uint32(bits.LeadingZeros32(a))
}

func ffbhi(a uint32) uint32 {
	v := a
	if int32(a) < 0 {
		v = ^a
	}
	if v == 0 {
		return math.MaxUint32
	}
	return uint32(bits.LeadingZeros32(v))
}

func ffbl(a uint32) uint32 {
	if a == 0 {
		return math.MaxUint32
	}
	return uint32(bits.TrailingZeros32(a))
}

func perm(a, b, sel uint32) uint32 {
	data := uint64(a)<<32 | uint64(b)
	var r uint32
	for i := 0; i < 4; i++ {
		s := sel >> (8 * i) & 0xff
		var v uint64
		switch {
		case s >= 13:
			v = 0xff
		case s == 12:
			v = 0
		case s >= 8:
			v = -(data >> (16*(s-8) + 15) & 1) & 0xff
		default:
			v = data >> (8 * s) & 0xff
		}
		r |= uint32(v) << (8 * i)
	}
	return r
}

func sad(a, b uint32, width uint, masked bool) uint32 {
	var r uint32
	for i := uint(0); i < 32; i += width {
		x, y := a>>i&(1<<width-1), b>>i&(1<<width-1)
		if masked && y == 0 {
			continue
		}
		r += max(x, y) - min(x, y)
	}
	return r
}

func ldexp64(v float64, e int64) float64 { return math.Ldexp(v, int(max(min(e, 1<<14), -1<<14))) }

func frexpMant(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) {
		return v
	}
	m, _ := math.Frexp(v)
	return m
}

func frexpExp(v float64) int32 {
	if v == 0 || v != v || math.IsInf(v, 0) {
		return 0
	}
	_, e := math.Frexp(v)
	return int32(e)
}

func fract(v, below float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return math.Min(v-math.Floor(v), below)
}

func legacyMul(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

// madFlush is not fused: the product is rounded, and subnormals are always flushed.
func madFlush(w *wave, a, b, c uint64) uint64 {
	z := func(v uint64) uint64 {
		if denorm32(v) {
			return v & 0x80000000
		}
		return v
	}
	mul, add := arith32(2, func(a, b, _ float64) float64 { return a * b }), arith32(2, func(a, b, _ float64) float64 { return toOdd(twoSum(a, b)) })
	return z(add(w, z(mul(w, z(a), z(b), 0)), z(c), 0))
}

// cvtInt converts a float to an integer type.
func cvtInt(get func(uint64) float64, lo, hi float64) sem {
	return func(_ *wave, a, _, _ uint64) uint64 { return uint64(uint32(toInt(get(a), lo, hi))) }
}

func single(v uint64) float64 { return float64(f32(v)) }

func dot(widthBits uint, signedA, signedB bool, a, b uint32) int64 {
	var r int64
	get := func(v uint32, i uint, s bool) int64 {
		x := int64(v >> i & (1<<widthBits - 1))
		if s {
			x = x << (64 - widthBits) >> (64 - widthBits)
		}
		return x
	}
	for i := uint(0); i < 32; i += widthBits {
		r += get(a, i, signedA) * get(b, i, signedB)
	}
	return r
}

func pack16(lo, hi uint64) uint64 { return lo&0xffff | hi&0xffff<<16 }

func clampTo(v, lo, hi float64) float64 { return math.Max(lo, math.Min(hi, v)) }

// vops maps the mnemonics of lane-wise operations, without encoding suffix, to the operations.
// Newer names of the same operations are in vopNames.
var vops map[string]*vop

func init() {
	vops = map[string]*vop{}
	for _, group := range []func() map[string]*vop{moveOps, int32Ops, int16Ops, f32Ops, f64Ops, f16Ops, conversionOps, dotOps} {
		maps.Copy(vops, group())
	}
	addScalarFloats()
	addConversions()
	addMore()
	addGFX1250()
	addScalars()
}

// Sums are rounded to odd, so that they can be rounded correctly to a narrower type.
func addOdd(a, b, _ float64) float64    { return toOdd(twoSum(a, b)) }
func subOdd(a, b, _ float64) float64    { return toOdd(twoSum(a, -b)) }
func subrevOdd(a, b, _ float64) float64 { return toOdd(twoSum(b, -a)) }
func mulDouble(a, b, _ float64) float64 { return a * b }

// unary adapts a function of one number to three.
func unary(f func(float64) float64) func(a, b, c float64) float64 {
	return func(a, _, _ float64) float64 { return f(a) }
}

// unaryExact does the same for a function with exact results.
func unaryExact(f func(float64) float64) func(a, b, c float64) (float64, float64) {
	return func(a, _, _ float64) (float64, float64) { return f(a), 0 }
}

func move(_ *wave, a, _, _ uint64) uint64       { return a }
func complement(_ *wave, a, _, _ uint64) uint64 { return ^a }

// moveOps returns move and bit instructions.
func moveOps() map[string]*vop {
	return map[string]*vop{
		"v_mov_b32": {sig: "u:u", f: move}, "v_mov_b64": {sig: "q:q", f: move}, "v_mov_b16": {sig: "s:s", f: move},
		"v_not_b32": {sig: "u:u", f: complement}, "v_not_b16": {sig: "s:s", f: complement},
		"v_bfrev_b32":  {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }},
		"v_ffbh_u32":   {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(ffbhu(uint32(a))) }},
		"v_ffbh_i32":   {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(ffbhi(uint32(a))) }},
		"v_ffbl_b32":   {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(ffbl(uint32(a))) }},
		"v_and_b32":    {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return a & b })},
		"v_or_b32":     {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return a | b })},
		"v_xor_b32":    {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return a ^ b })},
		"v_xnor_b32":   {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return ^(a ^ b) })},
		"v_and_b16":    {sig: "s:ss", f: q2(func(a, b uint64) uint64 { return a & b })},
		"v_or_b16":     {sig: "s:ss", f: q2(func(a, b uint64) uint64 { return a | b })},
		"v_xor_b16":    {sig: "s:ss", f: q2(func(a, b uint64) uint64 { return a ^ b })},
		"v_or3_b32":    {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a | b | c })},
		"v_xor3_b32":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a ^ b ^ c })},
		"v_and_or_b32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a&b | c })},
		"v_bfi_b32":    {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a&b | ^a&c })},
		"v_bfm_b32":    {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return (1<<(a&31) - 1) << (b & 31) })},
		"v_bfe_u32":    {sig: "u:uuu", f: u3(bfeu)}, "v_bfe_i32": {sig: "u:uuu", f: u3(bfei)},
		"v_bcnt_u32_b32":  {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(bits.OnesCount32(a)) + b })},
		"v_perm_b32":      {sig: "u:uuu", f: u3(perm)},
		"v_alignbit_b32":  {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32((uint64(a)<<32 | uint64(b)) >> (c & 31)) })},
		"v_alignbyte_b32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32((uint64(a)<<32 | uint64(b)) >> (8 * (c & 3))) })},
		"v_lshlrev_b32":   {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return b << (a & 31) })},
		"v_lshrrev_b32":   {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return b >> (a & 31) })},
		"v_ashrrev_i32":   {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(int32(b) >> (a & 31)) })},
		"v_lshl_b32":      {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a << (b & 31) })},
		"v_lshlrev_b64":   {sig: "q:uq", f: q2(func(a, b uint64) uint64 { return b << (a & 63) })},
		"v_lshrrev_b64":   {sig: "q:uq", f: q2(func(a, b uint64) uint64 { return b >> (a & 63) })},
		"v_ashrrev_i64":   {sig: "q:uq", f: q2(func(a, b uint64) uint64 { return uint64(int64(b) >> (a & 63)) })},
		"v_lshlrev_b16":   {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return b << (a & 15) })},
		"v_lshrrev_b16":   {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return b >> (a & 15) })},
		"v_ashrrev_i16":   {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return uint16(int16(b) >> (a & 15)) })},
		"v_lshl_or_b32":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a<<(b&31) | c })},
		"v_lshl_add_u32":  {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a<<(b&31) + c })},
		"v_add_lshl_u32":  {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return (a + b) << (c & 31) })},
		"v_xad_u32":       {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return (a ^ b) + c })},
		"v_add3_u32":      {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a + b + c })},
		"v_lshl_add_u64":  {sig: "q:quq", f: func(_ *wave, a, b, c uint64) uint64 { return a<<(b&7) + c }},
		"v_sat_pk_u8_i16": {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 {
			sat := func(v uint64) uint64 { return uint64(min(max(int16(v), 0), 255)) }
			return sat(a) | sat(a>>16)<<8
		}},
	}
}

// int32Ops returns instructions for 32-bit integers.
func int32Ops() map[string]*vop {
	return map[string]*vop{
		"v_add_u32": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a + b })}, "v_sub_u32": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a - b })},
		"v_subrev_u32": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return b - a })},
		"v_add_i32":    {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a + b })}, "v_sub_i32": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a - b })},
		"v_add_u32 clamp": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(min(uint64(a)+uint64(b), math.MaxUint32)) })},
		"v_sub_u32 clamp": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a - min(a, b) })},
		"v_add_i32 clamp": {sig: "u:uu", f: u2(func(a, b uint32) uint32 {
			return uint32(max(min(int64(int32(a))+int64(int32(b)), math.MaxInt32), math.MinInt32))
		})},
		"v_sub_i32 clamp": {sig: "u:uu", f: u2(func(a, b uint32) uint32 {
			return uint32(max(min(int64(int32(a))-int64(int32(b)), math.MaxInt32), math.MinInt32))
		})},
		"v_mul_lo_u32":  {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a * b })},
		"v_mul_hi_u32":  {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) })},
		"v_mul_hi_i32":  {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(int64(int32(a)) * int64(int32(b)) >> 32) })},
		"v_mul_u32_u24": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return a & 0xffffff * (b & 0xffffff) })},
		"v_mul_i32_i24": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(sext24(a) * sext24(b)) })},
		"v_mul_hi_u32_u24": {sig: "u:uu", f: u2(func(a, b uint32) uint32 {
			return uint32(uint64(a&0xffffff) * uint64(b&0xffffff) >> 32)
		})},
		"v_mul_hi_i32_i24": {sig: "u:uu", f: u2(func(a, b uint32) uint32 { return uint32(int64(sext24(a)) * int64(sext24(b)) >> 32) })},
		"v_mad_u32_u24":    {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a&0xffffff*(b&0xffffff) + c })},
		"v_mad_i32_i24":    {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(sext24(a)*sext24(b)) + c })},
		"v_mad_u32":        {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return a*b + c })},
		"v_mad_u32_u16":    {sig: "u:ssu", f: u3(func(a, b, c uint32) uint32 { return a*b + c })},
		"v_mad_i32_i16":    {sig: "u:ssu", f: u3(func(a, b, c uint32) uint32 { return uint32(int32(int16(a))*int32(int16(b))) + c })},
		"v_min_u32":        {sig: "u:uu", f: u2(minu)}, "v_max_u32": {sig: "u:uu", f: u2(maxu)},
		"v_min_i32": {sig: "u:uu", f: u2(mini)}, "v_max_i32": {sig: "u:uu", f: u2(maxi)},
		"v_min3_u32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return min(a, b, c) })}, "v_max3_u32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return max(a, b, c) })},
		"v_min3_i32": {sig: "u:uuu", f: i3(func(a, b, c int32) int32 { return min(a, b, c) })}, "v_max3_i32": {sig: "u:uuu", f: i3(func(a, b, c int32) int32 { return max(a, b, c) })},
		"v_med3_u32":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return max(min(a, b), min(max(a, b), c)) })},
		"v_med3_i32":   {sig: "u:uuu", f: i3(func(a, b, c int32) int32 { return max(min(a, b), min(max(a, b), c)) })},
		"v_maxmin_u32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return min(max(a, b), c) })}, "v_minmax_u32": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return max(min(a, b), c) })},
		"v_maxmin_i32": {sig: "u:uuu", f: i3(func(a, b, c int32) int32 { return min(max(a, b), c) })}, "v_minmax_i32": {sig: "u:uuu", f: i3(func(a, b, c int32) int32 { return max(min(a, b), c) })},
		"v_sad_u32":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return sad(a, b, 32, false) + c })},
		"v_sad_u16":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return sad(a, b, 16, false) + c })},
		"v_sad_u8":    {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return sad(a, b, 8, false) + c })},
		"v_sad_hi_u8": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return sad(a, b, 8, false)<<16 + c })},
		"v_msad_u8":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return sad(a, b, 8, true) + c })},
		"v_lerp_u8": {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 {
			var r uint32
			for i := 0; i < 32; i += 8 {
				r |= ((a>>i&0xff + b>>i&0xff + c>>i&1) >> 1 & 0xff) << i
			}
			return r
		})},
		"v_mbcnt_lo_u32_b32": {sig: "u:uu"}, "v_mbcnt_hi_u32_b32": {sig: "u:uu"}, // need the lane; see special
	}
}

// int16Ops returns instructions for 16-bit integers.
func int16Ops() map[string]*vop {
	return map[string]*vop{
		"v_add_u16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a + b })}, "v_sub_u16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a - b })},
		"v_subrev_u16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return b - a })},
		"v_add_i16":    {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a + b })}, "v_sub_i16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a - b })},
		"v_add_u16 clamp": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return uint16(min(uint32(a)+uint32(b), 0xffff)) })},
		"v_sub_u16 clamp": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a - min(a, b) })},
		"v_add_i16 clamp": {sig: "s:ss", f: s2(func(a, b uint16) uint16 {
			return uint16(max(min(int32(int16(a))+int32(int16(b)), math.MaxInt16), math.MinInt16))
		})},
		"v_sub_i16 clamp": {sig: "s:ss", f: s2(func(a, b uint16) uint16 {
			return uint16(max(min(int32(int16(a))-int32(int16(b)), math.MaxInt16), math.MinInt16))
		})},
		"v_mad_u16 clamp": {sig: "s:sss", keep16: true, f: s3(func(a, b, c uint16) uint16 { return uint16(min(uint64(a)*uint64(b)+uint64(c), 0xffff)) })},
		"v_mad_i16 clamp": {sig: "s:sss", keep16: true, f: s3(func(a, b, c uint16) uint16 {
			return uint16(max(min(int64(int16(a))*int64(int16(b))+int64(int16(c)), math.MaxInt16), math.MinInt16))
		})},
		"v_mul_lo_u16 clamp": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return uint16(min(uint32(a)*uint32(b), 0xffff)) })},
		"v_mul_lo_u16":       {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return a * b })},
		"v_mad_u16":          {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return a*b + c }), keep16: true},
		"v_mad_i16":          {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return a*b + c }), keep16: true},
		"v_mad_legacy_u16":   {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return a*b + c })},
		"v_mad_legacy_i16":   {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return a*b + c })},
		"v_min_u16":          {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return min(a, b) })}, "v_max_u16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return max(a, b) })},
		"v_min_i16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return uint16(min(int16(a), int16(b))) })}, "v_max_i16": {sig: "s:ss", f: s2(func(a, b uint16) uint16 { return uint16(max(int16(a), int16(b))) })},
		"v_min3_u16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return min(a, b, c) }), keep16: true}, "v_max3_u16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return max(a, b, c) }), keep16: true},
		"v_min3_i16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return uint16(min(int16(a), int16(b), int16(c))) }), keep16: true},
		"v_max3_i16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return uint16(max(int16(a), int16(b), int16(c))) }), keep16: true},
		"v_med3_u16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 { return max(min(a, b), min(max(a, b), c)) }), keep16: true},
		"v_med3_i16": {sig: "s:sss", f: s3(func(a, b, c uint16) uint16 {
			x, y, z := int16(a), int16(b), int16(c)
			return uint16(max(min(x, y), min(max(x, y), z)))
		}), keep16: true},
		"v_pack_b32_f16": {sig: "u:ss", f: q2(pack16)},
	}
}

// f32Ops returns instructions for f32.
func f32Ops() map[string]*vop {
	fmac32 := arith32(3, fmaOdd)
	return map[string]*vop{
		"v_add_f32": {sig: "f:ff", f: arith32(2, addOdd)}, "v_sub_f32": {sig: "f:ff", f: arith32(2, subOdd)}, "v_subrev_f32": {sig: "f:ff", f: arith32(2, subrevOdd)},
		"v_mul_f32": {sig: "f:ff", f: arith32(2, mulDouble)}, "v_mul_legacy_f32": {sig: "f:ff", f: arith32(2, func(a, b, _ float64) float64 { return legacyMul(a, b) })},
		"v_fma_f32": {sig: "f:fff", f: fmac32}, "v_fmac_f32": {sig: "f:fff", f: fmac32, acc: true},
		"v_fmaak_f32": {sig: "f:fff", f: fmac32}, "v_fmamk_f32": {sig: "f:fff", f: fmac32},
		"v_fma_legacy_f32": {sig: "f:fff", f: arith32(3, func(a, b, c float64) float64 { return toOdd(twoSum(legacyMul(a, b), c)) })},
		"v_mad_f32":        {sig: "f:fff", f: madFlush}, "v_mac_f32": {sig: "f:fff", f: madFlush, acc: true}, "v_madak_f32": {sig: "f:fff", f: madFlush}, "v_madmk_f32": {sig: "f:fff", f: madFlush},
		"v_min_f32": {sig: "f:ff", f: num32(min32)}, "v_max_f32": {sig: "f:ff", f: num32(max32)},
		"v_min3_f32": {sig: "f:fff", f: three(min32, min32)}, "v_max3_f32": {sig: "f:fff", f: three(max32, max32)},
		"v_maxmin_f32": {sig: "f:fff", f: three(max32, min32)}, "v_minmax_f32": {sig: "f:fff", f: three(min32, max32)},
		"v_med3_f32":    {sig: "f:fff", f: med3(min32, max32, isNaN32)},
		"v_minimum_f32": {sig: "f:ff", f: num32(propagate(min32, isNaN32, 1<<22))}, "v_maximum_f32": {sig: "f:ff", f: num32(propagate(max32, isNaN32, 1<<22))},
		"v_minimum3_f32": {sig: "f:fff", f: min3of(num32(propagate(min32, isNaN32, 1<<22)))}, "v_maximum3_f32": {sig: "f:fff", f: min3of(num32(propagate(max32, isNaN32, 1<<22)))},
		"v_trunc_f32": {sig: "f:f", f: arith32(1, unary(math.Trunc))}, "v_ceil_f32": {sig: "f:f", f: arith32(1, unary(math.Ceil))},
		"v_floor_f32": {sig: "f:f", f: arith32(1, unary(math.Floor))}, "v_rndne_f32": {sig: "f:f", f: arith32(1, unary(math.RoundToEven))},
		"v_fract_f32": {sig: "f:f", f: arith32(1, unary(func(v float64) float64 { return fract(v, float64(math.Float32frombits(0x3f7fffff))) }))},
		"v_rcp_f32":   {sig: "f:f", f: trans32(rcp)}, "v_rcp_iflag_f32": {sig: "f:f", f: trans32(rcp)}, "v_rsq_f32": {sig: "f:f", f: trans32(rsq)},
		"v_sqrt_f32": {sig: "f:f", f: trans32(math.Sqrt)}, "v_exp_f32": {sig: "f:f", f: trans32(math.Exp2)}, "v_log_f32": {sig: "f:f", f: trans32(math.Log2)},
		"v_sin_f32": {sig: "f:f", f: trans32(sinRev)}, "v_cos_f32": {sig: "f:f", f: trans32(cosRev)},
		"v_exp_legacy_f32": {sig: "f:f", f: trans32(math.Exp2)}, "v_log_legacy_f32": {sig: "f:f", f: trans32(math.Log2)},
		"v_ldexp_f32":         {sig: "f:fu", f: func(w *wave, a, b, _ uint64) uint64 { return ldexp32(w, a, int64(int32(uint32(b)))) }},
		"v_frexp_mant_f32":    {sig: "f:f", f: arith32(1, unary(frexpMant))},
		"v_frexp_exp_i32_f32": {sig: "u:f", f: func(w *wave, a, _, _ uint64) uint64 { return uint64(uint32(frexpExp(single(w.in32(a))))) }},
		"v_div_fixup_f32":     {sig: "f:fff", f: func(_ *wave, a, b, c uint64) uint64 { return divF32.fixup(a, b, c) }},
	}
}

// f64Ops returns instructions for f64.
func f64Ops() map[string]*vop {
	return map[string]*vop{
		"v_add_f64": {sig: "d:dd", f: arith64(2, add64)}, "v_mul_f64": {sig: "d:dd", f: arith64(2, mul64)}, "v_fma_f64": {sig: "d:ddd", f: arith64(3, fma64)},
		"v_fmac_f64": {sig: "d:ddd", f: arith64(3, fma64), acc: true},
		"v_min_f64":  {sig: "d:dd", f: num64(min64)}, "v_max_f64": {sig: "d:dd", f: num64(max64)},
		"v_minimum_f64": {sig: "d:dd", f: num64(propagate(min64, isNaN64, 1<<51))}, "v_maximum_f64": {sig: "d:dd", f: num64(propagate(max64, isNaN64, 1<<51))},
		"v_trunc_f64": {sig: "d:d", f: arith64(1, unaryExact(math.Trunc))}, "v_ceil_f64": {sig: "d:d", f: arith64(1, unaryExact(math.Ceil))},
		"v_floor_f64": {sig: "d:d", f: arith64(1, unaryExact(math.Floor))}, "v_rndne_f64": {sig: "d:d", f: arith64(1, unaryExact(math.RoundToEven))},
		"v_fract_f64": {sig: "d:d", f: arith64(1, unaryExact(func(v float64) float64 { return fract(v, math.Nextafter(1, 0)) }))},
		"v_rcp_f64":   {sig: "d:d", f: trans64(rcp)}, "v_rsq_f64": {sig: "d:d", f: trans64(rsq)}, "v_sqrt_f64": {sig: "d:d", f: trans64(math.Sqrt)},
		"v_ldexp_f64": {sig: "d:du", f: func(w *wave, a, b, _ uint64) uint64 {
			if isNaN64(a) {
				return a | 1<<51
			}
			return w.out64(b64(ldexp64(f64(w.in64(a)), int64(int32(uint32(b))))))
		}},
		"v_frexp_mant_f64":    {sig: "d:d", f: arith64(1, unaryExact(frexpMant))},
		"v_frexp_exp_i32_f64": {sig: "u:d", f: func(w *wave, a, _, _ uint64) uint64 { return uint64(uint32(frexpExp(f64(w.in64(a))))) }},
		"v_div_fixup_f64":     {sig: "d:ddd", f: func(_ *wave, a, b, c uint64) uint64 { return divF64.fixup(a, b, c) }},
		"v_trig_preop_f64":    {sig: "d:du", f: func(_ *wave, a, b, _ uint64) uint64 { return b64(trigPreop(a, uint(b&31))) }},
	}
}

// f16Ops returns instructions for f16.
func f16Ops() map[string]*vop {
	fma16 := arith16(3, fmaOdd)
	return map[string]*vop{
		"v_add_f16": {sig: "h:hh", f: arith16(2, addOdd)}, "v_sub_f16": {sig: "h:hh", f: arith16(2, subOdd)}, "v_subrev_f16": {sig: "h:hh", f: arith16(2, subrevOdd)},
		"v_mul_f16": {sig: "h:hh", f: arith16(2, mulDouble)}, "v_fma_f16": {sig: "h:hhh", f: fma16, keep16: true}, "v_fmac_f16": {sig: "h:hhh", f: fma16, acc: true, keep16: true},
		"v_fmaak_f16": {sig: "h:hhh", f: fma16, keep16: true}, "v_fmamk_f16": {sig: "h:hhh", f: fma16, keep16: true},
		"v_fma_legacy_f16": {sig: "h:hhh", f: fma16},
		"v_mad_f16":        {sig: "h:hhh", f: mad16, keep16: true}, "v_mac_f16": {sig: "h:hhh", f: mad16, acc: true, keep16: true},
		"v_mad_legacy_f16": {sig: "h:hhh", f: mad16},
		"v_min_f16":        {sig: "h:hh", f: num16(min16)}, "v_max_f16": {sig: "h:hh", f: num16(max16)},
		"v_min3_f16": {sig: "h:hhh", f: three(min16, min16), keep16: true}, "v_max3_f16": {sig: "h:hhh", f: three(max16, max16), keep16: true},
		"v_maxmin_f16": {sig: "h:hhh", f: three(max16, min16)}, "v_minmax_f16": {sig: "h:hhh", f: three(min16, max16)},
		"v_med3_f16":    {sig: "h:hhh", f: med3(min16, max16, isNaN16), keep16: true},
		"v_minimum_f16": {sig: "h:hh", f: num16(propagate(min16, isNaN16, 1<<9))}, "v_maximum_f16": {sig: "h:hh", f: num16(propagate(max16, isNaN16, 1<<9))},
		"v_trunc_f16": {sig: "h:h", f: arith16(1, unary(math.Trunc))}, "v_ceil_f16": {sig: "h:h", f: arith16(1, unary(math.Ceil))},
		"v_floor_f16": {sig: "h:h", f: arith16(1, unary(math.Floor))}, "v_rndne_f16": {sig: "h:h", f: arith16(1, unary(math.RoundToEven))},
		"v_fract_f16": {sig: "h:h", f: arith16(1, unary(func(v float64) float64 { return fract(v, fromHalf(0x3bff)) }))},
		"v_rcp_f16":   {sig: "h:h", f: trans16(rcp)}, "v_rsq_f16": {sig: "h:h", f: trans16(rsq)}, "v_sqrt_f16": {sig: "h:h", f: trans16(math.Sqrt)},
		"v_exp_f16": {sig: "h:h", f: trans16(math.Exp2)}, "v_log_f16": {sig: "h:h", f: trans16(math.Log2)},
		"v_sin_f16": {sig: "h:h", f: trans16(sinRev)}, "v_cos_f16": {sig: "h:h", f: trans16(cosRev)},
		"v_ldexp_f16": {sig: "h:hs", f: func(w *wave, a, b, _ uint64) uint64 {
			return arith16(1, func(x, _, _ float64) float64 { return ldexp64(x, int64(int16(b))) })(w, a, 0, 0)
		}},
		"v_frexp_mant_f16":       {sig: "h:h", f: arith16(1, unary(frexpMant))},
		"v_frexp_exp_i16_f16":    {sig: "s:h", f: func(w *wave, a, _, _ uint64) uint64 { return uint64(uint16(frexpExp(f16(w.in16(a))))) }},
		"v_div_fixup_f16":        {sig: "h:hhh", f: func(_ *wave, a, b, c uint64) uint64 { return divF16.fixup(a, b, c) }, keep16: true},
		"v_div_fixup_legacy_f16": {sig: "h:hhh", f: func(_ *wave, a, b, c uint64) uint64 { return divF16.fixup(a, b, c) }},
	}
}

// conversionOps returns instructions for conversions.
func conversionOps() map[string]*vop {
	return map[string]*vop{
		"v_cvt_f32_f16": {sig: "f:h", f: func(w *wave, a, _, _ uint64) uint64 {
			if isNaN16(a) {
				return a&0x8000<<16 | nan32 | a&0x3ff<<13
			}
			return b32(float32(f16(w.in16(a))))
		}},
		"v_cvt_f16_f32": {sig: "h:f", f: func(w *wave, a, _, _ uint64) uint64 {
			a = w.in32(a)
			if isNaN32(a) {
				return a>>16&0x8000 | nan16 | a>>13&0x3ff
			}
			return w.out16(uint64(toHalfMode(single(a), w.round64())))
		}},
		"v_cvt_f64_f32": {sig: "d:f", f: func(w *wave, a, _, _ uint64) uint64 {
			a = w.in32(a)
			if isNaN32(a) {
				return a&0x80000000<<32 | nan64 | a&0x7fffff<<29
			}
			return b64(single(a))
		}},
		"v_cvt_f32_f64": {sig: "f:d", f: func(w *wave, a, _, _ uint64) uint64 {
			a = w.in64(a)
			if isNaN64(a) {
				return a>>32&0x80000000 | nan32 | a>>29&0x3fffff
			}
			return w.out32(b32(to32(f64(a), w.round32())))
		}},
		"v_cvt_f32_u32": {sig: "f:u", f: func(w *wave, a, _, _ uint64) uint64 { return b32(to32(float64(uint32(a)), w.round32())) }},
		"v_cvt_f32_i32": {sig: "f:u", f: func(w *wave, a, _, _ uint64) uint64 { return b32(to32(float64(int32(uint32(a))), w.round32())) }},
		"v_cvt_f64_u32": {sig: "d:u", f: func(_ *wave, a, _, _ uint64) uint64 { return b64(float64(uint32(a))) }},
		"v_cvt_f64_i32": {sig: "d:u", f: func(_ *wave, a, _, _ uint64) uint64 { return b64(float64(int32(uint32(a)))) }},
		"v_cvt_u32_f32": {sig: "u:f", f: cvtInt(single, 0, math.MaxUint32)}, "v_cvt_i32_f32": {sig: "u:f", f: cvtInt(single, math.MinInt32, math.MaxInt32)},
		"v_cvt_u32_f64": {sig: "u:d", f: cvtInt(f64, 0, math.MaxUint32)}, "v_cvt_i32_f64": {sig: "u:d", f: cvtInt(f64, math.MinInt32, math.MaxInt32)},
		"v_cvt_rpi_i32_f32": {sig: "u:f", f: cvtInt(func(v uint64) float64 { return math.Floor(single(v) + 0.5) }, math.MinInt32, math.MaxInt32)},
		"v_cvt_flr_i32_f32": {sig: "u:f", f: cvtInt(func(v uint64) float64 { return math.Floor(single(v)) }, math.MinInt32, math.MaxInt32)},
		"v_cvt_f16_u16":     {sig: "h:s", f: func(w *wave, a, _, _ uint64) uint64 { return uint64(toHalfMode(float64(uint16(a)), w.round64())) }},
		"v_cvt_f16_i16":     {sig: "h:s", f: func(w *wave, a, _, _ uint64) uint64 { return uint64(toHalfMode(float64(int16(a)), w.round64())) }},
		"v_cvt_u16_f16":     {sig: "s:h", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(uint16(toInt(f16(a), 0, 65535))) }},
		"v_cvt_i16_f16":     {sig: "s:h", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(uint16(toInt(f16(a), -32768, 32767))) }},
		"v_cvt_i32_i16":     {sig: "u:s", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(uint32(int16(a))) }},
		"v_cvt_u32_u16":     {sig: "u:s", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(uint16(a)) }},
		"v_cvt_f32_ubyte0":  {sig: "f:u", f: ubyte(0)}, "v_cvt_f32_ubyte1": {sig: "f:u", f: ubyte(8)}, "v_cvt_f32_ubyte2": {sig: "f:u", f: ubyte(16)}, "v_cvt_f32_ubyte3": {sig: "f:u", f: ubyte(24)},
		"v_cvt_off_f32_i4": {sig: "f:u", f: func(_ *wave, a, _, _ uint64) uint64 { return b32(float32(int8(a<<4)>>4) / 16) }},
		"v_cvt_pkrtz_f16_f32": {sig: "u:ff", f: q2(func(a, b uint64) uint64 {
			return pack16(uint64(toHalfMode(single(a), 3)), uint64(toHalfMode(single(b), 3)))
		})},
		"v_cvt_pk_u16_u32": {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return pack16(min(a, 0xffff), min(b, 0xffff)) })},
		"v_cvt_pk_i16_i32": {sig: "u:uu", f: q2(func(a, b uint64) uint64 { return pack16(satI16(int64(int32(a))), satI16(int64(int32(b)))) })},
		"v_cvt_pknorm_i16_f32": {sig: "u:ff", f: q2(func(a, b uint64) uint64 {
			n := func(v uint64) uint64 {
				return uint64(uint16(int16(math.RoundToEven(clampTo(single(v), -1, 1) * 32767))))
			}
			return pack16(n(a), n(b))
		})},
		"v_cvt_pknorm_u16_f32": {sig: "u:ff", f: q2(func(a, b uint64) uint64 {
			n := func(v uint64) uint64 { return uint64(math.RoundToEven(clampTo(single(v), 0, 1) * 65535)) }
			return pack16(n(a), n(b))
		})},
		"v_cvt_pk_u8_f32": {sig: "u:fuu", f: func(_ *wave, a, b, c uint64) uint64 {
			s := 8 * (b & 3)
			return c&^(0xff<<s) | uint64(toInt(math.RoundToEven(single(a)), 0, 255))<<s
		}},
		"v_cvt_pk_bf16_f32": {sig: "u:ff", f: q2(func(a, b uint64) uint64 { return pack16(uint64(toBF16(f32(a))), uint64(toBF16(f32(b)))) })},
	}
}

// dotOps returns instructions for dot products.
func dotOps() map[string]*vop {
	return map[string]*vop{
		"v_dot4_i32_i8":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(8, true, true, a, b)) + c })},
		"v_dot4_u32_u8":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(8, false, false, a, b)) + c })},
		"v_dot8_i32_i4":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(4, true, true, a, b)) + c })},
		"v_dot8_u32_u4":   {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(4, false, false, a, b)) + c })},
		"v_dot2_i32_i16":  {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(16, true, true, a, b)) + c })},
		"v_dot2_u32_u16":  {sig: "u:uuu", f: u3(func(a, b, c uint32) uint32 { return uint32(dot(16, false, false, a, b)) + c })},
		"v_dot4c_i32_i8":  {sig: "u:uuu", acc: true, f: u3(func(a, b, c uint32) uint32 { return uint32(dot(8, true, true, a, b)) + c })},
		"v_dot8c_i32_i4":  {sig: "u:uuu", acc: true, f: u3(func(a, b, c uint32) uint32 { return uint32(dot(4, true, true, a, b)) + c })},
		"v_dot2c_i32_i16": {sig: "u:uuu", acc: true, f: u3(func(a, b, c uint32) uint32 { return uint32(dot(16, true, true, a, b)) + c })},
		"v_dot2c_f32_f16": {sig: "f:uuf", f: dot2f16, acc: true},
	}
}

func satI16(v int64) uint64 { return uint64(uint16(max(min(v, math.MaxInt16), math.MinInt16))) }

func ubyte(shift uint) sem {
	return func(_ *wave, a, _, _ uint64) uint64 { return b32(float32(a >> shift & 0xff)) }
}

func ldexp32(w *wave, a uint64, e int64) uint64 {
	return arith32(1, func(x, _, _ float64) float64 { return ldexp64(x, e) })(w, a, 0, 0)
}

func mad16(w *wave, a, b, c uint64) uint64 {
	p := arith16(2, func(a, b, _ float64) float64 { return a * b })(w, a, b, 0)
	return arith16(2, func(a, b, _ float64) float64 { return a + b })(w, p, c, 0)
}

func dot2f16(_ *wave, a, b, c uint64) uint64 {
	s := f16(a&0xffff)*f16(b&0xffff) + f16(a>>16&0xffff)*f16(b>>16&0xffff) + single(c)
	return b32(float32(s))
}

// vopNames maps the names of newer generations to those of vops.
var vopNames = map[string]string{
	"v_add_nc_u32": "v_add_u32", "v_sub_nc_u32": "v_sub_u32", "v_subrev_nc_u32": "v_subrev_u32",
	"v_add_nc_i32": "v_add_i32", "v_sub_nc_i32": "v_sub_i32",
	"v_add_nc_u16": "v_add_u16", "v_sub_nc_u16": "v_sub_u16", "v_add_nc_i16": "v_add_i16", "v_sub_nc_i16": "v_sub_i16",
	"v_mul_lo_i32": "v_mul_lo_u32", "v_clz_i32_u32": "v_ffbh_u32", "v_cls_i32": "v_ffbh_i32", "v_ctz_i32_b32": "v_ffbl_b32",
	"v_min_num_f32": "v_min_f32", "v_max_num_f32": "v_max_f32", "v_min_num_f64": "v_min_f64", "v_max_num_f64": "v_max_f64",
	"v_min_num_f16": "v_min_f16", "v_max_num_f16": "v_max_f16",
	"v_min3_num_f32": "v_min3_f32", "v_max3_num_f32": "v_max3_f32", "v_med3_num_f32": "v_med3_f32",
	"v_min3_num_f16": "v_min3_f16", "v_max3_num_f16": "v_max3_f16", "v_med3_num_f16": "v_med3_f16",
	"v_maxmin_num_f32": "v_maxmin_f32", "v_minmax_num_f32": "v_minmax_f32", "v_maxmin_num_f16": "v_maxmin_f16", "v_minmax_num_f16": "v_minmax_f16",
	"v_cvt_pk_rtz_f16_f32": "v_cvt_pkrtz_f16_f32", "v_cvt_pkrtz_f16_f32": "v_cvt_pkrtz_f16_f32",
	"v_cvt_nearest_i32_f32": "v_cvt_rpi_i32_f32", "v_cvt_floor_i32_f32": "v_cvt_flr_i32_f32",
	"v_mul_dx9_zero_f32": "v_mul_legacy_f32", "v_fma_dx9_zero_f32": "v_fma_legacy_f32",
	"v_accvgpr_read_b32": "v_mov_b32", "v_accvgpr_write_b32": "v_mov_b32", "v_accvgpr_mov_b32": "v_mov_b32",
	"v_dot2acc_f32_f16": "v_dot2c_f32_f16", "v_cvt_pk_norm_i16_f32": "v_cvt_pknorm_i16_f32", "v_cvt_pk_norm_u16_f32": "v_cvt_pknorm_u16_f32",
}

// trigPreop is V_TRIG_PREOP_F64: 53 bits of 2/pi at a position that depends on the argument's
// exponent and a segment number.
func trigPreop(a uint64, segment uint) float64 {
	e := exp64(a)
	shift := int(segment) * 53
	if e > 1077 {
		shift += e - 1077
	}
	v := twoOverPi(shift)
	scale := -53 - shift
	if e >= 1968 {
		scale += 128
	}
	return math.Ldexp(v, scale)
}
