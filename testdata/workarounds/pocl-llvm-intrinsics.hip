// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel with a function of OpenCL's, which it is vectorised with: none of PoCL's own library is
// left in its code.
// ABSENT: fma|fabs
#include <hip/hip_runtime.h>

__global__ void k(float *x, float a) {
  x[threadIdx.x] = fmaf(x[threadIdx.x], a, fabsf(x[threadIdx.x]));
}

int main() {
  float *p;
  if (hipMallocManaged(&p, 64 * sizeof *p) != hipSuccess) return 2;
  for (int i = 0; i < 64; i++) p[i] = i - 32;
  k<<<1, 64>>>(p, 2);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (int i = 0; i < 64; i++)
    if (p[i] != 2 * (i - 32) + abs(i - 32)) return 1;
}
