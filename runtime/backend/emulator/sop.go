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

// The effect of a scalar operation on SCC.
const (
	sccKeep = -1
	sccZero = 0
	sccOne  = 1
)

// sop describes a scalar operation: types of the result ('-' for none) and sources.
type sop struct {
	sig string
	f   func(w *wave, a, b uint64) (result uint64, scc int)
	// dst passes the destination's old value as the last source.
	dst bool
}

func nz(v uint64) int {
	if v != 0 {
		return sccOne
	}
	return sccZero
}

func flag(b bool) int {
	if b {
		return sccOne
	}
	return sccZero
}

func logic(width string, f func(a, b uint64) uint64) sop {
	return sop{sig: width + ":" + width + width, f: func(_ *wave, a, b uint64) (uint64, int) {
		v := f(a, b)
		if width == "u" {
			v &= math.MaxUint32
		}
		return v, nz(v)
	}}
}

func cmp32(f func(a, b int32) bool) sop {
	return sop{sig: "-:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(f(int32(uint32(a)), int32(uint32(b)))) }}
}

func cmpu(f func(a, b uint32) bool) sop {
	return sop{sig: "-:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(f(uint32(a), uint32(b))) }}
}

func keep(sig string, f func(a, b uint64) uint64) sop {
	return sop{sig: sig, f: func(_ *wave, a, b uint64) (uint64, int) { return f(a, b), sccKeep }}
}

// saveExec returns S_*_SAVEEXEC: the result is the old EXEC.
func saveExec(f func(s, exec uint64) uint64) sop {
	return sop{sig: "q:q", f: func(w *wave, a, _ uint64) (uint64, int) {
		old := w.exec
		w.setExec(f(a, old) & w.all)
		return old, nz(w.exec)
	}}
}

func wrExec(f func(s, exec uint64) uint64) sop {
	return sop{sig: "q:q", f: func(w *wave, a, _ uint64) (uint64, int) {
		w.setExec(f(a, w.exec) & w.all)
		return w.exec, nz(w.exec)
	}}
}

var sops = map[string]sop{
	"s_mov_b32": keep("u:u", func(a, _ uint64) uint64 { return a }), "s_mov_b64": keep("q:q", func(a, _ uint64) uint64 { return a }),
	"s_movk_i32": keep("u:u", func(a, _ uint64) uint64 { return a }),
	"s_cmov_b32": {sig: "u:u", dst: true, f: cmov}, "s_cmov_b64": {sig: "q:q", dst: true, f: cmov}, "s_cmovk_i32": {sig: "u:u", dst: true, f: cmov},
	"s_not_b32": {sig: "u:u", f: func(_ *wave, a, _ uint64) (uint64, int) { v := ^a & math.MaxUint32; return v, nz(v) }},
	"s_not_b64": {sig: "q:q", f: func(_ *wave, a, _ uint64) (uint64, int) { return ^a, nz(^a) }},
	"s_wqm_b32": {sig: "u:u", f: wqm}, "s_wqm_b64": {sig: "q:q", f: wqm},
	"s_brev_b32":         keep("u:u", func(a, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }),
	"s_brev_b64":         keep("q:q", func(a, _ uint64) uint64 { return bits.Reverse64(a) }),
	"s_bcnt0_i32_b32":    count("u", func(a uint64) uint64 { return uint64(bits.OnesCount32(^uint32(a))) }),
	"s_bcnt0_i32_b64":    count("q", func(a uint64) uint64 { return uint64(bits.OnesCount64(^a)) }),
	"s_bcnt1_i32_b32":    count("u", func(a uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) }),
	"s_bcnt1_i32_b64":    count("q", func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }),
	"s_ff1_i32_b32":      keep("u:u", func(a, _ uint64) uint64 { return uint64(ffbl(uint32(a))) }),
	"s_ff1_i32_b64":      keep("u:q", func(a, _ uint64) uint64 { return first64(a) }),
	"s_ff0_i32_b32":      keep("u:u", func(a, _ uint64) uint64 { return uint64(ffbl(^uint32(a))) }),
	"s_ff0_i32_b64":      keep("u:q", func(a, _ uint64) uint64 { return first64(^a) }),
	"s_flbit_i32_b32":    keep("u:u", func(a, _ uint64) uint64 { return uint64(ffbhu(uint32(a))) }),
	"s_flbit_i32_b64":    keep("u:q", func(a, _ uint64) uint64 { return last64(a) }),
	"s_flbit_i32":        keep("u:u", func(a, _ uint64) uint64 { return uint64(ffbhi(uint32(a))) }),
	"s_flbit_i32_i64":    keep("u:q", func(a, _ uint64) uint64 { return last64(a ^ uint64(int64(a)>>63)) }),
	"s_sext_i32_i8":      keep("u:u", func(a, _ uint64) uint64 { return uint64(uint32(int8(a))) }),
	"s_sext_i32_i16":     keep("u:u", func(a, _ uint64) uint64 { return uint64(uint32(int16(a))) }),
	"s_bitset0_b32":      {sig: "u:u", dst: true, f: func(_ *wave, a, d uint64) (uint64, int) { return d &^ (1 << (a & 31)), sccKeep }},
	"s_bitset1_b32":      {sig: "u:u", dst: true, f: func(_ *wave, a, d uint64) (uint64, int) { return d | 1<<(a&31), sccKeep }},
	"s_bitset0_b64":      {sig: "q:u", dst: true, f: func(_ *wave, a, d uint64) (uint64, int) { return d &^ (1 << (a & 63)), sccKeep }},
	"s_bitset1_b64":      {sig: "q:u", dst: true, f: func(_ *wave, a, d uint64) (uint64, int) { return d | 1<<(a&63), sccKeep }},
	"s_abs_i32":          {sig: "u:u", f: func(_ *wave, a, _ uint64) (uint64, int) { v := abs32(a); return v, nz(v) }},
	"s_and_saveexec_b64": saveExec(func(s, e uint64) uint64 { return s & e }), "s_or_saveexec_b64": saveExec(func(s, e uint64) uint64 { return s | e }),
	"s_xor_saveexec_b64": saveExec(func(s, e uint64) uint64 { return s ^ e }), "s_andn2_saveexec_b64": saveExec(func(s, e uint64) uint64 { return s &^ e }),
	"s_orn2_saveexec_b64": saveExec(func(s, e uint64) uint64 { return s | ^e }), "s_nand_saveexec_b64": saveExec(func(s, e uint64) uint64 { return ^(s & e) }),
	"s_nor_saveexec_b64": saveExec(func(s, e uint64) uint64 { return ^(s | e) }), "s_xnor_saveexec_b64": saveExec(func(s, e uint64) uint64 { return ^(s ^ e) }),
	"s_andn1_saveexec_b64": saveExec(func(s, e uint64) uint64 { return ^s & e }), "s_orn1_saveexec_b64": saveExec(func(s, e uint64) uint64 { return ^s | e }),
	"s_andn1_wrexec_b64": wrExec(func(s, e uint64) uint64 { return ^s & e }), "s_andn2_wrexec_b64": wrExec(func(s, e uint64) uint64 { return s &^ e }),

	"s_add_u32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { v := a + b; return v & math.MaxUint32, nz(v >> 32) }},
	"s_sub_u32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return (a - b) & math.MaxUint32, flag(b > a) }},
	"s_addc_u32": {sig: "u:uu", f: func(w *wave, a, b uint64) (uint64, int) {
		v := a + b + w.carry()
		return v & math.MaxUint32, nz(v >> 32)
	}},
	"s_subb_u32": {sig: "u:uu", f: func(w *wave, a, b uint64) (uint64, int) {
		c := w.carry()
		return (a - b - c) & math.MaxUint32, flag(b+c > a)
	}},
	"s_add_i32": {sig: "u:uu", f: addi}, "s_sub_i32": {sig: "u:uu", f: subi}, "s_addk_i32": {sig: "u:u", dst: true, f: addi},
	"s_add_u64": keep("q:qq", func(a, b uint64) uint64 { return a + b }), "s_sub_u64": keep("q:qq", func(a, b uint64) uint64 { return a - b }), "s_mul_u64": keep("q:qq", func(a, b uint64) uint64 { return a * b }),
	"s_mul_i32": keep("u:uu", func(a, b uint64) uint64 { return a * b & math.MaxUint32 }), "s_mulk_i32": {sig: "u:u", dst: true, f: func(_ *wave, a, d uint64) (uint64, int) { return a * d & math.MaxUint32, sccKeep }},
	"s_mul_hi_u32": keep("u:uu", func(a, b uint64) uint64 { return a * b >> 32 }),
	"s_mul_hi_i32": keep("u:uu", func(a, b uint64) uint64 { return uint64(int64(int32(a))*int64(int32(b))) >> 32 }),
	"s_min_u32":    {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return min(a, b), flag(a < b) }},
	"s_max_u32":    {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return max(a, b), flag(a > b) }},
	"s_min_i32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		return uint64(mini(uint32(a), uint32(b))), flag(int32(a) < int32(b))
	}},
	"s_max_i32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		return uint64(maxi(uint32(a), uint32(b))), flag(int32(a) > int32(b))
	}},
	"s_absdiff_i32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { v := abs32((a - b) & math.MaxUint32); return v, nz(v) }},
	"s_cselect_b32": {sig: "u:uu", f: cselect}, "s_cselect_b64": {sig: "q:qq", f: cselect},
	"s_and_b32": logic("u", func(a, b uint64) uint64 { return a & b }), "s_and_b64": logic("q", func(a, b uint64) uint64 { return a & b }),
	"s_or_b32": logic("u", func(a, b uint64) uint64 { return a | b }), "s_or_b64": logic("q", func(a, b uint64) uint64 { return a | b }),
	"s_xor_b32": logic("u", func(a, b uint64) uint64 { return a ^ b }), "s_xor_b64": logic("q", func(a, b uint64) uint64 { return a ^ b }),
	"s_andn2_b32": logic("u", func(a, b uint64) uint64 { return a &^ b }), "s_andn2_b64": logic("q", func(a, b uint64) uint64 { return a &^ b }),
	"s_orn2_b32": logic("u", func(a, b uint64) uint64 { return a | ^b }), "s_orn2_b64": logic("q", func(a, b uint64) uint64 { return a | ^b }),
	"s_nand_b32": logic("u", func(a, b uint64) uint64 { return ^(a & b) }), "s_nand_b64": logic("q", func(a, b uint64) uint64 { return ^(a & b) }),
	"s_nor_b32": logic("u", func(a, b uint64) uint64 { return ^(a | b) }), "s_nor_b64": logic("q", func(a, b uint64) uint64 { return ^(a | b) }),
	"s_xnor_b32": logic("u", func(a, b uint64) uint64 { return ^(a ^ b) }), "s_xnor_b64": logic("q", func(a, b uint64) uint64 { return ^(a ^ b) }),
	"s_lshl_b32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { v := a << (b & 31) & math.MaxUint32; return v, nz(v) }},
	"s_lshr_b32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) { v := a >> (b & 31); return v, nz(v) }},
	"s_ashr_i32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := uint64(uint32(int32(uint32(a)) >> (b & 31)))
		return v, nz(v)
	}},
	"s_lshl_b64": {sig: "q:qu", f: func(_ *wave, a, b uint64) (uint64, int) { v := a << (b & 63); return v, nz(v) }},
	"s_lshr_b64": {sig: "q:qu", f: func(_ *wave, a, b uint64) (uint64, int) { v := a >> (b & 63); return v, nz(v) }},
	"s_ashr_i64": {sig: "q:qu", f: func(_ *wave, a, b uint64) (uint64, int) { v := uint64(int64(a) >> (b & 63)); return v, nz(v) }},
	"s_bfm_b32":  keep("u:uu", func(a, b uint64) uint64 { return (1<<(a&31) - 1) << (b & 31) & math.MaxUint32 }),
	"s_bfm_b64":  keep("q:uu", func(a, b uint64) uint64 { return (1<<(a&63) - 1) << (b & 63) }),
	"s_bfe_u32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := a >> (b & 31) & (1<<(b>>16&0x7f) - 1)
		return v, nz(v)
	}},
	"s_bfe_i32": {sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := uint64(uint32(sbfe(uint64(int64(int32(uint32(a)))), b&31, b>>16&0x7f)))
		return v, nz(v)
	}},
	"s_bfe_u64": {sig: "q:qu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := a >> (b & 63)
		if n := b >> 16 & 0x7f; n < 64 {
			v &= 1<<n - 1
		}
		return v, nz(v)
	}},
	"s_bfe_i64": {sig: "q:qu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := uint64(sbfe(a, b&63, b>>16&0x7f))
		return v, nz(v)
	}},
	"s_lshl1_add_u32": lshlAdd(1), "s_lshl2_add_u32": lshlAdd(2), "s_lshl3_add_u32": lshlAdd(3), "s_lshl4_add_u32": lshlAdd(4),
	"s_pack_ll_b32_b16": keep("u:uu", func(a, b uint64) uint64 { return a&0xffff | b&0xffff<<16 }),
	"s_pack_lh_b32_b16": keep("u:uu", func(a, b uint64) uint64 { return a&0xffff | b&0xffff0000 }),
	"s_pack_hl_b32_b16": keep("u:uu", func(a, b uint64) uint64 { return a>>16&0xffff | b&0xffff<<16 }),
	"s_pack_hh_b32_b16": keep("u:uu", func(a, b uint64) uint64 { return a>>16&0xffff | b&0xffff0000 }),

	"s_cmp_eq_i32": cmp32(func(a, b int32) bool { return a == b }), "s_cmp_lg_i32": cmp32(func(a, b int32) bool { return a != b }),
	"s_cmp_gt_i32": cmp32(func(a, b int32) bool { return a > b }), "s_cmp_ge_i32": cmp32(func(a, b int32) bool { return a >= b }),
	"s_cmp_lt_i32": cmp32(func(a, b int32) bool { return a < b }), "s_cmp_le_i32": cmp32(func(a, b int32) bool { return a <= b }),
	"s_cmp_eq_u32": cmpu(func(a, b uint32) bool { return a == b }), "s_cmp_lg_u32": cmpu(func(a, b uint32) bool { return a != b }),
	"s_cmp_gt_u32": cmpu(func(a, b uint32) bool { return a > b }), "s_cmp_ge_u32": cmpu(func(a, b uint32) bool { return a >= b }),
	"s_cmp_lt_u32": cmpu(func(a, b uint32) bool { return a < b }), "s_cmp_le_u32": cmpu(func(a, b uint32) bool { return a <= b }),
	"s_cmp_eq_u64":  {sig: "-:qq", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a == b) }},
	"s_cmp_lg_u64":  {sig: "-:qq", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a != b) }},
	"s_bitcmp0_b32": {sig: "-:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a>>(b&31)&1 == 0) }},
	"s_bitcmp1_b32": {sig: "-:uu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a>>(b&31)&1 == 1) }},
	"s_bitcmp0_b64": {sig: "-:qu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a>>(b&63)&1 == 0) }},
	"s_bitcmp1_b64": {sig: "-:qu", f: func(_ *wave, a, b uint64) (uint64, int) { return 0, flag(a>>(b&63)&1 == 1) }},
}

func init() {
	// In wave32 code EXEC and VCC have 32 bits.
	for _, n := range []string{"and", "or", "xor", "andn2", "orn2", "nand", "nor", "xnor", "andn1", "orn1"} {
		s := sops["s_"+n+"_saveexec_b64"]
		s.sig = "u:u"
		sops["s_"+n+"_saveexec_b32"] = s
	}
	for _, n := range []string{"andn1", "andn2"} {
		s := sops["s_"+n+"_wrexec_b64"]
		s.sig = "u:u"
		sops["s_"+n+"_wrexec_b32"] = s
	}
}

// sopNames maps the names of newer generations to those of sops.
var sopNames = map[string]string{
	"s_add_co_u32": "s_add_u32", "s_sub_co_u32": "s_sub_u32", "s_add_co_ci_u32": "s_addc_u32", "s_sub_co_ci_u32": "s_subb_u32",
	"s_add_co_i32": "s_add_i32", "s_sub_co_i32": "s_sub_i32", "s_add_nc_u64": "s_add_u64", "s_sub_nc_u64": "s_sub_u64", "s_addk_co_i32": "s_addk_i32",
	"s_ctz_i32_b32": "s_ff1_i32_b32", "s_ctz_i32_b64": "s_ff1_i32_b64", "s_clz_i32_u32": "s_flbit_i32_b32", "s_clz_i32_u64": "s_flbit_i32_b64",
	"s_cls_i32": "s_flbit_i32", "s_cls_i32_i64": "s_flbit_i32_i64",
	"s_and_not1_b32": "s_andn2_b32", "s_and_not1_b64": "s_andn2_b64", "s_or_not1_b32": "s_orn2_b32", "s_or_not1_b64": "s_orn2_b64",
	"s_and_not1_saveexec_b32": "s_andn2_saveexec_b32", "s_and_not1_saveexec_b64": "s_andn2_saveexec_b64",
	"s_or_not1_saveexec_b32": "s_orn2_saveexec_b32", "s_or_not1_saveexec_b64": "s_orn2_saveexec_b64",
	"s_and_not0_saveexec_b32": "s_andn1_saveexec_b32", "s_and_not0_saveexec_b64": "s_andn1_saveexec_b64",
	"s_or_not0_saveexec_b32": "s_orn1_saveexec_b32", "s_or_not0_saveexec_b64": "s_orn1_saveexec_b64",
	"s_and_not1_wrexec_b32": "s_andn2_wrexec_b32", "s_and_not1_wrexec_b64": "s_andn2_wrexec_b64",
	"s_and_not0_wrexec_b32": "s_andn1_wrexec_b32", "s_and_not0_wrexec_b64": "s_andn1_wrexec_b64",
	"s_min_num_f32": "s_min_f32", "s_max_num_f32": "s_max_f32", "s_min_num_f16": "s_min_f16", "s_max_num_f16": "s_max_f16",
}

func cmov(w *wave, a, d uint64) (uint64, int) {
	if w.scc {
		return a, sccKeep
	}
	return d, sccKeep
}

func cselect(w *wave, a, b uint64) (uint64, int) {
	if w.scc {
		return a, sccKeep
	}
	return b, sccKeep
}

func wqm(_ *wave, a, _ uint64) (uint64, int) {
	var r uint64
	for i := 0; i < 64; i += 4 {
		if a>>i&15 != 0 {
			r |= 15 << i
		}
	}
	return r, nz(r)
}

func count(width string, f func(uint64) uint64) sop {
	return sop{sig: "u:" + width, f: func(_ *wave, a, _ uint64) (uint64, int) { v := f(a); return v, nz(v) }}
}

func first64(v uint64) uint64 {
	if v == 0 {
		return math.MaxUint32
	}
	return uint64(bits.TrailingZeros64(v))
}

func last64(v uint64) uint64 {
	if v == 0 {
		return math.MaxUint32
	}
	return uint64(bits.LeadingZeros64(v))
}

func abs32(v uint64) uint64 {
	if int32(uint32(v)) < 0 {
		return uint64(-uint32(v))
	}
	return v & math.MaxUint32
}

func (w *wave) carry() uint64 {
	if w.scc {
		return 1
	}
	return 0
}

func addi(_ *wave, a, b uint64) (uint64, int) {
	v := int64(int32(uint32(a))) + int64(int32(uint32(b)))
	return uint64(uint32(v)), flag(v != int64(int32(v)))
}

func subi(_ *wave, a, b uint64) (uint64, int) {
	v := int64(int32(uint32(a))) - int64(int32(uint32(b)))
	return uint64(uint32(v)), flag(v != int64(int32(v)))
}

func sbfe(v, offset, n uint64) int64 {
	if n == 0 {
		return 0
	}
	n = min(n, 64)
	return int64(uint64(int64(v)>>offset)<<(64-n)) >> (64 - n)
}

func lshlAdd(n uint) sop {
	return sop{sig: "u:uu", f: func(_ *wave, a, b uint64) (uint64, int) {
		v := a<<n + b
		return v & math.MaxUint32, nz(v >> 32)
	}}
}

// signedK are the SOPK instructions that sign-extend their 16-bit constant, which LLVM prints as
// unsigned. compareK handles S_CMPK.
var signedK = map[string]bool{
	"s_movk_i32": true, "s_cmovk_i32": true, "s_addk_i32": true, "s_addk_co_i32": true, "s_mulk_i32": true,
}

// scalarOp compiles an operation of sops.
func (c *decoder) scalarOp(l *line, s sop) (step, error) {
	ops := l.ops
	put := func(*wave, uint64) {}
	var dst operand
	if s.sig[0] != '-' {
		if len(ops) == 0 {
			return nil, fmt.Errorf("no destination")
		}
		dst, ops = ops[0], ops[1:]
		var err error
		if put, err = dst.put(typ(s.sig[0]).bits()); err != nil {
			return nil, err
		}
	}
	types := s.sig[2:]
	if len(ops) < len(types) {
		return nil, fmt.Errorf("%d sources where %d are taken", len(ops), len(types))
	}
	zero := func(*wave) uint64 { return 0 }
	get := [2]func(*wave) uint64{zero, zero}
	for i := range types {
		o := ops[i]
		if signedK[l.name] && o.kind == kindConst {
			o.val = uint64(int64(int16(o.val)))
		}
		g, err := o.scalar(typ(types[i]))
		if err != nil {
			return nil, err
		}
		get[i] = g
	}
	if s.dst {
		g, err := dst.scalar(typ(s.sig[0]))
		if err != nil {
			return nil, err
		}
		get[len(types)] = g
	}
	a, b, f := get[0], get[1], s.f
	return func(w *wave) {
		v, scc := f(w, a(w), b(w))
		put(w, v)
		if scc >= 0 {
			w.scc = scc == sccOne
		}
	}, nil
}

// compareK compiles S_CMPK_*: comparison of a register with a 16-bit constant.
func (c *decoder) compareK(l *line) (step, error) {
	rest := strings.TrimPrefix(l.name, "s_cmpk_")
	s, ok := sops["s_cmp_"+rest]
	if !ok || len(l.ops) != 2 || l.ops[1].kind != kindConst {
		return nil, errUnknown
	}
	m := *l
	m.ops = []operand{l.ops[0], l.ops[1]}
	if strings.HasSuffix(rest, "_i32") {
		m.ops[1].val = uint64(int64(int16(m.ops[1].val)))
	} else {
		m.ops[1].val &= 0xffff
	}
	return c.scalarOp(&m, s)
}

// ignored are instructions without an effect here: caches are coherent, memory operations complete
// immediately, and time is not modelled.
var ignored = map[string]bool{}

func init() {
	for _, n := range strings.Fields(`s_nop s_waitcnt s_waitcnt_vscnt s_waitcnt_vmcnt s_waitcnt_expcnt s_waitcnt_lgkmcnt s_waitcnt_depctr s_delay_alu s_clause
		s_set_inst_prefetch_distance s_inst_prefetch s_icache_inv s_dcache_inv s_dcache_wb s_dcache_inv_vol s_dcache_wb_vol s_gl1_inv
		s_wait_alu s_wait_loadcnt s_wait_storecnt s_wait_kmcnt s_wait_dscnt s_wait_samplecnt s_wait_bvhcnt s_wait_expcnt
		s_wait_loadcnt_dscnt s_wait_storecnt_dscnt s_wait_idle s_wait_event s_setprio s_code_end s_incperflevel s_decperflevel s_ttracedata s_ttracedata_imm
		s_setkill s_sethalt s_icache_prefetch s_prefetch_inst s_prefetch_inst_pc_rel s_prefetch_data s_prefetch_data_pc_rel s_buffer_prefetch_data
		buffer_wbinvl1 buffer_wbinvl1_vol buffer_inv buffer_wbl2 buffer_invl2 buffer_gl0_inv buffer_gl1_inv global_inv global_wb global_wbinv ds_nop v_nop s_wait_tensorcnt s_wait_asynccnt s_wait_xcnt s_setprio_inc_wg global_prefetch_b8 flat_prefetch_b8`) {
		ignored[n] = true
	}
}

// branchTarget computes a branch's target from its distance in words.
func (c *decoder) branchTarget(l *line) (int, error) {
	if len(l.ops) == 0 {
		return 0, fmt.Errorf("a branch without a target")
	}
	o := l.ops[len(l.ops)-1]
	if o.kind != kindConst {
		return 0, fmt.Errorf("branch target %q", o.text)
	}
	to := l.addr + 4 + uint64(int64(int16(o.val))*4)
	i := c.index(to)
	if i < 0 {
		return 0, fmt.Errorf("branch to %#x, where no instruction starts", to)
	}
	return i, nil
}

var branches = map[string]func(*wave) bool{
	"s_branch":          func(*wave) bool { return true },
	"s_cbranch_scc0":    func(w *wave) bool { return !w.scc },
	"s_cbranch_scc1":    func(w *wave) bool { return w.scc },
	"s_cbranch_vccz":    func(w *wave) bool { return w.vcc() == 0 },
	"s_cbranch_vccnz":   func(w *wave) bool { return w.vcc() != 0 },
	"s_cbranch_execz":   func(w *wave) bool { return w.exec == 0 },
	"s_cbranch_execnz":  func(w *wave) bool { return w.exec != 0 },
	"s_cbranch_cdbgsys": func(*wave) bool { return false }, "s_cbranch_cdbguser": func(*wave) bool { return false },
	"s_cbranch_cdbgsys_or_user": func(*wave) bool { return false }, "s_cbranch_cdbgsys_and_user": func(*wave) bool { return false },
}

// parseHWReg parses a field of a hardware register: hwreg(HW_REG_MODE, 4, 2).
func parseHWReg(s string) (name string, offset, width uint, err error) {
	inner, ok := strings.CutPrefix(s, "hwreg(")
	if !ok {
		return "", 0, 0, fmt.Errorf("hardware register %q", s)
	}
	parts := strings.Split(strings.TrimSuffix(inner, ")"), ",")
	// gfx12 has HW_REG_WAVE_MODE for HW_REG_MODE, and so on.
	name, width = strings.Replace(strings.TrimSpace(parts[0]), "HW_REG_WAVE_", "HW_REG_", 1), 32
	if len(parts) == 3 {
		o, err1 := strconv.Atoi(strings.TrimSpace(parts[1]))
		n, err2 := strconv.Atoi(strings.TrimSpace(parts[2]))
		if err1 != nil || err2 != nil {
			return "", 0, 0, fmt.Errorf("hardware register %q", s)
		}
		offset, width = uint(o), uint(n)
	}
	return name, offset, width, nil
}

func (w *wave) hwreg(name string) uint32 {
	switch name {
	case "HW_REG_MODE":
		return w.mode
	case "HW_REG_HW_ID", "HW_REG_HW_ID1", "HW_REG_HW_ID2", "HW_REG_XCC_ID":
		return 0
	case "HW_REG_LDS_ALLOC":
		return uint32(len(w.g.lds)+511) / 512 << 12
	case "HW_REG_SHADER_CYCLES", "HW_REG_SHADER_CYCLES_LO":
		return uint32(w.g.d.clock())
	case "HW_REG_SHADER_CYCLES_HI":
		return uint32(w.g.d.clock() >> 32)
	case "HW_REG_FLAT_SCR_LO":
		return uint32(w.flatScratch)
	case "HW_REG_FLAT_SCR_HI":
		return uint32(w.flatScratch >> 32)
	case "HW_REG_SH_MEM_BASES":
		return uint32(sharedBase>>48)<<16 | uint32(privateBase>>48)
	case "HW_REG_STATE_PRIV", "HW_REG_EXCP_FLAG_PRIV", "HW_REG_EXCP_FLAG_USER", "HW_REG_TRAP_CTRL":
		return 0
	case "HW_REG_STATUS", "HW_REG_TRAPSTS", "HW_REG_IB_STS", "HW_REG_IB_STS2", "HW_REG_GPR_ALLOC", "HW_REG_SHADER_NAME":
		return 0
	}
	faultf("hardware register %s", name)
	return 0
}
