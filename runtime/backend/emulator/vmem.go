// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"
)

// local returns LDS memory. The address has 32 bits, and adding an instruction's offset may exceed
// them: LLVM moves a constant out of a negative index.
func (w *wave) local(a, size uint64) unsafe.Pointer {
	a = uint64(uint32(a))
	if a+size > uint64(len(w.g.lds)) || a+size < a {
		badMemory("LDS fault: access of %d bytes at %#x; the work-group has %d bytes", size, a, len(w.g.lds))
	}
	return unsafe.Pointer(&w.g.lds[a])
}

// private returns scratch memory of a lane.
func (w *wave) private(lane int, a, size uint64) unsafe.Pointer {
	a &= math.MaxUint32
	if a+size > w.scratchLane {
		badMemory("scratch fault: access of %d bytes at offset %#x of lane %d; a work-item has %d bytes", size, a, lane, w.scratchLane)
	}
	return unsafe.Pointer(&w.scratch[uint64(lane)*w.scratchLane+a])
}

// flat resolves a generic address.
func (w *wave) flat(lane int, a, size uint64, write bool) unsafe.Pointer {
	switch a >> 32 {
	case sharedBase >> 32:
		return w.local(a&math.MaxUint32, size)
	case privateBase >> 32:
		w.checkFlatScratch()
		return w.private(lane, a, size)
	}
	if a>>scratchBit == scratchBase>>scratchBit {
		return w.private(int(a>>scratchLane)&(w.size-1), a, size)
	}
	return w.pointer(a, size, write)
}

// checkFlatScratch checks that code has set up FLAT_SCRATCH if the hardware does not initialise it.
func (w *wave) checkFlatScratch() {
	if w.code.architected || w.code.gen >= 10 {
		return
	}
	if v := uint64(w.s[regFlatScratch]) | uint64(w.s[regFlatScratch+1])<<32; v != w.flatScratch {
		faultf("private memory is used with FLAT_SCRATCH %#x instead of %#x: the kernel did not set it up", v, w.flatScratch)
	}
}

// access describes how a memory instruction transfers an element.
type access struct {
	size   uint64 // size of one part in memory in bytes
	parts  int    // dwords
	signed bool
	d16    int // 0, 1: low half of the register, 2: high half
}

// accesses by the end of the mnemonic: gfx9's names, then gfx11's.
var accesses = map[string]access{
	"ubyte": {size: 1, parts: 1}, "sbyte": {size: 1, parts: 1, signed: true}, "ushort": {size: 2, parts: 1}, "sshort": {size: 2, parts: 1, signed: true},
	"byte": {size: 1, parts: 1}, "short": {size: 2, parts: 1},
	"dword": {size: 4, parts: 1}, "dwordx2": {size: 4, parts: 2}, "dwordx3": {size: 4, parts: 3}, "dwordx4": {size: 4, parts: 4},
	"dwordx8": {size: 4, parts: 8}, "dwordx16": {size: 4, parts: 16},
	"ubyte_d16": {size: 1, parts: 1, d16: 1}, "ubyte_d16_hi": {size: 1, parts: 1, d16: 2}, "sbyte_d16": {size: 1, parts: 1, signed: true, d16: 1}, "sbyte_d16_hi": {size: 1, parts: 1, signed: true, d16: 2},
	"short_d16": {size: 2, parts: 1, d16: 1}, "short_d16_hi": {size: 2, parts: 1, d16: 2}, "byte_d16_hi": {size: 1, parts: 1, d16: 2},
	"u8": {size: 1, parts: 1}, "i8": {size: 1, parts: 1, signed: true}, "u16": {size: 2, parts: 1}, "i16": {size: 2, parts: 1, signed: true},
	"b8": {size: 1, parts: 1}, "b16": {size: 2, parts: 1}, "b32": {size: 4, parts: 1}, "b64": {size: 4, parts: 2}, "b96": {size: 4, parts: 3}, "b128": {size: 4, parts: 4},
	"b256": {size: 4, parts: 8}, "b512": {size: 4, parts: 16},
	"d16_u8": {size: 1, parts: 1, d16: 1}, "d16_hi_u8": {size: 1, parts: 1, d16: 2}, "d16_i8": {size: 1, parts: 1, signed: true, d16: 1}, "d16_hi_i8": {size: 1, parts: 1, signed: true, d16: 2},
	"d16_b16": {size: 2, parts: 1, d16: 1}, "d16_hi_b16": {size: 2, parts: 1, d16: 2}, "d16_hi_b8": {size: 1, parts: 1, d16: 2},
	"u8_d16": {size: 1, parts: 1, d16: 1}, "u8_d16_hi": {size: 1, parts: 1, d16: 2}, "i8_d16": {size: 1, parts: 1, signed: true, d16: 1}, "i8_d16_hi": {size: 1, parts: 1, signed: true, d16: 2},
	"u16_d16": {size: 2, parts: 1, d16: 1}, "u16_d16_hi": {size: 2, parts: 1, d16: 2}, "b16_d16_hi": {size: 2, parts: 1, d16: 2}, "b8_d16_hi": {size: 1, parts: 1, d16: 2},
}

func (a *access) extend(v uint64) uint64 {
	if a.signed {
		sh := 64 - 8*a.size
		v = uint64(uint32(int64(v<<sh) >> sh))
		if a.d16 != 0 {
			v &= 0xffff
		}
	}
	return v
}

// addressing computes the address of a lane and checks it.
type addressing func(w *wave, lane int, part, size uint64, write bool) unsafe.Pointer

// vectorMemory compiles flat, global, scratch, buffer and LDS loads and stores.
func (c *decoder) loadOp(a access, dst operand, at addressing) (step, error) {
	if dst.kind != kindVGPR && dst.kind != kindAGPR {
		return nil, fmt.Errorf("destination %q", dst.text)
	}
	r, agpr := dst.reg, dst.kind == kindAGPR
	half := dst.half
	return func(w *wave) {
		if a.parts == 1 {
			to := w.vreg(r, agpr)
			for m := w.exec; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				v := uint32(a.extend(load(at(w, l, 0, a.size, false), a.size)))
				switch {
				case a.d16 == 1 && half != 2:
					v = to[l]&^0xffff | v&0xffff
				case a.d16 == 2, half == 2:
					v = to[l]&0xffff | v<<16
				}
				to[l] = v
			}
			return
		}
		// The destination may overlap the address, so all parts of a lane are loaded first.
		var tmp [16]uint32
		for m := w.exec; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			for p := range a.parts {
				tmp[p] = uint32(load(at(w, l, uint64(p)*a.size, a.size, false), a.size))
			}
			for p := range a.parts {
				w.ld[p][l] = tmp[p]
			}
		}
		for p := range a.parts {
			to := w.vreg(r+p, agpr)
			for m := w.exec; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				to[l] = w.ld[p][l]
			}
		}
	}, nil
}

func (c *decoder) storeOp(a access, src operand, at addressing) (step, error) {
	if src.kind != kindVGPR && src.kind != kindAGPR {
		return nil, fmt.Errorf("source %q", src.text)
	}
	r, agpr := src.reg, src.kind == kindAGPR
	high := a.d16 == 2 || src.half == 2
	return func(w *wave) {
		for p := range a.parts {
			from := w.vreg(r+p, agpr)
			for m := w.exec; m != 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				v := uint64(from[l])
				if high {
					v >>= 16
				}
				store(at(w, l, uint64(p)*a.size, a.size, true), a.size, v)
			}
		}
	}, nil
}

// offset parses "offset:", which LLVM prints as a signed number.
func (l *line) offset() (int64, error) {
	v, ok := l.mods["offset"]
	if !ok {
		return 0, nil
	}
	return strconv.ParseInt(v, 0, 64)
}

// lane32 and lane64 read an address operand.
func lane32(w *wave, o *operand, l int) uint64 {
	return uint64(w.vreg(o.reg, o.kind == kindAGPR)[l]) * max(o.scale, 1)
}

// elementSize returns the bytes that an offset in a register counts with gfx1250's scale_offset, those of an element, and
// 0 without it. rest is the mnemonic after the verb.
func (l *line) elementSize(rest string) uint64 {
	if _, ok := l.mods["scale_offset"]; !ok {
		return 0
	}
	if a, ok := accesses[rest]; ok {
		return a.size * uint64(a.parts)
	}
	if strings.HasSuffix(rest, "64") { // an atomic
		return 8
	}
	return 4
}

func lane64(w *wave, o *operand, l int) uint64 {
	return uint64(w.vreg(o.reg, false)[l]) | uint64(w.vreg(o.reg+1, false)[l])<<32
}

// addresses returns the addressing of flat, global and scratch instructions: the vector address,
// and a scalar base ("off" if there is none).
func (c *decoder) addresses(segment string, addr operand, base *operand, offset int64) (addressing, error) {
	off := uint64(offset)
	isVector := addr.kind == kindVGPR
	scalarBase := func(*wave) uint64 { return 0 }
	hasBase := base != nil && base.kind != kindNone
	if hasBase {
		g, err := base.scalar(map[bool]typ{true: tQ, false: tU}[base.n >= 2])
		if err != nil {
			return nil, err
		}
		scalarBase = g
	}
	switch segment {
	case "scratch":
		return func(w *wave, l int, part, size uint64, write bool) unsafe.Pointer {
			a := scalarBase(w) + off
			if isVector {
				a += lane32(w, &addr, l)
			}
			return w.scratchAt(l, uint64(uint32(a)), part, size)
		}, nil
	case "flat":
		if !isVector {
			return nil, fmt.Errorf("flat address %q", addr.text)
		}
		if hasBase && addr.n == 1 {
			return func(w *wave, l int, part, size uint64, write bool) unsafe.Pointer {
				return w.flat(l, scalarBase(w)+lane32(w, &addr, l)+off+part, size, write)
			}, nil
		}
		return func(w *wave, l int, part, size uint64, write bool) unsafe.Pointer {
			return w.flat(l, lane64(w, &addr, l)+off+part, size, write)
		}, nil
	}
	if hasBase {
		return func(w *wave, l int, part, size uint64, write bool) unsafe.Pointer {
			a := scalarBase(w) + off + part
			if isVector {
				a += lane32(w, &addr, l)
			}
			return w.pointer(a, size, write)
		}, nil
	}
	if !isVector {
		return nil, fmt.Errorf("global address %q", addr.text)
	}
	return func(w *wave, l int, part, size uint64, write bool) unsafe.Pointer {
		return w.pointer(lane64(w, &addr, l)+off+part, size, write)
	}, nil
}

func (w *wave) scratchAt(l int, a, part, size uint64) unsafe.Pointer {
	if !w.code.architected && w.code.gen < 11 {
		w.checkFlatScratch()
	}
	return w.private(l, a+part, size)
}

// splitMemory parses global_load_dwordx2 and similar names into segment, verb and rest.
func splitMemory(name string) (segment, verb, rest string, ok bool) {
	segment, name, ok = strings.Cut(name, "_")
	if !ok {
		return
	}
	verb, rest, ok = strings.Cut(name, "_")
	return
}

// flatOp compiles flat_*, global_* and scratch_*.
func (c *decoder) flatOp(l *line) (step, error) {
	segment, verb, rest, ok := splitMemory(l.name)
	if !ok {
		return nil, errUnknown
	}
	offset, err := l.offset()
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(rest, "addtid_b32") || strings.HasSuffix(rest, "_addtid") {
		return c.addTIDOp(l, verb == "load")
	}
	rest, toLDS := strings.CutPrefix(strings.TrimPrefix(rest, "monitor_"), "lds_")
	if len(l.ops) < 2 {
		return nil, errUnknown
	}
	// The address, and the scalar base in the operands after it.
	where := func(addr operand, more []operand) (addressing, error) {
		var base *operand
		if len(more) > 0 {
			base = &more[0]
		}
		addr.scale = l.elementSize(rest)
		return c.addresses(segment, addr, base, offset)
	}
	if verb == "atomic" {
		return c.flatAtomic(l, rest, where)
	}
	a, ok := accesses[rest]
	var at addressing
	switch {
	case !ok || verb != "load" && verb != "store":
		return nil, errUnknown
	case verb == "load" && toLDS:
		at, err = where(l.ops[0], l.ops[1:])
	case verb == "load":
		at, err = where(l.ops[1], l.ops[2:])
	default:
		at, err = where(l.ops[0], l.ops[2:])
	}
	switch {
	case err != nil:
		return nil, err
	case verb == "store":
		return c.storeOp(a, l.ops[1], at)
	case toLDS:
		return c.loadToLDS(a, offset, at)
	}
	return c.loadOp(a, l.ops[0], at)
}

// flatAtomic compiles atomics; they return the old value with glc, sc0 or th:TH_ATOMIC_RETURN.
func (c *decoder) flatAtomic(l *line, name string, where func(operand, []operand) (addressing, error)) (step, error) {
	kind, ok := findAtomic(name)
	if !ok {
		return nil, errUnknown
	}
	ops := l.ops
	var dst *operand
	if l.returns() {
		dst, ops = &l.ops[0], l.ops[1:]
	}
	at, err := where(ops[0], ops[2:])
	if err != nil {
		return nil, err
	}
	return c.atomicOp(kind, dst, ops[1], at)
}

// returns reports whether a memory atomic returns the old value.
func (l *line) returns() bool {
	if _, ok := l.mods["glc"]; ok {
		return true
	}
	if _, ok := l.mods["sc0"]; ok {
		return true
	}
	return strings.Contains(l.mods["th"], "RETURN")
}

var (
	atomicAdd32 = arith32(2, func(a, b, _ float64) float64 { return toOdd(twoSum(a, b)) })
	atomicAdd64 = arith64(2, add64)
	atomicAdd16 = arith16(2, func(a, b, _ float64) float64 { return a + b })
)

func init() {
	both := func(names string, f32, f64 atomicFn) {
		for _, n := range strings.Fields(names) {
			// gfx9: atomic_add, atomic_add_x2; newer: atomic_add_u32, atomic_add_u64.
			old, neu, suffix := n, n, ""
			if a, b, ok := strings.Cut(n, "="); ok {
				old = a
				neu, suffix, _ = strings.Cut(b, ":")
			}
			if old != "" {
				atomics[old], atomics[old+"_x2"] = atomicKind{size: 4, f: f32}, atomicKind{size: 8, f: f64}
			}
			atomics[neu+"_"+suffix+"32"], atomics[neu+"_"+suffix+"64"] = atomicKind{size: 4, f: f32}, atomicKind{size: 8, f: f64}
		}
	}
	same := func(names string, f func(a, b uint64) uint64) { both(names, plain(f), plain(f)) }
	same("swap=swap:b", func(_, b uint64) uint64 { return b })
	same("add=add:u", func(a, b uint64) uint64 { return a + b })
	same("sub=sub:u", func(a, b uint64) uint64 { return a - b })
	same("rsub=rsub:u", func(a, b uint64) uint64 { return b - a })
	same("and=and:b", func(a, b uint64) uint64 { return a & b })
	same("or=or:b", func(a, b uint64) uint64 { return a | b })
	same("xor=xor:b", func(a, b uint64) uint64 { return a ^ b })
	same("umin=min:u", func(a, b uint64) uint64 { return min(a, b) })
	same("umax=max:u", func(a, b uint64) uint64 { return max(a, b) })
	same("inc=inc:u", incWrap)
	same("dec=dec:u", decWrap)
	same("=sub_clamp:u", func(a, b uint64) uint64 { return a - min(a, b) })
	for _, n := range []string{"csub", "csub_u32"} {
		atomics[n] = atomicKind{size: 4, f: plain(func(a, b uint64) uint64 { return a - min(a, b) })}
	}
	same("=cond_sub:u", func(a, b uint64) uint64 { return iff(a >= b, a-b, a) })
	both("smin=min:i", plain(func(a, b uint64) uint64 { return iff(sx32(a) < sx32(b), a, b) }), plain(func(a, b uint64) uint64 { return iff(int64(a) < int64(b), a, b) }))
	both("smax=max:i", plain(func(a, b uint64) uint64 { return iff(sx32(a) > sx32(b), a, b) }), plain(func(a, b uint64) uint64 { return iff(int64(a) > int64(b), a, b) }))
	both("=add:f", fadd32, fadd64)
	both("fmin=min:f", plain(min32), plain(min64))
	both("fmax=max:f", plain(max32), plain(max64))
	both("=min_num:f", plain(min32), plain(min64))
	both("=max_num:f", plain(max32), plain(max64))
	for _, n := range []string{"cmpswap", "cmpswap_b32"} {
		atomics[n] = atomicKind{size: 4, cas: true}
	}
	for _, n := range []string{"cmpswap_x2", "cmpswap_b64"} {
		atomics[n] = atomicKind{size: 8, cas: true}
	}
	for _, n := range []string{"fcmpswap", "cmpswap_f32", "cmpst_f32", "cmpstore_f32"} {
		atomics[n] = atomicKind{size: 4, cas: true, same: func(a, b uint64) bool { return f32(a) == f32(b) }}
	}
	for _, n := range []string{"fcmpswap_x2", "cmpst_f64", "cmpstore_f64"} {
		atomics[n] = atomicKind{size: 8, cas: true, same: func(a, b uint64) bool { return f64(a) == f64(b) }}
	}
	atomics["pk_add_f16"] = atomicKind{size: 4, f: pkAddF16}
	atomics["pk_add_bf16"] = atomicKind{size: 4, f: pkAddBF16}
}

func (w *wave) putLanes(o operand, words int, from *lanes, mask uint64) {
	lo := w.vreg(o.reg, o.kind == kindAGPR)
	var hi *[64]uint32
	if words == 2 {
		hi = w.vreg(o.reg+1, o.kind == kindAGPR)
	}
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		lo[l] = uint32(from[l])
		if hi != nil {
			hi[l] = uint32(from[l] >> 32)
		}
	}
}

// scalarLoad compiles s_load_* and s_buffer_load_*.
func (c *decoder) scalarLoad(l *line) (step, error) {
	rest, ok := strings.CutPrefix(l.name, "s_load_")
	buffer := false
	if !ok {
		if rest, ok = strings.CutPrefix(l.name, "s_buffer_load_"); !ok {
			return nil, errUnknown
		}
		buffer = true
	}
	a, ok := accesses[rest]
	if !ok || len(l.ops) < 3 {
		return nil, errUnknown
	}
	dst := l.ops[0]
	if dst.kind != kindSGPR || dst.reg+a.parts > numSGPRs {
		return nil, fmt.Errorf("destination %q", dst.text)
	}
	base, err := l.ops[1].scalar(tQ)
	if err != nil {
		return nil, err
	}
	// A negative constant offset is printed as a 32-bit hexadecimal number.
	off, err := l.ops[2].scalar(tU)
	if err != nil {
		return nil, err
	}
	signed := l.ops[2].kind == kindConst
	extra, err := l.offset()
	if err != nil {
		return nil, err
	}
	resource, scale := l.ops[1].reg, max(l.elementSize(rest), 1)
	return func(w *wave) {
		o := off(w)
		if signed {
			o = uint64(int64(int32(uint32(o))))
		}
		o = o*scale + uint64(extra)
		b := base(w)
		if buffer {
			b &= 1<<48 - 1
			if n := uint64(w.s[resource+2]); o+a.size*uint64(a.parts) > n && w.s[resource+1]>>16&0x3fff == 0 {
				for p := range a.parts {
					w.s[dst.reg+p] = 0
				}
				return
			}
		}
		addr := b + o
		if a.size == 4 {
			addr &^= 3
		}
		for p := range a.parts {
			v := load(w.pointer(addr+uint64(p)*a.size, a.size, false), a.size)
			w.s[dst.reg+p] = uint32(a.extend(v))
		}
	}, nil
}

// bufferOp compiles buffer_*: addressing by a buffer resource in four SGPRs. The resource of the
// private segment gives each lane its own memory.
func (c *decoder) bufferOp(l *line) (step, error) {
	_, verb, rest, ok := splitMemory(l.name)
	if !ok {
		return nil, errUnknown
	}
	_, toLDS := l.mods["lds"]
	offset, err := l.offset()
	if err != nil {
		return nil, err
	}
	ops := l.ops
	if toLDS {
		ops = append([]operand{{kind: kindNone}}, ops...)
	}
	if len(ops) < 4 {
		return nil, fmt.Errorf("%d operands", len(ops))
	}
	at, err := c.bufferAddress(l, ops[1], ops[2], ops[3], offset)
	if err != nil {
		return nil, err
	}
	if n, ok := parseTyped(l.name); ok {
		return c.typedBuffer(l, n, at)
	}
	data := ops[0]
	if verb == "atomic" {
		k, ok := findAtomic(rest)
		if !ok {
			return nil, errUnknown
		}
		var dst *operand
		if l.returns() {
			dst = &data
		}
		return c.atomicOp(k, dst, data, at)
	}
	a, ok := accesses[rest]
	switch {
	case ok && verb == "load" && toLDS:
		return c.loadToLDS(a, offset, at)
	case ok && verb == "load":
		return c.loadOp(a, data, at)
	case ok && verb == "store":
		return c.storeOp(a, data, at)
	}
	return nil, errUnknown
}

// bufferAddress returns the addressing by a buffer resource.
func (c *decoder) bufferAddress(l *line, vaddr, rsrc, soffset operand, offset int64) (addressing, error) {
	soff, err := soffset.scalar(tU)
	if err != nil {
		return nil, err
	}
	if rsrc.kind != kindSGPR || rsrc.n != 4 {
		return nil, fmt.Errorf("resource %q", rsrc.text)
	}
	_, offen := l.mods["offen"]
	_, idxen := l.mods["idxen"]
	return func(w *wave, lane int, part, size uint64, write bool) unsafe.Pointer {
		voff, index := uint64(offset), uint64(0)
		r := vaddr.reg
		if idxen {
			index = uint64(w.vreg(r, false)[lane])
			r++
		}
		if offen {
			voff += uint64(w.vreg(r, false)[lane])
		}
		w0, w1, w2, w3 := w.s[rsrc.reg], w.s[rsrc.reg+1], w.s[rsrc.reg+2], w.s[rsrc.reg+3]
		base := uint64(w0) | uint64(w1&0xffff)<<32
		if w3>>23&1 != 0 && c.gen <= 10 {
			return w.privateSegment(base, lane, voff, soff(w), part, size)
		}
		x := bufferAccess{stride: uint64(w1 >> 16 & 0x3fff), records: uint64(w2), index: index, indexed: idxen, offset: voff + part, scalar: soff(w), size: size}
		if !x.inside(c.gen, w3) {
			w.out = [4]uint64{} // out of range: reads return 0, writes are dropped
			return unsafe.Pointer(&w.out)
		}
		return w.pointer(base+x.scalar+x.place(c.gen, w1, w3), size, write)
	}, nil
}

// privateSegment implements ADD_TID_ENABLE: the private segment, in the emulator's own layout,
// where the scalar offset counts the bytes of all lanes.
func (w *wave) privateSegment(base uint64, lane int, voff, soff, part, size uint64) unsafe.Pointer {
	if base != w.flatScratch {
		faultf("a private segment resource with base %#x instead of %#x: the kernel did not add the wave's offset", base, w.flatScratch)
	}
	if soff%uint64(w.size) != 0 {
		faultf("scratch offset %#x is not a multiple of the wave size", soff)
	}
	return w.private(lane, voff+soff/uint64(w.size)+part, size)
}
