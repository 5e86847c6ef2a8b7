// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Three-dimensional ids and sizes, with partial blocks nowhere.
#include <hip/hip_runtime.h>

extern "C" __global__ void grid3d(unsigned *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  unsigned w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
  out[(z * h + y) * w + x] =
      x | y << 8 | z << 16 | (blockDim.x + blockDim.y + blockDim.z + gridDim.z) << 24;
}
