// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Bit counting, reversal, extraction and 64-bit multiplication.
#include <hip/hip_runtime.h>

extern "C" __global__ void bits(const unsigned *x, unsigned long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = x[i];
  unsigned long long w = (unsigned long long)v << 17 | v;
  out[i * 4 + 0] = __popc(v) | __clz(v) << 8 | __ffs(v) << 16;
  out[i * 4 + 1] =
      __brev(v) | (unsigned long long)__popcll(w) << 32 | (unsigned long long)__clzll(w) << 40;
  out[i * 4 + 2] = __umulhi(v, 0x9e3779b9u) | (unsigned long long)__mul24((int)(v & 0xffff), 77)
                                                  << 32;
  out[i * 4 + 3] = __umul64hi(w, w);
}
