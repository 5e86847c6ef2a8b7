// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Every index in one, two and three dimensions, large grids, blocks of odd sizes.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void indices(unsigned *out, unsigned *count) {
  size_t block = (size_t(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  size_t at = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  out[at] = unsigned(blockIdx.x + 16 * blockIdx.y + 256 * blockIdx.z) * 1024 +
            (threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z);
  atomicAdd(count, 1u);
}
// Functions that are kept out of line know the block as well as kernels do.
__device__ __noinline__ unsigned flatBlock(unsigned by) {
  return (blockIdx.y * gridDim.x + blockIdx.x) * by;
}
__global__ void outOfLine(unsigned *out) { out[flatBlock(1)] = flatBlock(3); }
__global__ void mark(unsigned char *seen) { seen[blockIdx.x]++; }
__global__ void oldNames(unsigned *out) {
  out[hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x] = hipGridDim_x;
}

void shape(dim3 grid, dim3 block) {
  size_t threads = size_t(block.x) * block.y * block.z;
  size_t n = threads * grid.x * grid.y * grid.z;
  Device<unsigned> out(n), count(1);
  indices<<<grid, block>>>(out.p, count.p);
  CHECK(hipGetLastError());
  EXPECT(count.host()[0] == n);
  auto v = out.host();
  size_t at = 0;
  for (unsigned bz = 0; bz < grid.z; bz++)
    for (unsigned by = 0; by < grid.y; by++)
      for (unsigned bx = 0; bx < grid.x; bx++)
        for (unsigned tz = 0; tz < block.z; tz++)
          for (unsigned ty = 0; ty < block.y; ty++)
            for (unsigned tx = 0; tx < block.x; tx++)
              EXPECT(v[at++] == (bx + 16 * by + 256 * bz) * 1024 + tx + 10 * ty + 100 * tz);
}

int main() {
  Device<unsigned> numbers(6);
  outOfLine<<<dim3(3, 2), 1>>>(numbers.p);
  EXPECT(numbers.host() == (std::vector<unsigned>{0, 3, 6, 9, 12, 15}));
  shape(dim3(1), dim3(1));
  shape(dim3(5), dim3(7));
  shape(dim3(3, 4), dim3(5, 3));
  shape(dim3(2, 3, 4), dim3(4, 3, 2));
  shape(dim3(1, 1, 3), dim3(1, 9, 7));
  shape(7, 33);

  const unsigned blocks = 200000; // more than 65535
  Device<unsigned char> seen(blocks);
  mark<<<blocks, 1>>>(seen.p);
  CHECK(hipGetLastError());
  auto s = seen.host();
  for (unsigned i = 0; i < blocks; i++) EXPECT(s[i] == 1);

  Device<unsigned> names(24);
  hipLaunchKernelGGL(oldNames, dim3(3), dim3(8), 0, 0, names.p);
  CHECK(hipGetLastError());
  for (unsigned v : names.host()) EXPECT(v == 3);
  return done();
}
