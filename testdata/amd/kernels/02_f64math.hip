// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Double math through the device libraries.
#include <hip/hip_runtime.h>

extern "C" __global__ void f64math(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = x[i];
  y[i * 8 + 0] = sin(v);
  y[i * 8 + 1] = exp(v * 0.25);
  y[i * 8 + 2] = log(fabs(v) + 1.0);
  y[i * 8 + 3] = pow(fabs(v) + 0.5, 1.25);
  y[i * 8 + 4] = sqrt(fabs(v)) / (1.0 + v * v);
  y[i * 8 + 5] = fma(v, v, -1.0);
  y[i * 8 + 6] = atan2(v, 0.75);
  y[i * 8 + 7] = erf(v);
}
