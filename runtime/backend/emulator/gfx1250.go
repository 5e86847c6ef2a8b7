// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"math"
	"math/bits"
)

// Instructions that gfx1250 has and the earlier processors have not: integers of 64 bits, bf16, FP8 from and to f16.

// pcNames are the operations on the program counter by their earlier names.
var pcNames = map[string]string{
	"s_get_pc_i64": "s_getpc_b64", "s_set_pc_i64": "s_setpc_b64", "s_swap_pc_i64": "s_swappc_b64", "s_call_i64": "s_call_b64",
}

// addPC is S_ADD_PC_I64: a branch by a number of bytes from the next instruction.
func addPC(_ *decoder, l *line) (step, error) {
	get, err := first(l).scalar(tQ)
	next := l.addr + l.size
	return func(w *wave) { w.jump(w.code.bias + next + get(w)) }, err
}

// long64 adapts a function of signed integers of 64 bits.
func long64(f func(a, b int64) int64) sem {
	return q2(func(a, b uint64) uint64 { return uint64(f(int64(a), int64(b))) })
}

func int64Ops() map[string]*vop {
	return map[string]*vop{
		"v_add_nc_u64": {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return a + b })},
		"v_sub_nc_u64": {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return a - b })},
		"v_add_nc_u64 clamp": {sig: "q:qq", f: q2(func(a, b uint64) uint64 {
			sum, carry := bits.Add64(a, b, 0)
			return sum | -carry
		})},
		"v_sub_nc_u64 clamp": {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return a - min(a, b) })},
		"v_mul_u64":          {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return a * b })},
		"v_min_u64":          {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return min(a, b) })},
		"v_max_u64":          {sig: "q:qq", f: q2(func(a, b uint64) uint64 { return max(a, b) })},
		"v_min_i64":          {sig: "q:qq", f: long64(func(a, b int64) int64 { return min(a, b) })},
		"v_max_i64":          {sig: "q:qq", f: long64(func(a, b int64) int64 { return max(a, b) })},
		"v_mad_nc_u64_u32":   {sig: "q:uuq", f: func(_ *wave, a, b, c uint64) uint64 { return a&math.MaxUint32*(b&math.MaxUint32) + c }},
		"v_mad_nc_i64_i32":   {sig: "q:uuq", f: func(_ *wave, a, b, c uint64) uint64 { return uint64(int64(int32(a))*int64(int32(b))) + c }},
		"v_fmaak_f64":        {sig: "d:ddd", f: arith64(3, fma64)}, "v_fmamk_f64": {sig: "d:ddd", f: arith64(3, fma64)},
	}
}

// sumThen takes the least or the greatest of a saturated sum of two integers of a width and a third one. LLVM selects
// these instructions for saturating additions only, without clamp.
func sumThen(width uint, signed, greatest bool) sem {
	lo, hi := int64(0), int64(1)<<width-1
	if signed {
		lo, hi = -1<<(width-1), 1<<(width-1)-1
	}
	// A number of the width, with or without a sign.
	number := func(v uint64) int64 {
		if signed {
			return int64(v<<(64-width)) >> (64 - width)
		}
		return int64(v & uint64(hi))
	}
	return func(_ *wave, a, b, c uint64) uint64 {
		x, y := max(min(number(a)+number(b), hi), lo), number(c)
		if (x < y) == greatest {
			x = y
		}
		return uint64(x) & (1<<width - 1)
	}
}

// bfloatOp is an operation on bf16; exact results and sums rounded to odd are rounded once.
func bfloatOp(f func(a, b, c float64) float64) sem {
	return func(_ *wave, a, b, c uint64) uint64 {
		return bfloat.narrow(f(bfloat.value(a&0xffff), bfloat.value(b&0xffff), bfloat.value(c&0xffff)), false, nil)
	}
}

// asSingle does an operation of f32 on bf16 whose result is one of the operands.
func asSingle(f sem) sem {
	return func(w *wave, a, b, c uint64) uint64 { return f(w, a<<16, b<<16, c<<16) >> 16 }
}

// saturatePack4 is V_SAT_PK4: four bytes, each saturated to four bits.
func saturatePack4(signed bool) sem {
	return func(_ *wave, a, _, _ uint64) (r uint64) {
		for i := range 4 {
			v := int(a >> (8 * i) & 0xff)
			if signed {
				v = max(min(int(int8(v)), 7), -8)
			} else {
				v = min(v, 15)
			}
			r |= uint64(v&0xf) << (4 * i)
		}
		return r
	}
}

// halfFromSmall compiles V_CVT_F16_FP8 and V_CVT_F16_BF8, which are exact, of the byte that byte_sel selects.
func halfFromSmall(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f, shift := c.eightBits(name), 8*l.number("byte_sel")
		return c.lane(l, &vop{sig: "h:u", f: func(_ *wave, a, _, _ uint64) uint64 { return uint64(toHalf(f.value(a >> shift & 0xff))) }})
	}
}

// halvesFromSmall compiles V_CVT_PK_F16_FP8 and V_CVT_PK_F16_BF8.
func halvesFromSmall(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f := c.eightBits(name)
		return c.lane(l, &vop{sig: "u:s", f: func(_ *wave, a, _, _ uint64) uint64 {
			return pack16(uint64(toHalf(f.value(a&0xff))), uint64(toHalf(f.value(a>>8&0xff))))
		}})
	}
}

// smallFromHalves compiles V_CVT_PK_FP8_F16 and V_CVT_PK_BF8_F16, into one half of the register.
func smallFromHalves(name string) compiler {
	return func(c *decoder, l *line) (step, error) {
		f := c.eightBits(name)
		return c.lane(l, &vop{sig: "s:u", keep16: true, f: func(w *wave, a, _, _ uint64) uint64 {
			return f.narrow(f16(a&0xffff), w.saturates(), nil) | f.narrow(f16(a>>16&0xffff), w.saturates(), nil)<<8
		}})
	}
}

func addGFX1250() {
	for name, old := range pcNames {
		specialOps[name] = specialOps[old]
	}
	specialOps["s_add_pc_i64"], specialOps["s_monitor_sleep"], specialOps["s_get_shader_cycles_u64"] = addPC, yield, clock
	specialOps["v_bitop2_b32"] = bitop2
	for name, v := range int64Ops() {
		vops[name] = v
	}
	for _, t := range []struct {
		name   string
		width  uint
		signed bool
	}{{"i32", 32, true}, {"u32", 32, false}, {"i16", 16, true}, {"u16", 16, false}} {
		for _, greatest := range []bool{false, true} {
			name := "add_min_" + t.name
			if greatest {
				name = "add_max_" + t.name
			}
			sig := "u:uuu"
			if t.width == 16 {
				sig, packed["v_pk_"+name] = "s:sss", packedVOP{"v_" + name, tS}
			}
			vops["v_"+name] = &vop{sig: sig, f: sumThen(t.width, t.signed, greatest)}
			vops["v_"+name+" clamp"] = vops["v_"+name]
		}
	}
	for name, f := range map[string]func(a, b, c float64) float64{"add": addOdd, "mul": mulDouble, "fma": fmaOdd} {
		sig := "b:bb"
		if name == "fma" {
			sig = "b:bbb"
		}
		vops["v_"+name+"_bf16"] = &vop{sig: sig, f: bfloatOp(f)}
		packed["v_pk_"+name+"_bf16"] = packedVOP{"v_" + name + "_bf16", tB}
	}
	for _, name := range []string{"min", "max"} {
		vops["v_"+name+"_bf16"] = &vop{sig: "b:bb", f: asSingle(vops["v_"+name+"_f32"].f)}
		packed["v_pk_"+name+"_num_bf16"] = packedVOP{"v_" + name + "_bf16", tB}
		packed["v_pk_"+name+"3_num_f16"] = packedVOP{"v_" + name + "3_f16", tH}
		packed["v_pk_"+name+"3_i16"], packed["v_pk_"+name+"3_u16"] = packedVOP{"v_" + name + "3_i16", tS}, packedVOP{"v_" + name + "3_u16", tS}
	}
	for name, f := range map[string]func(float64) float64{
		"rcp": rcp, "rsq": rsq, "sqrt": math.Sqrt, "exp": math.Exp2, "log": math.Log2, "sin": sinRev, "cos": cosRev, "tanh": math.Tanh,
	} {
		vops["v_"+name+"_bf16"] = &vop{sig: "b:b", f: bfloatOp(unary(f))}
	}
	vops["v_tanh_f32"], vops["v_tanh_f16"] = &vop{sig: "f:f", f: trans32(math.Tanh)}, &vop{sig: "h:h", f: trans16(math.Tanh)}
	vops["v_sat_pk4_i4_i8"], vops["v_sat_pk4_u4_u8"] = &vop{sig: "s:u", f: saturatePack4(true)}, &vop{sig: "s:u", f: saturatePack4(false)}
	for _, n := range []string{"fp8", "bf8"} {
		specialOps["v_cvt_f16_"+n], specialOps["v_cvt_pk_f16_"+n] = halfFromSmall(n), halvesFromSmall(n)
		specialOps["v_cvt_pk_"+n+"_f16"], specialOps["v_cvt_sr_"+n+"_f16"] = smallFromHalves(n), toSmallRandom(n, "h", f16)
	}
}
