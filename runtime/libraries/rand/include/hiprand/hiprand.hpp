// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND's C++ interface: engines, and distributions that fill arrays with their numbers.
#ifndef HIPRAND_HPP_
#define HIPRAND_HPP_

#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <rocrand/rocrand_cpp.hpp>

namespace hiprand_cpp {
namespace detail {

struct api {
  using status = hiprandStatus_t;
  using type = hiprandRngType_t;
  using order = hiprandOrdering_t;
  using generator = hiprandGenerator_t;
  static constexpr status success = HIPRAND_STATUS_SUCCESS;
  static constexpr status not_created = HIPRAND_STATUS_NOT_INITIALIZED;
  static constexpr order pseudo_default = HIPRAND_ORDERING_PSEUDO_DEFAULT;
  static constexpr order quasi_default = HIPRAND_ORDERING_QUASI_DEFAULT;

  static status create(generator *g, type t) { return hiprandCreateGenerator(g, t); }
  static status destroy(generator g) { return hiprandDestroyGenerator(g); }
  static status set_stream(generator g, hipStream_t s) { return hiprandSetStream(g, s); }
  static status set_order(generator g, order o) { return hiprandSetGeneratorOrdering(g, o); }
  static status set_offset(generator g, unsigned long long n) {
    return hiprandSetGeneratorOffset(g, n);
  }
  static status set_seed(generator g, unsigned long long n) {
    return hiprandSetPseudoRandomGeneratorSeed(g, n);
  }
  static status set_dimensions(generator g, unsigned n) {
    return hiprandSetQuasiRandomGeneratorDimensions(g, n);
  }
  static status generate(generator g, unsigned char *p, size_t n) {
    return hiprandGenerateChar(g, p, n);
  }
  static status generate(generator g, unsigned short *p, size_t n) {
    return hiprandGenerateShort(g, p, n);
  }
  static status generate(generator g, unsigned int *p, size_t n) {
    return hiprandGenerate(g, p, n);
  }
  static status generate(generator g, unsigned long long *p, size_t n) {
    return hiprandGenerateLongLong(g, p, n);
  }
  static status uniform(generator g, float *p, size_t n) { return hiprandGenerateUniform(g, p, n); }
  static status uniform(generator g, double *p, size_t n) {
    return hiprandGenerateUniformDouble(g, p, n);
  }
  static status uniform(generator g, half *p, size_t n) {
    return hiprandGenerateUniformHalf(g, p, n);
  }
  static status normal(generator g, float *p, size_t n, float m, float s) {
    return hiprandGenerateNormal(g, p, n, m, s);
  }
  static status normal(generator g, double *p, size_t n, double m, double s) {
    return hiprandGenerateNormalDouble(g, p, n, m, s);
  }
  static status normal(generator g, half *p, size_t n, half m, half s) {
    return hiprandGenerateNormalHalf(g, p, n, m, s);
  }
  static status log_normal(generator g, float *p, size_t n, float m, float s) {
    return hiprandGenerateLogNormal(g, p, n, m, s);
  }
  static status log_normal(generator g, double *p, size_t n, double m, double s) {
    return hiprandGenerateLogNormalDouble(g, p, n, m, s);
  }
  static status log_normal(generator g, half *p, size_t n, half m, half s) {
    return hiprandGenerateLogNormalHalf(g, p, n, m, s);
  }
  static status poisson(generator g, unsigned int *p, size_t n, double mean) {
    return hiprandGeneratePoisson(g, p, n, mean);
  }
};

} // namespace detail

ROCRAND_CPP_DISTRIBUTIONS(detail::api)
ROCRAND_CPP_PSEUDO(detail::api, xorwow, HIPRAND_RNG_PSEUDO_XORWOW, unsigned int,
                   HIPRAND_XORWOW_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, philox4x32_10, HIPRAND_RNG_PSEUDO_PHILOX4_32_10, unsigned int,
                   HIPRAND_PHILOX4x32_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, mrg32k3a, HIPRAND_RNG_PSEUDO_MRG32K3A, unsigned int,
                   HIPRAND_MRG32K3A_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, mtgp32, HIPRAND_RNG_PSEUDO_MTGP32, unsigned int,
                   HIPRAND_MTGP32_DEFAULT_SEED)
ROCRAND_CPP_PSEUDO(detail::api, mt19937, HIPRAND_RNG_PSEUDO_MT19937, unsigned int,
                   HIPRAND_MT19937_DEFAULT_SEED)
ROCRAND_CPP_QUASI(detail::api, sobol32, HIPRAND_RNG_QUASI_SOBOL32, unsigned int)
ROCRAND_CPP_QUASI(detail::api, scrambled_sobol32, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32, unsigned int)
ROCRAND_CPP_QUASI(detail::api, sobol64, HIPRAND_RNG_QUASI_SOBOL64, unsigned long long)
ROCRAND_CPP_QUASI(detail::api, scrambled_sobol64, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64,
                  unsigned long long)
using default_random_engine = xorwow;

inline int version() {
  int v;
  rocrand_cpp_detail::check<detail::api>(hiprandGetVersion(&v));
  return v;
}

} // namespace hiprand_cpp

#endif
