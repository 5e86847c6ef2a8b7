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

// The binary logarithm of 2^more a, for a normal a, with an error of at most 2^-33 of it. The sum of the parts is not
// normalised: the smaller one is up to 2^-12 of the larger one. With s = 2 (m - 1) / (m + 1) it is that of 2^n plus
// 1/log(2) (s + s^3/12 + ...), of which the first term and the leading product of the second are sums of two floats.
FN Floats log2Normal(float a, float more) {
  u32 e = exponentBits(a);
  float m = real(bits(a) - e), n = fused((float)(int)e, 0x1p-23f, more);
  float u = m - 1, v = u + u, h = rcpApprox(m + 1), s = v * h;
  float rest = fused(-s, u, fused(-2.0f, s, v)) * h;
  float z = s * s, c = s * z, cl = fused(s, fused(s, s, -z), fused(s, z, -c));
  float t = c * 0x1.ec709ep-4f, tl = fused(cl, 0x1.ec709ep-4f, fused(c, 0x1.ec709ep-4f, -t));
  float r = fused(s, 0x1.715476p+0f, n), low = fused(s, 0x1.715476p+0f, n - r);
  low = fused(rest, fused(z, 0x1.715476p-2f, 0x1.715476p+0f), low);
  low = fused(s, 0x1.4ae0cp-26f, low) + tl;
  low = fused(c, POLY4(z, 0x1.59f9dp-11f, 0x1.a5bb6ap-9f, 0x1.27770ep-6f, -0x1.e2fe00p-31f), low);
  Floats y = fastSum(r, t);
  return (Floats){y.high, y.low + low};
}
#endif
