// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The single-precision error function, its complement and the normal distribution, as the functions of
// float.hip.
#include "float.h"

#pragma clang fp contract(fast)

// 1 - erf(a) as 2^(-a q(a)), from 0 to 4, where erf is one.
INSIDE float erff(float x) {
  constexpr double terms[] = {-0x1.a0be83d5ea96ep+0, -0x1.d63eda4c80551p-1,  -0x1.2fa6ee0140c28p-3,
                              0x1.c3e31cfe92014p-6,  0x1.7ed32dccd8e28p-12,  -0x1.54409aa5eba8bp-9,
                              0x1.181f7c9d588e2p-10, -0x1.fab90374b5f57p-13, 0x1.02702ff1b0108p-15,
                              -0x1.ce21a7a1a56dbp-20};
  double a = __builtin_fabsf(x);
  a = a > 4 ? 4 : a; // not for NaN
  return __builtin_copysignf((float)powerOf2Minus1(a * polynomial(terms, a)), x);
}
// erfc(a) for a from 0 to 10.25, where it is below the smallest float. z is the square of a. The
// polynomial is of erfc(a) e^z in 1 / (a + 3), with a relative error of 2^-29.
#define LAST 10.25
INSIDE double complement(double a, double z) {
  constexpr double terms[] = {0x1.0e32b98e73c98p-2, 0x1.60261b95669bap+1,  0x1.a739ef9443722p+3,
                              0x1.855894b2ad569p+5, 0x1.05edf9dcee225p+7,  0x1.c1e3cf081cea5p+7,
                              0x1.bbc0c83386e08p+6, -0x1.e5e54b6012396p+8, -0x1.bdfc1ced79e6ep+9,
                              0x1.d6ca05d3142a0p+9, 0x1.a6cebc17e4a22p+11};
  return powerOf2(-LOG2_E * z) * polynomial(terms, 1 / (a + 3) - 0.203125);
}
INSIDE float erfcf(float x) {
  double a = __builtin_fabsf(x);
  a = a > LAST ? LAST : a; // not for NaN
  double v = complement(a, a * a);
  return (float)(x < 0 ? 2 - v : v);
}
// erfc(-x / sqrt(2)) / 2.
PURE float __gohip_cpu_ncdff(float x) {
  constexpr double last = LAST * 0x1.6a09e667f3bcdp+0;
  double a = __builtin_fabsf(x);
  a = a > last ? last : a; // not for NaN
  double v = 0.5 * complement(a * 0x1.6a09e667f3bcdp-1, 0.5 * a * a);
  return (float)(x > 0 ? 1 - v : v);
}

OR_LIBM1(erf)
OR_LIBM1(erfc)
