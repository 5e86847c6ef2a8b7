// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Special arguments for which libclc's functions are wrong: -0 becomes +0, and a power with an
// exponent beyond 2^64 becomes infinite.
#include "../common/device.h"

#define KEEP_ZERO(NAME, MANGLED)                                                                   \
  extern "C" __attribute__((device, const)) double cl_##NAME(double) __asm__("_Z" MANGLED "d");    \
  PURE double __ocml_##NAME##_f64(double x) { return x == 0 ? x : cl_##NAME(x); }
KEEP_ZERO(asin, "4asin")
KEEP_ZERO(atan, "4atan")
KEEP_ZERO(erf, "3erf")
KEEP_ZERO(expm1, "5expm1")

extern "C" __attribute__((device, const)) double cl_pow(double, double) __asm__("_Z3powdd");
PURE double __ocml_pow_f64(double x, double y) {
  if (!(__builtin_fabs(y) >= 0x1p+64)) return cl_pow(x, y);
  // An even integer, or infinite.
  double a = __builtin_fabs(x);
  if (a == 1 || x != x) return a == 1 ? 1 : x;
  return (a < 1) == (y < 0) ? __builtin_inf() : 0;
}

#ifndef __AMDGCN__
// libclc's ldexp turns some NaNs into numbers. Scaling down uses steps that keep the bits needed
// for a single final rounding: `down` is the exponent of a step, 2^least times the precision.
#define LDEXP(T, S, UP, LEAST, DOWN, POWER)                                                        \
  PURE T __ocml_ldexp_##S(T x, int n) {                                                            \
    for (int i = 0; i < 2 && n > UP; ++i) x *= POWER(UP), n -= UP;                                 \
    for (int i = 0; i < 2 && n < LEAST; ++i) x *= POWER(DOWN), n -= DOWN;                          \
    return x * POWER(n > UP ? UP : n < LEAST ? LEAST : n);                                         \
  }                                                                                                \
  PURE T __ocml_scalbn_##S(T x, int n) { return __ocml_ldexp_##S(x, n); }
INSIDE float power32(int n) { return real((u32)(127 + n) << 23); }
INSIDE double power64(int n) { return real((u64)(1023 + n) << 52); }
LDEXP(float, f32, 127, -126, -102, power32)
LDEXP(double, f64, 1023, -1022, -969, power64)
#endif

// libclc's remainders are NaN for some numbers of the highest binade (the largest one and 2^31 - 1).
// Half of x, and the remainder of twice the half's, are exact.
extern "C++" {
__attribute__((device, const)) double cl_fmod(double, double) __asm__("_Z4fmoddd");
__attribute__((device, const)) double cl_remainder(double, double) __asm__("_Z9remainderdd");
}
PURE double __ocml_fmod_f64(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a >= 0x1p+1022 && a < __builtin_inf() && b > 0)) return cl_fmod(x, y);
  double r = 2 * cl_fmod(a * 0.5, b); // b itself may be larger than a
  return __builtin_copysign(r >= b ? r - b : r, x);
}
PURE double __ocml_remainder_f64(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a >= 0x1p+1022 && a < __builtin_inf() && b > 0 && b < __builtin_inf()))
    return cl_remainder(x, y);
  double r = b < 0x1p+1023 ? __ocml_fmod_f64(a, b + b) : a; // below 2 b
  bool odd = r >= b;
  r = odd ? r - b : r;
  double rest = b - r;
  r = r > rest || (r == rest && odd) ? -rest : r;
  return __builtin_signbit(x) ? -r : r;
}
