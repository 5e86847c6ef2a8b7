// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The error function, its complement and the normal distribution.
#include "complement.h"

OCML double __ocml_erf_f64(double x) {
  double a = magnitude(x), z = a * a;
  constexpr double near[] = {0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b2p-4,
                             -0x1.b82ce31284999p-6,  0x1.565bcd0db0257p-8,   -0x1.c02db3d8eb6ddp-11,
                             0x1.f9a321a0e7e67p-14,  -0x1.f4d1df34f634dp-17, 0x1.b9def16307676p-20,
                             -0x1.5f1d34b5e3c78p-23, 0x1.f7a3fb41f575ep-27,  -0x1.386a77a43abf6p-30,
                             0x1.0578dfe82b777p-34};
  // erfc(a) e^z as a polynomial in 1 / (a + 2), with the accuracy that one minus its product with
  // e^-z needs.
  constexpr double far[] = {0x1.bf7c43b86e79cp-3,  0x1.8a6feba8827e2p+0, 0x1.c3499e8878003p+1,
                            0x1.3ba114e654febp+2,  0x1.bc88efc44c66fp+0, -0x1.a15ac6d7ec7f9p+2,
                            -0x1.7c47714323ce7p+2, 0x1.d617c5e46d57dp+3, 0x1.94157b233622cp+3,
                            -0x1.846bcbd34f45ep+5, -0x1.8b09679fa218p+2, 0x1.52f426eafe14dp+7,
                            -0x1.a848d4d4bdf4fp+7};
  double b = high(a) < 0x40180000 ? a : 6; // where the function is one
  Scaled e = exponential(-(b * b));
  double v = polynomial(far, inverse(b + 2) - 0x1.d1745d1745d17p-3);
  double r = choose(high(a) < 0x3ff00000, fma(a, polynomial(near, z), a),
                    fma(-v, shifted(e.value, e.n), 1));
  return x != x ? x : __builtin_copysign(r, x);
}
// The product with an exponential.
INSIDE Scaled times(Pair f, Scaled e) { return {fma(f.high, e.value, f.low * e.value), e.n}; }

OCML double __ocml_erfc_f64(double x) {
  double a = magnitude(x);
  a = high(a) < 0x40440000 ? a : 40; // where the function is 0 or 2
  double z = a * a;
  Scaled r = times(scaledComplement(a), exponential(-z, -fma(a, a, -z)));
  double v = usual(high(a) < 0x403a0000) ? shifted(r.value, r.n) : a < 28 ? scaled(r) : 0; // 26
  v = x < 0 ? 2 - v : v;
  // 1 - erf(x), where the product accumulates the errors of many steps.
  constexpr double near[] = {0x1.20dd750429b6dp+0,  -0x1.812746b0378bap-2,  0x1.ce2f21a02fda5p-4,
                             -0x1.b82ce309cf9eap-6, 0x1.565bcadb51f46p-8,   -0x1.c02d0bf86a9eap-11,
                             0x1.f9849f893c59p-14,  -0x1.f17ef41b2efb9p-17, 0x1.866a82091ed97p-20};
  v = choose(high(a) < 0x3fe00000, fma(-x, polynomial(near, z), 1.0), v);
  return x != x ? x : v;
}
OCML double __ocml_erfcx_f64(double x) {
  double a = magnitude(x), z = a * a;
  if (!usual(high(a) < 0x41b00000)) // 2^28, above which it is 1 / (a sqrt(pi))
    return x != x ? x : x < 0 ? infinity() : 0x1.20dd750429b6dp-1 / a;
  Pair f = scaledComplement(a);
  double v = f.high + f.low;
  if (x < 0) {
    // erfcx(x) + erfcx(-x) is 2 e^(x^2).
    Scaled e = exponential(z, fma(a, a, -z));
    e.n++;
    v = a < 26.5 ? shifted(e.value, e.n) - v : a < 27 ? scaled(e) : infinity();
  }
  return v;
}
// erfc(-x / sqrt(2)) / 2.
OCML double __ocml_ncdf_f64(double x) {
  double a = magnitude(x);
  a = high(a) < 0x40490000 ? a : 50; // where the function is 0 or 1
  constexpr double root = 0x1.6a09e667f3bcdp-1;
  double b = a * root, h = 0.5 * a, z = h * a;
  // The rounding error of b: corrected with the function's derivative.
  double low = fma(a, -0x1.bdd3413b26456p-55, fma(a, root, -b));
  Pair f = scaledComplement(b);
  f.low = fma(fma(b + b, f.high, -0x1.20dd750429b6dp+0), low, f.low);
  Scaled r = times(f, exponential(-z, -fma(h, a, -z)));
  r.n--;
  double v = usual(high(a) < 0x40428000) ? shifted(r.value, r.n) : a < 39 ? scaled(r) : 0; // 37
  return x != x ? x : x > 0 ? 1 - v : v;
}
