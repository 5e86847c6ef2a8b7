// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gohipcc/internal/lazyregexp"
)

// Matrix instructions: D = A*B + C on matrices in the registers of a whole wave. The position of
// each element follows AMD's Matrix Instruction Calculator
// (github.com/ROCm/amd_matrix_instruction_calculator). Floating-point sums are computed in f64 and
// rounded once, which is at least as accurate as the hardware, whose order of summation is not
// documented. EXEC is ignored, as on hardware.

// element describes the representation of a matrix's elements in registers.
type element struct {
	bits   uint
	number func(uint64) float64 // floating point
	signed bool                 // integers
}

func floatElement(f *minifloat) element { return element{bits: f.bits(), number: f.value} }

// matrixElement returns the element type of A or B.
func (c *decoder) matrixElement(name string) (element, bool) {
	switch name {
	case "f64":
		return element{bits: 64, number: f64}, true
	case "f32":
		return element{bits: 32, number: single}, true
	case "xf32":
		// The low 13 bits of the mantissa are ignored.
		return element{bits: 32, number: func(v uint64) float64 { return single(v &^ 0x1fff) }}, true
	case "f16":
		return element{bits: 16, number: f16}, true
	case "bf16":
		return floatElement(bfloat), true
	case "fp8", "bf8":
		return floatElement(c.eightBits(name)), true
	case "i8":
		return element{bits: 8, signed: true}, true
	case "iu8":
		return element{bits: 8}, true
	case "iu4":
		return element{bits: 4}, true
	}
	return element{}, false
}

// microFormats are the types of F8F6F4 instructions, selected by CBSZ for A and BLGP for B.
var microFormats = []*minifloat{fp8OCP, bf8OCP, fp6, bf6, fp4}

// layout returns the position of an element: for A (B) by its row (column) i and its k, for C by
// its row i and column k. The index counts elements in the lane's registers.
type layout func(block, i, k int) (lane, index int)

// matrixOp is a matrix instruction.
type matrixOp struct {
	m, n, k, blocks int
	a, b            element
	out             string // f64, f32, f16, bf16 or i32
	sparse          bool   // only half of A's elements are stored, 2 of every 4 (SMFMAC, SWMMAC)

	atA, atB, atC layout
	perLane       int // elements of A per lane
	outBits       uint
	outStride     uint // bits between consecutive elements of C

	negA, negB [2]bool // for even and odd k
	negC, absC bool
	clamp      bool
}

// matrixName parses v_mfma_f32_32x32x4_2b_f16, v_mfma_f32_32x32x4bf16_1k,
// v_wmma_f32_16x16x16_fp8_bf8 and similar names.
var matrixName = lazyregexp.New(`^v_(mfma|mfma_scale|smfmac|wmma|swmmac)_(f64|f32|f16|bf16|i32)_(\d+)x(\d+)x(\d+)(?:_\d+b)?_?([a-z]+\d+?(?:f6f4)?)(?:_(fp8|bf8))?(?:_1k)?$`)

// matrix compiles MFMA, SMFMAC, WMMA and SWMMAC.
func (c *decoder) matrix(l *line) (step, error) {
	p := matrixName.FindStringSubmatch(base(l.name))
	if p == nil || len(l.ops) < 4 {
		return nil, errUnknown
	}
	op := &matrixOp{out: p[2], outBits: 32, blocks: 1, sparse: strings.HasPrefix(p[1], "s")}
	op.m, _ = strconv.Atoi(p[3])
	op.n, _ = strconv.Atoi(p[4])
	op.k, _ = strconv.Atoi(p[5])
	if err := c.matrixTypes(op, l, p[6], p[7]); err != nil {
		return nil, err
	}
	switch op.out {
	case "f64":
		op.outBits = 64
	case "f16", "bf16":
		op.outBits = 16
	}
	op.outStride = op.outBits
	_, op.clamp = l.mods["clamp"]
	if strings.Contains(p[1], "mfma") {
		op.blocks = max(1, 64*l.ops[0].n*32/(op.m*op.n*int(op.outBits)))
		op.layoutMFMA(l)
	} else {
		op.layoutWMMA(c, l)
	}
	return c.matrixStep(op, l, p[1] == "mfma_scale")
}

// matrixTypes determines the types of A and B, and their signedness.
func (c *decoder) matrixTypes(op *matrixOp, l *line, a, b string) error {
	if a == "f8f6f4" {
		x, y := l.number("cbsz"), l.number("blgp")
		if x >= uint64(len(microFormats)) || y >= uint64(len(microFormats)) {
			return fmt.Errorf("matrix formats %d and %d", x, y)
		}
		op.a, op.b = floatElement(microFormats[x]), floatElement(microFormats[y])
		return nil
	}
	if b == "" {
		b = a
	}
	var okA, okB bool
	op.a, okA = c.matrixElement(a)
	op.b, okB = c.matrixElement(b)
	if !okA || !okB {
		return errUnknown
	}
	lo, hi := l.opSel("neg_lo"), l.opSel("neg_hi")
	if neg := l.opSel("neg"); neg != nil {
		lo, hi = neg, neg[:min(2, len(neg))]
	}
	if strings.HasPrefix(a, "iu") {
		op.a.signed, op.b.signed = at(lo, 0, false), at(lo, 1, false)
		return nil
	}
	op.negA = [2]bool{at(lo, 0, false), at(hi, 0, false)}
	op.negB = [2]bool{at(lo, 1, false), at(hi, 1, false)}
	op.negC, op.absC = at(lo, 2, false), at(hi, 2, false)
	return nil
}

// layoutMFMA sets the layout of matrices on CDNA. A lane has consecutive k's of one row;
// consecutive lanes have the rows, then the blocks, then the next k's. Results are in stripes of
// four rows (one in f64).
func (op *matrixOp) layoutMFMA(l *line) {
	cbsz, abid, blgp := int(l.number("cbsz")), int(l.number("abid")), int(l.number("blgp"))
	micro := strings.HasSuffix(l.name, "f8f6f4")
	if micro {
		cbsz, blgp = 0, 0
	}
	input := func(rows, k int, e element) layout {
		per := k * rows * op.blocks / 64
		if micro && e.bits == 8 {
			// Chunks of 16: a lane's second half follows the first halves of all lanes.
			return func(_, i, k int) (int, int) {
				groups := 64 / rows
				return k/16%groups*rows + i, k/(16*groups)*16 + k%16
			}
		}
		return func(b, i, k int) (int, int) { return b*rows + k/per*rows*op.blocks + i, k % per }
	}
	ka := op.k
	if op.sparse {
		ka /= 2
	}
	op.perLane = ka * op.m * op.blocks / 64
	a, b := input(op.m, ka, op.a), input(op.n, op.k, op.b)
	op.atA, op.atB = a, b
	if !op.sparse {
		op.atA = func(block, i, k int) (int, int) { return a(block>>cbsz<<cbsz+abid*min(cbsz, 1), i, k) }
	}
	if blgp != 0 && op.out != "f64" {
		op.atB = func(block, j, k int) (int, int) {
			lane, index := b(block, j, k)
			return broadcastLane(lane, blgp), index
		}
	}
	tall := 4
	if op.out == "f64" {
		tall = 1
	}
	stripes := 64 / op.n
	together := (64*tall + op.m*op.n - 1) / (op.m * op.n) // blocks per register
	op.atC = func(block, i, j int) (int, int) {
		index := block*(op.m*op.n/64) + i/(tall*stripes)*tall + i%tall
		return block%together*op.n + i/tall%stripes*together*op.n + j, index
	}
}

// broadcastLane returns the lane that BLGP substitutes for one of B's.
func broadcastLane(lane, blgp int) int {
	switch blgp {
	case 1:
		return lane & 31
	case 2:
		return lane&31 | 32
	case 3:
		return (lane + 16) & 63
	case 4, 5, 6, 7:
		return lane&15 | (blgp-4)<<4
	}
	return lane
}

// layoutWMMA sets the layout of 16-row matrices on RDNA. On gfx11 each half or quarter of a wave
// has all of A and B; on gfx12 the k's are divided between the groups of 16 lanes.
func (op *matrixOp) layoutWMMA(c *decoder, l *line) {
	groups := c.waveSize / 16
	if c.gen == 11 {
		op.perLane = op.k
		op.atA = func(_, i, k int) (int, int) { return i, k }
		op.atB = op.atA
		op.atC = func(_, i, j int) (int, int) { return i%groups*16 + j, i / groups }
		if op.outBits == 16 {
			// One result per register, in the half selected by op_sel.
			op.outStride = 32
			if at(l.opSel("op_sel"), 2, false) {
				op.atC = func(_, i, j int) (int, int) { return i%groups*16 + j, i/groups + halfIndex }
			}
		}
		return
	}
	input := func(k int, e element) layout {
		used := min(groups, k*int(e.bits)/32)
		per := k / used
		return func(_, i, k int) (int, int) {
			g := k / per
			if used == 4 {
				g = g>>1 | g&1<<1
			}
			return g*16 + i, k % per
		}
	}
	ka := op.k
	if op.sparse {
		ka /= 2
	}
	op.perLane = ka / min(groups, ka*int(op.a.bits)/32)
	op.atA, op.atB = input(ka, op.a), input(op.k, op.b)
	op.atC = func(_, i, j int) (int, int) { return i/8*16 + j, i % 8 }
	if groups == 4 {
		op.atC = func(_, i, j int) (int, int) { return i/4%2*32 + i/8*16 + j, i % 4 }
	}
}

// halfIndex marks an index into the upper halves of registers.
const halfIndex = 1 << 16

// bitAt returns the bit position of an element of C in its lane's registers.
func (op *matrixOp) bitAt(index int) uint {
	if index >= halfIndex {
		return uint(index-halfIndex)*op.outStride + 16
	}
	return uint(index) * op.outStride
}

// matrixStep returns the step of a matrix instruction.
func (c *decoder) matrixStep(op *matrixOp, l *line, scaled bool) (step, error) {
	dst, srcA, srcB := l.ops[0], l.ops[1], l.ops[2]
	srcC := l.ops[3]
	var sparseIndex *operand
	offset := uint(0)
	if op.sparse {
		sparseIndex, srcC = &l.ops[3], dst
		key := l.number("index_key")
		if l.number("cbsz") == 0 {
			key += l.number("abid")
		}
		offset = uint(key) * uint(2*op.perLane)
	}
	for _, o := range []*operand{&dst, &srcA, &srcB} {
		if o.kind != kindVGPR && o.kind != kindAGPR {
			return nil, fmt.Errorf("matrix operand %q", o.text)
		}
	}
	read, err := c.matrixC(op, srcC)
	if err != nil {
		return nil, err
	}
	scale, err := c.blockScales(op, l, scaled)
	if err != nil {
		return nil, err
	}
	return func(w *wave) {
		a, b := w.elements(srcA, op.a, op.atA, op.blocks, op.m, op.k, op.sparse), w.elements(srcB, op.b, op.atB, op.blocks, op.n, op.k, false)
		if op.sparse {
			a = op.expand(w, a, sparseIndex, offset)
		}
		scale(w, a, b)
		op.multiply(w, a, b, read(w), dst)
	}, nil
}

// registers returns all lanes' values of an operand's registers.
func (w *wave) registers(o operand) [64][]uint32 {
	var out [64][]uint32
	buf := make([]uint32, w.size*(o.n+1))
	for lane := range w.size {
		out[lane] = buf[lane*(o.n+1) : (lane+1)*(o.n+1)]
	}
	for r := range o.n {
		from := w.vreg(o.reg+r, o.kind == kindAGPR)
		for lane := range w.size {
			out[lane][r] = from[lane]
		}
	}
	return out
}

// cells are a matrix's elements, read from registers.
type cells struct {
	rows, k int
	bits    []uint64
	value   func(uint64) float64
	signed  bool
	width   uint
	factor  []float64 // scale of each element, if blocks are scaled
}

func (m *cells) at(block, i, k int) int { return (block*m.rows+i)*m.k + k }

// integer returns an element of an integer matrix.
func (m *cells) integer(n int) int64 {
	v := m.bits[n]
	if m.signed {
		return int64(v<<(64-m.width)) >> (64 - m.width)
	}
	return int64(v)
}

// elements gathers A or B. For a sparse A, half of the k's are stored.
func (w *wave) elements(o operand, e element, where layout, blocks, rows, k int, compressed bool) *cells {
	if compressed {
		k /= 2
	}
	m := &cells{rows: rows, k: k, bits: make([]uint64, blocks*rows*k), value: e.number, signed: e.signed, width: e.bits}
	regs := w.registers(o)
	for block := range blocks {
		for i := range rows {
			for x := range k {
				lane, index := where(block, i, x)
				at := uint(index) * e.bits
				if e.bits == 64 {
					m.bits[m.at(block, i, x)] = uint64(regs[lane][at/32]) | uint64(regs[lane][at/32+1])<<32
					continue
				}
				m.bits[m.at(block, i, x)] = field(regs[lane], at, e.bits)
			}
		}
	}
	return m
}

// expand moves a sparse A's elements to their positions, given by two bits each.
func (op *matrixOp) expand(w *wave, a *cells, index *operand, offset uint) *cells {
	full := &cells{rows: a.rows, k: op.k, bits: make([]uint64, op.m*op.k), value: a.value, signed: a.signed, width: a.width}
	sets := w.vreg(index.reg, index.kind == kindAGPR)
	for i := range op.m {
		for x := range a.k {
			lane, n := op.atA(0, i, x)
			place := int(sets[lane]>>(offset+uint(2*n))) & 3
			full.bits[full.at(0, i, x/2*4+place)] = a.bits[a.at(0, i, x)]
		}
	}
	return full
}

// matrixC returns a function that reads the matrix C: registers, or one constant.
func (c *decoder) matrixC(op *matrixOp, o operand) (func(*wave) func(block, i, j int) uint64, error) {
	if o.kind == kindVGPR || o.kind == kindAGPR {
		return func(w *wave) func(block, i, j int) uint64 {
			regs := w.registers(o)
			return func(block, i, j int) uint64 {
				lane, index := op.atC(block, i, j)
				at := op.bitAt(index)
				if op.outBits == 64 {
					return uint64(regs[lane][at/32]) | uint64(regs[lane][at/32+1])<<32
				}
				return field(regs[lane], at, op.outBits)
			}
		}, nil
	}
	get, err := o.scalar(map[string]typ{"f64": tD, "f32": tF, "i32": tU, "f16": tH, "bf16": tB}[op.out])
	if err != nil {
		return nil, err
	}
	return func(w *wave) func(block, i, j int) uint64 {
		v := get(w)
		return func(int, int, int) uint64 { return v }
	}, nil
}

// blockScales returns a function that applies the scales of V_MFMA_SCALE to A and B: lane i +
// rows*k/32 has the scale for row i and 32 k's.
func (c *decoder) blockScales(op *matrixOp, l *line, scaled bool) (func(w *wave, a, b *cells), error) {
	if !scaled {
		return func(*wave, *cells, *cells) {}, nil
	}
	if len(l.ops) < 6 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	lo, hi := l.opSel("op_sel"), l.opSel("op_sel_hi")
	var read [2]func(*wave, *lanes, uint64)
	var shift [2]uint
	for i := range read {
		o := l.ops[4+i]
		r, err := o.vector(tU, c)
		if err != nil {
			return nil, err
		}
		read[i] = r
		if at(lo, i, false) {
			shift[i] += 8
		}
		if at(hi, i, false) {
			shift[i] += 16
		}
	}
	return func(w *wave, a, b *cells) {
		for n, m := range []*cells{a, b} {
			read[n](w, &w.a, w.all)
			m.factor = make([]float64, len(m.bits))
			for i := range m.rows {
				for k := range m.k {
					m.factor[m.at(0, i, k)] = scaleE8M0(w.a[i+k/32*m.rows] >> shift[n])
				}
			}
		}
	}, nil
}

// multiply computes D and writes it.
func (op *matrixOp) multiply(w *wave, a, b *cells, c func(block, i, j int) uint64, dst operand) {
	out := w.registers(dst)
	for block := range op.blocks {
		for i := range op.m {
			for j := range op.n {
				v := op.element(a, b, c(block, i, j), block, i, j)
				lane, index := op.atC(block, i, j)
				at := op.bitAt(index)
				if op.outBits == 64 {
					out[lane][at/32], out[lane][at/32+1] = uint32(v), uint32(v>>32)
					continue
				}
				putField(out[lane], at, op.outBits, v)
			}
		}
	}
	for r := range dst.n {
		to := w.vreg(dst.reg+r, dst.kind == kindAGPR)
		for lane := range w.size {
			to[lane] = out[lane][r]
		}
	}
}

// element returns one sum of products.
func (op *matrixOp) element(a, b *cells, c uint64, block, i, j int) uint64 {
	x, y := a.at(block, i, 0), b.at(block, j, 0)
	if op.out == "i32" {
		sum := int64(int32(uint32(c)))
		for k := range op.k {
			sum += a.integer(x+k) * b.integer(y+k)
		}
		if op.clamp {
			sum = max(min(sum, math.MaxInt32), math.MinInt32)
		}
		return uint64(uint32(sum))
	}
	sum := op.addend(c)
	for k := range op.k {
		p, q := a.value(a.bits[x+k]), b.value(b.bits[y+k])
		if a.factor != nil {
			p, q = p*a.factor[x+k], q*b.factor[y+k]
		}
		if op.negA[k&1] {
			p = -p
		}
		if op.negB[k&1] {
			q = -q
		}
		if op.out == "f64" {
			sum = math.FMA(p, q, sum)
		} else {
			sum += p * q
		}
	}
	return op.result(sum)
}

// addend returns an element of C.
func (op *matrixOp) addend(c uint64) float64 {
	var v float64
	switch op.out {
	case "f64":
		v = f64(c)
	case "f32":
		v = single(c)
	case "f16":
		v = f16(c)
	default:
		v = bfloat.value(c)
	}
	if op.absC {
		v = math.Abs(v)
	}
	if op.negC {
		v = -v
	}
	return v
}

func (op *matrixOp) result(v float64) uint64 {
	switch op.out {
	case "f64":
		return b64(v)
	case "f32":
		return b32(float32(v))
	case "f16":
		return uint64(toHalf(v))
	}
	return bfloat.narrow(v, false, nil)
}
