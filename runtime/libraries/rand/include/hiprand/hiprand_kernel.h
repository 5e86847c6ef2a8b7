// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND's device API: other names for rocRAND's.
#ifndef HIPRAND_KERNEL_H_
#define HIPRAND_KERNEL_H_

#ifndef QUALIFIERS
#define QUALIFIERS inline __device__
#endif
#define FQUALIFIERS QUALIFIERS

#include <hip/hip_runtime.h>

#include <hiprand/hiprand.h>
#include <rocrand/rocrand_kernel.h>

// The seeds of the engines of hiprand.hpp, which are not rocRAND's.
#define HIPRAND_PHILOX4x32_DEFAULT_SEED 0ULL
#define HIPRAND_XORWOW_DEFAULT_SEED 0ULL
#define HIPRAND_MRG32K3A_DEFAULT_SEED 12345ULL
#define HIPRAND_MTGP32_DEFAULT_SEED 0ULL
#define HIPRAND_MT19937_DEFAULT_SEED 0ULL

#define HIPRAND_STATE(name, rocrand_state)                                                         \
  struct name : rocrand_state {                                                                    \
    typedef rocrand_state base;                                                                    \
  };                                                                                               \
  typedef struct name name##_t;
HIPRAND_STATE(hiprandState, rocrand_state_xorwow)
HIPRAND_STATE(hiprandStateXORWOW, rocrand_state_xorwow)
HIPRAND_STATE(hiprandStatePhilox4_32_10, rocrand_state_philox4x32_10)
HIPRAND_STATE(hiprandStateMRG32k3a, rocrand_state_mrg32k3a)
HIPRAND_STATE(hiprandStateMtgp32, rocrand_state_mtgp32)
HIPRAND_STATE(hiprandStateSobol32, rocrand_state_sobol32)
HIPRAND_STATE(hiprandStateScrambledSobol32, rocrand_state_scrambled_sobol32)
HIPRAND_STATE(hiprandStateSobol64, rocrand_state_sobol64)
HIPRAND_STATE(hiprandStateScrambledSobol64, rocrand_state_scrambled_sobol64)
#undef HIPRAND_STATE

template <class State>
QUALIFIERS void hiprand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, State *state) {
  rocrand_init(seed, subsequence, offset, static_cast<typename State::base *>(state));
}
QUALIFIERS void hiprand_init(const unsigned int *direction_vectors, unsigned int offset,
                             hiprandStateSobol32_t *state) {
  rocrand_init(direction_vectors, offset, static_cast<rocrand_state_sobol32 *>(state));
}
QUALIFIERS void hiprand_init(const unsigned int *direction_vectors, unsigned int scramble_constant,
                             unsigned int offset, hiprandStateScrambledSobol32_t *state) {
  rocrand_init(direction_vectors, scramble_constant, offset,
               static_cast<rocrand_state_scrambled_sobol32 *>(state));
}
QUALIFIERS void hiprand_init(const unsigned long long *direction_vectors, unsigned int offset,
                             hiprandStateSobol64_t *state) {
  rocrand_init(direction_vectors, offset, static_cast<rocrand_state_sobol64 *>(state));
}
QUALIFIERS void hiprand_init(const unsigned long long *direction_vectors,
                             unsigned long long scramble_constant, unsigned int offset,
                             hiprandStateScrambledSobol64_t *state) {
  rocrand_init(direction_vectors, scramble_constant, offset,
               static_cast<rocrand_state_scrambled_sobol64 *>(state));
}
typedef mtgp32_params mtgp32_kernel_params_t;
typedef mtgp32_fast_params mtgp32_fast_param_t;
#ifdef __HIP__ // functions of a block; the host's compiler has no shared memory for them
QUALIFIERS void hiprand_mtgp32_block_copy(hiprandStateMtgp32_t *src, hiprandStateMtgp32_t *dest) {
  rocrand_mtgp32_block_copy(src, dest);
}
QUALIFIERS void hiprand_mtgp32_set_params(hiprandStateMtgp32_t *state,
                                          mtgp32_kernel_params_t *params) {
  rocrand_mtgp32_set_params(state, params);
}
#endif
template <class State> QUALIFIERS void skipahead(unsigned long long n, State *state) {
  skipahead(n, static_cast<typename State::base *>(state));
}
template <class State> QUALIFIERS void skipahead_sequence(unsigned long long n, State *state) {
  skipahead_sequence(n, static_cast<typename State::base *>(state));
}
template <class State> QUALIFIERS void skipahead_subsequence(unsigned long long n, State *state) {
  skipahead_subsequence(n, static_cast<typename State::base *>(state));
}

// Functions with a state, and those with a mean and a standard deviation as well.
#define HIPRAND_OF_STATE(type, name, rocrand_name)                                                 \
  template <class State> QUALIFIERS type name(State *state) {                                      \
    return rocrand_name(static_cast<typename State::base *>(state));                               \
  }
#define HIPRAND_OF_MEAN(type, scalar, name, rocrand_name)                                          \
  template <class State> QUALIFIERS type name(State *state, scalar mean, scalar stddev) {          \
    return rocrand_name(static_cast<typename State::base *>(state), mean, stddev);                 \
  }
HIPRAND_OF_STATE(unsigned int, hiprand, rocrand)
HIPRAND_OF_STATE(uint4, hiprand4, rocrand4)
HIPRAND_OF_STATE(float, hiprand_uniform, rocrand_uniform)
HIPRAND_OF_STATE(float4, hiprand_uniform4, rocrand_uniform4)
HIPRAND_OF_STATE(double, hiprand_uniform_double, rocrand_uniform_double)
HIPRAND_OF_STATE(double2, hiprand_uniform2_double, rocrand_uniform_double2)
HIPRAND_OF_STATE(double4, hiprand_uniform4_double, rocrand_uniform_double4)
HIPRAND_OF_STATE(float, hiprand_normal, rocrand_normal)
HIPRAND_OF_STATE(float2, hiprand_normal2, rocrand_normal2)
HIPRAND_OF_STATE(float4, hiprand_normal4, rocrand_normal4)
HIPRAND_OF_STATE(double, hiprand_normal_double, rocrand_normal_double)
HIPRAND_OF_STATE(double2, hiprand_normal2_double, rocrand_normal_double2)
HIPRAND_OF_STATE(double4, hiprand_normal4_double, rocrand_normal_double4)
HIPRAND_OF_MEAN(float, float, hiprand_log_normal, rocrand_log_normal)
HIPRAND_OF_MEAN(float2, float, hiprand_log_normal2, rocrand_log_normal2)
HIPRAND_OF_MEAN(float4, float, hiprand_log_normal4, rocrand_log_normal4)
HIPRAND_OF_MEAN(double, double, hiprand_log_normal_double, rocrand_log_normal_double)
HIPRAND_OF_MEAN(double2, double, hiprand_log_normal2_double, rocrand_log_normal_double2)
HIPRAND_OF_MEAN(double4, double, hiprand_log_normal4_double, rocrand_log_normal_double4)
HIPRAND_OF_STATE(unsigned long long, hiprand_long_long, rocrand)
#undef HIPRAND_OF_STATE
#undef HIPRAND_OF_MEAN

template <class State> QUALIFIERS unsigned int hiprand_poisson(State *state, double lambda) {
  return rocrand_poisson(static_cast<typename State::base *>(state), lambda);
}
template <class State> QUALIFIERS uint4 hiprand_poisson4(State *state, double lambda) {
  return rocrand_poisson4(static_cast<typename State::base *>(state), lambda);
}
template <class State>
QUALIFIERS unsigned int hiprand_discrete(State *state, hiprandDiscreteDistribution_t distribution) {
  return rocrand_discrete(static_cast<typename State::base *>(state), distribution);
}
template <class State>
QUALIFIERS uint4 hiprand_discrete4(State *state, hiprandDiscreteDistribution_t distribution) {
  return rocrand_discrete4(static_cast<typename State::base *>(state), distribution);
}

#endif
