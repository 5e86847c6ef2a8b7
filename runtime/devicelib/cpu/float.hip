// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Single-precision exponential, logarithmic, trigonometric and power functions, computed in double
// precision with polynomials: they are inlined into kernels and have neither tables nor, except for
// large arguments of sine and cosine, branches, so that LLVM vectorises them with the loop over
// work-items. A call of libm's would be executed for one work-item at a time. libmvec's errors
// exceed HIP's bounds (expf 2.7 ULP, logf 3.7, sinf 2.3); those of these functions are below 0.51.
// Coefficients are minimax polynomials (Remez's algorithm).
#include "float.h"

#pragma clang fp contract(fast)

INSIDE float expf(float x) { return (float)powerOf2(x * LOG2_E); }
INSIDE float exp2f(float x) { return (float)powerOf2(x); }
INSIDE float exp10f(float x) { return (float)powerOf2(x * LOG2_10); }
INSIDE float expm1f(float x) {
  float y = (float)powerOf2Minus1(x * LOG2_E);
  return x == 0 ? x : y; // for -0
}
// (e^2x - 1) / (e^2x + 1)
INSIDE float tanhf(float x) {
  double t = powerOf2Minus1(x * (2 * LOG2_E));
  float y = (float)(t / (t + 2));
  return x == 0 ? x : y;
}

INSIDE float logf(float x) {
  Parts p = parts(x);
  return logarithm(x, p.exponent * LN2 + logOf(ratio(p.m)));
}
INSIDE float log2f(float x) {
  Parts p = parts(x);
  return logarithm(x, p.exponent + logOf(ratio(p.m)) * LOG2_E);
}
INSIDE float log10f(float x) {
  Parts p = parts(x);
  return logarithm(x, p.exponent * LOG10_2 + logOf(ratio(p.m)) * LOG10_E);
}
// 1 + x is exact in double precision unless x is so small that it is its own result.
INSIDE float log1pf(float x) {
  Parts p = parts(1.0 + x);
  float y = logarithm(1.0 + x, p.exponent * LN2 + logOf(ratio(p.m)));
  return __builtin_fabsf(x) < 0x1p-26f ? x : y;
}

// x^y = 2^(y log2|x|). The logarithm has a relative error of 2^-52, which the exponent of at most 150
// multiplies. The values for zeros, infinities, NaN and negative x are C's (C17, F.10.4.4).
INSIDE float powf(float x, float y) {
  float a = __builtin_fabsf(x);
  Parts parts_ = parts(a);
  double s = ratio(parts_.m), z = s * s, p = 0x1.2b5efb5feb1dcp-3;
  p = p * z + 0x1.39fdc93cbcea7p-3;
  p = p * z + 0x1.7462b9abfa84dp-3;
  p = p * z + 0x1.c71c62d1f59b0p-3;
  p = p * z + 0x1.2492492e02890p-2;
  p = p * z + 0x1.9999999995230p-2;
  p = p * z + 0x1.5555555555558p-1;
  double l = parts_.exponent + (s * z * p + 2 * s) * LOG2_E;
  l = a < INFINITE ? l : a;
  l = a == 0 ? -__builtin_inf() : l;
  float r = (float)powerOf2(y * l);
  r = a == 1 ? 1 : r;
  // The parity of y: from 2^24 on, all numbers are even.
  bool large = __builtin_fabsf(y) >= 0x1p24f;
  int n = (int)(large ? 0 : y);
  bool integer = large || (float)n == y, odd = n & 1 && integer;
  r = x < 0 && a < INFINITE && !integer ? NOT_A_NUMBER : r;
  r = odd ? __builtin_copysignf(r, x) : r;
  r = x != x || y != y ? x + y : r;
  return x == 1 || y == 0 ? 1 : r;
}

// x = n pi/2 + r, for |x| < 2^22, where n has 22 bits, the product with pi/2's first 31 bits is exact, and
// so is its difference from x.
#define REDUCIBLE 0x1p22f
struct Reduced {
  u64 n; // in the low bits
  double r;
};
INSIDE Reduced reduce(double x) {
  double n = x * 0x1.45f306dc9c883p-1 + ROUNDER, q = n - ROUNDER;
  return {bits(n), (x - q * 0x1.921fb54p+0) - q * 0x1.10b4611a62633p-30};
}
INSIDE double sinOf(double r) {
  double z = r * r, p = 0x1.6dbdc8946fba0p-19;
  p = p * z + -0x1.a013a6f929775p-13;
  p = p * z + 0x1.11110deee9b1bp-7;
  p = p * z + -0x1.555555545e1b8p-3;
  return r * z * p + r;
}
INSIDE double cosOf(double r) {
  double z = r * r, p = -0x1.24749a7e823a2p-22;
  p = p * z + 0x1.a01297bca17d5p-16;
  p = p * z + -0x1.6c16bae4a1cd8p-10;
  p = p * z + 0x1.555555514e94bp-5;
  p = p * z + -0x1.fffffffffe693p-2;
  return z * p + 1;
}
LIBM1(sin)
LIBM1(cos)
LIBM1(tan)
RARE float sineOfLarge(float x) { return libm_sin(x); }
RARE float cosineOfLarge(float x) { return libm_cos(x); }
RARE float tangentOfLarge(float x) { return libm_tan(x); }
INSIDE float sinf(float x) {
  if (!(__builtin_fabsf(x) < REDUCIBLE)) return sineOfLarge(x);
  Reduced q = reduce(x);
  double y = q.n & 1 ? cosOf(q.r) : sinOf(q.r);
  y = q.n & 2 ? -y : y;
  return x == 0 ? x : (float)y; // for -0
}
INSIDE float cosf(float x) {
  if (!(__builtin_fabsf(x) < REDUCIBLE)) return cosineOfLarge(x);
  Reduced q = reduce(x);
  double y = q.n & 1 ? sinOf(q.r) : cosOf(q.r);
  return (float)(q.n + 1 & 2 ? -y : y);
}
INSIDE float tanf(float x) {
  if (!(__builtin_fabsf(x) < REDUCIBLE)) return tangentOfLarge(x);
  Reduced q = reduce(x);
  double s = sinOf(q.r), c = cosOf(q.r);
  bool turned = q.n & 1;
  double y = (turned ? -c : s) / (turned ? s : c);
  return x == 0 ? x : (float)y; // for -0
}

OR_LIBM1(exp)
OR_LIBM1(exp2)
OR_LIBM1(exp10)
OR_LIBM1(expm1)
OR_LIBM1(tanh)
OR_LIBM1(log)
OR_LIBM1(log2)
OR_LIBM1(log10)
OR_LIBM1(log1p)
OR_LIBM1(sin)
OR_LIBM1(cos)
OR_LIBM1(tan)
OR_LIBM2(pow)

// The fast variants are the same: they are not less accurate, and not slower.
#define NATIVE(NAME)                                                                               \
  CL float native_##NAME(float x) { return NAME(x); }
NATIVE(cos)
NATIVE(exp)
NATIVE(exp10)
NATIVE(exp2)
NATIVE(log)
NATIVE(log10)
NATIVE(log2)
NATIVE(sin)
