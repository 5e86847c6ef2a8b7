// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warps that wait for later warps of their block by polling global memory, in loops that have
// votes, ballots and shuffles in them: a warp that polls must not keep the others from running.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

const int Warps = 8;

// Each warp adds what the next one has, and the last one begins.
__global__ void chain(volatile int *state) {
  const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  bool again;
  do {
    const int next = state[warp + 1];
    again = __any(next == 0);
    if (!again && lane == 0) {
      state[warp] = next + warp;
      __threadfence();
    }
  } while (__any(again));
}

// Nodes of a list, several for each lane, of which a node is done when the one that it names is. The
// loop over the nodes has a shuffle, the loop around it goes on until the warp has none left.
__global__ void list(int n, const int *successor, volatile int *depth) {
  bool again;
  do {
    again = false;
    for (int v = threadIdx.x; __any(v < n); v += blockDim.x) {
      bool open = v < n && depth[v] == 0;
      unsigned long long todo = __ballot(open);
      while (todo != 0) {
        const int who = __ffsll(todo) - 1;
        todo &= todo - 1;
        const int node = __shfl(v, who), there = depth[successor[node]];
        if (there == 0)
          again = true;
        else if ((int)(threadIdx.x % warpSize) == who)
          depth[node] = there + 1;
      }
    }
  } while (__any(again));
}

int main() {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  const int block = Warps * p.warpSize;

  std::vector<int> state(Warps + 1);
  state[Warps] = 1;
  Device<int> s(state);
  chain<<<1, block>>>(s.p);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(state.data(), s.p, (Warps + 1) * sizeof(int), hipMemcpyDeviceToHost));
  for (int w = Warps - 1, want = 1; w >= 0; w--) {
    want += w;
    EXPECT(state[w] == want);
  }

  const int n = 2 * block + 5;
  std::vector<int> successor(n), depth(n), want(n);
  for (int v = 0; v < n; v++) successor[v] = v + 1 < n ? v + 1 : v;
  depth[n - 1] = want[n - 1] = 1;
  for (int v = n - 2; v >= 0; v--) want[v] = want[v + 1] + 1;
  Device<int> next(successor), d(depth);
  list<<<1, block>>>(n, next.p, d.p);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(depth.data(), d.p, n * sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(depth == want);
  return done();
}
