// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A scan whose blocks wait for those before them, in the order in which they started, as rocPRIM's
// device functions do: with so many blocks that a device cannot hold all of them at a time.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr unsigned kBlocks = 150000;
constexpr int kThreads = 64;

// What a block has made known of itself: its own sum, or that of all up to it.
enum { kNothing, kOwn, kAll };

__device__ unsigned tickets;

__device__ void publish(unsigned long long *known, unsigned ticket, unsigned what, unsigned sum) {
  __hip_atomic_store(&known[ticket], (unsigned long long)what << 32 | sum, __ATOMIC_RELEASE,
                     __HIP_MEMORY_SCOPE_AGENT);
}

__global__ void scan(unsigned long long *known, unsigned *last) {
  extern __shared__ unsigned parts[];
  __shared__ unsigned ticket, total;
  if (threadIdx.x == 0) ticket = atomicAdd(&tickets, 1u);
  __syncthreads();
  parts[threadIdx.x] = ticket % 7 + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned own = 0, before = 0;
    for (int i = 0; i < kThreads; i++) own += parts[i];
    publish(known, ticket, ticket ? kOwn : kAll, own);
    for (unsigned at = ticket; at > 0;) {
      unsigned long long v;
      do v = __hip_atomic_load(&known[at - 1], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
      while (v >> 32 == kNothing);
      before += unsigned(v);
      at = v >> 32 == kAll ? 0 : at - 1;
    }
    total = before + own;
    publish(known, ticket, kAll, total);
  }
  __syncthreads();
  if (threadIdx.x == kThreads - 1) last[ticket] = total;
}

int main() {
  Device<unsigned long long> known(kBlocks);
  Device<unsigned> last(kBlocks);
  scan<<<kBlocks, kThreads, 32 << 10>>>(known.p, last.p);
  CHECK(hipGetLastError());
  std::vector<unsigned> got = last.host();
  unsigned want = 0;
  for (unsigned i = 0; i < kBlocks; i++) {
    want += i % 7 * kThreads + kThreads * (kThreads - 1) / 2;
    EXPECT(got[i] == want);
  }
  return done();
}
