// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that C and OpenCL lack: Bessel functions, inverse error functions, the normal
// distribution, reciprocal roots and norms. The float functions round the results of the double
// functions.
#include "device.h"

PURE double __ocml_cbrt_f64(double);
PURE double __ocml_cos_f64(double);
PURE double __ocml_erf_f64(double);
PURE double __ocml_erfc_f64(double);
PURE double __ocml_exp_f64(double);
PURE double __ocml_fabs_f64(double);
PURE double __ocml_log_f64(double);
PURE double __ocml_log1p_f64(double);
PURE double __ocml_sin_f64(double);
PURE double __ocml_ldexp_f64(double, int);

INSIDE double infinity() { return __builtin_inf(); }
INSIDE double nan() { return __builtin_nan(""); }
constexpr double pi = 3.14159265358979323846;
constexpr double sqrtPi = 1.77245385090551602730;
constexpr double euler = 0.57721566490153286061;
constexpr double log2 = 0.69314718055994530942;

// Bessel functions of integer order.
struct Orders {
  double j, y;
};

// Hankel's asymptotic series, for x well above the order. Its terms decrease for about 2x terms;
// they are far below rounding before that.
INSIDE Orders hankel(int n, double x) {
  double mu = 4.0 * n * n, p = 1, q = 0, t = 1;
  for (int k = 1; k < 60; ++k) {
    double f = (mu - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k) / x;
    double next = t * f;
    if (__builtin_fabs(next) > __builtin_fabs(t) && k > n) break;
    t = next;
    if (k & 1)
      q += k & 2 ? -t : t;
    else
      p += k & 2 ? -t : t;
    if (__builtin_fabs(t) < 1e-18) break;
  }
  // cos and sin of x - n pi/2 - pi/4, without subtracting from a large x.
  double s = __ocml_sin_f64(x), c = __ocml_cos_f64(x), r = 0.70710678118654752440;
  double cosA = r * (c + s), sinA = r * (s - c), cosB, sinB;
  switch (n & 3) {
  case 0:
    cosB = cosA, sinB = sinA;
    break;
  case 1:
    cosB = sinA, sinB = -cosA;
    break;
  case 2:
    cosB = -cosA, sinB = -sinA;
    break;
  default:
    cosB = -sinA, sinB = cosA;
    break;
  }
  // The root of a quotient that is never subnormal.
  bool far = x > 0x1p+900;
  double scale = __builtin_sqrt(2 / pi / (far ? x * 0x1p-200 : x)) * (far ? 0x1p-100 : 1);
  return {scale * (p * cosB - q * sinB), scale * (p * sinB + q * cosB)};
}

// Miller's backward recurrence for J of orders 0, 1 and n, scaled by
// J0 + 2 (J2 + J4 + ...) = 1, and Neumann's series for Y0 and Y1 on the way.
struct Miller {
  double j0, j1, jn, y0, y1;
};
INSIDE Miller miller(int n, double x) {
  int start = n > (int)x ? n : (int)x;
  start += 24 + (int)__builtin_sqrt(60.0 * (start + 1));
  start &= ~1;
  double above = 0, here = 1e-280, norm = 0, even = 0, odd = 0, jn = 0, j1 = 0;
  for (int k = start; k > 0; --k) {
    if (k == n) jn = here;
    if (k == 1) j1 = here;
    if (k & 1) {
      // Y1's term is (-1)^m (2m+1)/(m(m+1)) J(2m+1).
      double m = (k - 1) / 2;
      if (k > 1) odd += ((k - 1) / 2 & 1 ? -1.0 : 1.0) * (2 * m + 1) / (m * (m + 1)) * here;
    } else {
      norm += 2 * here;
      // Y0's term is (-1)^m J(2m)/m.
      double m = k / 2;
      even += (k / 2 & 1 ? -1.0 : 1.0) / m * here;
    }
    double below = 2.0 * k / x * here - above;
    above = here;
    here = below;
    if (__builtin_fabs(here) > 1e250) {
      double s = 1e-250;
      here *= s, above *= s, norm *= s, even *= s, odd *= s, jn *= s, j1 *= s;
    }
  }
  norm += here;
  if (n == 0) jn = here;
  double l = __ocml_log_f64(x / 2) + euler;
  Miller r;
  r.j0 = here / norm;
  r.j1 = j1 / norm;
  r.jn = jn / norm;
  r.y0 = 2 / pi * (l * r.j0 - 2 * (even / norm));
  r.y1 = -2 / (pi * x) * r.j0 + 2 / pi * ((l - 1) * r.j1 - odd / norm);
  return r;
}

// The power series of J of order n: (x/2)^n / n! (1 - x^2/4 / (n + 1) + ...), for x^2 < n + 1,
// where its terms decrease. The power and the factorial are combined factor by factor, so that
// neither leaves the range before the result does.
INSIDE double powerSeries(int n, double x) {
  double q = x * x / 4, t = 1, s = 1, r = 1;
  for (int k = 1; k < 20; ++k) {
    t *= -q / ((double)k * (k + n));
    s += t;
  }
  for (int k = 1; k <= n && r != 0; ++k) r *= x / 2 / k;
  return r * s;
}

INSIDE double besselJ(int n, double x) {
  if (x != x) return x;
  double sign = 1;
  if (n < 0) {
    n = -n;
    if (n & 1) sign = -sign;
  }
  // The functions of odd order are odd, also at zeros.
  if (__builtin_signbit(x) && n & 1) sign = -sign;
  x = __builtin_fabs(x);
  if (x == infinity()) return 0 * sign;
  if (x * x < n + 1.0) return sign * powerSeries(n, x);
  if (x > 30 && x > 0.75 * n * n) return sign * hankel(n, x).j;
  if (n > 20000) return 0;
  if (x > 20000) {
    // For large x and high order: the forward recurrence from orders 0 and 1 is stable below x.
    double a = hankel(0, x).j, b = hankel(1, x).j;
    for (int k = 1; k < n; ++k) {
      double c = 2.0 * k / x * b - a;
      a = b;
      b = c;
    }
    return sign * b;
  }
  return sign * miller(n, x).jn;
}
INSIDE double besselY(int n, double x) {
  if (x != x) return x;
  double sign = 1;
  if (n < 0) {
    n = -n;
    if (n & 1) sign = -sign;
  }
  if (x < 0) return nan();
  if (x == 0) return -infinity() * sign;
  if (x == infinity()) return 0;
  if (x > 30 && x > 0.75 * n * n) return sign * hankel(n, x).y;
  double a, b;
  if (x < 1e-9) {
    // The first terms of Neumann's series.
    a = 2 / pi * (__ocml_log_f64(x) + (euler - log2));
    b = -2 / pi / x;
  } else if (x > 30) {
    a = hankel(0, x).y;
    b = hankel(1, x).y;
  } else {
    Miller m = miller(0, x);
    a = m.y0;
    b = m.y1;
  }
  if (n == 0) return a;
  for (int k = 1; k < n && b > -infinity(); ++k) {
    double c = 2.0 * k / x * b - a;
    a = b;
    b = c;
  }
  return sign * b;
}
PURE double __ocml_j0_f64(double x) { return besselJ(0, x); }
PURE double __ocml_j1_f64(double x) { return besselJ(1, x); }
PURE double __ocml_y0_f64(double x) { return besselY(0, x); }
PURE double __ocml_y1_f64(double x) { return besselY(1, x); }
PURE double __gohip_jn_f64(int n, double x) { return besselJ(n, x); }
PURE double __gohip_yn_f64(int n, double x) { return besselY(n, x); }
PURE float __gohip_jn_f32(int n, float x) { return (float)besselJ(n, x); }
PURE float __gohip_yn_f32(int n, float x) { return (float)besselY(n, x); }

// Modified Bessel functions of the first kind: the power series, whose terms are positive, in
// double-double arithmetic, because each term accumulates the rounding errors of all before it; for
// large arguments, the asymptotic series.
INSIDE double besselI(int n, double x) {
  double a = __builtin_fabs(x);
  if (x != x) return x;
  double r = infinity(); // from 714 on
  if (a <= 30) {
    double q = a * a / 4, ql = __builtin_fma(a, a / 4, -q);
    double t = n == 0 ? 1 : a / 2, tl = 0, s = t, sl = 0;
    for (int k = 1; k < 200 && t > s * 1e-18; ++k) {
      double d = (double)k * (k + n), p = t * q;
      double pl = __builtin_fma(t, q, -p) + (t * ql + tl * q);
      t = p / d;
      tl = (__builtin_fma(-t, d, p) + pl) / d;
      double sum = s + t, low = sum - s;
      sl += ((s - (sum - low)) + (t - low)) + tl;
      s = sum;
    }
    r = s + sl;
  } else if (a < 1000) {
    double mu = 4.0 * n * n, t = 1, tail = 0;
    for (int k = 1; k < 60; ++k) {
      t *= -(mu - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k * a);
      tail += t;
      if (__builtin_fabs(t) < 1e-18) break;
    }
    // The sum over the root of 2 pi a, with their rounding errors; the exponential has its own.
    double s = 1 + tail, sl = tail - (s - 1), p = 2 * pi * a;
    double pl = __builtin_fma(2 * pi, a, -p) + a * 2.4492935982947064e-16;
    double root = __builtin_sqrt(p), rootl = (__builtin_fma(-root, root, p) + pl) / (2 * root);
    double q = s / root, ql = (__builtin_fma(-q, root, s) + (sl - q * rootl)) / root;
    // e^a overflows before the function does.
    double e = __ocml_exp_f64(a < 700 ? a : a / 2);
    r = a < 700 ? __builtin_fma(e, q, e * ql) : e * q * e;
  }
  return n == 1 ? __builtin_copysign(r, x) : r;
}
PURE double __ocml_i0_f64(double x) { return besselI(0, x); }
PURE double __ocml_i1_f64(double x) { return besselI(1, x); }

// e^(x^2) with x^2 in two parts.
INSIDE double expSquare(double x) {
  double h = x * x, l = __builtin_fma(x, x, -h);
  return __ocml_exp_f64(h) * (1 + l);
}
// erfc(x) e^(x^2) from x = 25 on: 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(4x^4) - ...)
INSIDE double scaledErfc(double x) {
  double q = 0.5 / x / x, t = 1, s = 1;
  for (int k = 1; k < 12; ++k) {
    t *= -(2.0 * k - 1) * q;
    s += t;
  }
  return s * (1 / sqrtPi) / x;
}
PURE double __ocml_erfcx_f64(double x) {
  if (x < 25) return x < -26.7 ? infinity() : expSquare(x) * __ocml_erfc_f64(x);
  return scaledErfc(x);
}

// The inverse of erfc on (0, 1]: an initial approximation with a few digits, then Halley's method
// on the form without logarithms, which cubes the error in each step.
INSIDE double inverseErfc(double y) {
  // erfc(x) = y <= 1. Winitzki's formula, its logarithm taken from y itself.
  double l = __ocml_log_f64(y * (2 - y)), a = 0.147;
  double b = 2 / (pi * a) + l / 2;
  double x = __builtin_sqrt(__builtin_fmax(0.0, __builtin_sqrt(b * b - l / a) - b));
  // The formula has fewer digits far out.
  int steps = y < 1e-100 ? 4 : 3;
  for (int i = 0; i < steps; ++i) {
    // e / (2/sqrt(pi) e^(-x^2)), e the excess of erfc(x) over y. Far out, where erfc has no
    // normal values and e^(x^2) overflows, both are scaled.
    double u = sqrtPi / 2;
    if (x < 25) {
      double e = y > 0.25 ? (1 - y) - __ocml_erf_f64(x) : __ocml_erfc_f64(x) - y;
      u *= e * expSquare(x);
    } else {
      double h = x * x, l = __builtin_fma(x, x, -h), half = __ocml_exp_f64(h / 2);
      u *= scaledErfc(x) - y * half * half * (1 + l);
    }
    x += u / (1 - x * u < 0.5 ? 0.5 : 1 - x * u);
  }
  return x;
}
PURE double __ocml_erfinv_f64(double x) {
  double a = __builtin_fabs(x);
  if (!(a <= 1)) return nan();
  if (a == 1) return x * infinity();
  if (a < 1e-9) return x * (sqrtPi / 2);
  double r;
  if (a > 0.75) {
    r = inverseErfc(1 - a);
  } else {
    r = inverseErfc(1 - a);
    // Near zero the quantity 1 - a has lost bits: two steps on erf itself.
    for (int i = 0; i < 2; ++i) {
      double u = (__ocml_erf_f64(r) - a) * (sqrtPi / 2) * expSquare(r);
      r -= u / (1 + r * u);
    }
  }
  return __builtin_copysign(r, x);
}
PURE double __ocml_erfcinv_f64(double y) {
  if (!(y >= 0 && y <= 2)) return nan();
  if (y == 0) return infinity();
  if (y == 2) return -infinity();
  if (y > 0.5 && y < 1.5) return __ocml_erfinv_f64(1 - y);
  return y <= 1 ? inverseErfc(y) : -inverseErfc(2 - y);
}
// erfc(-x / sqrt(2)) / 2; the quotient's rounding error is carried through.
PURE double __ocml_ncdf_f64(double x) {
  double s = -x * 0.70710678118654752440;
  double low = __builtin_fma(-x, 0.70710678118654752440, -s) - x * -4.8336466567264567e-17;
  double r = __ocml_erfc_f64(s);
  if (x < -1 && x > -38) r = __builtin_fma(-2 * s * low, r, r);
  return 0.5 * r;
}
PURE double __ocml_ncdfinv_f64(double p) {
  return -1.41421356237309504880 * __ocml_erfcinv_f64(2 * p);
}

PURE double __ocml_rcbrt_f64(double x) {
  double y = 1 / __ocml_cbrt_f64(x);
  // One step of Newton's method takes the two roundings back.
  double e = __builtin_fma(-x * y, y * y, 1.0);
  return e > -0.5 && e < 0.5 ? __builtin_fma(y * (1.0 / 3), e, y) : y;
}
PURE float __ocml_rcbrt_f32(float x) { return (float)(1 / __ocml_cbrt_f64(x)); }

// Lengths. In double, squares are summed with their rounding errors, scaled by the largest
// component's exponent. An infinite component makes the length infinite beside a NaN too.
INSIDE int exponentOf(double a) { return (int)(bits(a) >> 52 & 0x7ff) - 1023; }
struct Squares {
  double high = 0, low = 0;
  __attribute__((device)) void add(double a) {
    double p = a * a, e = __builtin_fma(a, a, -p), s = high + p, t = s - high;
    low += ((high - (s - t)) + (p - t)) + e;
    high = s;
  }
};
// The exponent to scale components by of which the largest is m.
INSIDE int scaleOf(double m) {
  int e = exponentOf(m);
  return e > -400 && e < 400 ? 0 : e;
}
INSIDE double length(Squares s, int scale) {
  double r = __builtin_sqrt(s.high);
  if (r > 0) r += (__builtin_fma(-r, r, s.high) + s.low) / (2 * r);
  return scale ? __ocml_ldexp_f64(r, scale) : r;
}
INSIDE double reciprocalLength(Squares s, int scale) {
  double r = __builtin_sqrt(s.high), y = 1 / r;
  if (r > 0)
    y += y * (__builtin_fma(-y, r, 1.0) - y * ((__builtin_fma(-r, r, s.high) + s.low) / (2 * r)));
  return scale ? __ocml_ldexp_f64(y, -scale) : y;
}
template <double finish(Squares, int)>
INSIDE double components(int n, const double *p, double infinite) {
  double m = 0;
  for (int i = 0; i < n; ++i) m = __builtin_fmax(m, __builtin_fabs(p[i]));
  if (m == infinity()) return infinite;
  int scale = scaleOf(m);
  Squares s;
  for (int i = 0; i < n; ++i) s.add(scale ? __ocml_ldexp_f64(p[i], -scale) : p[i]);
  return finish(s, scale);
}
template <double finish(Squares, int)>
INSIDE double four(double a, double b, double c, double d, double infinite) {
  a = __builtin_fabs(a), b = __builtin_fabs(b), c = __builtin_fabs(c), d = __builtin_fabs(d);
  double m = __builtin_fmax(__builtin_fmax(a, b), __builtin_fmax(c, d));
  if (m == infinity()) return infinite;
  int scale = scaleOf(m);
  if (scale) {
    a = __ocml_ldexp_f64(a, -scale), b = __ocml_ldexp_f64(b, -scale);
    c = __ocml_ldexp_f64(c, -scale), d = __ocml_ldexp_f64(d, -scale);
  }
  Squares s;
  s.add(a), s.add(b), s.add(c), s.add(d);
  return finish(s, scale);
}
PURE double __ocml_len3_f64(double a, double b, double c) {
  return four<length>(a, b, c, 0, infinity());
}
PURE double __ocml_len4_f64(double a, double b, double c, double d) {
  return four<length>(a, b, c, d, infinity());
}
PURE double __ocml_rlen3_f64(double a, double b, double c) {
  return four<reciprocalLength>(a, b, c, 0, 0);
}
PURE double __ocml_rlen4_f64(double a, double b, double c, double d) {
  return four<reciprocalLength>(a, b, c, d, 0);
}
PURE double __ocml_rhypot_f64(double a, double b) { return four<reciprocalLength>(a, b, 0, 0, 0); }
// In float, squares and their sum fit into double.
INSIDE bool anyInfinite(double a, double b, double c, double d) {
  return __builtin_fmax(__builtin_fmax(__builtin_fabs(a), __builtin_fabs(b)),
                        __builtin_fmax(__builtin_fabs(c), __builtin_fabs(d))) == infinity();
}
INSIDE double squares(double a, double b, double c, double d) {
  return anyInfinite(a, b, c, d) ? infinity() : a * a + b * b + c * c + d * d;
}
PURE float __ocml_len3_f32(float a, float b, float c) {
  return (float)__builtin_sqrt(squares(a, b, c, 0));
}
PURE float __ocml_len4_f32(float a, float b, float c, float d) {
  return (float)__builtin_sqrt(squares(a, b, c, d));
}
PURE float __ocml_rlen3_f32(float a, float b, float c) {
  return (float)(1 / __builtin_sqrt(squares(a, b, c, 0)));
}
PURE float __ocml_rlen4_f32(float a, float b, float c, float d) {
  return (float)(1 / __builtin_sqrt(squares(a, b, c, d)));
}
PURE float __ocml_rhypot_f32(float a, float b) {
  return (float)(1 / __builtin_sqrt(squares(a, b, 0, 0)));
}
API double __gohip_norm_f64(int n, const double *p) { return components<length>(n, p, infinity()); }
API double __gohip_rnorm_f64(int n, const double *p) {
  return components<reciprocalLength>(n, p, 0);
}
INSIDE double squares(int n, const float *p) {
  double r = 0;
  bool infinite = false;
  for (int i = 0; i < n; ++i) {
    infinite |= __builtin_fabsf(p[i]) == __builtin_inff();
    r += (double)p[i] * p[i];
  }
  return infinite ? infinity() : r;
}
API float __gohip_norm_f32(int n, const float *p) { return (float)__builtin_sqrt(squares(n, p)); }
API float __gohip_rnorm_f32(int n, const float *p) {
  return (float)(1 / __builtin_sqrt(squares(n, p)));
}

#define IN_DOUBLE(NAME)                                                                            \
  PURE float __ocml_##NAME##_f32(float x) { return (float)__ocml_##NAME##_f64(x); }
IN_DOUBLE(j0)
IN_DOUBLE(j1)
IN_DOUBLE(y0)
IN_DOUBLE(y1)
IN_DOUBLE(i0)
IN_DOUBLE(i1)
IN_DOUBLE(erfcx)
IN_DOUBLE(erfinv)
IN_DOUBLE(erfcinv)
IN_DOUBLE(ncdf)
IN_DOUBLE(ncdfinv)
