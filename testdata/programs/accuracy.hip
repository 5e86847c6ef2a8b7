// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the mathematical functions against the host's long double, in units in the
// last place, over special values, all exponents and the ranges that HIP documents bounds
// for. HIP counts from the rounded result, so half a unit comes on top. Where a function in
// float is the device's own, its bound is one that OpenCL's allows, too. With an argument the
// program prints its table and tries that many values of each function.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <algorithm>
#include <limits>
#include <random>

using Real = long double;
static int values = 6000;
static bool table;

template <class T> Real unit(Real r) {
  using Limits = std::numeric_limits<T>;
  int e = Limits::min_exponent;
  if (r != 0) std::frexp(r, &e);
  return std::ldexp(1.0L, std::max(e, Limits::min_exponent) - Limits::digits);
}

template <class T> double difference(T got, Real want) {
  T rounded = static_cast<T>(want);
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  if (got == rounded) return std::isinf(got) ? 0 : std::fabs(got - want) / unit<T>(want);
  // An infinity counts as the power of two behind the largest number.
  Real end = std::ldexp(1.0L, std::numeric_limits<T>::max_exponent);
  auto finite = [&](Real x) { return std::fabs(x) > end ? std::copysign(end, x) : x; };
  return std::fabs(finite(got) - finite(want)) / unit<T>(std::isinf(rounded) ? end / 2 : want);
}

static std::mt19937_64 generator(2026);
static Real between(Real low, Real high) {
  return low + (high - low) * (static_cast<Real>(generator() >> 11) / 0x1p+53L);
}

template <class T> std::vector<T> arguments(Real low, Real high) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> out;
  for (double x : {0.0,
                   1.0,
                   2.0,
                   0.5,
                   0.25,
                   1.5,
                   3.0,
                   10.0,
                   16.0,
                   171.6,
                   35.04,
                   26.5,
                   88.7228,
                   709.78,
                   103.9,
                   1e5,
                   1e22,
                   1e-5,
                   1e-10,
                   3.14159265358979323846,
                   1.5707963267948966,
                   0.7853981633974483,
                   6381956970095103.0 * 0x1p+797})
    out.push_back(static_cast<T>(x));
  for (T x : {Limits::infinity(), Limits::quiet_NaN(), Limits::min(), Limits::max(),
              Limits::denorm_min(), 1 + Limits::epsilon(), 1 - Limits::epsilon()})
    out.push_back(x);
  for (size_t i = 0, n = out.size(); i < n; i++) out.push_back(-out[i]);
  while (static_cast<int>(out.size()) < values) {
    out.push_back(static_cast<T>(between(low, high)));
    out.push_back(static_cast<T>(std::ldexp(
        between(-2, 2),
        Limits::min_exponent + static_cast<int>(generator() % (2 * Limits::max_exponent)))));
    out.push_back(
        static_cast<T>(1 + std::ldexp(between(-1, 1), -static_cast<int>(generator() % 20))));
  }
  return out;
}

// A function: its device form, the host's, HIP's bounds for float and double, and where
// most values are taken from.
#define FUNCTION1(NAME, REFERENCE, ...)                                                            \
  struct Test_##NAME {                                                                             \
    static constexpr int arity = 1;                                                                \
    static constexpr const char *name = #NAME;                                                     \
    static constexpr double range[4] = {__VA_ARGS__};                                              \
    __device__ static float on(const float *x) { return NAME##f(x[0]); }                           \
    __device__ static double on(const double *x) { return NAME(x[0]); }                            \
    static Real want(const Real *v) {                                                              \
      Real x = v[0];                                                                               \
      return REFERENCE;                                                                            \
    }                                                                                              \
  };
#define FUNCTION2(NAME, REFERENCE, ...)                                                            \
  struct Test_##NAME {                                                                             \
    static constexpr int arity = 2;                                                                \
    static constexpr const char *name = #NAME;                                                     \
    static constexpr double range[4] = {__VA_ARGS__};                                              \
    __device__ static float on(const float *x) { return NAME##f(x[0], x[1]); }                     \
    __device__ static double on(const double *x) { return NAME(x[0], x[1]); }                      \
    static Real want(const Real *v) {                                                              \
      Real x = v[0], y = v[1];                                                                     \
      return REFERENCE;                                                                            \
    }                                                                                              \
  };
#define LENGTH(NAME, ARITY, REFERENCE, FLOAT, ...)                                                 \
  struct Test_##NAME {                                                                             \
    static constexpr int arity = ARITY;                                                            \
    static constexpr const char *name = #NAME;                                                     \
    static constexpr double range[4] = {1, 1, -10, 10};                                            \
    __device__ static float on(const float *x) { return FLOAT(__VA_ARGS__); }                      \
    __device__ static double on(const double *x) { return NAME(__VA_ARGS__); }                     \
    static Real want(const Real *v) {                                                              \
      Real x = length(v, ARITY);                                                                   \
      return REFERENCE;                                                                            \
    }                                                                                              \
  };

static Real length(const Real *v, int n) {
  Real s = 0;
  for (int i = 0; i < n; i++)
    if (std::isinf(v[i])) return INFINITY;
  for (int i = 0; i < n; i++) s += v[i] * v[i];
  return std::sqrt(s);
}
constexpr Real pi = 3.14159265358979323846264338327950288L;
// sin(pi x), of half a turn more for the cosine.
static Real turn(Real x, bool cosine) {
  if (!std::isfinite(x)) return NAN;
  Real r = std::remainder(x, 2.0L), n = std::rint(r * 2), f = r - n / 2;
  int q = (static_cast<int>(n) + cosine) & 3;
  Real v = f == 0 ? q & 1 : q & 1 ? std::cos(pi * f) : std::sin(pi * f);
  return q & 2 ? -v : v;
}

// The modified Bessel functions: the power series, or far out the asymptotic one.
static Real besselI(int n, Real x) {
  Real a = std::fabs(x), r = 1;
  if (a <= 60) {
    Real t = r = n ? a / 2 : 1;
    for (int k = 1; k < 400; k++) r += t *= a * a / 4 / k / (k + n);
  } else if (std::isfinite(a)) {
    Real t = 1;
    for (int k = 1; k < 40; k++)
      r += t *= -(4.0L * n * n - (2 * k - 1) * (2 * k - 1)) / (8 * k * a);
    r *= std::exp(a) / std::sqrt(2 * pi * a);
  } else {
    r = a;
  }
  return n && x < 0 ? -r : r;
}
static Real inverseErfc(Real y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0 || y == 2) return y ? -INFINITY : INFINITY;
  Real z = 1 - y;
  if (std::fabs(z) < 0.5L) {
    Real t = z * std::sqrt(pi) / 2;
    for (int i = 0; i < 8; i++) t -= (std::erf(t) - z) * (std::sqrt(pi) / 2) * std::exp(t * t);
    return t;
  }
  Real low = -30, high = 30;
  for (int i = 0; i < 80; i++) (std::erfc((low + high) / 2) > y ? low : high) = (low + high) / 2;
  return low;
}

FUNCTION1(sin, std::sin(x), 2, 1, -4, 4)
FUNCTION1(cos, std::cos(x), 2, 1, -4, 4)
FUNCTION1(tan, std::tan(x), 4, 1, -5, 5)
FUNCTION1(sinpi, turn(x, false), 2, 2, -1, 1)
FUNCTION1(cospi, turn(x, true), 2, 1, -1, 1)
FUNCTION1(asin, std::asin(x), 2, 1, -1, 1)
FUNCTION1(acos, std::acos(x), 1, 1, -1, 1)
FUNCTION1(atan, std::atan(x), 2, 1, -10, 10)
FUNCTION1(sinh, std::sinh(x), 3, 1, -5, 5)
FUNCTION1(cosh, std::cosh(x), 2, 1, -5, 5)
FUNCTION1(tanh, std::tanh(x), 2, 1, -5, 5)
FUNCTION1(asinh, std::asinh(x), 1, 1, -10, 10)
FUNCTION1(acosh, std::acosh(x), 4, 2, 1, 100)
FUNCTION1(atanh, std::atanh(x), 1, 1, -0.9, 0.9)
FUNCTION1(exp, std::exp(x), 1, 1, -10, 10)
FUNCTION1(exp2, std::exp2(x), 1, 1, -10, 10)
FUNCTION1(exp10, std::pow(10.0L, x), 1, 1, -4, 4)
FUNCTION1(expm1, std::expm1(x), 1, 1, -10, 10)
FUNCTION1(log, std::log(x), 2, 1, 0, 10)
FUNCTION1(log2, std::log2(x), 1, 1, 0, 10)
FUNCTION1(log10, std::log10(x), 2, 1, 0, 10)
FUNCTION1(log1p, std::log1p(x), 1, 1, -0.9, 10)
FUNCTION1(sqrt, std::sqrt(x), 1, 1, 0, 100)
FUNCTION1(cbrt, std::cbrt(x), 2, 1, -100, 100)
FUNCTION1(rsqrt, 1 / std::sqrt(x), 1, 1, 0.01, 100)
FUNCTION1(rcbrt, 1 / std::cbrt(x), 1, 1, -100, 100)
FUNCTION1(erf, std::erf(x), 4, 4, -4, 4)
FUNCTION1(erfc, std::erfc(x), 2, 2, -4, 4)
FUNCTION1(erfcinv, inverseErfc(x), 4, 6, 0, 2)
FUNCTION1(cyl_bessel_i0, besselI(0, x), 6, 6, -50, 50)
FUNCTION1(cyl_bessel_i1, besselI(1, x), 6, 6, -50, 50)
FUNCTION1(normcdf, std::erfc(x * -0.707106781186547524400844362104849039L) / 2, 5, 5, -5, 5)
FUNCTION1(tgamma, std::tgamma(x), 6, 6, 0.5, 15)
FUNCTION2(pow, std::pow(x, y), 1, 1, -4, 4)
FUNCTION2(atan2, std::atan2(x, y), 2, 1, -4, 4)
FUNCTION2(hypot, std::hypot(x, y), 1, 1, -10, 10)
FUNCTION2(fmod, std::fmod(x, y), 0, 0, -10, 10)
FUNCTION2(remainder, std::remainder(x, y), 0, 0, -10, 10)
FUNCTION2(fdim, std::fdim(x, y), 0, 0, -10, 10)
LENGTH(rhypot, 2, 1 / x, rhypotf, x[0], x[1])
LENGTH(norm3d, 3, x, norm3df, x[0], x[1], x[2])
LENGTH(rnorm3d, 3, 1 / x, rnorm3df, x[0], x[1], x[2])
LENGTH(norm4d, 4, x, norm4df, x[0], x[1], x[2], x[3])
LENGTH(rnorm4d, 4, 1 / x, rnorm4df, x[0], x[1], x[2], x[3])
LENGTH(norm, 9, x, normf, 9, x)
LENGTH(rnorm, 9, 1 / x, rnormf, 9, x)

// One kernel has both types: a kernel costs some compilers more than its code.
template <class F>
__global__ void evaluate(const float *in, float *out, const double *in2, double *out2, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = F::on(in + i * F::arity);
  out2[i] = F::on(in2 + i * F::arity);
}

template <class F, class T> struct Values {
  int n;
  T *x, *y;
  Values() {
    std::vector<T> column[F::arity];
    for (auto &c : column) {
      c = arguments<T>(F::range[2], F::range[3]);
      if (&c != column) std::shuffle(c.begin(), c.end(), generator);
    }
    n = static_cast<int>(column[0].size());
    CHECK(hipMallocManaged(reinterpret_cast<void **>(&x), n * F::arity * sizeof(T)));
    CHECK(hipMallocManaged(reinterpret_cast<void **>(&y), n * sizeof(T)));
    for (int i = 0; i < n; i++)
      for (int k = 0; k < F::arity; k++) x[i * F::arity + k] = column[k][i];
  }
  void compare(double bound, const char *type) {
    double most = 0;
    for (int i = 0; i < n; i++) {
      Real v[F::arity];
      for (int k = 0; k < F::arity; k++) v[k] = x[i * F::arity + k];
      double d = difference(y[i], F::want(v));
      if (d <= most) continue;
      most = d;
      if (d > bound + 0.5)
        std::printf("%s(%s %.17g, …) = %.17g, not %.21Lg: %g units, %g allowed\n", F::name, type,
                    static_cast<double>(v[0]), static_cast<double>(y[i]), F::want(v), d, bound);
    }
    EXPECT(most <= bound + 0.5);
    if (table) std::printf("%-10s %-7s %.3f (%g)\n", F::name, type, most, bound);
    CHECK(hipFree(x));
    CHECK(hipFree(y));
  }
};

template <class F> void test() {
  Values<F, float> f;
  Values<F, double> d;
  // The special values and those that fill the vectors up: as many of each type.
  EXPECT(f.n == d.n);
  evaluate<F><<<(f.n + 63) / 64, 64>>>(f.x, f.y, d.x, d.y, f.n);
  CHECK(hipDeviceSynchronize());
  f.compare(F::range[0], "float");
  d.compare(F::range[1], "double");
}

template <class... F> void all() { (test<F>(), ...); }

// Next to the poles of the gamma function, down to where it is zero, whose sign alternates.
__global__ void gammas(const double *x, double *out, float *out2) {
  int i = threadIdx.x;
  out[i] = tgamma(x[i]);
  out2[i] = tgammaf((float)x[i]);
}
static void gammaPoles() {
  const int n = 64;
  std::vector<double> x(n);
  for (int i = 0; i < n; i++)
    x[i] = i % 2 ? -155 - i / 2 - 0.31 : std::nextafter(-155.0 - i / 2, i % 4 == 1 ? -300 : 0);
  x[1] = -182.185242;
  Device<double> in(x), out(n);
  Device<float> out2(n);
  gammas<<<1, n>>>(in.p, out.p, out2.p);
  auto y = out.host();
  auto z = out2.host();
  for (int i = 0; i < n; i++) {
    Real want = std::tgamma((Real)x[i]), want2 = std::tgamma((Real)(float)x[i]);
    EXPECT(difference(y[i], want) <= 6.5 && std::signbit(y[i]) == std::signbit(want));
    if (std::isnan(want2)) continue; // rounded to a pole
    EXPECT(z[i] == (float)want2 && std::signbit(z[i]) == std::signbit(want2));
  }
}

// Remainders of large numbers, which are exact.
__global__ void remainders(const double *x, double *out) {
  int i = threadIdx.x;
  out[i] = i % 2 ? fmod(x[0], x[i]) : remainder(x[0], x[i]);
  out[64 + i] = i % 2 ? fmod(x[i], x[63 - i]) : remainder(-x[i], x[63 - i]);
}
static void largeRemainders() {
  const int n = 64;
  std::vector<double> x(n, std::numeric_limits<double>::max());
  const double fractions[] = {0x1.fffffffcp+0, 0x1.ffp+0, 1, 0x1.ffffffffp+0, 0x1.8p+0};
  for (int i = 1; i < n; i++) x[i] = std::ldexp(fractions[i % 5], 1023 - i * i / 2);
  Device<double> in(x), out(2 * n);
  remainders<<<1, n>>>(in.p, out.p);
  auto y = out.host();
  for (int i = 0; i < n; i++) {
    EXPECT(y[i] == (i % 2 ? std::fmod(x[0], x[i]) : std::remainder(x[0], x[i])));
    EXPECT(y[n + i] == (i % 2 ? std::fmod(x[i], x[63 - i]) : std::remainder(-x[i], x[63 - i])));
  }
}

int main(int argc, char **argv) {
  if (argc > 1) values = std::atoi(argv[1]), table = true;
  all<Test_sin, Test_cos, Test_tan, Test_sinpi, Test_cospi, Test_asin, Test_acos, Test_atan,
      Test_sinh, Test_cosh, Test_tanh, Test_asinh, Test_acosh, Test_atanh, Test_exp, Test_exp2,
      Test_exp10, Test_expm1, Test_log, Test_log2, Test_log10, Test_log1p, Test_sqrt, Test_cbrt,
      Test_rsqrt, Test_rcbrt, Test_erf, Test_erfc, Test_erfcinv, Test_cyl_bessel_i0,
      Test_cyl_bessel_i1, Test_normcdf, Test_tgamma, Test_pow, Test_atan2, Test_hypot, Test_fmod,
      Test_remainder, Test_fdim, Test_rhypot, Test_norm3d, Test_rnorm3d, Test_norm4d, Test_rnorm4d,
      Test_norm, Test_rnorm>();
  gammaPoles();
  largeRemainders();
  return done();
}
