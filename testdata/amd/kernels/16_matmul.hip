// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Tiled matrix product.
#include <hip/hip_runtime.h>

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[8][8], tb[8][9];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    ta[ty][tx] = a[row * n + k + tx];
    tb[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
    for (int j = 0; j < 8; ++j) sum += ta[ty][j] * tb[j][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
