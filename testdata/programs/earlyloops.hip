// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads that return before, between and in loops around barriers, whole blocks of them too: how
// often the others come to a barrier only these know.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int threads = 64, blocks = 6;

// Sums over neighbours; the last blocks have no thread that stays.
__global__ void sums(int n, int rounds, int *out) {
  __shared__ int s[threads];
  int t = threadIdx.x, i = blockIdx.x * threads + t, v = i;
  if (i >= n) return;
  for (int k = 0; k < rounds; k++) {
    s[t] = v + k;
    __syncthreads();
    v += s[t ^ 1] & 0xff;
    __syncthreads();
  }
  out[i] = v;
}

// Nested loops whose lengths are in memory, and a thread that leaves in the middle of them.
__global__ void nested(const int *length, int leaves, int *out) {
  __shared__ int s[threads];
  int t = threadIdx.x, i = blockIdx.x * threads + t, v = t;
  if (t >= threads - 4) return;
  for (int a = 0; a < length[blockIdx.x]; a++) {
    if (t == leaves && a == 2) {
      out[i] = -v;
      return;
    }
    s[t] = v;
    __syncthreads();
    for (int b = length[blockIdx.x + 1]; b > a; b--) {
      v += s[t & ~1];
      __syncthreads();
      s[t] = v & 0xfff;
      __syncthreads();
    }
    if (length[0] == 3) __syncthreads();
  }
  out[i] = v;
}

int main() {
  const int all = threads * blocks;
  int *out, *length;
  CHECK(hipMallocManaged(&out, all * sizeof(int)));
  CHECK(hipMallocManaged(&length, (blocks + 1) * sizeof(int)));
  auto compare = [&](const char *name, const std::vector<int> &want) {
    CHECK(hipDeviceSynchronize());
    for (int i = 0; i < all; i++) {
      if (out[i] != want[i] && ++failures <= 20)
        std::printf("%s[%d]: %d, not %d\n", name, i, out[i], want[i]);
    }
  };
  for (int n : {all, 3 * threads, 2 * threads + 10, 0}) {
    for (int rounds : {-1, 0, 1, 5}) {
      std::vector<int> want(all, -7), v(all), s(all);
      for (int i = 0; i < all; i++) out[i] = -7, v[i] = i;
      for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < n; i++) s[i] = v[i] + k;
        for (int i = 0; i < n; i++) v[i] += s[i ^ 1] & 0xff;
      }
      for (int i = 0; i < n; i++) want[i] = v[i];
      sums<<<blocks, threads>>>(n, rounds, out);
      compare("sums", want);
    }
  }
  for (int leaves : {-1, 1, 7}) {
    for (int first : {3, 4}) {
      std::vector<int> want(all, -7);
      for (int b = 0; b <= blocks; b++) length[b] = b ? b * 5 % 4 : first;
      for (int i = 0; i < all; i++) out[i] = -7;
      for (int block = 0; block < blocks; block++) {
        std::vector<int> v(threads), s(threads);
        std::vector<bool> gone(threads);
        for (int t = 0; t < threads; t++) v[t] = t, gone[t] = t >= threads - 4;
        auto each = [&](auto &&f) {
          for (int t = 0; t < threads; t++)
            if (!gone[t]) f(t);
        };
        for (int a = 0; a < length[block]; a++) {
          if (leaves >= 0 && a == 2)
            want[block * threads + leaves] = -v[leaves], gone[leaves] = true;
          each([&](int t) { s[t] = v[t]; });
          for (int b = length[block + 1]; b > a; b--) {
            each([&](int t) { v[t] += s[t & ~1]; });
            each([&](int t) { s[t] = v[t] & 0xfff; });
          }
        }
        each([&](int t) { want[block * threads + t] = v[t]; });
      }
      nested<<<blocks, threads>>>(length, leaves, out);
      compare("nested", want);
    }
  }
  return done();
}
