// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Cube roots and norms.
#include "core.h"

// x is m 2^(3 n), with m between 1 and 8, for normal x > 0; y approximates the reciprocal cube root
// of m to float's precision, and gap is 1 - m y^3.
struct Cube {
  double m, y, gap;
  Pair square; // m y^2
  int n;
};
INSIDE Cube cube(double x) {
  u32 h = high(x), third = (h >> 20) * 0x5556 >> 16; // of the exponent field
  double m = join(h - (third - 341) * 0x300000, (u32)bits(x));
  // m as a float, and the float as a double, by their bits.
  float f = real((high(m) - 0x38000000) << 3 | (u32)bits(m) >> 29);
  u32 g = bits(binaryExponential(binaryLogarithm(f) * (-1.0f / 3)));
  double y = join((g >> 3) + 0x38000000, g << 29);
  Pair p = product(m, y * y);
  return {m, y, fma(-p.high, y, 1.0), p, (int)third - 341};
}
// (m y^2) (1 - gap)^(-2/3). A third of the product's rounding error is added to the root.
INSIDE double cubeRoot(double x, int more) {
  Cube c = cube(x);
  double e = c.gap, low = c.square.low * (1.0 / 3);
  low = fma(c.square.high * e, fma(e, 5.0 / 9, 2.0 / 3), low);
  return shifted(c.square.high + low, c.n + more);
}
INSIDE double inverseCubeRoot(double x, int more) {
  Cube c = cube(x);
  double e = c.gap;
  return shifted(fma(c.y * e, fma(e, 2.0 / 9, 1.0 / 3), c.y), more - c.n);
}
OCML double __ocml_cbrt_f64(double x) {
  double a = magnitude(x), r;
  if (usual(ordinary(a)))
    r = cubeRoot(a, 0);
  else
    r = a == 0 || !(a < infinity()) ? a : cubeRoot(a * 0x1p+54, -18);
  return __builtin_copysign(r, x);
}
OCML double __ocml_rcbrt_f64(double x) {
  double a = magnitude(x), r;
  if (usual(ordinary(a)))
    r = inverseCubeRoot(a, 0);
  else
    r = a == 0 ? infinity() : a == infinity() ? 0 : a != a ? a : inverseCubeRoot(a * 0x1p+54, 18);
  return __builtin_copysign(r, x);
}

// sqrt(a^2 + b^2), a >= b, where the larger square is far from the ends of the range.
INSIDE double length(double a, double b) {
  double q = b * b, s = fma(a, a, q);
  return rootOf(s, fma(a, a, q - s) + fma(b, b, -q));
}
RARE double rareLength(double a, double b) {
  if (a == infinity() || b == infinity()) return infinity();
  if (a != a || b != b || a == 0) return a + b;
  return a > 1 ? length(a * 0x1p-600, b * 0x1p-600) * 0x1p+600
               : length(a * 0x1p+600, b * 0x1p+600) * 0x1p-600;
}
OCML double __ocml_hypot_f64(double x, double y) {
  u64 a = bits(magnitude(x)), b = bits(magnitude(y));
  double large = real(a > b ? a : b), little = real(a > b ? b : a);
  bool plain = (u32)(bits(large) >> 32) - 0x23d00000u < 0x3b600000u; // 2^-450 to 2^500
  return usual(plain) ? length(large, little) : rareLength(large, little);
}
