// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions with exact results: remainders, exponents, neighbours.
#include "core.h"

OCML double __ocml_round_f64(double x) {
  // The number below one half: adding it never reaches the next integer too early.
  return __builtin_trunc(x + __builtin_copysign(0x1.fffffffffffffp-2, x));
}
OCML double __ocml_fdim_f64(double x, double y) { return x <= y ? 0 : x - y; }
OCML double __ocml_logb_f64(double x) {
  double a = magnitude(x);
  bool tiny = a < 0x1p-1022;
  u32 e = high(tiny ? a * 0x1p+54 : a) >> 20;
  // An exponent that is added to the last bits of 2^52.
  double r = join(0x43300000, e) - (0x1p+52 + (tiny ? 1077 : 1023));
  if (!usual(ordinary(a))) r = a == 0 ? -infinity() : a < infinity() ? r : a;
  return r;
}
OCML double __ocml_nextafter_f64(double x, double y) {
  u64 b = bits(x);
  // Away from zero if both or neither of these hold.
  u64 next = (x < y) == !(b >> 63) ? b + 1 : b - 1;
  double r = x == 0 ? __builtin_copysign(0x1p-1074, y) : real(next);
  return x == y ? y : x != x || y != y ? x + y : r;
}

// The remainder of a divided by b as integers of equal exponent: a 2^more % b.
INSIDE u64 longRemainder(u64 a, u64 b, int more) {
  a %= b;
  for (; more > 0; more -= 11) a = (a << (more < 11 ? more : 11)) % b;
  return a;
}
struct Digits {
  u64 digits;
  int exponent;
};
INSIDE Digits digitsOf(double a) {
  int e = (int)(high(a) >> 20);
  u64 m = bits(a) & 0xfffffffffffff;
  return e ? Digits{m | 0x10000000000000, e} : Digits{m, 1};
}
// digits 2^(exponent - 1) times the smallest number, exact.
INSIDE double compose(u64 digits, int exponent) {
  return (double)(long long)digits * 0x1p-1074 * power2((exponent - 1) / 2) *
         power2(exponent - 1 - (exponent - 1) / 2);
}
// fmod for a >= b > 0, both finite, or where it is undefined.
RARE double rareRemainder(double a, double b) {
  if (!(a < infinity()) || b == 0 || b != b) return a != a ? a : b != b ? b : notNumber();
  if (a < b) return a;
  Digits m = digitsOf(a), d = digitsOf(b);
  return compose(longRemainder(m.digits, d.digits, m.exponent - d.exponent), d.exponent);
}
// Whether all operands and results are normal, and b and the quotient, below 2^48, are such that
// subtracting their product is exact.
INSIDE bool simple(double a, double b) {
  u32 top = high(b);
  return top - 0x03000000u < 0x78000000u && high(a) < top + 0x03000000u;
}
OCML double __ocml_fmod_f64(double x, double y) {
  double a = magnitude(x), b = magnitude(y), r;
  if (usual(simple(a, b))) {
    double q = __builtin_trunc(a * inverse(b));
    r = fma(-q, b, a); // the quotient may be one too large
    r = r < 0 ? r + b : r;
    r = r >= b ? r - b : r;
  } else {
    r = rareRemainder(a, b);
  }
  return __builtin_copysign(r, x);
}
// The remainder nearest to zero, from r = a - q b; a tie gives the one for the even q.
INSIDE double nearestRemainder(double r, double b, bool odd) {
  double m = magnitude(r), rest = b - m;
  bool next = m > rest || (m == rest && odd);
  return next ? __builtin_copysign(rest, -r) : r;
}
RARE double rareNearest(double a, double b) {
  if (!(a < infinity()) || !(b > 0)) return a != a ? a : b != b ? b : notNumber();
  if (b == infinity()) return a;
  double r = b < 0x1p+1023 ? rareRemainder(a, b + b) : a;
  bool odd = r >= b;
  r = odd ? r - b : r;
  return nearestRemainder(r, b, odd);
}
OCML double __ocml_remainder_f64(double x, double y) {
  double a = magnitude(x), b = magnitude(y), r;
  if (usual(simple(a, b))) {
    Whole q = nearest(a * inverse(b), 1);
    r = nearestRemainder(fma(-q.value, b, a), b, q.n & 1);
  } else {
    r = rareNearest(a, b);
  }
  return join(high(r) ^ (high(x) & 0x80000000), (u32)bits(r));
}
