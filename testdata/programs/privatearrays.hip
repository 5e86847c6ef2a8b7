// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads with large arrays of their own: 32 KiB each, 8 MiB for a block. Arrays that live across barriers have their
// alignment, on the CPU device also above that of what the runtime allocates. Arrays whose elements are assigned constants one by one
// have those, and what is assigned to them later.
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

// Of the arrays, days and odd are constants and the others are not: one is read between the assignments, one changes in an iteration,
// and one changes where only some threads are.
__host__ __device__ int lookUp(int t, int rounds) {
  int days[5];
  days[0] = 31;
  days[1] = 28;
  days[2] = 31;
  days[3] = 30;
  bool odd[3];
  odd[0] = false;
  odd[1] = true;
  odd[2] = false;
  double read[2];
  read[0] = 1.5;
  double first = t & 1 ? read[0] : 0;
  read[1] = 2.5;
  read[0] = 3.5;
  int changes[4], some[3];
  changes[0] = 1;
  changes[1] = 2;
  changes[2] = 3;
  changes[3] = 4;
  some[0] = 5;
  some[1] = 6;
  some[2] = 7;
  if (t % 7 == 3) some[t % 3] = 50;
  int sum = int(first * 2) + int(read[t & 1] * 2);
  for (int i = 0; i < rounds; ++i) {
    sum = sum * 3 + days[(t + i) & 3] + odd[(t + i) % 3] + changes[(t + i) & 3] + some[(t + i) % 3];
    changes[2] = 30;
    short again[3];
    again[0] = 100;
    again[1] = 200;
    again[2] = 300;
    sum += again[(t * 5 + i) % 3];
  }
  return sum;
}

__global__ void lookUps(int *out, int rounds) { out[threadIdx.x] = lookUp(threadIdx.x, rounds); }

int main() {
  Device<int> found(n);
  lookUps<<<1, n>>>(found.p, 9);
  CHECK(hipGetLastError());
  auto sums = found.host();
  for (int t = 0; t < n; ++t) EXPECT(sums[t] == lookUp(t, 9));
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
