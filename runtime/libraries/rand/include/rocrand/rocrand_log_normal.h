// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Log-normally distributed numbers.
#ifndef ROCRAND_LOG_NORMAL_H_
#define ROCRAND_LOG_NORMAL_H_

#include <rocrand/rocrand_normal.h>

template <class State>
ROCRAND_QUALIFIERS float rocrand_log_normal(State *state, float mean, float stddev) {
  return expf(mean + (stddev * rocrand_normal(state)));
}
template <class State>
ROCRAND_QUALIFIERS float2 rocrand_log_normal2(State *state, float mean, float stddev) {
  float2 r = rocrand_normal2(state);
  return make_float2(expf(mean + (stddev * r.x)), expf(mean + (stddev * r.y)));
}
template <class State>
ROCRAND_QUALIFIERS float4 rocrand_log_normal4(State *state, float mean, float stddev) {
  float2 x = rocrand_log_normal2(state, mean, stddev), y = rocrand_log_normal2(state, mean, stddev);
  return make_float4(x.x, x.y, y.x, y.y);
}
template <class State>
ROCRAND_QUALIFIERS double rocrand_log_normal_double(State *state, double mean, double stddev) {
  return exp(mean + (stddev * rocrand_normal_double(state)));
}
template <class State>
ROCRAND_QUALIFIERS double2 rocrand_log_normal_double2(State *state, double mean, double stddev) {
  double2 r = rocrand_normal_double2(state);
  return make_double2(exp(mean + (stddev * r.x)), exp(mean + (stddev * r.y)));
}
template <class State>
ROCRAND_QUALIFIERS double4 rocrand_log_normal_double4(State *state, double mean, double stddev) {
  double2 x = rocrand_log_normal_double2(state, mean, stddev),
          y = rocrand_log_normal_double2(state, mean, stddev);
  return make_double4(x.x, x.y, y.x, y.y);
}

#endif
