// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Marsaglia's XORWOW: a 160-bit xorshift generator combined with a Weyl sequence.
#ifndef ROCRAND_XORWOW_H_
#define ROCRAND_XORWOW_H_

#include <rocrand/rocrand_common.h>
#include <rocrand/rocrand_jumps.h>

#define ROCRAND_XORWOW_DEFAULT_SEED 0ULL

namespace gohip_rand {
template <class Engine> struct subsequence_step;
}

namespace rocrand_device {

class xorwow_engine {
public:
  ROCRAND_QUALIFIERS xorwow_engine() : xorwow_engine(ROCRAND_XORWOW_DEFAULT_SEED, 0, 0) {}

  ROCRAND_QUALIFIERS xorwow_engine(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset) {
    unsigned int t0 = 1228688033U * ((unsigned int)seed ^ 0x2c7f967fU);
    unsigned int t1 = 2073658381U * ((unsigned int)(seed >> 32) ^ 0xa03697cbU);
    x[0] = 123456789U + t0;
    x[1] = 362436069U ^ t0;
    x[2] = 521288629U + t1;
    x[3] = 88675123U ^ t1;
    x[4] = 5783321U + t0;
    weyl = 6615241U + t1 + t0;
    discard_subsequence(subsequence);
    discard(offset);
  }

  ROCRAND_QUALIFIERS void discard(unsigned long long offset) {
    constexpr unsigned int table[64 * 5] = ROCRAND_XORWOW_JUMPS;
    jump(offset, table);
    weyl += (unsigned int)offset * 362437U;
  }

  // A subsequence has 2^67 numbers, after which the Weyl sequence has the same value again.
  ROCRAND_QUALIFIERS void discard_subsequence(unsigned long long subsequence) {
    constexpr unsigned int table[64 * 5] = ROCRAND_XORWOW_SUBSEQUENCE_JUMPS;
    jump(subsequence, table);
  }

  ROCRAND_QUALIFIERS unsigned int next() {
    step();
    weyl += 362437U;
    return weyl + x[4];
  }
  ROCRAND_QUALIFIERS unsigned int operator()() { return next(); }

  boxmuller kept;

private:
  ROCRAND_QUALIFIERS void step() {
    unsigned int t = x[0] ^ (x[0] >> 2);
    x[0] = x[1];
    x[1] = x[2];
    x[2] = x[3];
    x[3] = x[4];
    x[4] = (x[4] ^ (x[4] << 4)) ^ (t ^ (t << 1));
  }

  // jump advances by n steps, or n subsequences: a power of the step matrix is a polynomial in it
  // of degree below 160; the table contains the polynomials for powers of two.
  ROCRAND_QUALIFIERS void jump(unsigned long long n, const unsigned int *table) {
    for (int bit = 0; n; bit++, n >>= 1) {
      if (!(n & 1)) continue;
      unsigned int sum[5] = {0, 0, 0, 0, 0};
      for (int i = 0; i < 160; i++) {
        unsigned int with = 0u - (table[bit * 5 + i / 32] >> i % 32 & 1u);
        for (int k = 0; k < 5; k++) sum[k] ^= with & x[k];
        step();
      }
      for (int k = 0; k < 5; k++) x[k] = sum[k];
    }
  }

  unsigned int weyl;
  unsigned int x[5];

  template <class> friend struct gohip_rand::subsequence_step; // of the host library
};

} // namespace rocrand_device

typedef rocrand_device::xorwow_engine rocrand_state_xorwow;

ROCRAND_QUALIFIERS void rocrand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset, rocrand_state_xorwow *state) {
  *state = rocrand_state_xorwow(seed, subsequence, offset);
}
ROCRAND_QUALIFIERS unsigned int rocrand(rocrand_state_xorwow *state) { return state->next(); }
ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_xorwow *state) {
  state->discard(offset);
}
ROCRAND_QUALIFIERS void skipahead_subsequence(unsigned long long subsequence,
                                              rocrand_state_xorwow *state) {
  state->discard_subsequence(subsequence);
}
ROCRAND_QUALIFIERS void skipahead_sequence(unsigned long long sequence,
                                           rocrand_state_xorwow *state) {
  state->discard_subsequence(sequence);
}

#endif
