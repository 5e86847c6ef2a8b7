// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"bytes"
	"math"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// assemble assembles and compiles instructions.
func assemble(t *testing.T, target, text string) (*code, []step) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "code.o")
	args := []string{"-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, "-filetype=obj", "-o", path}
	cmd := exec.Command("llvm-mc-22", args...)
	cmd.Stdin = strings.NewReader(text + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc: %v\n%s", err, out)
	}
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := &code{decoder: newDecoder(target)}
	listing, err := disassemble(image, false)
	if err != nil {
		t.Fatal(err)
	}
	var steps []step
	for _, s := range strings.Split(string(bytes.TrimSpace(listing)), "\n") {
		l, err := parseLine(s)
		if err != nil {
			t.Fatal(err)
		}
		if l == nil {
			continue
		}
		run, err := c.compile(l)
		if err != nil {
			t.Fatalf("%s: %s: %v", target, l.text, err)
		}
		steps = append(steps, run)
	}
	return c, steps
}

// newWave returns a wave with all lanes active and 64 KiB of LDS, whose registers hold distinct
// numbers.
func newWave(c *code) *wave {
	w := &wave{code: c, size: c.waveSize, all: math.MaxUint64, v: make([][64]uint32, 128), accum: 64, mode: 0xf0}
	if w.size == 32 {
		w.all = math.MaxUint32
	}
	w.exec = w.all
	w.g = &group{lds: make([]byte, 64<<10), d: &Device{}}
	for r := range w.v {
		for lane := range w.v[r] {
			w.v[r][lane] = uint32(r)*0x9e3779b9 ^ uint32(lane)*0x85ebca6b
		}
	}
	return w
}

// vectorCase sets v1, v2 and v3 in every lane and checks v0, which is initially 0xaaaaaaaa; a
// 64-bit result is in v[10:11].
type vectorCase struct {
	targets, text string
	v1, v2, v3    uint32
	want          uint64
}

var vectorCases = []vectorCase{
	{"gfx950", "v_bitop3_b32 v0, v1, v2, v3 bitop3:0x96", 0xf0f0f0f0, 0xcccc0000, 0xaaaa1111, 0xf0f0f0f0 ^ 0xcccc0000 ^ 0xaaaa1111},
	{"gfx950", "v_bitop3_b32 v0, v1, v2, v3 bitop3:0x40", 0xf0f0f0f0, 0xcccc0000, 0xaaaa1111, 0xf0f0f0f0 & 0xcccc0000 &^ 0xaaaa1111},
	{"gfx950", "v_bitop3_b16 v0, v1, v2, v3 bitop3:0xe8", 0x0ff0, 0x3333, 0x5555, 0xaaaa0000 | 0x0ff0&0x3333 | 0x0ff0&0x5555 | 0x3333&0x5555},
	{"gfx950", "v_ashr_pk_i8_i32 v0, v1, v2, v3", 0x00001200, 0xffffe000, 4, 0xaaaa807f},
	{"gfx950", "v_ashr_pk_u8_i32 v0, v1, v2, v3 op_sel:[0,0,0,1]", 0x00000620, 0xffffe000, 4, 0x0062aaaa},
	{"gfx950", "v_prng_b32 v0, v1", 0x80000001, 0, 0, 0xc7},
	{"gfx942 gfx950 gfx1201", "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", f(1.5), f(-2), 0, 0},
	{"gfx942", "v_cvt_f32_fp8_sdwa v0, v1 src0_sel:BYTE_2", 0x00c40000, 0, 0, uint64(f(-1.5))},
	{"gfx1201", "v_cvt_f32_fp8_e64 v0, v1 byte_sel:2", 0x00bc0000, 0, 0, uint64(f(-1.5))},
	{"gfx1201", "v_cvt_f32_bf8_e64 v0, v1 byte_sel:3", 0x7c000000, 0, 0, 0x7f800000},
	{"gfx1201", "v_cvt_pk_f32_bf8_e64 v[10:11], v1 op_sel:[1,0]", 0xbe400000, 0, 0, uint64(f(-1.5))<<32 | uint64(f(2))},
	{"gfx942", "v_cvt_pk_f32_fp8_sdwa v[10:11], v1 src0_sel:WORD_1", 0xc4480000, 0, 0, uint64(f(-1.5))<<32 | uint64(f(2))},
	{"gfx950", "v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,1,0]", f(1.0625), 0, 0, 0xaaaa38aa},
	{"gfx950", "v_cvt_sr_fp8_f32 v0, v1, v2 op_sel:[0,0,0,1]", f(1.0625), 0x80000000, 0, 0xaa39aaaa},
	{"gfx1201", "v_cvt_sr_fp8_f32 v0, v1, v2 byte_sel:3", f(1.0625), 0x80000000, 0, 0x39aaaaaa},
	{"gfx950", "v_cvt_f32_bf16 v0, v1", 0x12343fc0, 0, 0, uint64(f(1.5))},
	{"gfx950", "v_cvt_scalef32_pk_fp8_f32 v0, v1, v2, v3 op_sel:[0,0,0,1]", f(6), f(-8), f(4), 0xc03caaaa},
	{"gfx950", "v_cvt_scalef32_pk_f32_fp4 v[10:11], v1, v2 op_sel:[0,1,0]", 0x003b0000, f(0.5), 0, uint64(f(0.75))<<32 | uint64(f(-0.75))},
	{"gfx950", "v_cvt_scalef32_pk_fp4_f32 v0, v1, v2, v3 op_sel:[0,0,1,0]", f(100), f(-0.5), f(1), 0xaaaa97aa},
	{"gfx950", "v_cvt_scalef32_f16_fp8 v0, v1, v2 op_sel:[1,0,1]", 0x3c00, f(2), 0, 0x4200aaaa},
	{"gfx950", "v_cvt_scalef32_f32_bf8 v0, v1, v2 op_sel:[0,1,0]", 0x3e0000, f(2), 0, uint64(f(3))},
	{"gfx906 gfx90a gfx1030 gfx1201", "v_cubeid_f32 v0, v1, v2, v3", f(-3), f(1), f(2), uint64(f(1))},
	{"gfx906 gfx90a gfx1030 gfx1201", "v_cubema_f32 v0, v1, v2, v3", f(1), f(-3), f(2), uint64(f(-6))},
	{"gfx906 gfx1030", "v_cubesc_f32 v0, v1, v2, v3", f(3), f(1), f(2), uint64(f(-2))},
	{"gfx906 gfx1030", "v_cubetc_f32 v0, v1, v2, v3", f(1), f(3), f(2), uint64(f(2))},
	{"gfx906 gfx1100", "v_sad_u8 v0, v1, v2, v3", 0x01ff2080, 0xff010070, 5, 254 + 254 + 32 + 16 + 5},
	{"gfx1100 gfx1201", "v_dot2_f32_bf16 v0, v1, v2, v3", 0x40003f80, 0x40403fc0, f(0.5), uint64(f(8))},
	{"gfx1100 gfx1201", "v_dot2_f32_bf16 v0, v1, v2, v3 neg_lo:[1,0,0] neg_hi:[1,0,0]", 0x40003f80, 0x40403fc0, f(0.5), uint64(f(-7))},
	{"gfx906 gfx942", "v_dot2_f32_f16 v0, v1, v2, v3 neg_lo:[0,1,0]", 0x40003c00, 0x42003e00, f(1), uint64(f(5.5))},
	{"gfx1201", "v_dot4_f32_fp8_bf8 v0, v1, v2, v3", 0x38404038, 0x3c3cbc40, f(0.5), uint64(f(3.5))},
	{"gfx906 gfx942", "v_dot4_i32_i8 v0, v1, v2, v3 clamp", 0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff, 0x7fffffff},
	{"gfx90a gfx942", "v_pk_mul_f16 v0, v1, v2 clamp", 0x3c004000, 0xbc003800, 0, 0x3c00},
	{"gfx906 gfx942", "v_pk_mad_u16 v0, v1, v2, v3 clamp", 0xffff0003, 0x00020004, 0x00010005, 0xffff0011},
	{"gfx1201", "v_minimummaximum_f32 v0, v1, v2, v3", f(5), f(-1), f(2), uint64(f(2))},
	{"gfx1201", "v_maximumminimum_f32 v0, v1, v2, v3", f(5), 0x7fc00001, f(2), 0x7fc00001},
	{"gfx1100 gfx1201", "v_cvt_pk_i16_f32 v0, v1, v2", f(-70000), f(123.9), 0, 0x007b8000},
	{"gfx1030 gfx1201", "v_cvt_norm_i16_f16 v0, v1", 0xbc00, 0, 0, 0xaaaa8001},
	{"gfx906 gfx1030", "v_add_f32_sdwa v0, v1, v2 clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD", f(0.75), f(2), 0, 0x0000aaaa},
	{"gfx1010", "v_mul_lo_i32 v0, v1, v2", 0xfffffffe, 3, 0, 0xfffffffa},
	{"gfx1010", "v_mac_legacy_f32 v0, v1, v2", 0, 0x7f800000, 0, 0xaaaaaaaa},
	{"gfx1250", "v_add_nc_u64 v[10:11], v[2:3], v[2:3]", 0, 0x80000001, 1, 0x300000002},
	{"gfx1250", "v_mad_nc_i64_i32 v[10:11], v1, v2, 5", 0xffffffff, 7, 0, 1<<64 - 2},
	{"gfx1250", "v_mad_nc_u64_u32 v[10:11], v1, v2, 5", 0xffffffff, 7, 0, 0x6fffffffe},
	{"gfx1250", "v_max_i64 v[10:11], v[2:3], 3", 0, 5, 0xffffffff, 3},
	{"gfx1250", "v_min_u64 v[10:11], v[2:3], 3", 0, 5, 0xffffffff, 3},
	{"gfx1250", "v_fmaak_f64 v[10:11], v[2:3], v[2:3], 0x3ff8000000000001", 0, 0, 0x40000000, 0x4016000000000000},
	{"gfx1250", "v_add_max_i32 v0, v1, v2, v3", 0x7fffffff, 1, 5, 0x7fffffff},
	{"gfx1250", "v_add_max_i32 v0, v1, v2, v3 clamp", 0x80000000, 0xffffffff, 5, 5},
	{"gfx1250", "v_add_min_u32 v0, v1, v2, v3 clamp", 0xffffffff, 1, 0xfffffffe, 0xfffffffe},
	{"gfx1250", "v_pk_add_max_i16 v0, v1, v2, v3", 0xfffe0003, 0x00010004, 0xfff00008, 0xffff0008},
	{"gfx1250", "v_pk_min3_num_f16 v0, v1, v2, v3", 0x3c004000, 0x40003c00, 0x42000000, 0x3c000000},
	{"gfx1250", "v_pk_fma_bf16 v0, v1, v2, v3 neg_lo:[1,0,0]", 0x3fc03fc0, 0x40004000, 0x3f803f80, 0x4080c000},
	{"gfx1250", "v_pk_max_num_bf16 v0, v1, v2", 0x3fc0bf80, 0x40007fc0, 0, 0x4000bf80},
	{"gfx1250", "v_fma_mix_f32_bf16 v0, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[1,0,0]", 0x3fc00000, f(2), f(0.5), uint64(f(3.5))},
	{"gfx1250", "v_fma_mixlo_bf16 v0, v1, v2, v3", f(1.5), f(2), f(0.5), 0xaaaa4060},
	{"gfx1250", "v_rcp_bf16_e64 v0, -v1", 0x4000, 0, 0, 0xaaaabf00},
	{"gfx1250", "v_tanh_f32 v0, v1", 0xff800000, 0, 0, uint64(f(-1))},
	{"gfx1250", "v_sat_pk4_i4_i8 v0, v1", 0x80fe037f, 0, 0, 0xaaaa8e37},
	{"gfx1250", "v_sat_pk4_u4_u8 v0, v1", 0x80fe037f, 0, 0, 0xaaaaff3f},
	{"gfx1250", "v_cvt_f16_fp8_e64 v0, v1 byte_sel:2", 0x00bc0000, 0, 0, 0xaaaabe00},
	{"gfx1250", "v_cvt_pk_f16_bf8 v0, v1", 0xbe40, 0, 0, 0xbe004000},
	{"gfx1250", "v_cvt_pk_fp8_f16 v0, v1 op_sel:[0,1]", 0xc0003e00, 0, 0, 0xc03caaaa},
	{"gfx1250", "v_cvt_sr_fp8_f16 v0, v1, v2 byte_sel:3", 0x3c40, 0x80000000, 0, 0x39aaaaaa},
	{"gfx906", "v_mad_legacy_f32 v0, v1, v2, v3", 0, 0x7f800000, f(2), uint64(f(2))},
}

// f returns a float's bits.
func f(v float32) uint32 { return math.Float32bits(v) }

// pkFP8 is the only case whose result depends on the processor: FNUZ or OCP.
func (c *vectorCase) expect(target string) uint64 {
	if strings.HasPrefix(c.text, "v_cvt_pk_fp8_f32") {
		return choose[uint64](target == "gfx942", 0xc844aaaa, 0xc03caaaa)
	}
	return c.want
}

// byTarget groups the cases by target. targets returns a case's targets, separated by spaces.
func byTarget[C any](cases []C, targets func(*C) string) map[string][]*C {
	out := map[string][]*C{}
	for i := range cases {
		for _, target := range strings.Fields(targets(&cases[i])) {
			out[target] = append(out[target], &cases[i])
		}
	}
	return out
}

// assembleAll assembles the texts of all cases in sequence.
func assembleAll[C any](t *testing.T, target string, cases []*C, text func(*C) string) (*code, []step) {
	t.Helper()
	var lines []string
	for _, c := range cases {
		lines = append(lines, text(c))
	}
	return assemble(t, target, strings.Join(lines, "\n"))
}

func TestVectorInstructions(t *testing.T) { runVectorCases(t, vectorCases) }

func runVectorCases(t *testing.T, table []vectorCase) {
	t.Helper()
	for target, cases := range byTarget(table, func(c *vectorCase) string { return c.targets }) {
		code, steps := assembleAll(t, target, cases, func(c *vectorCase) string { return c.text })
		for i, c := range cases {
			w := newWave(code)
			for lane := range 64 {
				w.v[0][lane], w.v[1][lane], w.v[2][lane], w.v[3][lane] = 0xaaaaaaaa, c.v1, c.v2, c.v3
			}
			steps[i](w)
			got, want := uint64(w.v[0][5]), c.expect(target)
			if strings.Contains(c.text, "v[10:11]") {
				got = uint64(w.v[10][5]) | uint64(w.v[11][5])<<32
			}
			if got != want {
				t.Errorf("%s: %s: %#x, want %#x", target, c.text, got, want)
			}
		}
	}
}

// scalarCase sets s1 and s2 and checks s0.
type scalarCase struct {
	targets, text string
	s0, s1, s2    uint32
	want          uint32
}

var scalarCases = []scalarCase{
	{"gfx906 gfx1030 gfx1100", "s_addk_i32 s0, 0xff6d", 17, 0, 0, 0xffffff7e},
	{"gfx906", "v_mov_b32 v0, 0xff80\nv_cmp_ne_u16_sdwa vcc, sext(v0), v0 src0_sel:BYTE_0 src1_sel:DWORD\ns_mov_b32 s0, vcc_lo", 1, 0, 0, 0},
	{"gfx1030", "v_mov_b32 v0, 0xff80\nv_cmp_ne_u16_sdwa vcc_lo, sext(v0), v0 src0_sel:BYTE_0 src1_sel:DWORD\ns_mov_b32 s0, vcc_lo", 1, 0, 0, 0},
	{"gfx1250", "s_get_pc_i64 s[0:1]", 1, 1, 0, 4},
	{"gfx1201", "s_addk_co_i32 s0, 0xff6d", 17, 0, 0, 0xffffff7e},
	{"gfx906 gfx1201", "s_mulk_i32 s0, 0xfffe", 17, 0, 0, 0xffffffde},
	{"gfx906 gfx1201", "s_movk_i32 s0, 0x8000", 17, 0, 0, 0xffff8000},
	{"gfx906 gfx1201", "s_quadmask_b32 s0, s1", 0, 0x00f01002, 0, 0b101001},
	{"gfx1150 gfx1201", "s_fmac_f16 s0, s1, s2", 0x3c00, 0x4000, 0x4200, 0x4700},
	{"gfx1150 gfx1201", "s_cvt_pk_rtz_f16_f32 s0, s1, s2", 0, f(1), f(-2), 0xc0003c00},
	{"gfx1201", "v_s_rsq_f32 s0, -|s1| mul:2", 0, f(4), 0, nan32},
	{"gfx1201", "v_s_rcp_f32 s0, -s1 mul:2", 0, f(4), 0, 0xbf000000},
	{"gfx1201", "v_s_sqrt_f16 s0, s1 clamp", 0, 0x4400, 0, 0x3c00},
	{"gfx1201", "s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 0, 2), 3\ns_getreg_b32 s0, hwreg(HW_REG_WAVE_MODE, 0, 8)", 0, 0, 0, 0xf3},
}

func TestScalarInstructions(t *testing.T) {
	for target, cases := range byTarget(scalarCases, func(c *scalarCase) string { return c.targets }) {
		code, steps := assembleAll(t, target, cases, func(c *scalarCase) string { return c.text })
		for _, c := range cases {
			w := newWave(code)
			w.s[0], w.s[1], w.s[2] = c.s0, c.s1, c.s2
			for range strings.Split(c.text, "\n") {
				steps[0](w)
				steps = steps[1:]
			}
			if w.s[0] != c.want {
				t.Errorf("%s: %s: %#x, want %#x", target, c.text, w.s[0], c.want)
			}
		}
	}
}

// Compares the quad sums of absolute differences with their definition.
func TestQuadSums(t *testing.T) {
	code, steps := assemble(t, "gfx1100", "v_qsad_pk_u16_u8 v[10:11], v[1:2], v3, v[4:5]\nv_mqsad_u32_u8 v[20:23], v[1:2], v3, v[6:9]")
	w := newWave(code)
	before := newWave(code)
	for _, run := range steps {
		run(w)
	}
	for lane := range 32 {
		bytesOf := func(r, n int) byte { return byte(before.v[r+n/4][lane] >> (8 * (n % 4))) }
		for i := range 4 {
			var sum, masked uint32
			for k := range 4 {
				x, y := int(bytesOf(1, i+k)), int(bytesOf(3, k))
				sum += uint32(max(x, y) - min(x, y))
				if y != 0 {
					masked += uint32(max(x, y) - min(x, y))
				}
			}
			got := uint16(w.v[10+i/2][lane] >> (16 * (i % 2)))
			if want := uint16(sum) + uint16(before.v[4+i/2][lane]>>(16*(i%2))); got != want {
				t.Fatalf("lane %d, sum %d: %#x, want %#x", lane, i, got, want)
			}
			if want := masked + before.v[6+i][lane]; w.v[20+i][lane] != want {
				t.Fatalf("lane %d, masked sum %d: %#x, want %#x", lane, i, w.v[20+i][lane], want)
			}
		}
	}
}

// DS_READ_*_TR_*: a tile whose rows (M) are contiguous in LDS is loaded with K contiguous in each
// lane, as MFMA needs it.
func TestTransposingReads(t *testing.T) {
	cases := []struct {
		text  string
		width int
	}{{"ds_read_b64_tr_b16 v[10:11], v1", 16}, {"ds_read_b64_tr_b8 v[10:11], v1", 8}, {"ds_read_b64_tr_b4 v[10:11], v1", 4}, {"ds_read_b96_tr_b6 v[10:12], v1", 6}}
	var lines []string
	for _, c := range cases {
		lines = append(lines, c.text)
	}
	code, steps := assemble(t, "gfx950", strings.Join(lines, "\n"))
	for n, c := range cases {
		w := newWave(code)
		size := choose(c.width == 6, 12, 8)
		perLane := size * 8 / c.width
		tile := &image{make([]uint32, 64*size/4), 64 * size / 4}
		value := func(group, k, m int) uint64 { return uint64(group*7+k*16+m*5+3) & (1<<c.width - 1) }
		for group := range 4 {
			for k := range perLane {
				for m := range 16 {
					tile.set(0, group*16*size*8+(k*16+m)*c.width, c.width, value(group, k, m))
				}
			}
		}
		for i, v := range tile.words {
			for b := range 4 {
				w.g.lds[4*i+b] = byte(v >> (8 * b))
			}
		}
		for lane := range 64 {
			w.v[1][lane] = uint32(lane * size)
		}
		steps[n](w)
		for lane := range 64 {
			out := &image{[]uint32{w.v[10][lane], w.v[11][lane], w.v[12][lane]}, 3}
			for k := range perLane {
				if got, want := out.get(0, k*c.width, c.width), value(lane/16, k, lane%16); got != want {
					t.Fatalf("%s: lane %d, k %d: %#x, want %#x", c.text, lane, k, got, want)
				}
			}
		}
	}
}

// Buffer addressing: the range checks and the swizzles of each generation.
func TestBufferAddress(t *testing.T) {
	for _, c := range []struct {
		gen    int
		w1, w3 uint32
		x      bufferAccess
		inside bool
		place  uint64
	}{
		{9, 0, 0, bufferAccess{records: 100, offset: 96, size: 4}, true, 96},
		{9, 0, 0, bufferAccess{records: 100, offset: 92, scalar: 8, size: 4}, false, 92},
		{9, 0, 0, bufferAccess{records: 3, stride: 16, index: 2, indexed: true, offset: 4, size: 4}, true, 36},
		{9, 0, 0, bufferAccess{records: 3, stride: 16, index: 3, indexed: true, size: 4}, false, 48},
		{9, 0, 0, bufferAccess{records: 64, stride: 16, offset: 64, size: 4}, false, 64},
		{9, 1 << 31, 1<<19 | 1<<21, bufferAccess{records: 99, stride: 16, index: 18, indexed: true, offset: 10, size: 2}, true, (1*16+8)*16 + 2*4 + 2},
		{10, 1 << 31, 2 << 21, bufferAccess{records: 99, stride: 8, index: 33, indexed: true, offset: 4, size: 4}, true, (1*8+4)*32 + 4},
		{11, 2 << 30, 3 << 21, bufferAccess{records: 99, stride: 16, index: 65, indexed: true, offset: 12, size: 4}, true, (1*16+8)*64 + 8 + 4},
		{10, 0, 3 << 28, bufferAccess{records: 100, stride: 16, index: 7, indexed: true, offset: 0, size: 4}, true, 112},
		{10, 0, 0, bufferAccess{records: 100, stride: 16, index: 7, indexed: true, offset: 14, size: 4}, false, 126},
		{11, 0, 1 << 28, bufferAccess{records: 100, stride: 16, index: 99, indexed: true, offset: 14, size: 4}, true, 99*16 + 14},
		{12, 0, 2 << 28, bufferAccess{records: 1, offset: 500, size: 4}, true, 500},
		{12, 0, 3 << 28, bufferAccess{records: 100, offset: 97, size: 4}, false, 97},
	} {
		if got := c.x.inside(c.gen, c.w3); got != c.inside {
			t.Errorf("gfx%d: %+v: inside is %v", c.gen, c.x, got)
		}
		if got := c.x.place(c.gen, c.w1, c.w3); got != c.place {
			t.Errorf("gfx%d: %+v: at %d, want %d", c.gen, c.x, got, c.place)
		}
	}
}

// Exchanges between lanes.
func TestLaneExchange(t *testing.T) {
	code, steps := assemble(t, "gfx1201", "v_permlane16_var_b32 v10, v1, v2\nv_permlanex16_var_b32 v11, v1, v2")
	w := newWave(code)
	for _, run := range steps {
		run(w)
	}
	for lane := range 32 {
		from := lane&^15 | int(w.v[2][lane]&15)
		if w.v[10][lane] != w.v[1][from] || w.v[11][lane] != w.v[1][from^16] {
			t.Fatalf("lane %d", lane)
		}
	}
}

// LDS atomics with two operands, exchanges in pairs, and loads that end in LDS.
func TestLDSRare(t *testing.T) {
	code, steps := assemble(t, "gfx90a", `ds_mskor_rtn_b32 v10, v1, v2, v3 offset:8
ds_wrap_rtn_b32 v11, v1, v2, v3 offset:12
ds_wrxchg2_rtn_b32 v[12:13], v1, v2, v3 offset0:4 offset1:5`)
	w := newWave(code)
	w.exec = 2
	w.v[1][1], w.v[2][1], w.v[3][1] = 0, 0xff00, 0x1200
	copy(w.g.lds[8:], []byte{0x78, 0x56, 0x34, 0x12, 0x00, 0xff, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	for _, run := range steps {
		run(w)
	}
	got := [8]uint32{w.v[10][1], w.v[11][1], w.v[12][1], w.v[13][1]}
	for i := range 4 {
		got[4+i] = uint32(load(w.local(uint64(8+4*i), 4), 4))
	}
	want := [8]uint32{0x12345678, 0x1ff00, 0x04030201, 0x08070605, 0x12341278, 0x10000, 0xff00, 0x1200}
	if got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	if bits.OnesCount64(w.exec) != 1 {
		t.Error("EXEC has changed")
	}
}
