// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Single-precision Bessel functions of orders 0 and 1. Below 3.5 they are polynomials in x^2, with
// the zero of j0 and the logarithm in y0 and y1 as separate terms; above, sqrt(1/x) times c(1/x)
// cos(x) + s(1/x) sin(x), which needs no reduction of a phase. The polynomials are minimax
// approximations.
#include "trig.h"

float __ocml_log_f32(float x);

// Cosine and sine have these coefficients in j; in y the sine has c and the cosine -s.
typedef struct {
  float c, s;
} Waves;
FN Waves waves0(float w) {
  return (Waves){POLY7(w, 0x1.329c86p-3f, -0x1.737576p-3f, 0x1.e88002p-5f, 0x1.2d2e8cp-5f,
                       -0x1.202954p-5f, -0x1.ffff16p-5f, 0.5f),
                 POLY7(w, -0x1.025e4cp-5f, -0x1.23bf26p-5f, 0x1.59f1f6p-4f, -0x1.411896p-5f,
                       -0x1.1f21p-5f, 0x1.fffcfp-5f, 0.5f)};
}
FN Waves waves1(float w) {
  return (Waves){POLY7(w, -0x1.7e75d6p-5f, -0x1.1c806ap-5f, 0x1.afbdp-4f, -0x1.bcecp-5f,
                       -0x1.def718p-5f, 0x1.7fff16p-3f, -0.5f),
                 POLY7(w, -0x1.6f0ff4p-3f, 0x1.ca8b9cp-3f, -0x1.3d75f8p-4f, -0x1.a46082p-5f,
                       0x1.e0250ep-5f, 0x1.7fffc6p-3f, 0.5f)};
}
FN float far(float x, Waves a, bool second) {
  u32 n;
  Floats r = quarter(x, &n);
  float p = sinPart(r), q = cosPart(r);
  float sine = negated(pick(n & 1, q, p), n), cosine = negated(pick(n & 1, p, q), n + 1);
  float y = second ? fused(a.c, sine, -(a.s * cosine)) : fused(a.c, cosine, a.s * sine);
  // The root of 4 / (pi x), with a Newton step.
  float v = x * 0x1.921fb6p-1f, h = rsqrtApprox(v);
  h = fused(0.5f * h, fused(-v * h, h, 1.0f), h);
  return x == infinity() ? 0 : h * y;
}
FN bool isNear(float x) { return x < 3.5f; }

// The polynomials' argument, chosen so that their terms do not cancel.
FN float middle(float x) { return fused(x, x, -6.125f); }
// The first factor contains the zero of j0.
FN float near0(float x, float v) {
  float z = x * x, p = POLY6(v, 0x1.e15f9p-38f, -0x1.327062p-29f, 0x1.5473c8p-22f, -0x1.015db2p-15f,
                             0x1.ed67e2p-10f, -0x1.077e46p-4f);
  return fused(z, -0x1.62214cp-3f, 1.0f) * fused(z, p, 1.0f);
}
// j1(x) / x.
FN float near1(float v) {
  return POLY7(v, 0x1.c52898p-36f, -0x1.37e39ep-28f, 0x1.18ca7ap-21f, -0x1.4c47a8p-15f,
               0x1.ca1fd4p-10f, -0x1.27e4a8p-5f, 0x1.a0691p-3f);
}
OCML float __ocml_j0_f32(float x) {
  float a = magnitude(x);
  return isNear(a) ? near0(a, middle(a)) : far(a, waves0(rcpApprox(a)), false);
}
OCML float __ocml_j1_f32(float x) {
  float a = magnitude(x);
  float y = isNear(a) ? a * near1(middle(a)) : far(a, waves1(rcpApprox(a)), false);
  return (int)bits(x) < 0 ? -y : y;
}
#define TWO_OVER_PI 0x1.45f306p-1f
OCML float __ocml_y0_f32(float x) {
  if (!isNear(x)) return far(x, waves0(rcpApprox(x)), true);
  float v = middle(x);
  float p = POLY7(v, -0x1.4eb3dp-31f, 0x1.51825cp-24f, -0x1.c33ca6p-18f, 0x1.6614bp-12f,
                  -0x1.0927dp-7f, 0x1.10a43ap-5f, 0x1.0b659cp-1f);
  return fused(__ocml_log_f32(x) * TWO_OVER_PI, near0(x, v), p);
}
// 2 / (pi x) for x < 3.5.
FN float pole(float x) {
  float scale = x < 0x1p-100f ? 0x1p+24f : 1, y = x * scale, h = rcpApprox(y), q = TWO_OVER_PI * h;
  return fused(fused(-q, y, TWO_OVER_PI) + 0x1.b9391p-26f, h, q) * scale;
}
OCML float __ocml_y1_f32(float x) {
  if (!isNear(x)) return far(x, waves1(rcpApprox(x)), true);
  float v = middle(x);
  float p = POLY7(v, -0x1.8f18b4p-35f, 0x1.e557a2p-28f, -0x1.92112cp-21f, 0x1.a700fep-15f,
                  -0x1.e31d6ep-10f, 0x1.9f72eap-6f, 0x1.50ac46p-5f);
  float y = fused(x, fused(__ocml_log_f32(x) * TWO_OVER_PI, near1(v), p), -pole(x));
  return x == 0 ? -infinity() : y;
}
