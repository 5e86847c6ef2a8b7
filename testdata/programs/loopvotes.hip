// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp operations in loops in which some lanes skip them, an iteration or the loop: lanes
// reconverge at the end of each iteration.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr unsigned threads = 96, turns = 5;

__device__ __host__ inline bool leavesOut(unsigned t, unsigned i) { return (t + i) % 3 == 0; }
__device__ __host__ inline bool leaves(unsigned t, unsigned i) { return (t + i) % 7 == 0; }

__global__ void branch(unsigned n, unsigned *out) {
  unsigned t = threadIdx.x, r = 0;
  for (unsigned i = 0; i < n; i++)
    if (!leavesOut(t, i)) r = r * 31 + static_cast<unsigned>(__popcll(__ballot(1)));
  out[t] = r;
}

__global__ void jumps(unsigned n, unsigned *out) {
  unsigned t = threadIdx.x, r = 0;
  for (unsigned i = 0; i < n + t % 5; i++) {
    if (leavesOut(t, i)) continue;
    r = r * 31 + static_cast<unsigned>(__popcll(__ballot(1)));
    if (leaves(t, i)) break;
  }
  out[t] = r;
}

__global__ void nested(unsigned n, unsigned *out) {
  unsigned t = threadIdx.x, r = 0;
  for (unsigned i = 0; i < n; i++) {
    for (unsigned k = 0; k < (t + i) % 4; k++)
      r = r * 31 + static_cast<unsigned>(__popcll(__ballot(1)));
    if (leavesOut(t, i)) continue;
    r = r * 31 + static_cast<unsigned>(__popcll(__ballot(1)));
  }
  out[t] = r;
}

int main() {
  int w = 0;
  CHECK(hipDeviceGetAttribute(&w, hipDeviceAttributeWarpSize, 0));
  unsigned warp = static_cast<unsigned>(w);
  Device<unsigned> o(threads);
  unsigned r[threads];
  // One vote of those lanes of each warp for which vote holds.
  auto vote = [&](auto votes) {
    for (unsigned first = 0; first < threads; first += warp) {
      unsigned n = 0, last = first + warp < threads ? first + warp : threads;
      for (unsigned t = first; t < last; t++) n += votes(t);
      for (unsigned t = first; t < last; t++)
        if (votes(t)) r[t] = r[t] * 31 + n;
    }
  };
  auto expect = [&] {
    auto got = o.host();
    for (unsigned t = 0; t < threads; t++) {
      EXPECT(got[t] == r[t]);
      r[t] = 0;
    }
  };
  for (unsigned &x : r) x = 0;

  branch<<<1, threads>>>(turns, o.p);
  for (unsigned i = 0; i < turns; i++) vote([&](unsigned t) { return !leavesOut(t, i); });
  expect();

  jumps<<<1, threads>>>(turns, o.p);
  bool in[threads];
  for (bool &x : in) x = true;
  for (unsigned i = 0; i < turns + 4; i++) {
    vote([&](unsigned t) { return in[t] && i < turns + t % 5 && !leavesOut(t, i); });
    for (unsigned t = 0; t < threads; t++) in[t] = in[t] && (leavesOut(t, i) || !leaves(t, i));
  }
  expect();

  nested<<<1, threads>>>(turns, o.p);
  for (unsigned i = 0; i < turns; i++) {
    for (unsigned k = 0; k < 3; k++) vote([&](unsigned t) { return k < (t + i) % 4; });
    vote([&](unsigned t) { return !leavesOut(t, i); });
  }
  expect();
  return done();
}
