// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import "fmt"

func quadMask(_ *wave, a, _ uint64) (uint64, int) {
	var r uint64
	for i := range 16 {
		if a>>(4*i)&15 != 0 {
			r |= 1 << i
		}
	}
	return r, nz(r)
}

// bitReplicate doubles every bit.
func bitReplicate(_ *wave, a, _ uint64) (uint64, int) {
	var r uint64
	for i := range 32 {
		r |= a >> i & 1 * 3 << (2 * i)
	}
	return r, sccKeep
}

// scalarMovRel compiles S_MOVRELS, S_MOVRELD and S_MOVRELSD_2: register numbers are offset by M0,
// in the last one the destination's by its upper half.
func scalarMovRel(source, destination bool) compiler {
	return func(_ *decoder, l *line) (step, error) {
		if len(l.ops) != 2 || l.ops[0].kind != kindSGPR {
			return nil, fmt.Errorf("operands of %s", l.name)
		}
		dst, src := l.ops[0], l.ops[1]
		source := source && src.kind == kindSGPR
		width := tU
		if dst.n == 2 {
			width = tQ
		}
		get, err := src.scalar(width)
		if err != nil {
			return nil, err
		}
		return func(w *wave) {
			m0 := int(w.s[regM0])
			v, to := uint64(0), dst.reg
			switch {
			case source && destination:
				v, to = w.sgprs(src.reg+m0&0x3ff, dst.n), dst.reg+m0>>16&0x3ff
			case source:
				v = w.sgprs(src.reg+m0, dst.n)
			default:
				v, to = get(w), dst.reg+m0
			}
			w.checkSGPR(to, dst.n)
			for i := range dst.n {
				w.s[to+i] = uint32(v >> (32 * i))
			}
		}, nil
	}
}

func (w *wave) checkSGPR(r, n int) {
	if r < 0 || r+n > regVCC {
		faultf("SGPR %d out of range", r)
	}
}

func (w *wave) sgprs(r, n int) (v uint64) {
	w.checkSGPR(r, n)
	for i := range n {
		v |= uint64(w.s[r+i]) << (32 * i)
	}
	return v
}

// barrierSignal compiles S_BARRIER_SIGNAL of the work-group's barrier (-1); the wait does the rest.
// ISFIRST returns whether the wave is the first to arrive.
func barrierSignal(isFirst bool) compiler {
	return func(_ *decoder, l *line) (step, error) {
		if o := first(l); o.kind != kindConst || int16(o.val) != -1 {
			return nil, fmt.Errorf("barrier %s", first(l).text)
		}
		return func(w *wave) {
			if isFirst {
				w.scc = w.g.signals == 0
			}
			w.g.signals++
		}, nil
	}
}

// setIndexMode compiles S_SET_GPR_IDX_MODE: bits for src0, src1, src2 and dst.
func setIndexMode(_ *decoder, l *line) (step, error) {
	mode := uint32(first(l).val) & 15
	return func(w *wave) {
		w.gprIndex = mode
		w.s[regM0] = w.s[regM0]&^0xf000 | mode<<12
	}, nil
}

func init() {
	sops["s_quadmask_b32"], sops["s_quadmask_b64"] = sop{sig: "u:u", f: quadMask}, sop{sig: "q:q", f: quadMask}
	sops["s_bitreplicate_b64_b32"] = sop{sig: "q:u", f: bitReplicate}
}

func addScalars() {
	for _, size := range []string{"b32", "b64"} {
		specialOps["s_movrels_"+size], specialOps["s_movreld_"+size] = scalarMovRel(true, false), scalarMovRel(false, true)
	}
	specialOps["s_movrelsd_2_b32"] = scalarMovRel(true, true)
	specialOps["s_barrier_signal"], specialOps["s_barrier_signal_isfirst"] = barrierSignal(false), barrierSignal(true)
	specialOps["s_set_gpr_idx_mode"] = setIndexMode
	ignored["s_version"] = true
}
