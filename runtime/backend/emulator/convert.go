// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/bits"

	"gohipcc/internal/lazyregexp"
)

// Conversions to and from formats of 16 bits and fewer.

// saturates reports whether conversions to FP8 and BF8 return the largest number instead of
// infinity: MODE.FP16_OVFL.
func (w *wave) saturates() bool { return w.mode>>23&1 != 0 }

// fromSmall compiles V_CVT_F32_FP8 and similar instructions: the byte is selected by SDWA or
// byte_sel.
func fromSmall(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f, shift := c.eightBits(name), 8*l.number("byte_sel")
		return c.lane(l, &vop{sig: "f:u", f: func(_ *wave, a, _, _ uint64) uint64 { return b32(float32(f.value(a >> shift & 0xff))) }})
	}
}

// fromSmallPair compiles V_CVT_PK_F32_FP8: half of the source is selected by SDWA or op_sel.
func fromSmallPair(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f := c.eightBits(name)
		return c.lane(l, &vop{sig: "q:s", f: func(_ *wave, a, _, _ uint64) uint64 {
			return b32(float32(f.value(a&0xff))) | b32(float32(f.value(a>>8&0xff)))<<32
		}})
	}
}

// toSmallPair compiles V_CVT_PK_FP8_F32, into one half of the register.
func toSmallPair(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f := c.eightBits(name)
		return c.lane(l, &vop{sig: "s:ff", keep16: true, f: func(w *wave, a, b, _ uint64) uint64 {
			return f.narrow(single(a), w.saturates(), nil) | f.narrow(single(b), w.saturates(), nil)<<8
		}})
	}
}

// toSmallRandom compiles V_CVT_SR_FP8_F32 and, on gfx1250, V_CVT_SR_FP8_F16, into one byte of the register.
func toSmallRandom(name, from string, get func(uint64) float64) compiler {
	return func(c *decoder, l *line) (step, error) {
		f, shift := c.eightBits(name), 8*l.number("byte_sel")
		sel := l.opSel("op_sel")
		if at(sel, 2, false) {
			shift += 8
		}
		if at(sel, 3, false) {
			shift += 16
		}
		m := *l
		m.mods = l.without("op_sel")
		return c.lane(&m, &vop{sig: "u:" + from + "uu", acc: true, f: func(w *wave, a, b, old uint64) uint64 {
			random := uint32(b)
			return old&^(0xff<<shift) | f.narrow(get(a), w.saturates(), &random)<<shift
		}})
	}
}

// without returns the modifiers except one.
func (l *line) without(name string) map[string]string {
	m := map[string]string{}
	for k, v := range l.mods {
		if k != name {
			m[k] = v
		}
	}
	return m
}

// toHalfRandom compiles V_CVT_SR_F16_F32 and V_CVT_SR_BF16_F32.
func toHalfRandom(f *minifloat) compiler {
	return func(c *decoder, l *line) (step, error) {
		return c.lane(l, &vop{sig: "s:fu", keep16: true, f: func(_ *wave, a, b, _ uint64) uint64 {
			random := uint32(b)
			return f.narrow(single(a), false, &random)
		}})
	}
}

// scaledName parses v_cvt_scalef32_sr_pk32_fp6_bf16 and similar names.
var scaledName = lazyregexp.New(`^v_cvt_scalef32_(sr_)?(pk_|pk32_|2xpk16_)?(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)_(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)$`)

// scaledFormat returns the format of a number in registers; nil means f32.
func (c *decoder) scaledFormat(name string) *minifloat {
	switch name {
	case "f16":
		return half
	case "bf16":
		return bfloat
	case "fp6":
		return fp6
	case "bf6":
		return bf6
	case "fp4":
		return fp4
	case "fp8", "bf8":
		return c.eightBits(name)
	}
	return nil
}

// scaledConversion is V_CVT_SCALEF32_*: n numbers multiplied or divided by a power of two, whose
// exponent is the last operand.
type scaledConversion struct {
	n          int
	from, to   *minifloat // nil is f32
	src        []operand
	interleave bool // two vectors with alternating elements
	dst        operand
	random     func(*wave, *lanes, uint64)
	scale      func(*wave, *lanes, uint64)
	srcAt      uint // bit offsets in the source and the destination
	dstAt      uint
}

func widthOf(f *minifloat) uint {
	if f == nil {
		return 32
	}
	return f.bits()
}

// scaled compiles V_CVT_SCALEF32_*.
func (c *decoder) scaled(l *line) (step, error) {
	p := scaledName.FindStringSubmatch(base(l.name))
	if p == nil {
		return nil, errUnknown
	}
	x := &scaledConversion{n: map[string]int{"": 1, "pk_": 2, "pk32_": 32, "2xpk16_": 32}[p[2]], to: c.scaledFormat(p[3]), from: c.scaledFormat(p[4])}
	random := p[1] != ""
	sources := len(l.ops) - 2 // without the destination and the scale
	if random {
		sources--
	}
	if sources < 1 || sources > 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	x.dst, x.src = l.ops[0], l.ops[1:1+sources]
	x.interleave = sources == 2
	var err error
	if x.scale, err = l.ops[len(l.ops)-1].vector(tF, c); err != nil {
		return nil, err
	}
	if random {
		if x.random, err = l.ops[1+sources].vector(tU, c); err != nil {
			return nil, err
		}
	}
	x.select16(l.opSel("op_sel"))
	return x.step()
}

// select16 applies op_sel: the part of the source's register, and, at the end of the list, of the
// destination's.
func (x *scaledConversion) select16(sel []bool) {
	part := func(low, high int) (shift uint) {
		if at(sel, low, false) {
			shift = 8
		}
		if at(sel, high, false) {
			shift += 16
		}
		return shift
	}
	if len(sel) == 0 {
		return
	}
	switch uint(x.n) * widthOf(x.from) {
	case 8:
		x.srcAt = part(0, 1)
	case 16:
		x.srcAt = part(-1, 0)
	}
	switch uint(x.n) * widthOf(x.to) {
	case 8:
		x.dstAt = part(2, 3)
	case 16:
		x.dstAt = part(-1, len(sel)-1)
	}
}

// source reads the bits of all lanes' operands; a constant takes one register.
func (x *scaledConversion) source(w *wave, o operand) [64][]uint32 {
	if o.kind == kindVGPR || o.kind == kindAGPR {
		return w.registers(o)
	}
	var out [64][]uint32
	get, err := o.scalar(tF)
	if err != nil {
		faultf("%v", err)
	}
	v := uint32(get(w))
	for i := range out {
		out[i] = []uint32{v, 0}
	}
	return out
}

func (x *scaledConversion) step() (step, error) {
	if x.dst.kind != kindVGPR && x.dst.kind != kindAGPR {
		return nil, fmt.Errorf("destination %q", x.dst.text)
	}
	return func(w *wave) {
		var in [2][64][]uint32
		for i, o := range x.src {
			in[i] = x.source(w, o)
		}
		out := w.registers(x.dst)
		x.scale(w, &w.a, w.exec)
		if x.random != nil {
			x.random(w, &w.b, w.exec)
		}
		for m := w.exec; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros64(m) & 63
			x.convert(w, in[0][lane], in[1][lane], out[lane], w.a[lane], uint32(w.b[lane]))
		}
		for r := range x.dst.n {
			to := w.vreg(x.dst.reg+r, x.dst.kind == kindAGPR)
			for m := w.exec; m != 0; m &= m - 1 {
				lane := bits.TrailingZeros64(m) & 63
				to[lane] = out[lane][r]
			}
		}
	}, nil
}

// convert converts the operands of one lane.
func (x *scaledConversion) convert(w *wave, a, b, out []uint32, scale uint64, random uint32) {
	wide, narrow := widthOf(x.from), widthOf(x.to)
	factor := scaleE8M0(scale >> 23)
	up := x.from != nil && (x.to == nil || x.from.bits() < x.to.bits())
	for i := range uint(x.n) {
		words, at := a, x.srcAt+i*wide
		if x.interleave {
			at = x.srcAt + i/2*wide
			if i%2 == 1 {
				words = b
			}
			if x.n == 2 {
				at = x.srcAt
			}
		}
		var v float64
		raw := field(words, at, wide)
		if x.from == nil {
			v = single(raw)
		} else {
			v = x.from.value(raw)
		}
		if up {
			v *= factor
		} else {
			v /= factor
		}
		r := b32(float32(v))
		if x.to != nil {
			var seed *uint32
			if x.random != nil {
				seed = &random
			}
			r = x.to.narrow(v, w.saturates(), seed)
		}
		putField(out, x.dstAt+i*narrow, narrow, r)
	}
}

// prng is V_PRNG_B32: a linear feedback shift register.
func prng(v uint32) uint32 {
	if v>>31 != 0 {
		return v<<1 ^ 0xc5
	}
	return v << 1
}

// satPair is V_ASHR_PK_*: two sums, shifted and saturated to a byte.
func satPair(lo, hi int32) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		one := func(v uint64) uint64 { return uint64(uint8(max(min(int32(uint32(v))>>(c&31), hi), lo))) }
		return one(a) | one(b)<<8
	}
}

// norm converts a number from -1 to 1 (0 to 1) to a 16-bit integer.
func norm(get func(uint64) float64, lo, factor float64) func(uint64) uint64 {
	return func(v uint64) uint64 {
		x := get(v)
		if x != x {
			return 0
		}
		return uint64(uint16(int32(math.RoundToEven(clampTo(x, lo, 1) * factor))))
	}
}

func pairOfF(f func(uint64) uint64) sem {
	return func(_ *wave, a, b, _ uint64) uint64 { return pack16(f(a), f(b)) }
}

func addConversions() {
	for _, n := range []string{"fp8", "bf8"} {
		specialOps["v_cvt_f32_"+n] = fromSmall(n)
		specialOps["v_cvt_pk_f32_"+n] = fromSmallPair(n)
		specialOps["v_cvt_pk_"+n+"_f32"] = toSmallPair(n)
		specialOps["v_cvt_sr_"+n+"_f32"] = toSmallRandom(n, "f", single)
	}
	specialOps["v_cvt_sr_f16_f32"], specialOps["v_cvt_sr_bf16_f32"] = toHalfRandom(half), toHalfRandom(bfloat)
	i16, u16 := norm(f16, -1, 32767), norm(f16, 0, 65535)
	satU16 := func(v uint64) uint64 { return uint64(toInt(single(v), 0, 65535)) }
	satS16 := func(v uint64) uint64 { return uint64(uint16(toInt(single(v), -32768, 32767))) }
	for name, v := range map[string]*vop{
		"v_cvt_f32_bf16": {sig: "f:s", f: func(_ *wave, a, _, _ uint64) uint64 { return a & 0xffff << 16 }},
		"v_cvt_pk_f16_f32": {sig: "u:ff", f: func(w *wave, a, b, _ uint64) uint64 {
			return pack16(vops["v_cvt_f16_f32"].f(w, a, 0, 0), vops["v_cvt_f16_f32"].f(w, b, 0, 0))
		}},
		"v_cvt_norm_i16_f16":   {sig: "s:h", f: func(_ *wave, a, _, _ uint64) uint64 { return i16(a) }},
		"v_cvt_norm_u16_f16":   {sig: "s:h", f: func(_ *wave, a, _, _ uint64) uint64 { return u16(a) }},
		"v_cvt_pknorm_i16_f16": {sig: "u:hh", f: pairOfF(i16)}, "v_cvt_pknorm_u16_f16": {sig: "u:hh", f: pairOfF(u16)},
		"v_cvt_pk_i16_f32": {sig: "u:ff", f: pairOfF(satS16)}, "v_cvt_pk_u16_f32": {sig: "u:ff", f: pairOfF(satU16)},
		"v_cvt_pkaccum_u8_f32": {sig: "u:fuu", acc: true, f: vops["v_cvt_pk_u8_f32"].f},
		"v_prng_b32":           {sig: "u:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(prng(uint32(a))) }},
		"v_ashr_pk_i8_i32":     {sig: "s:uuu", keep16: true, f: satPair(-128, 127)}, "v_ashr_pk_u8_i32": {sig: "s:uuu", keep16: true, f: satPair(0, 255)},
	} {
		vops[name] = v
	}
	vopNames["v_cvt_pk_norm_i16_f16"], vopNames["v_cvt_pk_norm_u16_f16"] = "v_cvt_pknorm_i16_f16", "v_cvt_pknorm_u16_f16"
}
