// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// MTGP32 and MT19937 in the order of rocRAND's kernels.
#ifndef GOHIP_RAND_MERSENNE_H
#define GOHIP_RAND_MERSENNE_H

#include "generate.h"

namespace gohip_rand {

constexpr size_t kBlocks = 512, kBlockThreads = 256;

struct mtgp32_state {
  bool ready;
  rocrand_state_mtgp32 block[kBlocks];
};

// seed_mtgp32 seeds the states of all blocks.
void seed_mtgp32(mtgp32_state *s, unsigned long long seed);

// A block's threads take one word each, as often as a group needs, then make their groups.
template <class T, unsigned In, unsigned Out, class Make>
void fill_by_mtgp32(const call *c, Make make) {
  mtgp32_state *s = (mtgp32_state *)c->state->memory;
  if (!s->ready) seed_mtgp32(s, c->seed);
  arrangement a(c->arranged, c->n, sizeof(T), Out);
  size_t whole = (a.groups + kBlockThreads - 1) / kBlockThreads * kBlockThreads;
  bool ragged = Out > 1 && (a.head || a.tail);
  T *data = (T *)c->data;
  for (size_t b = 0; b < kBlocks; b++) {
    size_t index = b * kBlockThreads;
    while (index < whole || ragged) {
      unsigned in[kBlockThreads][In];
      for (unsigned i = 0; i < In; i++)
        for (unsigned t = 0; t < kBlockThreads; t++) {
          in[t][i] = s->block[b].value(0);
          s->block[b].advance(1);
        }
      for (size_t t = 0; t < kBlockThreads; t++) {
        T out[Out];
        make(in[t], out);
        size_t group = index + t;
        if (index < whole) {
          if (group < a.groups) memcpy((void *)(data + a.head + group * Out), out, sizeof out);
        } else if (group == whole) {
          memcpy((void *)data, out, a.head * sizeof(T));
        } else if (group == whole + 1) {
          memcpy((void *)(data + c->n - a.tail), out, a.tail * sizeof(T));
        }
      }
      if (index >= whole) break;
      index += kBlocks * kBlockThreads;
    }
  }
}

// mt19937_state is 8192 generators, each 2^1000 numbers after the one before it, that are seeded
// when they are needed. All advance by 624 words at a time.
struct mt19937_state {
  static constexpr unsigned words = 624, middle = 397, generators = 8192, threads = 8;
  static constexpr size_t stride = (size_t)generators * threads;

  unsigned ready;       // number of seeded generators
  unsigned generations; // number of times that they have advanced
  unsigned last[words]; // seed of the last of them
  unsigned sequence[19937 + words];
  unsigned mt[generators][words];

  // word returns number k of the 78 words of a thread in the present generation.
  unsigned word(unsigned long long seed, size_t thread, unsigned k) {
    size_t g = thread / threads;
    while (ready <= g) seed_next(seed);
    return temper(mt[g][index(thread % threads, k)]);
  }
  void advance() {
    for (unsigned g = 0; g < ready; g++) next(mt[g]);
    generations++;
  }

  static void next(unsigned *x);
  static unsigned temper(unsigned y);
  static unsigned index(size_t thread, unsigned k);

private:
  void jump();
  void seed_next(unsigned long long seed);
};

// mt19937_groups returns the number of groups of In words in a generation.
constexpr size_t mt19937_groups(unsigned in) { return mt19937_state::stride * (78 / in); }

template <class T, unsigned In, unsigned Out, class Make>
void fill_by_mt19937(const call *c, Make make) {
  mt19937_state *s = (mt19937_state *)c->state->memory;
  arrangement a(c->arranged, c->n, sizeof(T), Out);
  constexpr size_t full = mt19937_groups(In);
  T *data = (T *)c->data, out[Out];
  unsigned in[In];
  size_t extra = a.head || a.tail ? 1 : 0;
  for (size_t i = 0; i < a.groups + extra; i++) {
    size_t at = (c->start + i) % full;
    if (at == 0) s->advance();
    for (unsigned k = 0; k < In; k++)
      in[k] = s->word(c->seed, at % mt19937_state::stride,
                      (unsigned)(at / mt19937_state::stride) * In + k);
    make(in, out);
    if (i < a.groups) {
      memcpy((void *)(data + a.head + i * Out), out, sizeof out);
      continue;
    }
    // One more group has the numbers of both ends, those of the tail in reverse.
    memcpy((void *)data, out, a.head * sizeof(T));
    for (size_t k = 0; k < a.tail; k++)
      memcpy((void *)(data + c->n - 1 - k), out + Out - a.tail + k, sizeof(T));
  }
}

} // namespace gohip_rand

#endif
