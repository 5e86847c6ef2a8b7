// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// L'Ecuyer's MRG32k3a: two multiple recursive generators of order three.
#ifndef ROCRAND_MRG32K3A_H_
#define ROCRAND_MRG32K3A_H_

#include <rocrand/rocrand_common.h>
#include <rocrand/rocrand_jumps.h>

#define ROCRAND_MRG32K3A_M1 4294967087U
#define ROCRAND_MRG32K3A_M2 4294944443U
#define ROCRAND_MRG32K3A_NORM_DOUBLE (2.3283065498378288e-10)
#define ROCRAND_MRG32K3A_UINT_NORM (1.000000048661607)
#define ROCRAND_MRG32K3A_DEFAULT_SEED 12345ULL

namespace rocrand_device {

class mrg32k3a_engine {
public:
  ROCRAND_QUALIFIERS mrg32k3a_engine() : mrg32k3a_engine(ROCRAND_MRG32K3A_DEFAULT_SEED, 0, 0) {}

  ROCRAND_QUALIFIERS mrg32k3a_engine(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset) {
    if (!seed) seed = ROCRAND_MRG32K3A_DEFAULT_SEED;
    unsigned int low = (unsigned int)seed ^ 0x55555555U;
    unsigned int high = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAU;
    for (int i = 0; i < 3; i++) {
      g1[i] = product(i == 1 ? high : low, seed, fold1);
      g2[i] = product(i == 1 ? low : high, seed, fold2);
    }
    discard_subsequence(subsequence);
    discard(offset);
  }

  ROCRAND_QUALIFIERS void discard(unsigned long long offset) {
    constexpr unsigned int a1[9] = ROCRAND_MRG32K3A_A1_1, a2[9] = ROCRAND_MRG32K3A_A2_1;
    jump(offset, a1, a2);
  }
  // A subsequence is 2^76 numbers long.
  ROCRAND_QUALIFIERS void discard_subsequence(unsigned long long subsequence) {
    constexpr unsigned int a1[9] = ROCRAND_MRG32K3A_A1_SUBSEQUENCE,
                           a2[9] = ROCRAND_MRG32K3A_A2_SUBSEQUENCE;
    jump(subsequence, a1, a2);
  }
  // A sequence is 2^127 numbers long.
  ROCRAND_QUALIFIERS void discard_sequence(unsigned long long sequence) {
    constexpr unsigned int a1[9] = ROCRAND_MRG32K3A_A1_SEQUENCE,
                           a2[9] = ROCRAND_MRG32K3A_A2_SEQUENCE;
    jump(sequence, a1, a2);
  }

  // next returns a number from 1 to the first modulus.
  ROCRAND_QUALIFIERS unsigned int next() {
    unsigned int p1 =
        (unsigned int)((1403580ULL * g1[1] + 810728ULL * (ROCRAND_MRG32K3A_M1 - g1[0])) %
                       ROCRAND_MRG32K3A_M1);
    unsigned int p2 =
        (unsigned int)((527612ULL * g2[2] + 1370589ULL * (ROCRAND_MRG32K3A_M2 - g2[0])) %
                       ROCRAND_MRG32K3A_M2);
    g1[0] = g1[1];
    g1[1] = g1[2];
    g1[2] = p1;
    g2[0] = g2[1];
    g2[1] = g2[2];
    g2[2] = p2;
    return p1 - p2 + (p1 <= p2 ? ROCRAND_MRG32K3A_M1 : 0);
  }
  ROCRAND_QUALIFIERS unsigned int operator()() { return next(); }

  boxmuller kept;

private:
  // rocRAND's seeds are products that are not completely reduced, which affects seeds of more than
  // 32 bits.
  ROCRAND_QUALIFIERS static unsigned long long fold1(unsigned long long p) {
    p = 209 * (p >> 32) + (p & 0xffffffffU);
    return p >= ROCRAND_MRG32K3A_M1 ? p - ROCRAND_MRG32K3A_M1 : p;
  }
  ROCRAND_QUALIFIERS static unsigned long long fold2(unsigned long long p) {
    p = 22853 * (p >> 32) + (p & 0xffffffffU);
    p = 22853 * (p >> 32) + (p & 0xffffffffU);
    return p >= ROCRAND_MRG32K3A_M2 ? p - ROCRAND_MRG32K3A_M2 : p;
  }
  template <class Fold>
  ROCRAND_QUALIFIERS static unsigned int product(unsigned int i, unsigned long long seed,
                                                 Fold fold) {
    unsigned long long high = i / 131072, low = i % 131072;
    return (unsigned int)fold(fold(high * seed) * 131072 + fold(low * seed));
  }

  // times sets v to the product of a and v modulo m, square a to the square of a.
  ROCRAND_QUALIFIERS static void times(const unsigned int *a, unsigned int *v, unsigned int m) {
    unsigned int r[3];
    for (int i = 0; i < 3; i++) {
      unsigned long long sum = 0;
      for (int k = 0; k < 3; k++) sum += (unsigned long long)a[i * 3 + k] * v[k] % m;
      r[i] = (unsigned int)(sum % m);
    }
    for (int i = 0; i < 3; i++) v[i] = r[i];
  }
  ROCRAND_QUALIFIERS static void square(unsigned int *a, unsigned int m) {
    unsigned int r[9];
    for (int i = 0; i < 9; i++) {
      unsigned long long sum = 0;
      for (int k = 0; k < 3; k++)
        sum += (unsigned long long)a[i / 3 * 3 + k] * a[k * 3 + i % 3] % m;
      r[i] = (unsigned int)(sum % m);
    }
    for (int i = 0; i < 9; i++) a[i] = r[i];
  }

  ROCRAND_QUALIFIERS void jump(unsigned long long n, const unsigned int *a1,
                               const unsigned int *a2) {
    unsigned int p1[9], p2[9];
    for (int i = 0; i < 9; i++) {
      p1[i] = a1[i];
      p2[i] = a2[i];
    }
    while (n) {
      if (n & 1) {
        times(p1, g1, ROCRAND_MRG32K3A_M1);
        times(p2, g2, ROCRAND_MRG32K3A_M2);
      }
      n >>= 1;
      if (n) {
        square(p1, ROCRAND_MRG32K3A_M1);
        square(p2, ROCRAND_MRG32K3A_M2);
      }
    }
  }

  unsigned int g1[3], g2[3];
};

} // namespace rocrand_device

typedef rocrand_device::mrg32k3a_engine rocrand_state_mrg32k3a;

ROCRAND_QUALIFIERS void rocrand_init(unsigned long long seed, unsigned long long subsequence,
                                     unsigned long long offset, rocrand_state_mrg32k3a *state) {
  *state = rocrand_state_mrg32k3a(seed, subsequence, offset);
}
ROCRAND_QUALIFIERS unsigned int rocrand(rocrand_state_mrg32k3a *state) {
  return (unsigned int)((state->next() - 1) * ROCRAND_MRG32K3A_UINT_NORM);
}
ROCRAND_QUALIFIERS void skipahead(unsigned long long offset, rocrand_state_mrg32k3a *state) {
  state->discard(offset);
}
ROCRAND_QUALIFIERS void skipahead_subsequence(unsigned long long subsequence,
                                              rocrand_state_mrg32k3a *state) {
  state->discard_subsequence(subsequence);
}
ROCRAND_QUALIFIERS void skipahead_sequence(unsigned long long sequence,
                                           rocrand_state_mrg32k3a *state) {
  state->discard_sequence(sequence);
}

#endif
