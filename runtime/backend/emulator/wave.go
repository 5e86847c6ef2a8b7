// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/bits"
)

// A fault ends a launch: an invalid memory access, a trap, an instruction that the emulator does not
// know. It is a panic; the loop that runs the wave recovers it and adds the position.
type fault struct {
	msg   string
	cause error
}

func faultf(format string, args ...any) { panic(fault{fmt.Sprintf(format, args...), nil}) }

// badMemory panics with the fault of an invalid address.
func badMemory(format string, args ...any) { panic(fault{fmt.Sprintf(format, args...), ErrMemory}) }

// waveState is what a wave is waiting for.
type waveState uint8

const (
	running waveState = iota
	atBarrier
	atGWS
	yielded // s_sleep: others run first
	ended
)

// lanes holds one value of every lane.
type lanes [64]uint64

// wave is the state of one wavefront.
type wave struct {
	g     *group
	code  *code
	pc    int // index into code.insts
	state waveState

	exec uint64
	all  uint64 // lanes of the wave size
	size int    // 32 or 64
	s    [numSGPRs]uint32
	scc  bool
	mode uint32
	v    [][64]uint32 // VGPRs; AGPRs of unified files follow at accum
	// accum is the first AGPR's index.
	accum int

	scratch     []byte // private memory, lane after lane
	scratchLane uint64 // bytes per lane
	flatScratch uint64 // the value that FLAT_SCRATCH must have (gfx9)
	gprIndex    uint32 // s_set_gpr_idx_on: bits src0, src1, src2, dst; 0 when off

	id   int // index in the group
	win  window
	a, b lanes // operands of the current instruction
	c, d lanes
	ld   [16][64]uint32
	out  [4]uint64 // value of out-of-range buffer reads
}

// MODE register fields (float_round and float_denorm of COMPUTE_PGM_RSRC1).
func (w *wave) round32() uint32  { return w.mode & 3 }
func (w *wave) round64() uint32  { return w.mode >> 2 & 3 }
func (w *wave) flush32in() bool  { return w.mode>>4&1 == 0 }
func (w *wave) flush32out() bool { return w.mode>>5&1 == 0 }
func (w *wave) flush64in() bool  { return w.mode>>6&1 == 0 }
func (w *wave) flush64out() bool { return w.mode>>7&1 == 0 }

func (w *wave) setExec(v uint64) { w.exec = v & w.all }

// vcc returns VCC in the wave's size.
func (w *wave) vcc() uint64 {
	return (uint64(w.s[regVCC]) | uint64(w.s[regVCC+1])<<32) & w.all
}

// typ is the type of an operand: its size and interpretation.
type typ byte

// Types of operands.
const (
	tU typ = 'u' // 32 bits, no float modifiers
	tF typ = 'f' // f32
	tD typ = 'd' // f64
	tQ typ = 'q' // 64 bits
	tH typ = 'h' // f16
	tS typ = 's' // 16 bits
	tB typ = 'b' // bf16
)

func (t typ) float() bool { return t == tF || t == tD || t == tH }

func (t typ) bits() int {
	switch t {
	case tD, tQ:
		return 64
	case tH, tS, tB:
		return 16
	}
	return 32
}

// constant returns the bits of a constant operand in a type (AMDGPU ISA, "Inline constants"):
// 32-bit literals are the high half of an f64, and gfx1250 has literals of 64 bits.
func (o *operand) constant(t typ) uint64 {
	if !o.real {
		v := o.val
		if t == tD && o.literal && !o.wide && v <= math.MaxUint32 {
			return v << 32
		}
		switch t.bits() {
		case 32:
			return v & math.MaxUint32
		case 16:
			return v & math.MaxUint16
		}
		return v
	}
	return floatBits(o.fval, t)
}

func floatBits(v float64, t typ) uint64 {
	switch t.bits() {
	case 64:
		return math.Float64bits(v)
	case 16:
		if t == tB {
			return uint64(toBF16(float32(v)))
		}
		return uint64(toHalf(v))
	}
	return uint64(math.Float32bits(float32(v)))
}

// scalar returns a reader of a uniform operand.
func (o *operand) scalar(t typ) (func(*wave) uint64, error) {
	var get func(*wave) uint64
	switch o.kind {
	case kindConst:
		v := o.constant(t)
		get = func(*wave) uint64 { return v }
	case kindNone:
		get = func(*wave) uint64 { return 0 }
	case kindSGPR:
		r := o.reg
		if r+o.n > numSGPRs {
			return nil, fmt.Errorf("register %s out of range", o.text)
		}
		if o.n >= 2 && t.bits() == 64 {
			get = func(w *wave) uint64 { return uint64(w.s[r]) | uint64(w.s[r+1])<<32 }
		} else {
			get = func(w *wave) uint64 { return uint64(w.s[r]) }
		}
	case kindExec:
		switch {
		case o.reg == regExec+1:
			get = func(w *wave) uint64 { return w.exec >> 32 }
		case o.n == 2:
			get = func(w *wave) uint64 { return w.exec }
		default:
			get = func(w *wave) uint64 { return w.exec & math.MaxUint32 }
		}
	case kindSpecial:
		n := o.val
		get = func(w *wave) uint64 { return w.special(n, t.bits() == 64) }
	default:
		return nil, fmt.Errorf("operand %q is not a scalar", o.text)
	}
	return o.modify(get, t), nil
}

// Address apertures of generic pointers. The hardware takes them from SH_MEM_BASES; any two values
// that cannot be addresses of allocations work.
const (
	sharedBase  = 0x1000000000000 // 16 bits above the largest user address
	privateBase = 0x2000000000000

	// On gfx1250 a generic address of private memory is this base, plus the lane times 2^52, plus the offset:
	// other lanes can use it, too.
	scratchBase = 1 << scratchBit
	scratchBit  = 58
	scratchLane = 52
)

func (w *wave) special(n uint64, wide bool) uint64 {
	var base uint64
	flag := false
	switch n {
	case specialSharedBase, specialSharedLimit:
		base = sharedBase
	case specialPrivateBase, specialPrivateLimit:
		base = privateBase
	case specialScratchBase:
		if !wide {
			return 0
		}
		return scratchBase
	case specialScratchBaseHigh:
		return scratchBase >> 32
	case specialSCC:
		flag = w.scc
	case specialVCCZ:
		flag = w.vcc() == 0
	case specialEXECZ:
		flag = w.exec == 0
	}
	if base != 0 {
		if n == specialSharedLimit || n == specialPrivateLimit {
			base |= math.MaxUint32
		}
		// As a 32-bit operand the value is the high half (AMDGPUUsage, "Address Space Conversion").
		if !wide {
			return base >> 32
		}
		return base
	}
	if flag {
		return 1
	}
	return 0
}

// modify applies the operand's source modifiers.
func (o *operand) modify(get func(*wave) uint64, t typ) func(*wave) uint64 {
	if o.half == 2 {
		inner := get
		get = func(w *wave) uint64 { return inner(w) >> 16 }
	}
	if t.bits() == 16 {
		inner := get
		get = func(w *wave) uint64 { return inner(w) & 0xffff }
	}
	if o.abs || o.neg {
		inner, abs, neg := get, o.abs, o.neg
		sign := uint64(1) << (t.bits() - 1)
		get = func(w *wave) uint64 { return signs(inner(w), sign, abs, neg) }
	}
	return get
}

func signs(v, sign uint64, abs, neg bool) uint64 {
	if abs {
		v &^= sign
	}
	if neg {
		v ^= sign
	}
	return v
}

// vector returns a reader of an operand for the lanes of a mask.
func (o *operand) vector(t typ, code *decoder) (func(w *wave, to *lanes, mask uint64), error) {
	if o.kind != kindVGPR && o.kind != kindAGPR {
		get, err := o.scalar(t)
		if err != nil {
			return nil, err
		}
		return func(w *wave, to *lanes, _ uint64) {
			v := get(w)
			for i := range to {
				to[i] = v
			}
		}, nil
	}
	r, agpr, n := o.reg, o.kind == kindAGPR, o.n
	bits64 := t.bits() == 64 && n >= 2
	half, abs, neg := o.half == 2, o.abs, o.neg
	narrow := t.bits() == 16
	plain := !half && !narrow && !abs && !neg
	sign := uint64(1) << (t.bits() - 1)
	return func(w *wave, to *lanes, mask uint64) {
		r := r
		if agpr {
			r += w.accum
		}
		if r+n > len(w.v) {
			faultf("VGPR %d of %d allocated", r+n-1, len(w.v))
		}
		lo := &w.v[r]
		if bits64 {
			hi := &w.v[r+1]
			for l := range to {
				to[l] = uint64(lo[l]) | uint64(hi[l])<<32
			}
		} else {
			for l := range to {
				to[l] = uint64(lo[l])
			}
		}
		if plain {
			return
		}
		for l := range to {
			v := to[l]
			if half {
				v >>= 16
			}
			if narrow {
				v &= 0xffff
			}
			to[l] = signs(v, sign, abs, neg)
		}
	}, nil
}

// put returns a writer of a 32-bit or 64-bit scalar destination.
func (o *operand) put(width int) (func(*wave, uint64), error) {
	switch o.kind {
	case kindNone:
		return func(*wave, uint64) {}, nil
	case kindSGPR:
		r := o.reg
		if r+o.n > numSGPRs {
			return nil, fmt.Errorf("register %s out of range", o.text)
		}
		if width == 64 && o.n >= 2 {
			return func(w *wave, v uint64) { w.s[r], w.s[r+1] = uint32(v), uint32(v>>32) }, nil
		}
		return func(w *wave, v uint64) { w.s[r] = uint32(v) }, nil
	case kindExec:
		switch {
		case o.reg == regExec+1:
			return func(w *wave, v uint64) { w.setExec(w.exec&math.MaxUint32 | v<<32) }, nil
		case o.n == 2:
			return func(w *wave, v uint64) { w.setExec(v) }, nil
		}
		return func(w *wave, v uint64) { w.setExec(w.exec&^math.MaxUint32 | v&math.MaxUint32) }, nil
	}
	return nil, fmt.Errorf("operand %q cannot take a scalar", o.text)
}

// vreg returns a VGPR or AGPR by its number in the operand.
func (w *wave) vreg(r int, agpr bool) *[64]uint32 {
	if agpr {
		r += w.accum
	}
	if uint(r) >= uint(len(w.v)) {
		faultf("VGPR %d of %d allocated", r, len(w.v))
	}
	return &w.v[r]
}

// store returns a writer of a vector destination. A 16-bit result is stored to the half that the
// operand names; without one it is zero-extended, or leaves the other half unchanged (keep).
func (o *operand) store(t typ, keep bool) (func(w *wave, from *lanes, mask uint64), error) {
	if o.kind != kindVGPR && o.kind != kindAGPR {
		return nil, fmt.Errorf("operand %q is not a vector register", o.text)
	}
	r, agpr, half := o.reg, o.kind == kindAGPR, o.half
	if t.bits() == 64 && o.n >= 2 {
		return func(w *wave, from *lanes, mask uint64) {
			lo, hi := w.vreg(r, agpr), w.vreg(r+1, agpr)
			for m := mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				lo[l], hi[l] = uint32(from[l]), uint32(from[l]>>32)
			}
		}, nil
	}
	if t.bits() == 16 && (half != 0 || keep) {
		return func(w *wave, from *lanes, mask uint64) {
			to := w.vreg(r, agpr)
			for m := mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				if half == 2 {
					to[l] = to[l]&0xffff | uint32(from[l])<<16
				} else {
					to[l] = to[l]&^0xffff | uint32(from[l])&0xffff
				}
			}
		}, nil
	}
	return func(w *wave, from *lanes, mask uint64) {
		to := w.vreg(r, agpr)
		if mask == math.MaxUint64 {
			for l := range to {
				to[l] = uint32(from[l])
			}
			return
		}
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			to[l] = uint32(from[l])
		}
	}, nil
}
