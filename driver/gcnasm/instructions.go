// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package gcnasm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gohipcc/internal/lazyregexp"
)

// operations are instructions that compute $0 from $1, $2 and $3, which are registers of 32 or 64 bits, by the names
// of AMD's instruction sets without the suffix of their encoding.
var operations = map[string]string{
	"v_mov_b32": "$1", "s_mov_b32": "$1", "s_mov_b64": "$1", "v_mov_b64": "$1", "v_accvgpr_read_b32": "$1", "v_accvgpr_write_b32": "$1",
	"v_add_u32": "$1 + $2", "v_add_nc_u32": "$1 + $2", "v_add_i32": "$1 + $2", "v_add_nc_i32": "$1 + $2", "s_add_u32": "$1 + $2", "s_add_i32": "$1 + $2",
	"v_sub_u32": "$1 - $2", "v_sub_nc_u32": "$1 - $2", "v_sub_i32": "$1 - $2", "v_subrev_u32": "$2 - $1", "v_subrev_nc_u32": "$2 - $1", "s_sub_u32": "$1 - $2", "s_sub_i32": "$1 - $2",
	"v_mul_lo_u32": "$1 * $2", "v_mul_lo_i32": "$1 * $2", "s_mul_i32": "$1 * $2", "v_mul_hi_u32": "__umulhi($1, $2)", "s_mul_hi_u32": "__umulhi($1, $2)",
	"v_mul_hi_i32": "(unsigned)__mulhi((int)$1, (int)$2)", "v_mul_u32_u24": "($1 & 0xffffffu) * ($2 & 0xffffffu)",
	"v_mul_i32_i24": "(unsigned)((int)($1 << 8) >> 8) * (unsigned)((int)($2 << 8) >> 8)",
	"v_mad_u32_u24": "($1 & 0xffffffu) * ($2 & 0xffffffu) + $3", "v_mad_i32_i24": "(unsigned)((int)($1 << 8) >> 8) * (unsigned)((int)($2 << 8) >> 8) + $3",
	"v_add3_u32": "$1 + $2 + $3", "v_lshl_add_u32": "($1 << ($2 & 31)) + $3", "v_add_lshl_u32": "($1 + $2) << ($3 & 31)", "v_xad_u32": "($1 ^ $2) + $3",
	"v_and_b32": "$1 & $2", "v_or_b32": "$1 | $2", "v_xor_b32": "$1 ^ $2", "v_not_b32": "~$1", "v_xnor_b32": "~($1 ^ $2)",
	"s_and_b32": "$1 & $2", "s_or_b32": "$1 | $2", "s_xor_b32": "$1 ^ $2", "s_not_b32": "~$1", "s_and_b64": "$1 & $2", "s_or_b64": "$1 | $2", "s_xor_b64": "$1 ^ $2", "s_not_b64": "~$1",
	"v_and_or_b32": "($1 & $2) | $3", "v_or3_b32": "$1 | $2 | $3", "v_xor3_b32": "$1 ^ $2 ^ $3", "v_lshl_or_b32": "($1 << ($2 & 31)) | $3",
	"v_bfi_b32": "($1 & $2) | (~$1 & $3)", "v_bfe_u32": "__builtin_amdgcn_ubfe($1, $2, $3)", "v_bfe_i32": "(unsigned)__builtin_amdgcn_sbfe((int)$1, $2, $3)",
	"v_bfm_b32": "((1u << ($1 & 31)) - 1) << ($2 & 31)", "v_bfrev_b32": "__brev($1)", "s_brev_b32": "__brev($1)", "v_bcnt_u32_b32": "(unsigned)__popc($1) + $2",
	"v_ffbh_u32": "$1 ? (unsigned)__clz((int)$1) : ~0u", "v_ffbl_b32": "(unsigned)(__ffs((int)$1) - 1)", "v_clz_i32_u32": "$1 ? (unsigned)__clz((int)$1) : ~0u", "v_ctz_i32_b32": "(unsigned)(__ffs((int)$1) - 1)",
	"v_lshlrev_b32": "$2 << ($1 & 31)", "v_lshrrev_b32": "$2 >> ($1 & 31)", "v_ashrrev_i32": "(unsigned)((int)$2 >> ($1 & 31))",
	"v_lshl_b32": "$1 << ($2 & 31)", "v_lshr_b32": "$1 >> ($2 & 31)", "v_ashr_i32": "(unsigned)((int)$1 >> ($2 & 31))",
	"s_lshl_b32": "$1 << ($2 & 31)", "s_lshr_b32": "$1 >> ($2 & 31)", "s_ashr_i32": "(unsigned)((int)$1 >> ($2 & 31))",
	"v_lshlrev_b64": "(unsigned long)$2 << ($1 & 63)", "v_lshrrev_b64": "(unsigned long)$2 >> ($1 & 63)", "v_ashrrev_i64": "(unsigned long)((long)$2 >> ($1 & 63))",
	"v_alignbit_b32": "__builtin_amdgcn_alignbit($1, $2, $3)", "v_alignbyte_b32": "__builtin_amdgcn_alignbyte($1, $2, $3)", "v_perm_b32": "__builtin_amdgcn_perm($1, $2, $3)",
	"v_sad_u8": "__builtin_amdgcn_sad_u8($1, $2, $3)", "v_sad_u32": "($1 > $2 ? $1 - $2 : $2 - $1) + $3",
	"v_min_u32": "$1 < $2 ? $1 : $2", "v_max_u32": "$1 > $2 ? $1 : $2", "v_min_i32": "(int)$1 < (int)$2 ? $1 : $2", "v_max_i32": "(int)$1 > (int)$2 ? $1 : $2",
	"v_min3_u32": "min(min($1, $2), $3)", "v_max3_u32": "max(max($1, $2), $3)", "v_min3_i32": "(unsigned)min(min((int)$1, (int)$2), (int)$3)", "v_max3_i32": "(unsigned)max(max((int)$1, (int)$2), (int)$3)",
	"v_med3_u32": "max(min($1, $2), min(max($1, $2), $3))", "v_med3_i32": "(unsigned)max(min((int)$1, (int)$2), min(max((int)$1, (int)$2), (int)$3))",
	"v_add_f32": "F1 + F2", "v_sub_f32": "F1 - F2", "v_subrev_f32": "F2 - F1", "v_mul_f32": "F1 * F2", "v_min_f32": "fminf(F1, F2)", "v_max_f32": "fmaxf(F1, F2)",
	"v_fma_f32": "fmaf(F1, F2, F3)", "v_fmac_f32": "fmaf(F1, F2, F0)", "v_mac_f32": "F1 * F2 + F0", "v_mad_f32": "F1 * F2 + F3",
	"v_min3_f32": "fminf(fminf(F1, F2), F3)", "v_max3_f32": "fmaxf(fmaxf(F1, F2), F3)", "v_med3_f32": "__builtin_amdgcn_fmed3f(F1, F2, F3)",
	"v_rcp_f32": "1.0f / F1", "v_rsq_f32": "rsqrtf(F1)", "v_sqrt_f32": "sqrtf(F1)", "v_exp_f32": "exp2f(F1)", "v_log_f32": "log2f(F1)",
	"v_sin_f32": "__builtin_amdgcn_sinf(F1)", "v_cos_f32": "__builtin_amdgcn_cosf(F1)", "v_ldexp_f32": "ldexpf(F1, (int)$2)",
	"v_floor_f32": "floorf(F1)", "v_ceil_f32": "ceilf(F1)", "v_trunc_f32": "truncf(F1)", "v_rndne_f32": "rintf(F1)", "v_fract_f32": "F1 - floorf(F1)",
	"v_add_f64": "D1 + D2", "v_mul_f64": "D1 * D2", "v_fma_f64": "fma(D1, D2, D3)", "v_min_f64": "fmin(D1, D2)", "v_max_f64": "fmax(D1, D2)",
	"v_cvt_f32_i32": "(float)(int)$1", "v_cvt_f32_u32": "(float)$1", "v_cvt_i32_f32": "(unsigned)__float2int_rz(F1)", "v_cvt_u32_f32": "__float2uint_rz(F1)",
	"v_cvt_f64_f32": "(double)F1", "v_cvt_f32_f64": "(float)D1", "v_cvt_f64_i32": "(double)(int)$1", "v_cvt_f64_u32": "(double)$1",
	"v_cvt_f16_f32": "(unsigned)__builtin_bit_cast(unsigned short, (_Float16)F1)", "v_cvt_f32_f16": "(float)__builtin_bit_cast(_Float16, (unsigned short)$1)",
	"v_cvt_pkrtz_f16_f32": "__builtin_bit_cast(unsigned, __builtin_amdgcn_cvt_pkrtz(F1, F2))",
	"v_pk_add_f16":        "__builtin_bit_cast(unsigned, H1 + H2)", "v_pk_mul_f16": "__builtin_bit_cast(unsigned, H1 * H2)", "v_pk_fma_f16": "__builtin_bit_cast(unsigned, __builtin_elementwise_fma(H1, H2, H3))",
	"v_dot2_f32_f16": "__builtin_amdgcn_fdot2(H1, H2, F3, false)", "v_dot4_i32_i8": "(unsigned)__builtin_amdgcn_sdot4((int)$1, (int)$2, (int)$3, false)",
	"v_mbcnt_lo_u32_b32": "__builtin_amdgcn_mbcnt_lo($1, $2)", "v_mbcnt_hi_u32_b32": "__builtin_amdgcn_mbcnt_hi($1, $2)",
	"v_readfirstlane_b32": "(unsigned)__builtin_amdgcn_readfirstlane((int)$1)", "v_readlane_b32": "(unsigned)__builtin_amdgcn_readlane((int)$1, (int)$2)",
	"ds_permute_b32": "(unsigned)__builtin_amdgcn_ds_permute((int)$1, (int)$2)", "ds_bpermute_b32": "(unsigned)__builtin_amdgcn_ds_bpermute((int)$1, (int)$2)",
	"s_memtime": "__builtin_amdgcn_s_memtime()", "s_memrealtime": "__builtin_amdgcn_s_memrealtime()",
	"v_cndmask_b32": "$3 ? $2 : $1",
}

// carries are instructions that compute $0 and the carry $1 from $2, $3 and, some of them, a carry $4: the sum or
// difference s, where t is $2, and the carry.
var carries = map[string]struct{ value, carry string }{
	"v_add_co_u32":  {"t + $3", "s < t"},
	"v_sub_co_u32":  {"t - $3", "t < $3"},
	"v_addc_co_u32": {"t + $3 + $4", "((unsigned long)t + $3 + $4) >> 32"},
	"v_subb_co_u32": {"t - $3 - $4", "(unsigned long)$3 + $4 > t"},
}

var (
	encoding   = lazyregexp.New(`_(e32|e64|dpp|dpp8|sdwa)$`)
	comparison = lazyregexp.New(`^v_cmp_(lt|le|gt|ge|eq|ne|lg)_([ui]32|[ui]64|f32|f64)$`)
	memory     = lazyregexp.New(`^(global|flat)_(load|store)_(dword|dwordx2|dwordx3|dwordx4|b32|b64|b96|b128|ubyte|sbyte|ushort|sshort|byte|short|u8|i8|u16|i16|b8|b16)$`)
	register   = lazyregexp.New(`^(vcc|vcc_lo|v\d+|s\d+)$`)
	number     = lazyregexp.New(`^-?(0[xX][0-9a-fA-F]+|\d+)$`)
	fraction   = lazyregexp.New(`^-?\d+\.\d*$`)
	argument   = lazyregexp.New(`([$FDH])([0-4])`) // in an expression of the tables
	// The registers that say where a wavefront runs, with the first bit and the bits of a field.
	hardware     = lazyregexp.New(`^hwreg\( *HW_REG_(HW_ID|XCC_ID) *(?:, *(\d+) *, *(\d+) *)?\)$`)
	halfModifier = lazyregexp.New(`^(op_sel|op_sel_hi|neg_lo|neg_hi):\[([01](?: *, *[01])*)\]$`)
	wideNumbers  = lazyregexp.New(`_([bui]64)$`) // operations on 64 bits
)

// registers are the operands of a statement and the registers that it names itself, of which there are local
// variables.
type registers struct {
	s     statement
	named map[string]string // the types by name
	order []string
	wide  bool // the instruction's numbers have 64 bits
	// halves is which halves of its sources the instruction takes, and their signs, by the names of its modifiers.
	halves map[string][]bool
}

// tied returns the expression of the input that an output begins with, or "".
func (r *registers) tied(output int) string {
	for _, o := range r.s.inputs {
		if o.constraint == strconv.Itoa(output) {
			return o.expression
		}
	}
	return ""
}

// value returns the C++ of an operand in a text.
func (r *registers) value(text string) (string, bool) {
	if strings.HasPrefix(text, "%") {
		return r.reference(strings.TrimPrefix(text, "%"))
	}
	low := strings.ToLower(text)
	switch {
	case number.MatchString(text) && r.wide && strings.HasPrefix(text, "-"):
		return "(unsigned long)(long)" + text, true
	case number.MatchString(text):
		return "(unsigned)" + text, true
	case fraction.MatchString(text):
		return "__gohip_bits(" + text + "f)", true
	case low == "vcc_lo":
		low = "vcc"
	}
	if !register.MatchString(low) {
		return "", false
	}
	if r.named[low] == "" {
		r.order = append(r.order, low)
		r.named[low] = map[bool]string{true: "bool", false: "unsigned"}[low == "vcc"]
	}
	return "__gohip_" + low, true
}

// reference returns the C++ of an operand by its number or [name].
func (r *registers) reference(ref string) (string, bool) {
	all := append(append([]operand{}, r.s.outputs...), r.s.inputs...)
	for i, o := range all {
		if ref == strconv.Itoa(i) || o.name != "" && ref == "["+o.name+"]" {
			return fmt.Sprintf("__gohip_r%d", i), true
		}
	}
	return "__gohip_" + ref, r.named[ref] != "" // one that another instruction needs
}

// source is value for a source, which may be negated or without its sign if it is a floating-point number.
func (r *registers) source(text string) (value string, negated, absolute, ok bool) {
	if !number.MatchString(text) && !fraction.MatchString(text) {
		text, negated = strings.CutPrefix(text, "-")
	}
	if t, found := strings.CutPrefix(text, "|"); found {
		text, absolute = strings.TrimSuffix(t, "|"), true
	}
	value, ok = r.value(text)
	return value, negated, absolute, ok
}

// split divides the text of an instruction into operands and modifiers. A comma in brackets divides nothing.
func split(text string) (operands, modifiers []string) {
	depth, start := 0, 0
	var parts []string
	cut := func(i int) {
		if part := strings.TrimSpace(text[start:i]); part != "" {
			parts = append(parts, part)
		}
		start = i + 1
	}
	spaces := -1 // where the modifiers begin
	for i, c := range text {
		switch {
		case strings.ContainsRune("([", c):
			depth++
		case strings.ContainsRune(")]", c):
			depth--
		case c == ',' && depth == 0:
			cut(i)
			spaces = len(parts)
		case (c == ' ' || c == '\t') && depth == 0 && spaces >= 0 && strings.TrimSpace(text[start:i]) != "":
			cut(i)
		}
	}
	cut(len(text))
	if spaces < 0 {
		spaces = 0
	}
	spaces = min(spaces+1, len(parts))
	return parts[:spaces], parts[spaces:]
}

// instruction returns the C++ of an instruction.
func (r *registers) instruction(line string) (string, bool) {
	name, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	name = strings.ToLower(name)
	dpp := strings.HasSuffix(name, "_dpp")
	name = encoding.ReplaceAllString(name, "")
	r.wide, r.halves = wideNumbers.MatchString(name), nil
	switch {
	case strings.HasPrefix(name, "s_waitcnt"):
		return "__atomic_thread_fence(4); ", true // acquire and release
	case name == "s_nop" || name == "s_sleep" || name == "s_setprio":
		return "", true
	case name == "s_barrier":
		return "__builtin_amdgcn_s_barrier(); ", true
	}
	operands, modifiers := split(rest)
	switch {
	case name == "ds_swizzle_b32":
		return r.swizzle(operands, modifiers)
	case name == "s_getreg_b32":
		return r.hardwareRegister(operands, modifiers)
	case dpp || name == "v_mov_b32" && len(modifiers) > 0:
		return r.dpp(name, operands, modifiers)
	case memory.MatchString(name):
		return r.access(memory.FindStringSubmatch(name), operands, modifiers)
	case len(modifiers) > 0 && !r.packed(name, modifiers):
		return "", false
	case comparison.MatchString(name):
		return r.compare(comparison.FindStringSubmatch(name), operands)
	}
	return r.compute(name, operands)
}

// hardwareRegister reads a field of HW_ID, or the number of the die, of which there is one.
func (r *registers) hardwareRegister(operands, modifiers []string) (string, bool) {
	if len(operands) != 2 || len(modifiers) > 0 {
		return "", false
	}
	m := hardware.FindStringSubmatch(operands[1])
	if m == nil {
		return "", false
	}
	first, bits := 0, 32
	if m[2] != "" {
		first, _ = strconv.Atoi(m[2])
		bits, _ = strconv.Atoi(m[3])
	}
	if bits < 1 || first+bits > 32 {
		return "", false
	}
	value := "0u"
	if m[1] == "HW_ID" {
		value = fmt.Sprintf("__builtin_amdgcn_s_getreg(%d)", (bits-1)<<11|first<<6|4)
	}
	return r.assign(value, operands[:1])
}

// packed reads the modifiers of an instruction on two halves: neg_lo:[0,1] has a bit for each source.
func (r *registers) packed(name string, modifiers []string) bool {
	if !strings.Contains(operations[name], "H1") {
		return false
	}
	r.halves = map[string][]bool{}
	for _, text := range modifiers {
		m := halfModifier.FindStringSubmatch(text)
		if m == nil || r.halves[m[1]] != nil {
			return false
		}
		for _, bit := range strings.Split(m[2], ",") {
			r.halves[m[1]] = append(r.halves[m[1]], strings.TrimSpace(bit) == "1")
		}
		if len(r.halves[m[1]]) != strings.Count(operations[name], "H") {
			return false
		}
	}
	return true
}

// half2 is the two halves that an instruction takes of a source, whose bits are in v.
func (r *registers) half2(v string, source int) string {
	bit := func(modifier string, yes, no int) int {
		if bits := r.halves[modifier]; bits != nil {
			return map[bool]int{true: yes, false: no}[bits[source]]
		}
		return map[bool]int{true: yes, false: no}[modifier == "op_sel_hi"]
	}
	low, high, signs := bit("op_sel", 16, 0), bit("op_sel_hi", 16, 0), bit("neg_lo", 0x8000, 0)|bit("neg_hi", 0x80000000, 0)
	if low != 0 || high != 16 || signs != 0 {
		v = fmt.Sprintf("((unsigned)%s >> %d & 0xffffu | (unsigned)%s >> %d << 16) ^ %#xu", v, low, v, high, signs)
	}
	return "__gohip_as<__gohip_half2>(" + v + ")"
}

// compute is an instruction of one of the tables.
func (r *registers) compute(name string, operands []string) (string, bool) {
	if name == "v_mad_u64_u32" {
		if len(operands) != 5 || strings.HasPrefix(operands[4], "-") && number.MatchString(operands[4]) {
			return "", false
		}
		return r.assign("(unsigned long)$1 * $2 + $3", append(operands[:1:1], operands[2:]...))
	}
	if c, ok := carries[name]; ok {
		return r.carry(c.value, c.carry, operands)
	}
	expression, ok := operations[name]
	if !ok {
		return "", false
	}
	if name == "v_cndmask_b32" && len(operands) == 4 {
		if !isVCC(operands[3]) {
			expression = "(" + ofLane + ") ? $2 : $1"
		}
		return r.assign(expression, operands)
	}
	if slices.ContainsFunc(operands, isVCC) {
		return "", false // a mask of all lanes, of which vcc here has the lane's own bit
	}
	return r.assign(expression, operands)
}

// ofLane is the lane's own bit of a mask of lanes.
const ofLane = "$3 >> __lane_id() & 1"

func isVCC(operand string) bool {
	low := strings.ToLower(operand)
	return low == "vcc" || low == "vcc_lo"
}

// assign gives the first operand the value of an expression of the others.
func (r *registers) assign(expression string, operands []string) (string, bool) {
	most := byte('0')
	for _, m := range argument.FindAllStringSubmatch(expression, -1) {
		most = max(most, m[2][0])
	}
	if len(operands) != int(most-'0')+1 {
		return "", false
	}
	to, ok := r.value(operands[0])
	if !ok {
		return "", false
	}
	code, ok := r.expand(expression, operands)
	if !ok {
		return "", false
	}
	return fmt.Sprintf("%s = __gohip_as<decltype(%s)>(__gohip_bits(%s)); ", to, to, code), true
}

// expand puts operands into an expression: $1 is the second one's bits, F1 a float, D1 a double, H1 two halves.
func (r *registers) expand(expression string, operands []string) (string, bool) {
	good := true
	code := argument.ReplaceAllStringFunc(expression, func(p string) string {
		at := int(p[1] - '0')
		if at >= len(operands) {
			good = false
			return p
		}
		v, negated, absolute, ok := r.source(operands[at])
		good = good && ok && (p[0] == 'F' || p[0] == 'D' || !negated && !absolute)
		prefix, abs := map[byte]string{'$': "", 'F': "__gohip_f", 'D': "__gohip_d"}[p[0]], "fabsf"
		if p[0] == 'D' {
			abs = "fabs"
			if fraction.MatchString(operands[at]) {
				v = "__gohip_bits(" + operands[at] + ")"
			}
		}
		if p[0] == 'H' {
			return r.half2(v, at-1)
		}
		v = prefix + "(" + v + ")"
		if absolute {
			v = abs + "(" + v + ")"
		}
		if negated {
			v = "(-" + v + ")"
		}
		return v
	})
	return code, good
}

// carry computes a sum or difference and its carry, which may replace the numbers. Carries are bits of vcc, or
// masks of lanes.
func (r *registers) carry(value, carry string, operands []string) (string, bool) {
	if len(operands) != 4+strings.Count(value, "$4") {
		return "", false
	}
	in, out := "0", "c"
	if len(operands) > 4 {
		if in = "$4"; !isVCC(operands[4]) {
			in = strings.ReplaceAll(ofLane, "$3", "$4")
		}
	}
	if !isVCC(operands[1]) {
		out = "__ballot(c)"
	}
	value, carry = strings.ReplaceAll(value, "$4", "k"), strings.ReplaceAll(carry, "$4", "k")
	return r.expand(fmt.Sprintf("{ unsigned t = $2, k = %s, s = %s; bool c = %s; $0 = s; $1 = %s; } ", in, value, carry, out), operands)
}

// compare sets vcc, or gives an operand the mask of the lanes for which it holds.
func (r *registers) compare(m, operands []string) (string, bool) {
	if len(operands) != 3 {
		return "", false
	}
	to, ok := r.value(operands[0])
	operator := map[string]string{"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "lg": "!="}[m[1]]
	form := map[string]string{"u32": "$1 %s $2", "i32": "(int)$1 %s (int)$2", "u64": "$1 %s $2", "i64": "(long)$1 %s (long)$2", "f32": "F1 %s F2", "f64": "D1 %s D2"}[m[2]]
	form = fmt.Sprintf(form, operator)
	if m[1] == "lg" { // false for NaN
		form = strings.Replace(form, operator, "<", 1) + " || " + strings.Replace(form, operator, ">", 1)
	}
	condition, ok2 := r.expand(form, operands)
	if !strings.HasSuffix(to, "_vcc") {
		condition = "__ballot(" + condition + ")"
	}
	return fmt.Sprintf("%s = %s; ", to, condition), ok && ok2
}

// access is a load or a store: dword %0, %1, off offset:16, or with a base in a scalar register instead of off.
func (r *registers) access(m, operands, modifiers []string) (string, bool) {
	offset, coherent := "0", false
	for _, o := range modifiers {
		if n, ok := strings.CutPrefix(o, "offset:"); ok && number.MatchString(n) {
			offset = n
		} else if strings.Contains(" glc slc dlc nt sc0 sc1 ", " "+o+" ") {
			coherent = true
		} else {
			return "", false
		}
	}
	load := m[2] == "load"
	at, data := 0, 1 // store address, data
	if load {
		at, data = 1, 0
	}
	if want := 2 + map[string]int{"global": 1}[m[1]]; len(operands) != want {
		return "", false
	}
	address, ok := r.value(operands[at])
	value, ok2 := r.value(operands[data])
	if !ok || !ok2 {
		return "", false
	}
	if m[1] == "global" && operands[2] != "off" {
		base, ok := r.value(operands[2])
		if !ok {
			return "", false
		}
		address = base + " + " + address
	}
	size, narrow := sizeOf(m[3])
	place := fmt.Sprintf("((char *)(%s) + %s)", address, offset)
	return accessed(load, coherent, size, narrow, place, value), true
}

// sizeOf returns how many bytes an access has, and the type of one that extends its sign.
func sizeOf(name string) (bytes int, narrow string) {
	switch name {
	case "dwordx2", "b64":
		return 8, ""
	case "dwordx3", "b96":
		return 12, ""
	case "dwordx4", "b128":
		return 16, ""
	case "ubyte", "byte", "u8", "b8":
		return 1, ""
	case "sbyte", "i8":
		return 1, "signed char"
	case "ushort", "short", "u16", "b16":
		return 2, ""
	case "sshort", "i16":
		return 2, "short"
	}
	return 4, ""
}

// accessed returns the C++ of an access. One that passes caches, as far as words go, is not optimised away.
func accessed(load, coherent bool, size int, narrow, place, value string) string {
	word := map[int]string{4: "unsigned", 8: "unsigned long"}[size]
	switch {
	case load && coherent && word != "":
		return fmt.Sprintf("%s = __atomic_load_n((%s *)%s, 0); ", value, word, place)
	case load && narrow != "":
		return fmt.Sprintf("%s = (unsigned)(int)(%s)__gohip_load<unsigned>(%s, %d); ", value, narrow, place, size)
	case load:
		return fmt.Sprintf("%s = __gohip_load<decltype(%s)>(%s, %d); ", value, value, place, size)
	case coherent && word != "":
		return fmt.Sprintf("__atomic_store_n((%s *)%s, (%s)%s, 0); ", word, place, word, value)
	}
	return fmt.Sprintf("__builtin_memcpy(%s, &%s, %d); ", place, value, size)
}
