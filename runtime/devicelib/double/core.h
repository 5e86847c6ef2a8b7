// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Code shared by the double-precision functions for NVIDIA and for CPUs with fused multiplication and
// addition. The lanes of a warp or of a vector have different arguments, so the functions use no tables, and the usual arguments take one path: quotients and
// roots start from the hardware's estimates, polynomials are minimax approximations in Horner's
// form with fma, and powers of two are added to the exponent field. Every function can also be
// compiled for the host.
#ifndef GOHIP_DEVICELIB_DOUBLE_CORE_H
#define GOHIP_DEVICELIB_DOUBLE_CORE_H

#include "../common/device.h"

// A library function that is inlined, and the rare cases of one, which are not.
#define OCML extern "C" __attribute__((device, visibility("hidden"), const, always_inline))
#define RARE static __attribute__((device, noinline, cold, const))
// A rare case that a GPU's lanes branch to. A CPU would compute it for every vector, and calls it.
#ifdef __GOHIP_CPU__
#define BRANCH RARE
#else
#define BRANCH INSIDE
#endif

INSIDE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
INSIDE u32 high(double x) { return (u32)(bits(x) >> 32); }
INSIDE double join(u32 high, u32 low) { return real((u64)high << 32 | low); }
INSIDE double magnitude(double x) { return __builtin_fabs(x); }
INSIDE double infinity() { return __builtin_inf(); }
INSIDE double notNumber() { return __builtin_nan(""); }
// Both values are computed: a branch would execute both sides in a divergent warp, and costs time
// itself.
INSIDE double choose(bool condition, double a, double b) { return condition ? a : b; }
INSIDE bool usual(bool condition) { return __builtin_expect(condition, 1); }

// 2^n as a normal number, and x 2^n if both are normal.
INSIDE double power2(int n) { return join((u32)(1023 + n) << 20, 0); }
#ifdef __NVPTX__
// On the two words: LLVM would add 64 bits.
INSIDE double shifted(double x, int n) {
  return __nvvm_lohi_i2d(__nvvm_d2i_lo(x), (int)((u32)__nvvm_d2i_hi(x) + ((u32)n << 20)));
}
#else
INSIDE double shifted(double x, int n) { return join(high(x) + ((u32)n << 20), (u32)bits(x)); }
#endif

// Estimates with 20 bits: they use only the high word, and return one.
#ifdef __NVPTX__
extern "C++" __attribute__((device, const)) double
rootEstimate(double x) __asm__("llvm.nvvm.rsqrt.approx.ftz.d");
INSIDE double inverseEstimate(double x) { return __nvvm_rcp_approx_ftz_d(x); }
INSIDE float binaryExponential(float x) { return __nvvm_ex2_approx_ftz_f(x); }
INSIDE float binaryLogarithm(float x) { return __nvvm_lg2_approx_ftz_f(x); }
#elif defined(__GOHIP_CPU__)
INSIDE double inverseEstimate(double x) { return 1 / x; }
INSIDE double rootEstimate(double x) { return 1 / __builtin_sqrt(x); }
#else
INSIDE double coarse(double x) { return join(high(x), 0); }
INSIDE double inverseEstimate(double x) { return coarse(1 / coarse(x)); }
INSIDE double rootEstimate(double x) { return coarse(1 / __builtin_sqrt(coarse(x))); }
INSIDE float binaryExponential(float x) { return __builtin_exp2f(x) * (1 + 0x1p-22f); }
INSIDE float binaryLogarithm(float x) { return __builtin_log2f(x) + 0x1p-22f; }
#endif

// 1 / x if no step leaves the normal range.
INSIDE double inverse(double x) {
#ifdef __GOHIP_CPU__
  return 1 / x;
#else
  double y = inverseEstimate(x), e = fma(-x, y, 1.0);
  return fma(y, fma(e, e, e), y);
#endif
}
// 1 / (x + low).
INSIDE double inverse(double x, double low) {
  double y = inverseEstimate(x), e = fma(-low, y, fma(-x, y, 1.0));
  return fma(y, fma(e, e, e), y);
}

// A double-double number: a value and its rounding error.
struct Pair {
  double high, low;
};
// |a| >= |b|, or a is zero.
INSIDE Pair fastSum(double a, double b) {
  double s = a + b;
  return {s, (a - s) + b};
}
INSIDE Pair product(double a, double b) {
  double p = a * b;
  return {p, fma(a, b, -p)};
}
// a / b with its rounding error, if no step leaves the normal range; the same for double-double
// numbers.
INSIDE Pair quotientPair(double a, double b) {
  double y = inverseEstimate(b);
  y = fma(y, fma(-b, y, 1.0), y);
  double q = a * y;
  q = fma(fma(-b, q, a), y, q);
  return {q, fma(-b, q, a) * y};
}
INSIDE Pair quotientPair(Pair a, Pair b) {
  double y = inverse(b.high, b.low), q = a.high * y;
  double rest = fma(-q, b.high, a.high) + fma(-q, b.low, a.low);
  return {q, rest * y};
}
// The root of a normal number or zero with its rounding error; and as one number, not for zero.
INSIDE Pair rootPair(double x, double low) {
  double y = x == 0 ? 0 : rootEstimate(x), g = x * y, h = 0.5 * y;
  double e = fma(-g, h, 0.5);
  h = fma(h, e, h);
  g = fma(g, e, g);
  g = fma(fma(-g, g, x), h, g);
  return {g, (fma(-g, g, x) + low) * h};
}
INSIDE double rootOf(double x, double low) {
  double y = rootEstimate(x), g = x * y, h = 0.5 * y;
  double e = fma(-g, h, 0.5);
  h = fma(h, e, h);
  g = fma(g, e, g);
  return fma(fma(-g, g, x) + low, h, g);
}

// Horner's scheme; the coefficients start with the constant one.
template <int N> INSIDE double polynomial(const double (&c)[N], double x) {
  double p = c[N - 1];
#pragma unroll
  for (int i = N - 2; i >= 0; --i) p = fma(p, x, c[i]);
  return p;
}

// The same in two halves that do not wait for each other, with another rounding error of the sum.
template <int N> INSIDE double halves(const double (&c)[N], double x) {
  double even[(N + 1) / 2] = {}, odd[N / 2] = {};
#pragma unroll
  for (int i = 0; i < N; i++) (i & 1 ? odd : even)[i / 2] = c[i];
  return fma(x, polynomial(odd, x * x), polynomial(even, x * x));
}

// The integer nearest to x c, as a number and as an int.
struct Whole {
  double value;
  int n;
};
INSIDE Whole nearest(double x, double c) {
  double t = fma(x, c, 0x1.8p+52);
  return {t - 0x1.8p+52, (int)(u32)bits(t)};
}

// e^x or e^(x + low) is value times 2^n, for |x| < 1e5; value is between 0.7 and 1.5.
struct Scaled {
  double value;
  int n;
};
constexpr double log2E = 0x1.71547652b82fep+0;
// (e^r - 1 - r) / r^2 for |r| up to log(2) / 2.
INSIDE double exponentialTail(double r) {
  constexpr double c[] = {0x1.000000000000ap-1,  0x1.55555555554fap-3,  0x1.5555555550897p-5,
                          0x1.1111111127ba3p-7,  0x1.6c16c18424de7p-10, 0x1.a01a012a6a96fp-13,
                          0x1.a0199a19ce996p-16, 0x1.71df2531e317fp-19, 0x1.28ad66c37c4d5p-22,
                          0x1.ad7f92e956c8bp-26};
#ifdef __GOHIP_CPU__
  return halves(c, r); // a work-item of a loop that is not vectorised has nothing else to do
#else
  return polynomial(c, r);
#endif
}
INSIDE Scaled exponential(double x) {
  Whole w = nearest(x, log2E);
  double a = fma(w.value, -0x1.62e42fefa39efp-1, x), r = fma(w.value, -0x1.abc9e3b39803fp-56, a);
  return {fma(fma(exponentialTail(r), r, 1.0), r, 1.0), w.n};
}
// The same with an error of half a unit in the last place, with the rounding error of the value.
INSIDE Scaled exponential(double x, double low) {
  Whole w = nearest(x, log2E);
  double a = fma(w.value, -0x1.62e42fefa39efp-1, x);
  double r = fma(w.value, -0x1.abc9e3b39803fp-56, a) + low;
  return {1 + fma(r * r, exponentialTail(r), r), w.n};
}
struct ScaledPair {
  double value, low;
  int n;
};
INSIDE ScaledPair exponentialPair(double x) {
  Whole w = nearest(x, log2E);
  double a = fma(w.value, -0x1.62e42fefa39efp-1, x), r = fma(w.value, -0x1.abc9e3b39803fp-56, a);
  Pair s = fastSum(1, fma(r * r, exponentialTail(r), r));
  return {s.high, s.low, w.n};
}
// 2^x or 2^(x + low), for |x| < 1e9.
INSIDE double exponential2OfRemainder(double r) {
  constexpr double c[] = {1.0,
                          0x1.62e42fefa39efp-1,
                          0x1.ebfbdff82c5a4p-3,
                          0x1.c6b08d7049fe8p-5,
                          0x1.3b2ab6fba0125p-7,
                          0x1.5d87fe78cd76cp-10,
                          0x1.4309130ed6b8fp-13,
                          0x1.ffcbfba94e2a5p-17,
                          0x1.62bfc7a222a42p-20,
                          0x1.b5267d4d00019p-24,
                          0x1.e61b47d688dcep-28,
                          0x1.e79b0fe200584p-32};
  return polynomial(c, r);
}
INSIDE Scaled exponential2(double x, double low) {
  Whole w = nearest(x, 1);
  return {exponential2OfRemainder((x - w.value) + low), w.n};
}
INSIDE Scaled exponential2(double x) {
  Whole w = nearest(x, 1);
  return {exponential2OfRemainder(x - w.value), w.n};
}
// value 2^n for any n up to 2000, with a single rounding: neither factor is subnormal.
INSIDE double scaled(Scaled s) { return shifted(s.value, s.n >> 1) * power2(s.n - (s.n >> 1)); }

// x is (1 + f) 2^k with 1 + f between sqrt(1/2) and sqrt(2), for normal x > 0.
struct Parts {
  double f;
  int k;
};
INSIDE Parts parts(double x) {
  u32 h = high(x) + (0x3ff00000 - 0x3fe6a09e);
  u32 m = (h & 0xfffff) + 0x3fe6a09e;
  return {join(m, (u32)bits(x)) - 1, (int)(h >> 20) - 1023};
}
// log(1 + f) is f minus this, for 1 + f between sqrt(1/2) and sqrt(2); `more` is subtracted.
INSIDE double logarithmGap(double f, double more) {
  double s = f * inverse(2 + f), z = s * s, h = 0.5 * f * f;
  constexpr double c[] = {0x1.5555555555592p-1, 0x1.999999997fdacp-2, 0x1.24924941f1b92p-2,
                          0x1.c71c5208eaabdp-3, 0x1.74663eff98388p-3, 0x1.39a1b85dd1d74p-3,
                          0x1.2f057b8f0b5ecp-3};
  return h - fma(s, fma(z, polynomial(c, z), h), more);
}
constexpr double ln2High = 0x1.62e42fefa38p-1, ln2Low = 0x1.ef35793c7673p-45;
// k log(2) + log(1 + f).
INSIDE double logarithm(Parts p) {
  double k = p.k;
  return fma(k, ln2High, p.f - logarithmGap(p.f, k * ln2Low));
}
// Whether x is normal, finite and positive.
INSIDE bool ordinary(double x) { return high(x) - 0x00100000u < 0x7fe00000u; }

#endif
