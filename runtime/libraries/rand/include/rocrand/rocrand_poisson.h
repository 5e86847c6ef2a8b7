// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The Poisson distribution: Knuth's product of uniform numbers for small means, Atkinson's
// rejection method PA, and the normal distribution for huge means.
#ifndef ROCRAND_POISSON_H_
#define ROCRAND_POISSON_H_

#include <rocrand/rocrand_normal.h>

namespace rocrand_device {
namespace detail {

constexpr double lambda_threshold_small = 64.0;
constexpr double lambda_threshold_huge = 4000.0;

template <class State>
ROCRAND_QUALIFIERS unsigned int poisson_by_product(State *state, double lambda) {
  const double limit = exp(-lambda);
  unsigned int k = 0;
  for (double product = rocrand_uniform_double(state); product > limit; k++)
    product *= rocrand_uniform_double(state);
  return k;
}

template <class State>
ROCRAND_QUALIFIERS unsigned int poisson_by_rejection(State *state, double lambda) {
  const double c = 0.767 - 3.36 / lambda, beta = ROCRAND_PI_DOUBLE / sqrt(3.0 * lambda);
  const double alpha = beta * lambda, k = log(c) - lambda - log(beta), log_lambda = log(lambda);
  for (;;) {
    double u = rocrand_uniform_double(state);
    double x = (alpha - log((1.0 - u) / u)) / beta, n = floor(x + 0.5);
    if (n < 0) continue;
    double v = rocrand_uniform_double(state), y = alpha - beta * x, t = 1.0 + exp(y);
    if (y + log(v / (t * t)) <= k + n * log_lambda - lgamma(n + 1.0)) return (unsigned int)n;
  }
}

// poisson_by_inversion takes one uniform number: Fishman's algorithm ITR, which multiplies by
// exp(-500) as often as the mean requires, and the normal distribution for large means.
template <class Result, class State>
ROCRAND_QUALIFIERS Result poisson_by_inversion(State *state, double lambda) {
  if (lambda >= 1000.0) return (Result)round(sqrt(lambda) * rocrand_normal_double(state) + lambda);
  // Less than 1, where the loop would not end.
  double u = rocrand_uniform_double(state) - ROCRAND_2POW32_INV_DOUBLE / 2.0;
  double x = 1.0, y = 1.0;
  int power = 0;
  Result k = 0;
  do {
    double factor = lambda > power + 500.0 ? exp(-500.0) : exp(power - lambda);
    x *= factor;
    y *= factor;
    power += 500;
    while (u > y) {
      k++;
      x *= lambda / (double)k;
      y += x;
    }
  } while (power < lambda);
  return k;
}

} // namespace detail
} // namespace rocrand_device

template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, unsigned int>
rocrand_poisson(State *state, double lambda) {
  return rocrand_device::detail::poisson_by_inversion<unsigned int>(state, lambda);
}
ROCRAND_QUALIFIERS unsigned long long rocrand_poisson(rocrand_state_sobol64 *state, double lambda) {
  return rocrand_device::detail::poisson_by_inversion<unsigned long long>(state, lambda);
}
ROCRAND_QUALIFIERS unsigned long long rocrand_poisson(rocrand_state_scrambled_sobol64 *state,
                                                      double lambda) {
  return rocrand_device::detail::poisson_by_inversion<unsigned long long>(state, lambda);
}
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_other_engine<State, unsigned int>
rocrand_poisson(State *state, double lambda) {
  if (lambda < rocrand_device::detail::lambda_threshold_small)
    return rocrand_device::detail::poisson_by_product(state, lambda);
  if (lambda <= rocrand_device::detail::lambda_threshold_huge)
    return rocrand_device::detail::poisson_by_rejection(state, lambda);
  return (unsigned int)round(sqrt(lambda) * rocrand_normal_double(state) + lambda);
}
ROCRAND_QUALIFIERS uint4 rocrand_poisson4(rocrand_state_philox4x32_10 *state, double lambda) {
  unsigned int r[4];
  for (int i = 0; i < 4; i++) r[i] = rocrand_poisson(state, lambda);
  return make_uint4(r[0], r[1], r[2], r[3]);
}

#endif
