// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads with large arrays of their own: 32 KiB each, 8 MiB for a block.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int n = 256, size = 32768;

__global__ void walk(const int *start, int *out, int steps) {
  unsigned char seen[size];
  for (int i = 0; i < size; ++i) seen[i] = i & 63;
  int at = start[threadIdx.x];
  for (int i = 0; i < steps; ++i) {
    seen[at] += 1;
    at = (at * 5 + seen[at]) % size;
  }
  out[threadIdx.x] = at;
}

int main() {
  std::vector<int> start(n);
  for (int i = 0; i < n; ++i) start[i] = i * 100;
  Device<int> a(start), o(n);
  walk<<<1, n>>>(a.p, o.p, 50);
  CHECK(hipDeviceSynchronize());
  auto v = o.host();
  for (int t = 0; t < n; ++t) {
    std::vector<unsigned char> seen(size);
    for (int i = 0; i < size; ++i) seen[i] = i & 63;
    int at = start[t];
    for (int i = 0; i < 50; ++i) {
      seen[at] += 1;
      at = (at * 5 + seen[at]) % size;
    }
    EXPECT(v[t] == at);
  }
  return done();
}
