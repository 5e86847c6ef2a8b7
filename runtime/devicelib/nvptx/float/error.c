// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// The error function of float, and the inverses of error functions and of the normal distribution. The polynomials are
// minimax approximations.
#include "float.h"

// erf(x) / x - 1 of x^2 < 0.81.
FN float erfPart(float z) {
  return POLY6(z, -0x1.3baa5cp-11f, 0x1.479cb6p-8f, -0x1.b69b98p-6f, 0x1.ce1b86p-4f,
               -0x1.8126ecp-2f, 0x1.06eba6p-3f);
}
OCML float __ocml_erf_f32(float x) {
  float a = magnitude(x);
  // From 0.9 on, 1 - 2^(a q).
  float q = POLY7(a, -0x1.f966dcp-17f, 0x1.dc69dp-12f, -0x1.556084p-8f, 0x1.180aaap-5f,
                  -0x1.39a9dp-3f, -0x1.d531fp-1f, -0x1.a0d6e8p+0f);
  float large = __builtin_copysignf(1 - exp2Approx(a * q), x);
  return pick(a < 0.9f, fused(x, erfPart(x * x), x), large);
}
C1(erf)

// ---- inverse functions ----

// erfinv(x) / x of w = -log2(1 - x^2) < 8.
FN float inverseCentre(float w) {
  float v = w - 3.5f;
  return POLY10(v, -0x1.34a656p-32f, 0x1.accf3p-30f, 0x1.1f67bcp-25f, -0x1.b9783cp-22f,
                -0x1.1c7b3p-21f, 0x1.a9e2bep-15f, -0x1.cc2224p-12f, -0x1.ea385p-10f, 0x1.5ef844p-3f,
                0x1.7baf06p+0f);
}
// |erfinv(x)| of the same w > 7.
FN float inverseTail(float w) {
  float q = rsqrtApprox(w), root = w * q;
  float p =
      POLY10(q, 0x1.c23438p+7f, -0x1.b9ebbcp+8f, 0x1.88307p+8f, -0x1.ad28b6p+7f, 0x1.4af658p+6f,
             -0x1.8f9196p+4f, 0x1.b3eebap+2f, -0x1.6f0bbap+0f, -0x1.e9d46cp-6f, 0x1.aa6e7ap-1f);
  root = fused(fused(-root, root, w), 0.5f * q, root);
  return w == infinity() ? w : root * p;
}
// erfcinv(y) scale.
FN float inverseOf(float y, float scale) {
  float w = -log2Approx(fused(-y, y, 2 * y));
  float r = (1 - y) * scale * inverseCentre(w);
  if (__builtin_expect(!(magnitude(w) < 8), 0)) {
    // Subnormal numbers too.
    float c = y > 1 ? 2 - y : y;
    bool tiny = c < 0x1p-100f;
    c = tiny ? c * 0x1p+64f : c;
    w = (tiny ? 64 : 0) - log2Approx(tiny ? 2 * c : c * (2 - c));
    r = inverseTail(w) * (y > 1 ? -scale : scale);
  }
  return r;
}
OCML float __ocml_erfcinv_f32(float y) { return inverseOf(y, 1.0f); }
OCML float __ocml_ncdfinv_f32(float p) { return inverseOf(2 * p, -0x1.6a09e6p+0f); }
HALVES1(erfcinv)
HALVES1(ncdfinv)
