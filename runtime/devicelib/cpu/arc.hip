// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Single-precision inverses of trigonometric and hyperbolic functions, as those of float.hip: computed in
// double precision without tables and branches. Coefficients are minimax polynomials.
#include "float.h"

#pragma clang fp contract(fast)

#define PI 0x1.921fb54442d18p+1

// atan(q) for |q| <= 1, with a relative error of 2^-31.
INSIDE double arcTangent(double q) {
  constexpr double terms[] = {-0x1.5555515fd1431p-2, 0x1.9997fd0c1e1c7p-3,  -0x1.2475033dae025p-3,
                              0x1.c507146280effp-4,  -0x1.69385c9f1cebdp-4, 0x1.14df53e48cb90p-4,
                              -0x1.7033bcb44eb85p-5, 0x1.74e8216f9630fp-6,  -0x1.e673d06860efdp-8,
                              0x1.2980de7db4743p-10};
  double z = q * q;
  return q * z * polynomial(terms, z) + q;
}
INSIDE float atanf(float x) {
  double a = __builtin_fabsf(x);
  bool far = a > 1;
  double r = arcTangent(far ? -1 / a : a);
  return __builtin_copysignf((float)(far ? PI / 2 + r : r), x);
}
INSIDE float atan2f(float y, float x) {
  double a = __builtin_fabsf(x), b = __builtin_fabsf(y);
  bool steep = b > a, left = __builtin_signbit(x);
  double large = steep ? b : a, little = steep ? a : b, q = little / large;
  q = large == little ? 1 : q; // of infinities, too
  q = large == 0 ? little : q; // zero, or y that is NaN
  double r = arcTangent(q);
  r = steep ? PI / 2 - r : r;
  r = left ? PI - r : r;
  return __builtin_copysignf((float)r, y);
}

// asin(q) for 0 <= q <= 1/2, of which z is the square, with a relative error of 2^-35.
INSIDE double arcSine(double q, double z) {
  constexpr double terms[] = {0x1.55555608c3ce2p-3, 0x1.3332a83e71bbfp-4, 0x1.6ddb1bc63ae42p-5,
                              0x1.ed5489102b783p-6, 0x1.935358d44a77ap-6, 0x1.e9bbd7b81894ap-8,
                              0x1.1c2c6914c0be6p-5};
  return q * z * polynomial(terms, z) + q;
}
// From 1/2 on asin(x) is pi/2 - 2 asin(s) with s = sqrt((1 - x) / 2); beyond 1 the root is NaN.
INSIDE float asinf(float x) {
  double a = __builtin_fabsf(x), half = 0.5 - 0.5 * a;
  bool far = a > 0.5;
  double r = arcSine(far ? __builtin_sqrt(half) : a, far ? half : a * a);
  return __builtin_copysignf((float)(far ? PI / 2 - 2 * r : r), x);
}
INSIDE float acosf(float x) {
  double a = __builtin_fabsf(x), half = 0.5 - 0.5 * a;
  bool far = a > 0.5;
  double r = arcSine(far ? __builtin_sqrt(half) : a, far ? half : a * a);
  double near = PI / 2 - (x < 0 ? -r : r);
  return (float)(far ? x < 0 ? PI - 2 * r : 2 * r : near);
}

INSIDE double logarithmOf(double d) {
  Parts p = parts(d);
  return p.exponent * LN2 + logOf(ratio(p.m));
}
// Below 2^-12 two terms of the series are enough.
#define LITTLE 0x1p-12
PURE float __gohip_cpu_asinhf(float x) {
  double a = __builtin_fabsf(x), s = a + __builtin_sqrt(a * a + 1);
  float r = a < LITTLE ? (float)(a - a * a * a * (1.0 / 6)) : logarithm(s, logarithmOf(s));
  return __builtin_copysignf(r, x);
}
PURE float __gohip_cpu_acoshf(float x) {
  double d = x, s = d + __builtin_sqrt(d * d - 1);
  return x < 1 ? NOT_A_NUMBER : logarithm(s, logarithmOf(s));
}
INSIDE float atanhf(float x) {
  double a = __builtin_fabsf(x), q = (1 + a) / (1 - a);
  float r = a < LITTLE ? (float)(a + a * a * a * (1.0 / 3)) : logarithm(q, 0.5 * logarithmOf(q));
  return __builtin_copysignf(r, x);
}

OR_LIBM1(acos)
OR_LIBM1(asin)
OR_LIBM1(atan)
OR_LIBM1(atanh)
OR_LIBM2(atan2)
