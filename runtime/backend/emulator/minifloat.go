// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"math"

	"gohipcc/target"
)

// specialsOf is the meaning of the highest exponent in a small floating-point format.
type specialsOf uint8

const (
	ieeeSpecials specialsOf = iota // infinities and NaNs
	onlyNaN                        // one NaN: all bits set (OCP E4M3)
	fnuz                           // one NaN, encoded as -0 (gfx940 to gfx942)
	finite                         // neither (OCP E2M3, E3M2, E2M1)
)

// minifloat is a floating-point format of at most 16 bits (OCP 8-bit Floating Point
// Specification; OCP Microscaling Formats).
type minifloat struct {
	exp, mant uint
	bias      int
	specials  specialsOf
}

var (
	fp8OCP  = &minifloat{4, 3, 7, onlyNaN}
	bf8OCP  = &minifloat{5, 2, 15, ieeeSpecials}
	fp8FNUZ = &minifloat{4, 3, 8, fnuz}
	bf8FNUZ = &minifloat{5, 2, 16, fnuz}
	fp6     = &minifloat{2, 3, 1, finite}
	bf6     = &minifloat{3, 2, 3, finite}
	fp4     = &minifloat{2, 1, 1, finite}
	half    = &minifloat{5, 10, 15, ieeeSpecials}
	bfloat  = &minifloat{8, 7, 127, ieeeSpecials}
)

// eightBits returns the processor's FP8 or BF8 format.
func (c *decoder) eightBits(name string) *minifloat {
	old := c.processor.Has(target.FNUZ)
	switch {
	case name == "fp8" && old:
		return fp8FNUZ
	case name == "fp8":
		return fp8OCP
	case old:
		return bf8FNUZ
	}
	return bf8OCP
}

func (f *minifloat) bits() uint { return 1 + f.exp + f.mant }

// value converts to f64.
func (f *minifloat) value(v uint64) float64 {
	sign := v>>(f.exp+f.mant)&1 != 0
	e, m := int(v>>f.mant&(1<<f.exp-1)), v&(1<<f.mant-1)
	top := e == 1<<f.exp-1
	var r float64
	switch {
	case f.specials == fnuz && sign && e == 0 && m == 0, f.specials == onlyNaN && top && m == 1<<f.mant-1:
		return math.NaN()
	case f.specials == ieeeSpecials && top && m != 0:
		return math.NaN()
	case f.specials == ieeeSpecials && top:
		r = math.Inf(1)
	case e == 0:
		r = math.Ldexp(float64(m), 1-f.bias-int(f.mant))
	default:
		r = math.Ldexp(float64(m|1<<f.mant), e-f.bias-int(f.mant))
	}
	if sign {
		return -r
	}
	return r
}

// largest returns the bits of the largest finite number.
func (f *minifloat) largest() uint64 {
	all := uint64(1)<<(f.exp+f.mant) - 1
	switch f.specials {
	case ieeeSpecials:
		return all &^ (1 << f.mant)
	case onlyNaN:
		return all - 1
	}
	return all
}

// overflow returns the bits for a number that is too large, without its sign: the largest finite
// number if saturating or if the format has nothing else.
func (f *minifloat) overflow(saturate bool) uint64 {
	switch {
	case saturate || f.specials == finite:
		return f.largest()
	case f.specials == ieeeSpecials:
		return (1<<f.exp - 1) << f.mant
	}
	return f.nan()
}

func (f *minifloat) nan() uint64 {
	switch f.specials {
	case ieeeSpecials, onlyNaN:
		return 1<<(f.exp+f.mant) - 1
	case fnuz:
		return 1 << (f.exp + f.mant)
	}
	return f.largest()
}

// narrow rounds a number to the format, to nearest even. random, if not nil, is 32 bits that are
// added below the last place instead (stochastic rounding).
func (f *minifloat) narrow(v float64, saturate bool, random *uint32) uint64 {
	sign := math.Float64bits(v) >> 63 << (f.exp + f.mant)
	switch {
	case v != v && f.specials == fnuz:
		return f.nan()
	case v != v:
		return sign | f.nan()
	case math.IsInf(v, 0):
		return f.signed(sign, f.overflow(saturate && f.specials != ieeeSpecials))
	}
	unit := max(math.Ilogb(v), 1-f.bias) - int(f.mant)
	if v == 0 {
		unit = 0
	}
	scaled := math.Ldexp(math.Abs(v), -unit) // below 2^(mant+1), one is the last place
	q := math.RoundToEven(scaled)
	if random != nil {
		q = math.Floor(scaled + math.Ldexp(float64(*random), -32))
	}
	largest := f.value(f.largest())
	if math.Ldexp(q, unit) > largest {
		return f.signed(sign, f.overflow(saturate))
	}
	r := uint64(q)
	if e := unit + int(f.mant) + f.bias - 1; r >= 1<<f.mant {
		r += uint64(e) << f.mant
	}
	return f.signed(sign, r)
}

// signed adds the sign; formats with only one zero have no negative zero.
func (f *minifloat) signed(sign, v uint64) uint64 {
	if f.specials == fnuz && v == 0 {
		return 0
	}
	return sign | v
}

// scaleE8M0 returns the value of a block's scale (OCP Microscaling Formats, E8M0).
func scaleE8M0(v uint64) float64 {
	if v&0xff == 0xff {
		return math.NaN()
	}
	return math.Ldexp(1, int(v&0xff)-127)
}

// field reads n bits at a bit offset of consecutive registers.
func field(words []uint32, at, n uint) uint64 {
	v := uint64(words[at/32]) >> (at % 32)
	if at%32+n > 32 {
		v |= uint64(words[at/32+1]) << (32 - at%32)
	}
	return v & (1<<n - 1)
}

// putField writes n bits.
func putField(words []uint32, at, n uint, v uint64) {
	mask := (uint64(1)<<n - 1) << (at % 32)
	v = v << (at % 32) & mask
	words[at/32] = words[at/32]&^uint32(mask) | uint32(v)
	if mask>>32 != 0 {
		words[at/32+1] = words[at/32+1]&^uint32(mask>>32) | uint32(v>>32)
	}
}
