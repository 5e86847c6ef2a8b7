// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Block reduction in LDS with barriers.
#include <hip/hip_runtime.h>

extern "C" __global__ void lds_reduce(const float *x, float *sums, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}
