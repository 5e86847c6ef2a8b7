// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// 64-bit and narrow integers: division, remainders, shifts, sign extension.
#include <hip/hip_runtime.h>

extern "C" __global__ void i64(const long long *a, const long long *b, long long *q, signed char *c,
                               unsigned short *u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long x = a[i], y = b[i] | 1;
  q[i * 3 + 0] = x / y;
  q[i * 3 + 1] = x % y;
  q[i * 3 + 2] = (long long)((unsigned long long)x / (unsigned long long)y) + (x >> (y & 63));
  c[i] = (signed char)(x * 3);
  u[i] = (unsigned short)(u[i] + (unsigned short)y);
}
