// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Code shared by the error functions.
#ifndef GOHIP_DEVICELIB_DOUBLE_COMPLEMENT_H
#define GOHIP_DEVICELIB_DOUBLE_COMPLEMENT_H

#include "core.h"

// erfc(a) e^(a^2) for a >= 0: t times a polynomial in t = 1 / (a + 3), which has the function's
// limit at infinity. The rounding errors of t and a + 4 change the argument, which is corrected by
// the derivative, 2 a f - 2 / sqrt(pi). The coefficients begin with the second one.
INSIDE Pair scaledComplement(double a) {
  constexpr double c[] = {
      0x1.eb2c5e8ccc2b2p+1,   0x1.ca7dc9a1612b6p+3,  0x1.66ea393501b72p+5,   0x1.bf93f16566c61p+6,
      0x1.88b2c7bd102cdp+7,   0x1.0bfeb79875278p+7,  -0x1.af4cc80d50593p+8,  -0x1.5b837022beae5p+10,
      -0x1.29fb634a21d89p+8,  0x1.a1e84daa2b0f5p+12, 0x1.2b744c0370bdbp+13,  -0x1.dd5e4ba892d2cp+14,
      -0x1.48239ef6cf93p+16,  0x1.35fd474e5b663p+17, 0x1.3f1a0feb1cc03p+19,  -0x1.063373d71c9d6p+20,
      -0x1.31682f805b696p+22, 0x1.32304c7d0c10ep+23, 0x1.014d614cd026ep+25,  -0x1.9a5af78ef78d1p+26,
      -0x1.64d46c3304398p+26, 0x1.6d5566e0d187dp+29, -0x1.03248142d91c5p+30, 0x1.96f21089a9744p+28};
  Pair s = high(a) >= 0x40080000 ? fastSum(a, 3) : fastSum(3, a);
  double t = inverse(s.high), v = t - 0.125;
  Pair p = fastSum(0x1.c57239e943d1ap-1, v * polynomial(c, v)), f = product(t, p.high);
  double gap = fma(t, s.low, fma(t, s.high, -1.0)) * s.high;
  f.low = fma(fma(a + a, f.high, -0x1.20dd750429b6dp+0), gap, fma(t, p.low, f.low));
  return f;
}

#endif
