// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The gamma function by Stirling's formula; arguments below 8 are shifted by eight.
#include "binary.h"

extern "C" __attribute__((device, const)) double __ocml_sinpi_f64(double);

// For any two numbers; the second one may be a double-double number.
INSIDE Pair sum(double a, Pair b) {
  double s = a + b.high, t = s - a;
  return {s, ((a - (s - t)) + (b.high - t)) + b.low};
}
INSIDE Pair times(Pair a, Pair b) {
  Pair p = product(a.high, b.high);
  return fastSum(p.high, p.low + fma(a.high, b.low, a.low * b.high));
}
// a (a + 1) ... (a + 7): factors from both ends combine to products b, b + 6, b + 10 and b + 12.
INSIDE Pair eightFactors(double a) {
  Pair s = product(a, a), t = product(a, 7), b = sum(t.high, s);
  b.low += t.low;
  return times(times(b, sum(6, b)), times(sum(10, b), sum(12, b)));
}
// The logarithm of (y / e)^y / sqrt(y) at y + low, to the base 2, for y >= 8; w is 1 / y.
INSIDE Pair stirlingExponent(double y, double low, double w) {
  Pair l = binaryPair(y, 0), m = product(y, log2E);
  double k = y - 0.5;
  Pair e = exponentOf(l, k), s = fastSum(e.high, -m.high);
  double rest = e.low - fma(y, 0x1.777d0ffda0d24p-56, m.low);
  return fastSum(s.high, s.low + fma(low, fma(w, -0.5 * log2E, l.high), rest));
}
OCML double __ocml_tgamma_f64(double x) {
  constexpr double series[] = {0x1.40d931ff62706p+1,  0x1.abcc42a9d888p-3,    0x1.1d32d71cc747ap-7,
                               -0x1.b8793079e1366p-8, -0x1.2d91169102707p-11, 0x1.0190327f0bf36p-9,
                               0x1.7788201417552p-13, -0x1.911d09acef3c5p-10, 0x1.3d5e3c7b9ffdfp-13,
                               0x1.565e1aac95c8ep-10};
  double a = magnitude(x);
  if (!usual(high(a) >= 0x3c900000)) return 1 / x; // 2^-54
  bool near = high(a) < 0x40200000;                // 8
  double y = a < 200 ? a : 200;                    // where the function is infinite or zero
  y = near ? a + 8 : y;
  double w = inverse(y), over = polynomial(series, w);
  Pair e = stirlingExponent(y, near ? (8 - y) + a : 0, w);
  Pair factors = near ? eightFactors(a) : Pair{1, 0}, quotient;
  if (x < 0) {
    // gamma(x) gamma(-x) is -pi / (a sin(pi a)).
    constexpr Pair pi = {-0x1.921fb54442d18p+1, -0x1.1a62633145c07p-53};
    double sine = __ocml_sinpi_f64(a);
    if (sine == 0 || sine != sine) return notNumber();
    quotient = quotientPair(times(factors, pi), product(a * sine, over));
    e = {-e.high, -e.low};
  } else {
    quotient = quotientPair({over, 0}, factors);
  }
  Scaled r = exponential2(e.high, e.low);
  r.value = fma(quotient.high, r.value, quotient.low * r.value);
  return x != x ? x : scaled(r);
}
