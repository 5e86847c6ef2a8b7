// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Double-float sums, and the exponential function with a double-float result.
#ifndef GOHIP_DEVICELIB_FLOAT_H
#define GOHIP_DEVICELIB_FLOAT_H

#include "device.h"

struct Floats {
  float high, low;
};

INSIDE float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
// |a| >= |b|, or any two.
INSIDE Floats fastSum(float a, float b) {
  float s = a + b;
  return {s, b - (s - a)};
}
INSIDE Floats sum(float a, float b) {
  float s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
INSIDE Floats product(float a, float b) {
  float p = a * b;
  return {p, fmaf(a, b, -p)};
}
INSIDE float powerOfTwo(int n) { return real((u32)(127 + n) << 23); }

// e^x 2^-k for |x| < 128.
INSIDE Floats expReduced(float x, int &k) {
  float n = __builtin_rintf(x * 0x1.715476p+0f);
  k = (int)n;
  Floats r = fastSum(fmaf(n, -0x1.62e4p-1f, x), n * -0x1.7f7d1cp-20f);
  float p = 0x1.6d117cp-10f, h = r.high;
  p = fmaf(p, h, 0x1.120be2p-7f);
  p = fmaf(p, h, 0x1.555518p-5f);
  p = fmaf(p, h, 0x1.5554dcp-3f);
  p = fmaf(p, h, 0.5f);
  Floats one = fastSum(1.0f, h);
  return fastSum(one.high, one.low + fmaf(h * h, p, r.low));
}

// log1p of a sum with its rounding error.
extern "C" __attribute__((device, const)) float __ocml_log1p_f32(float);
INSIDE float log1pOf(Floats s, float low) {
  return __ocml_log1p_f32(s.high) + (s.low + low) / (1 + s.high);
}

#endif
