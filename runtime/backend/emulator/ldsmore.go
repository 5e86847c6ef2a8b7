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

// transposeWidth returns the element size in bits of a DS_READ_*_TR_* of gfx950.
func transposeWidth(name string) (uint, bool) {
	_, width, ok := strings.Cut(name, "_tr_b")
	n, err := strconv.Atoi(width)
	return uint(n), ok && err == nil
}

// ldsTranspose compiles DS_READ_*_TR_*. Each lane reads from its address; in groups of 16 lanes the
// elements form a row-major matrix of 16 columns, and each lane gets a column (CDNA 4 ISA, "MFMA
// Transpose Load from LDS").
func (c *decoder) ldsTranspose(l *line, width uint) (step, error) {
	if len(l.ops) != 2 || l.ops[1].kind != kindVGPR {
		return nil, fmt.Errorf("operands of %s", l.name)
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	dst, addr := l.ops[0], l.ops[1].reg
	n := uint(dst.n) * 32 / width // elements per lane
	lanesOfRow := 16 / n
	return func(w *wave) {
		var in [64][]uint32
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			in[i] = make([]uint32, dst.n+1)
			for r := range dst.n {
				in[i][r] = uint32(load(w.local(uint64(w.vreg(addr, false)[i])+uint64(off)+uint64(4*r), 4), 4))
			}
		}
		out := w.registers(dst)
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			column := uint(i & 15)
			for row := range n {
				from := in[uint(i&^15)+row*lanesOfRow+column/n]
				if from == nil {
					faultf("%s with a lane of the matrix off", l.name)
				}
				putField(out[i], row*width, width, field(from, column%n*width, width))
			}
		}
		for r := range dst.n {
			to := w.vreg(dst.reg+r, dst.kind == kindAGPR)
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				to[i] = out[i][r]
			}
		}
	}, nil
}

// ldsThree are LDS atomics with two data operands, by mnemonic with the size in bits.
var ldsThree = map[string]func(old, a, b uint64) uint64{
	"mskor": func(old, mask, bits uint64) uint64 { return old&^mask | bits },
	"wrap": func(old, a, b uint64) uint64 {
		if old >= a {
			return old - a
		}
		return old + b
	},
}

// ldsExchange are exchanges at two addresses: offsets in units of 1 or 64 elements.
var ldsExchange = map[string]uint64{
	"wrxchg2_rtn": 1, "wrxchg2st64_rtn": 64, "storexchg_2addr_rtn": 1, "storexchg_2addr_stride64_rtn": 64,
}

// ldsRare compiles atomics with two data operands; ok is false for other instructions.
func (c *decoder) ldsRare(l *line, name string) (run step, ok bool, err error) {
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return nil, false, nil
	}
	op, size := name[:i], uint64(4)
	if strings.HasSuffix(name, "64") {
		size = 8
	}
	if stride, ok := ldsExchange[op]; ok {
		run, err = c.ldsExchange2(l, size, stride)
		return run, true, err
	}
	op, returns := strings.CutSuffix(op, "_rtn")
	f, ok := ldsThree[op]
	if !ok {
		return nil, false, nil
	}
	run, err = c.ldsAtomic3(l, size, returns, f)
	return run, true, err
}

// ldsOperands returns the address and data operands of an LDS instruction.
func ldsOperands(l *line, returns bool) (dst *operand, addr int, data []operand, err error) {
	ops := l.ops
	if returns && len(ops) > 0 {
		dst, ops = &l.ops[0], ops[1:]
	}
	if len(ops) < 3 || ops[0].kind != kindVGPR {
		return nil, 0, nil, fmt.Errorf("operands of an LDS atomic")
	}
	return dst, ops[0].reg, ops[1:3], nil
}

// laneValue returns a lane's value of a register or register pair.
func (w *wave) laneValue(o *operand, lane int, size uint64) uint64 {
	v := uint64(w.vreg(o.reg, o.kind == kindAGPR)[lane])
	if size == 8 {
		v |= uint64(w.vreg(o.reg+1, o.kind == kindAGPR)[lane]) << 32
	}
	return v
}

func (c *decoder) ldsAtomic3(l *line, size uint64, returns bool, f func(old, a, b uint64) uint64) (step, error) {
	dst, addr, data, err := ldsOperands(l, returns)
	if err != nil {
		return nil, err
	}
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	return func(w *wave) {
		mask := w.exec
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			p := w.local(uint64(w.vreg(addr, false)[i])+uint64(off), size)
			old := load(p, size)
			store(p, size, f(old, w.laneValue(&data[0], i, size), w.laneValue(&data[1], i, size)))
			w.d[i] = old
		}
		if dst != nil {
			w.putLanes(*dst, int(size/4), &w.d, mask)
		}
	}, nil
}

func (c *decoder) ldsExchange2(l *line, size, stride uint64) (step, error) {
	dst, addr, data, err := ldsOperands(l, true)
	if err != nil {
		return nil, err
	}
	at := [2]uint64{l.number("offset0") * size * stride, l.number("offset1") * size * stride}
	words := int(size / 4)
	return func(w *wave) {
		mask := w.exec
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			for k, x := range []*lanes{&w.c, &w.d} {
				p := w.local(uint64(w.vreg(addr, false)[i])+at[k], size)
				x[i] = load(p, size)
				store(p, size, w.laneValue(&data[k], i, size))
			}
		}
		high := *dst
		high.reg += words
		w.putLanes(*dst, words, &w.c, mask)
		w.putLanes(high, words, &w.d, mask)
	}, nil
}

// loadToLDS compiles loads that write to LDS instead of registers: the lanes' values are
// consecutive, starting at M0 plus the instruction's offset.
func (c *decoder) loadToLDS(a access, offset int64, where addressing) (step, error) {
	part := max(a.size, 4)
	width := part * uint64(a.parts)
	return func(w *wave) {
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			to := uint64(w.s[regM0]) + uint64(offset) + uint64(i)*width
			for p := range uint64(a.parts) {
				v := a.extend(load(where(w, i, p*a.size, a.size, false), a.size))
				store(w.local(to+p*part, part), part, v)
			}
		}
	}, nil
}

// ldsAddTID compiles DS_READ_ADDTID and DS_WRITE_ADDTID: the address is M0 plus the offset plus
// four bytes per lane.
func (c *decoder) ldsAddTID(l *line) (step, error) {
	off, err := l.offset()
	if err != nil {
		return nil, err
	}
	if len(l.ops) != 1 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	where := func(w *wave, lane int, part, size uint64, _ bool) unsafe.Pointer {
		return w.local(uint64(w.s[regM0]&0xffff)+uint64(off)+uint64(4*lane)+part, size)
	}
	a := access{size: 4, parts: 1}
	if strings.Contains(l.name, "read") || strings.Contains(l.name, "load") {
		return c.loadOp(a, l.ops[0], where)
	}
	return c.storeOp(a, l.ops[0], where)
}

// addTID adds four bytes per lane to an address (GLOBAL_LOAD_ADDTID and similar instructions).
func addTID(base func(*wave) uint64, offset int64) addressing {
	return func(w *wave, lane int, part, size uint64, write bool) unsafe.Pointer {
		return w.pointer(base(w)+uint64(offset)+uint64(4*lane)+part, size, write)
	}
}

// addTIDOp compiles GLOBAL_LOAD_ADDTID and GLOBAL_STORE_ADDTID.
func (c *decoder) addTIDOp(l *line, isLoad bool) (step, error) {
	offset, err := l.offset()
	if err != nil {
		return nil, err
	}
	if len(l.ops) < 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	base, err := l.ops[1].scalar(tQ)
	if err != nil {
		return nil, err
	}
	a, at := access{size: 4, parts: 1}, addTID(base, offset)
	if isLoad {
		return c.loadOp(a, l.ops[0], at)
	}
	return c.storeOp(a, l.ops[0], at)
}
