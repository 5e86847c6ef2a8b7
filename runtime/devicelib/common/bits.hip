// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Bit functions, and functions that return a second result through a pointer, written so that every
// SPIR-V producer accepts them.
#include "device.h"

PURE u32 __gohip_clz_u32(u32 x) { return (u32)__builtin_clzg(x, 32); }
PURE u32 __ockl_clz_u32(u32 x) { return (u32)__builtin_clzg(x, 32); }
PURE u64 __gohip_clz_u64(u64 x) { return (u64)__builtin_clzg(x, 64); }
PURE u64 __ockl_clz_u64(u64 x) { return (u64)__builtin_clzg(x, 64); }
PURE u32 __gohip_brev_u32(u32 x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
  return x >> 16 | x << 16;
}
PURE u64 __gohip_brev_u64(u64 x) {
  return (u64)__gohip_brev_u32((u32)x) << 32 | __gohip_brev_u32((u32)(x >> 32));
}
// High halves of products. LLVM would combine four 64-bit products into a 128-bit one, which OpenCL
// lacks; OpenCL has this function instead.
#if defined(__SPIRV__)
__attribute__((device, const)) i64 mul_hi(i64, i64) __asm__("_Z6mul_hill");
__attribute__((device, const)) u64 mul_hi(u64, u64) __asm__("_Z6mul_himm");
PURE u64 __gohip_mul_hi_u64(u64 x, u64 y) { return mul_hi(x, y); }
PURE i64 __gohip_mul_hi_i64(i64 x, i64 y) { return mul_hi(x, y); }
#else
PURE u64 __gohip_mul_hi_u64(u64 x, u64 y) { return (u64)(((unsigned __int128)x * y) >> 64); }
PURE i64 __gohip_mul_hi_i64(i64 x, i64 y) { return (i64)(((__int128)x * y) >> 64); }
#endif
// The |offset|-th set bit at or above bit `base` (at or below it, for a negative offset), or -1 if
// there is none. With offset 0, the bit at `base` itself.
PURE int __gohip_fns(u64 mask, u32 base, int offset) {
  if (base > 63) return -1;
  if (offset == 0) return (mask >> base & 1) ? (int)base : -1;
  bool down = offset < 0;
  u32 n = down ? 0 - (u32)offset : (u32)offset;
  u64 m = down ? __gohip_brev_u64(mask) & ~0ull << (63 - base) : mask & ~0ull << base;
  if ((u32)__builtin_popcountll(m) < n) return -1;
  int at = 0;
  for (int half = 32; half > 0; half >>= 1) { // the same number of iterations for all work-items
    u32 below = (u32)__builtin_popcountll(m & ((1ull << half) - 1));
    bool up = below < n;
    n -= up ? below : 0;
    m >>= up ? half : 0;
    at += up ? half : 0;
  }
  return down ? 63 - at : at;
}

API float __gohip_frexp_f32(float x, int *e) {
  int shift = 0;
  u32 b = bits(x);
  if ((b & 0x7fffffff) == 0 || (b & 0x7f800000) == 0x7f800000) {
    *e = 0;
    return x;
  }
  if ((b & 0x7f800000) == 0) {
    b = bits(x * 0x1p25f);
    shift = -25;
  }
  *e = (int)(b >> 23 & 0xff) - 126 + shift;
  return real((b & 0x807fffff) | 0x3f000000u);
}
API double __gohip_frexp_f64(double x, int *e) {
  int shift = 0;
  u64 b = bits(x);
  if ((b << 1) == 0 || (b >> 52 & 0x7ff) == 0x7ff) {
    *e = 0;
    return x;
  }
  if ((b >> 52 & 0x7ff) == 0) {
    b = bits(x * 0x1p54);
    shift = -54;
  }
  *e = (int)(b >> 52 & 0x7ff) - 1022 + shift;
  return real((b & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
}
API float __gohip_modf_f32(float x, float *whole) {
  float t = __builtin_truncf(x);
  *whole = t;
  return __builtin_copysignf((bits(x) & 0x7fffffff) == 0x7f800000 ? 0.0f : x - t, x);
}
API double __gohip_modf_f64(double x, double *whole) {
  double t = __builtin_trunc(x);
  *whole = t;
  return __builtin_copysign((bits(x) << 1) == 0xffe0000000000000ull ? 0.0 : x - t, x);
}
// The remainder is exact, so the low bits of the quotient are the rest of x divided by y; x is
// first reduced modulo 8 y to keep the quotient small.
PURE float __ocml_remainder_f32(float, float);
PURE double __ocml_remainder_f64(double, double);
PURE float __ocml_fmod_f32(float, float);
PURE double __ocml_fmod_f64(double, double);
API float __gohip_remquo_f32(float x, float y, int *q) {
  float r = __ocml_remainder_f32(x, y);
  double n = ((double)__ocml_fmod_f64(x, 8.0 * (double)y) - (double)r) / (double)y;
  *q = n == n ? (int)__builtin_rint(n) % 8 : 0;
  return r;
}
API double __gohip_remquo_f64(double x, double y, int *q) {
  double r = __ocml_remainder_f64(x, y);
  double y8 = 8.0 * y;
  // If 8 y is too large, the quotient has few bits, but their product with y may be as large.
  double n = __builtin_isinf(y8) ? (x * 0.125 - r * 0.125) / (y * 0.125)
                                 : (__ocml_fmod_f64(x, y8) - r) / y;
  *q = n == n ? (int)__builtin_rint(n) % 8 : 0;
  return r;
}

#define FUNCTION API
#include "cstring.h"
