// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Bit and integer functions, conversions in a given rounding mode, and the same
// bits read as another type.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_INTEGER_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_INTEGER_H

#include <hip/gohip_detail/macros.h>

// Counting and moving bits.
__device__ unsigned __gohip_clz32(unsigned) __GOHIP_PURE(__gohip_clz_u32);
__device__ unsigned long long __gohip_clz64(unsigned long long) __GOHIP_PURE(__gohip_clz_u64);
__device__ unsigned __brev(unsigned) __GOHIP_PURE(__gohip_brev_u32);
__device__ unsigned long long __brevll(unsigned long long) __GOHIP_PURE(__gohip_brev_u64);
__GOHIP_DI int __popc(unsigned x) { return __builtin_popcount(x); }
__GOHIP_DI int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__GOHIP_DI int __clz(int x) { return (int)__gohip_clz32((unsigned)x); }
__GOHIP_DI int __clzll(long long x) { return (int)__gohip_clz64((unsigned long long)x); }
// One more than the number of the lowest bit set, 0 for none.
__GOHIP_DI int __ffs(unsigned x) { return 32 - (int)__gohip_clz32(x & (0u - x)); }
__GOHIP_DI int __ffs(int x) { return __ffs((unsigned)x); }
__GOHIP_DI int __ffsll(unsigned long long x) { return 64 - (int)__gohip_clz64(x & (0ull - x)); }
__GOHIP_DI int __ffsll(unsigned long x) { return __ffsll((unsigned long long)x); }
__GOHIP_DI int __ffsll(long long x) { return __ffsll((unsigned long long)x); }
__GOHIP_DI int __ffsll(long x) { return __ffsll((unsigned long long)x); }
__GOHIP_DI unsigned __lastbit_u32_u32(unsigned x) { return x ? (unsigned)__ffs(x) - 1 : ~0u; }
__GOHIP_DI unsigned __lastbit_u32_u64(unsigned long long x) {
  return x ? (unsigned)__ffsll(x) - 1 : ~0u;
}
__GOHIP_DI unsigned __bitextract_u32(unsigned x, unsigned at, unsigned n) {
  unsigned o = at & 31, w = n & 31;
  // A field that ends behind the last bit goes on at the first, as in AMD's shifts.
  return w ? (x << ((32 - o - w) & 31)) >> (32 - w) : 0;
}
__GOHIP_DI unsigned long long __bitextract_u64(unsigned long long x, unsigned at, unsigned n) {
  unsigned o = at & 63, w = n & 63;
  return w ? (x << ((64 - o - w) & 63)) >> (64 - w) : 0;
}
__GOHIP_DI unsigned __bitinsert_u32(unsigned x, unsigned y, unsigned at, unsigned n) {
  unsigned o = at & 31, mask = (1u << (n & 31)) - 1;
  return (x & ~(mask << o)) | ((y & mask) << o);
}
__GOHIP_DI unsigned long long __bitinsert_u64(unsigned long long x, unsigned long long y,
                                              unsigned at, unsigned n) {
  unsigned o = at & 63;
  unsigned long long mask = (1ull << (n & 63)) - 1;
  return (x & ~(mask << o)) | ((y & mask) << o);
}
__device__ int __gohip_fns(unsigned long long, unsigned, int) __GOHIP_PURE(__gohip_fns);
__GOHIP_DI int __fns32(unsigned long long mask, unsigned base, int offset) {
  return __gohip_fns(mask & 0xffffffffull, base, offset);
}
__GOHIP_DI int __fns64(unsigned long long mask, unsigned base, int offset) {
  return __gohip_fns(mask, base, offset);
}
__GOHIP_DI unsigned __fns(unsigned mask, unsigned base, int offset) {
  return (unsigned)__gohip_fns(mask, base, offset);
}
#if !defined(__NVPTX__)
__GOHIP_DI unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long v = ((unsigned long long)y << 32) | x;
  return (unsigned)((v >> ((s & 7) * 8)) & 0xff) |
         (unsigned)((v >> ((s >> 4 & 7) * 8)) & 0xff) << 8 |
         (unsigned)((v >> ((s >> 8 & 7) * 8)) & 0xff) << 16 |
         (unsigned)((v >> ((s >> 12 & 7) * 8)) & 0xff) << 24;
}
__GOHIP_DI unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)(((((unsigned long long)hi << 32) | lo) << (n & 31)) >> 32);
}
__GOHIP_DI unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)(((((unsigned long long)hi << 32) | lo) >> (32 - (n < 32 ? n : 32))));
}
__GOHIP_DI unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((unsigned long long)hi << 32) | lo) >> (n & 31));
}
__GOHIP_DI unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n) {
  return (unsigned)((((unsigned long long)hi << 32) | lo) >> (n < 32 ? n : 32));
}
#endif

// Arithmetic.
__device__ long long __mul64hi(long long, long long) __GOHIP_PURE(__gohip_mul_hi_i64);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long)
    __GOHIP_PURE(__gohip_mul_hi_u64);
// The product of 48 bits wraps; only an unsigned one may.
__GOHIP_DI int __mul24(int x, int y) {
  return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8));
}
__GOHIP_DI int __umul24(unsigned x, unsigned y) { return (int)((x & 0xffffff) * (y & 0xffffff)); }
__GOHIP_DI int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
__GOHIP_DI unsigned __umulhi(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x * y) >> 32);
}
__GOHIP_DI int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__GOHIP_DI int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__GOHIP_DI unsigned __uhadd(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x + y) >> 1);
}
__GOHIP_DI unsigned __urhadd(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}
__GOHIP_DI unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}
__GOHIP_DI unsigned __sad(int x, int y, unsigned z) {
  return (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + z;
}
// The dot product of small integers, added to c; with `saturate` the result stays at the
// ends of its type instead of wrapping.
#define __GOHIP_DOT(TYPE, VECTOR, LOW, HIGH, SUM)                                                  \
  __GOHIP_DI TYPE amd_mixed_dot(VECTOR a, VECTOR b, TYPE c, bool saturate) {                       \
    long long s = (SUM) + (long long)c;                                                            \
    if (saturate) s = s < LOW ? LOW : s > HIGH ? HIGH : s;                                         \
    return (TYPE)s;                                                                                \
  }
#define __GOHIP_DOT2 (long long)a.x *b.x + (long long)a.y *b.y
#define __GOHIP_DOT4 a.x *b.x + a.y *b.y + a.z *b.z + a.w *b.w
__GOHIP_DOT(int, short2, -0x80000000LL, 0x7fffffffLL, __GOHIP_DOT2)
__GOHIP_DOT(unsigned, ushort2, 0LL, 0xffffffffLL, __GOHIP_DOT2)
__GOHIP_DOT(int, char4, -0x80000000LL, 0x7fffffffLL, __GOHIP_DOT4)
__GOHIP_DOT(unsigned, uchar4, 0LL, 0xffffffffLL, __GOHIP_DOT4)
#undef __GOHIP_DOT2
#undef __GOHIP_DOT4
#undef __GOHIP_DOT
// Eight integers of four bits in each operand.
__GOHIP_DI int amd_mixed_dot(int a, int b, int c, bool saturate) {
  long long s = c;
  for (int i = 0; i < 32; i += 4) s += (a << (28 - i) >> 28) * (b << (28 - i) >> 28);
  if (saturate) s = s < -0x80000000LL ? -0x80000000LL : s > 0x7fffffffLL ? 0x7fffffffLL : s;
  return (int)s;
}
__GOHIP_DI unsigned amd_mixed_dot(unsigned a, unsigned b, unsigned c, bool saturate) {
  unsigned long long s = c;
  for (int i = 0; i < 32; i += 4) s += (a >> i & 15) * (b >> i & 15);
  return saturate && s > 0xffffffffULL ? 0xffffffffu : (unsigned)s;
}
#if !defined(__NVPTX__)
template <typename... __Less> __GOHIP_DI int __dp4a(int a, int b, int c, __Less...) {
  for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
  return c;
}
template <typename... __Less>
__GOHIP_DI unsigned __dp4a(unsigned a, unsigned b, unsigned c, __Less...) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
#endif

// The bits of one type as another.
__GOHIP_DI int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__GOHIP_DI unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__GOHIP_DI float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__GOHIP_DI float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__GOHIP_DI long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__GOHIP_DI double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
template <typename... __Less>
__GOHIP_DI unsigned long long __double_as_ulonglong(double x, __Less...) {
  return __builtin_bit_cast(unsigned long long, x);
}
template <typename... __Less>
__GOHIP_DI double __ulonglong_as_double(unsigned long long x, __Less...) {
  return __builtin_bit_cast(double, x);
}
__GOHIP_DI int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__GOHIP_DI int __double2loint(double x) { return (int)__double_as_longlong(x); }
__GOHIP_DI double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo));
}

// Floating point to integer: to nearest even, down, up, to zero.
#if defined(__NVPTX__)
// The instruction saturates (PTX ISA, "cvt"), and makes 0 of a NaN if neither format has 64 bits.
#define __GOHIP_CONVERT(NAME, FROM, TO, OP, NUMBER)                                                \
  __GOHIP_DI TO NAME##_rn(FROM x) { return NUMBER ? (TO)__nvvm_##OP##_rn(x) : 0; }                 \
  __GOHIP_DI TO NAME##_rd(FROM x) { return NUMBER ? (TO)__nvvm_##OP##_rm(x) : 0; }                 \
  __GOHIP_DI TO NAME##_ru(FROM x) { return NUMBER ? (TO)__nvvm_##OP##_rp(x) : 0; }                 \
  __GOHIP_DI TO NAME##_rz(FROM x) { return NUMBER ? (TO)__nvvm_##OP##_rz(x) : 0; }
__GOHIP_CONVERT(__float2int, float, int, f2i, true)
__GOHIP_CONVERT(__float2uint, float, unsigned, f2ui, true)
__GOHIP_CONVERT(__float2ll, float, long long, f2ll, x == x)
__GOHIP_CONVERT(__float2ull, float, unsigned long long, f2ull, x == x)
__GOHIP_CONVERT(__double2int, double, int, d2i, x == x)
__GOHIP_CONVERT(__double2uint, double, unsigned, d2ui, x == x)
__GOHIP_CONVERT(__double2ll, double, long long, d2ll, x == x)
__GOHIP_CONVERT(__double2ull, double, unsigned long long, d2ull, x == x)
#else
#define __GOHIP_CONVERT(NAME, FROM, TO, S)                                                         \
  __GOHIP_DI TO NAME##_rn(FROM x) { return gohip_detail::to_integer<TO>(::rint##S(x)); }           \
  __GOHIP_DI TO NAME##_rd(FROM x) { return gohip_detail::to_integer<TO>(::floor##S(x)); }          \
  __GOHIP_DI TO NAME##_ru(FROM x) { return gohip_detail::to_integer<TO>(::ceil##S(x)); }           \
  __GOHIP_DI TO NAME##_rz(FROM x) { return gohip_detail::to_integer<TO>(x); }
__GOHIP_CONVERT(__float2int, float, int, f)
__GOHIP_CONVERT(__float2uint, float, unsigned, f)
__GOHIP_CONVERT(__float2ll, float, long long, f)
__GOHIP_CONVERT(__float2ull, float, unsigned long long, f)
__GOHIP_CONVERT(__double2int, double, int, )
__GOHIP_CONVERT(__double2uint, double, unsigned, )
__GOHIP_CONVERT(__double2ll, double, long long, )
__GOHIP_CONVERT(__double2ull, double, unsigned long long, )
#endif
#undef __GOHIP_CONVERT

// To a floating point type that may not hold the value.
#define __GOHIP_CONVERT(NAME, FROM, TO, OCML)                                                      \
  __GOHIP_DI TO NAME##_rn(FROM x) { return (TO)x; }                                                \
  __device__ TO NAME##_rd(FROM) __GOHIP_PURE(__ocml_cvtrtn_##OCML);                                \
  __device__ TO NAME##_ru(FROM) __GOHIP_PURE(__ocml_cvtrtp_##OCML);                                \
  __device__ TO NAME##_rz(FROM) __GOHIP_PURE(__ocml_cvtrtz_##OCML);
__GOHIP_CONVERT(__int2float, int, float, f32_s32)
__GOHIP_CONVERT(__uint2float, unsigned, float, f32_u32)
__GOHIP_CONVERT(__ll2float, long long, float, f32_s64)
__GOHIP_CONVERT(__ull2float, unsigned long long, float, f32_u64)
__GOHIP_CONVERT(__ll2double, long long, double, f64_s64)
__GOHIP_CONVERT(__ull2double, unsigned long long, double, f64_u64)
__GOHIP_CONVERT(__double2float, double, float, f32_f64)
#undef __GOHIP_CONVERT
__GOHIP_DI double __int2double_rn(int x) { return (double)x; }
__GOHIP_DI double __uint2double_rn(unsigned x) { return (double)x; }

// Bytes of four, added or multiplied one by one, under HIP's names.
__GOHIP_DI char4 __hip_hc_add8pk(char4 a, char4 b) {
  return char4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__GOHIP_DI char4 __hip_hc_sub8pk(char4 a, char4 b) {
  return char4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}
__GOHIP_DI char4 __hip_hc_mul8pk(char4 a, char4 b) {
  return char4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}

#endif
