// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks that are one thread wide, whose warps are along y: lanes that scan shared memory in lockstep,
// as Kokkos's parallel_scan does.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int kThreads = 128;

__global__ void scan(const int *in, int *out) {
  extern __shared__ int s[];
  int *mine = s + threadIdx.y;
  int *warp = s + (threadIdx.y & ~31);
  *mine = in[blockIdx.x * blockDim.y + threadIdx.y];
  for (int d = 1; d < 32; d *= 2)
    if (mine - d >= warp) *mine += *(mine - d);
  out[blockIdx.x * blockDim.y + threadIdx.y] = *mine;
}

int main() {
  std::vector<int> in(3 * kThreads);
  for (size_t i = 0; i < in.size(); i++) in[i] = int(i * 7 % 11);
  Device<int> x(in), y(in.size());
  scan<<<3, dim3(1, kThreads), kThreads * sizeof(int)>>>(x.p, y.p);
  std::vector<int> got = y.host();
  int sum = 0;
  for (size_t i = 0; i < in.size(); i++) {
    sum = i % 32 ? sum + in[i] : in[i];
    EXPECT(got[i] == sum);
  }
  return done();
}
