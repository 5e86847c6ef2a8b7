// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Function attributes, occupancy and cooperative launch queries give usable answers.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <hip/hip_cooperative_groups.h>

__global__ void kernel(float *p, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? p[i] : 0;
  __syncthreads();
  if (i < n) p[i] = tile[threadIdx.x ^ 1] + 1;
}

// Blocks that wait for each other: each tells the next one its number.
__global__ void ring(int *told, int *heard) {
  int b = blockIdx.x;
  if (!threadIdx.x) told[(b + 1) % gridDim.x] = b;
  cooperative_groups::this_grid().sync();
  if (!threadIdx.x) heard[b] = told[b];
}

// Blocks that only ask the grid who they are.
__global__ void ranks(unsigned *out) {
  auto grid = cooperative_groups::this_grid();
  out[grid.thread_rank()] = static_cast<unsigned>(grid.size() + grid.thread_rank());
}

int main() {
  int blocks = 0, minGrid = 0, block = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  EXPECT(blocks >= 2 && blocks * 128 <= prop.maxThreadsPerMultiProcessor);
  if (prop.cooperativeLaunch) {
    // As many as run at once, and no more can be launched.
    int each = 0;
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, ring, 64, 0));
    const int all = each * prop.multiProcessorCount;
    EXPECT(all >= 2);
    Device<int> told(all + 1), heard(all + 1);
    void *args[] = {&told.p, &heard.p};
    CHECK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(ring), dim3(all), dim3(64), args, 0,
                                     0));
    auto h = heard.host();
    for (int b = 0; b < all; b++) EXPECT(h[b] == (b + all - 1) % all);
    EXPECT_ERROR(hipLaunchCooperativeKernel(reinterpret_cast<void *>(ring), dim3(all + 1), dim3(64),
                                            args, 0, 0),
                 hipErrorCooperativeLaunchTooLarge);
    (void)hipGetLastError();
  }
  // A processor runs any number of blocks that do not wait for each other.
  if (prop.integrated) {
    const unsigned many = 5000;
    Device<unsigned> out(many * 32);
    void *args[] = {&out.p};
    CHECK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(ranks), dim3(many), dim3(32), args, 0,
                                     0));
    auto o = out.host();
    for (unsigned i = 0; i < many * 32; i++) EXPECT(o[i] == many * 32 + i);
  }
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
