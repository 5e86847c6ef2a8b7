// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Sine, cosine and tangent, of radians and of half turns, and their inverses.
#include "angle.h"

OCML double __ocml_sin_f64(double x) { return turned(angle(x), 0); }
OCML double __ocml_cos_f64(double x) { return turned(angle(x), 1); }
INSIDE void both(Angle a, double *sine, double *cosine) {
  double z = a.r * a.r, s = sinePart(a, z), c = cosinePart(a, z);
  double u = a.turns & 1 ? c : s, v = a.turns & 1 ? s : c;
  *sine = join(high(u) ^ (u32)(a.turns & 2) << 30, (u32)bits(u));
  *cosine = join(high(v) ^ (u32)((a.turns + 1) & 2) << 30, (u32)bits(v));
}
extern "C" __attribute__((device, visibility("hidden"), always_inline)) void
__gohip_sincos_f64(double x, double *sine, double *cosine) {
  both(angle(x), sine, cosine);
}
// Numbers too large for the magic number of `nearest`, without whole turns.
RARE double fractionOfTurn(double x) { return x - 2 * __builtin_trunc(0.5 * x); }
// sin(pi x) after `more` additional quarter turns, by the half angle as in `turned`. The sine is pi f
// + f^3 ..., where the low part of pi is added to the terms after the first.
INSIDE double turnedPi(double x, int more) {
  constexpr double terms[] = {-0x1.4abbce625be52p+2, 0x1.466bc6775a476p+1,  -0x1.32d2cce500387p-1,
                              0x1.50783208843ebp-4,  -0x1.e3027dea82bd7p-8, 0x1.e4a9d9166f052p-12};
  if (!usual(magnitude(x) < 0x1p+49)) x = fractionOfTurn(x);
  Whole w = nearest(x, 2);
  int n = w.n + more;
  double f = fma(w.value, -0.5, x) * join(0x3ff00000 - ((u32)(n & 1) << 20), 0), z = f * f;
  double s = fma(f, 2 * quarter0, f * fma(z, polynomial(terms, z), 2 * quarter1));
  double c = fma(s * s, -2, 1), v = n & 1 ? c : s;
  return join(high(v) ^ (u32)(n & 2) << 30, (u32)bits(v));
}
// The zeros of sinpi have the argument's sign, those of cospi no sign.
INSIDE double signedZero(double v, double x) { return v == 0 ? __builtin_copysign(v, x) : v; }
OCML double __ocml_sinpi_f64(double x) { return signedZero(turnedPi(x, 0), x); }
OCML double __ocml_cospi_f64(double x) { return turnedPi(x, 1) + 0.0; }
extern "C" __attribute__((device, visibility("hidden"), always_inline)) void
__gohip_sincospi_f64(double x, double *sine, double *cosine) {
  double s, c;
  both(reducedPi(x), &s, &c);
  *sine = signedZero(s, x);
  *cosine = c + 0.0;
}
constexpr double tangentTerms[] = {
    0x1.5555555555534p-2,   0x1.1111111114cfp-3,   0x1.ba1ba1b65a4b7p-5,   0x1.664f496150bf2p-6,
    0x1.226e18483ee36p-7,   0x1.d6d895b1c3ed3p-9,  0x1.7d60aa0f711adp-10,  0x1.37dd5b79aa737p-11,
    0x1.d3300460816b2p-13,  0x1.1da9b52d74f6cp-13, -0x1.bd59ab0b46955p-16, 0x1.79c4fce222d7p-14,
    -0x1.7d0f4120bf565p-15, 0x1.60ffb57cb520cp-16};
OCML double __ocml_tan_f64(double x) {
  Angle a = angle(x);
  double z = a.r * a.r;
  // The derivative is near 1 + z.
  Pair t = fastSum(a.r, fma(a.r * z, polynomial(tangentTerms, z), -fma(a.excess, z, a.excess)));
  double y = inverse(-t.high, -t.low);
  y = a.turns & 1 ? y : t.high;
  return x == 0 ? x : y;
}

// The inverse functions add a polynomial in a small argument of either sign to a multiple of pi/2,
// which is larger, or to 0.
constexpr double arcTangentTerms[] = {
    -0x1.555555555544cp-2,  0x1.99999999840cfp-3,  -0x1.2492491fa147cp-3, 0x1.c71c709df13bdp-4,
    -0x1.745d022e8d67dp-4,  0x1.3b12b2cf88d07p-4,  -0x1.11089c4c966dap-4, 0x1.e1780fc55a4dcp-5,
    -0x1.ad329d57725b1p-5,  0x1.7ee3a0ad5aca6p-5,  -0x1.4f4460712e054p-5, 0x1.17148aaae4c61p-5,
    -0x1.a72326c1cbc8ap-6,  0x1.1628acd740c72p-6,  -0x1.2cf2027c81323p-7, 0x1.f960e597ecd54p-9,
    -0x1.312156dff9c33p-10, 0x1.d3aabfe639d47p-13, -0x1.53d802c96fc38p-16};
OCML double __ocml_atan_f64(double x) {
  double a = magnitude(x);
  u32 h = high(a);
  bool far = h >= 0x3ff00000;
  double q = choose(far, -inverse(a), a), z = q * q;
  Pair s = fastSum(far ? quarter0 : 0, q);
  double r = s.high + (s.low + fma(q * z, polynomial(arcTangentTerms, z), far ? quarter1 : 0));
  if (!usual(h < 0x43f00000)) r = a != a ? a : quarter0; // 2^64
  return __builtin_copysign(r, x);
}
INSIDE double quadrant(double q, double rest, bool steep, double y, double x) {
  double z = q * q;
  bool left = __builtin_signbit(x);
  double base = steep ? quarter0 : left ? 2 * quarter0 : 0;
  double low = steep ? quarter1 : left ? 2 * quarter1 : 0;
  bool down = steep != left;
  q = down ? -q : q;
  rest = down ? -rest : rest;
  Pair s = fastSum(base, q);
  low = fma(rest, fma(-0.5, z, 1.0), low); // the derivative at q is approximately that
  double r = s.high + (s.low + fma(q * z, polynomial(arcTangentTerms, z), low));
  return __builtin_copysign(r, y);
}
RARE double rareArcTangent(double y, double x) {
  if (x != x || y != y) return x + y;
  double a = magnitude(x), b = magnitude(y), large = a > b ? a : b, little = a > b ? b : a;
  double q = large == 0 ? 0 : little == large ? 1 : little / large;
  // Subnormal quotients take few operations.
  if (a > b && !__builtin_signbit(x) && q < 0x1p-60) return __builtin_copysign(q, y);
  return quadrant(q, 0, b > a, y, x);
}
OCML double __ocml_atan2_f64(double y, double x) {
  double a = magnitude(x), b = magnitude(y);
  bool steep = b > a;
  double large = steep ? b : a, little = steep ? a : b;
  Pair q = quotientPair(little, large);
  // The larger one is between 2^-900 and 2^1000, the smaller one above 2^-960 or zero.
  bool plain =
      high(large) - 0x07b00000u < 0x76c00000u && (high(little) > 0x03f00000 || little == 0);
  return usual(plain) ? quadrant(q.high, q.low, steep, y, x) : rareArcTangent(y, x);
}

constexpr double arcSineTerms[] = {
    0x1.5555555555387p-3, 0x1.333333336f843p-4, 0x1.6db6db41d5e38p-5,  0x1.f1c72c6cc3245p-6,
    0x1.6e89ef8661b1ep-6, 0x1.1c6c26f9e6486p-6, 0x1.c6f88dfef844ep-7,  0x1.8ee433ac4749ep-7,
    0x1.aab7d11fa7c94p-8, 0x1.40aee31ae8692p-6, -0x1.0aefee033d5a7p-6, 0x1.05cc9d8cc7a3p-5};
// From 1/2 on asin(x) is pi/2 - 2 asin(s) with s = sqrt((1 - x) / 2); beyond 1 the root is NaN.
OCML double __ocml_asin_f64(double x) {
  double a = magnitude(x);
  bool far = high(a) >= 0x3fe00000;
  double half = fma(-0.5, a, 0.5), z = far ? half : a * a;
  Pair s = rootPair(half, 0);
  double q = far ? -2 * s.high : a, low = far ? fma(-2, s.low, quarter1) : 0;
  Pair v = fastSum(far ? quarter0 : 0, q);
  double r = v.high + (v.low + fma(q * z, polynomial(arcSineTerms, z), low));
  return __builtin_copysign(r, x);
}
OCML double __ocml_acos_f64(double x) {
  double a = magnitude(x);
  bool far = high(a) >= 0x3fe00000, left = __builtin_signbit(x);
  double half = fma(-0.5, a, 0.5), z = far ? half : a * a;
  Pair s = rootPair(half, 0);
  double base = !far ? quarter0 : left ? 2 * quarter0 : 0;
  double low = !far ? quarter1 : left ? fma(-2, s.low, 2 * quarter1) : 2 * s.low;
  double q = far ? left ? -2 * s.high : 2 * s.high : -x;
  Pair v = fastSum(base, q);
  return v.high + (v.low + fma(q * z, polynomial(arcSineTerms, z), low));
}
