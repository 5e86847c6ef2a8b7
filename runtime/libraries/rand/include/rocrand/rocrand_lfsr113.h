// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// L'Ecuyer's LFSR113: the sum of four linear feedback shift registers (Tables of maximally
// equidistributed combined LFSR generators, 1999).
#ifndef ROCRAND_LFSR113_H_
#define ROCRAND_LFSR113_H_

#include <rocrand/rocrand_common.h>
#include <rocrand/rocrand_jumps.h>

#define ROCRAND_LFSR113_DEFAULT_SEED_X 2
#define ROCRAND_LFSR113_DEFAULT_SEED_Y 8
#define ROCRAND_LFSR113_DEFAULT_SEED_Z 16
#define ROCRAND_LFSR113_DEFAULT_SEED_W 128

namespace gohip_rand {
template <class Engine> struct subsequence_step;
}

namespace rocrand_device {

class lfsr113_engine : public word_engine {
public:
  typedef unsigned int word_type;

  ROCRAND_QUALIFIERS lfsr113_engine()
      : lfsr113_engine(make_uint4(ROCRAND_LFSR113_DEFAULT_SEED_X, ROCRAND_LFSR113_DEFAULT_SEED_Y,
                                  ROCRAND_LFSR113_DEFAULT_SEED_Z, ROCRAND_LFSR113_DEFAULT_SEED_W)) {
  }

  ROCRAND_QUALIFIERS lfsr113_engine(uint4 seed, unsigned int subsequence = 0,
                                    unsigned long long offset = 0) {
    z[0] = seed.x;
    z[1] = seed.y;
    z[2] = seed.z;
    z[3] = seed.w;
    discard_subsequence(subsequence);
    discard(offset);
  }

  ROCRAND_QUALIFIERS void discard(unsigned long long offset) {
    constexpr unsigned int table[64 * 4] = ROCRAND_LFSR113_JUMPS;
    jump(offset, table);
  }
  // A subsequence has 2^55 numbers.
  ROCRAND_QUALIFIERS void discard_subsequence(unsigned int subsequence) {
    constexpr unsigned int table[64 * 4] = ROCRAND_LFSR113_SUBSEQUENCE_JUMPS;
    jump(subsequence, table);
  }

  ROCRAND_QUALIFIERS unsigned int next() {
    step();
    return z[0] ^ z[1] ^ z[2] ^ z[3];
  }
  ROCRAND_QUALIFIERS unsigned int operator()() { return next(); }

private:
  ROCRAND_QUALIFIERS void step() {
    z[0] = ((z[0] & ~1U) << 18) ^ (((z[0] << 6) ^ z[0]) >> 13);
    z[1] = ((z[1] & ~7U) << 2) ^ (((z[1] << 2) ^ z[1]) >> 27);
    z[2] = ((z[2] & ~15U) << 7) ^ (((z[2] << 13) ^ z[2]) >> 21);
    z[3] = ((z[3] & ~127U) << 13) ^ (((z[3] << 3) ^ z[3]) >> 12);
  }

  // jump advances by n steps, or n subsequences: the table contains the polynomials in the step of
  // each component for powers of two.
  ROCRAND_QUALIFIERS void jump(unsigned long long n, const unsigned int *table) {
    for (int bit = 0; n; bit++, n >>= 1) {
      if (!(n & 1)) continue;
      unsigned int sum[4] = {0, 0, 0, 0};
      for (int i = 0; i < 32; i++) {
        for (int k = 0; k < 4; k++) sum[k] ^= (0u - (table[bit * 4 + k] >> i & 1u)) & z[k];
        step();
      }
      for (int k = 0; k < 4; k++) z[k] = sum[k];
    }
  }

  unsigned int z[4];

  template <class> friend struct gohip_rand::subsequence_step; // of the host library
};

} // namespace rocrand_device

typedef rocrand_device::lfsr113_engine rocrand_state_lfsr113;

ROCRAND_QUALIFIERS void rocrand_init(uint4 seed, unsigned int subsequence,
                                     rocrand_state_lfsr113 *state) {
  *state = rocrand_state_lfsr113(seed, subsequence);
}
ROCRAND_QUALIFIERS void rocrand_init(uint4 seed, unsigned int subsequence,
                                     unsigned long long offset, rocrand_state_lfsr113 *state) {
  *state = rocrand_state_lfsr113(seed, subsequence, offset);
}
ROCRAND_QUALIFIERS unsigned int rocrand(rocrand_state_lfsr113 *state) { return state->next(); }
ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_lfsr113 *state) {
  state->discard(offset);
}
ROCRAND_QUALIFIERS void skipahead_subsequence(unsigned int subsequence,
                                              rocrand_state_lfsr113 *state) {
  state->discard_subsequence(subsequence);
}
ROCRAND_QUALIFIERS void skipahead_sequence(unsigned int sequence, rocrand_state_lfsr113 *state) {
  state->discard_subsequence(sequence);
}

#endif
