// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"
)

// ldsSpecial are the ds_ instructions that are not loads, stores or atomics.
var ldsSpecial = map[string]func(*decoder, *line, string) (step, error){
	"bpermute_b32": (*decoder).ldsPermute, "permute_b32": (*decoder).ldsPermute, "swizzle_b32": (*decoder).ldsPermute, "bpermute_fi_b32": (*decoder).ldsPermute,
	"gws_init": (*decoder).gws, "gws_barrier": (*decoder).gws, "gws_sema_v": (*decoder).gws, "gws_sema_p": (*decoder).gws,
	"gws_sema_br": (*decoder).gws, "gws_sema_release_all": (*decoder).gws,
	"append": (*decoder).ldsAppend, "consume": (*decoder).ldsAppend,
}

// ldsOp compiles ds_*.
func (c *decoder) ldsOp(l *line) (step, error) {
	name := strings.TrimPrefix(l.name, "ds_")
	if _, ok := l.mods["gds"]; ok {
		return c.gws(l, name)
	}
	if special, ok := ldsSpecial[name]; ok {
		return special(c, l, name)
	}
	if strings.HasSuffix(name, "_addtid_b32") {
		return c.ldsAddTID(l)
	}
	if width, ok := transposeWidth(name); ok {
		return c.ldsTranspose(l, width)
	}
	if run, ok, err := c.ldsRare(l, name); ok {
		return run, err
	}
	if m, ok := ldsMoveOf(name); ok {
		return c.ldsMove(l, m)
	}
	return c.ldsAtomicOp(l, name)
}

// ldsMove is a load or a store.
type ldsMove struct {
	load, two bool
	stride    uint64 // of the offsets of two-address variants, in elements
	typ       string
}

// ldsMoveOf parses a name: read_b64, load_2addr_stride64_b32, write2st64_b32.
func ldsMoveOf(name string) (ldsMove, bool) {
	verb, typ, _ := strings.Cut(name, "_")
	m := ldsMove{stride: 1, typ: typ}
	if r, ok := strings.CutPrefix(typ, "2addr_"); ok {
		m.typ, m.two = r, true
		if r, ok = strings.CutPrefix(r, "stride64_"); ok {
			m.typ, m.stride = r, 64
		}
	}
	if v, ok := strings.CutSuffix(verb, "2st64"); ok {
		verb, m.two, m.stride = v, true, 64
	} else if v, ok := strings.CutSuffix(verb, "2"); ok {
		verb, m.two = v, true
	}
	switch verb {
	case "read", "load":
		m.load = true
		return m, true
	case "write", "store":
		return m, true
	}
	return m, false
}

func (c *decoder) ldsMove(l *line, m ldsMove) (step, error) {
	a, ok := accesses[m.typ]
	if !ok {
		return nil, errUnknown
	}
	addr := 0
	if m.load {
		addr = 1
	}
	if len(l.ops) <= addr || l.ops[addr].kind != kindVGPR {
		return nil, fmt.Errorf("LDS address")
	}
	reg := l.ops[addr].reg
	if m.two {
		width := a.size * uint64(a.parts)
		first, second := ldsPlace(reg, l.number("offset0")*width*m.stride), ldsPlace(reg, l.number("offset1")*width*m.stride)
		if m.load {
			return c.ldsLoadTwo(l, a, first, second)
		}
		return c.ldsStoreTwo(l, a, first, second)
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	if m.load {
		return c.loadOp(a, l.ops[0], ldsPlace(reg, uint64(off)))
	}
	if len(l.ops) < 2 {
		return nil, fmt.Errorf("no data")
	}
	return c.storeOp(a, l.ops[1], ldsPlace(reg, uint64(off)))
}

// ldsPlace addresses LDS by a register and an offset.
func ldsPlace(reg int, off uint64) addressing {
	return func(w *wave, lane int, part, size uint64, _ bool) unsafe.Pointer {
		return w.local(uint64(w.vreg(reg, false)[lane])+off+part, size)
	}
}

// ldsLoadTwo loads both values at once, because the destination may overlap the address.
func (c *decoder) ldsLoadTwo(l *line, a access, first, second addressing) (step, error) {
	n := uint64(a.parts)
	both := access{size: 4, parts: 2 * a.parts}
	return c.loadOp(both, l.ops[0], func(w *wave, lane int, part, size uint64, write bool) unsafe.Pointer {
		if part < 4*n {
			return first(w, lane, part, size, write)
		}
		return second(w, lane, part-4*n, size, write)
	})
}

func (c *decoder) ldsStoreTwo(l *line, a access, at0, at1 addressing) (step, error) {
	if len(l.ops) < 3 {
		return nil, fmt.Errorf("no data")
	}
	first, err := c.storeOp(a, l.ops[1], at0)
	if err != nil {
		return nil, err
	}
	second, err := c.storeOp(a, l.ops[2], at1)
	if err != nil {
		return nil, err
	}
	return func(w *wave) { first(w); second(w) }, nil
}

// ldsAtomicOp compiles ds_add_u32, ds_add_rtn_u32, ds_wrxchg_rtn_b32, ds_cmpst_b32.
func (c *decoder) ldsAtomicOp(l *line, name string) (step, error) {
	returns := false
	if op, t, ok := strings.Cut(name, "_rtn_"); ok {
		name, returns = op+"_"+t, true
	}
	kind, ok := ldsAtomic(name)
	if !ok {
		return nil, errUnknown
	}
	ops := l.ops
	var dst *operand
	if returns {
		dst, ops = &l.ops[0], l.ops[1:]
	}
	if len(ops) < 2 || ops[0].kind != kindVGPR {
		return nil, fmt.Errorf("operands of an LDS atomic")
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	where := ldsPlace(ops[0].reg, uint64(off))
	if !kind.cas {
		return c.atomicOp(kind, dst, ops[1], where)
	}
	if len(ops) < 3 {
		return nil, fmt.Errorf("operands of a compare and swap")
	}
	cmp, data := ops[1], ops[2]
	if strings.HasPrefix(name, "cmpstore") {
		cmp, data = data, cmp // gfx11 swapped them
	}
	return c.ldsCAS(kind, dst, cmp, data, where)
}

func (l *line) number(mod string) uint64 {
	n, _ := strconv.ParseUint(l.mods[mod], 0, 64)
	return n
}

func ldsAtomic(name string) (atomicKind, bool) {
	for _, cas := range []string{"cmpst_", "cmpstore_"} {
		if t, ok := strings.CutPrefix(name, cas); ok {
			switch t {
			case "b32":
				return atomicKind{size: 4, cas: true}, true
			case "b64":
				return atomicKind{size: 8, cas: true}, true
			}
		}
	}
	for _, x := range []string{"wrxchg_", "storexchg_"} {
		if t, ok := strings.CutPrefix(name, x); ok {
			name = "swap_" + t
		}
	}
	k, ok := atomics[name]
	return k, ok
}

func (c *decoder) ldsCAS(kind atomicKind, dst *operand, cmp, data operand, where addressing) (step, error) {
	size := kind.size
	words := int(size / 4)
	get := func(w *wave, o *operand, l int) uint64 {
		v := uint64(w.vreg(o.reg, o.kind == kindAGPR)[l])
		if words == 2 {
			v |= uint64(w.vreg(o.reg+1, o.kind == kindAGPR)[l]) << 32
		}
		return v
	}
	return func(w *wave) {
		mask := w.exec
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			p := where(w, l, 0, size, true)
			old := load(p, size)
			if kind.equal(old, get(w, &cmp, l)) {
				store(p, size, get(w, &data, l))
			}
			w.d[l] = old
		}
		if dst != nil {
			w.putLanes(*dst, words, &w.d, mask)
		}
	}, nil
}

// ldsPermute compiles the instructions that move data between lanes.
func (c *decoder) ldsPermute(l *line, name string) (step, error) {
	if len(l.ops) < 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	dst := l.ops[0]
	if name == "swizzle_b32" {
		from, err := swizzle(l.mods["offset"])
		if err != nil {
			return nil, err
		}
		data := l.ops[1]
		return func(w *wave) {
			src := w.vreg(data.reg, data.kind == kindAGPR)
			mask := w.exec
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				w.d[i] = 0
				if s := from(i); w.exec>>s&1 != 0 {
					w.d[i] = uint64(src[s])
				}
			}
			w.putLanes(dst, 1, &w.d, mask)
		}, nil
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	if len(l.ops) < 3 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	addr, data := l.ops[1], l.ops[2]
	push := name == "permute_b32"
	inactive := name == "bpermute_fi_b32"
	return func(w *wave) {
		at, src := w.vreg(addr.reg, addr.kind == kindAGPR), w.vreg(data.reg, data.kind == kindAGPR)
		mask := w.exec
		clear(w.d[:])
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			s := int((uint64(at[i])+uint64(off))>>2) & (w.size - 1)
			// On gfx10 and newer, wave64 executes them in two halves of 32 lanes.
			if w.code.gen >= 10 && w.size == 64 {
				s = s&31 | i&32
			}
			if push {
				if mask>>s&1 != 0 {
					w.d[s] = uint64(src[i])
				}
			} else if mask>>s&1 != 0 || inactive {
				w.d[i] = uint64(src[s])
			}
		}
		w.putLanes(dst, 1, &w.d, mask)
	}, nil
}

// swizzle parses the pattern of DS_SWIZZLE as printed by LLVM.
func swizzle(s string) (func(int) int, error) {
	num := func(list []string, i int) int {
		n, _ := strconv.ParseInt(strings.TrimSpace(list[i]), 0, 32)
		return int(n)
	}
	inner, ok := strings.CutPrefix(s, "swizzle(")
	if !ok {
		v, err := strconv.ParseUint(s, 0, 16)
		if s != "" && err != nil {
			return nil, fmt.Errorf("swizzle %q", s)
		}
		if v>>15 != 0 {
			return func(i int) int { return i&^3 | int(v>>(2*(i&3)))&3 }, nil
		}
		and, or, xor := int(v&31), int(v>>5&31), int(v>>10&31)
		return func(i int) int { return i&32 | (i&and | or) ^ xor }, nil
	}
	p := strings.Split(strings.TrimSuffix(inner, ")"), ",")
	switch kind := strings.TrimSpace(p[0]); {
	case kind == "QUAD_PERM" && len(p) == 5:
		q := [4]int{num(p, 1), num(p, 2), num(p, 3), num(p, 4)}
		return func(i int) int { return i&^3 | q[i&3] }, nil
	case kind == "BITMASK_PERM" && len(p) == 2:
		// Five characters, high bit first: 0, 1, p (keep), i (invert).
		m := strings.Trim(strings.TrimSpace(p[1]), `"`)
		return func(i int) int {
			r := i & 32
			for k := range 5 {
				bit := i >> (4 - k) & 1
				switch m[k] {
				case '0':
					bit = 0
				case '1':
					bit = 1
				case 'i':
					bit ^= 1
				}
				r |= bit << (4 - k)
			}
			return r
		}, nil
	case kind == "BROADCAST" && len(p) == 3:
		n, k := num(p, 1), num(p, 2)
		return func(i int) int { return i&^(n-1) | k }, nil
	case kind == "SWAP" && len(p) == 2:
		n := num(p, 1)
		return func(i int) int { return i ^ n }, nil
	case kind == "REVERSE" && len(p) == 2:
		n := num(p, 1)
		return func(i int) int { return i ^ (n - 1) }, nil
	}
	return nil, fmt.Errorf("swizzle %q", s)
}

// ldsAppend compiles DS_APPEND and DS_CONSUME: one addition of the number of active lanes at the
// address given by M0 and the offset.
func (c *decoder) ldsAppend(l *line, name string) (step, error) {
	if len(l.ops) == 0 {
		return nil, fmt.Errorf("no destination")
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	dst := l.ops[0]
	return func(w *wave) {
		p := w.local(uint64(w.s[regM0]>>16)+uint64(off), 4)
		old := uint32(load(p, 4))
		n := uint32(bits.OnesCount64(w.exec))
		if name == "consume" {
			n = -n
		}
		store(p, 4, uint64(old+n))
		for i := range w.d {
			w.d[i] = uint64(old)
		}
		w.putLanes(dst, 1, &w.d, w.exec)
	}, nil
}

// gws compiles global wave sync: a barrier of all waves of the grid, on resource number offset
// (plus M0's base).
func (c *decoder) gws(l *line, name string) (step, error) {
	name = strings.TrimPrefix(name, "gws_")
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	first := func(w *wave) uint32 {
		if len(l.ops) == 0 || l.ops[0].kind != kindVGPR || w.exec == 0 {
			return 0
		}
		return w.vreg(l.ops[0].reg, false)[bits.TrailingZeros64(w.exec)]
	}
	resource := func(w *wave) int { return int(uint64(w.s[regM0]>>16&0x3f)+uint64(off)) & 63 }
	switch name {
	case "init":
		return func(w *wave) { w.g.d.gws[resource(w)] = gwsBarrier{need: first(w) + 1} }, nil
	case "barrier":
		return func(w *wave) {
			b := &w.g.d.gws[resource(w)]
			b.need = first(w) + 1
			b.waiting = append(b.waiting, w)
			if uint32(len(b.waiting)) >= b.need {
				for _, x := range b.waiting {
					x.state = running
				}
				b.waiting = nil
				return
			}
			w.state = atGWS
		}, nil
	}
	return nil, errUnknown
}
