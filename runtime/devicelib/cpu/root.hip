// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Single-precision roots, remainders and products with powers of two, as the functions of float.hip.
#include "float.h"

#pragma clang fp contract(fast)

// x = 2^(3 k + rest) m. A polynomial of m has a relative error of 2^-10, and a step of Halley's method the
// third power of that.
INSIDE float cbrtf(float x) {
  constexpr double terms[] = {0x1.1b7f4e6791908p-1, 0x1.1b7995b2b93b9p-1, -0x1.b839b2b7fc5e6p-4};
  float a = __builtin_fabsf(x);
  Parts p = parts(a);
  double k = p.exponent * (1.0 / 3) + ROUNDER, rest = p.exponent - 3 * (k - ROUNDER);
  double y = polynomial(terms, p.m), cube = y * y * y;
  y -= y * (cube - p.m) / (2 * cube + p.m);
  double scale = rest == 0 ? 1 : rest > 0 ? 0x1.428a2f98d728bp+0 : 0x1.965fea53d6e3dp-1;
  float r = __builtin_copysignf((float)(y * scale * powerOfTwo(bits(k))), x);
  r = a > 0 ? r : x; // a zero or NaN
  return a < INFINITE ? r : x;
}
INSIDE float hypotf(float x, float y) {
  double a = x, b = y;
  float r = (float)__builtin_sqrt(a * a + b * b);
  bool infinite = __builtin_fabsf(x) == INFINITE || __builtin_fabsf(y) == INFINITE;
  return infinite ? INFINITE : r;
}

// The rounded quotient is at most one larger than the integer below the exact one, and the remainder of
// either is exact.
PURE float libm_fmod(float, float) __asm__("fmodf");
RARE float rareRemainder(float x, float y) { return libm_fmod(x, y); }
INSIDE float fmodf(float x, float y) {
  double a = __builtin_fabsf(x), b = __builtin_fabsf(y), q = a / b;
  if (!(q < 0x1p52)) return rareRemainder(x, y);
  double r = __builtin_fma(-__builtin_trunc(q), b, a);
  r = r < 0 ? r + b : r;
  r = b < INFINITE ? r : a;
  return __builtin_copysignf((float)r, x);
}
// Quotients below 2^26 that are not halfway between integers differ from there by more than they are
// rounded.
PURE float libm_remainder(float, float) __asm__("remainderf");
RARE float rareNearest(float x, float y) { return libm_remainder(x, y); }
INSIDE float remainderf(float x, float y) {
  double a = __builtin_fabsf(x), b = __builtin_fabsf(y), q = a / b;
  if (!(q < 0x1p26)) return rareNearest(x, y);
  double r = b < INFINITE ? __builtin_fma(-__builtin_rint(q), b, a) : a;
  return __builtin_signbit(x) ? (float)-r : (float)r;
}

// The errors of the root and of its reciprocal are exact sums. Division and root of double precision take
// three times as long.
CL float rsqrt(float x) {
  if (!__gohip_cpu_has_fma()) return (float)(1 / __builtin_sqrt((double)x));
  float s = __builtin_sqrtf(x), y = 1 / s;
  float t = __builtin_fmaf(-s, s, x), u = __builtin_fmaf(-s, y, 1);
  float r = __builtin_fmaf(y, __builtin_fmaf(-0.5f * (t * y), y, u), y);
  r = y < INFINITE ? r : y;
  return y > 0 ? r : y;
}
CL float ldexp(float x, int n) {
  n = n > 300 ? 300 : n;
  n = n < -300 ? -300 : n;
  return (float)(x * powerOfTwo((u64)(i64)n));
}

OR_LIBM1(cbrt)
OR_LIBM2(fmod)
OR_LIBM2(hypot)
OR_LIBM2(remainder)
