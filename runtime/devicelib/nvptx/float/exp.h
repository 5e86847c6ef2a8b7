// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Powers of two in float, for powers and error functions.
#ifndef GOHIP_NVPTX_FLOAT_EXP_H
#define GOHIP_NVPTX_FLOAT_EXP_H

#include "float.h"

// 2^f for |f| <= 0.525. The special function unit's instruction has an error of up to two units.
FN float exp2Part(float f) {
  float p = POLY6(f, 0x1.41704ep-13f, 0x1.5f0c94p-10f, 0x1.3b2dep-7f, 0x1.c6af76p-5f,
                  0x1.ebfbdcp-3f, 0x1.62e43p-1f);
  return fused(f, p, 1.0f);
}
// v s t: a number near one and two powers of two. The product with further factors is rounded only
// once if it is subnormal.
typedef struct {
  float v, s, t;
} Scaled;
// 2^(e + low). For a NaN it is some number.
FN Scaled exp2Scaled(float e, float low) {
  e = __builtin_fmaxf(__builtin_fminf(e, 129), -160);
  bool small = e < -100;
  e = pick(small, e + 40, e);
  float u = e + (WHOLE + 126), f = (e - (u - (WHOLE + 126))) + low;
  return (Scaled){exp2Part(f), real(bits(u) << 23), small ? 0x1p-39f : 2.0f};
}
FN float exp2Floats(float e, float low) {
  Scaled r = exp2Scaled(e, low);
  return r.v * r.s * r.t;
}
// 2^(x high + x low). Within the limit the result is a normal number. Beyond it, the power of two is the product
// of two, so that only a subnormal result is rounded again; beyond half as much again, the result is 0 or infinite.
// Few instructions are there, because some lanes of a warp often have numbers below the limit.
FN float power(float x, float high, float low, float limit) {
  float u = fused(x, high, WHOLE + 127), n = u - (WHOLE + 127);
  float p = exp2Part(fused(x, low, fused(x, high, -n))), r = p * real(bits(u) << 23);
  if (__builtin_expect(!(magnitude(x) < limit), 0)) {
    float h = fused(n, 0.5f, WHOLE + 127);
    r = p * real(bits(h) << 23) * real((bits(u) - bits(h) + 127) << 23);
    float most = x < 0 ? 0 : x * infinity(); // a NaN stays one
    r = pick(magnitude(x) < 1.5f * limit, r, most);
  }
  return r;
}
FN float naturalPower(float x) { return power(x, 0x1.715476p+0f, 0x1.4ae0cp-26f, 87); }

#endif
