// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Calls through a table of device function pointers.
#include <hip/hip_runtime.h>

typedef int (*op)(int, int);
__device__ __attribute__((noinline)) int plus(int a, int b) { return a + b; }
__device__ __attribute__((noinline)) int minus(int a, int b) { return a - b; }
__device__ __attribute__((noinline)) int times(int a, int b) { return a * b; }
__device__ op table[3] = {plus, minus, times};

extern "C" __global__ void funcptr(const int *which, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[which[i] % 3](i, 7);
}
