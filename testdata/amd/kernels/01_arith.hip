// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integer and float arithmetic; a grid-stride loop over a partial last block.
#include <hip/hip_runtime.h>

extern "C" __global__ void arith(const int *a, const float *x, long *li, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int v = a[i];
    li[i] = (long)v * v / (i + 1) % 1000003 + (v >> 3) - (v << 2) + (v ^ 0x5a5a);
    y[i] = x[i] * 2.5f - 1.0f / (x[i] * x[i] + 1.0f);
  }
}
