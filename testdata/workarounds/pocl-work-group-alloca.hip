// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A warp function in a block of one work-item.
#include <hip/hip_runtime.h>

__global__ void k(int *out) {
  int v = out[0];
  __syncthreads();
  out[0] = v + __shfl(v, 0, 32) + 1;
}

int main() {
  int *p;
  if (hipMallocManaged(&p, sizeof *p) != hipSuccess) return 2;
  *p = 20;
  k<<<1, 1>>>(p);
  return hipDeviceSynchronize() != hipSuccess || *p != 41;
}
