// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of a discrete distribution: one word each, by the alias table or, for Sobol sequences, whose
// order an alias table would destroy, by inversion of the cumulative distribution function.
#ifndef ROCRAND_DISCRETE_H_
#define ROCRAND_DISCRETE_H_

#include <rocrand/rocrand_discrete_types.h>
#include <rocrand/rocrand_lfsr113.h>
#include <rocrand/rocrand_mrg32k3a.h>
#include <rocrand/rocrand_mtgp32.h>
#include <rocrand/rocrand_philox4x32_10.h>
#include <rocrand/rocrand_sobol.h>
#include <rocrand/rocrand_threefry.h>
#include <rocrand/rocrand_xorwow.h>

namespace rocrand_device {
namespace detail {

// unit converts a word to a number from 0 to 1.
ROCRAND_QUALIFIERS double unit(unsigned int word) { return word * ROCRAND_2POW32_INV_DOUBLE; }
ROCRAND_QUALIFIERS double unit(unsigned long long word) { return word * ROCRAND_2POW64_INV_DOUBLE; }

ROCRAND_QUALIFIERS unsigned int discrete_alias(double x,
                                               const rocrand_discrete_distribution_st &d) {
  const double nx = d.size * x, whole = floor(nx);
  const unsigned int i = (unsigned int)whole;
  if (i >= d.size) return d.offset + d.size - 1; // a word of 64 bits may be rounded to 1
  return d.offset + (nx - whole < d.probability[i] ? i : d.alias[i]);
}
ROCRAND_QUALIFIERS unsigned int discrete_cdf(double x, const rocrand_discrete_distribution_st &d) {
  unsigned int low = 0, high = d.size - 1;
  while (low != high) {
    unsigned int center = (low + high) / 2;
    if (x > d.cdf[center])
      low = center + 1;
    else
      high = center;
  }
  return d.offset + low;
}

} // namespace detail
} // namespace rocrand_device

template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_other_engine<State, unsigned int>
rocrand_discrete(State *state, const rocrand_discrete_distribution distribution) {
  using namespace rocrand_device::detail;
  return discrete_alias(unit(rocrand(state)), *distribution);
}
// As rocRAND, by inversion on GPUs whose arithmetic in double precision is slow.
template <class State>
ROCRAND_QUALIFIERS rocrand_device::for_word_engine<State, unsigned int>
rocrand_discrete(State *state, const rocrand_discrete_distribution distribution) {
  using namespace rocrand_device::detail;
#if defined(__HIP_DEVICE_COMPILE__) && (defined(__GFX10__) || defined(__GFX11__))
  return discrete_cdf(unit(rocrand(state)), *distribution);
#else
  return discrete_alias(unit(rocrand(state)), *distribution);
#endif
}
#define ROCRAND_DISCRETE(State)                                                                    \
  ROCRAND_QUALIFIERS unsigned int rocrand_discrete(                                                \
      State *state, const rocrand_discrete_distribution distribution) {                            \
    using namespace rocrand_device::detail;                                                        \
    return discrete_cdf(unit(rocrand(state)), *distribution);                                      \
  }
ROCRAND_DISCRETE(rocrand_state_sobol32)
ROCRAND_DISCRETE(rocrand_state_scrambled_sobol32)
ROCRAND_DISCRETE(rocrand_state_sobol64)
ROCRAND_DISCRETE(rocrand_state_scrambled_sobol64)
#undef ROCRAND_DISCRETE
ROCRAND_QUALIFIERS uint4 rocrand_discrete4(rocrand_state_philox4x32_10 *state,
                                           const rocrand_discrete_distribution distribution) {
  using namespace rocrand_device::detail;
  const uint4 words = rocrand4(state);
  return make_uint4(
      discrete_alias(unit(words.x), *distribution), discrete_alias(unit(words.y), *distribution),
      discrete_alias(unit(words.z), *distribution), discrete_alias(unit(words.w), *distribution));
}

#endif
