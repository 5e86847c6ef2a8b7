// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A private array indexed at run time: scratch memory.
#include <hip/hip_runtime.h>

extern "C" __global__ void scratch(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a[32];
  for (int j = 0; j < 32; ++j) a[j] = in[i] * j + j * j;
  for (int j = 1; j < 32; ++j) // insertion sort, descending by low bits
    for (int k = j; k > 0 && (a[k] & 63) > (a[k - 1] & 63); --k) {
      int t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
    }
  out[i] = a[0] * 31 + a[in[i] & 31];
}
