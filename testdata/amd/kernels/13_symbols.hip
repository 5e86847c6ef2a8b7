// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __constant__ and __device__ variables, initialised and written from a kernel.
#include <hip/hip_runtime.h>

__constant__ float weights[4] = {0.5f, 1.5f, -2.0f, 4.0f};
__device__ int counter = 100;
__device__ float history[64];

extern "C" __global__ void symbols(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = x[i] * weights[i & 3];
  atomicAdd(&counter, 1);
  if (i < 64) history[i] = y[i];
}
