// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The gamma function by Stirling's formula; arguments below 8 are shifted by eight. The log-gamma
// function by Stirling's series from 3 on, by a polynomial between its zeros below, and for negative
// numbers as the logarithm of a product.
#include "binary.h"

extern "C" __attribute__((device, const)) double __ocml_sinpi_f64(double);
extern "C" __attribute__((device, const)) double gohip_lgammaNearZero(double);

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

// The logarithm of x + low, for a normal number and a small one, as the sum of two numbers.
INSIDE Pair naturalPair(double x, double low) {
  Parts p = parts(x);
  double k = p.k;
  Pair s = fastSum(k * ln2High, p.f);
  s.low -= logarithmGap(p.f, fma(k, ln2Low, low * inverse(x)));
  return s;
}
// The log-gamma function for 2^-1000 < a < 2^1000 as the sum of two numbers.
INSIDE Pair logGamma(double a) {
  // lgamma(z) / ((z - 1) (z - 2)) as a function of z - 2, for z from 1 to 3.
  constexpr double first = 0x1.b0ee6072093cep-2,
                   more[] = {
                       -0x1.9ae6509ea109fp-4,  0x1.0e0c9df2935cep-5,   -0x1.95ce223a9ccefp-7,
                       0x1.479748539658fp-8,   -0x1.145121f98a3c7p-9,  0x1.dfebcf9e3a196p-11,
                       -0x1.a96a401fda6e3p-12, 0x1.7ed73069f642cp-13,  -0x1.5c86b33a29beep-14,
                       0x1.402f77c319948p-15,  -0x1.2850b6e854fap-16,  0x1.13dbddcd4c38ep-17,
                       -0x1.022884cee4d11p-18, 0x1.e63dd1f85f483p-20,  -0x1.cac9f4fe7556fp-21,
                       0x1.a91686d709253p-22,  -0x1.936479fb9046fp-23, 0x1.bf8db5e33a58dp-24,
                       -0x1.ac03e6dbcadd4p-25, 0x1.962bc62ce7761p-28,  -0x1.77288613c1092p-29,
                       0x1.16378b8e8e56cp-26,  -0x1.0d77de0390873p-27, -0x1.285a3a5829ddp-28,
                       0x1.206dee4c838a5p-29,  0x1.b0d6e55603b75p-30,  -0x1.a3f97b5464f9ap-31};
  // The rest of Stirling's series times a, as a function of 1 / a.
  constexpr double series[] = {
      0x1.5555555555558p-4,  -0x1.6e753992ca9f4p-45, -0x1.6c16c15d2ec2cp-9,  -0x1.e41a5b55a894fp-32,
      0x1.a01bfae6c661ap-11, -0x1.3514dc70b84d8p-22, -0x1.363a063dddf55p-11, -0x1.d0a253833c042p-16,
      0x1.002b1d3f4ace4p-10, -0x1.6fab8cb6a52aep-12, -0x1.f7fb7ca3e9acep-10, 0x1.8f9cfece598ecp-9,
      -0x1.91dd3c4964018p-10};
  Pair l = naturalPair(a, 0);
  if (a >= 3) {
    // (a - 1/2) (log(a) - 1) + (log(2 pi) - 1) / 2 + ...
    Pair p = product(a - 0.5, l.high - 1);
    double w = inverse(a), rest = fma(w, polynomial(series, w), 0x1.acfe390c97d69p-2);
    return fastSum(p.high, fma(a - 0.5, l.low, p.low + rest));
  }
  // Below 1 that of a + 1 minus log(a).
  bool small = a < 1;
  double v = choose(small, a - 1, a - 2);
  Pair m = product(v, choose(small, a, a - 1)), s = fastSum(first, v * polynomial(more, v));
  double near = fma(m.high, s.high, fma(m.low, s.high, m.high * s.low));
  return {choose(small, -l.high, 0), near - choose(small, l.low, 0)};
}
INSIDE Pair times(Pair a, double b) {
  Pair p = product(a.high, b);
  return {p.high, fma(a.low, b, p.low)};
}
// The logarithm of the absolute value for -18 < x < 0, where x is no integer. With x = e - m and an
// integer m it is that of 1 / (gamma(1 + e) e (1 - e) ... (m - e)), to about 62 bits.
INSIDE double logGammaBelow(double x) {
  // 1 / gamma(1 + e): the first terms, and the sum of the others divided by the power of e.
  constexpr Pair terms[] = {{1, 0},
                            {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58},
                            {-0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56},
                            {-0x1.5815e8fa27048p-5, 0x1.b85ea59bc3638p-60},
                            {0x1.5512320b43fbep-3, 0x1.77e9bfd84d0f8p-57},
                            {-0x1.59af103c34092p-5, -0x1.ef8da0241c465p-59}};
  constexpr double others[] = {
      -0x1.3b4af28483e28p-7,  0x1.d919c527f60bp-8,   -0x1.317112ce363d5p-10,
      -0x1.c364fe6f12ddcp-13, 0x1.0c8a78c7e4cd2p-13, -0x1.51ce8af82bd0cp-16,
      -0x1.4fad11066bf51p-20, 0x1.30250dc552e59p-20, -0x1.b9a43bc345fd5p-23,
      0x1.a42d6f69326d4p-28,  0x1.5d060cc4ad429p-28, -0x1.430d84fed524cp-30};
  double t = 0x1.8p+52 - x, m = t - 0x1.8p+52, e = x + m;
  Pair g = fastSum(terms[5].high, e * polynomial(others, e));
  g.low += terms[5].low;
#pragma unroll
  for (int i = 4; i >= 0; --i) {
    g = sum(terms[i].high, times(g, e));
    g.low += terms[i].low;
  }
  Pair p = times(g, magnitude(e));
#pragma unroll 1
  for (double k = 1; k <= m; k += 1) p = times(p, fastSum(k, -e));
  Pair l = naturalPair(p.high, p.low);
  return -(l.high + l.low);
}
// Arguments that are zero, not finite, very small or very large.
RARE double rareLogGamma(double x) {
  double a = magnitude(x);
  if (a < 1) return a == 0 ? infinity() : 0x1.1542457337d43p+6 - logarithm(parts(a * 0x1p+100));
  if (x != x) return x;
  if (x < 0 || a == infinity()) return infinity();
  return a * (logarithm(parts(a)) - 1);
}
OCML double __ocml_lgamma_f64(double x) {
  double a = magnitude(x);
  if (!usual(a > 0x1p-1000 && a < 0x1p+1000)) return rareLogGamma(x);
  if (x > -18 && x < 0) {
    if (x == __builtin_rint(x)) return infinity();
    double r = logGammaBelow(x);
    return usual(x > -2 || magnitude(r) > 0x1p-10) ? r : gohip_lgammaNearZero(x);
  }
  Pair g = logGamma(a);
  if (x < 0) {
    // gamma(x) gamma(-x) is -pi / (a sin(pi a)).
    double sine = magnitude(__ocml_sinpi_f64(a));
    if (sine == 0) return infinity();
    Pair t = product(a, sine), q = times(t, 0x1.45f306dc9c883p-2);
    q.low += t.high * -0x1.6b01ec5417056p-56;
    Pair l = naturalPair(q.high, q.low), s = sum(g.high, l);
    return -(s.high + (s.low + g.low));
  }
  return g.high + g.low;
}
