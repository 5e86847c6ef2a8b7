// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conversion between half or bfloat16 and float, with rounding to nearest even.
#include "blas.h"

#include <string.h>

// CPUs since 2013 convert eight halves with one instruction.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_THREAD__)
#define EVERY_PROCESSOR __attribute__((target_clones("default", "arch=haswell")))
#else
#define EVERY_PROCESSOR
#endif

EVERY_PROCESSOR static void widen_half(float *to, const _Float16 *from, size_t n) {
  for (size_t e = 0; e < n; e++) to[e] = from[e];
}

EVERY_PROCESSOR static void narrow_half(_Float16 *to, const float *from, size_t n) {
  for (size_t e = 0; e < n; e++) to[e] = from[e];
}

static uint16_t narrow_bfloat(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  if ((bits & 0x7fffffff) > 0x7f800000) return bits >> 16 | 0x40; // keeps NaN
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

void gb_widen(float *to, const void *from, gb_type type, size_t n) {
  if (type == GB_H) {
    widen_half(to, from, n);
    return;
  }
  const uint16_t *b = from;
  for (size_t e = 0; e < n; e++) {
    uint32_t bits = (uint32_t)b[e] << 16;
    memcpy(&to[e], &bits, sizeof bits);
  }
}

void gb_narrow(void *to, gb_type type, const float *from, size_t n) {
  if (type == GB_H) {
    narrow_half(to, from, n);
    return;
  }
  uint16_t *b = to;
  for (size_t e = 0; e < n; e++) b[e] = narrow_bfloat(from[e]);
}
