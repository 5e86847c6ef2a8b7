// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks that are one work-item wide and higher, with a barrier that a branch may leave out.
#include <hip/hip_runtime.h>

__global__ void k(int *count, int barrier) {
  int t = threadIdx.x + threadIdx.y;
  count[t] += 1;
  if (barrier) __syncthreads();
  atomicAdd(&count[t], 10);
}

int main() {
  const int height = 8;
  int *p;
  if (hipMallocManaged(&p, height * sizeof *p) != hipSuccess) return 2;
  for (int barrier = 0; barrier < 2; barrier++) {
    for (int t = 0; t < height; t++) p[t] = 0;
    k<<<1, dim3(1, height)>>>(p, barrier);
    if (hipDeviceSynchronize() != hipSuccess) return 3;
    for (int t = 0; t < height; t++)
      if (p[t] != 11) return 1;
  }
}
