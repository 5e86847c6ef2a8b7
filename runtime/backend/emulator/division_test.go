// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// LLVM's expansions of divisions (AMDGPULegalizerInfo::legalizeFDIV64 and legalizeFDIV32).
const (
	divide64 = `v_div_scale_f64 v[4:5], s[0:1], v[2:3], v[2:3], v[0:1]
v_rcp_f64_e32 v[6:7], v[4:5]
v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
v_fmac_f64_e32 v[6:7], v[6:7], v[8:9]
v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0
v_fmac_f64_e32 v[6:7], v[6:7], v[8:9]
v_div_scale_f64 v[8:9], vcc, v[0:1], v[2:3], v[0:1]
v_mul_f64 v[10:11], v[8:9], v[6:7]
v_fma_f64 v[4:5], -v[4:5], v[10:11], v[8:9]
v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[10:11]
v_div_fixup_f64 v[0:1], v[4:5], v[2:3], v[0:1]`
	divide32 = `v_div_scale_f32 v4, s[0:1], v2, v2, v0
v_rcp_f32_e32 v6, v4
v_fma_f32 v7, -v4, v6, 1.0
v_fmac_f32_e32 v6, v7, v6
v_div_scale_f32 v7, vcc, v0, v2, v0
v_mul_f32_e32 v8, v7, v6
v_fma_f32 v9, -v4, v8, v7
v_fmac_f32_e32 v8, v9, v6
v_fma_f32 v4, -v4, v8, v7
v_div_fmas_f32 v4, v4, v6, v8
v_div_fixup_f32 v0, v4, v2, v0`
)

// TestDivision divides with V_DIV_SCALE, V_DIV_FMAS and V_DIV_FIXUP as LLVM does, numbers of all
// exponents, powers of two and their neighbours, and compares the quotients with those of IEEE 754.
//
// One kind of quotient is one unit too small in double precision, here as on the hardware: a power
// of two divided by a number whose fraction is all ones. 1/d is so little above the midpoint of two
// numbers that Newton's step, which approaches from below, 1/d (1-e²), rounds down unless its start
// is closer than 2^-53, and V_RCP_F64 has an accuracy of 2^-24 (the ISA's "2**29 ULP"). The last
// step is then exactly at the midpoint and rounds to even.
func TestDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	_, steps64 := assemble(t, "gfx90a", divide64)
	code, steps32 := assemble(t, "gfx90a", divide32)
	pick := func(fraction, exponents int) uint64 {
		e, m := uint64(r.IntN(exponents)), uint64(0)
		switch r.IntN(5) {
		case 0:
			m = uint64(r.IntN(4))
		case 1:
			m = 1<<fraction - 1 - uint64(r.IntN(4))
		case 2:
			m = 1 << r.IntN(fraction)
		default:
			m = r.Uint64() & (1<<fraction - 1)
		}
		return e<<fraction | m | uint64(r.IntN(2))<<(fraction+map[int]int{52: 11, 23: 8}[fraction])
	}
	const allOnes = 1<<52 - 1
	below := 0
	for range 2000 {
		w := newWave(code)
		var n, d [64]uint64
		for i := range 64 {
			n[i], d[i] = pick(52, 2048), pick(52, 2048)
			w.v[0][i], w.v[1][i], w.v[2][i], w.v[3][i] = uint32(n[i]), uint32(n[i]>>32), uint32(d[i]), uint32(d[i]>>32)
		}
		for _, s := range steps64 {
			s(w)
		}
		for i := range 64 {
			got, want := uint64(w.v[0][i])|uint64(w.v[1][i])<<32, b64(f64(n[i])/f64(d[i]))
			if isNaN64(got) && isNaN64(want) || got == want {
				continue
			}
			if d[i]&allOnes == allOnes && n[i]&allOnes == 0 && got == want-1 {
				below++
				continue
			}
			t.Fatalf("%x / %x = %x, want %x", f64(n[i]), f64(d[i]), f64(got), f64(want))
		}
	}
	if below == 0 {
		t.Error("no power of two was divided by a fraction of ones")
	}
	for range 2000 {
		w := newWave(code)
		var n, d [64]uint64
		for i := range 64 {
			n[i], d[i] = pick(23, 256), pick(23, 256)
			w.v[0][i], w.v[2][i] = uint32(n[i]), uint32(d[i])
		}
		for _, s := range steps32 {
			s(w)
		}
		for i := range 64 {
			got, want := uint64(w.v[0][i]), b32(f32(n[i])/f32(d[i]))
			if got != want && !(isNaN32(got) && isNaN32(want)) {
				t.Fatalf("%x / %x = %x, want %x", f32(n[i]), f32(d[i]), f32(got), f32(want))
			}
		}
	}
}

// divisionCase has the operands a, b and c, and the expected result and VCC.
type divisionCase struct {
	text    string
	a, b, c float64
	vcc     bool // before V_DIV_FMAS, after V_DIV_SCALE
	want    float64
}

// The special cases of the three instructions, one by one (RDNA3 ISA, "VOP3 Instructions"). The
// second operand of V_DIV_SCALE and V_DIV_FIXUP is the denominator, the third the numerator.
var divisionCases = []divisionCase{
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 3, 6, false, 3},
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 0, 6, false, math.NaN()},
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 3, 0, false, math.NaN()},
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 0x1p-400, 0x1p400, true, 0x1p-272},                              // near the largest: the denominator
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1p-400, 0x1p400, true, 0x1p400},                               // and not the numerator
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 0x1p-1060, 0x1p-900, false, 0x1p-932},                           // a subnormal denominator: both
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1p-1060, 0x1p-900, false, 0x1p-772},                           //
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 0x1.8p1023, 1, true, 0x1.8p895},                                 // 1/d and n/d subnormal: the denominator
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1.8p1023, 1, true, 1},                                         //
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1.8p1023, 0x1p500, false, 0x1p372},                            // 1/d subnormal: both
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1p600, 0x1p-500, true, 0x1p-372},                              // n/d subnormal: the numerator
	{"v_div_scale_f64 v[0:1], vcc, D, D, N", 0, 0x1p600, 0x1p-500, true, 0x1p600},                               //
	{"v_div_scale_f64 v[0:1], vcc, N, D, N", 0, 0x1p-500, 0x1p-980, false, 0x1p-852},                            // a tiny numerator: both
	{"v_div_fmas_f64 v[0:1], A, D, N", 3, 5, 7, false, 22},                                                      //
	{"v_div_fmas_f64 v[0:1], A, D, N", 3, 5, 7, true, 22 * 0x1p128},                                             // by the third's exponent, up
	{"v_div_fmas_f64 v[0:1], A, D, N", 3, 5, 1, true, 16 * 0x1p-128},                                            // or down
	{"v_div_fmas_f64 v[0:1], A, D, N", 1, 0x1p-53, 0x1.8p-946, true, 0x1.0p-181},                                //
	{"v_div_fmas_f64 v[0:1], A, D, N", math.NaN(), 5, 1, true, math.NaN()},                                      //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, 3, -6, false, -2},                                                    // the sign is the operands'
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, 0, -6, false, math.Inf(-1)},                                          //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, 0, 0, false, math.NaN()},                                             //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, math.Inf(1), math.Inf(1), false, math.NaN()},                         //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, math.Inf(-1), 5, false, math.Copysign(0, -1)},                        //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, 0x1p1000, 0x1p-1000, false, 0},                                       // below all numbers
	{"v_div_fixup_f64 v[0:1], A, D, N", math.NaN(), 0x1p-1000, math.Inf(1), false, math.Inf(1)},                 //
	{"v_div_fixup_f64 v[0:1], A, D, N", 2, 3, math.NaN(), false, math.NaN()},                                    //
	{"v_div_fixup_f64 v[0:1], A, D, N", math.NaN(), 0x1p-600, 0x1p600, false, math.Float64frombits(2047 << 52)}, // overflown on the way
}

func TestDivisionInstructions(t *testing.T) {
	registers := strings.NewReplacer("A", "v[2:3]", "D", "v[4:5]", "N", "v[6:7]")
	var lines []string
	for _, c := range divisionCases {
		lines = append(lines, registers.Replace(c.text))
	}
	code, steps := assemble(t, "gfx90a", strings.Join(lines, "\n"))
	for n, c := range divisionCases {
		w := newWave(code)
		for i, v := range []float64{c.a, c.b, c.c} {
			for lane := range 64 {
				w.v[2+2*i][lane], w.v[3+2*i][lane] = uint32(b64(v)), uint32(b64(v)>>32)
			}
		}
		scale := strings.HasPrefix(c.text, "v_div_scale")
		if c.vcc && !scale {
			w.s[regVCC], w.s[regVCC+1] = math.MaxUint32, math.MaxUint32
		}
		steps[n](w)
		got := uint64(w.v[0][5]) | uint64(w.v[1][5])<<32
		if want := b64(c.want); got != want && !(isNaN64(got) && isNaN64(want)) || scale && (w.vcc()>>5&1 != 0) != c.vcc {
			t.Errorf("%s of %x, %x, %x: %x, VCC %v, want %x, %v", c.text, c.a, c.b, c.c, f64(got), w.vcc()>>5&1 != 0, c.want, c.vcc)
		}
	}
}
