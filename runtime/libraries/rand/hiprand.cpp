// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND's names for the functions of rocRAND.
#include <hiprand/hiprand.h>
#include <rocrand/rocrand.h>

namespace {

hiprandStatus_t status_of(rocrand_status status) {
  switch (status) {
  case ROCRAND_STATUS_NOT_CREATED:
    return HIPRAND_STATUS_NOT_INITIALIZED;
  case ROCRAND_STATUS_LAUNCH_FAILURE:
    return HIPRAND_STATUS_LAUNCH_FAILURE;
  case ROCRAND_STATUS_INTERNAL_ERROR:
    return HIPRAND_STATUS_INTERNAL_ERROR;
  default: // these have the same numbers
    return (hiprandStatus_t)status;
  }
}

// type_of converts a generator type to rocRAND's; an unknown type gives one that rocRAND does not
// have.
rocrand_rng_type type_of(hiprandRngType_t type) {
  switch (type) {
  case HIPRAND_RNG_PSEUDO_MT19937:
    return ROCRAND_RNG_PSEUDO_MT19937;
  case HIPRAND_RNG_PSEUDO_PHILOX4_32_10:
    return ROCRAND_RNG_PSEUDO_PHILOX4_32_10;
  case HIPRAND_RNG_QUASI_SOBOL64:
    return ROCRAND_RNG_QUASI_SOBOL64;
  case HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    return ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  default: // these have the same numbers
    return (rocrand_rng_type)type;
  }
}

} // namespace

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t *generator, hiprandRngType_t rng_type) {
  return status_of(rocrand_create_generator(generator, type_of(rng_type)));
}
// A host generator of hipRAND has finished when its function returns.
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t *generator,
                                           hiprandRngType_t rng_type) {
  return status_of(rocrand_create_generator_host_blocking(generator, type_of(rng_type)));
}
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator) {
  return status_of(rocrand_destroy_generator(generator));
}
hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned int *output_data, size_t n) {
  return status_of(rocrand_generate(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t generator, unsigned char *output_data,
                                    size_t n) {
  return status_of(rocrand_generate_char(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t generator, unsigned short *output_data,
                                     size_t n) {
  return status_of(rocrand_generate_short(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator,
                                        unsigned long long *output_data, size_t n) {
  return status_of(rocrand_generate_long_long(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float *output_data, size_t n) {
  return status_of(rocrand_generate_uniform(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double *output_data,
                                             size_t n) {
  return status_of(rocrand_generate_uniform_double(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateUniformHalf(hiprandGenerator_t generator, half *output_data,
                                           size_t n) {
  return status_of(rocrand_generate_uniform_half(generator, output_data, n));
}
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float *output_data, size_t n,
                                      float mean, float stddev) {
  return status_of(rocrand_generate_normal(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double *output_data,
                                            size_t n, double mean, double stddev) {
  return status_of(rocrand_generate_normal_double(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateNormalHalf(hiprandGenerator_t generator, half *output_data, size_t n,
                                          half mean, half stddev) {
  return status_of(rocrand_generate_normal_half(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float *output_data, size_t n,
                                         float mean, float stddev) {
  return status_of(rocrand_generate_log_normal(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double *output_data,
                                               size_t n, double mean, double stddev) {
  return status_of(rocrand_generate_log_normal_double(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGenerateLogNormalHalf(hiprandGenerator_t generator, half *output_data,
                                             size_t n, half mean, half stddev) {
  return status_of(rocrand_generate_log_normal_half(generator, output_data, n, mean, stddev));
}
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator, unsigned int *output_data,
                                       size_t n, double lambda) {
  return status_of(rocrand_generate_poisson(generator, output_data, n, lambda));
}
hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator) {
  return status_of(rocrand_initialize_generator(generator));
}
hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream) {
  return status_of(rocrand_set_stream(generator, stream));
}
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator,
                                                    unsigned long long seed) {
  return status_of(rocrand_set_seed(generator, seed));
}
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator, unsigned long long offset) {
  return status_of(rocrand_set_offset(generator, offset));
}
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator, hiprandOrdering_t order) {
  return status_of(rocrand_set_ordering(generator, (rocrand_ordering)order));
}
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator,
                                                         unsigned int dimensions) {
  return status_of(rocrand_set_quasi_random_generator_dimensions(generator, dimensions));
}
hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t **vectors,
                                             hiprandDirectionVectorSet_t set) {
  return status_of(rocrand_get_direction_vectors32((const unsigned int **)vectors,
                                                   (rocrand_direction_vector_set)set));
}
hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t **vectors,
                                             hiprandDirectionVectorSet_t set) {
  return status_of(rocrand_get_direction_vectors64((const unsigned long long **)vectors,
                                                   (rocrand_direction_vector_set)set));
}
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned int **constants) {
  return status_of(rocrand_get_scramble_constants32(constants));
}
hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long **constants) {
  return status_of(rocrand_get_scramble_constants64(constants));
}
hiprandStatus_t hiprandCreatePoissonDistribution(double lambda,
                                                 hiprandDiscreteDistribution_t *distribution) {
  return status_of(rocrand_create_poisson_distribution(lambda, distribution));
}
hiprandStatus_t hiprandDestroyDistribution(hiprandDiscreteDistribution_t distribution) {
  return status_of(rocrand_destroy_discrete_distribution(distribution));
}
hiprandStatus_t hiprandGetVersion(int *version) {
  if (!version) return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = HIPRAND_VERSION;
  return HIPRAND_STATUS_SUCCESS;
}
