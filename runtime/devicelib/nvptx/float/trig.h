// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction of a float argument of a circular function to quarter turns and a remainder, and the
// remainder's sine and cosine.
#ifndef GOHIP_NVPTX_FLOAT_TRIG_H
#define GOHIP_NVPTX_FLOAT_TRIG_H

#include "float.h"

// pi/2 in three parts: subtracting the product of the first part and a quotient is exact.
#define HALF_PI1 0x1.921fb4p+0f
#define HALF_PI2 0x1.4442dp-24f
#define HALF_PI3 0x1.84698ap-48f
#define TRIG_LIMIT 105615.0f /* the quotient has 17 bits up to here */
// Reduction of larger numbers modulo pi/2: the product of the 24-bit significand and the bits of
// 2/pi that do not give multiples of four. The bits are shifted into three words, from words that
// the exponent selects; an array would be in memory.
FN u32 shifted(u32 a, u32 b, u32 n) { return __builtin_elementwise_fshl(a, b, n); }
FN Floats quarterOfLarge(float x, u32 *turns) {
  u32 m = (bits(x) & 0x7fffffu) | 0x800000u, from = (bits(x) >> 23 & 0xff) - 120;
  u32 w0 = 0, w1 = 0xa2f9836eu, w2 = 0x4e441529u, w3 = 0xfc2757d1u;
#define NEXT(AT, A, B, C, D)                                                                       \
  if (from >= AT) w0 = A, w1 = B, w2 = C, w3 = D;
  NEXT(32, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u)
  NEXT(64, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u)
  NEXT(96, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u)
  NEXT(128, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu)
  u32 n = from & 31, a = shifted(w0, w1, n), b = shifted(w1, w2, n), c = shifted(w2, w3, n);
  u64 f = (u64)m * b + ((u64)m * c >> 32) + ((u64)(m * a) << 32);
  // Two bits of whole quarters, rounded, and the fraction of a quarter.
  u32 q = (u32)(f >> 62) + (u32)(f >> 61 & 1);
  long long rest = (long long)(f << 2);
  float h = __nvvm_ll2f_rz(rest), l = (float)(rest - (long long)h);
  bool negative = (int)bits(x) < 0;
  Floats r = product(h, 0x1.921fb6p-64f);
  r = fastSum(r.high, r.low + fused(h, -0x1.777a5cp-89f, l * 0x1.921fb6p-64f));
  *turns = negative ? -q : q;
  return negative ? (Floats){-r.high, -r.low} : r;
}
// x minus the nearest multiple of pi/2, whose index is in the low bits of turns, and the rounding
// error of the difference.
FN Floats quarter(float x, u32 *turns) {
  float u = fused(x, 0x1.45f306p-1f, WHOLE), n = u - WHOLE, a = fused(n, -HALF_PI1, x);
  // If this cancels, it is exact; otherwise a - r is.
  Floats r = {a - n * HALF_PI2, 0};
  r.low = fused(n, HALF_PI3, fused(n, HALF_PI2, r.high - a));
  *turns = bits(u);
  if (__builtin_expect(magnitude(x) >= TRIG_LIMIT, 0)) {
    r = quarterOfLarge(x, turns);
    r.low = -r.low;
    if (!(magnitude(x) < infinity())) r.high = x - x;
  }
  return r;
}
// A small term is subtracted, which keeps the sign of zeros.
FN float sinPart(Floats x) {
  float r = x.high, z = r * r, p = POLY3(z, 0x1.9953fep-13f, -0x1.110778p-7f, 0x1.555546p-3f);
  return r - fused(r * z, p, x.low);
}
FN float cosPart(Floats x) {
  float z = x.high * x.high;
  float p = POLY4(z, 0x1.99e80ep-16f, -0x1.6c0c28p-10f, 0x1.55554ap-5f, -0.5f);
  return fused(z, p, 1.0f);
}
// -x if the second bit of n is set.
FN float negated(float x, u32 n) { return real(bits(x) ^ (n << 30 & 0x80000000u)); }

// sin(pi f) and cos(pi f) for |f| <= 1/4.
FN float sinPiPart(float f) {
  float z = f * f, p = POLY3(z, -0x1.2db5ccp-1f, 0x1.465facp+1f, -0x1.4abbbep+2f);
  return fused(f, 0x1.921fb6p+1f, f * fused(z, p, -0x1.777a5cp-24f));
}
FN float cosPiPart(float f) {
  float z = f * f;
  return POLY5(z, 0x1.d4f7eap-3f, -0x1.55b2b6p+0f, 0x1.03c1bp+2f, -0x1.3bd3ccp+2f, 1.0f);
}
// The remainder of x after subtracting multiples of 1/2, exact.
FN float halves(float x, u32 *turns) {
  float y = fused(__builtin_rintf(x * 0.5f), -2.0f, x), u = fused(y, 2.0f, WHOLE);
  *turns = bits(u);
  return fused(u - WHOLE, -0.5f, y);
}
#endif
