// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of an argument of a circular function to quarter turns and a remainder, and the
// remainder's sine and cosine.
#ifndef GOHIP_DEVICELIB_DOUBLE_ANGLE_H
#define GOHIP_DEVICELIB_DOUBLE_ANGLE_H

#include "core.h"

// x is r - excess plus `turns` quarter turns; excess is below r's last place.
struct Angle {
  double r, excess;
  int turns;
};
// pi/2 in three parts: subtracting the product of the first one and an integer up to 2^20 is exact.
// Differences are written so that the remainder of -0 is -0 and its excess +0.
constexpr double quarter0 = 0x1.921fb54442d18p+0, quarter1 = 0x1.1a62633145c07p-54,
                 quarter2 = -0x1.f1976b7ed8fbcp-110;
INSIDE Angle reduced(double x) {
  Whole w = nearest(x, 0x1.45f306dc9c883p-1);
  double a = fma(-w.value, quarter0, x), r = fma(-w.value, quarter1, a);
  double excess = fma(w.value, quarter2, fma(w.value, quarter1, r - a));
  return {r, excess, w.n};
}
// The same in half turns.
INSIDE Angle reducedPi(double x) {
  // Subtract whole turns from numbers too large for the magic number of `nearest`.
  if (!usual(magnitude(x) < 0x1p+49)) x = x - 2 * __builtin_trunc(0.5 * x);
  Whole w = nearest(x, 2);
  double f = fma(w.value, -0.5, x), r = f * (2 * quarter0);
  double excess = fma(f, -2 * quarter1, fma(f, -2 * quarter0, r));
  return {r, excess, w.n};
}

// 2/pi after 64 zero bits.
__attribute__((device)) const u64 twoOverPi[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};
#ifndef __GOHIP_CPU__
INSIDE u64 highProduct(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
#else // compiled for SPIR-V, which has no such type
INSIDE u64 highProduct(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 mid = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (u32)mid;
  return a1 * b1 + (mid >> 32) + (other >> 32);
}
#endif
INSIDE u64 tableBits(int from) {
  int word = from >> 6, shift = from & 63;
  return twoOverPi[word] << shift | (shift ? twoOverPi[word + 1] >> (64 - shift) : 0);
}
// Payne-Hanek reduction: computes only the bits of the product with 2/pi that are neither multiples
// of four nor too small to matter.
RARE Angle reducedLarge(double x) {
  u64 b = bits(x), m = (b & 0xfffffffffffff) | 0x10000000000000;
  if (magnitude(x) == infinity() || x != x) return {x - x, 0, 0};
  // |x| is m 2^e. The first relevant bit of the table has weight 2^(1 - e).
  int e = (int)(b >> 52 & 0x7ff) - 1075, at = e - 2 + 64;
  u64 t0 = tableBits(at), t1 = tableBits(at + 64), t2 = tableBits(at + 128);
  u64 p2 = m * t2, p1 = m * t1, c = highProduct(m, t2);
  p1 += c;
  u64 p0 = m * t0 + highProduct(m, t1) + (p1 < c);
  int n = (int)(p0 >> 62);
  // The fraction, and whether the next multiple is nearer.
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
// The terms after 1 - z / 2.
constexpr double cosineTerms[] = {0x1.555555555554bp-5,  -0x1.6c16c16c14f9p-10,
                                  0x1.a01a019c842b4p-16, -0x1.27e4f7eaab0f2p-22,
                                  0x1.1ee9d7a39496p-29,  -0x1.8fa491242ba15p-37};
INSIDE double sinePart(Angle a, double z) {
  return a.r - fma(a.r * z, polynomial(sineTerms, z), a.excess);
}
INSIDE double cosinePart(Angle a, double z) {
  return 1 + fma(z, fma(z, polynomial(cosineTerms, z), -0.5), a.r * a.excess);
}
// The sine after `more` additional quarter turns. A cosine is computed as 1 - 2 sin(r / 2)^2, so
// that all lanes of a warp evaluate the same polynomial.
INSIDE double turned(Angle a, int more) {
  int n = a.turns + more;
  double half = join(0x3ff00000 - ((u32)(n & 1) << 20), 0);
  a.r *= half, a.excess *= half;
  double s = sinePart(a, a.r * a.r), c = fma(s * s, -2, 1), v = n & 1 ? c : s;
  return join(high(v) ^ (u32)(n & 2) << 30, (u32)bits(v));
}

#endif
