// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Sine, cosine and tangent, of radians and of half turns, and their inverses.
#include "core.h"

// x is r - excess and `turns` quarter turns; excess is below r's last place.
struct Angle {
  double r, excess;
  int turns;
};
// pi/2 in three parts: the product of the first and a number of 2^20 leaves an exact difference.
// Differences are written so that the remainder of -0 is -0 and its excess +0.
constexpr double quarter0 = 0x1.921fb54442d18p+0, quarter1 = 0x1.1a62633145c07p-54,
                 quarter2 = -0x1.f1976b7ed8fbcp-110;
INSIDE Angle reduced(double x) {
  Whole w = nearest(x, 0x1.45f306dc9c883p-1);
  double a = fma(-w.value, quarter0, x), r = fma(-w.value, quarter1, a);
  double excess = fma(w.value, quarter2, fma(w.value, quarter1, r - a));
  return {r, excess, w.n};
}
// Of half turns.
INSIDE Angle reducedPi(double x) {
  // Whole turns off numbers so large that the magic number of `nearest` does not suit them.
  if (!usual(magnitude(x) < 0x1p+49)) x = x - 2 * __builtin_trunc(0.5 * x);
  Whole w = nearest(x, 2);
  double f = fma(w.value, -0.5, x), r = f * (2 * quarter0);
  double excess = fma(f, -2 * quarter1, fma(f, -2 * quarter0, r));
  return {r, excess, w.n};
}

// 2/pi behind 64 zeros.
__attribute__((device)) const u64 twoOverPi[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};
INSIDE u64 highProduct(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
INSIDE u64 tableBits(int from) {
  int word = from >> 6, shift = from & 63;
  return twoOverPi[word] << shift | (shift ? twoOverPi[word + 1] >> (64 - shift) : 0);
}
// Payne's and Hanek's method: of the product with 2/pi only the bits that are neither
// multiples of four nor too small to matter.
RARE Angle reducedLarge(double x) {
  u64 b = bits(x), m = (b & 0xfffffffffffff) | 0x10000000000000;
  if (magnitude(x) == infinity() || x != x) return {x - x, 0, 0};
  // |x| is m 2^e. The first table bit whose product counts has weight 2^(1 - e).
  int e = (int)(b >> 52 & 0x7ff) - 1075, at = e - 2 + 64;
  u64 t0 = tableBits(at), t1 = tableBits(at + 64), t2 = tableBits(at + 128);
  u64 p2 = m * t2, p1 = m * t1, c = highProduct(m, t2);
  p1 += c;
  u64 p0 = m * t0 + highProduct(m, t1) + (p1 < c);
  int n = (int)(p0 >> 62);
  // The fraction, and whether it is nearer to the next multiple.
  p0 = p0 << 2 | p1 >> 62, p1 = p1 << 2 | p2 >> 62, p2 <<= 2;
  bool down = p0 >> 63;
  if (down) n++, p0 = ~p0, p1 = ~p1, p2 = ~p2;
  // A double is never closer to a multiple than 2^-62: p0 is not zero.
  int lead = __builtin_clzll(p0 | 1);
  if (lead) p0 = p0 << lead | p1 >> (64 - lead), p1 = p1 << lead | p2 >> (64 - lead);
  double unit = power2(-53 - lead), sign = down != (bool)(b >> 63) ? -1 : 1;
  double top = (double)(long long)(p0 >> 11) * unit;
  double rest = (double)(long long)((p0 << 53 | p1 >> 11) >> 1) * (unit * 0x1p-63);
  Pair p = product(top, quarter0);
  p = fastSum(p.high, p.low + fma(top, quarter1, rest * quarter0));
  return {sign * p.high, -sign * p.low, b >> 63 ? -n : n};
}
INSIDE bool small(double x) { return usual((high(x) & 0x7fffffff) < 0x41300000); } // 2^20
INSIDE Angle angle(double x) { return small(x) ? reduced(x) : reducedLarge(x); }

constexpr double sineTerms[] = {0x1.5555555555549p-3,  -0x1.111111110f87fp-7,
                                0x1.a01a019c1233ep-13, -0x1.71de357849538p-19,
                                0x1.ae5e66b63bc2p-26,  -0x1.5d93271d1384ep-33};
// After 1 - z / 2.
constexpr double cosineTerms[] = {0x1.555555555554bp-5,  -0x1.6c16c16c14f9p-10,
                                  0x1.a01a019c842b4p-16, -0x1.27e4f7eaab0f2p-22,
                                  0x1.1ee9d7a39496p-29,  -0x1.8fa491242ba15p-37};
INSIDE double sinePart(Angle a, double z) {
  return a.r - fma(a.r * z, polynomial(sineTerms, z), a.excess);
}
INSIDE double cosinePart(Angle a, double z) {
  return 1 + fma(z, fma(z, polynomial(cosineTerms, z), -0.5), a.r * a.excess);
}
// The sine after so many more quarter turns. A cosine is 1 - 2 sin(r / 2)^2, so that the lanes of
// a warp have one polynomial.
INSIDE double turned(Angle a, int more) {
  int n = a.turns + more;
  double half = join(0x3ff00000 - ((u32)(n & 1) << 20), 0);
  a.r *= half, a.excess *= half;
  double s = sinePart(a, a.r * a.r), c = fma(s * s, -2, 1), v = n & 1 ? c : s;
  return join(high(v) ^ (u32)(n & 2) << 30, (u32)bits(v));
}
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
// The zeros of sinpi have its argument's sign, those of cospi none.
INSIDE double signedZero(double v, double x) { return v == 0 ? __builtin_copysign(v, x) : v; }
OCML double __ocml_sinpi_f64(double x) { return signedZero(turned(reducedPi(x), 0), x); }
OCML double __ocml_cospi_f64(double x) { return turned(reducedPi(x), 1) + 0.0; }
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

// The inverse functions add a polynomial of a small argument, of either sign, to a multiple of
// pi/2 that is greater, or to 0.
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
  double q = far ? -inverse(a) : a, z = q * q;
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
  low = fma(rest, fma(-0.5, z, 1.0), low); // the derivative at q is near that
  double r = s.high + (s.low + fma(q * z, polynomial(arcTangentTerms, z), low));
  return __builtin_copysign(r, y);
}
RARE double rareArcTangent(double y, double x) {
  if (x != x || y != y) return x + y;
  double a = magnitude(x), b = magnitude(y), large = a > b ? a : b, little = a > b ? b : a;
  double q = large == 0 ? 0 : little == large ? 1 : little / large;
  // A subnormal quotient is the result of few operations.
  if (a > b && !__builtin_signbit(x) && q < 0x1p-60) return __builtin_copysign(q, y);
  return quadrant(q, 0, b > a, y, x);
}
OCML double __ocml_atan2_f64(double y, double x) {
  double a = magnitude(x), b = magnitude(y);
  bool steep = b > a;
  double large = steep ? b : a, little = steep ? a : b;
  Pair q = quotientPair(little, large);
  // The greater between 2^-900 and 2^1000, and the lesser above 2^-960 or zero.
  bool plain =
      high(large) - 0x07b00000u < 0x76c00000u && (high(little) > 0x03f00000 || little == 0);
  return usual(plain) ? quadrant(q.high, q.low, steep, y, x) : rareArcTangent(y, x);
}

constexpr double arcSineTerms[] = {
    0x1.5555555555387p-3, 0x1.333333336f843p-4, 0x1.6db6db41d5e38p-5,  0x1.f1c72c6cc3245p-6,
    0x1.6e89ef8661b1ep-6, 0x1.1c6c26f9e6486p-6, 0x1.c6f88dfef844ep-7,  0x1.8ee433ac4749ep-7,
    0x1.aab7d11fa7c94p-8, 0x1.40aee31ae8692p-6, -0x1.0aefee033d5a7p-6, 0x1.05cc9d8cc7a3p-5};
// From 1/2 on asin(x) is pi/2 - 2 asin(s) with s = sqrt((1 - x) / 2); beyond 1 the root is none.
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
