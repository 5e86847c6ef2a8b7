// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// ThreeFry with 20 rounds, of two or four words of 32 or 64 bits (Salmon, Moraes, Dror and Shaw,
// Parallel Random Numbers: As Easy as 1, 2, 3).
#ifndef ROCRAND_THREEFRY_H_
#define ROCRAND_THREEFRY_H_

#include <rocrand/rocrand_common.h>

namespace rocrand_device {
namespace detail {

template <class Word, int N> struct threefry_rotations;
template <> struct threefry_rotations<unsigned int, 2> {
  ROCRAND_QUALIFIERS static int at(int round, int) {
    constexpr int r[8] = {13, 15, 26, 6, 17, 29, 16, 24};
    return r[round % 8];
  }
};
template <> struct threefry_rotations<unsigned long long, 2> {
  ROCRAND_QUALIFIERS static int at(int round, int) {
    constexpr int r[8] = {16, 42, 12, 31, 16, 32, 24, 21};
    return r[round % 8];
  }
};
template <> struct threefry_rotations<unsigned int, 4> {
  ROCRAND_QUALIFIERS static int at(int round, int pair) {
    constexpr int r[8][2] = {{10, 26}, {11, 21}, {13, 27}, {23, 5},
                             {6, 20},  {17, 11}, {25, 10}, {18, 20}};
    return r[round % 8][pair];
  }
};
template <> struct threefry_rotations<unsigned long long, 4> {
  ROCRAND_QUALIFIERS static int at(int round, int pair) {
    constexpr int r[8][2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37},
                             {25, 33}, {46, 12}, {58, 22}, {32, 32}};
    return r[round % 8][pair];
  }
};

template <class Word> struct threefry_parity {
  static constexpr Word value = (Word)0x1BD11BDAA9FC1A22ULL;
};
template <> struct threefry_parity<unsigned int> {
  static constexpr unsigned int value = 0x1BD11BDAU;
};

} // namespace detail

template <class Word, int N> class threefry_engine : public word_engine {
public:
  typedef Word word_type;
  static constexpr int width = N;

  ROCRAND_QUALIFIERS threefry_engine() : threefry_engine(0, 0, 0) {}

  // A subsequence begins at each multiple of the square root of the number of counters.
  ROCRAND_QUALIFIERS threefry_engine(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset) {
    set_key(seed, key);
    for (int i = 0; i < N; i++) counter[i] = 0;
    at = 0;
    add(counter, N / 2, subsequence);
    discard(offset);
  }

  ROCRAND_QUALIFIERS void discard(unsigned long long offset) {
    unsigned int to = at + (unsigned int)(offset % N);
    add(counter, 0, offset / N);
    add(counter, 0, to / N);
    at = to % N;
    rounds(counter, key, result);
  }
  ROCRAND_QUALIFIERS void discard_subsequence(unsigned long long subsequence) {
    add(counter, N / 2, subsequence);
    rounds(counter, key, result);
  }

  ROCRAND_QUALIFIERS Word next() {
    Word r = result[at++];
    if (at == N) {
      at = 0;
      add(counter, 0, 1);
      rounds(counter, key, result);
    }
    return r;
  }
  ROCRAND_QUALIFIERS Word operator()() { return next(); }

  // The key is the seed, shifted right by equal parts of its 64 bits for each word.
  ROCRAND_QUALIFIERS static void set_key(unsigned long long seed, Word *key) {
    for (int i = 0; i < N; i++) key[i] = (Word)(seed >> (64 / N * i));
  }

  // add adds to the counter, whose words from the given one on are a number, lowest first.
  ROCRAND_QUALIFIERS static void add(Word *counter, int from, unsigned long long by) {
    unsigned long long low = (Word)by, carry = sizeof(Word) == 4 ? by >> 32 : 0;
    for (int i = from; i < N && (low || carry); i++) {
      Word sum = (Word)(counter[i] + low);
      unsigned long long next = carry + (sum < counter[i] ? 1 : 0);
      counter[i] = sum;
      low = (Word)next;
      carry = sizeof(Word) == 4 ? next >> 32 : 0;
    }
  }

  ROCRAND_QUALIFIERS static void rounds(const Word *counter, const Word *key, Word *x) {
    Word schedule[N + 1];
    schedule[N] = detail::threefry_parity<Word>::value;
    for (int i = 0; i < N; i++) {
      schedule[i] = key[i];
      schedule[N] ^= key[i];
      x[i] = counter[i] + key[i];
    }
    for (int round = 0; round < 20; round++) {
      for (int pair = 0; pair < N / 2; pair++) {
        // Every other round of four words mixes the first with the last.
        int second = N == 2 || round % 2 == 0 ? 2 * pair + 1 : 3 - 2 * pair;
        mix(x[2 * pair], x[second], detail::threefry_rotations<Word, N>::at(round, pair));
      }
      if (round % 4 != 3) continue;
      int injected = round / 4 + 1;
      for (int i = 0; i < N; i++) x[i] += schedule[(injected + i) % (N + 1)];
      x[N - 1] += (Word)injected;
    }
  }

private:
  ROCRAND_QUALIFIERS static void mix(Word &x, Word &y, int by) {
    constexpr int bits = 8 * sizeof(Word);
    x += y;
    y = (Word)(y << by | y >> (bits - by)) ^ x;
  }

  Word counter[N], key[N], result[N];
  unsigned int at; // index of the next word of the result
};

} // namespace rocrand_device

#define ROCRAND_THREEFRY(name, word, n, vector, vector_function, make)                             \
  typedef rocrand_device::threefry_engine<word, n> rocrand_state_##name;                           \
  ROCRAND_QUALIFIERS void rocrand_init(unsigned long long seed, unsigned long long subsequence,    \
                                       unsigned long long offset, rocrand_state_##name *state) {   \
    *state = rocrand_state_##name(seed, subsequence, offset);                                      \
  }                                                                                                \
  ROCRAND_QUALIFIERS word rocrand(rocrand_state_##name *state) { return state->next(); }           \
  ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_##name *state) {      \
    state->discard(offset);                                                                        \
  }                                                                                                \
  ROCRAND_QUALIFIERS void skipahead_subsequence(unsigned long long subsequence,                    \
                                                rocrand_state_##name *state) {                     \
    state->discard_subsequence(subsequence);                                                       \
  }                                                                                                \
  ROCRAND_QUALIFIERS void skipahead_sequence(unsigned long long sequence,                          \
                                             rocrand_state_##name *state) {                        \
    state->discard_subsequence(sequence);                                                          \
  }                                                                                                \
  ROCRAND_QUALIFIERS vector vector_function(rocrand_state_##name *state) {                         \
    word r[n];                                                                                     \
    for (word &w : r) w = state->next();                                                           \
    return make;                                                                                   \
  }
ROCRAND_THREEFRY(threefry2x32_20, unsigned int, 2, uint2, rocrand2, make_uint2(r[0], r[1]))
ROCRAND_THREEFRY(threefry2x64_20, unsigned long long, 2, ulonglong2, rocrand2,
                 make_ulonglong2(r[0], r[1]))
ROCRAND_THREEFRY(threefry4x32_20, unsigned int, 4, uint4, rocrand4,
                 make_uint4(r[0], r[1], r[2], r[3]))
ROCRAND_THREEFRY(threefry4x64_20, unsigned long long, 4, ulonglong4, rocrand4,
                 make_ulonglong4(r[0], r[1], r[2], r[3]))
#undef ROCRAND_THREEFRY

#endif
