// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics on global memory and LDS: add, min, max, cas, exch, and, or, xor, inc.
#include <hip/hip_runtime.h>

extern "C" __global__ void atomics(const int *x, int *out, unsigned *bins, unsigned long long *wide,
                                   float *fsum, int n) {
  __shared__ unsigned local[16];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 16) local[t] = 0;
  __syncthreads();
  if (i < n) {
    int v = x[i];
    atomicAdd(&out[0], v);
    atomicMin(&out[1], v);
    atomicMax(&out[2], v);
    atomicXor(&out[3], v);
    atomicOr(&out[4], 1 << (v & 31));
    atomicAnd(&out[5], ~(1 << (v & 7)));
    int old = out[6], seen;
    do {
      seen = old;
      old = atomicCAS(&out[6], seen, seen + 3);
    } while (old != seen);
    atomicAdd(&wide[0], (unsigned long long)(unsigned)v);
    atomicAdd(fsum, 0.5f);
    atomicInc((unsigned *)&out[7], 9u);
    atomicAdd(&local[v & 15], 1u);
  }
  __syncthreads();
  if (t < 16) atomicAdd(&bins[t], local[t]);
}
