// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel that computes with halves.
#include <hip/hip_runtime.h>

#include <hip/hip_fp16.h>

__global__ void k(__half *x) { x[threadIdx.x] = __hmul(x[threadIdx.x], x[threadIdx.x]); }

int main() {
  __half *p;
  if (hipMallocManaged(&p, 8 * sizeof *p) != hipSuccess) return 2;
  for (int i = 0; i < 8; i++) p[i] = __float2half(i + 0.5f);
  k<<<1, 8>>>(p);
  if (hipGetLastError() != hipSuccess || hipDeviceSynchronize() != hipSuccess) return 3;
  return __half2float(p[3]) != 12.25f;
}
