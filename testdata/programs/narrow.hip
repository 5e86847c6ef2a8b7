// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks one thread wide, and barriers that the whole block takes or leaves out: each
// work-item runs once.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr unsigned threads = 64, blocks = 3;

__global__ void turns(unsigned n, unsigned *out) {
  __shared__ unsigned s[threads];
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned *own = out + blockIdx.x * threads + t;
  *own = *own * 31 + 5;
  for (unsigned i = 0; i < n; i++) {
    s[t] = *own + i;
    __syncthreads();
    *own = *own * 31 + s[threads - 1 - t];
    __syncthreads();
  }
}

int main() {
  Device<unsigned> o(threads * blocks);
  for (dim3 block : {dim3(64), dim3(1, 64), dim3(1, 1, 64), dim3(1, 16, 4), dim3(4, 16)})
    for (unsigned n = 0; n < 3; n++) {
      CHECK(hipMemset(o.p, 0, threads * blocks * sizeof(unsigned)));
      turns<<<blocks, block>>>(n, o.p);
      unsigned want = 5;
      for (unsigned i = 0; i < n; i++) want = want * 31 + want + i;
      for (unsigned v : o.host()) EXPECT(v == want);
    }
  return done();
}
