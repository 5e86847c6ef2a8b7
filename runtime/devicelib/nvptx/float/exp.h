// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Powers of two in float, of which powers and error functions are made.
#ifndef GOHIP_NVPTX_FLOAT_EXP_H
#define GOHIP_NVPTX_FLOAT_EXP_H

#include "float.h"

// 2^n, n the integer nearest to x high within the exponents of normal numbers. What is left of x
// high + x low is no fraction beyond them, and its power is too large or small.
FN float powerNear(float x, float high, float *n) {
  float u = fused(saturate(fused(x, high / 252, 0.5f)), 252.0f, WHOLE + 1);
  *n = u - (WHOLE + 127);
  return real(bits(u) << 23);
}
// 2^(x high + x low + more). The instruction's results are 0.75 units too small to 1.4 units too
// large.
#define EXP2_BIAS 0x1p-25f
FN float power(float x, float high, float low, float more) {
  float n, s = powerNear(x, high, &n);
  return s * exp2Approx(fused(x, low, fused(x, high, -n)) + (more - EXP2_BIAS));
}

// v s t: a number near one and two powers of two, whose product with more factors is rounded
// once where it is subnormal.
typedef struct {
  float v, s, t;
} Scaled;
// 2^(e + low).
FN Scaled exp2Scaled(float e, float low) {
  e = e > 129 ? 129 : e;
  e = e < -160 ? -160 : e;
  bool small = e < -100;
  e = pick(small, e + 40, e);
  float u = e + (WHOLE + 126), f = (e - (u - (WHOLE + 126))) + low;
  float p = POLY6(f, 0x1.41704ep-13f, 0x1.5f0c94p-10f, 0x1.3b2dep-7f, 0x1.c6af76p-5f,
                  0x1.ebfbdcp-3f, 0x1.62e43p-1f);
  return (Scaled){fused(f, p, 1.0f), real(bits(u) << 23), small ? 0x1p-39f : 2.0f};
}
FN float exp2Floats(float e, float low) {
  Scaled r = exp2Scaled(e, low);
  return r.v * r.s * r.t;
}

#endif
