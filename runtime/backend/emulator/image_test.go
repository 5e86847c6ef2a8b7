// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/runtime/backend"
)

// imageTargets are processors with images, one for each layout of descriptors.
var imageTargets = []string{"gfx906", "gfx1030", "gfx1100", "gfx1201"}

// Format numbers: gfx9 has two per format.
var testFormats = map[string]map[string][2]uint32{
	"8_8_8_8_UNORM": {"gfx906": {10, 0}, "gfx1030": {56}, "gfx1100": {42}, "gfx1201": {42}},
	"32_FLOAT":      {"gfx906": {4, 7}, "gfx1030": {22}, "gfx1100": {22}, "gfx1201": {22}},
	"32_UINT":       {"gfx906": {4, 4}, "gfx1030": {20}, "gfx1100": {20}, "gfx1201": {20}},
}

const (
	testWidth, testHeight, testPitch = 5, 3, 64
	identity                         = 4 | 5<<3 | 6<<6 | 7<<9 // x, y, z, w
)

// imageWords returns a descriptor of a linear 2D image.
func imageWords(target string, base uint64, format [2]uint32) (d [8]uint32) {
	d[0], d[1] = uint32(base>>8), uint32(base>>40)
	d[3] = identity | image2D<<28
	w, h := uint32(testWidth-1), uint32(testHeight-1)
	switch target {
	case "gfx906":
		d[1] |= format[0]<<20 | format[1]<<26
		d[2] = w | h<<14
		d[4] = (testPitch - 1) << 13
		return d
	case "gfx1030":
		d[1] |= format[0] << 20
	case "gfx1100":
		d[1] |= format[0] << 20
	case "gfx1201":
		d[1] |= format[0] << 17
	}
	d[1] |= w & 3 << 30
	d[2] = w>>2 | h<<14
	d[4] = testPitch - 1
	return d
}

// prepared is a sequence of instructions that is assembled once for many images.
type prepared struct {
	code  *code
	steps []step
}

var imageSteps = map[string]prepared{}

// prepareImages assembles sequences for [runImage], all in one run of the assembler and of the disassembler.
func prepareImages(t *testing.T, target string, texts ...string) {
	t.Helper()
	var missing []string
	for _, text := range texts {
		text = imageText(target, text)
		if _, ok := imageSteps[target+text]; !ok && !slices.Contains(missing, text) {
			missing = append(missing, text)
		}
	}
	if missing == nil {
		return
	}
	c, steps := assemble(t, target, strings.Join(missing, "\n"))
	for _, text := range missing {
		n := strings.Count(text, "\n") + 1
		imageSteps[target+text] = prepared{c, steps[:n]}
		steps = steps[n:]
	}
}

// runImage runs instructions on an image whose descriptor is in s[8:15]; fill initialises the
// wave's registers. It returns the memory that they write.
func runImage(t *testing.T, target, format string, memory []uint32, text string, sampler [4]uint32, fill func(w *wave)) *wave {
	t.Helper()
	prepareImages(t, target, text)
	text = imageText(target, text)
	code, steps := imageSteps[target+text].code, imageSteps[target+text].steps
	w := newWave(code)
	d, err := New(target)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Alloc(backend.DeviceMemory, uint64(4*len(memory)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Free(p) })
	to := memoryOf(p, len(memory))
	copy(to, memory)
	w.g.d = d
	words := imageWords(target, uint64(p), testFormats[format][target])
	copy(w.s[8:], words[:])
	copy(w.s[16:], sampler[:])
	fill(w)
	for _, run := range steps {
		run(w)
	}
	copy(memory, to)
	return w
}

func memoryOf(p uintptr, n int) []uint32 { return memory[uint32](p, n) }

// imageText adapts an instruction to a generation's syntax: ADDR becomes v4 and v5, DIM the image
// type.
func imageText(target, text string) string {
	addr, dim := "v[4:5]", " dim:SQ_RSRC_IMG_2D"
	switch target {
	case "gfx906":
		dim = ""
		if strings.Contains(text, "image_load") || strings.Contains(text, "image_store") || strings.Contains(text, "image_atomic") {
			dim = " unorm"
		}
	case "gfx1201":
		addr = "[v4, v5]"
		if strings.Contains(text, "image_atomic") {
			text = strings.Replace(strings.Replace(text, "atomic_add", "atomic_add_uint", 1), " glc", " th:TH_ATOMIC_RETURN", 1)
		}
	}
	return strings.NewReplacer("ADDR", addr, "DIM", dim).Replace(text)
}

// texelsOf returns the memory of an image with the texels texel(x, y).
func texelsOf(texel func(x, y int) uint32) []uint32 {
	m := make([]uint32, testPitch*testHeight)
	for y := range testHeight {
		for x := range testWidth {
			m[y*testPitch+x] = texel(x, y)
		}
	}
	return m
}

func TestImageLoadStore(t *testing.T) {
	for _, target := range imageTargets {
		m := texelsOf(func(x, y int) uint32 { return uint32(x*16+y) | 0x40<<8 | uint32(255-x)<<16 | 0xff<<24 })
		w := runImage(t, target, "8_8_8_8_UNORM", m, "image_load v[10:13], ADDR, s[8:15] dmask:0xfDIM\nimage_load v[14:15], ADDR, s[8:15] dmask:0x5DIM", [4]uint32{}, func(w *wave) {
			for lane := range w.size {
				w.v[4][lane], w.v[5][lane] = uint32(lane%6), uint32(lane/6%4)
			}
		})
		for lane := range w.size {
			x, y := lane%6, lane/6%4
			var want [4]float32
			if x < testWidth && y < testHeight {
				want = [4]float32{float32(x*16+y) / 255, 64. / 255, float32(255-x) / 255, 1}
			}
			for i, r := range []int{10, 11, 12, 13} {
				if got := math.Float32frombits(w.v[r][lane]); got != want[i] {
					t.Fatalf("%s: texel %d, %d component %d: %g, want %g", target, x, y, i, got, want[i])
				}
			}
			if a, b := math.Float32frombits(w.v[14][lane]), math.Float32frombits(w.v[15][lane]); a != want[0] || b != want[2] {
				t.Fatalf("%s: texel %d, %d with dmask: %g %g", target, x, y, a, b)
			}
		}
		m = texelsOf(func(x, y int) uint32 { return 7 })
		runImage(t, target, "8_8_8_8_UNORM", m, "image_store v[10:13], ADDR, s[8:15] dmask:0xfDIM", [4]uint32{}, func(w *wave) {
			w.exec = 3
			for lane, at := range [2][2]uint32{{1, 2}, {9, 9}} {
				w.v[4][lane], w.v[5][lane] = at[0], at[1]
				w.v[10][lane], w.v[11][lane], w.v[12][lane], w.v[13][lane] = f(1), f(0.5), f(-3), f(0.2)
			}
		})
		want := texelsOf(func(x, y int) uint32 { return choose[uint32](x == 1 && y == 2, 0x330080ff, 7) })
		if fmt.Sprint(m) != fmt.Sprint(want) {
			t.Errorf("%s: stored %#x", target, m[2*testPitch+1])
		}
	}
}

func TestImageAtomic(t *testing.T) {
	for _, target := range imageTargets {
		m := texelsOf(func(x, y int) uint32 { return 100 })
		w := runImage(t, target, "32_UINT", m, "image_atomic_add v10, ADDR, s[8:15] dmask:0x1DIM glc", [4]uint32{}, func(w *wave) {
			for lane := range w.size {
				w.v[4][lane], w.v[5][lane], w.v[10][lane] = 2, 1, 3
			}
		})
		if got := m[testPitch+2]; got != 100+3*uint32(w.size) {
			t.Errorf("%s: the sum is %d", target, got)
		}
		if w.v[10][0] != 100 || w.v[10][1] != 103 {
			t.Errorf("%s: old values %d, %d", target, w.v[10][0], w.v[10][1])
		}
	}
}

// wrapped applies HIP's address modes to a texel's index; -1 is the border.
func wrapped(mode uint32, i, n int) int {
	switch mode {
	case clampWrap:
		return ((i % n) + n) % n
	case clampMirror:
		if i = ((i % (2 * n)) + 2*n) % (2 * n); i >= n {
			return 2*n - 1 - i
		}
		return i
	case clampLast:
		return min(max(i, 0), n-1)
	}
	if i < 0 || i >= n {
		return -1
	}
	return i
}

// Compares samples with the formulas of the CUDA programming guide ("Texture Fetching"), for every
// address mode, point and linear filtering, normalised coordinates or not.
func TestImageSample(t *testing.T) {
	value := func(x, y int) float64 { return float64(x*x) + 10*float64(y) - 3 }
	for _, target := range imageTargets {
		for _, mode := range []uint32{clampWrap, clampMirror, clampLast, clampBorder} {
			for _, linear := range []bool{false, true} {
				for _, normalised := range []bool{false, true} {
					if mode < clampLast && !normalised {
						continue
					}
					checkSample(t, target, value, mode, linear, normalised)
				}
			}
		}
	}
}

func checkSample(t *testing.T, target string, value func(x, y int) float64, mode uint32, linear, normalised bool) {
	t.Helper()
	sampler := [4]uint32{mode | mode<<3 | mode<<6, 0, 0, 0}
	if !normalised {
		sampler[0] |= 1 << 15
	}
	if linear {
		sampler[2] = 1<<20 | 1<<22
	}
	m := texelsOf(func(x, y int) uint32 { return f(float32(value(x, y))) })
	at := func(lane int) (x, y float64) { return float64(lane%11)*0.75 - 1.5, float64(lane/11)*1.25 - 1 }
	w := runImage(t, target, "32_FLOAT", m, "image_sample_lz v10, ADDR, s[8:15], s[16:19] dmask:0x1DIM", sampler, func(w *wave) {
		for lane := range w.size {
			x, y := at(lane)
			if normalised {
				x, y = x/testWidth, y/testHeight
			}
			w.v[4][lane], w.v[5][lane] = f(float32(x)), f(float32(y))
		}
	})
	read := func(x, y int) float64 {
		x, y = wrapped(mode, x, testWidth), wrapped(mode, y, testHeight)
		if x < 0 || y < 0 {
			return 0
		}
		return value(x, y)
	}
	for lane := range w.size {
		x, y := at(lane)
		want := read(int(math.Floor(x)), int(math.Floor(y)))
		if linear {
			i, j := math.Floor(x-0.5), math.Floor(y-0.5)
			a, b := x-0.5-i, y-0.5-j
			xi, yj := int(i), int(j)
			want = (1-a)*(1-b)*read(xi, yj) + a*(1-b)*read(xi+1, yj) + (1-a)*b*read(xi, yj+1) + a*b*read(xi+1, yj+1)
		}
		got := float64(math.Float32frombits(w.v[10][lane]))
		// A weight has eight bits; at an edge either neighbour may be the nearest texel.
		if edge := !linear && normalised && (x == math.Floor(x) || y == math.Floor(y)); !edge && math.Abs(got-want) > 0.2 {
			t.Fatalf("%s: mode %d, linear %v, normalised %v at %g, %g: %g, want %g", target, mode, linear, normalised, x, y, got, want)
		}
	}
}

func TestImageGather(t *testing.T) {
	for _, target := range []string{"gfx906", "gfx1030", "gfx1100", "gfx1201"} {
		m := texelsOf(func(x, y int) uint32 { return f(float32(10*y + x)) })
		w := runImage(t, target, "32_FLOAT", m, "image_gather4_lz v[10:13], ADDR, s[8:15], s[16:19] dmask:0x1DIM", [4]uint32{clampLast | clampLast<<3 | 1<<15}, func(w *wave) {
			for lane := range w.size {
				w.v[4][lane], w.v[5][lane] = f(2.2), f(1.7)
			}
		})
		for i, want := range []float32{21, 22, 12, 11} {
			if got := math.Float32frombits(w.v[10+i][0]); got != want {
				t.Errorf("%s: component %d is %g, want %g", target, i, got, want)
			}
		}
	}
}

// Every component of every format is unchanged after writing and reading, if the format can
// represent it.
func TestTexelFormats(t *testing.T) {
	for gen, names := range formatNames {
		for n, name := range names[1:] {
			f, err := parseFormat(name)
			if err != nil {
				t.Fatalf("gfx%d format %d: %v", gen, n+1, err)
			}
			for _, in := range [][4]float64{{0, 1, 0, 1}, {1, 0, 1, 0}, {1, 1, 1, 1}} {
				var memory [16]byte
				src := texel{}
				for i, v := range in {
					src[i] = choose(f.integer(), uint32(v), math.Float32bits(float32(v)))
				}
				f.write(hostOf(&memory), src)
				got := f.read(hostOf(&memory))
				for i := range f.bits {
					if got[i] != src[i] {
						t.Errorf("gfx%d %s: component %d: %#x, want %#x", gen, name, i, got[i], src[i])
					}
				}
			}
		}
	}
}

func hostOf(b *[16]byte) unsafe.Pointer { return unsafe.Pointer(b) }
