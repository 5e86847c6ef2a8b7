// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A value that is loaded before two barriers and used after them, when another work-item has stored
// to where it came from.
#include <hip/hip_runtime.h>

__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int v = s[63 - t];
  __syncthreads();
  s[t] = 1000 + v;
  __syncthreads();
  out[t] = v + s[t];
}

int main() {
  int *p;
  if (hipMallocManaged(&p, 64 * sizeof *p) != hipSuccess) return 2;
  k<<<1, 64>>>(p);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (int t = 0; t < 64; t++)
    if (p[t] != 1000 + 2 * (63 - t)) return 1;
}
