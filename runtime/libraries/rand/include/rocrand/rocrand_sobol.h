// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Sobol sequences of 32 and 64 bits, in the order of Antonov and Saleev's Gray code, and those
// sequences with a constant added bit by bit.
#ifndef ROCRAND_SOBOL_H_
#define ROCRAND_SOBOL_H_

#include <rocrand/rocrand_common.h>

namespace rocrand_device {

template <class Word> class sobol_engine : public word_engine {
public:
  typedef Word word_type;
  static constexpr int bits = 8 * sizeof(Word);

  ROCRAND_QUALIFIERS sobol_engine() {}
  ROCRAND_QUALIFIERS sobol_engine(const Word *direction_vectors, Word offset) : value(0), index(0) {
    for (int k = 0; k < bits; k++) vectors[k] = direction_vectors[k];
    discard(offset);
  }

  ROCRAND_QUALIFIERS void discard(Word offset) {
    index += offset;
    Word gray = index ^ (index >> 1);
    value = 0;
    for (int k = 0; k < bits; k++) value ^= ((Word)0 - (gray >> k & 1)) & vectors[k];
  }
  ROCRAND_QUALIFIERS Word next() {
    Word r = value;
    int zero = 0; // the lowest one of the index
    while (zero < bits - 1 && (index >> zero & 1)) zero++;
    value ^= vectors[zero];
    index++;
    return r;
  }
  ROCRAND_QUALIFIERS Word operator()() { return next(); }
  ROCRAND_QUALIFIERS Word current() const { return value; }

private:
  Word value, index;
  Word vectors[bits];
};

template <class Word> class scrambled_sobol_engine : public word_engine {
public:
  typedef Word word_type;

  ROCRAND_QUALIFIERS scrambled_sobol_engine() {}
  ROCRAND_QUALIFIERS scrambled_sobol_engine(const Word *direction_vectors, Word scramble_constant,
                                            Word offset)
      : plain(direction_vectors, offset), constant(scramble_constant) {}

  ROCRAND_QUALIFIERS void discard(Word offset) { plain.discard(offset); }
  ROCRAND_QUALIFIERS Word next() { return plain.next() ^ constant; }
  ROCRAND_QUALIFIERS Word operator()() { return next(); }
  ROCRAND_QUALIFIERS Word current() const { return plain.current() ^ constant; }

private:
  sobol_engine<Word> plain;
  Word constant;
};

} // namespace rocrand_device

#define ROCRAND_SOBOL(bits, word)                                                                  \
  typedef rocrand_device::sobol_engine<word> rocrand_state_sobol##bits;                            \
  typedef rocrand_device::scrambled_sobol_engine<word> rocrand_state_scrambled_sobol##bits;        \
  ROCRAND_QUALIFIERS void rocrand_init(const word *vectors, unsigned int offset,                   \
                                       rocrand_state_sobol##bits *state) {                         \
    *state = rocrand_state_sobol##bits(vectors, offset);                                           \
  }                                                                                                \
  ROCRAND_QUALIFIERS void rocrand_init(const word *vectors, word scramble_constant,                \
                                       unsigned int offset,                                        \
                                       rocrand_state_scrambled_sobol##bits *state) {               \
    *state = rocrand_state_scrambled_sobol##bits(vectors, scramble_constant, offset);              \
  }                                                                                                \
  ROCRAND_QUALIFIERS word rocrand(rocrand_state_sobol##bits *state) { return state->next(); }      \
  ROCRAND_QUALIFIERS word rocrand(rocrand_state_scrambled_sobol##bits *state) {                    \
    return state->next();                                                                          \
  }                                                                                                \
  ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_sobol##bits *state) { \
    state->discard((word)offset);                                                                  \
  }                                                                                                \
  ROCRAND_QUALIFIERS void skipahead(unsigned long long offset,                                     \
                                    rocrand_state_scrambled_sobol##bits *state) {                  \
    state->discard((word)offset);                                                                  \
  }
ROCRAND_SOBOL(32, unsigned int)
ROCRAND_SOBOL(64, unsigned long long)
#undef ROCRAND_SOBOL

#endif
