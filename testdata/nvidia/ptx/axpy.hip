// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// CHECK: .entry _Z4axpyfPKfPfi(
// CHECK: fma.rn.f32
#include <hip/hip_runtime.h>

__global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
