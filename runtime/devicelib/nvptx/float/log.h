// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// log1p in float, for inverse hyperbolic functions.
#ifndef GOHIP_NVPTX_FLOAT_LOG_H
#define GOHIP_NVPTX_FLOAT_LOG_H

#include "float.h"

// x = m 2^n with m in sqrt(1/2) .. sqrt(2): the bits of 2^n.
FN u32 exponentBits(float x) { return (bits(x) - 0x3f3504f3u) & 0xff800000u; }
FN float exponentOf(u32 e) { return (float)(int)e * 0x1p-23f; }

// (log(1 + r) - r) / r^2 for -0.293 < r < 0.4143.
FN float logPart(float r) {
  return POLY8(r, 0x1.65ff18p-4f, -0x1.25131ep-3f, 0x1.31803ep-3f, -0x1.535a92p-3f, 0x1.98d31cp-3f,
               -0x1.0004aep-2f, 0x1.5556f2p-2f, -0x1.fffffap-2f);
}

// log(2^more (x + low)) for x >= 1, with low below x's last place.
FN float logOf(float x, float low, float more) {
  u32 e = exponentBits(x);
  float r = real(bits(x) - e) - 1, l = 0.25f * low * real(0x40800000u - e);
  return fused(exponentOf(e) + more, 0x1.62e43p-1f, r + fused(r * r, logPart(r), fused(-r, l, l)));
}
// log(2^more (1 + x + low)) for finite x > -1, with low below x's last place.
FN float log1pOf(float x, float low, float more) {
  u32 e = exponentBits(x + 1);
  // 4 2^-n is a normal number.
  float s = real(0x40800000u - e), k = fused(0.25f, s, -1.0f), y = real(bits(x) - e), r = y + k;
  low = fused(low, 0.25f * s, (k - r) + y);
  float n = exponentOf(e) + more;
  return fused(n, 0x1.62e43p-1f, r + fused(r * r, logPart(r), fused(-r, low, low)));
}

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
#endif
