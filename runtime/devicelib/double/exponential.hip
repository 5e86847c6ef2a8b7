// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Exponential and hyperbolic functions.
#include "core.h"

// The high word of |x|: NaN and infinity are above all limits.
INSIDE u32 topOf(double x) { return high(x) & 0x7fffffff; }
// e to the power of x, 2^x or 10^x: for usual x, whose high word is below `top`, the exponent is that
// of a normal number. Beyond the limit, an integer, or if x is NaN, no number is the result. The usual
// result is there before the branch, which only skips the rest: ptxas moves what follows across such a
// branch, so that independent calls compute at the same time, but not across one with two sides.
INSIDE double extreme(double x, Scaled s, double limit) {
  return choose(topOf(x) < high(limit), scaled(s), choose(x < 0, 0, x + infinity()));
}
INSIDE double finished(double x, Scaled s, u32 top, double limit) {
  double r = shifted(s.value, s.n);
  if (!usual(topOf(x) < top)) r = extreme(x, s, limit);
  return r;
}

OCML double __ocml_exp_f64(double x) { return finished(x, exponential(x), 0x40862000, 746); } // 708
OCML double __ocml_exp2_f64(double x) {
  return finished(x, exponential2(x), 0x408ff000, 1076); // 1022
}
OCML double __ocml_exp10_f64(double x) {
  Whole w = nearest(x, 0x1.a934f0979a371p+1);
  double r = fma(w.value, -0x1.34413509f79ffp-2, x);
  r = fma(w.value, 0x1.9dc1da994fd21p-59, r);
  constexpr double c[] = {1.0,
                          0x1.26bb1bbb55516p+1,
                          0x1.53524c73cea77p+1,
                          0x1.0470591de2c29p+1,
                          0x1.2bd7609fd4f35p+0,
                          0x1.1429ffd1f3aaap-1,
                          0x1.a7ed70a1e6fefp-3,
                          0x1.16e4df63b5908p-4,
                          0x1.41165e6050348p-6,
                          0x1.4898b4f5d5bb3p-8,
                          0x1.2f7465f607f82p-10,
                          0x1.f994ec26ce36ap-13};
  Scaled s = {polynomial(c, r), w.n};
  return finished(x, s, 0x40733000, 324); // 307
}

// e^r - 1 is r plus low, for the remainder r of x.
struct Exponential1 {
  double r, low;
  int n;
};
INSIDE Exponential1 exponential1(double x) {
  Whole w = nearest(x, log2E);
  double a = fma(w.value, -ln2High, x), r = fma(w.value, -ln2Low, a);
  double low = fma(w.value, -ln2Low, a - r);
  constexpr double c[] = {0x1p-1,
                          0x1.5555555555559p-3,
                          0x1.555555555553ep-5,
                          0x1.111111110f6ep-7,
                          0x1.6c16c16c1f132p-10,
                          0x1.a01a01afd155dp-13,
                          0x1.a01a017b9019ep-16,
                          0x1.71ddf885bc799p-19,
                          0x1.27e5369f102fep-22,
                          0x1.af5e67f16a605p-26,
                          0x1.1ee7d5d3da69dp-29};
  return {r, fma(r * r, polynomial(c, r), low), w.n};
}
OCML double __ocml_expm1_f64(double x) {
  Exponential1 e = exponential1(x);
  if (usual(topOf(x) < 0x40862000)) {
    double s = power2(e.n), h = fma(s, e.r, s - 1);
    return __builtin_copysign(fma(s, e.low, h), x);
  }
  if (x < 0) return -1;
  return extreme(x, {1 + (e.r + e.low), e.n}, 710);
}

OCML double __ocml_cosh_f64(double x) {
  double a = magnitude(x);
  Scaled s = exponential(a);
  double q = shifted(s.value, s.n - 2), r = fma(q, 2, 0.125 * inverse(q));
  if (usual(topOf(x) < 0x40862000)) return r;
  return a < 711 ? q * 2 : a * infinity();
}
OCML double __ocml_sinh_f64(double x) {
  double a = magnitude(x);
  ScaledPair s = exponentialPair(a);
  double q = shifted(s.value, s.n - 2);
  double r = fma(q, 2, fma(s.low, power2(s.n - 1), -0.125 * inverse(q)));
  constexpr double c[] = {0x1.5555555555556p-3,  0x1.11111111110a1p-7,  0x1.a01a01a029206p-13,
                          0x1.71de3a45f6a7fp-19, 0x1.ae646766e285ep-26, 0x1.611a3a00daf19p-33,
                          0x1.b4cf818695bc8p-41};
  double z = a * a;
  r = choose(high(a) < 0x3ff00000, fma(a * z, polynomial(c, z), a), r);
  if (!usual(topOf(x) < 0x40862000)) r = a < 711 ? q * 2 : a * infinity();
  return __builtin_copysign(r, x);
}
OCML double __ocml_tanh_f64(double x) {
  double a = magnitude(x);
  // Beyond 20 the result is one.
  double b = high(a) < 0x40340000 ? a : 20;
  ScaledPair s = exponentialPair(b + b);
  Pair d = fastSum(shifted(s.value, s.n), 1);
  double r = fma(inverse(d.high, fma(s.low, power2(s.n), d.low)), -2, 1);
  constexpr double c[] = {-0x1.555555555554fp-2,  0x1.11111111107eap-3,  -0x1.ba1ba1b9819f3p-5,
                          0x1.664f485a51cfbp-6,   -0x1.226e2f3051b37p-7, 0x1.d6d29fd89f68bp-9,
                          -0x1.7d9008ec5522dp-10, 0x1.34855914274a1p-11, -0x1.e9804fcad7d44p-13,
                          0x1.5da2abdee67f3p-14,  -0x1.4780f40d82e8p-16};
  double z = a * a;
  r = choose(high(a) < 0x3fe1999a, fma(a * z, polynomial(c, z), a), r); // 0.55
  return x != x ? x : __builtin_copysign(r, x);
}
