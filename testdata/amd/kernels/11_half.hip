// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Half precision: conversions, packed and scalar arithmetic.
#include <hip/hip_runtime.h>

extern "C" __global__ void half_ops(const _Float16 *a, const _Float16 *b, _Float16 *c, float *f,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  _Float16 x = a[i], y = b[i];
  c[i] = x * y + (_Float16)0.5f;
  f[i] = (float)(x - y) + (x < y ? 1.0f : 2.0f);
}
