// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O3

// Prefix sums up and down a tree whose depth the compiler knows: every level ends with a
// barrier, and one work-item alone clears the root between the two halves. Sums by virtual functions.
// e2e: flags=-Xarch_device -O3
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

// Each block sums the pieces of N values that are its own, the values before each excluded.
template <int N> __global__ void sums(const int *in, int *out, int pieces) {
  __shared__ int tree[N];
  const int me = threadIdx.x;
  for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    tree[2 * me] = in[piece * N + 2 * me];
    tree[2 * me + 1] = in[piece * N + 2 * me + 1];
    int step = 1;
    for (int active = N >> 1; active > 0; active >>= 1) {
      __syncthreads();
      if (me < active) tree[step * (2 * me + 2) - 1] += tree[step * (2 * me + 1) - 1];
      step <<= 1;
    }
    if (me == 0) tree[N - 1] = 0;
    for (int active = 1; active < N; active <<= 1) {
      step >>= 1;
      __syncthreads();
      if (me < active) {
        const int left = step * (2 * me + 1) - 1, right = step * (2 * me + 2) - 1;
        const int below = tree[left];
        tree[left] = tree[right];
        tree[right] += below;
      }
    }
    __syncthreads();
    out[piece * N + 2 * me] = tree[2 * me];
    out[piece * N + 2 * me + 1] = tree[2 * me + 1];
  }
}

// The same with every 32nd slot left free, which GPUs have as many banks for.
__device__ constexpr int slot(int i) { return i + (i >> 5); }
template <int N> __global__ void padded(const int *in, int *out, int pieces) {
  __shared__ int tree[2 * N];
  const int me = threadIdx.x, low = slot(me), high = slot(me + N / 2);
  for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    tree[low] = in[piece * N + me];
    tree[high] = in[piece * N + me + N / 2];
    int step = 1;
    for (int active = N >> 1; active > 0; active >>= 1) {
      __syncthreads();
      if (me < active) tree[slot(step * (2 * me + 2) - 1)] += tree[slot(step * (2 * me + 1) - 1)];
      step <<= 1;
    }
    if (me == 0) tree[slot(N - 1)] = 0;
    for (int active = 1; active < N; active <<= 1) {
      step >>= 1;
      __syncthreads();
      if (me < active) {
        const int left = slot(step * (2 * me + 1) - 1), right = slot(step * (2 * me + 2) - 1);
        const int below = tree[left];
        tree[left] = tree[right];
        tree[right] += below;
      }
    }
    __syncthreads();
    out[piece * N + me] = tree[low];
    out[piece * N + me + N / 2] = tree[high];
  }
}

template <int N, void (*Kernel)(const int *, int *, int)>
static void check(int blocks, int pieces) {
  std::vector<int> in(N * pieces), out(in.size());
  for (size_t i = 0; i < in.size(); i++) in[i] = static_cast<int>(i * 7 % 23) - 5;
  int *d;
  CHECK(hipMalloc(reinterpret_cast<void **>(&d), 2 * sizeof(int) * in.size()));
  CHECK(hipMemcpy(d, in.data(), sizeof(int) * in.size(), hipMemcpyHostToDevice));
  Kernel<<<blocks, N / 2>>>(d, d + in.size(), pieces);
  CHECK(hipMemcpy(out.data(), d + in.size(), sizeof(int) * in.size(), hipMemcpyDeviceToHost));
  CHECK(hipFree(d));
  int wrong = 0;
  for (int p = 0; p < pieces; p++) {
    for (int i = 0, sum = 0; i < N; sum += in[p * N + i++]) wrong += out[p * N + i] != sum;
  }
  EXPECT(wrong == 0);
}

// Sums whose kind is known when the kernel runs: virtual functions that synchronise.
struct Sum {
  __device__ virtual int total(int v) = 0;
  __device__ virtual ~Sum() {}
};
struct OfWarp : Sum {
  __device__ int total(int v) override {
    for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
    return v;
  }
};
struct OfBlock : Sum {
  __device__ int total(int v) override {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, v);
    __syncthreads();
    return sum;
  }
};
__global__ void chosen(int *out, bool block) {
  OfWarp w;
  OfBlock b;
  Sum *s = block ? static_cast<Sum *>(&b) : &w;
  out[threadIdx.x] = s->total(threadIdx.x);
}
static void virtuals() {
  Device<int> d(128);
  int warp;
  CHECK(hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0));
  for (bool block : {false, true}) {
    chosen<<<1, 128>>>(d.p, block);
    CHECK(hipGetLastError());
    auto h = d.host();
    for (int t = 0, n = block ? 128 : warp; t < 128; t++)
      EXPECT(h[t] == n * (t / n * n) + n * (n - 1) / 2);
  }
}

int main() {
  virtuals();
  check<8, sums<8>>(2, 3);
  check<16, sums<16>>(1, 4);
  check<128, sums<128>>(3, 5);
  check<512, sums<512>>(2, 2);
  check<128, padded<128>>(4, 9);
  check<1024, padded<1024>>(2, 4);
  return done();
}
