// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Trigonometric functions of float and their inverses. The polynomials are minimax
// approximations.
#include "float.h"

// pi/2 in three parts: the first one's product with a quotient leaves an exact difference.
#define HALF_PI1 0x1.921fb4p+0f
#define HALF_PI2 0x1.4442dp-24f
#define HALF_PI3 0x1.84698ap-48f
#define TRIG_LIMIT 105615.0f /* the quotient has 17 bits up to here */
// The quotient of 24 bits with pi/2, for larger numbers: a product with those of the fraction
// 2/pi that do not make multiples of four. They are shifted into three words from words that
// the exponent chooses; an array would be in memory.
FN u32 shifted(u32 a, u32 b, u32 n) { return __builtin_elementwise_fshl(a, b, n); }
FN Floats quarterOfLarge(float x, u32 *turns) {
  u32 m = (bits(x) & 0x7fffffu) | 0x800000u, from = (bits(x) >> 23 & 0xff) - 120;
  u32 w0 = 0, w1 = 0xa2f9836eu, w2 = 0x4e441529u, w3 = 0xfc2757d1u;
#define NEXT(AT, A, B, C, D)                                                                       \
  if (from >= AT) w0 = A, w1 = B, w2 = C, w3 = D;
  NEXT(32, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u)
  NEXT(64, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u)
  NEXT(96, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u)
  NEXT(128, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu)
  u32 n = from & 31, a = shifted(w0, w1, n), b = shifted(w1, w2, n), c = shifted(w2, w3, n);
  u64 f = (u64)m * b + ((u64)m * c >> 32) + ((u64)(m * a) << 32);
  // Two bits of whole quarters, rounded, and what is left of a quarter.
  u32 q = (u32)(f >> 62) + (u32)(f >> 61 & 1);
  long long rest = (long long)(f << 2);
  float h = __nvvm_ll2f_rz(rest), l = (float)(rest - (long long)h);
  bool negative = (int)bits(x) < 0;
  Floats r = product(h, 0x1.921fb6p-64f);
  r = fastSum(r.high, r.low + fused(h, -0x1.777a5cp-89f, l * 0x1.921fb6p-64f));
  *turns = negative ? -q : q;
  return negative ? (Floats){-r.high, -r.low} : r;
}
// x less the nearest multiple of pi/2, whose number is in the low bits of turns, and what that
// has too much.
FN Floats quarter(float x, u32 *turns) {
  float u = fused(x, 0x1.45f306p-1f, WHOLE), n = u - WHOLE, a = fused(n, -HALF_PI1, x);
  // Where this cancels it is exact, and where not, a - r is.
  Floats r = {a - n * HALF_PI2, 0};
  r.low = fused(n, HALF_PI3, fused(n, HALF_PI2, r.high - a));
  *turns = bits(u);
  if (__builtin_expect(magnitude(x) >= TRIG_LIMIT, 0)) {
    r = quarterOfLarge(x, turns);
    r.low = -r.low;
    if (!(magnitude(x) < infinity())) r.high = x - x;
  }
  return r;
}
// Subtracted, what is small leaves zeros their sign.
FN float sinPart(Floats x) {
  float r = x.high, z = r * r, p = POLY3(z, 0x1.9953fep-13f, -0x1.110778p-7f, 0x1.555546p-3f);
  return r - fused(r * z, p, x.low);
}
FN float cosPart(Floats x) {
  float z = x.high * x.high;
  float p = POLY4(z, 0x1.99e80ep-16f, -0x1.6c0c28p-10f, 0x1.55554ap-5f, -0.5f);
  return fused(z, p, 1.0f);
}
// -x if the second bit of n is set.
FN float negated(float x, u32 n) { return real(bits(x) ^ (n << 30 & 0x80000000u)); }

OCML float __ocml_sin_f32(float x) {
  u32 n;
  Floats r = quarter(x, &n);
  return negated(pick(n & 1, cosPart(r), sinPart(r)), n);
}
OCML float __ocml_cos_f32(float x) {
  u32 n;
  Floats r = quarter(x, &n);
  return negated(pick(n & 1, sinPart(r), cosPart(r)), n + 1);
}
OCML void __gohip_sincos_f32(float x, float *s, float *c) {
  u32 n;
  Floats r = quarter(x, &n);
  float a = sinPart(r), b = cosPart(r);
  *s = negated(pick(n & 1, b, a), n);
  *c = negated(pick(n & 1, a, b), n + 1);
}
OCML float __ocml_tan_f32(float x) {
  u32 n;
  Floats r = quarter(x, &n);
  float h = r.high, z = h * h;
  float p = POLY6(z, 0x1.33e9d2p-7f, 0x1.9679bap-9f, 0x1.907332p-6f, 0x1.b58514p-5f, 0x1.112deap-3f,
                  0x1.5554dep-2f);
  float low = fused(-h * z, p, fused(r.low, z, r.low)), y = h - low;
  // -1 / (h - low), corrected by one of Newton's steps.
  float rest = (h - y) - low, q = -rcpApprox(y);
  q = fused(q, fused(q, rest, fused(q, y, 1.0f)), q);
  return pick(n & 1, q, y);
}
C1(sin)
C1(cos)
C1(tan)

// ---- of multiples of pi ----

// sin(pi f) and cos(pi f) for |f| <= 1/4.
FN float sinPiPart(float f) {
  float z = f * f, p = POLY3(z, -0x1.2db5ccp-1f, 0x1.465facp+1f, -0x1.4abbbep+2f);
  return fused(f, 0x1.921fb6p+1f, f * fused(z, p, -0x1.777a5cp-24f));
}
FN float cosPiPart(float f) {
  float z = f * f;
  return POLY5(z, 0x1.d4f7eap-3f, -0x1.55b2b6p+0f, 0x1.03c1bp+2f, -0x1.3bd3ccp+2f, 1.0f);
}
// What is left of x when multiples of 1/2 are taken off, exactly.
FN float halves(float x, u32 *turns) {
  float y = fused(__builtin_rintf(x * 0.5f), -2.0f, x), u = fused(y, 2.0f, WHOLE);
  *turns = bits(u);
  return fused(u - WHOLE, -0.5f, y);
}
// A zero has the sign of the argument.
FN float sinPiOf(float x, float y) { return y == 0 ? __builtin_copysignf(y, x) : y; }
OCML float __ocml_sinpi_f32(float x) {
  u32 n;
  float f = halves(x, &n);
  return sinPiOf(x, negated(pick(n & 1, cosPiPart(f), sinPiPart(f)), n));
}
// And +0 at odd halves.
OCML float __ocml_cospi_f32(float x) {
  u32 n;
  float f = halves(x, &n);
  return negated(pick(n & 1, sinPiPart(f), cosPiPart(f)), n + 1) + 0.0f;
}
OCML void __gohip_sincospi_f32(float x, float *s, float *c) {
  u32 n;
  float f = halves(x, &n), a = sinPiPart(f), b = cosPiPart(f);
  *s = sinPiOf(x, negated(pick(n & 1, b, a), n));
  *c = negated(pick(n & 1, a, b), n + 1) + 0.0f;
}
HALVES1(sinpi)
HALVES1(cospi)

// ---- inverse functions ----

// asin(t) = t + t^3 p, and the same of sqrt((1 - a) / 2) for a > 1/2, whose result is that of a
// in pi/2 - 2 asin. The root's rounding error is carried.
typedef struct {
  float t, rest;
  bool large;
} ArcSine;
FN ArcSine arcSine(float a) {
  bool large = a > 0.5f;
  float s = fused(a, -0.5f, 0.5f), h = rsqrtApprox(s + 0x1p-100f), root = s * h;
  float rest = fused(-root, root, s) * (0.5f * h);
  float t = large ? root : a, z = large ? s : a * a;
  float p =
      POLY5(z, 0x1.595ce6p-5f, 0x1.8c3ddep-6f, 0x1.747bbep-5f, 0x1.330204p-4f, 0x1.5555c8p-3f);
  return (ArcSine){t, fused(t * z, p, large ? rest : 0), large};
}
OCML float __ocml_asin_f32(float x) {
  ArcSine r = arcSine(magnitude(x));
  float y = fused(-2.0f, r.t, 0x1.921fb6p+0f) + fused(-2.0f, r.rest, -0x1.777a5cp-25f);
  return __builtin_copysignf(r.large ? y : r.t + r.rest, x);
}
OCML float __ocml_acos_f32(float x) {
  ArcSine r = arcSine(magnitude(x));
  // Times 2 and from 0 or pi, or from pi/2.
  bool below = (int)bits(x) < 0;
  float base = r.large ? below ? 0x1.921fb6p+1f : 0.0f : 0x1.921fb6p+0f;
  float scale = __builtin_copysignf(r.large ? 2.0f : 1.0f, x);
  scale = r.large ? scale : -scale;
  return fused(scale, r.t, base) + fused(scale, r.rest, base * -0x1.de12cap-26f);
}
OCML float __ocml_atan_f32(float x) {
  float a = magnitude(x), h = rcpApprox(a);
  bool steep = a > 1;
  float t = steep ? -h : a, z = t * t;
  float p = POLY8(z, 0x1.7e88e2p-9f, -0x1.0c097ep-6f, 0x1.61e39p-5f, -0x1.354c72p-4f,
                  0x1.b4dcd4p-4f, -0x1.230a62p-3f, 0x1.9978e8p-3f, -0x1.5554dcp-2f);
  float base = steep ? 0x1.921fb6p+0f + t : t, low = steep ? -0x1.777a5cp-25f : 0.0f;
  return __builtin_copysignf(base + fused(t * z, p, low), x);
}
C1(asin)
C1(acos)
C1(atan)
