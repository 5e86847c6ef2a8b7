// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"
#include "on_device.h"

__global__ void square_kernel(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i] * FACTOR;
}

int square(float *host, int n) {
  return on_device(host, n, [=](float *x) { square_kernel<<<(n + 63) / 64, 64>>>(x, n); });
}
