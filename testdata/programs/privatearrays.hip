// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads with large arrays of their own: 32 KiB each, 8 MiB for a block. Arrays that live across barriers have their
// alignment, on the CPU device also above that of what the runtime allocates.
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

template <unsigned alignment> __global__ void aligned(int *out, unsigned *off) {
  struct alignas(alignment) Cell {
    int a[3];
  } here, there;
  unsigned t = threadIdx.x, n = blockDim.x;
  Cell *p = t % 3 ? &here : &there;
  for (int i = 0; i < 3; ++i) here.a[i] = there.a[i] = t * 3 + i;
  out[t] = t;
  __syncthreads();
  p->a[t % 3] += out[(t + 1) % n];
  off[t] = reinterpret_cast<size_t>(p) % alignment;
  __syncthreads();
  out[t] = here.a[0] + there.a[1] + p->a[2];
}

template <unsigned alignment> void checkAligned() {
  const int threads = 45;
  Device<int> out(threads);
  Device<unsigned> off(threads);
  aligned<alignment><<<1, threads>>>(out.p, off.p);
  CHECK(hipGetLastError());
  EXPECT(off.host() == std::vector<unsigned>(threads));
  auto v = out.host();
  for (int t = 0; t < threads; ++t) {
    int want[2][3] = {{t * 3, t * 3 + 1, t * 3 + 2}, {t * 3, t * 3 + 1, t * 3 + 2}},
        mine = t % 3 == 0;
    want[mine][t % 3] += (t + 1) % threads;
    EXPECT(v[t] == want[0][0] + want[1][1] + want[mine][2]);
  }
}

int main() {
  checkAligned<64>();
  checkAligned<256>();
  checkAligned<2048>();
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
