// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Logarithms, inverse hyperbolic functions and powers.
#include "binary.h"

// For arguments that are not normal, finite and positive; `from` computes the logarithm of normal
// numbers.
template <double from(double, int)> BRANCH double rareLogarithm(double x) {
  if (x != x || x == infinity()) return x;
  if (x == 0) return -infinity();
  return x < 0 ? notNumber() : from(x * 0x1p+54, -54);
}
INSIDE double naturalOf(double x, int more) {
  Parts p = parts(x);
  return logarithm({p.f, p.k + more});
}
OCML double __ocml_log_f64(double x) {
  return usual(ordinary(x)) ? naturalOf(x, 0) : rareLogarithm<naturalOf>(x);
}

// The logarithm to a base: `inverse` is the reciprocal of the base's logarithm, and `two` is log(2)
// to that base; its high part leaves room for k.
INSIDE double toBase(double x, int more, Pair inverse, Pair two) {
  Parts p = parts(x);
  double k = p.k + more;
  Pair l = fastSum(p.f, -logarithmGap(p.f, 0)), v = product(l.high, inverse.high);
  double low = v.low + fma(l.low, inverse.high, l.high * inverse.low);
  Pair s = fastSum(k * two.high, v.high);
  return s.high + (s.low + fma(k, two.low, low));
}
INSIDE double binaryOf(double x, int more) {
  return toBase(x, more, {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}, {1, 0});
}
OCML double __ocml_log2_f64(double x) {
  return usual(ordinary(x)) ? binaryOf(x, 0) : rareLogarithm<binaryOf>(x);
}
INSIDE double decimalOf(double x, int more) {
  return toBase(x, more, {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57},
                {0x1.34413509f78p-2, 0x1.fef311f12b358p-46});
}
OCML double __ocml_log10_f64(double x) {
  return usual(ordinary(x)) ? decimalOf(x, 0) : rareLogarithm<decimalOf>(x);
}

// log(1 + x + low) for -1 < x < 2^1000, with low below x's last place.
INSIDE double oneMore(double x, double low) {
  u32 h = high(1 + x) + (0x3ff00000 - 0x3fe6a09e);
  int n = (int)(h >> 20) - 1023;
  double k = n, s = power2(-n), f = fma(x, s, s - 1);
  return fma(k, ln2High, f - logarithmGap(f, fma(k, ln2Low, low * s * inverse(1 + f))));
}
INSIDE double oneMore(double x) {
  u32 h = high(1 + x) + (0x3ff00000 - 0x3fe6a09e);
  int n = (int)(h >> 20) - 1023;
  double k = n, s = power2(-n), f = fma(x, s, s - 1);
  return fma(k, ln2High, f - logarithmGap(f, k * ln2Low));
}
OCML double __ocml_log1p_f64(double x) {
  if (usual(x > -1 && x < 0x1p+1000)) return __builtin_copysign(oneMore(x), x);
  if (x >= 0x1p+1000) return __ocml_log_f64(x);
  return x == -1 ? -infinity() : x != x ? x : notNumber();
}

// log(x + sqrt(x^2 + 1)) is log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
OCML double __ocml_asinh_f64(double x) {
  double a = magnitude(x), r;
  if (usual(a < 0x1p+28)) {
    Pair z = product(a, a);
    Pair one = {1 + z.high, 0};
    one.low = z.high > 1 ? (z.high - one.high) + 1 : (1 - one.high) + z.high;
    Pair s = rootPair(one.high, one.low + z.low), d = fastSum(s.high, 1);
    Pair q = quotientPair(z, {d.high, d.low + s.low});
    double sum = a + q.high, low = a > q.high ? (a - sum) + q.high : (q.high - sum) + a;
    r = oneMore(sum, low + q.low);
  } else {
    r = a == infinity() || a != a ? a : logarithm(parts(a)) + 0x1.62e42fefa39efp-1;
  }
  return __builtin_copysign(r, x);
}
// With t = x - 1: log1p(t + sqrt(2 t + t^2)).
OCML double __ocml_acosh_f64(double x) {
  if (usual(x >= 1 && x < 0x1p+28)) {
    double t = x - 1, u = t + 2;
    Pair z = product(t, u);
    Pair s = rootPair(z.high, fma(t, t > 2 ? (t - u) + 2 : (2 - u) + t, z.low));
    double sum = s.high + t; // the root is the larger term
    return oneMore(sum, ((s.high - sum) + t) + s.low);
  }
  if (x >= 0x1p+28) return x == infinity() ? x : logarithm(parts(x)) + 0x1.62e42fefa39efp-1;
  return x != x ? x : notNumber();
}
// Half of log1p(2 x / (1 - x)).
OCML double __ocml_atanh_f64(double x) {
  double a = magnitude(x);
  if (usual(a < 1)) {
    double d = 1 - a;
    Pair q = quotientPair(a + a, d);
    // The rounding error of 1 - a corrects the quotient.
    double low = fma((1 - d) - a, -q.high * inverse(d), q.low);
    return __builtin_copysign(0.5 * oneMore(q.high, low), x);
  }
  return a == 1 ? __builtin_copysign(infinity(), x) : x != x ? x : notNumber();
}

INSIDE bool isWhole(double y) { return __builtin_trunc(y) == y; }
INSIDE bool isOdd(double y) {
  return magnitude(y) < 0x1p+53 && isWhole(y) && (u64)magnitude(y) & 1;
}
RARE double rarePower(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  double a = magnitude(x), r;
  bool odd = isOdd(y);
  if (magnitude(y) == infinity()) return a == 1 ? 1 : (a < 1) == (y < 0) ? infinity() : 0;
  if (a == 0 || a == infinity()) {
    r = (a == 0) == (y < 0) ? infinity() : 0;
  } else {
    if (x < 0 && !isWhole(y)) return notNumber();
    bool tiny = a < 0x1p-1022;
    Pair p = exponentOf(binaryPair(tiny ? a * 0x1p+54 : a, tiny ? -54 : 0), y);
    r = p.high >= 1025 ? infinity() : p.high <= -1076 ? 0 : scaled(exponential2(p.high, p.low));
  }
  return odd ? __builtin_copysign(r, x) : r;
}
OCML double __ocml_pow_f64(double x, double y) {
  double a = magnitude(x);
  Pair p = exponentOf(binaryPair(a, 0), y);
  if (!usual(ordinary(a) && magnitude(p.high) < 1022)) return rarePower(x, y);
  Scaled s = exponential2(p.high, p.low);
  double r = shifted(s.value, s.n);
  if (x < 0) {
    r = isOdd(y) ? -r : r;
    r = isWhole(y) ? r : notNumber();
  }
  return r;
}
OCML double __ocml_pown_f64(double x, int n) { return __ocml_pow_f64(x, n); }
