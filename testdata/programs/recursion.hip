// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Recursion of every kind on the device: direct, in two branches, mutual, over a tree, with
// arrays in the frames, through function pointers and virtual calls.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__host__ __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__host__ __device__ int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__host__ __device__ bool odd(int n);
__host__ __device__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__host__ __device__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__host__ __device__ void sort(int *v, int lo, int hi) {
  if (lo >= hi) return;
  int p = v[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (v[i] < p) i++;
    while (v[j] > p) j--;
    if (i <= j) {
      int t = v[i];
      v[i++] = v[j];
      v[j--] = t;
    }
  }
  sort(v, lo, j);
  sort(v, i, hi);
}
struct Node {
  int value;
  Node *left, *right;
};
__host__ __device__ long sum(const Node *n) {
  if (!n) return 0;
  long parts[3] = {n->value, 0, 0};
  parts[1] = sum(n->left);
  parts[2] = sum(n->right);
  return parts[0] + 2 * parts[1] + 3 * parts[2];
}
typedef int (*Step)(int, int);
__host__ __device__ int down(int n, int k);
__host__ __device__ int half(int n, int k);
__host__ __device__ int follow(Step f, int n, int k) { return n <= 0 ? k : f(n, k + 1); }
__host__ __device__ int down(int n, int k) { return follow(n % 3 ? down : half, n - 1, k); }
__host__ __device__ int half(int n, int k) { return follow(n % 2 ? down : half, n / 2, k); }

__host__ __device__ void all(int n, long *out) {
  out[0] = fib(n);
  out[1] = ackermann(2, n % 5);
  out[2] = even(n) + 2 * odd(n);
  int v[20];
  for (int i = 0; i < 20; i++) v[i] = (i * 7919 + n) % 101;
  sort(v, 0, 19);
  long h = 0;
  for (int i = 0; i < 20; i++) h = h * 31 + v[i];
  out[3] = h;
  Node t[7];
  for (int i = 0; i < 7; i++) {
    t[i].value = i + n;
    t[i].left = 2 * i + 1 < 7 ? &t[2 * i + 1] : nullptr;
    t[i].right = 2 * i + 2 < 7 ? &t[2 * i + 2] : nullptr;
  }
  out[4] = sum(t);
  out[5] = follow(n % 2 ? down : half, n * 3, 0);
}
__global__ void run(long *out) { all(threadIdx.x, out + 6 * threadIdx.x); }

// Warp operations in functions that call themselves, by lanes that all go to the same depth.
__device__ __noinline__ int reduce(int v, int d) {
  if (d == 0) return v;
  int r = reduce(v + __shfl_xor(v, d), d / 2);
  return r + __popcll(__ballot(r & 1));
}
// By lanes that go to different depths: the optimiser makes a loop of it.
__device__ __noinline__ int deep(int n, int v) {
  if (n == 0) return v;
  int own = __shfl(v, static_cast<int>(threadIdx.x) % warpSize);
  return deep(n - 1, own * 3 + n) + n * 2;
}
__global__ void reduceAll(int *out) {
  int t = static_cast<int>(threadIdx.x), lane = t % warpSize;
  out[t] = reduce(lane * lane, warpSize / 2);
  out[t + 2 * warpSize] = deep(t % 5, t);
}

void checkReduce() {
  int w;
  CHECK(hipDeviceGetAttribute(&w, hipDeviceAttributeWarpSize, 0));
  Device<int> d(static_cast<size_t>(w) * 4);
  reduceAll<<<1, static_cast<unsigned>(w) * 2>>>(d.p);
  CHECK(hipGetLastError());
  int want = 0;
  for (int t = 0; t < w; t++) want += t * t;
  for (int s = w; s > 1; s /= 2) want += want & 1 ? w : 0;
  auto got = d.host();
  for (int t = 0; t < 2 * w; t++) {
    EXPECT(got[t] == want);
    int v = t;
    for (int n = t % 5; n; n--) v = v * 3 + n;
    for (int n = t % 5; n; n--) v += n * 2;
    EXPECT(got[t + 2 * w] == v);
  }
}

int main() {
  checkReduce();
  const int threads = 12;
  Device<long> d(6 * threads);
  run<<<1, threads>>>(d.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  for (int t = 0; t < threads; t++) {
    long want[6];
    all(t, want);
    for (int i = 0; i < 6; i++) EXPECT(v[6 * t + i] == want[i]);
  }
  return done();
}
