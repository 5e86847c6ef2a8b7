// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// References of the mathematical functions: in MPFR, and fast ones in double, whose errors
// are far below a float's last place nearly everywhere.
#pragma once
#include <mpfr.h>

#include <cmath>

// Precision of references in bits: a double's and enough to tell its errors.
constexpr mpfr_prec_t precision = 160;
constexpr mpfr_rnd_t nearest = MPFR_RNDN;

struct Number {
  mpfr_t v;
  explicit Number(mpfr_prec_t bits = precision) { mpfr_init2(v, bits); }
  ~Number() { mpfr_clear(v); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
};
typedef const mpfr_t *Arguments;

// e^(x^2) erfc(x); far out 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(4x^4) - ...).
inline void erfcxReference(mpfr_t r, const mpfr_t x) {
  if (!mpfr_number_p(x)) {
    mpfr_set_d(r, mpfr_nan_p(x) ? NAN : mpfr_sgn(x) > 0 ? 0 : INFINITY, nearest);
    return;
  }
  Number t(400), u(400);
  if (mpfr_cmp_d(x, 1000) < 0) {
    mpfr_sqr(t.v, x, nearest);
    mpfr_exp(t.v, t.v, nearest);
    mpfr_erfc(u.v, x, nearest);
    mpfr_mul(r, t.v, u.v, nearest);
    return;
  }
  Number q(400), s(400);
  mpfr_sqr(q.v, x, nearest);
  mpfr_mul_ui(q.v, q.v, 2, nearest);
  mpfr_set_ui(t.v, 1, nearest);
  mpfr_set_ui(s.v, 1, nearest);
  for (int k = 1; k < 12; ++k) {
    mpfr_mul_si(t.v, t.v, -(2 * k - 1), nearest);
    mpfr_div(t.v, t.v, q.v, nearest);
    mpfr_add(s.v, s.v, t.v, nearest);
  }
  mpfr_const_pi(u.v, nearest);
  mpfr_sqrt(u.v, u.v, nearest);
  mpfr_mul(u.v, u.v, x, nearest);
  mpfr_div(r, s.v, u.v, nearest);
}

// erfc(-x / sqrt(2)) / 2.
inline void normcdfReference(mpfr_t r, const mpfr_t x) {
  Number t(300);
  mpfr_set_ui(t.v, 2, nearest);
  mpfr_sqrt(t.v, t.v, nearest);
  mpfr_div(t.v, x, t.v, nearest);
  mpfr_neg(t.v, t.v, nearest);
  mpfr_erfc(r, t.v, nearest);
  mpfr_div_ui(r, r, 2, nearest);
}

// An inverse function by one of Newton's steps from what the device found, whose error the
// step squares: f is the function, x its value, and scale e^(-got^2 share) the derivative.
template <typename F>
void inverseReference(mpfr_t r, F f, const mpfr_t x, double got, double scale, double share) {
  Number y(300), t(300), e(300);
  mpfr_set_d(y.v, got, nearest);
  f(t.v, y.v);
  mpfr_sub(t.v, t.v, x, nearest);
  mpfr_sqr(e.v, y.v, nearest);
  mpfr_mul_d(e.v, e.v, share, nearest);
  mpfr_exp(e.v, e.v, nearest);
  mpfr_mul(t.v, t.v, e.v, nearest);
  mpfr_div_d(t.v, t.v, scale, nearest);
  mpfr_sub(r, y.v, t.v, nearest);
}
constexpr double twoOverRootPi = 1.12837916709551257390, oneOverRootTwoPi = 0.39894228040143267794;
inline void erfinvReference(mpfr_t r, const mpfr_t x, double got) {
  if (mpfr_nan_p(x) || mpfr_cmpabs_ui(x, 1) > 0) return mpfr_set_nan(r);
  if (mpfr_cmpabs_ui(x, 1) == 0) return mpfr_set_inf(r, mpfr_sgn(x));
  if (mpfr_zero_p(x)) {
    mpfr_set(r, x, nearest);
    return;
  }
  inverseReference(
      r, [](mpfr_t t, const mpfr_t y) { mpfr_erf(t, y, nearest); }, x, got, twoOverRootPi, 1);
}
// Of functions from all numbers to 0 .. end, falling or rising.
template <typename F>
void tailReference(mpfr_t r, F f, const mpfr_t x, double got, int end, double scale, double share) {
  if (!(mpfr_cmp_ui(x, 0) > 0 && mpfr_cmp_ui(x, end) < 0)) {
    bool low = mpfr_zero_p(x), high = mpfr_cmp_ui(x, end) == 0 && !mpfr_nan_p(x);
    mpfr_set_d(r, low || high ? low == (scale < 0) ? INFINITY : -INFINITY : NAN, nearest);
    return;
  }
  inverseReference(r, f, x, got, scale, share);
}
inline void erfcinvReference(mpfr_t r, const mpfr_t x, double got) {
  tailReference(
      r, [](mpfr_t t, const mpfr_t y) { mpfr_erfc(t, y, nearest); }, x, got, 2, -twoOverRootPi, 1);
}
inline void normcdfinvReference(mpfr_t r, const mpfr_t x, double got) {
  tailReference(r, normcdfReference, x, got, 1, oneOverRootTwoPi, 0.5);
}

inline void lgammaReference(mpfr_t r, const mpfr_t x) {
  int sign;
  mpfr_lgamma(r, &sign, x, nearest);
}
// |x| and -|x|.
struct above : Number {
  explicit above(const mpfr_t x) : Number(53) { mpfr_abs(v, x, nearest); }
};
struct below : Number {
  explicit below(const mpfr_t x) : Number(53) { mpfr_setsign(v, x, 1, nearest); }
};

// The modified Bessel functions: the power series.
inline void besselIReference(mpfr_t r, int n, const mpfr_t x) {
  if (!mpfr_number_p(x) || mpfr_cmpabs_ui(x, 800) > 0) {
    mpfr_set(r, x, nearest);
    if (!mpfr_nan_p(x)) mpfr_set_inf(r, n ? mpfr_sgn(x) : 1);
    return;
  }
  Number q, t;
  mpfr_sqr(q.v, x, nearest);
  mpfr_div_ui(q.v, q.v, 4, nearest);
  mpfr_set_ui(t.v, 1, nearest);
  if (n) mpfr_div_ui(t.v, x, 2, nearest);
  mpfr_set(r, t.v, nearest);
  for (int k = 1; !mpfr_zero_p(t.v); ++k) {
    mpfr_mul(t.v, t.v, q.v, nearest);
    mpfr_div_ui(t.v, t.v, k, nearest);
    mpfr_div_ui(t.v, t.v, k + n, nearest);
    mpfr_add(r, r, t.v, nearest);
    if (mpfr_zero_p(t.v) || mpfr_get_exp(t.v) < mpfr_get_exp(r) - precision) break;
  }
}

// C's functions of infinite components, and what MPFR has not.
inline void normReference(mpfr_t r, Arguments x, int n, bool reciprocal) {
  Number t(2400), s(4800);
  bool infinite = false;
  mpfr_set_ui(s.v, 0, nearest);
  for (int i = 0; i < n; ++i) {
    infinite |= mpfr_inf_p(x[i]);
    mpfr_sqr(t.v, x[i], nearest);
    mpfr_add(s.v, s.v, t.v, nearest);
  }
  if (infinite) mpfr_set_inf(s.v, 1);
  reciprocal ? mpfr_rec_sqrt(r, s.v, nearest) : mpfr_sqrt(r, s.v, nearest);
}

// sin(pi x), of half a turn more for the cosine.
inline double turn(double x, bool cosine) {
  if (!std::isfinite(x)) return NAN;
  double r = std::remainder(x, 2.0), n = std::rint(r * 2), f = r - n / 2;
  int q = (static_cast<int>(n) + cosine) & 3;
  double v = q & 1 ? std::cos(M_PI * f) : std::sin(M_PI * f);
  if (f == 0 && !(q & 1)) return cosine ? 0.0 : std::copysign(0.0, x);
  return q & 2 ? -v : v;
}
inline double erfcxFast(double x) {
  if (!(x > 25)) {
    double h = x * x, l = std::fma(x, x, -h);
    return h > 800 ? INFINITY : std::exp(h) * (1 + l) * std::erfc(x);
  }
  double q = 0.5 / x / x;
  return (1 - q * (1 - 3 * q * (1 - 5 * q))) * (0.5 * twoOverRootPi) / x;
}
inline double normcdfFast(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
inline double erfcinvFast(double y, double got) {
  if (!(y > 0 && y < 2)) return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
  double d = std::fabs(got) < 0.5 ? (1 - y) - std::erf(got) : std::erfc(got) - y;
  return got + d / twoOverRootPi * std::exp(got * got);
}
inline double erfinvFast(double x, double got) {
  double a = std::fabs(x), g = std::fabs(got);
  if (!(a < 1) || a == 0) return a == 1 ? x * INFINITY : a == 0 ? x : NAN;
  double d = a > 0.5 ? (1 - a) - std::erfc(g) : std::erf(g) - a;
  return std::copysign(g - d / twoOverRootPi * std::exp(g * g), x);
}
inline double normcdfinvFast(double p, double got) {
  if (!(p > 0 && p < 1)) return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  bool low = p < 0.5;
  double z = low ? got : -got, d = normcdfFast(z) - (low ? p : 1 - p);
  z -= d / oneOverRootTwoPi * std::exp(0.5 * z * z);
  return low ? z : -z;
}
inline double lgammaFast(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
inline double besselIFast(int n, double x) {
  double a = std::fabs(x), r = 1;
  if (!(a < 800)) return n && x < 0 ? -a : a;
  if (a < 30) {
    double t = r = n ? a / 2 : 1, q = a * a / 4;
    for (int k = 1; t > r * 1e-17; ++k) r += t *= q / (k * (k + n));
  } else {
    double t = 1;
    for (int k = 1; k < 40; ++k)
      r += t *= -(4.0 * n * n - (2.0 * k - 1) * (2 * k - 1)) / (8 * k * a);
    r *= std::exp(a / 2) / std::sqrt(2 * M_PI * a) * std::exp(a / 2);
  }
  return n && x < 0 ? -r : r;
}
