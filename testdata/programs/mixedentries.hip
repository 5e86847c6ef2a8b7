// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code that all threads run or some of them, between barriers.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int N = 64;

// A value that it chooses, kept after a barrier.
__global__ void chosen(const int *in, int *out, int all, int n) {
  __shared__ int s[N];
  int t = threadIdx.x, v = n;
  s[t] = t;
  __syncthreads();
  if (all || in[in[t] & 63] & 1) {
    v = n * 3 + 1;
    s[t] += 1;
  }
  __syncthreads();
  out[t] = v + s[t ^ 1];
}

// A loop in it with a uniform trip count.
__global__ void looped(const int *in, int *out, int all, int n) {
  __shared__ int s[N];
  int t = threadIdx.x, v = 0;
  s[t] = t;
  __syncthreads();
  if (all || in[in[t] & 63] & 1) {
    for (int i = 0; i < n; i++) {
      v += s[(t + i) % N];
      out[N + (t + i) % N] = v;
    }
    v++;
  }
  __syncthreads();
  out[t] = v;
}

// By one of several numbers of the block.
__global__ void switched(const int *in, int *out, int all, int n) {
  __shared__ int s[N];
  int t = threadIdx.x, v = n;
  s[t] = t;
  __syncthreads();
  switch (all + n * 8) {
  default:
    if (!(in[in[t] & 63] & 1)) break;
    [[fallthrough]];
  case 1:
  case 9:
  case 41:
    v = n * 5 + 2;
    s[t] += 1;
  }
  __syncthreads();
  out[t] = v + s[t ^ 1];
}

// Iterations of a loop that threads leave one by one, counted, and used after a barrier.
__global__ void counted(const int *in, int *out, int all, int n) {
  __shared__ int s[N];
  int t = threadIdx.x, i = 0;
  s[t] = t;
  __syncthreads();
  do {
    i++;
    for (int k = 0; k < n; k++) s[t] += all;
  } while (in[i % N] + i < in[t]);
  __syncthreads();
  out[t] = i * 1000 + s[t ^ 1];
}

int main() {
  int *in, *out;
  CHECK(hipMallocManaged(&in, N * sizeof(int)));
  CHECK(hipMallocManaged(&out, 2 * N * sizeof(int)));
  for (int i = 0; i < N; i++) in[i] = (i * 7 + 3) & 127;
  for (int all = 0; all < 2; all++)
    for (int n : {0, 1, 5}) {
      auto runs = [&](int t) { return all || in[in[t] & 63] & 1; };
      auto check = [&](const char *name, void (*kernel)(const int *, int *, int, int), auto want) {
        kernel<<<1, N>>>(in, out, all, n);
        CHECK(hipDeviceSynchronize());
        for (int t = 0; t < N; t++)
          if (out[t] != want(t)) {
            std::printf("%s(%d, %d): thread %d has %d, not %d\n", name, all, n, t, out[t], want(t));
            failures++;
            break;
          }
      };
      check("chosen", chosen,
            [&](int t) { return (runs(t) ? n * 3 + 1 : n) + (t ^ 1) + runs(t ^ 1); });
      check("switched", switched,
            [&](int t) { return (runs(t) ? n * 5 + 2 : n) + (t ^ 1) + runs(t ^ 1); });
      auto turns = [&](int t) {
        int i = 0;
        do i++;
        while (in[i % N] + i < in[t]);
        return i;
      };
      check("counted", counted,
            [&](int t) { return turns(t) * 1000 + (t ^ 1) + all * n * turns(t ^ 1); });
      check("looped", looped, [&](int t) {
        int v = 0;
        for (int i = 0; i < n; i++) v += (t + i) % N;
        return runs(t) ? v + 1 : 0;
      });
    }
  return done();
}
