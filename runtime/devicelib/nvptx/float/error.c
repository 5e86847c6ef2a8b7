// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// The single-precision error function, and the inverses of error functions and of the normal
// distribution. The polynomials are minimax approximations.
#include "exp.h"

// erf(x) / x - 1 as a function of x^2 < 0.81.
FN float erfPart(float z) {
  return POLY6(z, -0x1.3baa5cp-11f, 0x1.479cb6p-8f, -0x1.b69b98p-6f, 0x1.ce1b86p-4f,
               -0x1.8126ecp-2f, 0x1.06eba6p-3f);
}
OCML float __ocml_erf_f32(float x) {
  float a = magnitude(x);
  // From 0.9 on: 1 - 2^(a q).
  float q = POLY7(a, -0x1.f966dcp-17f, 0x1.dc69dp-12f, -0x1.556084p-8f, 0x1.180aaap-5f,
                  -0x1.39a9dp-3f, -0x1.d531fp-1f, -0x1.a0d6e8p+0f);
  float large = __builtin_copysignf(1 - exp2Approx(a * q), x);
  return pick(a < 0.9f, fused(x, erfPart(x * x), x), large);
}
C1(erf)

// ---- complements ----

// erfc(a + low) e^(a^2) for 0 <= a < 16: t times a polynomial in t = 1 / (a + 3), whose constant
// term is split into a float and a rest, so the last sum is a double-float number. The rounding
// error of t changes the argument, which is corrected by the derivative, 2 a f - 2 / sqrt(pi).
FN Floats scaledComplement(float a, float low) {
  float s = a + 3, t = rcpApprox(s);
  float v = t - 0x1.99996p-3f;
  float p = POLY9(v, 0x1.9d753p+11f, 0x1.61e1e2p+7f, -0x1.da367p+9f, -0x1.119f0cp+8f,
                  0x1.5ff3bcp+7f, 0x1.77241ap+7f, 0x1.67cfa6p+6f, 0x1.d0ff72p+4f, 0x1.bdbcacp+2f);
  float c = 0x1.46e7dcp+0f, y = fused(v, p, c);
  Floats f = product(t, y);
  f.low = fused(t, fused(v, p, c - y), f.low);
  float change = fused(-s, fused(-t, s, 1.0f), ((3 - s) + a) + low);
  f.low = fused(fused(2 * a, f.high, -0x1.20dd76p+0f), change, f.low);
  return f;
}
// f e^-(h + l) scale for 0 <= h < 110.
FN float timesExponential(Floats f, float h, float l, float scale) {
  float u = fused(h, -0x1.715476p+0f, WHOLE + 127 + 40), n = u - (WHOLE + 127 + 40);
  float r = fused(n, -0x1.7f7d1cp-20f, fused(n, -0x1.62e4p-1f, -h)) - l;
  float p =
      POLY5(r, 0x1.6a532cp-10f, 0x1.123b22p-7f, 0x1.5558aep-5f, 0x1.55549p-3f, 0x1.fffffcp-2f);
  float q = fused(r * r, p, r);
  float y = fused(f.high, q, fused(f.low, q, f.low)) + f.high;
  return y * real(bits(u) << 23) * (0x1p-40f * scale);
}
OCML float __ocml_erfc_f32(float x) {
  float a = magnitude(x);
  a = a > 10.25f ? 10.25f : a; // where the function is 0 or 2
  float h = a * a, y = timesExponential(scaledComplement(a, 0), h, fused(a, a, -h), 1);
  return x < 0 ? 2 - y : y;
}
OCML float __ocml_erfcx_f32(float x) {
  float a = magnitude(x);
  if (__builtin_expect(!(a < 0x1p+15f), 0)) // 1 / (a sqrt(pi))
    return x != x ? x : x < 0 ? infinity() : 0x1.20dd76p-1f / x;
  float s = a + 3, t = rcpApprox(s);
  float p =
      POLY10(t, 0x1.db813cp+10f, -0x1.ac31f8p+11f, 0x1.cddc08p+10f, -0x1.26d038p+8f, 0x1.00deb6p+7f,
             0x1.9a2b6cp+4f, 0x1.9e56a8p+3f, 0x1.3286dcp+2f, 0x1.b14feap+0f, 0x1.20dd72p-1f);
  // The rounding error of t, times the slope of t p, which is between 1 and 3.4.
  float y = t * p, gap = fused(-t, (3 - s) + a, fused(-t, s, 1.0f));
  y = fused(y, gap * fused(t, fused(t, 12.0f, 3.2f), 1.0f), y);
  if (x < 0) {
    // erfcx(x) + erfcx(-x) is 2 e^(x^2).
    float h = a * a, l = fused(a, a, -h), e = naturalPower(h);
    y = fused(-0.5f, y, fused(e < 0x1p+127f ? e : 0, l, e));
    y = y + y;
  }
  return y;
}
// erfc(-x / sqrt(2)) / 2.
OCML float __ocml_ncdf_f32(float x) {
  float a = magnitude(x);
  a = a > 14.5f ? 14.5f : a; // where the function is 0 or 1
  float b = a * 0x1.6a09e6p-1f, low = fused(a, 0x1.9fcef4p-27f, fused(a, 0x1.6a09e6p-1f, -b));
  float g = 0.5f * a, h = g * a;
  float y = timesExponential(scaledComplement(b, low), h, fused(g, a, -h), 0.5f);
  return x > 0 ? 1 - y : y;
}
HALVES1(erfcx)
HALVES1(ncdf)
C1(erfc)

// ---- inverse functions ----

// erfinv(x) / x as a function of w = -log2(1 - x^2) < 8.
FN float inverseCentre(float w) {
  float v = w - 2.5f;
  return POLY10(v, -0x1.3ccf3p-32f, 0x1.226958p-28f, 0x1.582e9ap-27f, -0x1.35d526p-21f,
                0x1.52ec78p-19f, 0x1.839156p-15f, -0x1.4e74d6p-11f, -0x1.0691f8p-12f,
                0x1.63847cp-3f, 0x1.4f7586p+0f);
}
// |erfinv(x)| as a function of the same w > 7.
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
    // Also for subnormal numbers.
    float c = y > 1 ? 2 - y : y;
    bool tiny = c < 0x1p-100f;
    c = tiny ? c * 0x1p+64f : c;
    w = (tiny ? 64 : 0) - log2Approx(tiny ? 2 * c : c * (2 - c));
    r = inverseTail(w) * (y > 1 ? -scale : scale);
  }
  return r;
}
OCML float __ocml_erfinv_f32(float x) {
  float w = -log2Approx(fused(-x, x, 1.0f));
  float r = x * inverseCentre(w);
  if (__builtin_expect(!(w < 8), 0)) r = __builtin_copysignf(inverseTail(w), x);
  return r;
}
OCML float __ocml_erfcinv_f32(float y) { return inverseOf(y, 1.0f); }
OCML float __ocml_ncdfinv_f32(float p) { return inverseOf(2 * p, -0x1.6a09e6p+0f); }
HALVES1(erfinv)
HALVES1(erfcinv)
HALVES1(ncdfinv)
