// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The kernels that modules.c loads.

#include <hip/hip_runtime.h>

extern "C" __global__ void twice(int *p) { p[threadIdx.x] *= 2; }

extern "C" __global__ void allocates(int *p) {
  int *q = static_cast<int *>(malloc(4 * (threadIdx.x + 1)));
  if (!q) return;
  *q = 7;
  p[threadIdx.x] = *q;
  free(q);
}

extern "C" __global__ void says(int n) { printf("%d of %s\n", n, "module"); }

extern "C" __global__ void asserts(int n) { assert(n == 4); }
