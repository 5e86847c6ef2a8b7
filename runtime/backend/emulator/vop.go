// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// step executes one instruction for a wave.
type step func(*wave)

// vop describes a lane-wise vector operation.
type vop struct {
	sig string // types: result, then sources; "f:ff"
	f   sem
	acc bool // the destination is also the last source (V_FMAC, V_DOT2C)
	// keep16: a 16-bit result does not change the other half of the register.
	keep16 bool
}

func (v *vop) dst() typ    { return typ(v.sig[0]) }
func (v *vop) src() string { return v.sig[2:] }

// dpp describes data-parallel primitives: the lane that the first source is read from.
type dpp struct {
	from     func(lane, size int) int // negative: there is no such lane
	rows     uint64
	banks    uint64
	bound    bool // a lane without a source reads 0 instead of keeping its result
	inactive bool // fi: reads inactive lanes, too
}

// laneOf returns the source lane of a lane in a wave of a size; negative if there is none.
type laneOf = func(lane, size int) int

// inRow returns a movement within rows of 16 lanes.
func inRow(f func(i int) int) laneOf {
	return func(lane, _ int) int {
		i := f(lane & 15)
		if i < 0 || i > 15 {
			return -1
		}
		return lane&^15 | i
	}
}

// rowBroadcast copies the last lane of a row (k is 15) or of a pair of rows (31) to the lanes after
// it.
func rowBroadcast(k int) laneOf {
	return func(lane, _ int) int {
		switch {
		case lane < k+1:
			return -1
		case k == 15:
			return lane&^15 - 1
		}
		return 31
	}
}

func waveShiftLeft(lane, size int) int {
	if lane+1 >= size {
		return -1
	}
	return lane + 1
}

// dppMoves are the movements described by a number, by modifier name.
var dppMoves = map[string]func(k int) laneOf{
	"row_shl":         func(k int) laneOf { return inRow(func(i int) int { return i + k }) },
	"row_shr":         func(k int) laneOf { return inRow(func(i int) int { return i - k }) },
	"row_ror":         func(k int) laneOf { return inRow(func(i int) int { return (i - k) & 15 }) },
	"row_mirror":      func(int) laneOf { return inRow(func(i int) int { return 15 - i }) },
	"row_half_mirror": func(int) laneOf { return inRow(func(i int) int { return i&8 | 7 - i&7 }) },
	"row_share":       func(k int) laneOf { return inRow(func(int) int { return k }) },
	"row_newbcast":    func(k int) laneOf { return inRow(func(int) int { return k }) },
	"row_xmask":       func(k int) laneOf { return inRow(func(i int) int { return i ^ k }) },
	"row_bcast":       rowBroadcast,
	"wave_shl":        func(int) laneOf { return waveShiftLeft },
	"wave_shr":        func(int) laneOf { return func(lane, _ int) int { return lane - 1 } },
	"wave_rol":        func(int) laneOf { return func(lane, size int) int { return (lane + 1) % size } },
	"wave_ror":        func(int) laneOf { return func(lane, size int) int { return (lane + size - 1) % size } },
}

// lanesOf parses a list of n lanes: "[3,2,1,0]".
func lanesOf(name, list string, n int) ([]int, error) {
	var out []int
	for x := range strings.SplitSeq(strings.Trim(list, "[]"), ",") {
		k, _ := strconv.Atoi(strings.TrimSpace(x))
		out = append(out, k)
	}
	if len(out) != n {
		return nil, fmt.Errorf("%s:%s", name, list)
	}
	return out, nil
}

func parseDPP(l *line, waveSize int) (*dpp, error) {
	d := &dpp{rows: 0xf, banks: 0xf}
	for name, v := range l.mods {
		n, _ := strconv.ParseInt(v, 0, 64)
		if move, ok := dppMoves[name]; ok {
			d.from = move(int(n))
			continue
		}
		switch name {
		case "quad_perm":
			p, err := lanesOf(name, v, 4)
			if err != nil {
				return nil, err
			}
			d.from = func(lane, _ int) int { return lane&^3 | p[lane&3] }
		case "dpp8":
			p, err := lanesOf(name, v, 8)
			if err != nil {
				return nil, err
			}
			d.from, d.bound = func(lane, _ int) int { return lane&^7 | p[lane&7] }, true
		case "row_mask":
			d.rows = uint64(n)
		case "bank_mask":
			d.banks = uint64(n)
		case "bound_ctrl":
			d.bound = true
		case "fi":
			d.inactive = n == 1
		}
	}
	if d.from == nil {
		return nil, nil
	}
	return d, nil
}

// apply permutes a source and returns the lanes that write their result.
func (d *dpp) apply(w *wave, x *lanes, mask uint64) uint64 {
	in := *x
	var out uint64
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		if d.rows>>(l>>4)&1 == 0 || d.banks>>(l>>2&3)&1 == 0 {
			continue
		}
		s := d.from(l, w.size)
		switch {
		case s >= 0 && s < w.size && (d.inactive || w.exec>>s&1 != 0):
			x[l] = in[s]
		case d.bound:
			x[l] = 0
		default:
			continue
		}
		out |= 1 << l
	}
	return out
}

// sdwa is sub-dword addressing: the part of a register that is read or written.
type sdwa struct {
	shift, width uint
	sext         bool
}

func parseSel(s string) (sdwa, bool) {
	switch {
	case s == "" || s == "DWORD":
		return sdwa{0, 32, false}, s != ""
	case strings.HasPrefix(s, "BYTE_"):
		n, _ := strconv.Atoi(s[5:])
		return sdwa{uint(n) * 8, 8, false}, true
	case strings.HasPrefix(s, "WORD_"):
		n, _ := strconv.Atoi(s[5:])
		return sdwa{uint(n) * 16, 16, false}, true
	}
	return sdwa{}, false
}

func (s sdwa) pick(v uint64) uint64 {
	v = v >> s.shift & (1<<s.width - 1)
	if s.sext {
		v = uint64(uint32(int32(v<<(32-s.width)) >> (32 - s.width)))
	}
	return v
}

// source is a vector source with its modifiers.
type source struct {
	read func(*wave, *lanes, uint64)
	typ  typ
	dpp  *dpp
}

func (l *line) isSDWA() bool { return strings.HasSuffix(l.name, "_sdwa") }

// opSel parses a modifier like op_sel:[0,1,0].
func (l *line) opSel(name string) []bool {
	v, ok := l.mods[name]
	if !ok {
		return nil
	}
	var out []bool
	for _, x := range strings.Split(strings.Trim(v, "[]"), ",") {
		out = append(out, strings.TrimSpace(x) == "1")
	}
	return out
}

func at(list []bool, i int, absent bool) bool {
	if i >= 0 && i < len(list) {
		return list[i]
	}
	return absent
}

// first reads the source as the instruction's first one, with data-parallel primitives applied, and
// returns the participating lanes.
func (s *source) first(w *wave) uint64 {
	mask := w.exec
	s.read(w, &w.a, mask)
	if s.dpp != nil {
		mask = s.dpp.apply(w, &w.a, mask)
	}
	return mask
}

// sources prepares the vector sources of an instruction.
func (c *decoder) sources(l *line, ops []operand, types string, d *dpp) ([]source, error) {
	if len(ops) < len(types) {
		return nil, fmt.Errorf("%d operands where %d are taken", len(ops), len(types))
	}
	sel := l.opSel("op_sel")
	out := make([]source, len(types))
	for i := range types {
		o, t := ops[i], typ(types[i])
		if t.bits() == 16 && at(sel, i, false) {
			o.half = 2
		}
		if l.isSDWA() && i < 2 {
			part, ok := parseSel(l.mods[[]string{"src0_sel", "src1_sel"}[i]])
			if ok {
				part.sext = o.sext
				plain := o
				plain.neg, plain.abs = false, false
				read, err := plain.vector(tU, c)
				if err != nil {
					return nil, err
				}
				// What is selected is as wide as the operation's source, its extended sign, too.
				sign, abs, neg := uint64(1)<<(t.bits()-1), o.abs, o.neg
				width := sign<<1 - 1
				out[i] = source{typ: t, read: func(w *wave, to *lanes, mask uint64) {
					read(w, to, mask)
					for k := range to {
						to[k] = signs(part.pick(to[k])&width, sign, abs, neg)
					}
				}}
				continue
			}
		}
		if o.literal && (t == tH || t == tB) && o.val > 0xffff {
			return nil, fmt.Errorf("literal %s for a 16-bit operand", o.text)
		}
		read, err := o.vector(t, c)
		if err != nil {
			return nil, err
		}
		out[i] = source{read: read, typ: t}
	}
	if d != nil && len(out) > 0 {
		out[0].dpp = d
	}
	return out, nil
}

// outputModifiers returns the output multiplier (OMOD) and clamp.
func (l *line) outputModifiers() (scale float64, clamp bool) {
	scale = 1
	if v, err := strconv.ParseFloat(l.mods["mul"], 64); err == nil {
		scale = v
	}
	if v, err := strconv.ParseFloat(l.mods["div"], 64); err == nil {
		scale = 1 / v
	}
	_, clamp = l.mods["clamp"]
	return scale, clamp
}

// output returns the output stage: clamp, output multiplier, and the store to the destination.
func (c *decoder) output(l *line, o operand, t typ, keep16 bool) (func(*wave, *lanes, uint64), error) {
	if t.bits() == 16 {
		if sel := l.opSel("op_sel"); len(sel) > 0 && sel[len(sel)-1] && len(sel) >= len(l.ops) {
			o.half = 2
		} else if len(sel) > 0 && c.gen >= 10 && o.half == 0 {
			o.half = 1
		}
	}
	scale, clamp := l.outputModifiers()
	if clamp && !t.float() {
		return nil, fmt.Errorf("clamp of an integer operation")
	}
	finished := func(from *lanes, mask uint64) {
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			from[i] = finish(from[i], t, scale, clamp)
		}
	}
	modified := t.float() && (clamp || scale != 1)
	put, err := c.destination(l, o, t, keep16)
	if err != nil || !modified {
		return put, err
	}
	return func(w *wave, from *lanes, mask uint64) {
		finished(from, mask)
		put(w, from, mask)
	}, nil
}

// destination returns a writer of a register or, with SDWA, of a part of it.
func (c *decoder) destination(l *line, o operand, t typ, keep16 bool) (func(*wave, *lanes, uint64), error) {
	if l.isSDWA() {
		if part, ok := parseSel(l.mods["dst_sel"]); ok && part.width < 32 {
			return part.store(o, l.mods["dst_unused"]), nil
		}
	}
	return o.store(t, keep16)
}

// store returns a writer of a field of a register; unused specifies its other bits.
func (p sdwa) store(o operand, unused string) func(*wave, *lanes, uint64) {
	fieldMask := uint32(1<<p.width-1) << p.shift
	return func(w *wave, from *lanes, mask uint64) {
		to := w.vreg(o.reg, o.kind == kindAGPR)
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			v := uint32(from[i]) << p.shift & fieldMask
			switch unused {
			case "UNUSED_PRESERVE":
				v |= to[i] &^ fieldMask
			case "UNUSED_SEXT":
				if v>>(p.shift+p.width-1)&1 != 0 {
					v |= ^uint32(0) << p.shift
				}
			}
			to[i] = v
		}
	}
}

func finish(v uint64, t typ, scale float64, clamp bool) uint64 {
	var x float64
	switch t {
	case tF:
		x = float64(f32(v))
	case tD:
		x = f64(v)
	case tH:
		x = f16(v)
	}
	if x != x {
		if clamp {
			return 0 // DX10_CLAMP
		}
		return v
	}
	if scale != 1 {
		x *= scale
	}
	if clamp {
		x = math.Min(math.Max(x, 0), 1)
		if x == 0 {
			x = 0
		}
	}
	return floatBits(x, t)
}

// base returns a mnemonic without its encoding suffix.
func base(name string) string {
	for _, s := range []string{"_e64_dpp", "_dpp", "_sdwa", "_e32", "_e64"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			return b
		}
	}
	return name
}

// lane compiles a lane-wise operation.
func (c *decoder) lane(l *line, v *vop) (step, error) {
	d, err := parseDPP(l, c.waveSize)
	if err != nil {
		return nil, err
	}
	if len(l.ops) == 0 {
		return nil, fmt.Errorf("no operands")
	}
	ops := l.ops[1:]
	types := v.src()
	if v.acc && len(ops) < len(types) {
		ops = append(ops[:len(ops):len(ops)], l.ops[0])
		ops[len(ops)-1].neg, ops[len(ops)-1].abs = false, false
		if v.dst().bits() == 16 && ops[len(ops)-1].half == 0 {
			if sel := l.opSel("op_sel"); at(sel, len(ops), false) {
				ops[len(ops)-1].half = 2
			}
		}
	}
	src, err := c.sources(l, ops, types, d)
	if err != nil {
		return nil, err
	}
	keep := v.keep16 || v.dst().bits() == 16 && c.gen >= 10
	out, err := c.output(l, l.ops[0], v.dst(), keep)
	if err != nil {
		return nil, err
	}
	f := v.f
	switch len(src) {
	case 1:
		a := src[0]
		return func(w *wave) {
			mask := a.first(w)
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				w.d[i] = f(w, w.a[i], 0, 0)
			}
			out(w, &w.d, mask)
		}, nil
	case 2:
		a, b := src[0], src[1]
		return func(w *wave) {
			mask := a.first(w)
			b.read(w, &w.b, mask)
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				w.d[i] = f(w, w.a[i], w.b[i], 0)
			}
			out(w, &w.d, mask)
		}, nil
	case 3:
		a, b, e := src[0], src[1], src[2]
		return func(w *wave) {
			mask := a.first(w)
			b.read(w, &w.b, mask)
			e.read(w, &w.c, mask)
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				w.d[i] = f(w, w.a[i], w.b[i], w.c[i])
			}
			out(w, &w.d, mask)
		}, nil
	}
	return nil, fmt.Errorf("%d sources", len(src))
}

// maskOut returns a writer of a lane mask of the wave's size: vcc, an SGPR pair, null.
func (c *decoder) maskOut(o operand) (func(*wave, uint64), error) {
	put, err := o.put(32 * max(1, min(o.n, 2)))
	if err != nil {
		return nil, err
	}
	return put, nil
}

// maskIn returns a reader of a lane mask.
func (c *decoder) maskIn(o operand) (func(*wave) uint64, error) {
	if o.n >= 2 || o.kind == kindConst {
		return o.scalar(tQ)
	}
	return o.scalar(tU)
}

// compare compiles V_CMP and V_CMPX.
func (c *decoder) compare(l *line, name string) (step, error) {
	name, setsExec := strings.CutPrefix(name, "v_cmpx_")
	if !setsExec {
		name = strings.TrimPrefix(name, "v_cmp_")
	}
	types, f, err := predicate(name)
	if err != nil {
		return nil, err
	}
	ops := l.ops
	var to func(*wave, uint64)
	if len(ops) == len(types)+1 {
		if to, err = c.maskOut(ops[0]); err != nil {
			return nil, err
		}
		ops = ops[1:]
	} else if !setsExec {
		return nil, fmt.Errorf("%d operands", len(ops))
	}
	d, err := parseDPP(l, c.waveSize)
	if err != nil {
		return nil, err
	}
	src, err := c.sources(l, ops, types, d)
	if err != nil {
		return nil, err
	}
	a, b := src[0], src[1]
	return func(w *wave) {
		mask := a.first(w)
		b.read(w, &w.b, mask)
		var r uint64
		for m := mask; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			if f(w, w.a[i], w.b[i]) {
				r |= 1 << i
			}
		}
		if to != nil {
			to(w, r)
		}
		if setsExec {
			w.setExec(r)
		}
	}, nil
}

// predicate returns the comparison of a name: "gt_i32", "nlt_f64", "class_f32".
func predicate(name string) (types string, f func(w *wave, a, b uint64) bool, err error) {
	op, kind, ok := strings.Cut(name, "_")
	if !ok {
		return "", nil, fmt.Errorf("comparison %q", name)
	}
	if op == "class" {
		switch kind {
		case "f16":
			return "hu", func(_ *wave, a, b uint64) bool { return classify(a, 10, 5)&b != 0 }, nil
		case "f32":
			return "fu", func(_ *wave, a, b uint64) bool { return classify(a, 23, 8)&b != 0 }, nil
		case "f64":
			return "du", func(_ *wave, a, b uint64) bool { return classify(a, 52, 11)&b != 0 }, nil
		}
	}
	switch kind {
	case "f16", "f32", "f64":
		t := map[string]string{"f16": "hh", "f32": "ff", "f64": "dd"}[kind]
		rel, ok := floatRelations[op]
		if !ok {
			return "", nil, fmt.Errorf("comparison %q", name)
		}
		value := map[string]func(w *wave, v uint64) float64{
			"f16": func(w *wave, v uint64) float64 { return f16(w.in16(v)) },
			"f32": func(w *wave, v uint64) float64 { return float64(f32(w.in32(v))) },
			"f64": func(w *wave, v uint64) float64 { return f64(w.in64(v)) },
		}[kind]
		return t, func(w *wave, a, b uint64) bool { return rel(value(w, a), value(w, b)) }, nil
	case "i16", "u16", "i32", "u32", "i64", "u64", "b32":
		rel, ok := intRelations[op]
		if !ok {
			return "", nil, fmt.Errorf("comparison %q", name)
		}
		width := kind[1:]
		t := map[string]string{"16": "ss", "32": "uu", "64": "qq"}[width]
		if kind[0] == 'u' || kind[0] == 'b' {
			return t, func(_ *wave, a, b uint64) bool {
				switch {
				case a < b:
					return rel(-1)
				case a > b:
					return rel(1)
				}
				return rel(0)
			}, nil
		}
		shift := map[string]uint{"16": 48, "32": 32, "64": 0}[width]
		return t, func(_ *wave, a, b uint64) bool {
			x, y := int64(a<<shift), int64(b<<shift)
			switch {
			case x < y:
				return rel(-1)
			case x > y:
				return rel(1)
			}
			return rel(0)
		}, nil
	}
	return "", nil, fmt.Errorf("comparison %q", name)
}

var floatRelations = map[string]func(a, b float64) bool{
	"f": func(a, b float64) bool { return false }, "t": func(a, b float64) bool { return true }, "tru": func(a, b float64) bool { return true },
	"lt": func(a, b float64) bool { return a < b }, "eq": func(a, b float64) bool { return a == b }, "le": func(a, b float64) bool { return a <= b },
	"gt": func(a, b float64) bool { return a > b }, "ge": func(a, b float64) bool { return a >= b },
	"lg": func(a, b float64) bool { return a < b || a > b },
	"o":  func(a, b float64) bool { return a == a && b == b }, "u": func(a, b float64) bool { return a != a || b != b },
	"nlt": func(a, b float64) bool { return !(a < b) }, "neq": func(a, b float64) bool { return !(a == b) }, "nle": func(a, b float64) bool { return !(a <= b) },
	"ngt": func(a, b float64) bool { return !(a > b) }, "nge": func(a, b float64) bool { return !(a >= b) },
	"nlg": func(a, b float64) bool { return !(a < b || a > b) },
}

var intRelations = map[string]func(int) bool{
	"f": func(int) bool { return false }, "t": func(int) bool { return true },
	"lt": func(r int) bool { return r < 0 }, "eq": func(r int) bool { return r == 0 }, "le": func(r int) bool { return r <= 0 },
	"gt": func(r int) bool { return r > 0 }, "ne": func(r int) bool { return r != 0 }, "lg": func(r int) bool { return r != 0 }, "ge": func(r int) bool { return r >= 0 },
}
