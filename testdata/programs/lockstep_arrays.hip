// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes that add arrays of each other in shared memory in lockstep, whose length is known at run time, as
// Kokkos's reductions of arrays do; along x, and along y in blocks that are one thread wide.
#include <hip/hip_runtime.h>

#include "check.h"

constexpr int kThreads = 64, kBlocks = 3;

__device__ void join(long long *to, const long long *from, unsigned length) {
  for (unsigned i = 0; i < length; i++) to[i] += from[i];
}

__device__ void scan(unsigned length, int id, long long *out) {
  extern __shared__ long long arrays[];
  long long *mine = arrays + length * id, *warp = arrays + length * (id / 32 * 32);
  for (unsigned i = 0; i < length; i++) mine[i] = (long long)id * (i + 1) + blockIdx.x;
  for (int bit = 0; (1 << bit) < 32; bit++) {
    long long *other = mine - (length << bit);
    if (id > (1 << bit) - 1 && other >= warp) join(mine, other, length);
  }
  __syncthreads();
  for (unsigned i = 0; i < length; i++) out[(blockIdx.x * kThreads + id) * length + i] = mine[i];
}

__global__ void rows(unsigned length, long long *out) { scan(length, threadIdx.x, out); }
__global__ void columns(unsigned length, long long *out) { scan(length, threadIdx.y, out); }

static void check(const std::vector<long long> &got, unsigned length) {
  for (int block = 0; block < kBlocks; block++)
    for (unsigned i = 0; i < length; i++) {
      long long sum = 0;
      for (int id = 0; id < kThreads; id++) {
        sum = (id % 32 ? sum : 0) + (long long)id * (i + 1) + block;
        EXPECT(got[(block * kThreads + id) * length + i] == sum);
      }
    }
}

int main() {
  for (unsigned length : {1u, 3u, 5u}) {
    const size_t bytes = kThreads * length * sizeof(long long);
    Device<long long> x(size_t(kBlocks) * kThreads * length),
        y(size_t(kBlocks) * kThreads * length);
    rows<<<kBlocks, kThreads, bytes>>>(length, x.p);
    check(x.host(), length);
    columns<<<kBlocks, dim3(1, kThreads), bytes>>>(length, y.p);
    check(y.host(), length);
  }
  return done();
}
