// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocRAND's C++ interface: engines, and distributions that fill arrays with their numbers.
#ifndef ROCRAND_HPP_
#define ROCRAND_HPP_

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_cpp.hpp>
#include <rocrand/rocrand_kernel.h>

namespace rocrand_cpp {
namespace detail {

struct api {
  using status = rocrand_status;
  using type = rocrand_rng_type;
  using order = rocrand_ordering;
  using generator = rocrand_generator;
  static constexpr status success = ROCRAND_STATUS_SUCCESS;
  static constexpr status not_created = ROCRAND_STATUS_NOT_CREATED;
  static constexpr order pseudo_default = ROCRAND_ORDERING_PSEUDO_DEFAULT;
  static constexpr order quasi_default = ROCRAND_ORDERING_QUASI_DEFAULT;

  static status create(generator *g, type t) { return rocrand_create_generator(g, t); }
  static status destroy(generator g) { return rocrand_destroy_generator(g); }
  static status set_stream(generator g, hipStream_t s) { return rocrand_set_stream(g, s); }
  static status set_order(generator g, order o) { return rocrand_set_ordering(g, o); }
  static status set_offset(generator g, unsigned long long n) { return rocrand_set_offset(g, n); }
  static status set_seed(generator g, unsigned long long n) { return rocrand_set_seed(g, n); }
  static status set_dimensions(generator g, unsigned n) {
    return rocrand_set_quasi_random_generator_dimensions(g, n);
  }
  static status generate(generator g, unsigned char *p, size_t n) {
    return rocrand_generate_char(g, p, n);
  }
  static status generate(generator g, unsigned short *p, size_t n) {
    return rocrand_generate_short(g, p, n);
  }
  static status generate(generator g, unsigned int *p, size_t n) {
    return rocrand_generate(g, p, n);
  }
  static status generate(generator g, unsigned long long *p, size_t n) {
    return rocrand_generate_long_long(g, p, n);
  }
  static status uniform(generator g, float *p, size_t n) {
    return rocrand_generate_uniform(g, p, n);
  }
  static status uniform(generator g, double *p, size_t n) {
    return rocrand_generate_uniform_double(g, p, n);
  }
  static status uniform(generator g, half *p, size_t n) {
    return rocrand_generate_uniform_half(g, p, n);
  }
  static status normal(generator g, float *p, size_t n, float m, float s) {
    return rocrand_generate_normal(g, p, n, m, s);
  }
  static status normal(generator g, double *p, size_t n, double m, double s) {
    return rocrand_generate_normal_double(g, p, n, m, s);
  }
  static status normal(generator g, half *p, size_t n, half m, half s) {
    return rocrand_generate_normal_half(g, p, n, m, s);
  }
  static status log_normal(generator g, float *p, size_t n, float m, float s) {
    return rocrand_generate_log_normal(g, p, n, m, s);
  }
  static status log_normal(generator g, double *p, size_t n, double m, double s) {
    return rocrand_generate_log_normal_double(g, p, n, m, s);
  }
  static status log_normal(generator g, half *p, size_t n, half m, half s) {
    return rocrand_generate_log_normal_half(g, p, n, m, s);
  }
  static status poisson(generator g, unsigned int *p, size_t n, double mean) {
    return rocrand_generate_poisson(g, p, n, mean);
  }
};

} // namespace detail

ROCRAND_CPP_DISTRIBUTIONS(detail::api)
ROCRAND_CPP_PSEUDO(detail::api, xorwow, ROCRAND_RNG_PSEUDO_XORWOW, unsigned int,
                   ROCRAND_XORWOW_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, philox4x32_10, ROCRAND_RNG_PSEUDO_PHILOX4_32_10, unsigned int,
                   ROCRAND_PHILOX4x32_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, mrg32k3a, ROCRAND_RNG_PSEUDO_MRG32K3A, unsigned int,
                   ROCRAND_MRG32K3A_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, mtgp32, ROCRAND_RNG_PSEUDO_MTGP32, unsigned int, 0)
ROCRAND_CPP_PSEUDO(detail::api, lfsr113, ROCRAND_RNG_PSEUDO_LFSR113, unsigned int, 0)
ROCRAND_CPP_PSEUDO(detail::api, mt19937, ROCRAND_RNG_PSEUDO_MT19937, unsigned int, 0)
ROCRAND_CPP_PSEUDO(detail::api, threefry2x32, ROCRAND_RNG_PSEUDO_THREEFRY2_32_20, unsigned int, 0)
ROCRAND_CPP_PSEUDO(detail::api, threefry2x64, ROCRAND_RNG_PSEUDO_THREEFRY2_64_20,
                   unsigned long long, 0)
ROCRAND_CPP_PSEUDO(detail::api, threefry4x32, ROCRAND_RNG_PSEUDO_THREEFRY4_32_20, unsigned int, 0)
ROCRAND_CPP_PSEUDO(detail::api, threefry4x64, ROCRAND_RNG_PSEUDO_THREEFRY4_64_20,
                   unsigned long long, 0)
ROCRAND_CPP_QUASI(detail::api, sobol32, ROCRAND_RNG_QUASI_SOBOL32, unsigned int)
ROCRAND_CPP_QUASI(detail::api, scrambled_sobol32, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, unsigned int)
ROCRAND_CPP_QUASI(detail::api, sobol64, ROCRAND_RNG_QUASI_SOBOL64, unsigned long long)
ROCRAND_CPP_QUASI(detail::api, scrambled_sobol64, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64,
                  unsigned long long)
using default_random_engine = xorwow;

inline int version() {
  int v;
  rocrand_cpp_detail::check<detail::api>(rocrand_get_version(&v));
  return v;
}

} // namespace rocrand_cpp

#endif
