// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// C's mathematical functions in one precision, T, with the suffix S. Bounds are HIP's
// documented ones or OpenCL's for a full profile, whichever is wider.
#include "functions.h"

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define UNARY(NAME, LO, HI, SPECIAL, BOUND)                                                        \
  {                                                                                                \
    auto x = arguments<T>((T)(LO), (T)(HI), 400, SPECIAL);                                         \
    compare<T>(                                                                                    \
        #NAME, [] __device__(T a, T) { return CAT(NAME, S)(a); },                                  \
        [] __host__(long double a, long double) { return (long double)CAT(NAME, l)(a); }, x, x,    \
        BOUND);                                                                                    \
  }
#define BINARY(NAME, LO, HI, BOUND)                                                                \
  {                                                                                                \
    auto x = arguments<T>((T)(LO), (T)(HI), 400, true), y = x;                                     \
    for (size_t i = 0; i < y.size(); ++i) y[i] = x[(i * 7 + 3) % x.size()];                        \
    compare<T>(                                                                                    \
        #NAME, [] __device__(T a, T b) { return CAT(NAME, S)(a, b); },                             \
        [] __host__(long double a, long double b) { return (long double)CAT(NAME, l)(a, b); }, x,  \
        y, BOUND);                                                                                 \
  }

int main() {
  UNARY(acos, -1, 1, true, 4)
  UNARY(acosh, 1, 1e6, false, 4)
  UNARY(asin, -1, 1, true, 4)
  UNARY(asinh, -1e3, 1e3, true, 4)
  UNARY(atan, -50, 50, true, 5)
  UNARY(atanh, -0.999, 0.999, true, 5)
  UNARY(cbrt, -1e6, 1e6, true, 2)
  UNARY(ceil, -100, 100, true, 0)
  UNARY(cos, -100, 100, true, 4)
  UNARY(cosh, -80, 80, true, 4)
  UNARY(erf, -4, 4, true, 16)
  UNARY(erfc, -4, 5, true, 16)
  UNARY(exp, -80, 80, true, 3)
  UNARY(exp2, -120, 120, true, 3)
  UNARY(expm1, -10, 80, true, 3)
  UNARY(fabs, -100, 100, true, 0)
  UNARY(floor, -100, 100, true, 0)
  UNARY(lgamma, 2.5, 100, false, 16)
  UNARY(log, 1e-30, 1e30, true, 3)
  UNARY(log10, 1e-30, 1e30, true, 3)
  UNARY(log1p, -0.99, 100, true, 3)
  UNARY(log2, 1e-30, 1e30, true, 3)
  UNARY(logb, 1e-30, 1e30, false, 0)
  UNARY(nearbyint, -100, 100, true, 0)
  UNARY(rint, -100, 100, true, 0)
  UNARY(round, -100, 100, true, 0)
  UNARY(sin, -100, 100, true, 4)
  UNARY(sinh, -80, 80, true, 4)
  UNARY(sqrt, 1e-30, 1e30, true, 3)
  UNARY(tan, -100, 100, true, 5)
  UNARY(tanh, -10, 10, true, 5)
  UNARY(tgamma, 0.5, 30, false, 16)
  UNARY(trunc, -100, 100, true, 0)
  BINARY(atan2, -50, 50, 6)
  BINARY(copysign, -50, 50, 0)
  BINARY(fdim, -50, 50, 0.5)
  BINARY(fmax, -50, 50, 0)
  BINARY(fmin, -50, 50, 0)
  BINARY(fmod, -50, 50, 0)
  BINARY(hypot, -50, 50, 4)
  BINARY(remainder, -50, 50, 0)
  BINARY(pow, 0.1, 20, 16)
  // The neighbour of a number is not the number's in another precision.
  {
    auto x = arguments<T>(-50, 50, 200, true), y = x;
    for (size_t i = 0; i < y.size(); ++i) y[i] = x[(i * 7 + 3) % x.size()];
    compare<T>(
        "nextafter", [] __device__(T a, T b) { return CAT(nextafter, S)(a, b); },
        [] __host__(long double a, long double b) {
          return (long double)std::nextafter((T)a, (T)b);
        },
        x, y, 0);
    compare<T>(
        "fma", [] __device__(T a, T b) { return CAT(fma, S)(a, b, -a); },
        [] __host__(long double a, long double b) {
          return (long double)std::fma((T)a, (T)b, (T)-a);
        },
        x, y, 0.5);
    compare<T>(
        "ldexp",
        [] __device__(T a, T b) { return CAT(ldexp, S)(a, (int)(b == b ? b / 8 : 0) % 16); },
        [] __host__(long double a, long double b) {
          return std::ldexp(
              a, (std::isinf(b) ? (b > 0 ? INT_MAX : INT_MIN) : (int)(b == b ? b / 8 : 0)) % 16);
        },
        arguments<T>(-50, 50, 200, false), arguments<T>(-50, 50, 200, false), 0);
    compare<T>(
        "frexp",
        [] __device__(T a, T b) {
          int e;
          T m = CAT(frexp, S)(a, &e);
          return m * 1024 + e;
        },
        [] __host__(long double a, long double b) {
          int e;
          long double m = std::frexp(a, &e);
          return (long double)(T)(m * 1024 + e);
        },
        arguments<T>((T)1e-30, (T)1e30, 200, false), arguments<T>(-50, 50, 200, false), 1);
    compare<T>(
        "modf",
        [] __device__(T a, T) {
          T w;
          T m = CAT(modf, S)(a, &w);
          return m * 1024 + w;
        },
        [] __host__(long double a, long double) {
          T w;
          T m = std::modf((T)a, &w);
          return (long double)(T)(m * 1024 + w);
        },
        arguments<T>(-1000, 1000, 200, false), arguments<T>(-50, 50, 200, false), 1);
    compare<T>(
        "remquo",
        [] __device__(T a, T b) {
          int q;
          T m = CAT(remquo, S)(a, b, &q);
          return m * 16 + (q & 7) * (q < 0 ? -1 : 1);
        },
        [] __host__(long double a, long double b) {
          int q;
          T m = std::remquo((T)a, (T)b, &q);
          return (long double)(T)(m * 16 + (q & 7) * (q < 0 ? -1 : 1));
        },
        arguments<T>(-1000, 1000, 200, false), arguments<T>(3, 50, 200, false), 1);
    compare<T>(
        "lround",
        [] __device__(T a, T) {
          return (T)(CAT(lround, S)(a) + CAT(llrint, S)(a) + CAT(ilogb, S)(a));
        },
        [] __host__(long double a, long double) {
          return (long double)(std::lround((T)a) + std::llrint((T)a) + std::ilogb((T)a));
        },
        arguments<T>(-1000, 1000, 200, false), arguments<T>(-50, 50, 200, false), 0);
    compare<T>(
        "sincos",
        [] __device__(T a, T) {
          T s, c;
          CAT(sincos, S)(a, &s, &c);
          return s * s + c * c;
        },
        [] __host__(long double, long double) { return 1.0L; }, arguments<T>(-50, 50, 200, false),
        arguments<T>(-50, 50, 200, false), 12);
    compare<T>(
        "rsqrt", [] __device__(T a, T) { return CAT(rsqrt, S)(a); },
        [] __host__(long double a, long double) { return 1 / std::sqrt(a); },
        arguments<T>((T)1e-30, (T)1e30, 200, false), arguments<T>(-50, 50, 200, false), 2);
    compare<T>(
        "rcbrt", [] __device__(T a, T) { return CAT(rcbrt, S)(a); },
        [] __host__(long double a, long double) { return 1 / std::cbrt(a); },
        arguments<T>((T)1e-30, (T)1e30, 200, false), arguments<T>(-50, 50, 200, false), 2);
    compare<T>(
        "exp10", [] __device__(T a, T) { return CAT(exp10, S)(a); },
        [] __host__(long double a, long double) { return std::pow(10.0L, a); },
        arguments<T>(-30, 30, 200, false), arguments<T>(-50, 50, 200, false), 3);
    compare<T>(
        "sinpi", [] __device__(T a, T) { return CAT(sinpi, S)(a); },
        [] __host__(long double a, long double) {
          return std::sin(3.14159265358979323846264L * a);
        },
        arguments<T>((T)0.01, (T)0.99, 200, false), arguments<T>(-50, 50, 200, false), 4);
    compare<T>(
        "classes",
        [] __device__(T a, T b) {
          return (T)(isnan(a) + 2 * isinf(a) + 4 * isfinite(a) + 8 * signbit(a) +
                     16 * isunordered(a, b) + 32 * isless(a, b));
        },
        [] __host__(long double a, long double b) {
          return (long double)(std::isnan(a) + 2 * std::isinf(a) + 4 * std::isfinite(a) +
                               8 * std::signbit(a) + 16 * std::isunordered(a, b) +
                               32 * std::isless(a, b));
        },
        x, y, 0);
  }
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
