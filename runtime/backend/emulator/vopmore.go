// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Dot products, bitwise functions of three operands, and legacy graphics and video instructions.

// dotFloat compiles V_DOT2 with a float sum: halves of A and B selected by op_sel, signs by neg.
func dotFloat(get func(uint64) float64, acc bool) compiler {
	return func(c *decoder, l *line) (step, error) {
		sel, selHi, negLo, negHi := l.opSel("op_sel"), l.opSel("op_sel_hi"), l.opSel("neg_lo"), l.opSel("neg_hi")
		pick := func(v uint64, i int) (lo, hi float64) {
			lo, hi = get(v&0xffff), get(v>>16&0xffff)
			first, second := lo, hi
			if at(sel, i, false) {
				first = hi
			}
			if !at(selHi, i, true) {
				second = lo
			}
			if at(negLo, i, false) {
				first = -first
			}
			if at(negHi, i, false) {
				second = -second
			}
			return first, second
		}
		m := *l
		m.mods = l.without("op_sel")
		return c.lane(&m, &vop{sig: "f:uuf", acc: acc, f: func(_ *wave, a, b, e uint64) uint64 {
			al, ah := pick(a, 0)
			bl, bh := pick(b, 1)
			sum := single(e)
			if at(negLo, 2, false) {
				sum = -sum
			}
			return b32(float32(al*bl + ah*bh + sum))
		}})
	}
}

// dotHalf is V_DOT2_F16_F16 and V_DOT2_BF16_BF16.
func dotHalf(f *minifloat) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		v := f.value(a&0xffff)*f.value(b&0xffff) + f.value(a>>16&0xffff)*f.value(b>>16&0xffff) + f.value(c)
		return f.narrow(v, false, nil)
	}
}

// dotSmall compiles V_DOT4_F32_FP8_BF8 and similar instructions.
func dotSmall(x, y string) compiler {
	return func(c *decoder, l *line) (step, error) {
		p, q := c.eightBits(x), c.eightBits(y)
		neg, abs := at(l.opSel("neg_lo"), 2, false), at(l.opSel("neg_hi"), 2, false)
		return c.lane(l, &vop{sig: "f:uuf", f: func(_ *wave, a, b, e uint64) uint64 {
			sum := single(signs(e, 1<<31, abs, neg))
			for i := 0; i < 32; i += 8 {
				sum += p.value(a>>i&0xff) * q.value(b>>i&0xff)
			}
			return b32(float32(sum))
		}})
	}
}

// dotClamp returns a saturating integer dot product.
func dotClamp(width uint, signed bool) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		sum := dot(width, signed, signed, uint32(a), uint32(b))
		if signed {
			return uint64(uint32(max(min(sum+int64(int32(uint32(c))), math.MaxInt32), math.MinInt32)))
		}
		return uint64(min(uint64(sum)+c&math.MaxUint32, math.MaxUint32))
	}
}

// bitop3 compiles V_BITOP3: a truth table of three inputs.
func bitop3(sig string) compiler {
	return func(c *decoder, l *line) (step, error) {
		table := l.number("bitop3")
		return c.lane(l, &vop{sig: sig, keep16: true, f: func(_ *wave, a, b, e uint64) uint64 {
			var r uint64
			for i := range uint64(8) {
				if table>>i&1 == 0 {
					continue
				}
				x, y, z := a, b, e
				if i&4 == 0 {
					x = ^x
				}
				if i&2 == 0 {
					y = ^y
				}
				if i&1 == 0 {
					z = ^z
				}
				r |= x & y & z
			}
			return r
		}})
	}
}

// bitop2 compiles V_BITOP2_B32, which V_BITOP3_B32 would be with a third source of 0.
func bitop2(c *decoder, l *line) (step, error) {
	table := l.number("bitop3")
	return c.lane(l, &vop{sig: "u:uu", f: q2(func(a, b uint64) (r uint64) {
		for i, x := range [4]uint64{^a & ^b, ^a & b, a & ^b, a & b} {
			if table>>(2*i)&1 != 0 {
				r |= x
			}
		}
		return r
	})})
}

// sadQuad returns the sums of absolute differences of four bytes at four byte positions of a.
func sadQuad(a uint64, b uint32, masked bool) (r [4]uint32) {
	for i := range r {
		r[i] = sad(uint32(a>>(8*i)), b, 8, masked)
	}
	return r
}

// qsad is V_QSAD_PK_U16_U8 and V_MQSAD_PK_U16_U8; masked ignores bytes of b that are 0.
func qsad(masked bool) *vop {
	return &vop{sig: "q:quq", f: func(_ *wave, a, b, c uint64) (r uint64) {
		for i, v := range sadQuad(a, uint32(b), masked) {
			r |= uint64(uint16(v)+uint16(c>>(16*i))) << (16 * i)
		}
		return r
	}}
}

// mqsad32 compiles V_MQSAD_U32_U8, whose sums have 32 bits each.
func mqsad32(c *decoder, l *line) (step, error) {
	if len(l.ops) != 4 || l.ops[0].n != 4 || l.ops[0].kind != kindVGPR || l.ops[3].n != 4 || l.ops[3].kind != kindVGPR {
		return nil, fmt.Errorf("operands of %s", l.name)
	}
	a, err := l.ops[1].vector(tQ, c)
	if err != nil {
		return nil, err
	}
	b, err := l.ops[2].vector(tU, c)
	if err != nil {
		return nil, err
	}
	dst, add := l.ops[0], l.ops[3]
	return func(w *wave) {
		a(w, &w.a, w.exec)
		b(w, &w.b, w.exec)
		sums := w.registers(add)
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			for k, v := range sadQuad(w.a[i], uint32(w.b[i]), true) {
				w.vreg(dst.reg+k, false)[i] = v + sums[i][k]
			}
		}
	}, nil
}

// cube implements V_CUBE*: the face of a cube map in a direction.
func cube(pick func(x, y, z float64) float64) sem {
	return func(_ *wave, a, b, c uint64) uint64 { return b32(float32(pick(single(a), single(b), single(c)))) }
}

// cubeFace returns 0 to 5 for +x, -x, +y, -y, +z, -z.
func cubeFace(x, y, z float64) float64 {
	ax, ay, az := math.Abs(x), math.Abs(y), math.Abs(z)
	side := func(face, v float64) float64 {
		if v < 0 {
			return face + 1
		}
		return face
	}
	switch {
	case az >= ax && az >= ay:
		return side(4, z)
	case ay >= ax:
		return side(2, y)
	}
	return side(0, x)
}

func cubeS(x, y, z float64) float64 {
	switch cubeFace(x, y, z) {
	case 0:
		return -z
	case 1:
		return z
	case 5:
		return -x
	}
	return x
}

func cubeT(x, y, z float64) float64 {
	switch cubeFace(x, y, z) {
	case 2:
		return z
	case 3:
		return -z
	}
	return -y
}

func cubeMajor(x, y, z float64) float64 {
	switch cubeFace(x, y, z) {
	case 0, 1:
		return 2 * x
	case 2, 3:
		return 2 * y
	}
	return 2 * z
}

// mullit is V_MULLIT_F32: a product for lighting, or the smallest number.
func mullit(w *wave, a, b, c uint64) uint64 {
	x, y := single(b), single(c)
	if x == -math.MaxFloat32 || math.IsInf(x, -1) || x != x || !(y > 0) {
		return b32(-math.MaxFloat32)
	}
	return vops["v_mul_legacy_f32"].f(w, a, b, 0)
}

func madLegacy(w *wave, a, b, c uint64) uint64 {
	if single(w.in32(a)) == 0 || single(w.in32(b)) == 0 {
		a, b = 0, 0
	}
	return madFlush(w, a, b, c)
}

// permLaneVar compiles V_PERMLANE16_VAR and V_PERMLANEX16_VAR: each lane selects another lane of
// its row, or of the adjacent row.
func permLaneVar(cross int) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) != 3 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		src, err := c.sources(&line{name: l.name, mods: l.without("op_sel"), ops: l.ops}, l.ops[1:], "uu", nil)
		if err != nil {
			return nil, err
		}
		sel := l.opSel("op_sel")
		inactive, bound := at(sel, 0, false), at(sel, 1, false)
		return func(w *wave) {
			src[0].read(w, &w.a, w.exec)
			src[1].read(w, &w.b, w.exec)
			w.exchange(l.ops[0], inactive, bound, func(i int) int { return (i&^15 | int(w.b[i])&15) ^ cross })
		}, nil
	}
}

// exchange writes to each lane the value in w.a of another lane. If inactive is set, inactive lanes
// are read, too; otherwise they give 0 if bound is set, or leave the lane unchanged.
func (w *wave) exchange(dst operand, inactive, bound bool, from func(int) int) {
	var mask uint64
	for m := w.exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		s := from(i)
		switch {
		case inactive || w.exec>>s&1 != 0:
			w.d[i] = w.a[s]
		case bound:
			w.d[i] = 0
		default:
			continue
		}
		mask |= 1 << i
	}
	w.putLanes(dst, 1, &w.d, mask)
}

// movRel2 compiles V_MOVRELSD_2 and V_SWAPREL: the low half of M0 is the offset of the source, its
// high half that of the destination.
func movRel2(exchange bool) compiler {
	return func(_ *decoder, l *line) (step, error) {
		if len(l.ops) != 2 || l.ops[1].kind != kindVGPR || l.ops[0].kind != kindVGPR || strings.HasSuffix(l.name, "_dpp") || l.isSDWA() {
			return nil, errUnknown
		}
		dst, src := l.ops[0].reg, l.ops[1].reg
		return func(w *wave) {
			m0 := w.s[regM0]
			from, to := w.vreg(src+int(m0&0x3ff), false), w.vreg(dst+int(m0>>16&0x3ff), false)
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				old := to[i]
				to[i] = from[i]
				if exchange {
					from[i] = old
				}
			}
		}, nil
	}
}

// swapHalf is V_SWAP_B16.
func swapHalf(c *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	var read, write [2]func(*wave, *lanes, uint64)
	for i := range 2 {
		var err error
		if read[i], err = l.ops[i].vector(tS, c); err != nil {
			return nil, err
		}
		if write[i], err = l.ops[i].store(tS, true); err != nil {
			return nil, err
		}
	}
	return func(w *wave) {
		read[0](w, &w.a, w.exec)
		read[1](w, &w.b, w.exec)
		write[0](w, &w.b, w.exec)
		write[1](w, &w.a, w.exec)
	}, nil
}

func addMore() {
	for _, d := range []struct {
		name   string
		width  uint
		signed bool
	}{{"dot4_i32_i8", 8, true}, {"dot4_u32_u8", 8, false}, {"dot8_i32_i4", 4, true}, {"dot8_u32_u4", 4, false}, {"dot2_i32_i16", 16, true}, {"dot2_u32_u16", 16, false}} {
		vops["v_"+d.name+" clamp"] = &vop{sig: "u:uuu", f: dotClamp(d.width, d.signed)}
	}
	bf16 := bfloat.value
	specialOps["v_dot2_f32_f16"], specialOps["v_dot2_f32_bf16"] = dotFloat(f16, false), dotFloat(bf16, false)
	specialOps["v_dot2c_f32_bf16"], specialOps["v_dot2acc_f32_bf16"] = dotFloat(bf16, true), dotFloat(bf16, true)
	for _, x := range []string{"fp8", "bf8"} {
		for _, y := range []string{"fp8", "bf8"} {
			specialOps["v_dot4_f32_"+x+"_"+y] = dotSmall(x, y)
		}
	}
	specialOps["v_bitop3_b32"], specialOps["v_bitop3_b16"] = bitop3("u:uuu"), bitop3("s:sss")
	specialOps["v_mqsad_u32_u8"] = mqsad32
	specialOps["v_permlane16_var_b32"], specialOps["v_permlanex16_var_b32"] = permLaneVar(0), permLaneVar(16)
	specialOps["v_movrelsd_2_b32"], specialOps["v_swaprel_b32"] = movRel2(false), movRel2(true)
	specialOps["v_swap_b16"] = swapHalf
	for name, v := range map[string]*vop{
		"v_dot2_f16_f16": {sig: "h:uuh", f: dotHalf(half), keep16: true}, "v_dot2_bf16_bf16": {sig: "b:uub", f: dotHalf(bfloat), keep16: true},
		"v_qsad_pk_u16_u8": qsad(false), "v_mqsad_pk_u16_u8": qsad(true),
		"v_cubeid_f32": {sig: "f:fff", f: cube(cubeFace)}, "v_cubesc_f32": {sig: "f:fff", f: cube(cubeS)},
		"v_cubetc_f32": {sig: "f:fff", f: cube(cubeT)}, "v_cubema_f32": {sig: "f:fff", f: cube(cubeMajor)},
		"v_mullit_f32": {sig: "f:fff", f: mullit}, "v_mad_legacy_f32": {sig: "f:fff", f: madLegacy},
		"v_mac_legacy_f32":  {sig: "f:fff", f: madLegacy, acc: true},
		"v_fmac_legacy_f32": {sig: "f:fff", f: vops["v_fma_legacy_f32"].f, acc: true},
		"v_madak_f16":       {sig: "h:hhh", f: mad16, keep16: true}, "v_madmk_f16": {sig: "h:hhh", f: mad16, keep16: true},
		"v_minimum3_f16": {sig: "h:hhh", f: min3of(vops["v_minimum_f16"].f)}, "v_maximum3_f16": {sig: "h:hhh", f: min3of(vops["v_maximum_f16"].f)},
	} {
		vops[name] = v
	}
	for _, t := range []string{"f16", "f32"} {
		lo, hi := vops["v_minimum_"+t].f, vops["v_maximum_"+t].f
		sig := vops["v_minimum3_"+t].sig
		vops["v_minimummaximum_"+t] = &vop{sig: sig, f: func(w *wave, a, b, c uint64) uint64 { return hi(w, lo(w, a, b, 0), c, 0) }}
		vops["v_maximumminimum_"+t] = &vop{sig: sig, f: func(w *wave, a, b, c uint64) uint64 { return lo(w, hi(w, a, b, 0), c, 0) }}
	}
	vopNames["v_fmac_dx9_zero_f32"] = "v_fmac_legacy_f32"
	for _, n := range []string{"minimum3_f16", "maximum3_f16"} {
		packed["v_pk_"+n] = packedVOP{"v_" + n, tH}
	}
}
