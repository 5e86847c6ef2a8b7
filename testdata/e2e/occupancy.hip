// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Function attributes, occupancy and cooperative launch queries give usable answers.
#include "check.h"

__global__ void kernel(float *p, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? p[i] : 0;
  __syncthreads();
  if (i < n) p[i] = tile[threadIdx.x ^ 1] + 1;
}

int main() {
  int blocks = 0, minGrid = 0, block = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
  EXPECT(blocks >= 1);
  CHECK(hipOccupancyMaxPotentialBlockSize(&minGrid, &block, kernel, 0, 0));
  EXPECT(minGrid >= 1 && block >= 1);
  hipFuncAttributes a;
  CHECK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(kernel)));
  EXPECT(a.sharedSizeBytes >= 1024);
  EXPECT(a.maxThreadsPerBlock >= block);
  if (block > 256) block = 256;
  std::vector<float> v(1000);
  for (int i = 0; i < 1000; i++) v[i] = float(i);
  Device<float> d(v);
  kernel<<<(1000 + block - 1) / block, block & ~1>>>(d.p, 1000);
  CHECK(hipGetLastError());
  auto g = d.host();
  for (int i = 0; i < 1000; i++) EXPECT(g[i] == float(i ^ 1) + 1);
  return done();
}
