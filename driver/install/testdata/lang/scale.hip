// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"
#include "on_device.h"

__global__ void scale_kernel(float *x, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

int scale(float *host, int n, float by) {
  return on_device(host, n, [=](float *x) { scale_kernel<<<(n + 63) / 64, 64>>>(x, n, by); });
}
