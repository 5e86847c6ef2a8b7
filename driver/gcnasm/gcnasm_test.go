// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package gcnasm

import (
	"strings"
	"testing"
)

// TestTranslate: which statements become C++, and what that has; testdata/programs/gcnassembly.hip computes with it.
func TestTranslate(t *testing.T) {
	for _, c := range []struct{ name, source, want, unknown string }{
		{name: "numbered", source: `asm("v_add3_u32 %0, %1, %2, 7" : "=v"(r) : "v"(a[0]), "s"(f(b, c)));`, want: "(__gohip_r1) + (__gohip_r2) + ((unsigned)7)"},
		{name: "named", source: `asm volatile("v_not_b32 %[to], %[from]" : [to] "=v"(r) : [from] "v"(a));`, want: "~(__gohip_r1)"},
		{name: "pieces and marks of lines", source: "asm __volatile__ (\"V_PERM_\"\n# 7 \"x.h\"\n\"B32 %0, 0, %1, %2;\" : \"=v\"(r) :\n\"v\"(a), \"v\"(b));", want: "__builtin_amdgcn_perm(((unsigned)0), (__gohip_r1), (__gohip_r2))"},
		{name: "two colons", source: `asm volatile("global_store_dword %0, %1, off" :: "v"(x::p), "v"(v) : "memory");`, want: "auto __gohip_r0 = __gohip_bits(x::p)"},
		{name: "bits of a swizzle", source: `asm("ds_swizzle_b32 %0, %1 offset:swizzle(BITMASK_PERM, \"0pi1p\")" : "=v"(r) : "v"(a));`, want: "ds_swizzle((int)(__gohip_r1), 4173)"},
		{name: "the sign of a number", source: `asm("v_mul_f32 %0, -|%1|, -0.5" : "=v"(r) : "v"(a));`, want: "(-fabsf(__gohip_f(__gohip_r1))) * __gohip_f(__gohip_bits(-0.5f))"},
		{name: "in strings", source: `const char *s = "asm(\"v_not_b32 %0, %1\" : \"=v\"(r) : \"v\"(a))", *t = R"x(asm("v_not_b32 %0, %1" : "=v"(r) : "v"(a));)x"; char q = '"'; int n = 1'000;`},
		{name: "another processor's", source: `asm volatile("pause" ::: "memory"); asm("movl %1, %0" : "=r"(x) : "r"(y)); int f() __asm__("f");`},
		{name: "without operands", source: `asm volatile("s_waitcnt vmcnt(0)" ::: "memory");`},
		{name: "a negative number of 64 bits", source: `asm("s_and_b64 %0, %1, -2" : "=s"(r) : "s"(a));`, want: "(__gohip_r1) & ((unsigned long)(long)-2)"},
		{name: "a negative number of 32 bits", source: `asm("v_and_b32 %0, %1, -2" : "=v"(r) : "v"(a));`, want: "(__gohip_r1) & ((unsigned)-2)"},
		{name: "less or greater, not NaN", source: `asm("v_cmp_lg_f32 vcc, %1, %2\n v_cndmask_b32 %0, 0, 1, vcc" : "=v"(r) : "v"(a), "v"(b) : "vcc");`, want: "__gohip_f(__gohip_r1) < __gohip_f(__gohip_r2) || __gohip_f(__gohip_r1) > __gohip_f(__gohip_r2)"},
		{name: "carries of all lanes", source: `asm("v_addc_co_u32 %0, %1, %2, %3, %4" : "=v"(r), "=s"(c) : "v"(a), "v"(b), "s"(d));`, want: "k = (__gohip_r4) >> __lane_id() & 1"},
		{name: "a mask in vcc", source: `asm("s_and_b64 vcc, vcc, %0" :: "s"(a) : "vcc");`, unknown: "s_and_b64 vcc, vcc, %0"},
		{name: "64 bits and a negative number", source: `asm("v_mad_u64_u32 %0, vcc, %1, %1, -1" : "=v"(r) : "v"(a) : "vcc");`, unknown: "v_mad_u64_u32 %0, vcc, %1, %1, -1"},
		{name: "an operand with an effect", source: `asm("v_add_u32 %0, %0, %1" : "+v"(*p++) : "v"(a));`, unknown: "an operand that is read and written, (*p++)"},
		{name: "not known", source: `asm("v_fancy_b32  %0, %1" : "=v"(r) : "v"(a));`, unknown: "v_fancy_b32 %0, %1"},
		{name: "the sign of bits", source: `asm("v_add_u32 %0, -%1, %1" : "=v"(r) : "v"(a));`, unknown: "v_add_u32 %0, -%1, %1"},
		{name: "a modifier", source: `asm("v_add_f32 %0, %1, %1 clamp" : "=v"(r) : "v"(a));`, unknown: "v_add_f32 %0, %1, %1 clamp"},
		{name: "signs of halves", source: `asm("v_pk_add_f16 %0, %1, %2 neg_lo:[0,1] neg_hi:[0,1]" : "=v"(r) : "v"(a), "s"(b));`, want: "__gohip_as<__gohip_half2>(__gohip_r1) + __gohip_as<__gohip_half2>(((unsigned)__gohip_r2 >> 0 & 0xffffu | (unsigned)__gohip_r2 >> 16 << 16) ^ 0x80008000u)"},
		{name: "one half for both", source: `asm("v_pk_mul_f16 %0, %1, %2 op_sel_hi:[1,0]" : "=v"(r) : "v"(a), "v"(b));`, want: "(unsigned)__gohip_r2 >> 0 & 0xffffu | (unsigned)__gohip_r2 >> 0 << 16) ^ 0x0u)"},
		{name: "a bit for no source", source: `asm("v_pk_mul_f16 %0, %1, %2 neg_lo:[1]" : "=v"(r) : "v"(a), "v"(b));`, unknown: "v_pk_mul_f16 %0, %1, %2 neg_lo:[1]"},
		{name: "too few operands", source: `asm("v_perm_b32 %0, %1" : "=v"(r) : "v"(a));`, unknown: "v_perm_b32 %0, %1"},
		{name: "where a wavefront runs", source: `asm volatile("s_getreg_b32 %0, hwreg(HW_REG_HW_ID)" : "=s"(r));`, want: "__builtin_amdgcn_s_getreg(63492)"},
		{name: "a field of it", source: `asm("s_getreg_b32 %0, hwreg(HW_REG_HW_ID, 8, 4)" : "=s"(r));`, want: "__builtin_amdgcn_s_getreg(6660)"},
		{name: "the die", source: `asm("s_getreg_b32 %0, hwreg(HW_REG_XCC_ID)" : "=s"(r));`, want: "__gohip_bits(0u)"},
		{name: "another hardware register", source: `asm("s_getreg_b32 %0, hwreg(HW_REG_MODE)" : "=s"(r));`, unknown: "s_getreg_b32 %0, hwreg(HW_REG_MODE)"},
		{name: "a field past the register", source: `asm("s_getreg_b32 %0, hwreg(HW_REG_HW_ID, 8, 32)" : "=s"(r));`, unknown: "s_getreg_b32 %0, hwreg(HW_REG_HW_ID, 8, 32)"},
		{name: "no such operand", source: `asm("v_not_b32 %0, %4" : "=v"(r) : "v"(a));`, unknown: "v_not_b32 %0, %4"},
		{name: "ends early", source: `asm("v_not_b32 %0, %1" : "=v"(r`},
		{name: "ends in a string", source: `asm("v_not_b32 %0, \`},
		{name: "ends in a comment", source: `asm /*`},
	} {
		out, unknown := Translate([]byte(c.source))
		if got := strings.Join(unknown, "; "); got != c.unknown {
			t.Errorf("%s: not known are %q, want %q", c.name, got, c.unknown)
		}
		if (c.want == "") != (out == nil) || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: gave %q, want %q in it", c.name, strings.TrimPrefix(string(out), prelude), c.want)
		}
		if got, want := strings.Count(strings.TrimPrefix(string(out), prelude), "\n"), strings.Count(c.source, "\n"); out != nil && got != want {
			t.Errorf("%s: has %d line ends, want %d", c.name, got, want)
		}
	}
}

// FuzzTranslate: no source makes it fail.
func FuzzTranslate(f *testing.F) {
	f.Add(`asm("v_mov_b32_dpp %0, %1 quad_perm:[1,0,3,2] row_mask:0xf" : "+v"(r) : "v"(a) : "vcc");`)
	f.Add(`asm("v_cmp_lt_u32 vcc, %[x], 0x5\n\tv_addc_co_u32 v1, vcc, 1, v1, vcc" :: [x] "v"(R"(a)"));`)
	f.Add("__asm__ volatile(\"global_load_dwordx4 %0, %1, s2 offset:-8 glc\" : \"=&v\"((q)) /* c */ : \"v\"(p) // d\n# 1 \"e\"\n);")
	f.Fuzz(func(_ *testing.T, source string) { Translate([]byte(source)) })
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]bool{
		"x.hip:3:58: error: invalid output constraint '=v' in asm":  true,
		"x.hip:3:58: error: invalid input constraint 's' in asm":    true,
		"x.hip:3:58: error: invalid output constraint '=&v' in asm": true,
		"x.hip:3:58: error: unknown register name 'vcc' in asm":     true,
		"x.hip:3:58: error: unknown register name 'v12' in asm":     true,
		"x.hip:3:58: error: invalid output constraint '=f' in asm":  false,
		"x.hip:3:58: error: unknown register name 'rax' in asm":     false,
	} {
		if got := Refused([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
