// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"gohipcc/internal/lazyregexp"
)

// Images: IMAGE_LOAD, _STORE, _ATOMIC, _SAMPLE and _GATHER4 on images of one level and linear
// layout that a program describes. The layout of descriptors follows the headers of AMD's ROCr
// (resource_ai.h, _nv.h, _gfx11.h, _gfx12.h). Tiled images, levels of detail and multisampling are
// faults: the tiling is not documented, and HIP programs get images from a driver.

// Image types in a descriptor.
const (
	image1D      = 8
	image2D      = 9
	image3D      = 10
	imageCube    = 11
	image1DArray = 12
	image2DArray = 13
)

// picture is an image as its descriptor describes it.
type picture struct {
	base          uint64
	format        *texelFormat
	width, height int
	depth, first  int // for 3D images, otherwise the last and first slice
	pitch         int // elements per row
	kind          uint32
	sel           uint32
}

// bitsOf extracts a field of a descriptor's word.
func bitsOf(w uint32, at, n uint) int { return int(w >> at & (1<<n - 1)) }

// descriptor reads the image descriptor in eight SGPRs.
func (w *wave) descriptor(r int) *picture {
	d := w.s[r : r+8]
	p := &picture{base: (uint64(d[0]) | uint64(d[1]&0xff)<<32) << 8, kind: d[3] >> 28, sel: d[3] & 0xfff}
	var data, num, levels int
	gen := w.code.gen
	switch gen {
	case 9:
		data, num = bitsOf(d[1], 20, 6), bitsOf(d[1], 26, 4)
		p.width, p.height = bitsOf(d[2], 0, 14)+1, bitsOf(d[2], 14, 14)+1
	case 10:
		data = bitsOf(d[1], 20, 9)
	case 11:
		data = bitsOf(d[1], 20, 8)
	default:
		data = bitsOf(d[1], 17, 8)
	}
	if gen == 10 || gen == 11 {
		p.width, p.height = (bitsOf(d[1], 30, 2)|bitsOf(d[2], 0, 12)<<2)+1, bitsOf(d[2], 14, 14)+1
	} else if gen >= 12 {
		p.width, p.height = (bitsOf(d[1], 30, 2)|bitsOf(d[2], 0, 14)<<2)+1, bitsOf(d[2], 14, 16)+1
	}
	if gen >= 12 {
		levels = bitsOf(d[3], 15, 5) - bitsOf(d[1], 25, 5)
	} else {
		levels = bitsOf(d[3], 16, 4) - bitsOf(d[3], 12, 4)
	}
	if mode := bitsOf(d[3], 20, 5); mode != 0 || levels != 0 {
		faultf("an image of tiling mode %d with %d more levels: the emulator has linear images of one level", mode, levels)
	}
	var err error
	if p.format, err = w.code.numberedFormat(uint32(data), uint32(num)); err != nil {
		faultf("image descriptor: %v", err)
	}
	p.layers(gen, d)
	return p
}

// layers decodes depth, slices and pitch, which share fields.
func (p *picture) layers(gen int, d []uint32) {
	field := bitsOf(d[4], 0, 13)
	if gen >= 12 {
		field = bitsOf(d[4], 0, 16)
	}
	size := int(p.format.size())
	rows := 256 / size // rows of linear images are aligned to 256 bytes
	p.pitch = (p.width + rows - 1) / rows * rows
	bits := uint(14)
	if gen >= 12 {
		bits = 16
	}
	flat := p.kind == image1D || p.kind == image2D
	switch {
	case gen == 9:
		p.pitch = bitsOf(d[4], 13, 16) + 1
	case flat && field != 0:
		p.pitch = bitsOf(d[4], 0, bits) + 1
	}
	p.depth = 1
	if !flat {
		p.depth = field + 1
	}
	if gen == 9 {
		p.first = bitsOf(d[5], 0, 13)
	} else if p.kind != image3D {
		p.first = bitsOf(d[4], 16, 13)
	}
	if p.kind == image1D || p.kind == image1DArray {
		p.height = 1
	}
	if p.kind != image3D && !flat {
		p.depth -= p.first
	}
}

// coordinates is the number of coordinates of a texel.
func (p *picture) coordinates() int {
	switch p.kind {
	case image1D:
		return 1
	case image2D, image1DArray:
		return 2
	case image3D, imageCube, image2DArray:
		return 3
	}
	faultf("an image of type %d", p.kind)
	return 0
}

// texel returns the address of an element; ok is false outside the image.
func (w *wave) texel(p *picture, x, y, z int, write bool) (at unsafe.Pointer, ok bool) {
	if p.kind == image1DArray {
		y, z = 0, y
	}
	if x < 0 || y < 0 || z < 0 || x >= p.width || y >= p.height || z >= p.depth {
		return nil, false
	}
	size := p.format.size()
	index := (uint64(z+p.first)*uint64(p.height)+uint64(y))*uint64(p.pitch) + uint64(x)
	return w.pointer(p.base+index*size, size, write), true
}

// registersOf lists the VGPRs of an address operand: v[4:7], or [v4, v8, v[10:11]].
func registersOf(o operand) (regs []int, err error) {
	add := func(o operand) {
		for i := range o.n {
			regs = append(regs, o.reg+i)
		}
	}
	if o.kind == kindVGPR {
		add(o)
		return regs, nil
	}
	inner, ok := strings.CutPrefix(o.text, "[")
	if !ok {
		return nil, fmt.Errorf("address %q", o.text)
	}
	for _, s := range splitTop(strings.TrimSuffix(inner, "]"), ',') {
		part := parseOperand(s)
		if part.kind != kindVGPR {
			return nil, fmt.Errorf("address %q", o.text)
		}
		add(part)
	}
	return regs, nil
}

func consecutive(first, n int) (regs []int) {
	for i := range n {
		regs = append(regs, first+i)
	}
	return regs
}

// imageName parses image_sample_c_d_cl_o_g16 and similar names.
var imageName = lazyregexp.New(`^image_(load|store|sample|gather4|atomic|get_resinfo)(_mip)?((?:_.*)?)$`)

// imageFlags are the parts of a sample instruction's name that change its address operands:
// comparison, derivatives, level, bias, level 0, clamp of the level, offsets, 16-bit derivatives.
var imageFlags = map[string]bool{"": true, "c": true, "d": true, "cd": true, "l": true, "b": true, "lz": true, "cl": true, "o": true, "g16": true}

// imageOp is an image instruction.
type imageOp struct {
	verb     string
	mip      bool
	flags    map[string]bool // c, d, cd, l, b, lz, cl, o, g16
	addr     []int
	data     operand
	rsrc     int
	sampler  int
	dmask    uint64
	d16, a16 bool
	unorm    bool
	format   string // the rest of the name: that of an atomic
}

// image compiles IMAGE_*.
func (c *decoder) image(l *line) (step, error) {
	p := imageName.FindStringSubmatch(l.name)
	_, tfe := l.mods["tfe"]
	_, lwe := l.mods["lwe"]
	if p == nil || tfe || lwe {
		return nil, errUnknown
	}
	if len(l.ops) < 3 || l.ops[0].kind != kindVGPR || l.ops[2].kind != kindSGPR || l.ops[2].n != 8 {
		return nil, fmt.Errorf("operands of %s", l.name)
	}
	op := &imageOp{verb: p[1], mip: p[2] != "", flags: map[string]bool{}, data: l.ops[0], rsrc: l.ops[2].reg, dmask: l.number("dmask"), format: strings.TrimPrefix(p[3], "_")}
	for _, f := range strings.Split(op.format, "_") {
		op.flags[f] = true
		if op.verb != "atomic" && !imageFlags[f] {
			return nil, errUnknown
		}
	}
	_, op.d16 = l.mods["d16"]
	_, op.a16 = l.mods["a16"]
	_, op.unorm = l.mods["unorm"]
	var err error
	if op.addr, err = registersOf(l.ops[1]); err != nil {
		return nil, err
	}
	if c.gen == 9 {
		// gfx9's encoding has only the first register; the image type determines the number.
		op.addr = consecutive(op.addr[0], 16)
	}
	switch op.verb {
	case "load", "store", "get_resinfo":
		return op.loadStore(), nil
	case "atomic":
		return c.imageAtomic(l, op)
	}
	if len(l.ops) < 4 || l.ops[3].kind != kindSGPR {
		return nil, fmt.Errorf("no sampler")
	}
	op.sampler = l.ops[3].reg
	return op.sample(), nil
}

// numbers iterates over the numbers in the address operands.
type numbers struct {
	w    *wave
	op   *imageOp
	lane int
	at   int // in half registers
}

// next returns a number that occupies a register.
func (n *numbers) next() uint32 {
	n.at = (n.at + 1) &^ 1
	if n.at/2 >= len(n.op.addr) {
		faultf("an image address of %d registers", len(n.op.addr))
	}
	v := n.w.vreg(n.op.addr[n.at/2], false)[n.lane]
	n.at += 2
	return v
}

// half returns a 16-bit number, if the address has those.
func (n *numbers) half() uint32 {
	if n.at/2 >= len(n.op.addr) {
		faultf("an image address of %d registers", len(n.op.addr))
	}
	v := n.w.vreg(n.op.addr[n.at/2], false)[n.lane] >> (16 * (n.at & 1)) & 0xffff
	n.at++
	return v
}

func (n *numbers) integer() int {
	if n.op.a16 {
		return int(n.half())
	}
	return int(int32(n.next()))
}

func (n *numbers) float() float64 {
	if n.op.a16 {
		return fromHalf(uint16(n.half()))
	}
	return float64(math.Float32frombits(n.next()))
}

// vector returns the data registers of an image instruction.
func (op *imageOp) vector(w *wave, n int) vectorData {
	return vectorData{op.data.reg, n, op.d16, false, w}
}

// masked returns the components selected by dmask, contiguously.
func (op *imageOp) masked(t texel) (r texel, n int) {
	for i := range 4 {
		if op.dmask>>i&1 != 0 {
			r[n] = t[i]
			n++
		}
	}
	return r, n
}

// spread returns the inverse of masked.
func (op *imageOp) spread(t texel) (r texel) {
	n := 0
	for i := range 4 {
		if op.dmask>>i&1 != 0 {
			r[i] = t[n]
			n++
		}
	}
	return r
}

// loadStore returns the step of loads, stores and size queries.
func (op *imageOp) loadStore() step {
	return func(w *wave) {
		p := w.descriptor(op.rsrc)
		_, n := op.masked(texel{})
		data := op.vector(w, n)
		w.eachLane(func(lane int) {
			if op.verb == "get_resinfo" {
				size, _ := op.masked(texel{uint32(p.width), uint32(p.height), uint32(p.depth), 1})
				data.put(&texelFormat{kind: "UINT"}, lane, size)
				return
			}
			at, ok := op.place(w, p, lane)
			switch {
			case op.verb == "store" && ok:
				p.format.write(at, op.spread(data.get(p.format, lane)))
			case op.verb == "load":
				t := texel{}
				if ok {
					t = p.format.swizzle(p.format.read(at), p.sel)
				}
				t, _ = op.masked(t)
				data.put(p.format, lane, t)
			}
		})
	}
}

// place returns the element at a lane's integer coordinates.
func (op *imageOp) place(w *wave, p *picture, lane int) (unsafe.Pointer, bool) {
	n := numbers{w: w, op: op, lane: lane}
	var xyz [3]int
	for i := range p.coordinates() {
		xyz[i] = n.integer()
	}
	if op.mip && n.integer() != 0 {
		return nil, false
	}
	return w.texel(p, xyz[0], xyz[1], xyz[2], op.verb != "load")
}

// imageAtomics maps gfx12's names of atomics to the other generations'.
var imageAtomics = map[string]string{
	"add_uint": "add", "sub_uint": "sub", "min_int": "smin", "min_uint": "umin", "max_int": "smax", "max_uint": "umax",
	"inc_uint": "inc", "dec_uint": "dec", "add_flt": "add_f32", "min_flt": "fmin", "max_flt": "fmax",
}

func (c *decoder) imageAtomic(l *line, op *imageOp) (step, error) {
	name := op.format
	if old, ok := imageAtomics[name]; ok {
		name = old
	}
	words := map[uint64]int{1: 1, 3: 2, 15: 4}[op.dmask]
	a, ok := atomics[name]
	if a.cas {
		words /= 2
	}
	if wide, found := atomics[name+"_x2"]; found && words == 2 {
		a = wide
	}
	if !ok {
		return nil, errUnknown
	}
	if uint64(words)*4 != a.size {
		return nil, fmt.Errorf("dmask:%#x of an atomic", op.dmask)
	}
	var dst *operand
	if l.returns() {
		dst = &op.data
	}
	return c.atomicOp(a, dst, op.data, func(w *wave, lane int, _, size uint64, _ bool) unsafe.Pointer {
		p := w.descriptor(op.rsrc)
		if p.format.size() != size {
			faultf("an atomic of %d bytes on an image of %d a texel", size, p.format.size())
		}
		at, ok := op.place(w, p, lane)
		if !ok {
			w.out = [4]uint64{}
			return unsafe.Pointer(&w.out)
		}
		return at
	})
}
