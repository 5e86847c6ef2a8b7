// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gohipcc/runtime/backend"
)

// Conversions, by the definitions of the ISA documents ("Vector ALU Instructions"): to integers
// towards zero unless the name says otherwise, saturating, and 0 for NaN.
var conversionCases = []vectorCase{
	{"gfx906 gfx1100", "v_cvt_i32_f32 v0, v1", f(-2.9), 0, 0, 0xfffffffe},
	{"gfx906 gfx1100", "v_cvt_i32_f32 v0, v1", f(3e9), 0, 0, 0x7fffffff},
	{"gfx906 gfx1100", "v_cvt_i32_f32 v0, v1", f(-3e9), 0, 0, 0x80000000},
	{"gfx906 gfx1100", "v_cvt_i32_f32 v0, v1", 0x7fc00000, 0, 0, 0},
	{"gfx906 gfx1100", "v_cvt_u32_f32 v0, v1", f(-1), 0, 0, 0},
	{"gfx906 gfx1100", "v_cvt_u32_f32 v0, v1", 0x7f800000, 0, 0, 0xffffffff},
	{"gfx906 gfx1100", "v_cvt_f32_i32 v0, v1", 0xfeffffff, 0, 0, uint64(f(-0x1000000))}, // to even
	{"gfx906 gfx1100", "v_cvt_f32_u32 v0, v1", 0xffffffff, 0, 0, uint64(f(0x1p32))},
	{"gfx906", "v_cvt_rpi_i32_f32 v0, v1", f(-1.5), 0, 0, 0xffffffff}, // the floor of x + 1/2
	{"gfx906", "v_cvt_rpi_i32_f32 v0, v1", f(2.5), 0, 0, 3},
	{"gfx906", "v_cvt_flr_i32_f32 v0, v1", f(-1.5), 0, 0, 0xfffffffe},
	{"gfx1100", "v_cvt_nearest_i32_f32 v0, v1", f(2.5), 0, 0, 3},
	{"gfx1100", "v_cvt_floor_i32_f32 v0, v1", f(-0.25), 0, 0, 0xffffffff},
	{"gfx906 gfx1100", "v_cvt_off_f32_i4 v0, v1", 0xf8, 0, 0, uint64(f(-0.5))},
	{"gfx906 gfx1100", "v_cvt_off_f32_i4 v0, v1", 0x07, 0, 0, uint64(f(0.4375))},
	{"gfx906 gfx1100", "v_cvt_f32_ubyte0 v0, v1", 0x04030201, 0, 0, uint64(f(1))},
	{"gfx906 gfx1100", "v_cvt_f32_ubyte3 v0, v1", 0xff030201, 0, 0, uint64(f(255))},
	{"gfx906 gfx1100", "v_cvt_pk_u8_f32 v0, v1, v2, v3", f(300), 1, 0x11223344, 0x1122ff44},
	{"gfx906 gfx1100", "v_cvt_pk_u8_f32 v0, v1, v2, v3", f(-3), 3, 0x11223344, 0x00223344},
	{"gfx906", "v_cvt_pkrtz_f16_f32 v0, v1, v2", f(-1.9999999), f(65535), 0, 0x7bffbfff},
	{"gfx1100", "v_cvt_pk_rtz_f16_f32 v0, v1, v2", f(0x1.ffcp-15), f(1e6), 0, 0x7bff03ff},
	{"gfx906", "v_cvt_pknorm_i16_f32 v0, v1, v2", f(-1), f(2), 0, 0x7fff8001},
	{"gfx906", "v_cvt_pknorm_u16_f32 v0, v1, v2", f(0.5), f(-2), 0, 0x00008000},
	{"gfx906 gfx1100", "v_cvt_pk_u16_u32 v0, v1, v2", 70000, 7, 0, 0x0007ffff},
	{"gfx906 gfx1100", "v_cvt_pk_i16_i32 v0, v1, v2", 0xfffe0000, 40000, 0, 0x7fff8000},
	{"gfx906", "v_cvt_f16_f32 v0, v1", f(1 + 0x1p-11), 0, 0, 0x3c00}, // to even; gfx9 clears the upper half
	{"gfx906 gfx1100", "v_cvt_f32_f16 v0, v1", 0xabcd0001, 0, 0, uint64(f(0x1p-24))},
	{"gfx906", "v_cvt_u16_f16 v0, v1", 0xbc00, 0, 0, 0},
	{"gfx906", "v_cvt_i16_f16 v0, v1", 0xc500, 0, 0, 0xfffb},
	{"gfx906", "v_cvt_f16_u16 v0, v1", 0xffff, 0, 0, 0x7c00},
	{"gfx906", "v_cvt_f16_i16 v0, v1", 0x8000, 0, 0, 0xf800},
	{"gfx906 gfx1100", "v_cvt_f64_f32 v[10:11], v1", f(1.5), 0, 0, math.Float64bits(1.5)},
	{"gfx906 gfx1100", "v_cvt_f64_i32 v[10:11], v1", 0xfffffffd, 0, 0, math.Float64bits(-3)},
	{"gfx906 gfx1100", "v_cvt_f64_u32 v[10:11], v1", 0xffffffff, 0, 0, math.Float64bits(0xffffffff)},
	{"gfx906 gfx1100", "v_cvt_f32_f64 v0, v[2:3]", 0, 0x20000000, 0x3ff00000, uint64(f(1 + 0x1p-23))},
	{"gfx906 gfx1100", "v_cvt_i32_f64 v0, v[2:3]", 0, 0, 0xc1e00000, 0x80000000},
	{"gfx906 gfx1100", "v_cvt_u32_f64 v0, v[2:3]", 0, 0xffffffff, 0x41efffff, 0xffffffff},
	{"gfx906 gfx1100", "v_cvt_u32_f64 v0, v[2:3]", 0, 0, 0xbff80000, 0},
	{"gfx950", "v_cvt_scalef32_pk_fp8_f32 v0, 1.0, -2.0, v3", 0, 0, f(1), 0xaaaac038}, // constants
	{"gfx950", "v_cvt_sr_f16_f32 v0, v1, v2", f(1 + 0.75/1024), 0, 0, 0xaaaa3c00},     // no chance of rounding up
	{"gfx950", "v_cvt_sr_f16_f32 v0, v1, v2", f(1 + 0.75/1024), 0xffffffff, 0, 0xaaaa3c01},
	{"gfx950", "v_cvt_sr_bf16_f32 v0, v1, v2", f(-1 - 0.75/128), 0, 0, 0xaaaabf80},
	{"gfx950", "v_cvt_sr_bf16_f32 v0, v1, v2", f(-1 - 0.75/128), 0xffffffff, 0, 0xaaaabf81},
}

func TestConversions(t *testing.T) { runVectorCases(t, conversionCases) }

// TestLoadsToLDS loads into shared memory: a lane's address is M0 plus the instruction's offset
// plus the lane's index times the element size, of at least four bytes (CDNA3 ISA, "Memory
// Instructions: LDS from memory").
func TestLoadsToLDS(t *testing.T) {
	const m0 = 64
	for _, c := range []struct {
		target, text string
		offset       int
		width        int                                 // distance between lanes in bytes
		want         func(m []uint32, lane int) []uint32 // what lane reads, as indices into memory
	}{
		{"gfx942", "global_load_lds_dword v[4:5], off offset:16", 16, 4, func(m []uint32, i int) []uint32 { return m[63-i+4 : 63-i+5] }},
		{"gfx942", "global_load_lds_ubyte v[4:5], off", 0, 4, func(m []uint32, i int) []uint32 { return []uint32{m[63-i] & 0xff} }},
		{"gfx942", "global_load_lds_sshort v[4:5], off", 0, 4, func(m []uint32, i int) []uint32 { return []uint32{uint32(int32(int16(m[63-i])))} }},
		{"gfx906 gfx90a", "buffer_load_dword v4, s[8:11], 0 offen offset:8 lds", 8, 4, func(m []uint32, i int) []uint32 { return m[63-i+2 : 63-i+3] }},
		{"gfx942", "buffer_load_sbyte v4, s[8:11], 0 offen lds", 0, 4, func(m []uint32, i int) []uint32 { return []uint32{uint32(int32(int8(m[63-i])))} }},
		{"gfx950", "global_load_lds_dwordx4 v[4:5], off", 0, 16, func(m []uint32, i int) []uint32 { return m[63-i : 63-i+4] }},
		{"gfx950", "global_load_lds_dwordx3 v[4:5], off", 0, 12, func(m []uint32, i int) []uint32 { return m[63-i : 63-i+3] }},
	} {
		for _, target := range strings.Fields(c.target) {
			code, steps := assemble(t, target, c.text)
			w := newWave(code)
			d, err := New(target)
			if err != nil {
				t.Fatal(err)
			}
			p, err := d.Alloc(backend.DeviceMemory, 4*80)
			if err != nil {
				t.Fatal(err)
			}
			m := memoryOf(p, 80)
			for i := range m {
				m[i] = uint32(i)*0x01030507 + 0xf0
			}
			w.g.d = d
			w.s[regM0] = m0
			w.s[8], w.s[9], w.s[10], w.s[11] = uint32(p), uint32(uint64(p)>>32), 4*80, 0x27000
			for lane := range 64 {
				at := uint64(p) + uint64(4*(63-lane))
				if strings.HasPrefix(c.text, "buffer") {
					at = uint64(4 * (63 - lane))
				}
				w.v[4][lane], w.v[5][lane] = uint32(at), uint32(at>>32)
			}
			w.exec = w.all &^ 2 // lane 1 is inactive: its element is not changed
			steps[0](w)
			for lane := range 64 {
				want := c.want(m, lane)
				for i := range want {
					if lane == 1 {
						want = make([]uint32, len(want))
					}
					if got := uint32(load(w.local(uint64(m0+c.offset+lane*c.width+4*i), 4), 4)); got != want[i] {
						t.Errorf("%s: %s: lane %d, word %d: %#x, want %#x", target, c.text, lane, i, got, want[i])
					}
				}
			}
			d.Free(p)
		}
	}
}

// imageDim adapts the image type in an image instruction to gfx9 or to the others.
func imageDim(target, dim string, registers int) *strings.Replacer {
	d := " dim:SQ_RSRC_IMG_" + dim
	addr := fmt.Sprintf("v[4:%d]", 3+registers)
	switch target {
	case "gfx906":
		d = " unorm"
		if strings.Contains(dim, "ARRAY") || dim == "CUBE" {
			d += " da"
		}
	case "gfx1201":
		addr = "[" + strings.Join([]string{"v4", "v5", "v6"}[:registers], ", ") + "]"
	}
	if registers == 1 {
		addr = "v4"
	}
	return strings.NewReplacer("ADDR", addr, "DIM", d)
}

const (
	loadTexel  = "image_load v10, ADDR, s[8:15] dmask:0x1DIM"
	storeTexel = "image_store v10, ADDR, s[8:15] dmask:0x1DIM"
)

// imageKinds are the types of images beside that of two dimensions.
var imageKinds = []struct {
	dim       string
	kind      uint32
	registers int
	first     uint32 // first slice in the descriptor
}{
	{"1D", image1D, 1, 0}, {"3D", image3D, 3, 0}, {"CUBE", imageCube, 3, 0}, {"1D_ARRAY", image1DArray, 2, 0},
	{"2D_ARRAY", image2DArray, 3, 0}, {"2D_ARRAY", image2DArray, 3, 2},
}

// prepareKinds assembles the instructions of [TestImageKinds].
func prepareKinds(t *testing.T, target string) {
	t.Helper()
	var texts []string
	for _, c := range imageKinds {
		r := imageDim(target, c.dim, c.registers)
		texts = append(texts, r.Replace(loadTexel), r.Replace(storeTexel))
	}
	prepareImages(t, target, texts...)
}

// TestImageKinds loads and stores texels of images of all types, inside and outside of them: a
// texel of slice z follows all rows of the preceding slices.
func TestImageKinds(t *testing.T) {
	const slices = 6
	for _, target := range imageTargets {
		prepareKinds(t, target)
		for _, c := range imageKinds {
			height := testHeight
			if c.kind == image1D || c.kind == image1DArray {
				height = 1
			}
			depth := slices
			if c.kind == image1D {
				depth = 1
			}
			m := make([]uint32, testPitch*testHeight*slices)
			for i := range m {
				m[i] = 1000 + uint32(i)
			}
			index := func(x, y, z int) int { return ((z+int(c.first))*height+y)*testPitch + x }
			texel := func(lane int) (x, y, z int) {
				x, y, z = lane%7-1, lane/7%2+lane/28, lane/7%5
				if height == 1 {
					y = 0
				}
				if c.kind == image1D {
					z = 0
				}
				return x, y, z
			}
			inside := func(x, y, z int) bool {
				return x >= 0 && x < testWidth && y < height && z < depth-int(c.first)
			}
			address := func(w *wave) {
				w.s[11] = w.s[11]&^(0xf<<28) | c.kind<<28
				switch {
				case target == "gfx906":
					w.s[12] |= slices - 1
					w.s[13] = c.first
				case c.kind == image1D:
					w.s[12] = testPitch - 1
				default:
					w.s[12] = slices - 1 | c.first<<16
				}
				for lane := range w.size {
					x, y, z := texel(lane)
					place := []int{x, y, z}
					if c.kind == image1DArray {
						place = []int{x, z}
					}
					for i, v := range place[:c.registers] {
						w.v[4+i][lane] = uint32(v)
					}
				}
			}
			name := func(text string) string { return imageDim(target, c.dim, c.registers).Replace(text) }
			w := runImage(t, target, "32_UINT", m, name(loadTexel), [4]uint32{}, address)
			for lane := range w.size {
				x, y, z := texel(lane)
				want := uint32(0)
				if inside(x, y, z) {
					want = m[index(x, y, z)]
				}
				if w.v[10][lane] != want {
					t.Fatalf("%s: %s from slice %d: texel %d, %d, %d is %d, want %d", target, c.dim, c.first, x, y, z, w.v[10][lane], want)
				}
			}
			want := append([]uint32(nil), m...)
			runImage(t, target, "32_UINT", m, name(storeTexel), [4]uint32{}, func(w *wave) {
				address(w)
				for lane := range w.size {
					x, y, z := texel(lane)
					w.v[10][lane] = uint32(7*x + 11*y + 13*z)
					if inside(x, y, z) {
						want[index(x, y, z)] = w.v[10][lane]
					}
				}
			})
			if fmt.Sprint(m) != fmt.Sprint(want) {
				t.Errorf("%s: %s from slice %d: what was stored lies elsewhere", target, c.dim, c.first)
			}
		}
	}
}

// TestImageD16 loads and stores halves, two per register: numbers of normalised formats as halves,
// integers as the low 16 bits.
func TestImageD16(t *testing.T) {
	for _, target := range imageTargets {
		m := texelsOf(func(x, y int) uint32 { return 0xff804000 | uint32(x*16+y) })
		address := func(w *wave) {
			for lane := range w.size {
				w.v[4][lane], w.v[5][lane] = uint32(lane%testWidth), uint32(lane/testWidth%testHeight)
			}
		}
		w := runImage(t, target, "8_8_8_8_UNORM", m, "image_load v[10:11], ADDR, s[8:15] dmask:0xfDIM d16\nimage_load v12, ADDR, s[8:15] dmask:0x8DIM d16", [4]uint32{}, address)
		for lane := range w.size {
			x, y := lane%testWidth, lane/testWidth%testHeight
			half := func(v int) uint32 { return uint32(toHalf(float64(float32(v) / 255))) }
			want := [3]uint32{half(x*16+y) | half(0x40)<<16, half(0x80) | 0x3c00<<16, 0x3c00}
			if got := [3]uint32{w.v[10][lane], w.v[11][lane], w.v[12][lane] & 0xffff}; got != want {
				t.Fatalf("%s: texel %d, %d: %#x, want %#x", target, x, y, got, want)
			}
		}
		runImage(t, target, "8_8_8_8_UNORM", m, "image_store v[10:11], ADDR, s[8:15] dmask:0xfDIM d16", [4]uint32{}, func(w *wave) {
			address(w)
			for lane := range w.size {
				w.v[10][lane], w.v[11][lane] = 0xbc003800, 0x40003c00 // 0.5, -1, 1, 2
			}
		})
		if want := texelsOf(func(x, y int) uint32 { return 0xffff0080 }); fmt.Sprint(m) != fmt.Sprint(want) {
			t.Errorf("%s: stored %#x", target, m[0])
		}
		m = texelsOf(func(x, y int) uint32 { return 0x12340000 + uint32(x) })
		w = runImage(t, target, "32_UINT", m, "image_load v10, ADDR, s[8:15] dmask:0x1DIM d16", [4]uint32{}, address)
		for lane := range w.size {
			if got, want := w.v[10][lane]&0xffff, uint32(lane%testWidth); got != want {
				t.Fatalf("%s: an integer is %#x, want %#x", target, got, want)
			}
		}
	}
}

// TestSRGB compares the conversion of colours with its definition (IEC 61966-2-1) and its inverse;
// alpha is not converted.
func TestSRGB(t *testing.T) {
	for _, c := range []struct{ coded, linear float64 }{{0, 0}, {0.04, 0.04 / 12.92}, {0.5, 0.21404114048223255}, {1, 1}} {
		if got := fromSRGB(c.coded, 0); math.Abs(got-c.linear) > 1e-12 {
			t.Errorf("%g is %g, want %g", c.coded, got, c.linear)
		}
		if got := toSRGB(c.linear, 1); math.Abs(got-c.coded) > 1e-9 {
			t.Errorf("%g becomes %g, want %g", c.linear, got, c.coded)
		}
	}
	if fromSRGB(0.5, 3) != 0.5 || toSRGB(0.5, 3) != 0.5 {
		t.Error("alpha is converted")
	}
}
