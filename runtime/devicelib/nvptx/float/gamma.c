// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// The single-precision gamma and log-gamma functions. The polynomials are minimax approximations.
#include "exp.h"
#include "log.h"
#include "trig.h"

// The binary logarithm of a positive number. With s = (m - 1) / (m + 1), it is that of 2^n plus
// 2/log(2) (s + s^3/3 + ...), whose first two terms are double-float sums.
FN Floats log2Floats(float a) {
  bool tiny = a < 0x1p-126f;
  float y = tiny ? a * 0x1p+23f : a;
  u32 e = exponentBits(y);
  float m = real(bits(y) - e), n = fused((float)(int)e, 0x1p-23f, tiny ? -23.0f : 0.0f);
  float u = m - 1, v = m + 1, h = rcpApprox(v), s = u * h;
  float low = fused(-s, m - (v - 1), fused(-s, v, u)) * h;
  float z = s * s, zl = fused(2 * s, low, fused(s, s, -z));
  float p = z * POLY3(z, 0x1.e8e6fcp-4f, 0x1.241a44p-3f, 0x1.999aap-3f);
  float q = 0x1.555556p-2f + p, ql = (0x1.555556p-2f - q) + p - 0x1.555556p-27f;
  float c = s * z, cl = fused(s, z, -c) + fused(s, zl, low * z);
  float t = c * q, tl = fused(c, q, -t) + fused(c, ql, cl * q);
  float w = s + t, wl = ((s - w) + t) + (tl + low);
  float g = w * 0x1.715476p+1f;
  float gl = fused(w, 0x1.715476p+1f, -g) + fused(w, 0x1.4ae0cp-25f, wl * 0x1.715476p+1f);
  float r = n + g;
  return (Floats){r, ((n - r) + g) + gl};
}

float __ocml_log_f32(float x);

// Stirling's formula: gamma(y) is (y / e)^y / sqrt(y) times a polynomial in 1 / y for y >= 3; a
// smaller y is shifted by three, and low is the rounding error.
typedef struct {
  Floats exponent;
  float series;
} Stirling;
FN Stirling stirling(float y, float low) {
  Floats l = log2Floats(y);
  float k = y - 0.5f, w = rcpApprox(y);
  float e = k * l.high, m = y * 0x1.715476p+0f;
  float rest = fused(k, l.low, fused(k, l.high, -e));
  rest -= fused(y, 0x1.4ae0cp-26f, fused(y, 0x1.715476p+0f, -m));
  Floats s = sum(e, -m);
  s.low += fused(low, fused(w, -0x1.715476p-1f, l.high), rest);
  float p =
      POLY5(w, 0x1.b7e436p-11f, -0x1.d08eeep-8f, 0x1.1e76p-7f, 0x1.abcb98p-3f, 0x1.40d932p+1f);
  return (Stirling){fastSum(s.high, s.low), p};
}
OCML float __ocml_tgamma_f32(float x) {
  float a = magnitude(x);
  bool small = a < 3;
  float y = a < 50 ? a : 50; // where the function is infinite or zero
  y = small ? a + 3 : y;
  Stirling g = stirling(y, small ? (3 - y) + a : 0);
  float product = small ? fused(a, y, 2.0f) : 1; // (a + 1) (a + 2)
  float over = small ? a * product : 1, under = g.series, sign = 1;
  if (x < 0) {
    // gamma(x) gamma(-x) is -pi / (a sin(pi a)).
    u32 n;
    float f = halves(a, &n), sine = negated(pick(n & 1, cosPiPart(f), sinPiPart(f)), n);
    over = (small ? 1 : a) * sine * under;
    under = sine == 0 ? __builtin_nanf("") : -0x1.921fb6p+1f * product;
    sign = -1;
  }
  float h = rcpApprox(over), quotient = under * h;
  quotient = fused(fused(-quotient, over, under), h, quotient);
  Scaled r = exp2Scaled(sign * g.exponent.high, sign * g.exponent.low);
  float v = r.v * quotient * r.s * r.t;
  v = a < 0x1p-24f ? 1 / x : v;
  return x != x ? x : v;
}
C1(tgamma)

// lgamma(z) / ((z - 1) (z - 2)) as a function of v = z - 2, for z from 1 to 3.
FN float lgammaPart(float v) {
  float p = POLY10(v, 0x1.68cd48p-17f, -0x1.252b3p-15f, 0x1.8bfcf6p-15f, -0x1.075042p-14f,
                   0x1.5710b6p-13f, -0x1.b386p-12f, 0x1.e6cd98p-11f, -0x1.1417a4p-9f,
                   0x1.4757bep-8f, -0x1.95ce7ep-7f);
  return POLY4(v, p, 0x1.0e0d7p-5f, -0x1.9ae652p-4f, 0x1.b0ee6p-2f);
}
// Below 1 the logarithm is that for a + 1 minus log(a), from 3 on Stirling's formula.
FN float lgammaOf(float a, bool withLog) {
  bool small = a < 1, tiny = a < 0x1p-126f;
  float y = tiny ? a * 0x1p+23f : a;
  u32 e = exponentBits(y);
  float r = real(bits(y) - e) - 1, n = fused((float)(int)e, 0x1p-23f, tiny ? -23.0f : 0.0f);
  float l = fused(r * r, logPart(r), r); // log(a) - n log(2)
  float v = small ? a - 1 : a - 2;
  float near = lgammaPart(v) * v * (small ? a : a - 1);
  near = small && withLog ? near - fused(n, 0x1.62e43p-1f, l) : near;
  float w = rcpApprox(a);
  float p =
      POLY5(w, 0x1.0e2504p-11f, 0x1.0d6e34p-13f, -0x1.6f1ff2p-9f, 0x1.d565d6p-20f, 0x1.55554ap-4f);
  float far = fused(a - 0.5f, fused(n, 0x1.62e43p-1f, -1.0f) + l, fused(w, p, 0x1.acfe3ap-2f));
  return a < 3 ? near : far;
}
// Between the poles, where the logarithm has zeros: with x = e - m, m an integer, -log of the
// product of e, of k - e for k from 1 to m, and of 1 / gamma(1 + e). In double precision the
// product is accurate enough near one.
FN float lgammaBetween(float x) {
  float m = __builtin_rintf(-x);
  double e = x + m, p = magnitude(x + m);
  static const double c[] = {0x1.ffffffffffff2p-1,   0x1.2788cfc6fb696p-1,  -0x1.4fcf4026ae4a9p-1,
                             -0x1.5815e8fa5d98dp-5,  0x1.55123209ef624p-3,  -0x1.59af10355e2cdp-5,
                             -0x1.3b4af0898aeep-7,   0x1.d919c233a765dp-8,  -0x1.3171c6e0118aep-10,
                             -0x1.c3627bcf559c1p-13, 0x1.0cab5feae019bp-13, -0x1.5211b9b7f26e8p-16,
                             -0x1.7f86f79e39028p-20, 0x1.360f8b48ec6p-20};
  double g = c[13];
#pragma unroll
  for (int i = 12; i >= 0; i--) g = __builtin_fma(g, e, c[i]);
  for (int k = (int)m; k > 0; k--) p *= k - e;
  p *= g;
  float high = (float)p;
  return -logOf(high, (float)(p - high), 0);
}
OCML float __ocml_lgamma_f32(float x) {
  float a = magnitude(x), y;
  if (x < -2 && x > -24 && __builtin_truncf(x) != x) {
    y = lgammaBetween(x);
  } else {
    y = lgammaOf(a, x > 0);
    if (x < 0) {
      // log(pi / (a sin(pi a))) - lgamma(a), where the last has log(a) of a < 1.
      u32 n;
      float f = halves(a, &n), sine = magnitude(pick(n & 1, cosPiPart(f), sinPiPart(f)));
      float z = sine * (a < 1 ? 0x1.45f306p-2f : a * 0x1.45f306p-2f);
      y = sine == 0 ? infinity() : -__ocml_log_f32(z) - y;
    }
    y = a == 0 || a == infinity() ? infinity() : y;
  }
  return y + 0.0f;
}
C1(lgamma)
