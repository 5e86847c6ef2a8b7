// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the files of librocrand.so: a call, and what the calls of a generator
// share.
#ifndef GOHIP_RAND_GENERATE_H
#define GOHIP_RAND_GENERATE_H

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>

#include <algorithm>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace gohip_rand {

using namespace rocrand_device::detail;

constexpr size_t kEngines = 512 * 256;
constexpr size_t kCounterThreads = 1024 * 256;
constexpr unsigned kDimensions = 20000;

enum class distribution { words, uniform, normal, log_normal, poisson, poisson_huge };
enum class element { u8, u16, u32, u64, f16, f32, f64 };

// shared is data shared by the calls of a generator; the last one frees it.
struct shared {
  int users;
  void *memory;
};

// call is a call that generates n numbers.
struct call {
  rocrand_rng_type type;
  distribution kind;
  element of;
  unsigned long long seed, offset;
  uint4 seeds;                // for LFSR113
  unsigned dimensions;        // for Sobol sequences
  unsigned __int128 position; // for counters, in words, and for Sobol sequences, in points
  size_t start; // for the others, the engine that generates the first number; for MT19937, the
                // first group of words that the present generation still has, 0 if none
  shared *state, *table;
  double mean, stddev;
  void *data;         // destination of the numbers
  uintptr_t arranged; // the address that determines their order
  size_t n;
};

// arrangement divides an array into the groups of numbers that are generated together.
struct arrangement {
  size_t head, groups, tail;
  arrangement(uintptr_t data, size_t n, size_t size, size_t width) {
    size_t misaligned = (width - data / size % width) % width;
    head = std::min(n, misaligned);
    tail = (n - head) % width;
    groups = (n - head) / width;
  }
};

// transform converts a standard normal number to the call's mean and standard deviation.
inline double transform(const call *c, double x) {
  double y = c->mean + x * c->stddev;
  return c->kind == distribution::log_normal ? exp(y) : y;
}
inline float transform(const call *c, float x) {
  float y = (float)c->mean + x * (float)c->stddev;
  return c->kind == distribution::log_normal ? expf(y) : y;
}

// sobol_tables returns the direction vectors of all dimensions, and the constants that scramble
// them; null if there is no memory.
template <class Word> struct sobol_tables {
  const Word *vectors, *scrambled, *constants;
};
const sobol_tables<unsigned> *sobol32();
const sobol_tables<unsigned long long> *sobol64();

void generate_sobol(const call *c);
void generate_pseudo(const call *c);

// state_size returns the size of the data that the calls of a generator share, 0 if it has none;
// all bytes are 0 at first.
size_t state_size(rocrand_rng_type type);

} // namespace gohip_rand

#endif
