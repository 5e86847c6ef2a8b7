// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Products and quotients of _Complex numbers, which compilers call if infinities and NaN matter
// (C11, Annex G.5.1).
#include "device.h"

INSIDE bool isNaN(double x) { return x != x; }
INSIDE bool isInf(double x) { return (bits(x) & 0x7fffffffffffffffull) == 0x7ff0000000000000ull; }
INSIDE bool isFinite(double x) { return (bits(x) >> 52 & 0x7ff) != 0x7ff; }
// An infinite part becomes 1, a finite one 0, with its sign.
INSIDE double box(double x) { return __builtin_copysign(isInf(x) ? 1.0 : 0.0, x); }
INSIDE double numbered(double x) { return isNaN(x) ? __builtin_copysign(0.0, x) : x; }

struct Pair {
  double re, im;
};
INSIDE Pair product(double a, double b, double c, double d, Pair r) {
  if (!isNaN(r.re) || !isNaN(r.im)) return r;
  bool again = false;
  double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  if (isInf(a) || isInf(b)) {
    a = box(a), b = box(b), c = numbered(c), d = numbered(d);
    again = true;
  }
  if (isInf(c) || isInf(d)) {
    c = box(c), d = box(d), a = numbered(a), b = numbered(b);
    again = true;
  }
  if (!again && (isInf(ac) || isInf(bd) || isInf(ad) || isInf(bc))) {
    a = numbered(a), b = numbered(b), c = numbered(c), d = numbered(d);
    again = true;
  }
  if (again) {
    double inf = __builtin_inf();
    r = {inf * (a * c - b * d), inf * (a * d + b * c)};
  }
  return r;
}
API float _Complex __mulsc3(float a, float b, float c, float d) {
  Pair r = product(a, b, c, d, {a * c - b * d, a * d + b * c});
  return __builtin_complex((float)r.re, (float)r.im);
}
API double _Complex __muldc3(double a, double b, double c, double d) {
  Pair r = product(a, b, c, d, {a * c - b * d, a * d + b * c});
  return __builtin_complex(r.re, r.im);
}

PURE double __ocml_ldexp_f64(double, int);
INSIDE Pair quotient(double a, double b, double c, double d) {
  // Scale the divisor to about 1, so that its square neither overflows nor underflows.
  double m = __builtin_fmax(__builtin_fabs(c), __builtin_fabs(d));
  int e = isFinite(m) && m != 0 ? (int)(bits(m) >> 52 & 0x7ff) - 1023 : 0;
  c = __ocml_ldexp_f64(c, -e), d = __ocml_ldexp_f64(d, -e);
  double n = c * c + d * d;
  Pair r = {__ocml_ldexp_f64((a * c + b * d) / n, -e), __ocml_ldexp_f64((b * c - a * d) / n, -e)};
  if (!isNaN(r.re) || !isNaN(r.im)) return r;
  double inf = __builtin_inf();
  if (n == 0 && (!isNaN(a) || !isNaN(b))) {
    r = {__builtin_copysign(inf, c) * a, __builtin_copysign(inf, c) * b};
  } else if ((isInf(a) || isInf(b)) && isFinite(c) && isFinite(d)) {
    a = box(a), b = box(b);
    r = {inf * (a * c + b * d), inf * (b * c - a * d)};
  } else if (isInf(m) && isFinite(a) && isFinite(b)) {
    c = box(c), d = box(d);
    r = {0.0 * (a * c + b * d), 0.0 * (b * c - a * d)};
  }
  return r;
}
API float _Complex __divsc3(float a, float b, float c, float d) {
  Pair r = quotient(a, b, c, d);
  return __builtin_complex((float)r.re, (float)r.im);
}
API double _Complex __divdc3(double a, double b, double c, double d) {
  Pair r = quotient(a, b, c, d);
  return __builtin_complex(r.re, r.im);
}
