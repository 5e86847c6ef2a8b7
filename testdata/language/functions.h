// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Compares a device function with a reference over many arguments, in units in the
// last place of the result's type.
#pragma once
#include "../programs/check.h"

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// How far got lies from want, in spacings of T at want. NaN meets NaN, infinity
// infinity; a result that is subnormal may be zero.
template <typename T> double ulps(T got, long double want) {
  T near = (T)want;
  if (std::isnan(near) || std::isnan(got)) return std::isnan(near) && std::isnan(got) ? 0 : 1e9;
  if (std::isinf(near) || std::isinf(got)) {
    if (got == near) return 0;
    // At the edge of the range one may overflow where the other just does not.
    T edge = std::numeric_limits<T>::max();
    return std::fabs((double)((std::isinf(near) ? got : near) / edge)) > 0.999999 &&
                   std::signbit(got) == std::signbit(near)
               ? 1
               : 1e9;
  }
  int e;
  std::frexp(near, &e);
  long double spacing = std::ldexp(
      1.0L, std::max(e - std::numeric_limits<T>::digits,
                     std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits));
  if (std::fabs(near) < std::numeric_limits<T>::min() && got == 0) return 0;
  return (double)(std::fabs((long double)got - want) / spacing);
}

template <typename T, typename F> __global__ void apply(F f, const T *x, const T *y, T *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) r[i] = f(x[i], y[i]);
}

// Arguments: `lo` to `hi` evenly, or by magnitude where the range spans many, with the
// special values that every function must take in front.
template <typename T> std::vector<T> arguments(T lo, T hi, int n, bool specials) {
  std::vector<T> v;
  if (specials)
    for (T s : {T(0), T(-0.0), T(1), T(-1), T(2), T(0.5), std::numeric_limits<T>::infinity(),
                -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN(),
                std::numeric_limits<T>::min()})
      v.push_back(s);
  bool byMagnitude = lo > 0 && hi / lo > 1e4;
  while ((int)v.size() < n) {
    double t = (double)v.size() * 0.61803398874989484820;
    t -= std::floor(t);
    v.push_back(byMagnitude ? (T)std::exp(std::log((double)lo) +
                                          t * (std::log((double)hi) - std::log((double)lo)))
                            : (T)((double)lo + t * ((double)hi - (double)lo)));
  }
  return v;
}

template <typename T, typename F, typename R>
void compare(const char *name, F f, R reference, const std::vector<T> &x, const std::vector<T> &y,
             double bound) {
  int n = (int)x.size();
  T *d;
  CHECK(hipMallocManaged((void **)&d, 3 * n * sizeof(T)));
  std::memcpy(d, x.data(), n * sizeof(T));
  std::memcpy(d + n, y.data(), n * sizeof(T));
  apply<T, F><<<(n + 127) / 128, 128>>>(f, d, d + n, d + 2 * n, n);
  CHECK(hipDeviceSynchronize());
  double worst = 0;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    double u = ulps<T>(d[2 * n + i], reference((long double)x[i], (long double)y[i]));
    if (u > worst) worst = u, at = i;
  }
  if (worst > bound) {
    ++failures;
    std::printf("%s: %g ulp, bound %g, at (%.9g, %.9g): got %.17g, want %.17g\n", name, worst,
                bound, (double)x[at], (double)y[at], (double)d[2 * n + at],
                (double)reference((long double)x[at], (long double)y[at]));
  }
  CHECK(hipFree(d));
}
