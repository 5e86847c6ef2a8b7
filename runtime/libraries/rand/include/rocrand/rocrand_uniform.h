// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Uniformly distributed numbers from 0 (exclusive) to 1 (inclusive).
#ifndef ROCRAND_UNIFORM_H_
#define ROCRAND_UNIFORM_H_

#include <rocrand/rocrand_lfsr113.h>
#include <rocrand/rocrand_mrg32k3a.h>
#include <rocrand/rocrand_mtgp32.h>
#include <rocrand/rocrand_philox4x32_10.h>
#include <rocrand/rocrand_sobol.h>
#include <rocrand/rocrand_threefry.h>
#include <rocrand/rocrand_xorwow.h>

namespace rocrand_device {
namespace detail {

ROCRAND_QUALIFIERS float uniform_distribution(unsigned int v) {
  return ROCRAND_2POW32_INV + (v * ROCRAND_2POW32_INV);
}
ROCRAND_QUALIFIERS float uniform_distribution(unsigned long long v) {
  return uniform_distribution((unsigned int)(v >> 32));
}
ROCRAND_QUALIFIERS double uniform_distribution_double(unsigned int v) {
  return ROCRAND_2POW32_INV_DOUBLE + (v * ROCRAND_2POW32_INV_DOUBLE);
}
ROCRAND_QUALIFIERS double uniform_distribution_double(unsigned int v1, unsigned int v2) {
  unsigned long long v = (unsigned long long)(v2 >> 11) << 32 | v1;
  return ROCRAND_2POW53_INV_DOUBLE + (v * ROCRAND_2POW53_INV_DOUBLE);
}
ROCRAND_QUALIFIERS double uniform_distribution_double(unsigned long long v) {
  return ROCRAND_2POW53_INV_DOUBLE + ((v >> 11) * ROCRAND_2POW53_INV_DOUBLE);
}
ROCRAND_QUALIFIERS __half uniform_distribution_half(unsigned short v) {
  return __float2half(ROCRAND_2POW16_INV + (v * ROCRAND_2POW16_INV));
}
// The functions for MRG32k3a take the result of its next.
ROCRAND_QUALIFIERS double mrg_uniform_distribution_double(unsigned int v) {
  return v * ROCRAND_MRG32K3A_NORM_DOUBLE;
}
ROCRAND_QUALIFIERS float mrg_uniform_distribution(unsigned int v) {
  return (float)mrg_uniform_distribution_double(v);
}
ROCRAND_QUALIFIERS unsigned int mrg_uniform_distribution_uint(unsigned int v) {
  return (unsigned int)((v - 1) * ROCRAND_MRG32K3A_UINT_NORM);
}

} // namespace detail
} // namespace rocrand_device

template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, float> rocrand_uniform(State *state) {
  return rocrand_device::detail::uniform_distribution(rocrand(state));
}
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, double>
rocrand_uniform_double(State *state) {
  return rocrand_device::detail::uniform_distribution_double(rocrand(state));
}
ROCRAND_QUALIFIERS float rocrand_uniform(rocrand_state_xorwow *state) {
  return rocrand_device::detail::uniform_distribution(rocrand(state));
}
ROCRAND_QUALIFIERS double rocrand_uniform_double(rocrand_state_xorwow *state) {
  unsigned int x = rocrand(state), y = rocrand(state);
  return rocrand_device::detail::uniform_distribution_double(x, y);
}
ROCRAND_QUALIFIERS float rocrand_uniform(rocrand_state_philox4x32_10 *state) {
  return rocrand_device::detail::uniform_distribution(rocrand(state));
}
ROCRAND_QUALIFIERS float2 rocrand_uniform2(rocrand_state_philox4x32_10 *state) {
  float x = rocrand_uniform(state), y = rocrand_uniform(state);
  return make_float2(x, y);
}
ROCRAND_QUALIFIERS float4 rocrand_uniform4(rocrand_state_philox4x32_10 *state) {
  using rocrand_device::detail::uniform_distribution;
  uint4 v = state->next4();
  return make_float4(uniform_distribution(v.x), uniform_distribution(v.y),
                     uniform_distribution(v.z), uniform_distribution(v.w));
}
ROCRAND_QUALIFIERS double rocrand_uniform_double(rocrand_state_philox4x32_10 *state) {
  unsigned int x = rocrand(state), y = rocrand(state);
  return rocrand_device::detail::uniform_distribution_double(x, y);
}
ROCRAND_QUALIFIERS double2 rocrand_uniform_double2(rocrand_state_philox4x32_10 *state) {
  using rocrand_device::detail::uniform_distribution_double;
  uint4 v = state->next4();
  return make_double2(uniform_distribution_double(v.x, v.y), uniform_distribution_double(v.z, v.w));
}
ROCRAND_QUALIFIERS double4 rocrand_uniform_double4(rocrand_state_philox4x32_10 *state) {
  double2 x = rocrand_uniform_double2(state), y = rocrand_uniform_double2(state);
  return make_double4(x.x, x.y, y.x, y.y);
}
ROCRAND_QUALIFIERS float rocrand_uniform(rocrand_state_mrg32k3a *state) {
  return rocrand_device::detail::mrg_uniform_distribution(state->next());
}
ROCRAND_QUALIFIERS double rocrand_uniform_double(rocrand_state_mrg32k3a *state) {
  return rocrand_device::detail::mrg_uniform_distribution_double(state->next());
}

#endif
