// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The inverses of the error function, its complement and the normal distribution.
#include "complement.h"

// The x for which erfc is y, for small y: Newton's method for the logarithm of erfc.
RARE double smallInverse(double y) {
  double l = y < 0x1p-1022 ? logarithm(parts(y * 0x1p+54)) - 54 * 0x1.62e42fefa39efp-1
                           : logarithm(parts(y));
  double x = rootOf(-l - 0.5 * logarithm(parts(-l)) - 0x1.2p-1, 0);
  for (int i = 0; i < 4; ++i) {
    Pair f = scaledComplement(x);
    double gap = fma(-x, x, logarithm(parts(f.high)) - l);
    x = fma(gap * f.high, 0x1.c5bf891b4ef6bp-1, x);
  }
  return x;
}
// x is 1 - y, and product 1 - x^2: the polynomials are in w = -log(product) and in its root.
INSIDE double inverseOf(double x, double y, double product) {
  constexpr double near[] = {0x1.a755e7c99ae87p+0,   0x1.ebd80d9b13e23p-3,  -0x1.8b6c33114fb88p-8,
                             -0x1.845769484d958p-11, 0x1.879c2a2144271p-13, -0x1.d1d1f7b9a38bp-17,
                             -0x1.6e8a5445fe62dp-20, 0x1.c6b4f5f628cb5p-22, -0x1.f36cd336864abp-26,
                             -0x1.1a9e3e15d0b32p-28, 0x1.20f460c08591dp-30, -0x1.dc575f2d20156p-35,
                             -0x1.c8816198b398bp-37, 0x1.729f4901614c6p-39, -0x1.6f89f23e1c06fp-44,
                             -0x1.6d1ba0ad29f04p-45, 0x1.df19e59a577eep-48, 0x1.733220051615ep-56,
                             -0x1.356527e5cc333p-53, 0x1.9d11b384010abp-57, 0x1.8687a9158086bp-60,
                             -0x1.8fa081b9b6a52p-63, -0x1.480bfa50a6ee1p-68};
  constexpr double far[] = {0x1.8abcc380d5a48p+1,  0x1.0158a6d641d3p+0,    0x1.5ffcfe5b74d71p-8,
                            -0x1.ebadabb828d2ap-9, 0x1.468eeca637607p-9,   -0x1.ba92414933c46p-10,
                            0x1.f3cc554c51dd4p-11, -0x1.7448a46f3b82cp-12, 0x1.932d5ccf09c56p-16,
                            0x1.1e67e32b12fb3p-14, -0x1.8cf0b732790f2p-15, 0x1.a2a5d2466672ep-17,
                            0x1.88b83fd740438p-19, -0x1.0d8d1d16b4cb7p-18, 0x1.920d1a5c37a4bp-20,
                            0x1.6bb40f2252c1bp-26, -0x1.21e8172443a75p-22, 0x1.8050cba444ec7p-24};
  double w = magnitude(logarithm(parts(product)));
  if (usual(high(w) < 0x40190000)) return x * polynomial(near, w - 3.125);          // 6.25
  if (usual(high(w) < 0x40300000)) return x * polynomial(far, rootOf(w, 0) - 3.25); // 16
  return smallInverse(y);
}
OCML double __ocml_erfinv_f64(double x) {
  double a = magnitude(x), y = 1 - a, r;
  if (usual(a < 1))
    r = inverseOf(a, y, y * (1 + a));
  else
    r = a == 1 ? infinity() : notNumber();
  return __builtin_copysign(r, x);
}
INSIDE double complementInverse(double x) {
  double y = x > 1 ? 2 - x : x, r;
  if (usual(y >= 0x1p-1000))
    r = inverseOf(1 - y, y, y * (2 - y));
  else
    r = y > 0 ? smallInverse(y) : y == 0 ? infinity() : notNumber();
  return x > 1 ? -r : r;
}
OCML double __ocml_erfcinv_f64(double x) { return complementInverse(x); }
OCML double __ocml_ncdfinv_f64(double x) {
  return -0x1.6a09e667f3bcdp+0 * complementInverse(x + x);
}
