// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Single-precision trigonometric functions and their inverses. The polynomials are minimax
// approximations.
#include "trig.h"

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
  // -1 / (h - low), corrected by a Newton step.
  float rest = (h - y) - low, q = -rcpApprox(y);
  q = fused(q, fused(q, rest, fused(q, y, 1.0f)), q);
  return pick(n & 1, q, y);
}
C1(sin)
C1(cos)
C1(tan)

// ---- of multiples of pi ----

// A zero has the argument's sign.
FN float sinPiOf(float x, float y) { return y == 0 ? __builtin_copysignf(y, x) : y; }
OCML float __ocml_sinpi_f32(float x) {
  u32 n;
  float f = halves(x, &n);
  return sinPiOf(x, negated(pick(n & 1, cosPiPart(f), sinPiPart(f)), n));
}
// It is +0 at odd halves.
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

// asin(t) = t + t^3 p, with t = sqrt((1 - a) / 2) for a > 1/2, where the result for a is pi/2 - 2
// asin(t). The root's rounding error is included.
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
  // Twice the value, from 0 or pi, or once from pi/2.
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
