// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Dynamic LDS, reached through a function, beside static LDS.
#include <hip/hip_runtime.h>

extern __shared__ int dyn[];

__device__ __attribute__((noinline)) int neighbour(int t, int n) { return dyn[(t + 1) % n]; }

extern "C" __global__ void dynlds(const int *in, int *out) {
  __shared__ int first;
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  dyn[t] = in[i];
  if (t == 0) first = in[i];
  __syncthreads();
  out[i] = neighbour(t, blockDim.x) - first;
}
