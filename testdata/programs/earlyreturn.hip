// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads that return before the others reach __syncthreads, as real programs do: at
// the top, in the middle, out of loops, and each at its own time.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void top(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[n - 1 - t];
}

__global__ void first(int *out, int who) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t == who) {
    out[t] = -1;
    return;
  }
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void loop(int *out, int n, int steps) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = t;
  for (int j = 0; j < steps; j++) {
    __syncthreads();
    int v = s[(t + 1) % n];
    __syncthreads();
    s[t] = v + 1;
    if (v > 14) {
      out[t] = -v;
      return;
    }
  }
  out[t] = s[t];
}

__global__ void own(const int *limit, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, c = 0;
  s[t] = 0;
  while (true) {
    if (c >= limit[t]) {
      out[t] = c;
      return;
    }
    __syncthreads();
    s[t]++;
    c++;
    __syncthreads();
  }
}

int main() {
  std::vector<int> in(64), limits(64);
  for (int i = 0; i < 64; i++) {
    in[i] = i * i;
    limits[i] = (i * 7) % 11;
  }
  for (int n : {1, 40, 64}) {
    Device<int> a(in), b(64);
    top<<<1, 64>>>(a.p, b.p, n);
    CHECK(hipGetLastError());
    auto v = b.host();
    for (int i = 0; i < n; i++) EXPECT(v[i] == (n - 1 - i) * (n - 1 - i));
  }
  for (int who : {0, 5, 63}) {
    Device<int> b(64);
    first<<<1, 64>>>(b.p, who);
    CHECK(hipGetLastError());
    auto v = b.host();
    for (int i = 0; i < 64; i++) EXPECT(v[i] == (i == who ? -1 : (i ^ 1)));
  }
  for (int steps : {4, 12}) {
    Device<int> b(16);
    loop<<<1, 16>>>(b.p, 10, steps);
    CHECK(hipGetLastError());
    auto v = b.host();
    const int few[] = {8, 9, 10, 11, 12, 13, 4, 5, 6, 7};
    const int many[] = {-15, -16, -15, -16, -15, -16, -15, -16, -15, -16};
    for (int i = 0; i < 10; i++) EXPECT(v[i] == (steps == 4 ? few[i] : many[i]));
  }
  Device<int> l(limits), b(64);
  own<<<1, 64>>>(l.p, b.p);
  CHECK(hipGetLastError());
  auto v = b.host();
  for (int i = 0; i < 64; i++) EXPECT(v[i] == limits[i]);
  return done();
}
