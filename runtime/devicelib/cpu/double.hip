// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Double-precision exponentials and the natural logarithm, without tables and branches, such that LLVM
// vectorises them with the loop over work-items, as those of float.hip. Errors are below 1 ULP.
// Coefficients are minimax polynomials (Remez's algorithm).
#include "vectorisable.h"

// (e^r - 1 - r) / r^2 for |r| < 0.347
INSIDE double exponentialRest(double r) {
  // Estrin's scheme: with fewer operations that wait for each other than Horner's.
  double r2 = r * r, r4 = r2 * r2;
  double a = __builtin_fma(0x1.5555555555557p-3, r, 0.5);
  double b = __builtin_fma(0x1.11111111100bep-7, r, 0x1.5555555555558p-5);
  double c = __builtin_fma(0x1.a01a01abf8061p-13, r, 0x1.6c16c16c151dep-10);
  double d = __builtin_fma(0x1.71de01fecf7f6p-19, r, 0x1.a01a01ad06201p-16);
  double e = __builtin_fma(0x1.af4e53065f35ap-26, r, 0x1.27e4ccb2253b0p-22);
  e = __builtin_fma(0x1.1f8b7c21912a6p-29, r2, e);
  return __builtin_fma(__builtin_fma(e, r4, __builtin_fma(d, r2, c)), r4, __builtin_fma(b, r2, a));
}
// 2^n e^(r + low), n an integer to which ROUNDER was added. The power has two factors, since it may
// be out of range where the result is not; only the second product is rounded.
INSIDE double exponential(double n, double r, double low) {
  double one = 1 + r, error = r - (one - 1);
  double y = one + (error + __builtin_fma(r * r, exponentialRest(r), low));
  double half = (n - ROUNDER) * 0.5 + ROUNDER, rest = (n - ROUNDER) - (half - ROUNDER) + ROUNDER;
  return y * powerOfTwo(bits(half)) * powerOfTwo(bits(rest));
}
INSIDE double limited(double x, double low, double high) {
  x = x > high ? high : x;
  return x < low ? low : x; // NaN stays
}
INSIDE double exp_(double x) {
  x = limited(x, -746, 710);
  double n = __builtin_fma(x, 0x1.71547652b82fep+0, ROUNDER), k = n - ROUNDER;
  // The product with the first 42 bits of log(2) is exact.
  double high = __builtin_fma(k, -0x1.62e42fefa3800p-1, x),
         r = __builtin_fma(k, -0x1.ef35793c76730p-45, high);
  return exponential(n, r, __builtin_fma(k, -0x1.ef35793c76730p-45, high - r));
}
INSIDE double exp2_(double x) {
  x = limited(x, -1077, 1025);
  double n = x + ROUNDER, f = x - (n - ROUNDER), r = f * 0x1.62e42fefa39efp-1;
  double low = __builtin_fma(f, 0x1.62e42fefa39efp-1, -r);
  return exponential(n, r, __builtin_fma(f, 0x1.abc9e3b39803fp-56, low));
}

// log(1 + f) = f - f^2/2 + s (f^2/2 + R), with s = f / (2 + f) and R = s^2 P(s^2), as in the series of
// 2 atanh(s).
INSIDE double log_(double x) {
  bool subnormal = x < 0x1p-1022;
  Parts p = parts(subnormal ? x * 0x1p54 : x);
  double k = subnormal ? p.exponent - 54 : p.exponent, f = p.m - 1, s = f / (2 + f), z = s * s;
  double r = 0x1.0c09cf7e09365p-3;
  r = __builtin_fma(r, z, 0x1.0fbdf2579f944p-3);
  r = __builtin_fma(r, z, 0x1.3b1c3bf88c57fp-3);
  r = __builtin_fma(r, z, 0x1.745cf8e28d44dp-3);
  r = __builtin_fma(r, z, 0x1.c71c7201b2ce4p-3);
  r = __builtin_fma(r, z, 0x1.2492492476946p-2);
  r = __builtin_fma(r, z, 0x1.9999999999a39p-2);
  r = __builtin_fma(r, z, 0x1.5555555555555p-1);
  double square = 0.5 * f * f;
  double low = __builtin_fma(s, __builtin_fma(r, z, square), k * 0x1.ef35793c76730p-45);
  double y = __builtin_fma(k, 0x1.62e42fefa3800p-1, f - (square - low));
  y = x < __builtin_inf() ? y : x;
  return x > 0 ? y : x == 0 ? -__builtin_inf() : __builtin_nan("");
}

#define OR_LIBM1(NAME)                                                                             \
  PURE double libm_##NAME(double) __asm__(#NAME);                                                  \
  CL double NAME(double x) { return __gohip_cpu_has_fma() ? NAME##_(x) : libm_##NAME(x); }
OR_LIBM1(exp)
OR_LIBM1(exp2)
OR_LIBM1(log)
