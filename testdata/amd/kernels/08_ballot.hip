// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Votes: each lane reports what holds for its own wavefront.
#include <hip/hip_runtime.h>

extern "C" __global__ void ballot(const int *x, unsigned long long *votes, int *flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long b = __ballot(x[i] & 1);
  votes[i] = b;
  flags[i] = (__any(x[i] > 50) ? 1 : 0) | (__all(x[i] >= 0) ? 2 : 0) | (__popcll(b) << 2) |
             (warpSize << 16);
}
