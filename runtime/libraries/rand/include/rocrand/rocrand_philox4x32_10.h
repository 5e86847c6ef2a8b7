// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 of Salmon, Moraes, Dror and Shaw (Parallel Random Numbers: As Easy as 1, 2, 3).
#ifndef ROCRAND_PHILOX4X32_10_H_
#define ROCRAND_PHILOX4X32_10_H_

#include <rocrand/rocrand_common.h>

#define ROCRAND_PHILOX4x32_DEFAULT_SEED 0xdeadbeefdeadbeefULL

namespace rocrand_device {

class philox4x32_10_engine {
public:
  ROCRAND_QUALIFIERS philox4x32_10_engine()
      : philox4x32_10_engine(ROCRAND_PHILOX4x32_DEFAULT_SEED, 0, 0) {}

  // A subsequence has 2^66 numbers; its index is the upper half of the counter.
  ROCRAND_QUALIFIERS philox4x32_10_engine(unsigned long long seed, unsigned long long subsequence,
                                          unsigned long long offset)
      : low(0), high(subsequence), key(seed), at(0) {
    advance(offset);
    rounds();
  }

  ROCRAND_QUALIFIERS void discard(unsigned long long offset) {
    advance(offset);
    rounds();
  }
  ROCRAND_QUALIFIERS void discard_subsequence(unsigned long long subsequence) {
    high += subsequence;
    rounds();
  }

  // The words are selected, not indexed: GPUs have arrays with variable indices in memory.
  ROCRAND_QUALIFIERS unsigned int next() {
    unsigned int r = at < 2 ? (at == 0 ? result[0] : result[1]) : (at == 2 ? result[2] : result[3]);
    if (++at == 4) {
      at = 0;
      bump(1);
      rounds();
    }
    return r;
  }
  ROCRAND_QUALIFIERS uint4 next4() {
    uint4 was = make_uint4(result[0], result[1], result[2], result[3]);
    bump(1);
    rounds();
    switch (at) {
    case 0:
      return was;
    case 1:
      return make_uint4(was.y, was.z, was.w, result[0]);
    case 2:
      return make_uint4(was.z, was.w, result[0], result[1]);
    }
    return make_uint4(was.w, result[0], result[1], result[2]);
  }
  ROCRAND_QUALIFIERS unsigned int operator()() { return next(); }

  boxmuller kept;

private:
  ROCRAND_QUALIFIERS void bump(unsigned long long by) {
    low += by;
    if (low < by) high++;
  }

  ROCRAND_QUALIFIERS void advance(unsigned long long offset) {
    at += (unsigned int)(offset & 3);
    bump(offset / 4 + at / 4);
    at %= 4;
  }

  ROCRAND_QUALIFIERS void rounds() {
    unsigned int c0 = (unsigned int)low, c1 = (unsigned int)(low >> 32);
    unsigned int c2 = (unsigned int)high, c3 = (unsigned int)(high >> 32);
    unsigned int k0 = (unsigned int)key, k1 = (unsigned int)(key >> 32);
    for (int i = 0; i < 10; i++) {
      unsigned long long p0 = 0xD2511F53ULL * c0, p1 = 0xCD9E8D57ULL * c2;
      c0 = (unsigned int)(p1 >> 32) ^ c1 ^ k0;
      c1 = (unsigned int)p1;
      c2 = (unsigned int)(p0 >> 32) ^ c3 ^ k1;
      c3 = (unsigned int)p0;
      k0 += 0x9E3779B9U;
      k1 += 0xBB67AE85U;
    }
    result[0] = c0;
    result[1] = c1;
    result[2] = c2;
    result[3] = c3;
  }

  unsigned long long low, high, key;
  unsigned int result[4];
  unsigned int at; // index of the next word of the result
};

} // namespace rocrand_device

typedef rocrand_device::philox4x32_10_engine rocrand_state_philox4x32_10;

ROCRAND_QUALIFIERS void rocrand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset,
                                     rocrand_state_philox4x32_10 *state) {
  *state = rocrand_state_philox4x32_10(seed, subsequence, offset);
}
ROCRAND_QUALIFIERS unsigned int rocrand(rocrand_state_philox4x32_10 *state) {
  return state->next();
}
ROCRAND_QUALIFIERS uint4 rocrand4(rocrand_state_philox4x32_10 *state) { return state->next4(); }
ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_philox4x32_10 *state) {
  state->discard(offset);
}
ROCRAND_QUALIFIERS void skipahead_subsequence(unsigned long long subsequence,
                                              rocrand_state_philox4x32_10 *state) {
  state->discard_subsequence(subsequence);
}
ROCRAND_QUALIFIERS void skipahead_sequence(unsigned long long sequence,
                                           rocrand_state_philox4x32_10 *state) {
  state->discard_subsequence(sequence);
}

#endif
