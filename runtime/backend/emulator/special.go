// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// errUnknown means that the emulator does not know an instruction; a kernel that reaches it ends with
// an error that names it.
var errUnknown = errors.New("unknown instruction")

// compile compiles an instruction.
func (c *decoder) compile(l *line) (step, error) {
	if l.dual != nil {
		return c.dualOp(l)
	}
	name := base(l.name)
	if f, ok := specialOps[name]; ok {
		return f(c, l)
	}
	if ignored[name] {
		return func(*wave) {}, nil
	}
	for _, f := range families {
		if f.has(name) {
			return f.compile(c, l, name)
		}
	}
	return c.vectorOp(l, name)
}

// families are the kinds of instructions with their own compiler, by prefix of the name; the first
// match is used. Everything else is a vector operation.
var families []family

type family struct {
	has     func(name string) bool
	compile func(c *decoder, l *line, name string) (step, error)
}

func init() {
	begins := func(prefixes ...string) func(string) bool {
		return func(name string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
		}
	}
	byLine := func(f func(*decoder, *line) (step, error)) func(*decoder, *line, string) (step, error) {
		return func(c *decoder, l *line, _ string) (step, error) { return f(c, l) }
	}
	families = []family{
		{begins("s_cmpk_"), byLine((*decoder).compareK)},
		{begins("s_load_", "s_buffer_load_"), byLine((*decoder).scalarLoad)},
		{begins("s_"), (*decoder).scalarName},
		{begins("v_cmp"), (*decoder).compare},
		{begins("v_pk_"), (*decoder).packedOp},
		{begins("image_"), byLine((*decoder).image)},
		{matrixName.MatchString, byLine((*decoder).matrix)},
		{scaledName.MatchString, byLine((*decoder).scaled)},
		{begins("ds_"), byLine((*decoder).ldsOp)},
		{begins("flat_", "global_", "scratch_"), byLine((*decoder).flatOp)},
		{begins("buffer_", "tbuffer_"), byLine((*decoder).bufferOp)},
	}
}

// scalarName compiles a branch or a scalar operation.
func (c *decoder) scalarName(l *line, name string) (step, error) {
	if cond, ok := branches[name]; ok {
		return c.branch(l, cond)
	}
	if old, ok := sopNames[name]; ok {
		name = old
	}
	if s, ok := sops[name]; ok {
		return c.scalarOp(l, s)
	}
	return nil, errUnknown
}

// vectorOp compiles a lane-wise operation.
func (c *decoder) vectorOp(l *line, name string) (step, error) {
	if old, ok := vopNames[name]; ok {
		name = old
	}
	if _, ok := l.mods["clamp"]; ok {
		if v, ok := vops[name+" clamp"]; ok {
			m := *l
			m.mods = maps.Clone(l.mods)
			delete(m.mods, "clamp")
			return c.lane(&m, v)
		}
	}
	if v, ok := vops[name]; ok && v.f != nil {
		return c.lane(l, v)
	}
	return nil, errUnknown
}

func (c *decoder) branch(l *line, cond func(*wave) bool) (step, error) {
	to, err := c.branchTarget(l)
	if err != nil {
		return nil, err
	}
	return func(w *wave) {
		if cond(w) {
			w.pc = to
		}
	}, nil
}

type compiler func(*decoder, *line) (step, error)

var specialOps map[string]compiler

func init() {
	specialOps = map[string]compiler{
		"s_endpgm":       func(*decoder, *line) (step, error) { return func(w *wave) { w.state = ended }, nil },
		"s_endpgm_saved": func(*decoder, *line) (step, error) { return func(w *wave) { w.state = ended }, nil },
		"s_barrier":      barrier, "s_barrier_wait": barrierWait,
		"s_sleep": yield, "s_sleep_var": yield, "s_wakeup": yield,
		"s_trap":       trap,
		"s_getpc_b64":  getPC,
		"s_setpc_b64":  setPC,
		"s_swappc_b64": swapPC,
		"s_call_b64":   callPC,
		"s_memtime":    clock, "s_memrealtime": clock,
		"s_getreg_b32": getReg,
		"s_setreg_b32": setReg, "s_setreg_imm32_b32": setReg,
		"s_round_mode": func(c *decoder, l *line) (step, error) {
			v := uint32(first(l).val)
			return func(w *wave) { w.mode = w.mode&^0xf | v&0xf }, nil
		},
		"s_denorm_mode": func(c *decoder, l *line) (step, error) {
			v := uint32(first(l).val)
			return func(w *wave) { w.mode = w.mode&^0xf0 | v&0xf<<4 }, nil
		},
		"s_sendmsg":         func(c *decoder, l *line) (step, error) { return func(*wave) {}, nil },
		"s_sendmsghalt":     func(c *decoder, l *line) (step, error) { return func(w *wave) { w.state = ended }, nil },
		"s_sendmsg_rtn_b32": clock, "s_sendmsg_rtn_b64": clock,
		"s_set_gpr_idx_on":  indexOn,
		"s_set_gpr_idx_off": func(c *decoder, l *line) (step, error) { return func(w *wave) { w.gprIndex = 0 }, nil },
		"s_set_gpr_idx_idx": indexValue,
		"s_fmac_f32":        fmaScalar(tF), "s_fmaak_f32": fmaScalar(tF), "s_fmamk_f32": fmaScalar(tF), "s_fmac_f16": fmaScalar(tH),
		"v_mov_b32":     movIndexed,
		"v_movrels_b32": movRel(1), "v_movreld_b32": movRel(8), "v_movrelsd_b32": movRel(9),
		"v_readfirstlane_b32": readLane, "v_readlane_b32": readLane, "v_writelane_b32": writeLane,
		"v_mbcnt_lo_u32_b32": mbcnt(0), "v_mbcnt_hi_u32_b32": mbcnt(32),
		"v_cndmask_b32": cndmask("uu"), "v_cndmask_b16": cndmask("ss"),
		"v_swap_b32":    swap,
		"v_mad_u64_u32": mad64(false), "v_mad_i64_i32": mad64(true), "v_mad_co_u64_u32": mad64(false), "v_mad_co_i64_i32": mad64(true),
		"v_div_scale_f32": scaleOp("fff", "f", divF32.scale), "v_div_scale_f64": scaleOp("ddd", "d", divF64.scale),
		"v_div_fmas_f32": fmas("fff", "f"), "v_div_fmas_f64": fmas("ddd", "d"),
		"v_permlanex16_b32": permLane16(true), "v_permlane16_b32": permLane16(false), "v_permlane64_b32": permLane64,
		"v_permlane32_swap_b32": permSwap(32), "v_permlane16_swap_b32": permSwap(16),
		"v_fma_mix_f32": fmaMix(0, tH), "v_mad_mix_f32": fmaMix(0, tH), "v_fma_mixlo_f16": fmaMix(1, tH), "v_fma_mixhi_f16": fmaMix(2, tH), "v_mad_mixlo_f16": fmaMix(1, tH), "v_mad_mixhi_f16": fmaMix(2, tH),
		"v_fma_mix_f32_bf16": fmaMix(0, tB), "v_fma_mixlo_bf16": fmaMix(1, tB), "v_fma_mixhi_bf16": fmaMix(2, tB),
		"v_dot4_i32_iu8": dotIU(8), "v_dot8_i32_iu4": dotIU(4),
		"v_pipeflush": func(*decoder, *line) (step, error) { return func(*wave) {}, nil },
		"v_clrexcp":   func(*decoder, *line) (step, error) { return func(*wave) {}, nil },
	}
	for _, n := range []string{"add", "sub", "subrev"} {
		specialOps["v_"+n+"_co_u32"] = carryOp(n, false)
	}
	for old, neu := range map[string]string{"addc": "add", "subb": "sub", "subbrev": "subrev"} {
		specialOps["v_"+old+"_co_u32"] = carryOp(neu, true)
		specialOps["v_"+neu+"_co_ci_u32"] = carryOp(neu, true)
	}
}

func first(l *line) *operand {
	if len(l.ops) == 0 {
		return &operand{kind: kindText, text: "(none)"}
	}
	return &l.ops[0]
}

func barrier(*decoder, *line) (step, error) { return func(w *wave) { w.state = atBarrier }, nil }

// barrierWait waits at the work-group's barrier (-1); the trap barrier (-2) is for debuggers.
func barrierWait(_ *decoder, l *line) (step, error) {
	if o := first(l); o.kind != kindConst || int16(o.val) != -1 {
		return nil, fmt.Errorf("barrier %s", first(l).text)
	}
	return barrier(nil, nil)
}

func yield(*decoder, *line) (step, error) { return func(w *wave) { w.state = yielded }, nil }

func trap(_ *decoder, l *line) (step, error) {
	n := first(l).val
	if n == 3 { // llvm.debugtrap without a debugger
		return func(*wave) {}, nil
	}
	return func(w *wave) { panic(fault{"trap", ErrTrap}) }, nil
}

func clock(_ *decoder, l *line) (step, error) {
	o := first(l)
	put, err := o.put(32 * max(o.n, 1))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(l.name, "s_sendmsg") && !strings.Contains(l.text, "REALTIME") {
		return func(w *wave) { put(w, 0) }, nil
	}
	return func(w *wave) { put(w, w.g.d.clock()) }, nil
}

func setReg(_ *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	name, off, n, err := parseHWReg(l.ops[0].text)
	if err != nil {
		return nil, err
	}
	get, err := l.ops[1].scalar(tU)
	if err != nil {
		return nil, err
	}
	mask := uint32(1<<n-1) << off
	switch name {
	case "HW_REG_MODE":
		return func(w *wave) { w.mode = w.mode&^mask | uint32(get(w))<<off&mask }, nil
	case "HW_REG_FLAT_SCR_LO", "HW_REG_FLAT_SCR_HI", "HW_REG_TRAPSTS":
		return func(*wave) {}, nil
	}
	return nil, fmt.Errorf("write of %s", name)
}

// movIndexed is V_MOV_B32, which gfx9's GPR indexing mode affects.
func movIndexed(c *decoder, l *line) (step, error) {
	plain, err := c.lane(l, vops["v_mov_b32"])
	if err != nil || c.gen != 9 {
		return plain, err
	}
	dst, src := l.ops[0], l.ops[1]
	if src.kind == kindVGPR && dst.kind == kindVGPR && !l.isSDWA() && len(l.mods) == 0 && !src.neg && !src.abs {
		from, to := src.reg, dst.reg
		return func(w *wave) {
			if w.gprIndex != 0 {
				moveRelative(w, dst, src, w.gprIndex, w.s[regM0]&0xff)
				return
			}
			a, b := w.vreg(from, false), w.vreg(to, false)
			if w.exec == math.MaxUint64 {
				*b = *a
				return
			}
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				b[i] = a[i]
			}
		}, nil
	}
	return func(w *wave) {
		if w.gprIndex != 0 {
			moveRelative(w, dst, src, w.gprIndex, w.s[regM0]&0xff)
			return
		}
		plain(w)
	}, nil
}

// moveRelative moves with register numbers offset by an index: mode bit 0 applies it to the source,
// bit 3 to the destination.
func moveRelative(w *wave, dst, src operand, mode, index uint32) {
	var from [64]uint32
	if src.kind == kindVGPR || src.kind == kindAGPR {
		r := src.reg
		if mode&1 != 0 {
			r += int(index)
		}
		from = *w.vreg(r, src.kind == kindAGPR)
	} else {
		get, err := src.scalar(tU)
		if err != nil {
			faultf("%v", err)
		}
		for i, v := 0, uint32(get(w)); i < 64; i++ {
			from[i] = v
		}
	}
	r := dst.reg
	if mode&8 != 0 {
		r += int(index)
	}
	to := w.vreg(r, dst.kind == kindAGPR)
	for m := w.exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		to[i] = from[i]
	}
}

func movRel(mode uint32) compiler {
	return func(_ *decoder, l *line) (step, error) {
		if len(l.ops) != 2 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		dst, src := l.ops[0], l.ops[1]
		return func(w *wave) { moveRelative(w, dst, src, mode, w.s[regM0]) }, nil
	}
}

func readLane(_ *decoder, l *line) (step, error) {
	put, err := first(l).put(32)
	if err != nil {
		return nil, err
	}
	src := l.ops[1]
	if src.kind != kindVGPR && src.kind != kindAGPR {
		get, err := src.scalar(tU)
		return func(w *wave) { put(w, get(w)) }, err
	}
	r, agpr := src.reg, src.kind == kindAGPR
	if len(l.ops) == 2 {
		return func(w *wave) {
			i := 0
			if w.exec != 0 {
				i = bits.TrailingZeros64(w.exec) & 63
			}
			put(w, uint64(w.vreg(r, agpr)[i]))
		}, nil
	}
	lane, err := l.ops[2].scalar(tU)
	return func(w *wave) { put(w, uint64(w.vreg(r, agpr)[int(lane(w))&(w.size-1)])) }, err
}

func writeLane(_ *decoder, l *line) (step, error) {
	if len(l.ops) != 3 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	get, err := l.ops[1].scalar(tU)
	if err != nil {
		return nil, err
	}
	lane, err := l.ops[2].scalar(tU)
	r, agpr := l.ops[0].reg, l.ops[0].kind == kindAGPR
	return func(w *wave) { w.vreg(r, agpr)[int(lane(w))&(w.size-1)] = uint32(get(w)) }, err
}

func mbcnt(from int) compiler {
	return func(c *decoder, l *line) (step, error) {
		src, err := c.sources(l, l.ops[1:], "uu", nil)
		if err != nil {
			return nil, err
		}
		out, err := c.output(l, l.ops[0], tU, false)
		if err != nil {
			return nil, err
		}
		return func(w *wave) {
			src[0].read(w, &w.a, w.exec)
			src[1].read(w, &w.b, w.exec)
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				below := uint64(0)
				switch {
				case from == 0 && i < 32:
					below = 1<<i - 1
				case from == 0:
					below = math.MaxUint32
				case i >= 32:
					below = 1<<(i-32) - 1
				}
				w.d[i] = uint64(uint32(bits.OnesCount64(w.a[i]&below)) + uint32(w.b[i]))
			}
			out(w, &w.d, w.exec)
		}, nil
	}
}

func cndmask(types string) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) < 3 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		d, err := parseDPP(l, c.waveSize)
		if err != nil {
			return nil, err
		}
		src, err := c.sources(l, l.ops[1:], types, d)
		if err != nil {
			return nil, err
		}
		pick := func(w *wave) uint64 { return w.vcc() }
		if len(l.ops) > 3 {
			if pick, err = c.maskIn(l.ops[3]); err != nil {
				return nil, err
			}
		}
		t := typ(types[0])
		out, err := c.output(l, l.ops[0], t, t == tS && c.gen >= 10)
		if err != nil {
			return nil, err
		}
		return func(w *wave) {
			mask, sel := w.exec, pick(w)
			src[0].read(w, &w.a, mask)
			if src[0].dpp != nil {
				mask = src[0].dpp.apply(w, &w.a, mask)
			}
			src[1].read(w, &w.b, mask)
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				if sel>>i&1 != 0 {
					w.d[i] = w.b[i]
				} else {
					w.d[i] = w.a[i]
				}
			}
			out(w, &w.d, mask)
		}, nil
	}
}

func swap(_ *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	x, y := l.ops[0], l.ops[1]
	return func(w *wave) {
		a, b := w.vreg(x.reg, x.kind == kindAGPR), w.vreg(y.reg, y.kind == kindAGPR)
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			a[i], b[i] = b[i], a[i]
		}
	}, nil
}

// carryOp compiles additions and subtractions with carry-out, and optionally carry-in.
func carryOp(kind string, carryIn bool) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) < 4 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		d, err := parseDPP(l, c.waveSize)
		if err != nil {
			return nil, err
		}
		src, err := c.sources(l, l.ops[2:], "uu", d)
		if err != nil {
			return nil, err
		}
		out, err := c.output(l, l.ops[0], tU, false)
		if err != nil {
			return nil, err
		}
		carryOut, err := c.maskOut(l.ops[1])
		if err != nil {
			return nil, err
		}
		in := func(*wave) uint64 { return 0 }
		if carryIn {
			if len(l.ops) < 5 {
				return nil, fmt.Errorf("%d operands", len(l.ops))
			}
			if in, err = c.maskIn(l.ops[4]); err != nil {
				return nil, err
			}
		}
		return func(w *wave) {
			mask, cin := w.exec, in(w)
			src[0].read(w, &w.a, mask)
			if src[0].dpp != nil {
				mask = src[0].dpp.apply(w, &w.a, mask)
			}
			src[1].read(w, &w.b, mask)
			var cout uint64
			for m := mask; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				a, b, k := w.a[i]&math.MaxUint32, w.b[i]&math.MaxUint32, cin>>i&1
				if kind == "subrev" {
					a, b = b, a
				}
				var v, over uint64
				if kind == "add" {
					v = a + b + k
					over = v >> 32
				} else {
					v = a - b - k
					over = v >> 63
				}
				w.d[i] = v & math.MaxUint32
				cout |= over << i
			}
			out(w, &w.d, mask)
			carryOut(w, cout)
		}, nil
	}
}

// mad64 compiles the 64-bit sum of a 32-bit by 32-bit product and an addend, with a carry-out.
func mad64(signed bool) compiler {
	return scaleOp("uuq", "q", func(a, b, c uint64) (uint64, bool) {
		if signed {
			p := int64(int32(uint32(a))) * int64(int32(uint32(b)))
			v := p + int64(c)
			return uint64(v), (v < p) != (int64(c) < 0)
		}
		v, over := bits.Add64(a&math.MaxUint32*(b&math.MaxUint32), c, 0)
		return v, over != 0
	})
}

// scaleOp compiles an operation with a result and a bit for every lane. The modifiers are those of
// floating-point results.
func scaleOp(types, result string, f func(a, b, c uint64) (uint64, bool)) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) != 5 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		src, err := c.sources(l, l.ops[2:], types, nil)
		if err != nil {
			return nil, err
		}
		m := *l
		if typ(result[0]) == tQ {
			m.mods = map[string]string{}
		}
		out, err := c.output(&m, l.ops[0], typ(result[0]), false)
		if err != nil {
			return nil, err
		}
		flag, err := c.maskOut(l.ops[1])
		if err != nil {
			return nil, err
		}
		return func(w *wave) {
			src[0].read(w, &w.a, w.exec)
			src[1].read(w, &w.b, w.exec)
			src[2].read(w, &w.c, w.exec)
			var set uint64
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				v, post := f(w.a[i], w.b[i], w.c[i])
				w.d[i] = v
				if post {
					set |= 1 << i
				}
			}
			out(w, &w.d, w.exec)
			flag(w, set)
		}, nil
	}
}

// fmas is V_DIV_FMAS: if VCC is set, the quotient is scaled back, up or down depending on the
// exponent of the last operand.
func fmas(types, result string) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) != 4 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		src, err := c.sources(l, l.ops[1:], types, nil)
		if err != nil {
			return nil, err
		}
		t := typ(result[0])
		out, err := c.output(l, l.ops[0], t, false)
		if err != nil {
			return nil, err
		}
		return func(w *wave) {
			src[0].read(w, &w.a, w.exec)
			src[1].read(w, &w.b, w.exec)
			src[2].read(w, &w.c, w.exec)
			vcc := w.vcc()
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				a, b, e := w.a[i], w.b[i], w.c[i]
				scaled := vcc>>i&1 != 0
				if t == tF {
					if nan := firstNaN(isNaN32, 1<<22, a, b, e); nan != 0 {
						w.d[i] = nan
						continue
					}
					v := fmaOdd(single(a), single(b), single(e))
					if scaled {
						if exp32(e) > 127 {
							v = math.Ldexp(v, 64)
						} else {
							v = math.Ldexp(v, -64)
						}
					}
					w.d[i] = w.out32(b32(to32(v, w.round32())))
					continue
				}
				if nan := firstNaN(isNaN64, 1<<51, a, b, e); nan != 0 {
					w.d[i] = nan
					continue
				}
				v, lost := fma64(f64(a), f64(b), f64(e))
				if scaled {
					if exp64(e) > 1023 {
						v = math.Ldexp(v, 128)
					} else {
						v = scaleDown64(v, lost)
					}
				}
				w.d[i] = w.out64(b64(v))
			}
			out(w, &w.d, w.exec)
		}, nil
	}
}

// firstNaN returns the first NaN operand, made quiet, or 0.
func firstNaN(is func(uint64) bool, quiet uint64, operands ...uint64) uint64 {
	for _, v := range operands {
		if is(v) {
			return v | quiet
		}
	}
	return 0
}

// scaleDown64 returns (v + lost) 2^-128 rounded once, where v is a rounded sum and lost its
// rounding error. Only subnormal results are rounded again, and lost matters only halfway between
// two of them.
func scaleDown64(v, lost float64) float64 {
	r := math.Ldexp(v, -128)
	if math.Abs(v-math.Ldexp(r, 128)) != 0x1p-947 || lost == 0 {
		return r
	}
	lower := math.Ldexp(math.Floor(v/0x1p-946), -1074)
	if lost < 0 {
		return lower
	}
	return math.Nextafter(lower, math.Inf(1))
}

func permLane16(cross bool) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) < 4 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		src, err := l.ops[1].vector(tU, c)
		if err != nil {
			return nil, err
		}
		lo, err := l.ops[2].scalar(tU)
		if err != nil {
			return nil, err
		}
		hi, err := l.ops[3].scalar(tU)
		if err != nil {
			return nil, err
		}
		sel := l.opSel("op_sel")
		inactive, bound := at(sel, 0, false), at(sel, 1, false)
		dst := l.ops[0]
		return func(w *wave) {
			src(w, &w.a, w.exec)
			table := lo(w)&math.MaxUint32 | hi(w)<<32
			w.exchange(dst, inactive, bound, func(i int) int {
				s := i&^15 | int(table>>(4*(i&15)))&15
				if cross {
					s ^= 16
				}
				return s
			})
		}, nil
	}
}

func permLane64(c *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	dst, src := l.ops[0], l.ops[1]
	return func(w *wave) {
		if w.size == 32 {
			return
		}
		from := *w.vreg(src.reg, false)
		to := w.vreg(dst.reg, false)
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			to[i] = from[i^32]
		}
	}, nil
}

// permSwap exchanges the odd rows of the first register with the even rows of the second.
func permSwap(rows int) compiler {
	return func(_ *decoder, l *line) (step, error) {
		if len(l.ops) != 2 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		x, y := l.ops[0], l.ops[1]
		return func(w *wave) {
			a, b := w.vreg(x.reg, false), w.vreg(y.reg, false)
			for i := range w.size {
				if i&rows != 0 && w.exec>>i&1 != 0 {
					a[i], b[i-rows] = b[i-rows], a[i]
				}
			}
		}, nil
	}
}

// fmaMix compiles V_FMA_MIX: each source is f32 or half of a register, selected by op_sel_hi and
// op_sel. kind 0 gives f32, 1 and 2 an f16 in the low or high half.
func fmaMix(kind int, small typ) compiler {
	return func(c *decoder, l *line) (step, error) {
		if len(l.ops) != 4 {
			return nil, fmt.Errorf("%d operands", len(l.ops))
		}
		sel, hi := l.opSel("op_sel"), l.opSel("op_sel_hi")
		var src [3]func(*wave, *lanes, uint64)
		var narrowed [3]bool
		for i := range src {
			o := l.ops[i+1]
			t := tF
			if at(hi, i, false) {
				t, narrowed[i] = small, true
				if at(sel, i, false) {
					o.half = 2
				}
			}
			r, err := o.vector(t, c)
			if err != nil {
				return nil, err
			}
			src[i] = r
		}
		widen := vops["v_cvt_f32_f16"].f
		narrow := func(w *wave, r uint64) uint32 { return uint32(toHalfMode(single(r), w.round64())) }
		if small == tB {
			widen = vops["v_cvt_f32_bf16"].f
			narrow = func(_ *wave, r uint64) uint32 { return uint32(toBF16(f32(r))) }
		}
		f := arith32(3, fmaOdd)
		dst := l.ops[0]
		_, clamp := l.mods["clamp"]
		return func(w *wave) {
			src[0](w, &w.a, w.exec)
			src[1](w, &w.b, w.exec)
			src[2](w, &w.c, w.exec)
			to := w.vreg(dst.reg, dst.kind == kindAGPR)
			for m := w.exec; m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m) & 63
				v := [3]uint64{w.a[i], w.b[i], w.c[i]}
				for k := range v {
					if narrowed[k] {
						v[k] = widen(w, v[k], 0, 0)
					}
				}
				r := f(w, v[0], v[1], v[2])
				if clamp {
					r = finish(r, tF, 1, true)
				}
				switch kind {
				case 0:
					to[i] = uint32(r)
				case 1:
					to[i] = to[i]&^0xffff | narrow(w, r)
				case 2:
					to[i] = to[i]&0xffff | narrow(w, r)<<16
				}
			}
		}, nil
	}
}

// dotIU compiles V_DOT*_I32_IU*: neg_lo selects signed sources.
func dotIU(width uint) compiler {
	return func(c *decoder, l *line) (step, error) {
		neg := l.opSel("neg_lo")
		sa, sb := at(neg, 0, false), at(neg, 1, false)
		return c.lane(l, &vop{sig: "u:uuu", f: func(_ *wave, a, b, e uint64) uint64 {
			return uint64(uint32(dot(width, sa, sb, uint32(a), uint32(b))) + uint32(e))
		}})
	}
}

// packed maps packed operations to the operation on one half.
var packed = map[string]packedVOP{}

// A packedVOP is the operation on each half, and its type.
type packedVOP struct {
	op string
	t  typ
}

func init() {
	for _, n := range []string{"add_f16", "mul_f16", "fma_f16", "min_f16", "max_f16", "minimum_f16", "maximum_f16"} {
		packed["v_pk_"+n] = packedVOP{"v_" + n, tH}
	}
	packed["v_pk_fmac_f16"] = packed["v_pk_fma_f16"]
	packed["v_pk_min_num_f16"], packed["v_pk_max_num_f16"] = packed["v_pk_min_f16"], packed["v_pk_max_f16"]
	for _, n := range []string{"add_u16", "sub_u16", "add_i16", "sub_i16", "mul_lo_u16", "mad_u16", "mad_i16", "min_u16", "max_u16", "min_i16", "max_i16", "lshlrev_b16", "lshrrev_b16", "ashrrev_i16"} {
		packed["v_pk_"+n] = packedVOP{"v_" + n, tS}
	}
	for _, n := range []string{"add_f32", "mul_f32", "fma_f32"} {
		packed["v_pk_"+n] = packedVOP{"v_" + n, tF}
	}
}

func (c *decoder) packedOp(l *line, name string) (step, error) {
	if name == "v_pk_mov_b32" {
		return c.packedMov(l)
	}
	p, ok := packed[name]
	if !ok {
		return nil, errUnknown
	}
	v := packedHalf(l, p)
	ops := l.ops[1:]
	if name == "v_pk_fmac_f16" {
		ops = append(ops[:len(ops):len(ops)], l.ops[0])
	}
	n := len(v.src())
	if len(ops) < n {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	var src [3]func(*wave, *lanes, uint64)
	for i := range n {
		var err error
		if src[i], err = c.packedSource(ops[i], p.t); err != nil {
			return nil, err
		}
	}
	t, half := tU, uint(16)
	if p.t == tF {
		t, half = tQ, 32
	}
	put, err := l.ops[0].store(t, false)
	if err != nil {
		return nil, err
	}
	lo, hi := l.packedHalves(half)
	f, mask := v.f, uint64(1)<<half-1
	return func(w *wave) {
		bufs := [3]*lanes{&w.a, &w.b, &w.c}
		for i := range n {
			src[i](w, bufs[i], w.exec)
		}
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			a, b, e := w.a[i], w.b[i], w.c[i]
			x := f(w, lo[0](a), lo[1](b), lo[2](e)) & mask
			y := f(w, hi[0](a), hi[1](b), hi[2](e)) & mask
			w.d[i] = x | y<<half
		}
		put(w, &w.d, w.exec)
	}, nil
}

// packedHalf returns the operation on a half, clamped if the instruction requires it.
func packedHalf(l *line, p packedVOP) *vop {
	_, clamp := l.mods["clamp"]
	v := vops[p.op]
	if c, ok := vops[p.op+" clamp"]; ok && clamp {
		v = c
	}
	if clamp && p.t != tS {
		v = clamped(v, p.t)
	}
	return v
}

// packedSource reads both halves of an operand. A constant applies to both halves if they are
// words; otherwise it is the low half.
func (c *decoder) packedSource(o operand, t typ) (func(*wave, *lanes, uint64), error) {
	switch {
	case t == tF && o.kind == kindConst:
		v := o.constant(tF)
		return everyLane(v | v<<32), nil
	case t == tF:
		return o.vector(tQ, c)
	case o.kind == kindConst && !o.literal:
		v := o.constant(t)
		if !o.real && t == tS {
			v = o.val & math.MaxUint32
		}
		return everyLane(v), nil
	}
	return o.vector(tU, c)
}

func everyLane(v uint64) func(*wave, *lanes, uint64) {
	return func(_ *wave, to *lanes, _ uint64) {
		for k := range to {
			to[k] = v
		}
	}
}

// packedHalves returns functions that select the inputs of the low and the high result from each
// source.
func (l *line) packedHalves(half uint) (lo, hi [3]func(uint64) uint64) {
	mask, sign := uint64(1)<<half-1, uint64(1)<<(half-1)
	choose := func(upper, neg bool) func(uint64) uint64 {
		return func(v uint64) uint64 {
			if upper {
				v >>= half
			}
			return signs(v&mask, sign, false, neg)
		}
	}
	sel, selHi, negLo, negHi := l.opSel("op_sel"), l.opSel("op_sel_hi"), l.opSel("neg_lo"), l.opSel("neg_hi")
	for i := range 3 {
		lo[i] = choose(at(sel, i, false), at(negLo, i, false))
		hi[i] = choose(at(selHi, i, true), at(negHi, i, false))
	}
	return lo, hi
}

// clamped returns a floating-point operation whose result is clamped to 0 to 1. Packed integer
// operations without a saturating variant cannot overflow.
func clamped(v *vop, t typ) *vop {
	return &vop{sig: v.sig, f: func(w *wave, a, b, c uint64) uint64 { return finish(v.f(w, a, b, c), t, 1, true) }}
}

func (c *decoder) packedMov(l *line) (step, error) {
	if len(l.ops) != 3 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	sel := l.opSel("op_sel")
	a, err := pairOf(c, l.ops[1])
	if err != nil {
		return nil, err
	}
	b, err := pairOf(c, l.ops[2])
	if err != nil {
		return nil, err
	}
	put, err := l.ops[0].store(tQ, false)
	if err != nil {
		return nil, err
	}
	// The low result is from the first source, the high one from the second.
	loHi, hiHi := at(sel, 0, false), at(sel, 1, false)
	return func(w *wave) {
		a(w, &w.a, w.exec)
		b(w, &w.b, w.exec)
		for m := w.exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			x, y := w.a[i], w.b[i]
			if loHi {
				x >>= 32
			}
			if hiHi {
				y >>= 32
			}
			w.d[i] = x&math.MaxUint32 | y<<32
		}
		put(w, &w.d, w.exec)
	}, nil
}

// pairOf reads a pair of 32-bit values; a constant applies to both.
func pairOf(c *decoder, o operand) (func(*wave, *lanes, uint64), error) {
	if o.kind == kindConst {
		v := o.constant(tU)
		return func(_ *wave, to *lanes, _ uint64) {
			for i := range to {
				to[i] = v | v<<32
			}
		}, nil
	}
	return o.vector(tQ, c)
}

// dualOp compiles VOPD: both halves read their sources before either writes.
func (c *decoder) dualOp(l *line) (step, error) {
	x, y := *l, *l.dual
	x.dual = nil
	for _, h := range []*line{&x, &y} {
		n, ok := strings.CutPrefix(h.name, "v_dual_")
		if !ok {
			return nil, errUnknown
		}
		h.name = "v_" + n
		if h.name == "v_cndmask_b32" && len(h.ops) == 3 {
			h.ops = append(h.ops[:3:3], parseOperand("vcc_lo"))
		}
	}
	fx, err := c.compile(&x)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	fy, err := c.compile(&y)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", y.name, err)
	}
	if len(x.ops) == 0 || x.ops[0].kind != kindVGPR {
		return nil, fmt.Errorf("destination")
	}
	r := x.ops[0].reg
	reads := false
	for _, o := range y.ops[1:] {
		reads = reads || o.kind == kindVGPR && o.reg == r
	}
	if !reads {
		return func(w *wave) { fx(w); fy(w) }, nil
	}
	// The second half reads what the first one writes: run it first, and keep its result
	// separately.
	ry := y.ops[0].reg
	return func(w *wave) {
		oldY := *w.vreg(ry, false)
		fy(w)
		newY := *w.vreg(ry, false)
		*w.vreg(ry, false) = oldY
		fx(w)
		*w.vreg(ry, false) = newY
	}, nil
}

// getPC stores the address of the next instruction.
func getPC(_ *decoder, l *line) (step, error) {
	put, err := first(l).put(64)
	next := l.addr + l.size
	return func(w *wave) { put(w, w.code.bias+next) }, err
}

// setPC jumps to an address.
func setPC(_ *decoder, l *line) (step, error) {
	get, err := first(l).scalar(tQ)
	return func(w *wave) { w.jump(get(w)) }, err
}

// swapPC jumps to an address, and stores that of the next instruction.
func swapPC(_ *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	put, err := l.ops[0].put(64)
	if err != nil {
		return nil, err
	}
	get, err := l.ops[1].scalar(tQ)
	next := l.addr + l.size
	return func(w *wave) {
		to := get(w)
		put(w, w.code.bias+next)
		w.jump(to)
	}, err
}

// callPC is swapPC with a relative address.
func callPC(c *decoder, l *line) (step, error) {
	put, err := first(l).put(64)
	if err != nil {
		return nil, err
	}
	to, err := c.branchTarget(l)
	next := l.addr + l.size
	return func(w *wave) { put(w, w.code.bias+next); w.pc = to }, err
}

// getReg reads bits of a hardware register.
func getReg(c *decoder, l *line) (step, error) {
	if len(l.ops) != 2 {
		return nil, fmt.Errorf("%d operands", len(l.ops))
	}
	name, off, n, err := parseHWReg(l.ops[1].text)
	if err != nil {
		return nil, err
	}
	put, err := l.ops[0].put(32)
	return func(w *wave) { put(w, uint64(w.hwreg(name))>>off&(1<<n-1)) }, err
}

// indexOn begins relative addressing of VGPRs for the operands that are named.
func indexOn(c *decoder, l *line) (step, error) {
	get, err := first(l).scalar(tU)
	if err != nil {
		return nil, err
	}
	var mode uint32
	text := l.text[strings.Index(l.text, "gpr_idx("):]
	for i, n := range []string{"SRC0", "SRC1", "SRC2", "DST"} {
		if strings.Contains(text, n) {
			mode |= 1 << i
		}
	}
	return func(w *wave) {
		w.gprIndex = mode
		w.s[regM0] = w.s[regM0]&^0xf0ff | uint32(get(w))&0xff | mode<<12
	}, nil
}

// indexValue sets the index of that addressing.
func indexValue(c *decoder, l *line) (step, error) {
	get, err := first(l).scalar(tU)
	return func(w *wave) { w.s[regM0] = w.s[regM0]&^0xff | uint32(get(w))&0xff }, err
}
