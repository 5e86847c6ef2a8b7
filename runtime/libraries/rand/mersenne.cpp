// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "mersenne.h"

#include <rocrand/rocrand_mtgp32_11213.h>

#include "mt19937_jump.h"

namespace gohip_rand {

void seed_mtgp32(mtgp32_state *s, unsigned long long seed) {
  for (size_t b = 0; b < kBlocks; b++)
    s->block[b].set_seed(mtgp32dc_params_fast_11213[b], (unsigned)(seed ^ seed >> 32) + b + 1,
                         (int)b);
  s->ready = true;
}

namespace {

unsigned recurrence(unsigned x, unsigned after, unsigned middle) {
  unsigned y = (x & 0x80000000U) | (after & 0x7fffffffU);
  return middle ^ y >> 1 ^ ((y & 1) ? 0x9908b0dfU : 0);
}

// kPart is the size of the part of a window that registers can hold.
constexpr unsigned kPart = 48;
static_assert(mt19937_state::words % kPart == 0, "the parts make the state");

typedef unsigned lanes __attribute__((vector_size(32), aligned(4), may_alias));

// add_windows sets sum to the sum of the sequence from the terms of the jump on. 8192 generators
// take a second of it.
#ifdef __x86_64__
__attribute__((target_clones("avx2", "default")))
#endif
void add_windows(const unsigned *sequence, unsigned *sum) {
  lanes a = {}, b = {}, c = {}, d = {}, e = {}, f = {};
  for (unsigned short term : mt19937_jump) {
    const lanes *x = (const lanes *)(sequence + term);
    a ^= x[0];
    b ^= x[1];
    c ^= x[2];
    d ^= x[3];
    e ^= x[4];
    f ^= x[5];
  }
  lanes *to = (lanes *)sum;
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
  to[4] = e;
  to[5] = f;
}

} // namespace

// jump advances the last state by 2^1000 numbers: a power of the step is a polynomial in it, so the
// new state is a sum of windows of the sequence.
void mt19937_state::jump() {
  memcpy(sequence, last, sizeof last);
  for (unsigned i = words; i < sizeof sequence / sizeof *sequence; i++)
    sequence[i] =
        recurrence(sequence[i - words], sequence[i - words + 1], sequence[i - words + middle]);
  for (unsigned from = 0; from < words; from += kPart) add_windows(sequence + from, last + from);
}

void mt19937_state::next(unsigned *x) {
  for (unsigned i = 0; i < words; i++)
    x[i] = recurrence(x[i], x[(i + 1) % words], x[(i + middle) % words]);
}

unsigned mt19937_state::temper(unsigned y) {
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680U;
  y ^= y << 15 & 0xefc60000U;
  return y ^ y >> 18;
}

// index returns the place in the state of a thread's word: eight threads share a generator, with
// one word of their own and eleven runs of seven.
unsigned mt19937_state::index(size_t thread, unsigned k) {
  static const unsigned own[threads] = {0, 113, 170, 283, 340, 397, 510, 567};
  static const unsigned run[11] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
  if (k == 0) return own[thread];
  return run[(k - 1) / 7] + 7 * (unsigned)thread + (k - 1) % 7;
}

void mt19937_state::seed_next(unsigned long long seed) {
  if (ready == 0) {
    last[0] = (unsigned)(seed >> 32 ^ seed);
    for (unsigned i = 1; i < words; i++)
      last[i] = 1812433253U * (last[i - 1] ^ last[i - 1] >> 30) + i;
  } else {
    jump();
  }
  memcpy(mt[ready], last, sizeof last);
  for (unsigned i = 0; i < generations; i++) next(mt[ready]);
  ready++;
}

} // namespace gohip_rand
