// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of HIP's tables ("HIP math API"): how the device is asked, the references, the
// bounds in float and double, and where programs call them. HIP counts units in the last place
// from the rounded result; so half a unit comes on top. HIP has no bounds for the functions
// that C++ lacks: theirs are CUDA's or better, those of Bessel functions in units of the
// envelope sqrt(2/(pi x)) beyond 1, as CUDA's are absolute there.
#pragma once
#include <hip/hip_runtime.h>

// A device has the functions, and no use for the references: leaving those out makes its side of a
// compile four times as fast.
#ifndef __HIP_DEVICE_COMPILE__
#include <string_view>

#include "reference.h"

// What the host knows of a function.
struct Function {
  const char *name;
  int arity;
  double bounds[2], low, high;
  bool envelope;
  int parity;
  void (*exact)(mpfr_t r, Arguments v, double got);
  double (*fast)(const double *v, double got);
};

// 1 for even functions, -1 for odd ones, 0 for others and those of more than one argument.
constexpr int parityOf(std::string_view name) {
  constexpr std::string_view even[] = {"cos",  "sincosCosine", "cospi",      "sincospiCosine",
                                       "cosh", "j0",           "jn2",        "cyl_bessel_i0",
                                       "fabs", "lgamma",       "lgammaBelow"};
  constexpr std::string_view odd[] = {
      "sin",       "sincosSine",   "sinpi",     "sincospiSine",  "tan",   "asin",  "atan",
      "sinh",      "tanh",         "asinh",     "atanh",         "cbrt",  "rcbrt", "erf",
      "erfinv",    "j1",           "jn7",       "cyl_bessel_i1", "round", "trunc", "rint",
      "nearbyint", "modfFraction", "modfWhole", "frexpFraction"};
  for (auto n : even)
    if (n == name) return 1;
  for (auto n : odd)
    if (n == name) return -1;
  return 0;
}
#endif

// NAME, bounds of float and double, range, envelope, MPFR's function of (r, x, got), and the
// fast one of (x, got) in double.
#define FUNCTION(NAME, ARITY, FLOAT, DOUBLE, LOW, HIGH, ENVELOPE, ON_FLOAT, ON_DOUBLE, MPFR, FAST) \
  struct Of_##NAME {                                                                               \
    static constexpr int arity = ARITY;                                                            \
    __device__ static float on(const float *v) {                                                   \
      [[maybe_unused]] float x = v[0], y = v[ARITY > 1];                                           \
      return ON_FLOAT;                                                                             \
    }                                                                                              \
    __device__ static double on(const double *v) {                                                 \
      [[maybe_unused]] double x = v[0], y = v[ARITY > 1];                                          \
      return ON_DOUBLE;                                                                            \
    }                                                                                              \
    REFERENCES(NAME, ARITY, FLOAT, DOUBLE, LOW, HIGH, ENVELOPE, MPFR, FAST)                        \
  };
#ifdef __HIP_DEVICE_COMPILE__
#define REFERENCES(...)
#else
#define REFERENCES(NAME, ARITY, FLOAT, DOUBLE, LOW, HIGH, ENVELOPE, MPFR, FAST)                    \
  static void exact(mpfr_t r, Arguments v, [[maybe_unused]] double got) {                          \
    [[maybe_unused]] auto &x = v[0], &y = v[ARITY > 1];                                            \
    MPFR;                                                                                          \
  }                                                                                                \
  static double fast(const double *v, [[maybe_unused]] double got) {                               \
    [[maybe_unused]] double x = v[0], y = v[ARITY > 1];                                            \
    return FAST;                                                                                   \
  }                                                                                                \
  static constexpr Function about = {#NAME,    ARITY,           {FLOAT, DOUBLE}, LOW, HIGH,        \
                                     ENVELOPE, parityOf(#NAME), exact,           fast};
#endif
// One of C's and MPFR's; one of C's alone; the Bessel functions.
#define COMMON(NAME, F, D, LOW, HIGH)                                                              \
  FUNCTION(NAME, 1, F, D, LOW, HIGH, false, NAME##f(x), NAME(x), mpfr_##NAME(r, x, nearest),       \
           std::NAME(x))
#define OTHER(NAME, F, D, LOW, HIGH, MPFR, FAST)                                                   \
  FUNCTION(NAME, 1, F, D, LOW, HIGH, false, NAME##f(x), NAME(x), MPFR, FAST)
#define BESSEL(NAME)                                                                               \
  FUNCTION(NAME, 1, 5, 12, 0, 100, true, NAME##f(x), NAME(x), mpfr_##NAME(r, x, nearest), ::NAME(x))
#define ORDER(NAME, N)                                                                             \
  FUNCTION(NAME##N, 1, 1, 12, 0, 100, true, NAME##f(N, x), NAME(N, x),                             \
           mpfr_##NAME(r, N, x, nearest), ::NAME(N, x))
#define TWO(NAME, F, D, LOW, HIGH, MPFR, FAST)                                                     \
  FUNCTION(NAME, 2, F, D, LOW, HIGH, false, NAME##f(x, y), NAME(x, y), MPFR, FAST)
#define SECOND(NAME, CALL, F, D, LOW, HIGH, MPFR, FAST)                                            \
  FUNCTION(NAME, 1, F, D, LOW, HIGH, false, CALL, CALL, MPFR, FAST)
#define LENGTH(NAME, ARITY, F, D, RECIPROCAL, FLOATS, ...)                                         \
  FUNCTION(NAME, ARITY, F, D, -10, 10, false, FLOATS(__VA_ARGS__), NAME(__VA_ARGS__),              \
           normReference(r, v, ARITY, RECIPROCAL), lengthFast(v, ARITY, RECIPROCAL))

#ifndef __HIP_DEVICE_COMPILE__
inline double lengthFast(const double *v, int n, bool reciprocal) {
  double s = 0;
  for (int i = 0; i < n; ++i) s = std::isinf(v[i]) ? INFINITY : s + v[i] * v[i];
  for (int i = 0; i < n; ++i)
    if (std::isinf(v[i])) s = INFINITY;
  return reciprocal ? 1 / std::sqrt(s) : std::sqrt(s);
}
#endif
// An exponent out of a number.
__host__ __device__ inline int whole(double y) { return y > -2000 && y < 2000 ? (int)y : 3; }
template <typename T> __device__ T sineOf(T x) {
  T s, c;
  sincos(x, &s, &c);
  return s;
}
template <typename T> __device__ T cosineOf(T x) {
  T s, c;
  sincos(x, &s, &c);
  return c;
}
__device__ inline float sineOfPi(float x, bool cosine) {
  float s, c;
  sincospif(x, &s, &c);
  return cosine ? c : s;
}
__device__ inline double sineOfPi(double x, bool cosine) {
  double s, c;
  sincospi(x, &s, &c);
  return cosine ? c : s;
}

template <typename T> __device__ T fractionOf(T x) {
  int e;
  return frexp(x, &e);
}
template <typename T> __device__ T exponentOf(T x) {
  int e;
  frexp(x, &e);
  return isfinite(x) ? (T)e : (T)0;
}
template <typename T> __device__ T partOf(T x, bool whole) {
  T w, f = modf(x, &w);
  return whole ? w : f;
}
template <typename T> __device__ T restOf(T x, T y) {
  int q;
  return remquo(x, y, &q);
}
#ifndef __HIP_DEVICE_COMPILE__
inline void exponentReference(mpfr_t r, const mpfr_t x, bool fraction) {
  mpfr_exp_t e = 0;
  mpfr_set(r, x, nearest);
  if (mpfr_regular_p(x)) mpfr_frexp(&e, r, x, nearest);
  if (!fraction) mpfr_set_si(r, e, nearest);
}
inline double exponentFast(double x, bool fraction) {
  int e = 0;
  double f = std::isfinite(x) ? std::frexp(x, &e) : x;
  return fraction ? f : e;
}
#endif

COMMON(sin, 1, 1, -4, 4)
COMMON(cos, 1, 1, -4, 4)
COMMON(tan, 1, 1, -5, 5)
SECOND(sincosSine, sineOf(x), 1, 1, -4, 4, mpfr_sin(r, x, nearest), std::sin(x))
SECOND(sincosCosine, cosineOf(x), 1, 1, -4, 4, mpfr_cos(r, x, nearest), std::cos(x))
OTHER(sinpi, 2, 2, -1, 1, mpfr_sinpi(r, x, nearest), turn(x, false))
OTHER(cospi, 1, 2, -1, 1, mpfr_cospi(r, x, nearest), turn(x, true))
SECOND(sincospiSine, sineOfPi(x, false), 2, 2, -1, 1, mpfr_sinpi(r, x, nearest), turn(x, false))
SECOND(sincospiCosine, sineOfPi(x, true), 1, 2, -1, 1, mpfr_cospi(r, x, nearest), turn(x, true))
COMMON(asin, 2, 1, -1, 1)
COMMON(acos, 1, 1, -1, 1)
COMMON(atan, 2, 1, -10, 10)
COMMON(sinh, 1, 1, -5, 5)
COMMON(cosh, 1, 1, -5, 5)
COMMON(tanh, 2, 1, -5, 5)
COMMON(asinh, 1, 1, -10, 10)
COMMON(acosh, 1, 1, 1, 100)
COMMON(atanh, 1, 1, -0.9, 0.9)
COMMON(exp, 1, 1, -10, 10)
COMMON(exp2, 1, 1, -10, 10)
OTHER(exp10, 1, 1, -4, 4, mpfr_exp10(r, x, nearest), ::exp10(x))
COMMON(expm1, 1, 1, -10, 10)
COMMON(log, 2, 1, 0, 10)
COMMON(log2, 1, 1, 0, 10)
COMMON(log10, 2, 1, 0, 10)
COMMON(log1p, 1, 1, -0.9, 10)
COMMON(sqrt, 1, 1, 0, 100)
// NVIDIA's instruction is 1.51 units off at the least normal numbers, outside HIP's range.
OTHER(rsqrt, 1.1, 1, 0.01, 100,
      (mpfr_rec_sqrt(r, x, nearest),
       mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), nearest) : 0),
      1 / std::sqrt(x))
COMMON(cbrt, 2, 1, -100, 100)
OTHER(rcbrt, 1, 1, -100, 100, (mpfr_cbrt(r, x, nearest), mpfr_ui_div(r, 1, r, nearest)),
      1 / std::cbrt(x))
COMMON(erf, 4, 4, -4, 4)
COMMON(erfc, 2, 2, -4, 4)
OTHER(erfcx, 5, 5, -2, 2, erfcxReference(r, x), erfcxFast(x))
OTHER(erfinv, 2, 5, -1, 1, erfinvReference(r, x, got), erfinvFast(x, got))
OTHER(erfcinv, 4, 6, 0, 2, erfcinvReference(r, x, got), erfcinvFast(x, got))
OTHER(normcdf, 5, 5, -5, 5, normcdfReference(r, x), normcdfFast(x))
OTHER(normcdfinv, 5, 8, 0, 1, normcdfinvReference(r, x, got), normcdfinvFast(x, got))
FUNCTION(lgamma, 1, 4, 2, 0.5, 20, false, lgammaf(fabsf(x)), lgamma(fabs(x)),
         lgammaReference(r, above(x).v), lgammaFast(std::fabs(x)))
// HIP's bounds for the logarithm of the gamma function are of positive numbers.
FUNCTION(lgammaBelow, 1, 4, 8, 0, 20, false, lgammaf(-fabsf(x)), lgamma(-fabs(x)),
         lgammaReference(r, below(x).v), lgammaFast(-std::fabs(x)))
OTHER(tgamma, 6, 6, 0.5, 15, mpfr_gamma(r, x, nearest), std::tgamma(x))
OTHER(cyl_bessel_i0, 6, 6, -50, 50, besselIReference(r, 0, x), besselIFast(0, x))
OTHER(cyl_bessel_i1, 6, 6, -50, 50, besselIReference(r, 1, x), besselIFast(1, x))
BESSEL(j0)
BESSEL(j1)
BESSEL(y0)
BESSEL(y1)
ORDER(jn, 2)
ORDER(jn, 7)
ORDER(yn, 2)
ORDER(yn, 7)
OTHER(ceil, 0, 0, -4, 4, mpfr_ceil(r, x), std::ceil(x))
OTHER(floor, 0, 0, -4, 4, mpfr_floor(r, x), std::floor(x))
OTHER(round, 0, 0, -4, 4, mpfr_round(r, x), std::round(x))
OTHER(trunc, 0, 0, -4, 4, mpfr_trunc(r, x), std::trunc(x))
OTHER(rint, 0, 0, -4, 4, mpfr_rint(r, x, nearest), std::rint(x))
OTHER(nearbyint, 0, 0, -4, 4, mpfr_rint(r, x, nearest), std::rint(x))
OTHER(fabs, 0, 0, -20, 20, mpfr_abs(r, x, nearest), std::fabs(x))
OTHER(logb, 0, 0, 1e-6, 1e6, mpfr_set_d(r, std::logb(mpfr_get_d(x, nearest)), nearest),
      std::logb(x))
SECOND(frexpFraction, fractionOf(x), 0, 0, -10, 10, exponentReference(r, x, true),
       exponentFast(x, true))
SECOND(frexpExponent, exponentOf(x), 0, 0, -10, 10, exponentReference(r, x, false),
       exponentFast(x, false))
SECOND(modfFraction, partOf(x, false), 0, 0, -10, 10, mpfr_frac(r, x, nearest),
       std::copysign(std::isinf(x) ? 0 : x - std::trunc(x), x))
SECOND(modfWhole, partOf(x, true), 0, 0, -10, 10, mpfr_trunc(r, x), std::trunc(x))
FUNCTION(remquo, 2, 0, 0, -10, 10, false, restOf(x, y), restOf(x, y),
         mpfr_remainder(r, x, y, nearest), std::remainder(x, y))
FUNCTION(ldexp, 2, 0.5, 0.5, -10, 10, false, ldexpf(x, whole(y)), ldexp(x, whole(y)),
         mpfr_mul_2si(r, x, whole(mpfr_get_d(y, nearest)), nearest), std::ldexp(x, whole(y)))
TWO(pow, 1, 1, -4, 4, mpfr_pow(r, x, y, nearest), std::pow(x, y))
FUNCTION(powi, 2, 1, 1, -10, 10, false, powif(x, whole(y)), powi(x, whole(y)),
         mpfr_pow_si(r, x, whole(mpfr_get_d(y, nearest)), nearest), std::pow(x, whole(y)))
TWO(atan2, 1, 1, -4, 4, mpfr_atan2(r, x, y, nearest), std::atan2(x, y))
TWO(hypot, 1, 1, -10, 10, mpfr_hypot(r, x, y, nearest), lengthFast(v, 2, false))
TWO(fmod, 0, 0, -10, 10, mpfr_fmod(r, x, y, nearest), std::fmod(x, y))
TWO(remainder, 0, 0, -10, 10, mpfr_remainder(r, x, y, nearest), std::remainder(x, y))
TWO(fdim, 0, 0, -10, 10, mpfr_dim(r, x, y, nearest), std::fdim(x, y))
TWO(fmax, 0, 0, -10, 10, mpfr_max(r, x, y, nearest), std::fmax(x, y))
TWO(fmin, 0, 0, -10, 10, mpfr_min(r, x, y, nearest), std::fmin(x, y))
TWO(copysign, 0, 0, -10, 10, mpfr_setsign(r, x, mpfr_signbit(y), nearest), std::copysign(x, y))
FUNCTION(fdivide, 2, 0, 0, -100, 100, false, fdividef(x, y), fdivide(x, y),
         mpfr_div(r, x, y, nearest), x / y)
FUNCTION(fma, 3, 0, 0, -10, 10, false, fmaf(x, y, v[2]), fma(x, y, v[2]),
         mpfr_fma(r, x, y, v[2], nearest), std::fma(x, y, v[2]))
LENGTH(rhypot, 2, 1, 1, true, rhypotf, x, y)
LENGTH(norm3d, 3, 1, 1, false, norm3df, x, y, v[2])
LENGTH(rnorm3d, 3, 1, 1, true, rnorm3df, x, y, v[2])
LENGTH(norm4d, 4, 2, 2, false, norm4df, x, y, v[2], v[3])
LENGTH(rnorm4d, 4, 2, 1, true, rnorm4df, x, y, v[2], v[3])
LENGTH(norm, 5, 1, 1, false, normf, 5, v)
LENGTH(rnorm, 5, 1, 1, true, rnormf, 5, v)

// A program of some of them defines these itself.
#ifndef ACCURACY_FUNCTIONS
// clang-format off
#define ACCURACY_FUNCTIONS(X) \
  X(sin) X(cos) X(tan) X(sincosSine) X(sincosCosine) X(sinpi) X(cospi) X(sincospiSine) \
  X(sincospiCosine) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) \
  X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sqrt) X(rsqrt) X(cbrt) \
  X(rcbrt) X(erf) X(erfc) X(erfcx) X(erfinv) X(erfcinv) X(normcdf) X(normcdfinv) X(lgamma) \
  X(lgammaBelow) X(tgamma) X(cyl_bessel_i0) X(cyl_bessel_i1) X(j0) X(j1) X(y0) X(y1) X(jn2) \
  X(jn7) X(yn2) X(yn7) X(ceil) X(floor) X(round) X(trunc) X(rint) X(nearbyint) X(fabs) X(logb) \
  X(frexpFraction) X(frexpExponent) X(modfFraction) X(modfWhole) X(remquo) X(ldexp) X(pow) \
  X(powi) X(atan2) X(hypot) X(fmod) X(remainder) X(fdim) X(fmax) X(fmin) X(copysign) X(fdivide) \
  X(fma) X(rhypot) X(norm3d) X(rnorm3d) X(norm4d) X(rnorm4d) X(norm) X(rnorm)
// clang-format on
#endif
