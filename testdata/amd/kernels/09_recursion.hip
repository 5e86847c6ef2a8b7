// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Recursion: the stack size is not known when compiling.
#include <hip/hip_runtime.h>

__device__ __attribute__((noinline)) int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void recursion(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = ackermann(i % 3, i % 4);
}
