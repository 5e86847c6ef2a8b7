// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Normally distributed numbers, by the Box-Muller method. The second number of a pair is kept for
// the next call.
#ifndef ROCRAND_NORMAL_H_
#define ROCRAND_NORMAL_H_

#include <rocrand/rocrand_uniform.h>

namespace rocrand_device {
namespace detail {

ROCRAND_QUALIFIERS float2 polar(float u, float angle) {
  float s = sqrtf(-2.0f * logf(u));
  return make_float2(sinf(angle) * s, cosf(angle) * s);
}
ROCRAND_QUALIFIERS double2 polar_double(double u, double half_turns) {
  double s = sqrt(-2.0 * log(u));
  return make_double2(sin(half_turns * ROCRAND_PI_DOUBLE) * s,
                      cos(half_turns * ROCRAND_PI_DOUBLE) * s);
}

ROCRAND_QUALIFIERS float2 normal_distribution2(unsigned int x, unsigned int y) {
  return polar(uniform_distribution(x), ROCRAND_2POW32_INV_2PI + (y * ROCRAND_2POW32_INV_2PI));
}
ROCRAND_QUALIFIERS double2 normal_distribution_double2(uint4 v) {
  unsigned long long x = v.x ^ (unsigned long long)v.y << 21;
  unsigned long long y = v.z ^ (unsigned long long)v.w << 21;
  return polar_double(ROCRAND_2POW53_INV_DOUBLE + (x * ROCRAND_2POW53_INV_DOUBLE),
                      2 * ROCRAND_2POW53_INV_DOUBLE + (y * (2 * ROCRAND_2POW53_INV_DOUBLE)));
}
ROCRAND_QUALIFIERS float2 normal_distribution_half2(unsigned int v) {
  return polar(ROCRAND_2POW16_INV + ((v & 0xffff) * ROCRAND_2POW16_INV),
               ROCRAND_2POW16_INV_2PI + ((v >> 16) * ROCRAND_2POW16_INV_2PI));
}
ROCRAND_QUALIFIERS float2 mrg_normal_distribution2(unsigned int x, unsigned int y) {
  return polar(mrg_uniform_distribution(x), mrg_uniform_distribution(y) * ROCRAND_2PI);
}
// rocRAND computes a pair of doubles from uniform floats.
ROCRAND_QUALIFIERS double2 mrg_normal_distribution_double2(unsigned int x, unsigned int y) {
  return polar_double(mrg_uniform_distribution(x), mrg_uniform_distribution(y) * 2.0);
}

// Winitzki's approximation of the inverse error function, which gives one normal number per uniform
// number.
ROCRAND_QUALIFIERS double erfinv_approximation(double x) {
  double sign = x < 0 ? -1.0 : 1.0, l = log((1.0 - x) * (1.0 + x));
  if (l != l) return 1.0;
  if (l < -1e300) return 0.0;
  double a = 2.0 / (ROCRAND_PI_DOUBLE * 0.147) + 0.5 * l, b = 1.0 / 0.147 * l;
  return sign * sqrt(-a + sqrt(a * a - b));
}
ROCRAND_QUALIFIERS float erfinv_approximation(float x) {
  float sign = x < 0 ? -1.0f : 1.0f, l = logf((1.0f - x) * (1.0f + x));
  if (l != l) return 1.0f;
  if (l < -1e30f) return 0.0f;
  float a = 2.0f / (ROCRAND_PI * 0.147f) + 0.5f * l, b = 1.0f / 0.147f * l;
  return sign * sqrtf(-a + sqrtf(a * a - b));
}
template <class Word> ROCRAND_QUALIFIERS double normal_distribution_double(Word x) {
  return ROCRAND_SQRT2 * erfinv_approximation(2.0 * uniform_distribution_double(x) - 1.0);
}
template <class Word> ROCRAND_QUALIFIERS float normal_distribution(Word x) {
  return ROCRAND_SQRT2 * erfinv_approximation(2.0f * uniform_distribution(x) - 1.0f);
}

// Pairs from 64-bit words.
ROCRAND_QUALIFIERS float2 normal_distribution2(unsigned long long v) {
  return normal_distribution2((unsigned int)v, (unsigned int)(v >> 32));
}
ROCRAND_QUALIFIERS double2 normal_distribution_double2(unsigned long long x, unsigned long long y) {
  return normal_distribution_double2(make_uint4((unsigned int)x, (unsigned int)(x >> 32),
                                                (unsigned int)y, (unsigned int)(y >> 32)));
}
ROCRAND_QUALIFIERS float2 normal_distribution_half2(unsigned long long v) {
  return normal_distribution_half2((unsigned int)(v & 0xffff) | (unsigned int)(v >> 32) << 16);
}

} // namespace detail
} // namespace rocrand_device

ROCRAND_QUALIFIERS float2 rocrand_normal2(rocrand_state_xorwow *state) {
  unsigned int x = rocrand(state), y = rocrand(state);
  return rocrand_device::detail::normal_distribution2(x, y);
}
ROCRAND_QUALIFIERS float2 rocrand_normal2(rocrand_state_philox4x32_10 *state) {
  unsigned int x = rocrand(state), y = rocrand(state);
  return rocrand_device::detail::normal_distribution2(x, y);
}
ROCRAND_QUALIFIERS float2 rocrand_normal2(rocrand_state_mrg32k3a *state) {
  unsigned int x = state->next(), y = state->next();
  return rocrand_device::detail::mrg_normal_distribution2(x, y);
}
ROCRAND_QUALIFIERS double2 rocrand_normal_double2(rocrand_state_xorwow *state) {
  unsigned int x = rocrand(state), y = rocrand(state), z = rocrand(state), w = rocrand(state);
  return rocrand_device::detail::normal_distribution_double2(make_uint4(x, y, z, w));
}
ROCRAND_QUALIFIERS double2 rocrand_normal_double2(rocrand_state_philox4x32_10 *state) {
  return rocrand_device::detail::normal_distribution_double2(rocrand4(state));
}
ROCRAND_QUALIFIERS double2 rocrand_normal_double2(rocrand_state_mrg32k3a *state) {
  unsigned int x = state->next(), y = state->next();
  return rocrand_device::detail::mrg_normal_distribution_double2(x, y);
}
ROCRAND_QUALIFIERS float4 rocrand_normal4(rocrand_state_philox4x32_10 *state) {
  uint4 v = state->next4();
  float2 x = rocrand_device::detail::normal_distribution2(v.x, v.y);
  float2 y = rocrand_device::detail::normal_distribution2(v.z, v.w);
  return make_float4(x.x, x.y, y.x, y.y);
}
ROCRAND_QUALIFIERS double4 rocrand_normal_double4(rocrand_state_philox4x32_10 *state) {
  double2 x = rocrand_normal_double2(state), y = rocrand_normal_double2(state);
  return make_double4(x.x, x.y, y.x, y.y);
}

// The pairs of the engines that take one word for one number; Sobol sequences have none, which
// would spoil their dimensions.
#define ROCRAND_NORMAL_OF_WORDS(qualifiers, name)                                                  \
  qualifiers float2 rocrand_normal2(rocrand_state_##name *state) {                                 \
    unsigned int x = rocrand(state), y = rocrand(state);                                           \
    return rocrand_device::detail::normal_distribution2(x, y);                                     \
  }                                                                                                \
  qualifiers double2 rocrand_normal_double2(rocrand_state_##name *state) {                         \
    unsigned int x = rocrand(state), y = rocrand(state), z = rocrand(state), w = rocrand(state);   \
    return rocrand_device::detail::normal_distribution_double2(make_uint4(x, y, z, w));            \
  }
ROCRAND_NORMAL_OF_WORDS(ROCRAND_QUALIFIERS, lfsr113)
ROCRAND_NORMAL_OF_WORDS(ROCRAND_QUALIFIERS, threefry2x32_20)
ROCRAND_NORMAL_OF_WORDS(ROCRAND_QUALIFIERS, threefry4x32_20)
#ifdef __HIP__
ROCRAND_NORMAL_OF_WORDS(inline __device__, mtgp32)
#endif
#undef ROCRAND_NORMAL_OF_WORDS
ROCRAND_QUALIFIERS float2 rocrand_normal2(rocrand_state_threefry2x64_20 *state) {
  return rocrand_device::detail::normal_distribution2(rocrand(state));
}
// rocRAND takes the lower halves of two words here.
ROCRAND_QUALIFIERS float2 rocrand_normal2(rocrand_state_threefry4x64_20 *state) {
  unsigned int x = (unsigned int)rocrand(state), y = (unsigned int)rocrand(state);
  return rocrand_device::detail::normal_distribution2(x, y);
}
template <int N>
ROCRAND_QUALIFIERS double2
rocrand_normal_double2(rocrand_device::threefry_engine<unsigned long long, N> *state) {
  unsigned long long x = state->next(), y = state->next();
  return rocrand_device::detail::normal_distribution_double2(x, y);
}

template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, float> rocrand_normal(State *state) {
  return rocrand_device::detail::normal_distribution(rocrand(state));
}
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, double>
rocrand_normal_double(State *state) {
  return rocrand_device::detail::normal_distribution_double(rocrand(state));
}
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_other_engine<State, float> rocrand_normal(State *state) {
  if (state->kept.has_float) {
    state->kept.has_float = false;
    return state->kept.kept_float;
  }
  float2 r = rocrand_normal2(state);
  state->kept.has_float = true;
  state->kept.kept_float = r.y;
  return r.x;
}
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_other_engine<State, double>
rocrand_normal_double(State *state) {
  if (state->kept.has_double) {
    state->kept.has_double = false;
    return state->kept.kept_double;
  }
  double2 r = rocrand_normal_double2(state);
  state->kept.has_double = true;
  state->kept.kept_double = (float)r.y;
  return r.x;
}

#endif
