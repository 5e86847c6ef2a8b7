// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Float math: precise functions, and pointer results.
#include <hip/hip_runtime.h>

extern "C" __global__ void f32math(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i], s, c;
  sincosf(v, &s, &c);
  int e;
  y[i * 8 + 0] = s;
  y[i * 8 + 1] = c;
  y[i * 8 + 2] = frexpf(v, &e);
  y[i * 8 + 3] = (float)e;
  y[i * 8 + 4] = expf(v) + log1pf(fabsf(v));
  y[i * 8 + 5] = powf(fabsf(v) + 1.0f, 0.3f);
  y[i * 8 + 6] = rsqrtf(fabsf(v) + 0.1f);
  y[i * 8 + 7] = tanhf(v) + cbrtf(v);
}
