// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The Sobol sequences: their direction vectors, and numbers of the host API, where each dimension
// has the same share of the array.
#include "generate.h"
#include "mersenne.h"

#include <pthread.h>

#include "sobol_table.h"

namespace gohip_rand {
namespace {

// bit_reader reads the initial numbers.
struct bit_reader {
  size_t at = 0;
  unsigned next() {
    unsigned bit = initial_numbers[at / 64] >> at % 64 & 1;
    at++;
    return bit;
  }
};

// expand computes the direction vectors of all dimensions by the recurrence of Bratley and Fox
// (Algorithm 659).
template <class Word> void expand(Word *v) {
  constexpr int bits = 8 * sizeof(Word);
  bit_reader numbers;
  for (int k = 0; k < bits; k++) v[k] = (Word)1 << (bits - 1 - k);
  for (unsigned d = 0; d + 1 < kDimensions; d++) {
    unsigned p = polynomials[d];
    int degree = 31 - __builtin_clz(p);
    v += bits;
    for (int k = 0; k < degree; k++) {
      Word m = 1;
      for (int b = 1; b <= k; b++) m |= (Word)numbers.next() << b;
      v[k] = m << (bits - 1 - k);
    }
    for (int k = degree; k < bits; k++) {
      v[k] = v[k - degree] ^ v[k - degree] >> degree;
      for (int i = 1; i < degree; i++)
        if (p >> (degree - i) & 1) v[k] ^= v[k - i];
    }
  }
}

// make computes the tables. As in rocRAND, the vectors of scrambled sequences are larger by their
// number in all dimensions, and the constants are the numbers of MT19937 with its default seed.
template <class Word> bool make(sobol_tables<Word> *t) {
  constexpr size_t bits = 8 * sizeof(Word), n = bits * kDimensions;
  Word *memory = (Word *)malloc((2 * n + kDimensions) * sizeof(Word));
  if (!memory) return false;
  Word *scrambled = memory + n, *constants = scrambled + n;
  expand(memory);
  for (size_t i = 0; i < n; i++) scrambled[i] = memory[i] + (Word)n;
  unsigned mt[mt19937_state::words] = {5489};
  for (unsigned i = 1; i < mt19937_state::words; i++)
    mt[i] = 1812433253U * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
  unsigned at = 0;
  for (size_t i = 0; i < kDimensions; i++) {
    constants[i] = 0;
    for (size_t half = 0; half < bits / 32; half++) {
      if (at % mt19937_state::words == 0) mt19937_state::next(mt);
      unsigned word = mt19937_state::temper(mt[at++ % mt19937_state::words]);
      constants[i] = (Word)((unsigned long long)constants[i] << 32 | word);
    }
  }
  *t = {memory, scrambled, constants};
  return true;
}

sobol_tables<unsigned> tables32;
sobol_tables<unsigned long long> tables64;

void tables_of(const sobol_tables<unsigned> **t) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static bool made;
  pthread_once(&once, [] { made = make(&tables32); });
  *t = made ? &tables32 : nullptr;
}
void tables_of(const sobol_tables<unsigned long long> **t) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static bool made;
  pthread_once(&once, [] { made = make(&tables64); });
  *t = made ? &tables64 : nullptr;
}

// fill writes the points from the call's position on, dimension by dimension.
template <class Word, class T, class Make> void fill(const call *c, Make make) {
  const sobol_tables<Word> *t;
  tables_of(&t);
  bool scrambled = c->type == ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
                   c->type == ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  size_t points = c->n / c->dimensions;
  T *data = (T *)c->data;
  for (unsigned d = 0; d < c->dimensions; d++) {
    const Word *vectors = (scrambled ? t->scrambled : t->vectors) + d * (8 * sizeof(Word));
    Word constant = scrambled ? t->constants[d] : 0;
    rocrand_device::sobol_engine<Word> engine(vectors, (unsigned)c->position);
    for (size_t i = 0; i < points; i++, data++) {
      T x = make((Word)(engine.next() ^ constant));
      memcpy((void *)data, &x, sizeof x);
    }
  }
}

template <class Word, class T> void fill_words(const call *c) {
  fill<Word, T>(c, [](Word x) { return (T)(x >> 8 * (sizeof(Word) - sizeof(T))); });
}

template <class Word> unsigned short upper16(Word x) {
  return (unsigned short)(x >> (8 * sizeof(Word) - 16));
}

template <class Word> void fill_uniform(const call *c) {
  if (c->of == element::f16)
    return fill<Word, __half>(c, [](Word x) { return uniform_distribution_half(upper16(x)); });
  if (c->of == element::f32)
    return fill<Word, float>(c, [](Word x) { return uniform_distribution(x); });
  fill<Word, double>(c, [](Word x) { return uniform_distribution_double(x); });
}

template <class Word> void fill_normal(const call *c) {
  if (c->of == element::f16)
    return fill<Word, __half>(
        c, [c](Word x) { return __float2half(transform(c, normal_distribution(x))); });
  if (c->of == element::f32)
    return fill<Word, float>(c, [c](Word x) { return transform(c, normal_distribution(x)); });
  fill<Word, double>(c, [c](Word x) { return transform(c, normal_distribution_double(x)); });
}

template <class Word> void fill_poisson(const call *c) {
  if (c->kind == distribution::poisson_huge)
    return fill<Word, unsigned>(c, [c](Word x) {
      return (unsigned)round(sqrt(c->mean) * normal_distribution_double(x) + c->mean);
    });
  const auto &table = *(const rocrand_discrete_distribution_st *)c->table->memory;
  fill<Word, unsigned>(c, [&table](Word x) { return discrete_cdf(unit(x), table); });
}

template <class Word> void generate(const call *c) {
  switch (c->kind) {
  case distribution::words:
    if (c->of == element::u8) return fill_words<Word, unsigned char>(c);
    if (c->of == element::u16) return fill_words<Word, unsigned short>(c);
    if (c->of == element::u32) return fill_words<Word, unsigned>(c);
    return fill_words<unsigned long long, unsigned long long>(c);
  case distribution::uniform:
    return fill_uniform<Word>(c);
  case distribution::normal:
  case distribution::log_normal:
    return fill_normal<Word>(c);
  default:
    return fill_poisson<Word>(c);
  }
}

} // namespace

const sobol_tables<unsigned> *sobol32() {
  const sobol_tables<unsigned> *t;
  tables_of(&t);
  return t;
}
const sobol_tables<unsigned long long> *sobol64() {
  const sobol_tables<unsigned long long> *t;
  tables_of(&t);
  return t;
}

void generate_sobol(const call *c) {
  if (c->type == ROCRAND_RNG_QUASI_SOBOL32 || c->type == ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32)
    return generate<unsigned>(c);
  generate<unsigned long long>(c);
}

} // namespace gohip_rand
