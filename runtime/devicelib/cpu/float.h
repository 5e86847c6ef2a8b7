// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Exponentials and logarithms in double precision for single-precision functions.
#ifndef GOHIP_DEVICELIB_CPU_FLOAT_H
#define GOHIP_DEVICELIB_CPU_FLOAT_H

#include "vectorisable.h"

#pragma clang fp contract(fast)

#define LIBM1(NAME) PURE float libm_##NAME(float) __asm__(#NAME "f");
#define OR_LIBM1(NAME)                                                                             \
  LIBM1(NAME)                                                                                      \
  CL float NAME(float x) { return __gohip_cpu_has_fma() ? NAME##f(x) : libm_##NAME(x); }
#define OR_LIBM2(NAME)                                                                             \
  PURE float libm_##NAME(float, float) __asm__(#NAME "f");                                         \
  CL float NAME(float x, float y) {                                                                \
    return __gohip_cpu_has_fma() ? NAME##f(x, y) : libm_##NAME(x, y);                              \
  }

#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

#define LN2 0x1.62e42fefa39efp-1
#define LOG2_E 0x1.71547652b82fep+0
#define LOG2_10 0x1.a934f0979a371p+1
#define LOG10_E 0x1.bcb7b1526e50ep-2
#define LOG10_2 0x1.34413509f79ffp-2

// 2^t = scale * (1 + rest), with |rest| < 0.42. scale is a power of two, and t is limited to exponents
// whose results are zero or infinite in single precision.
struct Power {
  double scale, rest;
};
INSIDE Power power(double t) {
  t = t > 200 ? 200 : t;
  t = t < -200 ? -200 : t; // not for NaN
  double n = t + ROUNDER, r = t - (n - ROUNDER);
  double r2 = r * r, a = 0x1.ebfbe045f8d3cp-3 * r + 0x1.62e42fef95e85p-1;
  double b = 0x1.3b2a1b6d71f55p-7 * r + 0x1.c6b08dc5be5b8p-5;
  double c = 0x1.444002f97af6ap-13 * r + 0x1.5d874cbd91c40p-10;
  double p = (a + b * r2) + (c + 0x1.00dc1dcea5e2ap-16 * r2) * (r2 * r2);
  return {powerOfTwo(bits(n)), p * r};
}
INSIDE double powerOf2(double t) {
  Power p = power(t);
  return p.scale * p.rest + p.scale;
}
// 2^t - 1, accurate near zero.
INSIDE double powerOf2Minus1(double t) {
  Power p = power(t);
  return p.scale * p.rest + (p.scale - 1);
}

// A polynomial in z, whose first coefficient is the constant term.
template <int n> INSIDE double polynomial(const double (&terms)[n], double z) {
  double p = terms[n - 1];
#pragma unroll
  for (int i = n - 2; i >= 0; --i) p = p * z + terms[i];
  return p;
}

// (m - 1) / (m + 1), with which log(m) is 2 atanh(s).
INSIDE double ratio(double m) { return (m - 1) / (m + 1); }
// log(m), with a relative error of 2^-43.
INSIDE double logOf(double s) {
  double z = s * s, p = 0x1.8c9469e84c8a6p-3;
  p = p * z + 0x1.c67a5c5d2106ep-3;
  p = p * z + 0x1.2493250c4c024p-2;
  p = p * z + 0x1.999998c93fe1cp-2;
  p = p * z + 0x1.55555555651d5p-1;
  return s * z * p + 2 * s;
}
// y, a logarithm of d, or its value for numbers that have none.
INSIDE float logarithm(double d, double y) {
  float r = d < __builtin_inf() ? (float)y : (float)d;
  return d > 0 ? r : d == 0 ? -INFINITE : NOT_A_NUMBER;
}

#endif
