// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Locks that each work-item takes for itself: in shared memory and in global memory, by compare and
// exchange and by exchange, with a volatile variable behind them. For AMD's GPUs LLVM must not move what
// is behind a lock out of the loop, before which the lanes of a wavefront wait for each other (amdgcn-whole-loops).
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr int items = 96;

__global__ void shared(unsigned *out, unsigned n) {
  __shared__ unsigned lock;
  __shared__ volatile unsigned sum;
  unsigned t = threadIdx.x;
  if (t == 0) {
    lock = 0;
    sum = 9;
  }
  __syncthreads();
  for (bool done = t % n == 0; !done;)
    if (atomicCAS(&lock, 0u, 1u) == 0) {
      __threadfence_block();
      sum = sum + t;
      __threadfence_block();
      atomicExch(&lock, 0u);
      done = true;
    }
  __syncthreads();
  out[t] = sum;
}
__global__ void exchanged(unsigned *out) {
  __shared__ unsigned lock;
  __shared__ volatile unsigned count, seen[items];
  unsigned t = threadIdx.x;
  if (t == 0) lock = count = 0;
  __syncthreads();
  for (bool done = false; !done;)
    if (atomicExch(&lock, 1u) == 0) {
      __threadfence_block();
      seen[count] = t;
      count = count + 1;
      __threadfence_block();
      atomicExch(&lock, 0u);
      done = true;
    }
  __syncthreads();
  out[seen[t]] = count;
}
__global__ void global(unsigned *locks, volatile unsigned *sums, unsigned *high) {
  unsigned k = (threadIdx.x * 7 + blockIdx.x) % 5;
  bool done = false;
  do {
    if (atomicCAS(&locks[k], 0u, 1u) == 0) {
      __threadfence();
      unsigned now = sums[k] + threadIdx.x;
      sums[k] = now;
      if (now > high[k]) high[k] = now;
      __threadfence();
      atomicExch(&locks[k], 0u);
      done = true;
    }
  } while (!done);
}

int main() {
  Device<unsigned> out(items), locks(5), sums(5), high(5);
  for (unsigned n = 1; n < 4; n++) {
    unsigned want = 9;
    for (unsigned t = 0; t < items; t++) want += t % n ? t : 0;
    shared<<<1, items>>>(out.p, n);
    CHECK(hipGetLastError());
    for (unsigned v : out.host()) EXPECT(v == want);
  }
  exchanged<<<1, items>>>(out.p);
  CHECK(hipGetLastError());
  for (unsigned v : out.host()) EXPECT(v == items);

  global<<<4, items>>>(locks.p, sums.p, high.p);
  CHECK(hipGetLastError());
  unsigned want[5] = {};
  for (unsigned b = 0; b < 4; b++)
    for (unsigned t = 0; t < items; t++) want[(t * 7 + b) % 5] += t;
  for (int k = 0; k < 5; k++) EXPECT(sums.host()[k] == want[k] && high.host()[k] == want[k]);
  return done();
}
