// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Exact single-precision functions: remainders, exponents and neighbours; and the norm of two
// components.
#include "float.h"

OCML float __ocml_round_f32(float x) {
  // The number below one half: adding it never reaches the next integer too early.
  return __builtin_truncf(x + __builtin_copysignf(0x1.fffffep-2f, x));
}
// An exponent that is added to the last bits of 2^23.
FN float exponentOfNormal(float a) {
  return real(0x4b000000u + (bits(a) >> 23)) - (0x1p+23f + 127);
}
OCML float __ocml_logb_f32(float x) {
  float a = magnitude(x), r = exponentOfNormal(a);
  if (__builtin_expect(bits(a) - 0x00800000u >= 0x7f000000u, 0))
    r = a == 0 ? -infinity() : a < 1 ? exponentOfNormal(a * 0x1p+24f) - 24 : a;
  return r;
}
OCML float __ocml_nextafter_f32(float x, float y) {
  u32 b = bits(x);
  // Away from zero if both or neither of these hold.
  u32 next = (x < y) == !(b >> 31) ? b + 1 : b - 1;
  float r = x == 0 ? __builtin_copysignf(0x1p-149f, y) : real(next);
  r = x == y ? y : r;
  return x != x || y != y ? x + y : r;
}

// a minus the largest multiple of b that does not exceed it, exact: a / b < 2^20, and b far from
// the ends of the range. The quotient may be one too large.
FN float stepRemainder(float a, float b) {
  float q = fusedDown(a * rcpApprox(b), 1 + 0x1p-21f, 0x1p+23f) - 0x1p+23f;
  float r = fused(-q, b, a);
  return r < 0 ? r + b : r;
}
FN bool simpleQuotient(float a, float b) {
  return bits(b) - 0x20000000u < 0x40000000u && bits(a) < bits(b) + (19u << 23);
}
// The same for any quotient, by multiples of b.
FN float longRemainder(float a, float b) {
  while (a >= b) {
    u32 more = (bits(a) >> 23) - (bits(b) >> 23);
    more = more > 18 ? more - 18 : 0;
    float c = b * real((127 + more / 2) << 23);
    a = stepRemainder(a, c * real((127 + more - more / 2) << 23));
  }
  return a;
}
// fmod for positive numbers, or where it is undefined.
FN float rareRemainder(float a, float b) {
  if (!(a < infinity()) || !(b > 0)) return a != a ? a : b != b ? b : __builtin_nanf("");
  if (a < b) return a;
  float scale = b < 0x1p-60f ? 0x1p+64f : b > 0x1p+60f ? 0x1p-64f : 1;
  b *= scale;
  if (scale > 1) a = longRemainder(a, b);
  return longRemainder(a * scale, b) * (1 / scale);
}
OCML float __ocml_fmod_f32(float x, float y) {
  float a = magnitude(x), b = magnitude(y);
  float r = stepRemainder(a, b);
  if (__builtin_expect(!simpleQuotient(a, b), 0)) r = rareRemainder(a, b);
  return __builtin_copysignf(r, x);
}
// The remainder nearest to zero, from r = a - q b; a tie gives the one for the even q.
FN float nearestRemainder(float r, float b, bool odd) {
  float m = magnitude(r), rest = b - m;
  bool next = m > rest || (m == rest && odd);
  return next ? __builtin_copysignf(rest, -r) : r;
}
FN float rareNearest(float a, float b) {
  if (!(a < infinity()) || !(b > 0)) return a != a ? a : b != b ? b : __builtin_nanf("");
  if (b == infinity()) return a;
  float r = b < 0x1p+127f ? rareRemainder(a, b + b) : a;
  bool odd = r >= b;
  r = odd ? r - b : r;
  return nearestRemainder(r, b, odd);
}
OCML float __ocml_remainder_f32(float x, float y) {
  float a = magnitude(x), b = magnitude(y), u = fused(a, rcpApprox(b), WHOLE);
  // If the quotient is at most one half, only a itself is exact.
  u = a + a <= b ? WHOLE : u;
  float r = nearestRemainder(fused(WHOLE - u, b, a), b, bits(u) & 1);
  if (__builtin_expect(!simpleQuotient(a, b), 0)) r = rareNearest(a, b);
  return real(bits(r) ^ (bits(x) & 0x80000000u));
}

// sqrt(a^2 + b^2), a >= b, where the square of a is far from the ends of the range.
FN float length(float a, float b) {
  float s = fused(a, a, b * b), h = rsqrtApprox(s), g = s * h;
  return fused(fused(-g, g, s), 0.5f * h, g);
}
FN float rareLength(float a, float b) {
  if (a == infinity() || b == infinity()) return infinity();
  if (a != a || b != b || a == 0) return a + b;
  return a > 1 ? length(a * 0x1p-70f, b * 0x1p-70f) * 0x1p+70f
               : length(a * 0x1p+100f, b * 0x1p+100f) * 0x1p-100f;
}
OCML float __ocml_hypot_f32(float x, float y) {
  u32 a = bits(magnitude(x)), b = bits(magnitude(y));
  float large = real(a > b ? a : b), little = real(a > b ? b : a);
  float r = length(large, little);
  if (__builtin_expect(bits(large) - 0x25800000u >= 0x38000000u, 0)) r = rareLength(large, little);
  return r;
}
HALVES1(round)
C1(logb)
C2(nextafter)
C2(fmod)
C2(remainder)
C2(hypot)
