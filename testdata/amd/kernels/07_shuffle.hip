// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Wavefront shuffles within groups of 32 lanes: results do not depend on the wave size.
#include <hip/hip_runtime.h>

extern "C" __global__ void shuffle(const int *x, int *out, double *dout) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = x[i];
  int sum = v;
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor(sum, d, 32);
  int up = __shfl_up(v, 1, 32), down = __shfl_down(v, 2, 32), first = __shfl(v, 5, 32);
  out[i * 4 + 0] = sum;
  out[i * 4 + 1] = up;
  out[i * 4 + 2] = down;
  out[i * 4 + 3] = first;
  dout[i] = __shfl_xor((double)v * 0.5, 3, 32);
}
