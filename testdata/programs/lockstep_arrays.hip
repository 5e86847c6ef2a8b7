// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes that add arrays of each other in shared memory in lockstep, whose length is known at run time, as
// Kokkos's reductions of arrays do; along x, and along y in blocks that are one thread wide.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int kThreads = 64, kBlocks = 3;

__device__ void join(long long *to, const long long *from, unsigned length) {
  for (unsigned i = 0; i < length; i++) to[i] += from[i];
}

__device__ __forceinline__ void scan(unsigned length, int id, long long *out) {
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

// The lanes of each row of a block write an array, which the first of them reads: of a length that is
// known at run time, and of a constant one.
__device__ __forceinline__ void sums(int length, int groups, int *out) {
  extern __shared__ int room[];
  int *row = room + length * threadIdx.y;
  for (int group = blockIdx.x; group < groups; group += gridDim.x) {
    for (int i = threadIdx.x; i < length; i += blockDim.x) row[i] = i * group + threadIdx.y;
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int i = 0; i < length; i++) sum += row[i];
      out[group * blockDim.y + threadIdx.y] = sum;
    }
  }
}

constexpr int kLength = 13;
__global__ void sumRows(int length, int groups, int *out) { sums(length, groups, out); }
__global__ void sumRows13(int groups, int *out) { sums(kLength, groups, out); }

// A tree of lanes by linear ID, whose first distance is known at run time.
struct Pair {
  double a, b;
};
__global__ void tree(int first, Pair *out) {
  extern __shared__ Pair pairs[];
  const int id = threadIdx.y * blockDim.x + threadIdx.x, lane = id % 32;
  Pair *mine = pairs + id;
  *mine = Pair{double(id), 1};
  for (int d = first; d < 32; d *= 2) {
    if (lane + d < 32 && lane % (2 * d) == 0) {
      mine->a += mine[d].a;
      mine->b += mine[d].b;
    }
  }
  *mine = *(mine - lane);
  __syncthreads();
  out[id] = *mine;
}

static void checkRows(int x) {
  const int y = kThreads / x, groups = 7;
  Device<int> known(groups * y), unknown(groups * y);
  sumRows<<<kBlocks, dim3(x, y), kLength * y * sizeof(int)>>>(kLength, groups, unknown.p);
  sumRows13<<<kBlocks, dim3(x, y), kLength * y * sizeof(int)>>>(groups, known.p);
  for (const std::vector<int> &got : {unknown.host(), known.host()})
    for (int group = 0; group < groups; group++)
      for (int k = 0; k < y; k++)
        EXPECT(got[group * y + k] == kLength * (kLength - 1) / 2 * group + kLength * k);
  Device<Pair> pairs(kThreads);
  tree<<<1, dim3(x, y), kThreads * sizeof(Pair)>>>(1, pairs.p);
  std::vector<Pair> got = pairs.host();
  for (int i = 0; i < kThreads; i++) EXPECT(got[i].a == 496 + i / 32 * 1024 && got[i].b == 32);
}

int main() {
  for (int x : {1, 4, 8, 32}) checkRows(x);
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
