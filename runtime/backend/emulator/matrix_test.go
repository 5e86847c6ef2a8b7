// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
)

// Compares matrix instructions with a product on the host. The layouts here are derived
// independently of the emulator's, from the equations of AMD's Matrix Instruction Calculator (and
// for F8F6F4, which it lacks, from the table in Composable Kernel's test).

// smallValues are exact in every format; their bits without the sign follow.
var smallValues = []float64{0, 0.5, 1, 1.5, 2, 3}

var smallBits = map[string][]uint64{
	"fp8": {0, 0x30, 0x38, 0x3c, 0x40, 0x44}, "bf8": {0, 0x38, 0x3c, 0x3e, 0x40, 0x42},
	"fp8 fnuz": {0, 0x38, 0x40, 0x44, 0x48, 0x4c}, "bf8 fnuz": {0, 0x3c, 0x40, 0x42, 0x44, 0x46},
	"fp6": {0, 4, 8, 12, 16, 20}, "bf6": {0, 8, 12, 14, 16, 18}, "fp4": {0, 1, 2, 3, 4, 5},
	"f16": {0, 0x3800, 0x3c00, 0x3e00, 0x4000, 0x4200}, "bf16": {0, 0x3f00, 0x3f80, 0x3fc0, 0x4000, 0x4040},
}

var typeWidth = map[string]int{"f64": 64, "f32": 32, "xf32": 32, "i32": 32, "f16": 16, "bf16": 16, "fp8": 8, "bf8": 8, "fp8 fnuz": 8, "bf8 fnuz": 8, "i8": 8, "u8": 8, "i4": 4, "u4": 4, "fp6": 6, "bf6": 6, "fp4": 4}

// smallFloat is a format of floating point of at most 16 bits.
type smallFloat struct {
	exponent, fraction, bias int
	special                  string // ieee: infinities and NaN in the last exponent; fn: one NaN of each sign; fnuz: NaN for -0
}

var smallFloats = map[string]smallFloat{
	"fp8": {4, 3, 7, "fn"}, "bf8": {5, 2, 15, "ieee"}, "fp8 fnuz": {4, 3, 8, "fnuz"}, "bf8 fnuz": {5, 2, 16, "fnuz"},
	"fp6": {2, 3, 1, ""}, "bf6": {3, 2, 3, ""}, "fp4": {2, 1, 1, ""}, "f16": {5, 10, 15, "ieee"}, "bf16": {8, 7, 127, "ieee"},
}

// value decodes bits; false for those of no finite number.
func (f smallFloat) value(bits uint64) (float64, bool) {
	m, e := int(bits&(1<<f.fraction-1)), int(bits>>f.fraction&(1<<f.exponent-1))
	negative := bits>>(f.fraction+f.exponent)&1 == 1
	last := e == 1<<f.exponent-1
	switch {
	case f.special == "ieee" && last, f.special == "fn" && last && m == 1<<f.fraction-1, f.special == "fnuz" && negative && e == 0 && m == 0:
		return 0, false
	case e > 0:
		m |= 1 << f.fraction
	default:
		e = 1
	}
	v := math.Ldexp(float64(m), e-f.bias-f.fraction)
	if negative {
		v = -v
	}
	return v, true
}

// bits rounds a number once, to the nearest, to a format that has infinities.
func (f smallFloat) bits(v float64) uint64 {
	sign := uint64(0)
	if math.Signbit(v) {
		sign, v = 1<<(f.exponent+f.fraction), -v
	}
	least := 1 - f.bias
	e := least
	if v != 0 {
		e = max(math.Ilogb(v), least)
	}
	n := math.RoundToEven(math.Ldexp(v, f.fraction-e)) // a carry goes on into the exponent
	infinite := uint64(1<<f.exponent-1) << f.fraction
	if v > math.MaxFloat32*2 || e > f.bias {
		return sign | infinite
	}
	return sign | min(uint64(e-least)<<f.fraction+uint64(n), infinite)
}

// anyElement returns a finite value of all that a format has, and its bits.
func anyElement(r *rand.Rand, typ string) (float64, uint64) {
	switch typ {
	case "f64":
		v := math.Ldexp(r.Float64()-0.5, r.IntN(400)-200)
		return v, math.Float64bits(v)
	case "f32", "xf32":
		for {
			v := math.Float32frombits(r.Uint32())
			if typ == "xf32" { // the bits beyond ten of the fraction count for nothing
				v = math.Float32frombits(math.Float32bits(v) &^ 0x1fff)
			}
			if d := float64(v); d-d == 0 {
				low := uint32(0)
				if typ == "xf32" {
					low = r.Uint32() & 0x1fff
				}
				return d, uint64(math.Float32bits(v) | low)
			}
		}
	}
	f, ok := smallFloats[typ]
	if !ok {
		return randomElement(r, typ)
	}
	for {
		bits := r.Uint64() & (1<<typeWidth[typ] - 1)
		if v, finite := f.value(bits); finite {
			return v, bits
		}
	}
}

// randomElement returns a value and its bits.
func randomElement(r *rand.Rand, typ string) (float64, uint64) {
	switch typ {
	case "i8":
		v := r.IntN(256) - 128
		return float64(v), uint64(uint8(v))
	case "u8":
		v := r.IntN(256)
		return float64(v), uint64(v)
	case "i4":
		v := r.IntN(16) - 8
		return float64(v), uint64(v & 15)
	case "u4":
		v := r.IntN(16)
		return float64(v), uint64(v)
	}
	n, negative := r.IntN(len(smallValues)), r.IntN(2) == 1
	v := smallValues[n]
	if n > 0 && negative {
		v = -v
	}
	switch typ {
	case "f64":
		return v, math.Float64bits(v)
	case "f32", "xf32":
		return v, uint64(math.Float32bits(float32(v)))
	}
	bits := smallBits[typ][n]
	if v < 0 {
		bits |= 1 << (typeWidth[typ] - 1)
	}
	return v, bits
}

// matrixCase is a kernel of matrix.hip.
type matrixCase struct {
	kind, out       string
	m, n, k, blocks int
	a, b            string // types
	gen, wave       int
	set             int // for sparse indices
	selA, selB      int // selected bytes of the scales
	clamp           bool
	thousand        bool // of the bfloat16 instructions with twice the depth
	element         func(r *rand.Rand, typ string) (float64, uint64)
}

var matrixKernel = regexp.MustCompile(`^(mfma|smfmac|wmma|swmmac|high|broadcast|rotate)_(\w+?)_(\d+)x(\d+)x(\d+)_?(xf32|f16|bf16|f32|f64|i8|iu8|iu4|fp8|bf8)(?:_(fp8|bf8))?(?:_1k)?(?:_(\d))?$`)

// signsOf tells for the calls in matrix.hip whether A and B are signed, and whether the result is
// clamped.
var signsOf = map[string][3]bool{
	"11 64 16x16x16 iu4": {true, false, false}, "11 32 16x16x16 iu8": {true, false, false}, "11 32 16x16x16 iu4": {false, true, true}, "11 64 16x16x16 iu8": {true, true, false},
	"12 32 16x16x16 iu8": {true, false, false}, "12 32 16x16x16 iu4": {false, true, true}, "12 32 16x16x32 iu4": {true, true, false},
	"12 32 16x16x32 iu8": {true, false, false}, "12 32 16x16x64 iu4": {false, true, true},
	"12 64 16x16x16 iu8": {true, false, false}, "12 64 16x16x16 iu4": {true, false, false}, "12 64 16x16x32 iu8": {true, false, false},
	"12 64 16x16x32 iu4": {true, false, false}, "12 64 16x16x64 iu4": {true, false, false},
}

func parseMatrixCase(t *testing.T, name string, c *code) matrixCase {
	t.Helper()
	num := func(s string) int { n, _ := strconv.Atoi(s); return n }
	if p := strings.Split(name, "_"); p[0] == "scale" {
		micro := []string{"fp8", "bf8", "fp6", "bf6", "fp4"}
		s := strings.Split(p[2], "x")
		return matrixCase{kind: "scale", out: "f32", m: num(s[0]), n: num(s[1]), k: num(s[2]), blocks: 1, a: micro[num(p[3])], b: micro[num(p[4])],
			gen: 9, wave: 64, selA: num(p[5]), selB: num(p[6])}
	}
	p := matrixKernel.FindStringSubmatch(name)
	if p == nil {
		t.Fatalf("kernel %s", name)
	}
	x := matrixCase{kind: p[1], out: p[2], m: num(p[3]), n: num(p[4]), k: num(p[5]), blocks: 1, a: p[6], b: p[7], gen: c.gen, wave: c.waveSize, set: num(p[8])}
	if x.b == "" {
		x.b = x.a
	}
	x.thousand = strings.HasSuffix(name, "_1k")
	if strings.HasPrefix(x.a, "iu") {
		s, ok := signsOf[fmt.Sprintf("%d %d %dx%dx%d %s", x.gen, x.wave, x.m, x.n, x.k, x.a)]
		if !ok {
			t.Fatalf("%s: no signs", name)
		}
		width := x.a[2:]
		x.a, x.b, x.clamp = choose(s[0], "i", "u")+width, choose(s[1], "i", "u")+width, s[2]
	}
	if c.target == "gfx942" && strings.HasSuffix(x.a, "8") && x.a != "i8" {
		x.a, x.b = x.a+" fnuz", x.b+" fnuz"
	}
	// On CDNA each of the wave's 64 lanes has at least one k: small shapes have several blocks.
	switch shape := fmt.Sprintf("%dx%dx%d", x.m, x.n, x.k); {
	case x.gen == 9 && x.m == 4 && x.out == "f64":
		x.blocks = 4
	case x.gen == 9 && x.m == 4:
		x.blocks = 16
	case strings.Contains(" 16x16x1 16x16x2 32x32x1 32x32x2 16x16x4 32x32x4 ", " "+shape+" ") && x.many(shape):
		x.blocks = 64 / x.m
	}
	return x
}

// many distinguishes shapes with several blocks from others of the same size, by the size of the
// type.
func (x *matrixCase) many(shape string) bool {
	switch shape {
	case "16x16x1", "32x32x1", "16x16x2":
		return true
	case "32x32x2":
		return x.a == "bf16"
	case "16x16x4":
		return x.a == "f16" || x.a == "bf16" || x.a == "i8"
	}
	return x.a == "f16" || x.a == "bf16" && x.thousand || x.a == "i8"
}

func (x *matrixCase) sparse() bool { return x.kind == "smfmac" || x.kind == "swmmac" }

// inputPlace returns the lane and the index in it of A's row or B's column i, and k. For a sparse
// A, k counts only stored elements.
func (x *matrixCase) inputPlace(block, i, k, rows, depth int, typ string) (lane, element int) {
	width := typeWidth[typ]
	switch {
	case x.kind == "scale" && width == 8:
		return i + k%(16*64/rows)/16*rows, k/(16*64/rows)*16 + k%16
	case x.gen == 9:
		per := depth * rows * x.blocks / 64
		return block*rows + k/per*rows*x.blocks + i, k % per
	case x.gen == 11:
		return i, k
	case x.sparse():
		return x.sparsePlace(i, k*x.k/depth, width, depth != x.k, x.k/depth)
	}
	return x.densePlace(i, k, width)
}

// densePlace returns the position on gfx12, from the calculator's InstCalcGfx12.
func (x *matrixCase) densePlace(i, k, width int) (lane, element int) {
	per := 32 / width
	switch {
	case x.wave == 32 && width == 16:
		return 16*(k/4%2) + i, (2*(k/8)+k/2%2)*per + k%2
	case x.wave == 32 && (width == 8 || x.k == 16):
		return 16*(k/8) + i, k % 8
	case x.wave == 32:
		return 16*(k/16) + i, k % 16
	case width == 16:
		return 32*(k/8%2) + 16*(k/4%2) + i, k % 4
	case width == 8:
		return 32*(k/4%2) + 16*(k/8%2) + i, k % 4
	case x.k == 16:
		return 16*(k/8) + i, k % 8
	}
	return 32*(k/8%2) + 16*(k/16%2) + i, k % 8
}

// sparsePlace returns the position on gfx12 for SWMMAC. k is that of the whole matrix; isA halves
// it.
func (x *matrixCase) sparsePlace(i, k, width int, isA bool, every int) (lane, element int) {
	part := func(per, k int) int { return k % per / every }
	switch {
	case x.wave == 32 && width == 16:
		return 16*(k/8%2) + i, k/16*8/every + part(8, k)
	case x.wave == 32 && (width == 8 || x.k == 32):
		return 16*(k/16) + i, part(16, k)
	case x.wave == 32:
		return 16*(k/32) + i, part(32, k)
	case width == 16:
		return 16*(k/8) + i, part(8, k)
	case width == 4 && x.k == 32 && isA:
		return 16*(k/16) + i, part(16, k)
	case width == 8 || x.k == 32:
		return 32*(k/8%2) + 16*(k/16) + i, part(8, k)
	}
	return 32*(k/16%2) + 16*(k/32) + i, part(16, k)
}

// outputPlace returns the lane and the bit of an element of C and D.
func (x *matrixCase) outputPlace(block, i, j int) (lane, bit int) {
	width := typeWidth[x.out]
	switch {
	case x.gen == 11:
		rows := x.wave / 16
		bit = i / rows * 32
		if x.kind == "high" {
			bit += 16
		}
		return 16*(i%rows) + j, bit
	case x.gen == 12 && x.wave == 32:
		return 16*(i/8) + j, i % 8 * width
	case x.gen == 12:
		return 32*(i/4%2) + 16*(i/8) + j, i % 4 * width
	}
	tall := choose(x.out == "f64", 1, 4)
	rows := 64 / x.n
	blocks := (64*tall + x.m*x.n - 1) / (x.m * x.n)
	register := block*(x.m*x.n/64) + i/(tall*rows)*tall + i%tall
	return block%blocks*x.n + i/tall%rows*blocks*x.n + j, register * width
}

// image is the registers of a wave.
type image struct {
	words     []uint32
	registers int
}

func newImage(wave, registers int, r *rand.Rand) *image {
	m := &image{make([]uint32, wave*registers), registers}
	for i := range m.words {
		m.words[i] = r.Uint32()
	}
	return m
}

func (m *image) set(lane, bit, width int, v uint64) {
	for n := range width {
		w := &m.words[lane*m.registers+(bit+n)/32]
		*w = *w&^(1<<((bit+n)%32)) | uint32(v>>n&1)<<((bit+n)%32)
	}
}

func (m *image) get(lane, bit, width int) (v uint64) {
	for n := range width {
		v |= uint64(m.words[lane*m.registers+(bit+n)/32]>>((bit+n)%32)&1) << n
	}
	return v
}

// operandRegisters returns the number of registers per lane for rows*depth elements.
func (x *matrixCase) operandRegisters(rows, depth int, typ string) int {
	switch {
	case x.kind == "scale":
		return 8
	case x.gen == 11:
		return depth * typeWidth[typ] / 32
	}
	return max(1, rows*depth*x.blocks*typeWidth[typ]/(32*x.wave))
}

func (x *matrixCase) outputRegisters() int {
	if x.gen == 11 {
		return x.m * x.n / x.wave
	}
	return max(1, x.m*x.n*x.blocks*typeWidth[x.out]/(32*x.wave))
}

// matrixData is a problem and its register images.
type matrixData struct {
	a, b, c    []float64 // dense
	ia, ib, ic *image
	x, y       []uint32
}

func (x *matrixCase) fill(r *rand.Rand) *matrixData {
	depth := x.k
	if x.sparse() {
		depth /= 2
	}
	d := &matrixData{a: make([]float64, x.blocks*x.m*x.k), b: make([]float64, x.blocks*x.n*x.k), c: make([]float64, x.blocks*x.m*x.n),
		ia: newImage(x.wave, x.operandRegisters(x.m, depth, x.a), r), ib: newImage(x.wave, x.operandRegisters(x.n, x.k, x.b), r),
		ic: newImage(x.wave, x.outputRegisters(), r), x: newImage(x.wave, 1, r).words, y: newImage(x.wave, 1, r).words}
	for block := range x.blocks {
		for i := range x.m {
			for k := range depth {
				v, bits := x.element(r, x.a)
				lane, e := x.inputPlace(block, i, k, x.m, depth, x.a)
				d.ia.set(lane, e*typeWidth[x.a], typeWidth[x.a], bits)
				at := k
				if x.sparse() {
					place := choose(k%2 == 0, r.IntN(2), 2+r.IntN(2))
					at = k/2*4 + place
					per := max(depth*x.m/x.wave, choose(x.gen == 12 && typeWidth[x.a] == 4, 8, 0))
					(&image{d.x, 1}).set(lane, x.set*2*per+2*e, 2, uint64(place))
				}
				d.a[(block*x.m+i)*x.k+at] = v
			}
		}
		for j := range x.n {
			for k := range x.k {
				v, bits := x.element(r, x.b)
				lane, e := x.inputPlace(block, j, k, x.n, x.k, x.b)
				d.ib.set(lane, e*typeWidth[x.b], typeWidth[x.b], bits)
				d.b[(block*x.n+j)*x.k+k] = v
			}
		}
		for i := range x.m {
			for j := range x.n {
				v := float64(r.IntN(17) - 8)
				bits := outBits(x.out, v)
				if x.out != "i32" {
					v, bits = x.element(r, x.out)
				}
				lane, bit := x.outputPlace(block, i, j)
				d.ic.set(lane, bit, typeWidth[x.out], bits)
				d.c[(block*x.m+i)*x.n+j] = v
			}
		}
	}
	if x.kind == "scale" {
		for lane := range x.wave {
			(&image{d.x, 1}).set(lane, 8*x.selA, 8, uint64(125+r.IntN(5)))
			(&image{d.y, 1}).set(lane, 8*x.selB, 8, uint64(125+r.IntN(5)))
		}
	}
	return d
}

// outBits returns the bits of a result, rounded once.
func outBits(typ string, v float64) uint64 {
	switch typ {
	case "i32":
		return uint64(uint32(int32(v)))
	case "f64":
		return math.Float64bits(v)
	case "f32":
		return uint64(math.Float32bits(float32(v)))
	case "f16":
		return smallFloats["f16"].bits(v)
	}
	return smallFloats["bf16"].bits(v)
}

// want returns one element of the product.
func (x *matrixCase) want(d *matrixData, block, i, j int) uint64 {
	sum := d.c[(block*x.m+i)*x.n+j]
	from, column := block, j
	switch x.kind {
	case "broadcast": // cbsz 2, abid 3: the fourth of every four blocks of A
		from = block/4*4 + 3
	case "rotate": // blgp 3: B from the lane at distance 16, which has the next k
	}
	for k := range x.k {
		bk := k
		if x.kind == "rotate" {
			bk = (k + 1) % x.k
		}
		p := d.a[(from*x.m+i)*x.k+k] * d.b[(block*x.n+column)*x.k+bk]
		if x.out == "f64" {
			sum = math.FMA(d.a[(from*x.m+i)*x.k+k], d.b[(block*x.n+column)*x.k+bk], sum)
			continue
		}
		if x.kind == "scale" {
			sa := d.x[i+k/32*x.m] >> (8 * x.selA) & 0xff
			sb := d.y[j+k/32*x.n] >> (8 * x.selB) & 0xff
			p *= math.Ldexp(1, int(sa)+int(sb)-254)
		}
		sum += p
	}
	return outBits(x.out, sum)
}

func TestMatrix(t *testing.T) {
	source := filepath.Join(testtree.Root(t), "testdata/amd/matrix.hip")
	for _, c := range []struct {
		target, flags string
		kernels       int
	}{
		{"gfx908", "", 22}, {"gfx90a", "", 29}, {"gfx942", "", 48}, {"gfx950", "", 73},
		{"gfx1100", "", 7}, {"gfx1100", "-mwavefrontsize64", 6}, {"gfx1201", "", 22}, {"gfx1201", "-mwavefrontsize64", 22},
	} {
		t.Run(c.target+c.flags, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "matrix.co")
			args := []string{"-O1", "--offload-device-only", "--no-gpu-bundle-output", "--offload-arch=" + c.target, "-c", "-o", out, source}
			output(t, testtree.Compiler(t), slices.Concat(args, oncePerConfiguration, strings.Fields(c.flags))...)
			image, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			runMatrixKernels(t, image, c.target, c.kernels)
		})
	}
}

func runMatrixKernels(t *testing.T, image []byte, target string, kernels int) {
	t.Helper()
	d, err := New(target)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(image, backend.LoadOptions{Name: "matrix.hip", Output: os.Stdout})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	names := m.KernelNames()
	if len(names) != kernels {
		t.Errorf("%d kernels, want %d", len(names), kernels)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			x := parseMatrixCase(t, name, m.(*Module).code)
			k, err := m.Kernel(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, x.element = range []func(*rand.Rand, string) (float64, uint64){randomElement, anyElement} {
				runMatrixCase(t, d, k, &x)
			}
		})
	}
}

func runMatrixCase(t *testing.T, d *Device, k backend.Kernel, x *matrixCase) {
	t.Helper()
	data := x.fill(rand.New(rand.NewPCG(1, 2)))
	b := &bench{t: t, d: d, k: k}
	c := device(b, data.ic.words)
	b.launch(line1(1), line1(uint32(x.wave)), 0, device(b, data.ia.words), device(b, data.ib.words), c, device(b, data.x), device(b, data.y))
	got := &image{memory[uint32](c, len(data.ic.words)), data.ic.registers}
	for block := range x.blocks {
		for i := range x.m {
			for j := range x.n {
				lane, bit := x.outputPlace(block, i, j)
				if g, w := got.get(lane, bit, typeWidth[x.out]), x.want(data, block, i, j); g != w {
					t.Fatalf("block %d, row %d, column %d: %#x, want %#x (%+v)", block, i, j, g, w, *x)
				}
			}
		}
	}
}
